//! People who order things: what they can do, what they must not, and what they hear.
//!
//! ```text
//!   orders ──┬── has the money, or it is free ──> the result, paid for once
//!            └── has not, or may not ──> a plain answer, nothing charged
//! ```
//!
//! | part | shows |
//! | --- | --- |
//! | [`newcomer`] | the way from `/start` to the first picture |
//! | [`money`] | too little of it, another price than was named, taking back |
//! | [`free`] | what costs nothing, and its limits when many want it at once |
//! | [`forged`] | buttons of somebody else |
//! | [`files`], [`secrets`] | what people send, and what nobody may see of it |
//! | [`behind_proxy`] | the same where Telegram is reached through a proxy, which dies and returns |
//! | [`measured`] | what a file truly is, and what that costs |
//! | [`onward`] | what is done with a result: once more, by another model, by its number |
//! | [`lasting`] | drafts and results that outlive a deploy |

mod behind_proxy;
mod files;
mod forged;
mod free;
mod lasting;
mod measured;
mod money;
mod newcomer;
mod onward;
mod secrets;

use std::path::{Path, PathBuf};

use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

/// The offers that are part of the program.
const OFFERS: &str = include_str!("../../../../domain/offers.toml");

/// A small picture of one colour, as people send them.
const PICTURE: &[u8] = include_bytes!("people/picture.png");

/// A settings folder with offers of one's own.
pub(crate) async fn settings(name: &str, offers: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("people").join(name);
    tokio::fs::create_dir_all(&folder).await.unwrap();
    tokio::fs::write(folder.join("offers.toml"), offers).await.unwrap();
    folder
}

/// The built-in offers with one line replaced.
pub(crate) fn offers(line: &str, by: &str) -> String {
    assert!(OFFERS.contains(line), "the offers have no {line}");
    OFFERS.replacen(line, by, 1)
}

/// Waits for the next message of the bot that is wanted.
async fn next(person: &Person, after: i64, wanted: impl Fn(&Bubble) -> bool) -> Bubble {
    let is_next =
        |bubble: &Bubble| bubble.message_id > after && bubble.is_from_bot() && wanted(bubble);
    person.waits_for(is_next, PATIENCE).await
}

/// The data of the button whose data begins like this.
fn data(bubble: &Bubble, start: &str) -> Option<String> {
    let mut data = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
    data.find(|data| data.starts_with(start))
}

/// Taps the button whose data begins like this, on the newest message that has one.
async fn taps(person: &Person, start: &str) -> Bubble {
    let bubble = person.waits_for(|bubble| data(bubble, start).is_some(), PATIENCE).await;
    let data = data(&bubble, start).unwrap();
    person.taps_on(bubble.message_id, &data).await.answered().await;
    bubble
}
