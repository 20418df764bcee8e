//! How the bot grows: promo codes, campaigns, the channel for free use, and what admins are shown of it.

use std::path::Path;

use futures_util::future::join_all;
use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, Event, Fault, Person};
use simulator::world::{PATIENCE, World};

use crate::generations::studio::{
    ADMIN, Books, asks_for, build, gets_file, go, newest, orders, says, somebody,
};
use crate::payments::invoice;

const OFFERS: &str = include_str!("../../../domain/offers.toml");

/// So many try a code at once, and so many may use it.
const PEOPLE: usize = 50;
const USES: usize = 20;

/// The channel whose members use models for nothing.
const CHANNEL: i64 = -1_000_501;

fn admin(world: &World) -> Person {
    world.telegram.person(ADMIN, "Ada", "en")
}

/// An admin says something and gets this answer.
async fn hears(admin: &Person, command: &str, words: &str) -> Bubble {
    let before = newest(admin);
    admin.says(command).await;
    admin.waits_for_after(before, says(words), PATIENCE).await
}

/// The data of the button of that beginning.
fn data(bubble: &Bubble, begins: &str) -> String {
    let mut data = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
    data.find(|data| data.starts_with(begins)).unwrap_or_else(|| panic!("{begins}: {bubble:?}"))
}

/// How often Telegram was asked who is in the channel.
fn lookups(world: &World) -> usize {
    let journal = world.telegram.journal();
    let is_lookup = |event: &Event| match event {
        Event::Called { method, .. } => method == "getChatMember",
        _ => false,
    };
    journal.iter().filter(|entry| is_lookup(&entry.event)).count()
}

#[tokio::test]
async fn of_fifty_people_who_type_a_code_as_many_get_it_as_it_has_uses_though_an_instance_dies() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let admin = admin(&world);
    hears(&admin, &format!("/admin promo spring 50 {USES} 30"), "SPRING is ready").await;
    hears(&admin, "/admin promo SPRING 1 1 1", "There is or was a code SPRING").await;
    let people: Vec<Person> =
        (0..PEOPLE).map(|number| world.person(&format!("P{number}"))).collect();

    let all = join_all(people.iter().map(async |person| {
        person.says("/promo Spring").await;
        let told = |bubble: &Bubble| bubble.is_from_bot() && bubble.text.contains("SPRING");
        person.waits_for(told, PATIENCE).await
    }));
    let dies = async {
        books.waits_until("(select used from promo_codes) >= 3").await;
        world.kills_active().await;
    };
    let (told, ()) = tokio::join!(all, dies);

    let worked = told.iter().filter(|bubble| bubble.text.contains("worked")).count();
    let late = told.iter().filter(|bubble| bubble.text.contains("used up")).count();
    assert_eq!((worked, late), (USES, PEOPLE - USES), "never over the limit, none lost");
    let given = "select count(*) from transfers where kind = 'promo' and amount = 5000";
    assert_eq!(books.number(given).await, 20);
    let (happy, place) =
        people.iter().zip(&told).find(|(_, it)| it.text.contains("worked")).unwrap();
    happy.says("/promo SPRING").await;
    happy
        .waits_for_after(place.message_id, says("You've used the code SPRING already"), PATIENCE)
        .await;

    let card = hears(&admin, "/admin promo spring", "Used: 20 of 20").await;
    admin.taps_on(card.message_id, &data(&card, "promo:end:")).await.answered().await;
    let ended = |bubble: &Bubble| bubble.message_id == card.message_id && bubble.edits > 0;
    admin.waits_for(ended, PATIENCE).await;
    let acts =
        "select string_agg(action, ' ' order by id) from audit_log where subject = 'promo:SPRING'";
    assert_eq!(books.text(acts).await, "promo-make promo-end");
    world.ends_well().await;
}

/// Holds the numbers that an admin is told against the transfers.
async fn agrees(books: &Books, text: &str) {
    let sum = async |what: &str, unit: i64| {
        let query = format!("select coalesce(sum(amount), 0)::bigint from transfers where {what}");
        books.number(&query).await / unit
    };
    let stars = sum("kind = 'purchase' and credit_id = 21", 1_000_000_000).await;
    let revenue = sum("kind = 'capture'", 1).await;
    // A credit is half a cent, and a dollar 80 roubles.
    let cost = (sum("kind = 'cost'", 1).await * 40 + 999_999) / 1_000_000;
    let bought = revenue
        - sum("kind = 'hold' and debit_id in (select id from accounts where kind = 'bonus')", 1)
            .await;
    let margin = (bought * 10_000 * 13_000 / 1_200_000 * 80 / 10_000).div_euclid(1) - cost;
    let roubles = |kopecks: i64| {
        let (whole, rest) = (kopecks.abs() / 100, kopecks.abs() % 100);
        let sign = if kopecks < 0 { "−" } else { "" };
        if rest == 0 {
            format!("{sign}{whole} ₽")
        } else {
            format!("{sign}{whole}.{rest:02} ₽")
        }
    };
    for words in [
        "New people: 2".to_owned(),
        "Paid since: 1 (50 %)".to_owned(),
        format!("Paid in: {stars} ⭐"),
        format!("Earned: {}", roubles(revenue)),
        format!("Cost: {}", roubles(cost)),
        format!("Margin: {}", roubles(margin)),
        "Failures: none.".to_owned(),
    ] {
        assert!(text.contains(&words), "{words}: {text}");
    }
}

#[tokio::test]
async fn a_campaign_is_counted_to_the_first_payment_and_numbers_are_those_of_the_books() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let admin = admin(&world);
    hears(&admin, "/admin campaigns", "nobody has come by one yet").await;
    let old = somebody(&world, "Old", 0).await;
    old.pays(invoice(&old, 7).await.message_id).await.charge();
    old.waits_for(says("Thank you!"), PATIENCE).await;
    let (ann, bob) = (world.person("Ann"), world.person("Bob"));
    for person in [&ann, &bob, &old] {
        let before = newest(person);
        person.starts("c_spring").await;
        person.waits_for_after(before, says("Hello"), PATIENCE).await;
    }
    ann.starts("c_autumn").await;
    ann.pays(invoice(&ann, 50).await.message_id).await.charge();
    ann.waits_for(says("Thank you!"), PATIENCE).await;
    orders(&ann, "kling-26-t2v a cat").await;
    gets_file(&ann).await;
    books.all_ended().await;

    let campaigns = hears(&admin, "/admin campaigns", "1 in all").await;
    let line = campaigns.text.lines().last().unwrap().replace('\u{A0}', " ");
    assert_eq!(line, "spring: 3 → 1 → 1, 50 ⭐ (60 ₽)", "who paid before paid without it");

    books.waits_until("(select booked_as is not null from attempts limit 1)").await;
    let numbers = hears(&admin, "/admin stats", "The last 14 days").await;
    let text = numbers.text.replace('\u{A0}', " ");
    agrees(&books, &text).await;
    let picture =
        admin.waits_for_after(numbers.message_id, |it| !it.media.is_empty(), PATIENCE).await;
    assert!(picture.text.contains("Day by day") && picture.media[0].length > 5_000, "{picture:?}");
    admin.taps_on(numbers.message_id, "By week").await.answered().await;
    admin.waits_for(says("The last 12 weeks"), PATIENCE).await;
    admin.waits_for_after(picture.message_id, |it| !it.media.is_empty(), PATIENCE).await;
    assert!(
        applied_in(&world.telegram.journal(), ann.id()).iter().all(|it| !it.contains("Margin"))
    );
    world.ends_well().await;
}

#[tokio::test]
async fn what_is_free_is_for_members_of_the_channel_and_a_look_that_fails_keeps_nobody_out() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("free-channel");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let line = "# free_channel = \"@name\"";
    assert!(OFFERS.contains(line), "the offers have no {line}");
    let offers = OFFERS.replace(line, "free_channel = \"@news\" #");
    tokio::fs::write(folder.join("offers.toml"), offers).await.unwrap();
    let world = build().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    world.telegram.channel(CHANNEL, "news");
    let (ann, bob) = (world.person("Ann"), world.person("Bob"));

    let offer = asks_for(&ann, "z-image a cat").await;
    assert_eq!(lookups(&world), 0, "looking costs nothing");
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    let gate = ann.waits_for(says("Free for our subscribers"), PATIENCE).await;
    let links: Vec<_> = gate.buttons.iter().flatten().filter_map(|one| one.url.clone()).collect();
    assert_eq!(links, ["https://t.me/news"]);
    ann.taps_on(gate.message_id, &data(&gate, "joined:")).await.answered().await;
    let again = ann.waits_for(says("I don't see you in @news yet"), PATIENCE).await;
    ann.is_in(CHANNEL, true);
    ann.taps_on(again.message_id, &data(&again, "joined:")).await.answered().await;
    let first = gets_file(&ann).await;
    assert_eq!(lookups(&world), 3);
    orders(&ann, "z-image a dog").await;
    ann.waits_for_after(first.message_id, |it| !it.media.is_empty(), PATIENCE).await;
    assert_eq!(lookups(&world), 3, "the answer is remembered");

    let fails = world.telegram.faults().on_method("getChatMember", 1, Fault::Status(502));
    orders(&bob, "z-image a bird").await;
    fails.fired().await;
    gets_file(&bob).await;
    world.ends_well().await;
}
