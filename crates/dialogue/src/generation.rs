//! What is said about a generation: while it is made, when it is done, when it came to nothing.
//!
//! ```text
//!   waiting [Cancel] ──> working ──┬──> done: one line        and a new message: the result
//!                                  │                          [Again] [A variation] [Change the words] …
//!                                  └──> failed: why, what came back, what may help [Again] [Main menu]
//! ```
//!
//! The first row is one message that is edited in place, so it has no way to the menu while it lives:
//! the menu would take its place. The same holds for a result, which a tap must never wipe away; its
//! receipt leads on. Used by the loop that makes generations; nothing here decides anything.

mod ending;
mod time;

#[cfg(test)]
mod tests;

use domain::catalogue::{Model, Output};
use domain::generation::{Brief, Delay, Failure, Pace};
use domain::offers::{Discount, Offers};
use domain::{GenerationId, Language, Money};

use self::ending::action;
pub(crate) use self::time::usual_time;
use self::time::{is_slow, span};
use crate::amounts::{priced, shown};
use crate::html::{Html, MESSAGE_UNITS, shown_units};
use crate::screen::{Button, Screen};
use crate::tap::{GenerationAction, Tap};
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
    /// Its number; 0 while it has none.
    pub id: GenerationId,
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

/// It waits for its turn.
pub fn waiting(facts: &GenerationFacts<'_>, pace: Option<Pace>) -> Screen {
    let time = facts.model.map_or_else(Html::default, |model| {
        let time = usual_time(facts.language, model, pace);
        GenerationText::Time { time: &time }.html(facts.language)
    });
    let (title, price) = (facts.title(), facts.cost());
    Screen::bare(
        GenerationText::Waiting { title: &title, price: &price, time: &time }.html(facts.language),
    )
}

/// Where an order stands that nobody has begun to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// Among all that wait, from 1.
    pub number: usize,
    /// Why it was put off, if it was.
    pub delay: Option<Delay>,
}

/// It still waits: why, and as which one.
pub fn still_waiting(facts: &GenerationFacts<'_>, wait: Wait, pace: Option<Pace>) -> Screen {
    let language = facts.language;
    let why = match wait.delay {
        None => GenerationText::DelayPlace { place: wait.number },
        Some(Delay::Busy) => GenerationText::DelayBusy { place: wait.number },
        Some(Delay::Repair | Delay::Unreachable) => GenerationText::DelayAway,
        Some(Delay::Files) => GenerationText::DelayFiles,
        Some(Delay::Closed) => GenerationText::DelayClosed,
        Some(Delay::Paused) => GenerationText::DelayPaused,
    };
    let base = waiting(facts, pace);
    let screen = Screen::bare(base.text.then(&why.html(language)));
    cancellable(screen, language, facts.id)
}

/// The same with its button, now that it is known which one is to be cancelled.
pub fn cancellable(waiting: Screen, language: Language, id: GenerationId) -> Screen {
    let button = Button::new(
        GenerationLabel::Cancel.words(language),
        Tap::Generation(id, GenerationAction::Cancel),
    );
    waiting.row([button])
}

/// It is being made, for so many seconds by now.
pub fn working(facts: &GenerationFacts<'_>, seconds: u32, pace: Option<Pace>) -> Screen {
    let (title, elapsed) = (&facts.title(), span(facts.language, seconds));
    let time = facts.model.map_or_else(Html::default, |model| {
        let time = usual_time(facts.language, model, pace);
        GenerationText::WorkingUsually { time: &time }.html(facts.language)
    });
    let is_slow = facts.model.is_some_and(|model| is_slow(model, pace, seconds));
    let words = if is_slow {
        GenerationText::Stalled { title, elapsed: &elapsed, time: &time }
    } else {
        GenerationText::Working { title, elapsed: &elapsed, time: &time }
    };
    Screen::bare(words.html(facts.language))
}

/// It is done: the closing line of the status message.
pub fn done(facts: &GenerationFacts<'_>) -> Screen {
    let words = GenerationText::Done { title: &facts.title(), price: &facts.cost() };
    Screen::bare(words.html(facts.language))
}

/// It came to nothing: the closing line of the status message.
pub fn closed(facts: &GenerationFacts<'_>) -> Screen {
    Screen::bare(GenerationText::Closed { title: &facts.title() }.html(facts.language))
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

/// It came to nothing: what happened, what came back, what to do.
pub fn failed(
    facts: &GenerationFacts<'_>,
    failure: Failure,
    back: Back,
    standing: Standing,
) -> Screen {
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
        next: &ending::next(facts, failure),
    };
    let screen = Screen::bare(words.html(language));
    let ways = ending::ways(facts, failure, standing.discount);
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
pub fn result(facts: &GenerationFacts<'_>, output: Output) -> Screen {
    let words = GenerationText::Result { title: &facts.title() }.html(facts.language);
    with_deeds(facts, output, Screen::bare(words))
}

/// The result as words, at most 4096 units; the buttons are those of [`result`].
pub fn text(facts: &GenerationFacts<'_>, words: &str) -> Screen {
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
    with_deeds(facts, Output::Text, Screen::bare(html))
}

/// The result as links, when Telegram does not take its files.
pub fn links(facts: &GenerationFacts<'_>, links: &[String]) -> Screen {
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
    with_deeds(facts, Output::Text, Screen::bare(words))
}

/// It came after the person had been told that it was lost: it costs nothing.
pub fn late(facts: &GenerationFacts<'_>) -> Html {
    GenerationText::Late.html(facts.language)
}

/// The buttons of a result.
fn with_deeds(facts: &GenerationFacts<'_>, output: Output, screen: Screen) -> Screen {
    let button = |label, what| action(facts, label, what);
    let screen = screen.row([
        button(GenerationLabel::Again, GenerationAction::Again),
        button(GenerationLabel::Vary, GenerationAction::Vary),
    ]);
    let screen = match facts.words() {
        Some(_) => screen.row([button(GenerationLabel::Reword, GenerationAction::Reword)]),
        None => screen,
    };
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
