//! What a demo has to begin with: people who have money, prices as the catalogue says, samples on the cards.
//!
//! ```text
//!   trt catalogue list --json ──> what the fake KIE charges, and which models there are
//!   John:  /start                    Anna, the admin:  /admin adjust ... ──> the question ──> confirmed
//!   files at the fake Telegram ──> rows of `samples`, where the database has that table
//! ```
//!
//! Money comes by the bot's own ways: an admin asks for it and confirms, as in life. None of this is needed to
//! play: what does not work is left out, and the page is there meanwhile.

use std::path::Path;
use std::time::Duration;

use testbed::server;
use tokio::process::Command;

use crate::kie::PriceList;
use crate::telegram::page::samples::about;
use crate::telegram::page::{ADMIN, CAST};
use crate::telegram::{Bubble, FakeTelegram, Person};

/// A bot that takes longer is not waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What everybody gets, in the wallet's currency, and the words that stand behind it in the books.
const GIFT: &str = "1000 welcome to the demo";

/// What the samples show, picture by picture.
const SHOWN: [&str; 5] = [
    "a lighthouse at sunset",
    "a cat on the moon",
    "Tokyo street in the rain, neon",
    "a house in the snow",
    "balloons over the desert",
];

/// The prices of the program that is to be run; none when it does not say them.
pub(super) async fn prices(program: &Path) -> Option<PriceList> {
    let mut listing = Command::new(program);
    listing.args(["catalogue", "list", "--json"]).env_clear().kill_on_drop(true);
    let said = tokio::time::timeout(PATIENCE, listing.output()).await.ok()?.ok()?;
    PriceList::read(std::str::from_utf8(&said.stdout).ok()?)
}

/// Brings everything but the prices.
pub(super) async fn brings(people: &[Person], prices: Option<PriceList>, database: &str) {
    money(people).await;
    if let (Some(prices), Some(somebody)) = (&prices, people.first()) {
        samples(somebody, prices, database).await;
    }
}

/// Lets everybody have money, once somebody is there to give it.
async fn money(people: &[Person]) {
    for person in people.iter().filter(|person| person.id() != ADMIN) {
        says(person, "/start", "").await;
    }
    let Some(admin) = people.iter().find(|person| person.id() == ADMIN) else { return };
    for person in people {
        let words = format!("/admin adjust {} {GIFT}", person.id());
        let newest = admin.newest();
        let Some(confirms) = says(admin, &words, "adjust:confirm").await else { return };
        admin.taps(&confirms).await;
        // What is said before that is done could be heard first.
        let is_done =
            |one: &Bubble| (one.edits > 0 && one.button(&confirms).is_none()).then_some(());
        admin.finds_after(newest, is_done, PATIENCE).await;
    }
    says(admin, "/start", "").await;
}

/// Says something; the data of a button that begins like this, as soon as there is one in an answer.
async fn says(person: &Person, words: &str, start: &str) -> Option<String> {
    let newest = person.newest();
    person.says(words).await;
    let button = |bubble: &Bubble| {
        let mut data = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
        data.find(|data| data.starts_with(start))
    };
    person.finds_after(newest, button, PATIENCE).await
}

/// Puts samples on the cards of the models, where the database has a place for them; the files are those of
/// somebody there.
async fn samples(somebody: &Person, prices: &PriceList, database: &str) {
    let Ok(client) = server::connect(database).await else { return };
    let place = client.query_one("select to_regclass('samples') is not null", &[]).await;
    if !place.is_ok_and(|row| row.get::<_, bool>(0)) {
        return;
    }
    let painted = || SHOWN.iter().flat_map(|words| about(words)).collect();
    let pool = somebody.keeps(tokio::task::spawn_blocking(painted).await.unwrap_or_default());
    for (turn, (model, kind)) in prices.offered().enumerate() {
        let fitting: Vec<_> = pool.iter().filter(|(own, _)| own.word() == shown_as(kind)).collect();
        for place in 0..2.min(fitting.len()) {
            let (kind, file) = fitting[(turn + place) % fitting.len()];
            let row = "insert into samples (model, file_id, kind) values ($1, $2, $3) \
                       on conflict do nothing";
            // A sample less is no harm.
            let _ = client.execute(row, &[&model, file, &kind.word()]).await;
        }
    }
}

/// What a model of this kind gives.
fn shown_as(kind: &str) -> &'static str {
    match kind {
        "music" | "sound" | "speech" | "audio-tools" => "audio",
        "speech-to-text" | "lyrics" => "words",
        "avatar" | "lip-sync" => "video",
        words if words.contains("video") => "video",
        _ => "photo",
    }
}

/// The people of the page.
pub(super) fn people(telegram: &FakeTelegram) -> Vec<Person> {
    CAST.iter().map(|(id, name, language)| telegram.person(*id, name, language)).collect()
}
