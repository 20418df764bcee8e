//! Taps that come late or again: the tapped message shows how things stand, and no other is made.

use std::collections::HashSet;

use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};

use super::green;
use crate::generations::studio::{Books, build, gets_file, gives, somebody};
use testbed::draws::{Draws, printed_seed};

/// Taps in all, half of them while instances are killed.
const TAPS: usize = 1_000;

/// So many people tap.
const PEOPLE: usize = 10;

/// A message with a button, and what the button carries.
type Old = (i64, String);

/// Every button that somebody has ever had under a message that can still be edited.
fn buttons(person: &Person) -> Vec<Old> {
    let chat = person.chat();
    let from_bot = chat.iter().filter(|bubble| bubble.is_from_bot() && bubble.media.is_empty());
    let data = |bubble: &Bubble| {
        let all = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
        all.map(|data| (bubble.message_id, data)).collect::<Vec<_>>()
    };
    from_bot.flat_map(data).collect()
}

/// Waits until everything was handled and said.
pub(super) async fn is_idle(books: &Books) {
    let idle = "not exists (select from inbox where state = 0) \
        and not exists (select from outbox where state in (0, 1))";
    books.waits_until(idle).await;
}

fn messages(person: &Person) -> usize {
    person.chat().iter().filter(|bubble| bubble.is_from_bot()).count()
}

#[tokio::test]
async fn twenty_taps_on_a_green_button_make_one_picture_and_no_other_message() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let before = messages(&ann);
    ann.says("a red cat on the moon").await;
    let offer = ann.waits_for(|bubble| green(bubble).is_some(), PATIENCE).await;
    let data = green(&offer).unwrap().data.clone().unwrap();

    for _ in 0..20 {
        ann.taps_on(offer.message_id, &data).await;
    }
    gets_file(&ann).await;
    books.all_ended().await;
    is_idle(&books).await;

    assert_eq!(books.sums().await.states, ["delivered 1"]);
    assert_eq!(world.kie.creates().len(), 1);
    // The message with the button told how it went and is gone; what is left is the picture.
    let said: Vec<String> = ann.chat().iter().map(|bubble| bubble.text.clone()).collect();
    assert_eq!(messages(&ann), before + 1, "{said:?}");
    world.ends_well().await;
}

#[tokio::test]
async fn a_tap_on_an_older_message_shows_there_how_things_stand() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    ann.says("a cat").await;
    let cat = ann.waits_for(|bubble| green(bubble).is_some(), PATIENCE).await;
    ann.says("a dog in the snow").await;
    let is_newer = |bubble: &Bubble| bubble.message_id > cat.message_id && green(bubble).is_some();
    ann.waits_for(is_newer, PATIENCE).await;
    let before = messages(&ann);

    let data = green(&cat).unwrap().data.clone().unwrap();
    for _ in 0..5 {
        ann.taps_on(cat.message_id, &data).await.answered().await;
    }

    let is_fresh = |bubble: &Bubble| {
        bubble.message_id == cat.message_id && bubble.text.contains("a dog in the snow")
    };
    ann.waits_for(is_fresh, PATIENCE).await;
    is_idle(&books).await;
    assert_eq!(messages(&ann), before);
    assert_eq!(world.kie.creates().len(), 0);
    world.ends_well().await;
}

/// Somebody who has been everywhere: what they tap on later is out of date by then.
async fn has_been_everywhere(world: &World, name: &str) -> (Person, Vec<Old>) {
    let person = somebody(world, name, 0).await;
    let mut old: HashSet<Old> = HashSet::new();
    for words in [
        "/menu",
        "/help",
        "/settings",
        "/balance",
        "/free",
        "/topup",
        "/subscribe",
        "/terms",
        "/invite",
        "/language",
        "a cat",
        "a dog",
        "/generate kling-26-t2v waves",
        "/generate nano-banana a fox",
        "/history",
        "/start m_z-image",
    ] {
        let newest = person.newest();
        person.says(words).await;
        person.waits_for(|b| b.is_from_bot() && b.message_id > newest, PATIENCE).await;
        old.extend(buttons(&person));
    }
    // An invoice is a message of its own by design.
    let is_invoice = |data: &str| data.starts_with("bill:") || data.starts_with("for:");
    let mut old: Vec<Old> = old.into_iter().filter(|(_, data)| !is_invoice(data)).collect();
    old.sort();
    // The last word: everything above is of an earlier order now.
    let newest = person.newest();
    person.says("/cancel").await;
    person.waits_for(|b| b.is_from_bot() && b.message_id > newest, PATIENCE).await;
    (person, old)
}

#[tokio::test]
async fn a_thousand_late_taps_under_kills_make_no_message_of_their_own() {
    let mut draws = Draws::seeded(printed_seed());
    // They are faster than anybody is served otherwise.
    let mut world = build().variable("PERSON_RATE", "1000").start().await;
    let books = Books::open(&world).await;
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        people.push(has_been_everywhere(&world, &format!("P{number}")).await);
    }
    is_idle(&books).await;
    let before: Vec<usize> = people.iter().map(|(person, _)| messages(person)).collect();
    let kinds: HashSet<&str> = people
        .iter()
        .flat_map(|(_, old)| old.iter().filter_map(|(_, data)| data.split(':').next()))
        .collect();
    assert!(kinds.len() >= 10, "{kinds:?}");

    for round in 0..TAPS {
        let (person, old) = &people[round % PEOPLE];
        let (message, data) = draws.one_of(old);
        let tap = person.taps_on(*message, data).await;
        if round % 250 == 125 {
            world.kills_active().await;
            world.starts_one().await;
        }
        if draws.once_in(4) {
            tap.answered().await;
        }
    }
    is_idle(&books).await;

    for ((person, _), before) in people.iter().zip(before) {
        let after = messages(person);
        assert_eq!(after, before, "{:?}", person.chat().iter().skip(before));
    }
    assert_eq!(books.sums().await.states, [""; 0], "nothing was ordered by a late tap");
    for (person, old) in &people {
        shows_the_newest(&world, person, old).await;
    }
    world.ends_well().await;
}

/// An old message says what is true now: the balance after money has come, and no other message does.
async fn shows_the_newest(world: &World, person: &Person, old: &[Old]) {
    let (message, data) = old.iter().find(|(_, data)| data == "menu:balance").unwrap();
    // In whatever language they have tapped on: a newcomer's gift, and what comes now.
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_new =
        |bubble: &Bubble| bubble.message_id == *message && digits(&bubble.text).contains("1441");
    assert!(!person.chat().iter().any(is_new));
    gives(world, person, 1_431).await;
    let before = messages(person);

    person.taps_on(*message, data).await.answered().await;

    person.waits_for(is_new, PATIENCE).await;
    assert_eq!(messages(person), before);
}
