//! What closes a model, a variant or everything, and what opens it again.

use domain::News;
use simulator::kie::Fault;
use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};

use super::{KOPECKS, RICH, hears, is_free_of_charge, so_far};
use crate::generations::studio::{
    ADMIN, Books, asks_for, build, files, gets_file, go, lines, orders, says, somebody,
};

const PAUSED: &str = "We've paused everything for a while";
const REFUSED: &str = "on a break right now";
const CLOSED: &str = "exists (select from closures where closed_until > trt_now())";
const OPEN: &str = "not exists (select from closures where closed_until is not null)";

/// More than anybody needs, in millionths of a credit.
const PLENTY: i64 = 1_000_000_000_000;

#[tokio::test]
async fn an_empty_account_pauses_everything_with_one_notice_until_it_is_filled() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", RICH).await);
    let cleo = somebody(&world, "Cleo", RICH).await;
    // Both have seen their price before anybody knew.
    let (hers, his) =
        (asks_for(&ann, "imagen-4 a red cat").await, asks_for(&bob, "imagen-4 a dog").await);
    world.kie.set_credits(0);

    ann.taps_on(hers.message_id, &go(&hers).unwrap()).await.answered().await;
    books.waits_until(CLOSED).await;
    bob.taps_on(his.message_id, &go(&his).unwrap()).await.answered().await;
    bob.waits_for(says(REFUSED), PATIENCE).await;
    is_refused(&cleo, "imagen-4-fast a bird", REFUSED).await;
    assert_eq!(world.kie.creates().len(), 1, "nobody but the first has asked");
    let sums = books.sums().await;
    assert_eq!(sums.states, ["requested 1"], "hers waits; no hold was taken from the others");
    assert_eq!(sums.available + sums.held, 3 * KOPECKS);

    world.kie.set_credits(PLENTY);
    gets_file(&ann).await;
    orders(&cleo, "imagen-4 a bird").await;
    gets_file(&cleo).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
    assert_eq!(lines(&world, "ERROR", "[KIE]"), 1, "one line, however many asked");
    assert_eq!(lines(&world, "INFO", "[KIE] open again"), 1);
    assert_eq!(notices(&world, "Sales are paused"), 1, "and one message to the admin");
    assert_eq!(notices(&world, "Sales go on:"), 1);
}

/// In the language of the bot, for a chat has none.
#[tokio::test]
async fn with_a_chat_of_their_own_the_admins_are_told_there_and_nowhere_else() {
    const OFFICE: i64 = 4_747;
    let world = build().variable("ADMIN_CHAT_ID", &OFFICE.to_string()).start().await;
    let books = Books::open(&world).await;
    let office = world.telegram.person(OFFICE, "The office", "en");
    office.says("/menu").await;
    office.waits_for(Bubble::is_from_bot, PATIENCE).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.kie.set_credits(0);

    orders(&ann, "imagen-4 a red cat").await;

    office.waits_for(says("Продажи приостановлены"), PATIENCE).await;
    books.time_passes("50 minutes").await;
    hears(&ann, 0, PAUSED).await;
    world.ends_well().await;
    is_free_of_charge(&books, "failed 1").await;
    assert_eq!(notices(&world, "Sales are paused"), 0);
}

#[tokio::test]
async fn a_dear_order_that_cannot_be_paid_waits_while_cheap_ones_are_sold() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", RICH).await);
    let dear = asks_for(&bob, "kling-3-turbo-t2v a dog").await;
    world.kie.set_price("kling/v3-turbo-text-to-video", 90_000_000);
    world.kie.set_credits(30_000_000);

    orders(&ann, "kling-3-turbo-t2v a red cat").await;
    books.waits_until(CLOSED).await;
    bob.taps_on(dear.message_id, &go(&dear).unwrap()).await.answered().await;
    bob.waits_for(says("takes no orders right now"), PATIENCE).await;
    for number in 1..=2 {
        orders(&bob, &format!("imagen-4-fast bird number {number}")).await;
        let quotes = says(&format!("bird number {number}"));
        bob.waits_for(|bubble| !bubble.media.is_empty() && quotes(bubble), PATIENCE).await;
    }
    assert_eq!((files(&ann), world.kie.creates().len()), (0, 3), "nobody asks for hers again");

    world.kie.set_credits(PLENTY);
    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 3"]);
    assert_eq!(lines(&world, "ERROR", "[KIE]"), 1);
    assert_eq!(notices(&world, "Credits are short"), 1);
    assert_eq!(notices(&world, "Enough credits again"), 1);
    assert_eq!(notices(&world, "Sales are paused"), 0);
}

#[tokio::test]
async fn a_refused_key_and_a_used_up_key_pause_everything_with_one_notice_each() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let bob = somebody(&world, "Bob", 0).await;
    for (number, code) in [401, 433].into_iter().enumerate() {
        // Nothing that would make us try again before the test is ready.
        world.kie.set_credits(0);
        world.kie.faults().arm(Fault::Code(code), 1);
        let before = so_far(&ann);
        orders(&ann, &format!("imagen-4 a red cat {code}")).await;
        books.waits_until(CLOSED).await;
        is_refused(&bob, "imagen-4 a dog", REFUSED).await;
        assert_eq!(world.kie.creates().len(), 2 * number + 1, "{code}");
        assert_eq!(lines(&world, "ERROR", "[KIE] closed"), number + 1, "{code}");
        books.time_passes(&format!("{} minutes", 90 * number + 50)).await;
        hears(&ann, before, PAUSED).await;
        // An hour later at the latest somebody tries again, and the next pause is news again.
        world.kie.set_credits(PLENTY);
        books.time_passes(&format!("{} minutes", 90 * number + 90)).await;
        orders(&ann, &format!("imagen-4 a blue cat {code}")).await;
        let quotes = says(&format!("a blue cat {code}"));
        ann.waits_for(|bubble| !bubble.media.is_empty() && quotes(bubble), PATIENCE).await;
    }

    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2", "failed 2"]);
    assert_eq!(files(&bob), 0);
    assert_eq!((notices(&world, "Sales are paused"), notices(&world, "Sales go on:")), (2, 2));
}

#[tokio::test]
async fn a_model_that_kie_no_longer_has_is_closed_and_the_others_stay_open() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    for (number, (code, model)) in
        [(404, "imagen-4"), (505, "imagen-4-fast")].into_iter().enumerate()
    {
        world.kie.faults().arm(Fault::Code(code), 1);
        orders(&ann, &format!("{model} a red cat")).await;
        books.waits_until(&format!("{CLOSED} and {}", is_closed(model))).await;
        is_refused(&ann, &format!("{model} a red cat"), "takes no orders right now").await;
        assert_eq!(lines(&world, "ERROR", "[KIE] closed"), number + 1);
    }
    orders(&ann, "imagen-4-ultra a red cat").await;
    gets_file(&ann).await;
    books.time_passes("50 minutes").await;
    hears(&ann, 0, "This model is closed for now").await;

    books.time_passes("2 hours").await;
    orders(&ann, "imagen-4 a red cat once more").await;
    ann.waits_for(|bubble| !bubble.media.is_empty() && says("once more")(bubble), PATIENCE).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2", "failed 2"]);
    assert_eq!((world.kie.creates().len(), world.kie.tasks().len()), (4, 2));
    assert_eq!(notices(&world, "imagen-4 is open again"), 1, "the other one was not tried");
}

#[tokio::test]
async fn failures_of_one_person_close_nothing_and_those_of_five_do_until_a_trial_works() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    for number in 1..=5 {
        let before = so_far(&ann);
        orders(&ann, &format!("imagen-4 a red cat {number} [[sim:fail=501]]")).await;
        hears(&ann, before, "The model failed").await;
    }
    let offer = asks_for(&ann, "imagen-4 a blue cat").await;
    assert!(go(&offer).is_some(), "it is hers alone: {}", offer.text);
    for name in ["Bob", "Cleo", "Dan", "Eve"] {
        assert_eq!(lines(&world, "ERROR", "keeps_failing"), 0, "before {name}");
        let person = somebody(&world, name, RICH).await;
        orders(&person, "imagen-4 a dog [[sim:fail=501]]").await;
        hears(&person, 0, "The model failed").await;
    }
    books.waits_until(&is_closed("imagen-4")).await;
    is_refused(&ann, "imagen-4 a red cat", "takes no orders right now").await;
    assert_eq!(lines(&world, "ERROR", "keeps_failing"), 1);

    books.time_passes("3 minutes").await;
    orders(&ann, "imagen-4 a green cat").await;
    gets_file(&ann).await;
    books.waits_until(OPEN).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(
        books.number("select count(*) from model_failures").await,
        0,
        "it makes up for them"
    );
    assert_eq!(books.sums().await.states, ["delivered 1", "failed 9"]);
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    crate::notices::kinds::hears(&admin, News::Closed).await;
    crate::notices::kinds::hears(&admin, News::Opened).await;
    assert_eq!(notices(&world, "imagen-4 is closed: it failed for several people"), 1);
    assert_eq!(notices(&world, "imagen-4 is open again"), 1);
}

#[tokio::test]
async fn a_variant_that_kie_overcharges_twice_is_closed_for_a_day_and_then_tried() {
    const KLING: &str = "kling/v3-turbo-text-to-video";
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 500).await;
    world.kie.set_price(KLING, 200_000_000);
    for number in 1..=2 {
        assert_eq!(lines(&world, "ERROR", "[KIE] closed"), 0, "before number {number}");
        orders(&ann, &format!("kling-3-turbo-t2v a red cat {number}")).await;
        let quotes = says(&format!("a red cat {number}"));
        ann.waits_for(|bubble| !bubble.media.is_empty() && quotes(bubble), PATIENCE).await;
    }
    books.waits_until(CLOSED).await;
    books.all_ended().await;
    let before = books.sums().await;

    let offer = asks_for(&ann, "kling-3-turbo-t2v a red cat").await;
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    ann.waits_for(says("takes no orders right now"), PATIENCE).await;
    assert_eq!(books.sums().await, before, "no hold was taken");
    assert_eq!(before.states, ["delivered 2"], "what was made is delivered for its price");
    assert_eq!(world.kie.creates().len(), 2);
    let kept = "select count(*) from closures where closed_until > trt_now() \
                and subject like 'kling-3-turbo-t2v resolution = 720p%'";
    assert_eq!(books.number(kept).await, 1, "the other variant is open");

    world.kie.set_price(KLING, 90_000_000);
    books.time_passes("25 hours").await;
    orders(&ann, "kling-3-turbo-t2v a red cat 3").await;
    ann.waits_for(|bubble| !bubble.media.is_empty() && says("cat 3")(bubble), PATIENCE).await;
    books.waits_until(OPEN).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(lines(&world, "ERROR", "[KIE] closed"), 1);
    assert_eq!(notices(&world, "the provider charges far above its price list"), 1);
    assert_eq!(notices(&world, "is open again"), 1);
}

/// It is closed at this moment.
fn is_closed(subject: &str) -> String {
    format!("exists (select from closed_now where subject = '{subject}')")
}

/// How often the admin was told so.
fn notices(world: &World, words: &str) -> usize {
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    admin.chat().iter().filter(|bubble| says(words)(bubble)).count()
}

/// Somebody asks for something and is told why not, with nothing to tap that would start it.
async fn is_refused(person: &Person, order: &str, words: &str) {
    let before = so_far(person);
    person.says(&format!("/generate {order}")).await;
    let told = hears(person, before, words).await;
    assert!(go(&told).is_none(), "{}", told.text);
}
