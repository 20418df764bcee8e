//! Talks of buyers as files that a person can read, in both languages: `talks/{ru,en}/*.txt`.
//!
//! ```text
//!   > a ginger cat on the Moon           what the person writes
//!   > [Create · free]                  what the person taps
//!   > (photo)                            what the person sends
//!   Z-Image                              what the bot has said or changed since, as it stands
//!     [Create · free]                  its buttons, row by row
//!   (gone)                               a message that is no longer there
//! ```
//!
//! They are compared exactly; `BLESS=1` writes them anew. Read them aloud before keeping them.

use std::collections::BTreeMap;

use simulator::footage::{Format, Lie, picture};
use simulator::telegram::{Bubble, Parcel, Person};
use simulator::world::PATIENCE;

use super::green;
use super::late::is_idle;
use crate::generations::studio::{Books, build, gives};
use crate::generations::transcripts::{compare, plain, shown};

/// Where the talks are kept.
const FOLDER: &str = "tests/scenarios/buyers/talks";

const LANGUAGES: [&str; 2] = ["ru", "en"];

/// What a person does; words in both languages.
enum Does {
    Says([&'static str; 2]),
    SendsPhoto,
    /// The first green button of the newest message that has one, so many times.
    TapsGreen(usize),
    /// The newest button whose data begins so.
    Taps(&'static str),
}

/// What stands in the chat, by message.
type Standing = BTreeMap<i64, String>;

fn standing(person: &Person) -> Standing {
    let chat = person.chat();
    let said = chat.iter().filter(|bubble| bubble.is_from_bot());
    said.map(|bubble| (bubble.message_id, shown(bubble))).collect()
}

/// What is new or different, in the order of the chat.
fn news(before: &Standing, after: &Standing) -> Vec<String> {
    let gone = before.keys().filter(|message| !after.contains_key(message));
    let said = after.iter().filter(|(message, text)| before.get(message) != Some(*text));
    let said = said.map(|(_, text)| text.clone());
    gone.map(|_| "(gone)".to_owned()).chain(said).collect()
}

/// The newest message with a button that is wanted, and that button's text and data.
async fn finds(
    person: &Person,
    wanted: impl Fn(&Bubble) -> Option<(String, String)>,
) -> (i64, String, String) {
    let bubble = person.waits_for(|b| b.is_from_bot() && wanted(b).is_some(), PATIENCE).await;
    let (text, data) = wanted(&bubble).unwrap();
    (bubble.message_id, text, data)
}

/// Does it; every update of it is stored afterwards, though perhaps not handled.
async fn does(person: &Person, what: &Does, place: usize) -> String {
    match what {
        Does::Says(words) => {
            person.says(words[place]).await.accepted().await;
            format!("> {}", plain(words[place]))
        }
        Does::SendsPhoto => {
            let photo = picture(Format::Jpeg, (640, 480), Lie::None);
            person.sends(Parcel::photo(&photo)).await.accepted().await;
            "> (photo)".to_owned()
        }
        Does::TapsGreen(times) => {
            let wanted = |bubble: &Bubble| {
                let button = green(bubble)?;
                Some((button.text.clone(), button.data.clone()?))
            };
            let (message, text, data) = finds(person, wanted).await;
            let mut taps = Vec::new();
            for _ in 0..*times {
                taps.push(person.taps_on(message, &data).await);
            }
            for tap in taps {
                tap.accepted().await;
            }
            let times = if *times > 1 { format!(" {times} times") } else { String::new() };
            format!("> [{}]{times}", plain(&text))
        }
        Does::Taps(start) => {
            let wanted = |bubble: &Bubble| {
                let mut buttons = bubble.buttons.iter().flatten();
                let is_meant =
                    |data: &Option<String>| data.as_deref().is_some_and(|it| it.starts_with(start));
                let button = buttons.find(|button| is_meant(&button.data))?;
                Some((button.text.clone(), button.data.clone()?))
            };
            let (message, text, data) = finds(person, wanted).await;
            person.taps_on(message, &data).await.accepted().await;
            format!("> [{}]", plain(&text))
        }
    }
}

/// Holds a talk in both languages and compares it with what is kept.
async fn reads_as_kept(name: &str, roubles: u32, talk: &[Does]) {
    let mut wrong = Vec::new();
    for (place, language) in LANGUAGES.into_iter().enumerate() {
        // A world for each: the expected time is learned from what was made.
        let world = build().instances(1).start().await;
        let books = Books::open(&world).await;
        let person = world.speaker("Anna", language);
        if roubles > 0 {
            person.says("/menu").await;
            person.waits_for(Bubble::is_from_bot, PATIENCE).await;
            gives(&world, &person, roubles).await;
        }
        let mut lines: Vec<String> = Vec::new();
        for what in talk {
            is_idle(&books).await;
            let before = standing(&person);
            lines.push(does(&person, what, place).await);
            is_idle(&books).await;
            books.all_ended().await;
            is_idle(&books).await;
            lines.extend(news(&before, &standing(&person)));
        }
        wrong.extend(compare(FOLDER, language, name, &(lines.join("\n\n") + "\n")).await);
        world.ends_well().await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_newcomers_picture_reads_as_it_is_kept() {
    let wish = Does::Says(["рыжий кот на Луне", "a ginger cat on the Moon"]);
    reads_as_kept("picture", 0, &[wish, Does::TapsGreen(1)]).await;
}

#[tokio::test]
async fn a_photo_that_comes_to_life_reads_as_it_is_kept() {
    reads_as_kept("photo-animated", 500, &[Does::SendsPhoto, Does::TapsGreen(1)]).await;
}

#[tokio::test]
async fn a_song_reads_as_it_is_kept() {
    let wish = Does::Says(["песня о море", "a song about the sea"]);
    let talk = [wish, Does::Taps("offer:sound:"), Does::TapsGreen(1)];
    reads_as_kept("song", 500, &talk).await;
}

#[tokio::test]
async fn a_failure_and_its_refund_read_as_they_are_kept() {
    let order = Does::Says([
        "/generate imagen-4 кот [[sim:fail=501]]",
        "/generate imagen-4 a cat [[sim:fail=501]]",
    ]);
    reads_as_kept("failure", 500, &[order, Does::TapsGreen(1)]).await;
}

#[tokio::test]
async fn words_for_an_open_card_read_as_they_are_kept() {
    let card = Does::Says(["/start m_imagen-4", "/start m_imagen-4"]);
    let words = Does::Says(["лиса в снегу", "a fox in the snow"]);
    reads_as_kept("card-with-words", 500, &[card, words]).await;
}

#[tokio::test]
async fn twenty_taps_read_as_they_are_kept() {
    let wish = Does::Says(["рыжий кот на Луне", "a ginger cat on the Moon"]);
    reads_as_kept("twenty-taps", 0, &[wish, Does::TapsGreen(20)]).await;
}
