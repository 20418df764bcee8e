//! Whole talks as files that a person can read, in both languages: `transcripts/{ru,en}/*.txt`.
//!
//! ```text
//!   > /generate z-image a cat            what the person writes
//!   > [Make it · 6 ⭐ · 6.40 ₽]           what the person taps
//!   Imagen 4: in the queue.              what the bot says, as it stands in the end
//!     [Again] [A variation]              its buttons, row by row
//!     (photo)                            its files
//! ```
//!
//! They are compared exactly; `BLESS=1` writes them anew, and the difference is then looked at like
//! any other. Numbers of generations are `<id>`, addresses `<link>`, and the magic words that tell
//! the fake KIE what to do are left out.

use std::path::Path;

use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

use super::studio::{Books, build, gives, go, newest};

/// What is ordered, and how one knows that it is over.
struct Talk {
    /// The name of the files.
    name: &'static str,
    model: &'static str,
    words: [&'static str; 2],
    /// Messages that the bot adds after the order was started.
    messages: usize,
}

/// Where the talks are kept.
const FOLDER: &str = "tests/scenarios/generations/transcripts";

const LANGUAGES: [&str; 2] = ["ru", "en"];

const TALKS: [Talk; 7] = [
    Talk {
        name: "photo",
        model: "imagen-4",
        words: ["рыжий кот на Луне", "a ginger cat on the Moon"],
        messages: 1,
    },
    Talk {
        name: "album-of-six",
        model: "grok-image",
        words: ["шесть котов", "six cats"],
        messages: 7,
    },
    Talk {
        name: "two-tracks",
        model: "suno-song",
        words: ["песня о море", "a song about the sea"],
        messages: 3,
    },
    Talk {
        name: "video-of-60-mb",
        model: "kling-26-t2v",
        words: ["море [[sim:size=60MB]]", "the sea [[sim:size=60MB]]"],
        messages: 1,
    },
    Talk {
        name: "text", model: "suno-lyrics", words: ["о дожде", "about the rain"], messages: 1
    },
    Talk {
        name: "refused-by-policy",
        model: "imagen-4",
        words: ["нечто плохое [[sim:policy]]", "something bad [[sim:policy]]"],
        messages: 1,
    },
    Talk {
        name: "failed-and-returned",
        model: "imagen-4",
        words: ["кот [[sim:fail=501]]", "a cat [[sim:fail=501]]"],
        messages: 1,
    },
];

/// The words without the magic ones.
fn without_spells(text: &str) -> String {
    let mut parts = text.split(" [[sim:");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once("]]").unwrap_or_default().1).collect::<String>()
}

/// A text with plain spaces and without what differs from run to run.
pub(crate) fn plain(text: &str) -> String {
    let words = without_spells(&text.replace('\u{A0}', " "));
    let mut plain = String::new();
    let mut rest = words.as_str();
    while let Some(at) = rest.find(['#', 'h']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let end = if from.starts_with("https://bot.example.org/r/") {
            plain.push_str("<link>");
            from.find(char::is_whitespace).unwrap_or(from.len())
        } else if let Some(number) = from.strip_prefix('#') {
            plain.push('#');
            let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            plain.push_str(if digits > 0 { "<id>" } else { "" });
            1 + digits
        } else {
            plain.push('h');
            1
        };
        rest = &from[end..];
    }
    plain + rest
}

/// A message of the bot, as a person reads it.
pub(crate) fn shown(bubble: &Bubble) -> String {
    let mut lines: Vec<String> = plain(&bubble.text).lines().map(str::to_owned).collect();
    for media in &bubble.media {
        // A file is named after its generation.
        let name = media.file_name.as_deref().and_then(|name| name.split_once('-'));
        let name = name.map(|(_, rest)| format!("<id>-{rest}"));
        let names = [media.title.clone(), name].into_iter().flatten();
        let names: String = names.map(|name| format!(", {name}")).collect();
        lines.push(format!("  ({}{names})", media.kind.word()));
    }
    // An address behind words is not seen in the text.
    for link in bubble.html.split("<a href=\"").skip(1) {
        lines.push(format!("  <a> {}", plain(link.split('"').next().unwrap_or_default())));
    }
    for row in &bubble.buttons {
        let row: Vec<String> =
            row.iter().map(|button| format!("[{}]", plain(&button.text))).collect();
        lines.push(format!("  {}", row.join(" ")));
    }
    lines.join("\n")
}

/// Orders and is told the price; the talk so far, and the message that tells it.
async fn asks(person: &Person, what: &Talk, place: usize) -> (Vec<String>, Bubble) {
    let command = format!("/generate {} {}", what.model, what.words[place]);
    let before = newest(person);
    person.says(&command).await;
    let offered = |bubble: &Bubble| bubble.message_id > before && go(bubble).is_some();
    let offer = person.waits_for(offered, PATIENCE).await;
    (vec![format!("> {}", plain(&command)), shown(&offer)], offer)
}

/// Starts what was offered and waits for its end; the rest of the talk.
async fn gets(person: &Person, what: &Talk, offer: &Bubble) -> Vec<String> {
    let data = go(offer).unwrap();
    let label = &offer.button(&data).unwrap().text;
    person.taps_on(offer.message_id, &data).await.answered().await;
    let last = offer.message_id + i64::try_from(what.messages).unwrap();
    person.waits_for(|bubble| bubble.message_id == last, PATIENCE).await;
    // The status message is closed after the result came.
    let is_closed =
        |bubble: &Bubble| bubble.message_id == offer.message_id && bubble.buttons.is_empty();
    person.waits_for(is_closed, PATIENCE).await;
    let chat = person.chat();
    let after: Vec<&Bubble> =
        chat.iter().filter(|bubble| bubble.message_id >= offer.message_id).collect();
    // An album is one thing, although each of its files is a message.
    let together = |one: &&Bubble, next: &&Bubble| one.album.is_some() && one.album == next.album;
    let said = after.chunk_by(together).map(|album| {
        let album: Vec<String> = album.iter().map(|bubble| shown(bubble)).collect();
        album.join("\n")
    });
    std::iter::once(format!("> [{}]", plain(label))).chain(said).collect()
}

/// Compares a talk with its file, or writes the file; what is wrong with it.
pub(crate) async fn compare(
    folder: &str,
    language: &str,
    name: &str,
    talked: &str,
) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(language);
    let file = folder.join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        tokio::fs::create_dir_all(&folder).await.unwrap();
        tokio::fs::write(&file, talked).await.unwrap();
    }
    let kept = tokio::fs::read_to_string(&file).await.unwrap_or_default();
    let cure = "look at it, then write it with BLESS=1";
    (kept != talked).then(|| format!("{}: another talk, {cure}:\n{talked}", file.display()))
}

/// The talk of this name in both languages.
async fn reads_as_kept(name: &str) {
    let what = TALKS.iter().find(|talk| talk.name == name).unwrap();
    let world = build().instances(1).start().await;
    let books = Books::open(&world).await;
    // Both ask before anything is made: afterwards the expected time is learned from it.
    let mut talks = Vec::new();
    for (place, language) in LANGUAGES.into_iter().enumerate() {
        let person = world.speaker("Anna", language);
        person.says("/menu").await;
        person.waits_for(Bubble::is_from_bot, PATIENCE).await;
        gives(&world, &person, 500).await;
        let (talk, offer) = asks(&person, what, place).await;
        talks.push((language, person, talk, offer));
    }
    let mut wrong = Vec::new();
    for (language, person, mut talk, offer) in talks {
        talk.extend(gets(&person, what, &offer).await);
        wrong.extend(compare(FOLDER, language, name, &(talk.join("\n\n") + "\n")).await);
    }
    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!((sums.held, sums.available + sums.revenue), (0, 100_000));
    assert_eq!(world.kie.creates().len(), LANGUAGES.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn a_photo_reads_as_it_is_kept() {
    reads_as_kept("photo").await;
}

#[tokio::test]
async fn an_album_of_six_reads_as_it_is_kept() {
    reads_as_kept("album-of-six").await;
}

#[tokio::test]
async fn two_tracks_read_as_they_are_kept() {
    reads_as_kept("two-tracks").await;
}

#[tokio::test]
async fn a_video_of_60_mb_reads_as_it_is_kept() {
    reads_as_kept("video-of-60-mb").await;
}

#[tokio::test]
async fn a_text_reads_as_it_is_kept() {
    reads_as_kept("text").await;
}

#[tokio::test]
async fn a_refusal_by_policy_reads_as_it_is_kept() {
    reads_as_kept("refused-by-policy").await;
}

#[tokio::test]
async fn a_failure_with_its_money_returned_reads_as_it_is_kept() {
    reads_as_kept("failed-and-returned").await;
}

#[test]
fn what_differs_from_run_to_run_is_replaced() {
    let text = "Reference: #17, https://bot.example.org/r/abc_D-1 here";

    assert_eq!(plain(text), "Reference: #<id>, <link> here");
    assert_eq!(plain("a cat [[sim:policy]]\nNext"), "a cat\nNext");
    assert_eq!(plain("# and https://else.org"), "# and https://else.org");
}
