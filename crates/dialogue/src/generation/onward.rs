//! What can be done with a result: the buttons below it.
//!
//! ```text
//!   [A variation · 4 ₽] [Again]
//!   [Change the words] [Send to a friend]
//!   [Enlarge] [Bring to life]                 (a picture)
//!   [As a file] [Receipt]
//! ```

use domain::Money;
use domain::catalogue::Output;

use super::GenerationFacts;
use super::ending::action;
use crate::conversations::history::vary;
use crate::conversations::invite::share_link;
use crate::facts::OrderFacts;
use crate::scene::PriceList;
use crate::screen::{Button, Screen};
use crate::tap::GenerationAction;
use crate::texts::GenerationLabel;

/// What the buttons below a result depend on besides the result.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Onward {
    /// What another one of the same would cost its person when the result is said.
    pub repeat: Option<Money>,
    /// How it is sent to friends; none: it cannot be.
    pub share: Option<Share>,
}

/// How a result is sent to friends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Share {
    /// From any chat, where the bot is asked for it.
    Inline,
    /// Not itself: this link to the bot is sent.
    Link(String),
}

/// What another one of the same costs its person as it stands, if that can be made at once.
pub fn repeat_price(
    facts: &GenerationFacts<'_>,
    prices: &PriceList,
    order: &OrderFacts,
) -> Option<Money> {
    vary::price(prices, order, facts.model?, facts.brief)
}

/// The buttons of a result.
pub(super) fn with_deeds(
    facts: &GenerationFacts<'_>,
    output: Output,
    onward: &Onward,
    screen: Screen,
) -> Screen {
    let button = |label, what| action(facts, label, what);
    let vary = onward.repeat.map_or_else(
        || button(GenerationLabel::Vary, GenerationAction::Vary).success(),
        |price| vary::button(facts.language, facts.offers, facts.id, price),
    );
    let screen = screen.row([vary, button(GenerationLabel::Again, GenerationAction::Again)]);
    let words = facts.words().map(|_| button(GenerationLabel::Reword, GenerationAction::Reword));
    let row: Vec<Button> = words.into_iter().chain(share(facts, output, onward)).collect();
    let screen = if row.is_empty() { screen } else { screen.row(row) };
    let screen = match output {
        Output::Image => screen.row([
            button(GenerationLabel::Upscale, GenerationAction::Upscale),
            button(GenerationLabel::Animate, GenerationAction::Animate),
        ]),
        Output::Video | Output::Audio | Output::Text => screen,
    };
    let receipt = button(GenerationLabel::Receipt, GenerationAction::Receipt);
    match output {
        Output::Image | Output::Video => {
            screen.row([button(GenerationLabel::File, GenerationAction::File), receipt])
        }
        Output::Audio | Output::Text => screen.row([receipt]),
    }
}

/// The way to friends. Words have no file that could be found again.
fn share(facts: &GenerationFacts<'_>, output: Output, onward: &Onward) -> Option<Button> {
    let words = GenerationLabel::Share.words(facts.language);
    match onward.share.as_ref()? {
        Share::Inline if output == Output::Text => None,
        Share::Inline => Some(Button::inline(words, facts.number.to_string())),
        Share::Link(link) => Some(Button::link(words, share_link(facts.language, link))),
    }
}
