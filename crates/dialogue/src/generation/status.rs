//! The status message: one bubble for each order, changed in place while it waits and while it is made.
//!
//! ```text
//!   "Z-Image · free" "In the queue." [Cancel]        "You are next."    (once it takes longer than a moment)
//!   "Z-Image: being made" "▰▰▰▰▱▱▱▱▱▱ 8 s" "Usually about 20 s."        (every few seconds)
//!   "Z-Image: cancelled" "1 ⭐ is back. Balance: 10 ⭐"                   (the end of one that was taken back)
//! ```
//!
//! The bar is made of what has passed against what is usual; it is never full before the result is there.

use domain::generation::{Delay, Pace};
use domain::{GenerationId, Language, Money};

use super::GenerationFacts;
use super::time::{is_slow, span, usual_seconds, usual_time};
use crate::amounts::shown;
use crate::html::Html;
use crate::screen::{Button, Screen};
use crate::tap::{GenerationAction, Tap};
use crate::texts::{GenerationLabel, GenerationText};

/// So many signs has a bar.
const CELLS: u32 = 10;

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
    let screen = Screen::bare(Html::lines([base.text, why.html(language)]));
    cancellable(screen, language, facts.id)
}

/// The same with its button, now that it is known which one is to be cancelled.
pub fn cancellable(waiting: Screen, language: Language, id: GenerationId) -> Screen {
    let button = Button::new(
        GenerationLabel::Cancel.words(language),
        Tap::Generation(id, GenerationAction::Cancel),
    );
    waiting.row([button.danger()])
}

/// It is being made, for so many seconds by now.
pub fn working(facts: &GenerationFacts<'_>, seconds: u32, pace: Option<Pace>) -> Screen {
    let language = facts.language;
    let (title, elapsed) = (&facts.title(), &span(language, seconds));
    let usual = facts.model.map(|model| usual_seconds(model, pace));
    let bar = usual.map_or_else(String::new, |usual| bar(language, seconds, usual));
    let time = facts.model.map_or_else(Html::default, |model| {
        let time = usual_time(language, model, pace);
        GenerationText::WorkingUsually { time: &time }.html(language)
    });
    let (bar, time) = (bar.as_str(), &time);
    let is_slow = facts.model.is_some_and(|model| is_slow(model, pace, seconds));
    let words = if is_slow {
        GenerationText::Stalled { title, bar, elapsed, time }
    } else {
        GenerationText::Working { title, bar, elapsed, time }
    };
    Screen::bare(words.html(language))
}

/// How far it is, by what is usual: the last sign is left for the result.
fn bar(language: Language, seconds: u32, usual: u32) -> String {
    let passed = seconds.saturating_mul(CELLS - 1) / usual.max(1);
    let full = passed.min(CELLS - 1);
    let sign = |label: GenerationLabel, count: u32| {
        label.words(language).repeat(usize::try_from(count).unwrap_or_default())
    };
    let (done, open) = (GenerationLabel::BarFull, GenerationLabel::BarEmpty);
    format!("{}{}", sign(done, full), sign(open, CELLS - full))
}

/// The person took it back: what came back, and what may be spent now.
pub fn cancelled(facts: &GenerationFacts<'_>, balance: Money) -> Screen {
    let language = facts.language;
    let balance = &shown(language, facts.offers.currency, balance);
    let (title, price) = (&facts.title(), &facts.cost());
    let words = if facts.is_free {
        GenerationText::CancelledFree { title, balance }
    } else {
        GenerationText::Cancelled { title, price, balance }
    };
    Screen::bare(words.html(language))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::{CELLS, bar};

    #[test]
    fn a_bar_grows_with_the_time_and_is_never_full() {
        let drawn = |seconds, usual| bar(Language::English, seconds, usual);

        assert_eq!(drawn(0, 30), "▱▱▱▱▱▱▱▱▱▱");
        assert_eq!(drawn(10, 30), "▰▰▰▱▱▱▱▱▱▱");
        assert_eq!(drawn(30, 30), "▰▰▰▰▰▰▰▰▰▱");
        for (seconds, usual) in [(u32::MAX, 1), (5, 0), (31, 30)] {
            assert!(drawn(seconds, usual).ends_with('▱'), "{seconds} of {usual}");
            assert_eq!(drawn(seconds, usual).chars().count(), CELLS as usize);
        }
    }
}
