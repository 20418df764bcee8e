//! The gate before what is free: where the operator names a channel, its members alone use models for nothing.
//!
//! ```text
//!   a free order begins ──┬── no channel, a member, no answer of Telegram ──> it begins
//!                         ├── nobody knows ──> Telegram is asked, and the same is judged once more
//!                         └── a stranger ────> "Join @channel" [Open the channel] [I have joined]; the order waits
//!   [I have joined] ──> as if the order was confirmed once more
//! ```
//!
//! What costs something asks nobody. A look-up that fails lets the person through: that Telegram is slow is no reason to
//! turn anybody away.

use domain::catalogue::Model;
use domain::channel::ChannelStanding;

use super::asking::Place;
use super::go::on_go;
use crate::draft::{Draft, Quote};
use crate::facts::Reply;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::state::{Mark, State};
use crate::step::{Effect, GrowthDeed, Step};
use crate::tap::{GrowthTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Join { channel: &'a str } = "channel-join",
    NotThere { channel: &'a str } = "channel-not-there",
}

labels! { Label;
    Joined = "channel-button-joined",
    Open = "channel-button-open",
}

/// The person says that they have joined.
pub(crate) fn on_joined<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    on_go(scene, mark)
}

/// What happens instead of the start of an order at this price, if something does.
pub(super) fn instead(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    quote: Quote,
    place: Place,
) -> Option<Step> {
    let channel = scene.prices.offers.free_channel.as_deref().filter(|_| quote.is_free)?;
    match scene.facts.channel {
        Some(ChannelStanding::Member | ChannelStanding::Unknown) => None,
        None => Some(scene.stay().and(Effect::Growth(GrowthDeed::AskChannel))),
        Some(ChannelStanding::Stranger) => {
            let draft = Draft { model: model.key.clone(), quote: Some(quote), ..draft.clone() };
            let screen = screen(scene, channel, quote.mark());
            Some(place.put(Step::to(State::Ordering(draft)), screen))
        }
    }
}

fn screen(scene: &OrderScene<'_>, channel: &str, mark: Mark) -> Screen {
    let language = scene.language;
    let words = match has_said_so(scene) {
        true => Text::NotThere { channel },
        false => Text::Join { channel },
    };
    let address = format!("https://t.me/{}", channel.trim_start_matches('@'));
    let joined = Tap::Growth(GrowthTap::Joined(mark));
    Screen::bare(words.html(language))
        .row([Button::link(Label::Open.words(language), address)])
        .row([Button::new(Label::Joined.words(language), joined).success()])
        .homeward(language)
}

/// Whether the person has just said that they joined.
fn has_said_so(scene: &OrderScene<'_>) -> bool {
    match &scene.event.action {
        crate::event::Action::Tapped { data, message: _ } => {
            matches!(Tap::decode(data), Some(Tap::Growth(GrowthTap::Joined(_))))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
