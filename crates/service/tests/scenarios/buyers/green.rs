//! Somebody who reads only the newest message and taps its first green button gets what they wished for.

use simulator::footage::{Format, Lie, picture};
use simulator::telegram::{Bubble, Parcel, Person};
use simulator::world::PATIENCE;

use super::green;
use crate::generations::studio::{Books, build, gives};

/// What one step can be.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Next {
    /// A green button of this message.
    Green(i64, String),
    /// An invoice.
    Invoice(i64),
    /// A file: the wish came true.
    Result(i64),
}

/// What the newest message of the bot offers, if it is another one than before.
fn next(bubble: &Bubble, done: &[Next]) -> Option<Next> {
    if !bubble.is_from_bot() {
        return None;
    }
    let next = if bubble.media.is_empty() {
        match (bubble.invoice(), green(bubble)) {
            (Some(_), _) => Next::Invoice(bubble.message_id),
            (None, Some(button)) => Next::Green(bubble.message_id, button.data.clone()?),
            (None, None) => return None,
        }
    } else {
        Next::Result(bubble.message_id)
    };
    (!done.contains(&next)).then_some(next)
}

/// Goes on by green buttons until a file has come; the result and the steps after the wish.
async fn follows_the_green(person: &Person) -> (Bubble, usize) {
    let mut done: Vec<Next> = Vec::new();
    loop {
        assert!(done.len() < 8, "{done:?}");
        // The newest first: whatever else still stands above it is not read.
        let bubble = person.waits_for(|bubble| next(bubble, &done).is_some(), PATIENCE).await;
        let Some(step) = next(&bubble, &done) else { continue };
        match &step {
            Next::Green(message, data) => {
                person.taps_on(*message, data).await.answered().await;
            }
            Next::Invoice(message) => {
                person.pays(*message).await;
            }
            Next::Result(_) => return (bubble, done.len()),
        }
        done.push(step);
    }
}

fn photo() -> Parcel {
    Parcel::photo(&picture(Format::Jpeg, (640, 480), Lie::None))
}

#[tokio::test]
async fn a_text_becomes_a_picture_by_one_tap() {
    let world = build().start().await;
    let books = Books::open(&world).await;

    for (name, language, wish) in
        [("Anna", "ru", "рыжий кот на Луне"), ("John", "en", "a ginger cat on the Moon")]
    {
        let person = world.speaker(name, language);
        person.says(wish).await;
        let (result, taps) = follows_the_green(&person).await;

        assert_eq!(taps, 1, "{name}");
        assert_eq!(result.media[0].kind.word(), "photo");
        assert!(result.text.contains(wish), "{}", result.text);
    }
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
}

#[tokio::test]
async fn a_photo_becomes_a_video_by_one_tap_and_words_change_it() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = world.person("Ann");
    ann.says("/menu").await;
    ann.waits_for(Bubble::is_from_bot, PATIENCE).await;
    gives(&world, &ann, 500).await;

    ann.sends(photo()).await;
    let (video, taps) = follows_the_green(&ann).await;
    assert_eq!((taps, video.media[0].kind.word()), (1, "video"));

    let bob = world.person("Bob");
    bob.says("/menu").await;
    bob.waits_for(Bubble::is_from_bot, PATIENCE).await;
    gives(&world, &bob, 500).await;
    bob.sends(photo().captioned("make it winter")).await;
    let (picture, taps) = follows_the_green(&bob).await;
    assert_eq!((taps, picture.media[0].kind.word()), (1, "photo"));
    assert!(picture.text.contains("make it winter"), "{}", picture.text);

    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
}

#[tokio::test]
async fn who_is_short_of_money_pays_by_green_buttons_and_the_order_goes_on_by_itself() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = world.person("Ann");
    ann.says("/menu").await;
    ann.waits_for(Bubble::is_from_bot, PATIENCE).await;

    ann.sends(photo()).await;
    let (video, steps) = follows_the_green(&ann).await;

    assert_eq!(video.media[0].kind.word(), "video");
    assert_eq!(steps, 3, "the wish, what is missing, the payment");
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 1"]);
}
