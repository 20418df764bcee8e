//! Plans: what somebody with one sees, is charged and may do, and what is left of it when it is over.
//!
//! An `imagen-4` is 6.40 roubles, and 5.96 with the plan Light.

use std::path::{Path, PathBuf};
use std::time::Duration;

use simulator::kie::Pace;
use simulator::telegram::{Bubble, Button, Person};
use simulator::world::PATIENCE;

use crate::generations::studio::{
    Books, asks_for, build, gets_file, go, newest, orders, says, somebody,
};

const OFFERS: &str = include_str!("../../../domain/offers.toml");

const FULL: i64 = 640;
const LESS: i64 = 596;

const DAY: Duration = Duration::from_secs(24 * 3_600);

/// The button whose text begins like this.
fn button(bubble: &Bubble, words: &str) -> Option<Button> {
    let mut buttons = bubble.buttons.iter().flatten();
    buttons.find(|button| button.text.starts_with(words)).cloned()
}

/// Presses the button that begins like this on the newest message that has it.
async fn presses(person: &Person, words: &str) {
    let bubble = person.waits_for(|bubble| button(bubble, words).is_some(), PATIENCE).await;
    let data = button(&bubble, words).and_then(|button| button.data).unwrap();
    person.taps_on(bubble.message_id, &data).await.answered().await;
}

/// Says something, and waits for what the bot says to it.
async fn hears(person: &Person, says_what: &str, wanted: &str) -> String {
    let before = newest(person);
    person.says(says_what).await;
    let heard = person.waits_for_after(before, says(wanted), PATIENCE).await;
    heard.text.replace('\u{A0}', " ")
}

/// Buys a plan, as people do: by the link that the bot gives.
pub(crate) async fn subscribes(person: &Person, plan: &str) -> Bubble {
    person.says("/subscribe").await;
    presses(person, &format!("{plan} ·")).await;
    let is_link =
        |bubble: &Bubble| button(bubble, "Subscribe").is_some_and(|one| one.url.is_some());
    let link = person.waits_for(is_link, PATIENCE).await;
    let address = button(&link, "Subscribe").and_then(|button| button.url).unwrap();
    person.pays_link(&address).await.charge();
    person.waits_for_after(link.message_id, says("runs until"), PATIENCE).await
}

/// Lets the plan Light end with its date.
async fn ends(person: &Person, books: &Books) {
    person.says("/subscribe").await;
    presses(person, "Don't renew · Light").await;
    let sure = person.waits_for(|bubble| bubble.button("Don't renew").is_some(), PATIENCE).await;
    let sure = sure.button("Don't renew").and_then(|button| button.data.clone()).unwrap();
    person.taps_on(newest(person), &sure).await.answered().await;
    books.waits_until("exists (select from subscriptions where state = 'canceled')").await;
}

/// The price on the button that starts the work.
fn price(offer: &Bubble) -> String {
    button(offer, "\u{2728} Create").unwrap().text.replace('\u{A0}', " ")
}

/// What the person has been charged for, one amount for each generation.
async fn charges(books: &Books) -> String {
    books
        .text("select coalesce(string_agg(price::text, ' ' order by id), '') from generations")
        .await
}

async fn taps_go(person: &Person, offer: &Bubble) {
    person.taps_on(offer.message_id, &go(offer).unwrap()).await.answered().await;
}

#[tokio::test]
async fn a_plan_lowers_every_price_from_its_payment_on_and_not_a_day_longer() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let before = asks_for(&ann, "imagen-4 a red cat").await;
    assert_eq!(price(&before), "\u{2728} Create · 6 ⭐ · 6.40 ₽");

    let paid = subscribes(&ann, "Light").await;

    // The order that waits is offered, and its price has fallen meanwhile.
    assert!(paid.text.contains("Your order is waiting"), "{}", paid.text);
    presses(&ann, "\u{2728} Start it").await;
    let asked = ann.waits_for(|bubble| is_changed(bubble, paid.message_id), PATIENCE).await;
    assert_eq!(
        (price(&asked).as_str(), charges(&books).await.as_str()),
        ("\u{2728} Create · 5 ⭐ · 5.96 ₽", "")
    );
    taps_go(&ann, &asked).await;
    let picture = gets_file(&ann).await;
    books.all_ended().await;
    assert_eq!(charges(&books).await, LESS.to_string(), "{}", picture.text);
    let balance = hears(&ann, "/balance", "Balance").await;
    assert!(balance.contains("You have Light, paid until"), "{balance}");
    assert!(balance.contains("7 % off every price, up to 4 orders at a time"), "{balance}");
    let card = hears(&ann, "/start m_imagen-4", "Imagen 4").await;
    assert!(card.contains("5 ⭐ · 5.96 ₽") && card.contains("7 % off with Light"), "{card}");

    // Named while the plan runs, tapped when it is over.
    let kept = asks_for(&ann, "imagen-4 a blue cat").await;
    assert_eq!(price(&kept), "\u{2728} Create · 5 ⭐ · 5.96 ₽");
    ends(&ann, &books).await;
    world.time_passes(31 * DAY).await;
    taps_go(&ann, &kept).await;

    let asked = ann.waits_for(|bubble| is_changed(bubble, kept.message_id), PATIENCE).await;
    assert_eq!(price(&asked), "\u{2728} Create · 6 ⭐ · 6.40 ₽");
    assert_eq!(charges(&books).await, LESS.to_string(), "nothing is charged by the old button");
    taps_go(&ann, &asked).await;
    books.waits_until("(select count(*) from generations where state = 'delivered') = 2").await;
    world.ends_well().await;
    assert_eq!(charges(&books).await, format!("{LESS} {FULL}"));
    let sums = books.sums().await;
    // A hundred, and what the plan brought.
    assert_eq!((sums.available, sums.revenue), (10_000 + 35_880 - LESS - FULL, LESS + FULL));
}

/// Whether this message says now that the price has changed.
fn is_changed(bubble: &Bubble, message: i64) -> bool {
    bubble.message_id == message && bubble.text.contains("The price has changed")
}

#[tokio::test]
async fn as_many_orders_go_at_the_same_time_as_the_plan_says() {
    let world = build().kie(|kie| kie.pace = Pace::Held).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    subscribes(&ann, "Light").await;

    for number in 1..=5 {
        orders(&ann, &format!("imagen-4 cat number {number}")).await;
    }

    let refused = ann.waits_for(says("the most at once with Light"), PATIENCE).await;
    assert!(refused.text.contains("You already have 4 in work"), "{}", refused.text);
    assert!(refused.text.contains("With Pro up to 6"), "{}", refused.text);
    world.kie.waits_until("four tasks", |tasks| tasks.len() == 4).await;
    assert_eq!(books.sums().await.held, 4 * LESS);
    for task in world.kie.tasks() {
        world.kie.finishes(&task.id);
    }
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(charges(&books).await, [LESS; 4].map(|price| price.to_string()).join(" "));
}

/// A settings folder whose plan Light brings five roubles.
async fn small_plan() -> PathBuf {
    let (line, by) = ("included = \"358.80\"", "included = \"5\"");
    assert!(OFFERS.contains(line), "the offers have no {line}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plans").join("small");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    tokio::fs::write(folder.join("offers.toml"), OFFERS.replacen(line, by, 1)).await.unwrap();
    folder
}

#[tokio::test]
async fn an_order_that_was_kept_at_the_price_of_a_plan_does_not_begin_once_that_is_over() {
    let folder = small_plan().await;
    let world = build().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    subscribes(&ann, "Light").await;
    ends(&ann, &books).await;
    // Ten minutes before the plan is over.
    world.time_passes(30 * DAY - Duration::from_secs(600)).await;
    let offer = asks_for(&ann, "imagen-4 a red cat").await;
    assert_eq!(price(&offer), "\u{2728} Create · 5 ⭐ · 5.96 ₽");
    let missing = button(&offer, "Pay the rest").unwrap().text.replace('\u{A0}', " ");
    assert_eq!(missing, "Pay the rest · 1 ⭐ · 0.96 ₽");
    presses(&ann, "Pay the rest").await;
    let invoice = ann.waits_for(|bubble| bubble.invoice().is_some(), PATIENCE).await;
    world.time_passes(Duration::from_secs(1_200)).await;

    ann.pays(invoice.message_id).await.charge();

    ann.waits_for(says("Your order hasn't started"), PATIENCE).await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!((sums.states.len(), sums.available, sums.held), (0, 500 + 120, 0));
    assert_eq!(world.kie.creates().len(), 0);
}
