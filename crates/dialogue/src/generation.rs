//! What is said about a generation: while it is made, when it is done, when it came to nothing.
//!
//! ```text
//!   waiting [Cancel] ──> working ▰▰▱ ──┬──> a new message: the result [A variation · 4 ₽] [Again] …
//!        │                             └──> a new message: why, what came back, what may help
//!        └──> cancelled: what came back          the first message goes once that is said
//! ```
//!
//! The first row is one message that is edited in place ([`status`]), so it has no way to the menu while it lives:
//! the menu would take its place. It is taken away when the result or the failure was said, so that one message is
//! left of an order. A result is never wiped away by a tap; its receipt leads on. Used by the loop that makes
//! generations; nothing here decides anything.

mod ending;
mod onward;
mod shared;
mod status;
mod time;

#[cfg(test)]
mod tests;

use domain::catalogue::{Model, Output};
use domain::generation::{Brief, Failure};
use domain::offers::{Discount, Offers};
use domain::{GenerationId, Language, ModelKey, Money};

pub use self::onward::{Onward, Share, repeat_price};
pub use self::shared::{invite_link, shared};
pub use self::status::{Wait, cancellable, cancelled, still_waiting, waiting, working};
pub(crate) use self::time::{usual_time, wait};
use crate::amounts::{priced, shown};
use crate::conversations::order::instead;
use crate::facts::OrderFacts;
use crate::html::{Html, MESSAGE_UNITS, shown_units};
use crate::scene::PriceList;
use crate::screen::Screen;
use crate::texts::{GenerationLabel, GenerationText};

/// What one caption can hold, in UTF-16 units after parsing.
const CAPTION_UNITS: usize = 1024;

/// Links in one message; more results than that no model gives.
const MAX_LINKS: usize = 20;

/// The longest address that Telegram surely takes.
const MAX_ADDRESS: usize = 2000;

/// What every sentence about a generation is made from.
#[derive(Debug, Clone, Copy)]
pub struct GenerationFacts<'a> {
    /// Its number among all; 0 while it has none.
    pub id: GenerationId,
    /// Its number among those of its person; 0 while it has none.
    pub number: i64,
    /// The language of its person.
    pub language: Language,
    /// Its model; none if the catalogue no longer has it.
    pub model: Option<&'a Model>,
    /// What was ordered.
    pub brief: &'a Brief,
    /// What it costs the person.
    pub price: Money,
    /// It was for nothing.
    pub is_free: bool,
    /// What things cost, for the price in Stars.
    pub offers: &'a Offers,
}

impl<'a> GenerationFacts<'a> {
    /// What its model is called.
    pub(crate) fn title(&self) -> String {
        match self.model {
            Some(model) => model.title.in_language(self.language).to_owned(),
            None => GenerationLabel::Nameless.words(self.language),
        }
    }

    /// What it costs, in both units or that it is free.
    pub(crate) fn cost(&self) -> String {
        if self.is_free {
            GenerationLabel::Free.words(self.language)
        } else {
            priced(self.language, self.offers, self.price)
        }
    }

    /// The words of the person, if there are any.
    pub(crate) fn words(&self) -> Option<&'a str> {
        let model = self.model?;
        self.brief.words(model).filter(|words| !words.trim().is_empty())
    }
}

/// What comes back when a generation came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// The money, or the free try.
    Everything,
    /// The money, but no free try: it was made, or may still be, and costs us.
    Money,
}

/// How a person stands now that their generation came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// What may be spent.
    pub balance: Money,
    /// What is taken off what another order costs them.
    pub discount: Discount,
}

/// The model that is offered for an order that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextBest {
    /// The model.
    pub model: ModelKey,
    /// What it is called.
    pub title: String,
    /// What the order costs there as it stands.
    pub price: Money,
}

/// The next best model for what came to nothing: open, of the same kind, it takes the same words and files, and costs
/// nearly the same.
pub fn next_best(
    facts: &GenerationFacts<'_>,
    prices: &PriceList,
    order: &OrderFacts,
) -> Option<NextBest> {
    let failed = facts.model?;
    let (model, price) = instead::next_best(prices, order, failed, facts.brief, facts.price)?;
    let title = prices.catalogue.model(&model)?.title.in_language(facts.language).to_owned();
    Some(NextBest { model, title, price })
}

/// What an order costs its person at this model as it stands, with what the model takes of it.
pub fn instead_price(
    facts: &GenerationFacts<'_>,
    prices: &PriceList,
    order: &OrderFacts,
    model: &ModelKey,
) -> Option<Money> {
    let (failed, model) = (facts.model?, prices.catalogue.model(model)?);
    instead::price(prices, order, failed, model, facts.brief)
}

/// It came to nothing: what happened, what came back, what to do.
pub fn failed(
    facts: &GenerationFacts<'_>,
    failure: Failure,
    back: Back,
    standing: Standing,
    next: Option<&NextBest>,
) -> Screen {
    let next = next.filter(|_| ending::may_be_made_elsewhere(failure));
    let language = facts.language;
    let balance = shown(language, facts.offers.currency, standing.balance);
    let returned = match (facts.is_free, back) {
        (true, Back::Everything) => {
            GenerationText::ReturnedFree { balance: &balance }.html(language)
        }
        (true, Back::Money) if failure == Failure::Undelivered => {
            GenerationText::NotCharged { balance: &balance }.html(language)
        }
        (true, Back::Money) => GenerationText::FreeStaysUsed { balance: &balance }.html(language),
        (false, _) => {
            GenerationText::Returned { price: &facts.cost(), balance: &balance }.html(language)
        }
    };
    let words = GenerationText::Failed {
        title: &facts.title(),
        why: &ending::why(facts, failure, standing.discount),
        returned: &returned,
        next: &ending::next(facts, failure, next),
    };
    let screen = Screen::bare(words.html(language));
    let ways = ending::ways(facts, failure, standing.discount, next);
    ways.into_iter().fold(screen, Screen::row).homeward(language)
}

/// Files that were wanted once more, and are not there any more.
pub fn missing(language: Language) -> Screen {
    Screen::bare(GenerationText::NothingToSend.html(language)).homeward(language)
}

/// The text below a result, at most 1024 units.
pub fn caption(facts: &GenerationFacts<'_>) -> Html {
    let (title, language) = (&facts.title(), facts.language);
    match facts.words() {
        None => GenerationText::CaptionBare { title }.html(language),
        Some(words) => {
            let around = |quote: &Html| GenerationText::Caption { title, quote }.html(language);
            let room = CAPTION_UNITS.saturating_sub(around(&Html::default()).units());
            around(&Html::quoted(words, room))
        }
    }
}

/// The message with the buttons of a result, for where the result itself cannot have any; its keyboard
/// is also what stands below a single file.
pub fn result(facts: &GenerationFacts<'_>, output: Output, onward: &Onward) -> Screen {
    let words = GenerationText::Result { title: &facts.title() }.html(facts.language);
    onward::with_deeds(facts, output, onward, Screen::bare(words))
}

/// The result as words, at most 4096 units; the buttons are those of [`result`].
pub fn text(facts: &GenerationFacts<'_>, words: &str, onward: &Onward) -> Screen {
    let (title, language) = (&facts.title(), facts.language);
    let whole = |quote: &Html| GenerationText::Text { title, quote }.html(language);
    let cut = |quote: &Html| GenerationText::TextCut { title, quote }.html(language);
    let room = |around: &dyn Fn(&Html) -> Html| {
        MESSAGE_UNITS.saturating_sub(around(&Html::default()).units())
    };
    let html = if shown_units(words) <= room(&whole) {
        whole(&Html::quoted(words, room(&whole)))
    } else {
        cut(&Html::quoted(words, room(&cut)))
    };
    onward::with_deeds(facts, Output::Text, onward, Screen::bare(html))
}

/// The result as links, when Telegram does not take its files.
pub fn links(facts: &GenerationFacts<'_>, links: &[String], onward: &Onward) -> Screen {
    let fit = |address: &&String| {
        let is_web = address.starts_with("https://") || address.starts_with("http://");
        is_web && address.len() <= MAX_ADDRESS
    };
    let lines =
        links.iter().filter(fit).take(MAX_LINKS).enumerate().map(|(at, address)| {
            GenerationText::Link { address, number: at + 1 }.html(facts.language)
        });
    let lines = Html::lines(lines);
    let words = GenerationText::Links { title: &facts.title(), links: &lines }.html(facts.language);
    // What Telegram did not take it would not take as a file either.
    onward::with_deeds(facts, Output::Text, onward, Screen::bare(words))
}

/// It came after the person had been told that it was lost: it costs nothing.
pub fn late(facts: &GenerationFacts<'_>) -> Html {
    GenerationText::Late.html(facts.language)
}
