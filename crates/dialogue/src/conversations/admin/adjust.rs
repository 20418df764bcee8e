//! The correction of a balance by an admin: asked, confirmed, made, told.
//!
//! ```text
//! /admin adjust 8 -50 charged twice  ->  "Correct a balance?" whom, how much, before and after, why
//!                                        [Confirm] [Cancel] [Main menu]        (the question waits)
//! [Confirm] of a large one           ->  asked once more, with a button of its own
//! [Confirm]                          ->  made, logged, the person told; "Done" [Main menu]
//! [Confirm] once more                ->  "It no longer waits", as a new message; nothing changes
//! [Confirm] of an earlier question   ->  "That was another correction"; nothing changes
//! [Cancel]                           ->  "Cancelled" [Main menu]
//! ```
//!
//! The one state of this conversation is [`State::Adjusting`]. Before and after are worked out from
//! locked accounts by the rule that makes the correction, so what is asked is what would happen; what
//! happens is worked out anew at the confirmation. The key of the operation is the update that
//! confirmed it: however often that update is handled, it counts once.
//!
//! On failure: less to take than asked, or somebody the bot has never met, is said and changes
//! nothing.

use domain::ledger::{Actor, Posting, Purse, Refusal, rules};
use domain::{AdminAction, Language, Money};

use super::correction::{Correction, MOST, Mistake};
use super::{Label, Text};
use crate::amounts::{recorded, shown, signed};
use crate::conversations::balance::sums;
use crate::conversations::menu::Section;
use crate::facts::{OtherPerson, Reply};
use crate::html::{Html, MESSAGE_UNITS};
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::{Mark, State, TransferTalk};
use crate::step::{Effect, LogEntry, Step};
use crate::tap::Tap;

/// An admin typed a correction.
pub(super) fn on_request<'a>(scene: &'a Scene<'a>, words: &str) -> Reply<'a> {
    match Correction::read(words, scene.bot.currency, scene.update) {
        Ok(correction) => Reply::WithOtherPerson(
            correction.person(),
            Box::new(move |other| ask(scene, other.as_ref(), correction)),
        ),
        Err(mistake) => Reply::Now(scene.stay().say(page(scene, on_mistake(scene, mistake)))),
    }
}

/// An admin confirms the question with that mark.
pub(super) fn on_confirm<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    match waiting(scene, mark) {
        Ok(correction) => Reply::WithOtherPerson(
            correction.person(),
            Box::new(move |other| make(scene, other.as_ref(), correction)),
        ),
        Err(words) => Reply::Now(scene.stay().refresh(page(scene, words.html(scene.language)))),
    }
}

/// An admin takes the question with that mark back.
pub(super) fn on_refrain(scene: &Scene<'_>, mark: Mark) -> Step {
    match waiting(scene, mark) {
        Ok(_) => over(scene, Text::AdjustCancelled.html(scene.language)),
        Err(words) => scene.stay().refresh(page(scene, words.html(scene.language))),
    }
}

/// The correction that waits under this mark, or what is said because none does.
///
/// That is said in a new message: the tapped one may be the one that says "Done".
fn waiting<'a>(scene: &'a Scene<'_>, mark: Mark) -> Result<&'a Correction, Text<'static>> {
    match &scene.state {
        State::Adjusting(correction) if correction.mark() == mark => Ok(correction),
        State::Adjusting(_) | State::Transfer(TransferTalk::Judging(_)) => Err(Text::AdjustOlder),
        State::Menu
        | State::OfferedPrompt(_)
        | State::OfferedFiles(_)
        | State::Looking(_)
        | State::Ordering(_)
        | State::Searching
        | State::NamingStars
        | State::NamingPromo
        | State::Transfer(_)
        | State::Refunding(_)
        | State::Talking(_) => Err(Text::AdjustGone),
    }
}

/// Asks whether that is meant, if it is possible at all.
fn ask(scene: &Scene<'_>, other: Option<&OtherPerson>, correction: Correction) -> Step {
    match forecast(scene, other, &correction) {
        Ok(forecast) => {
            let question = question(scene, &correction, &forecast);
            Step::to(State::Adjusting(correction)).say(question)
        }
        Err(words) => scene.stay().say(page(scene, words)),
    }
}

/// Makes a correction that was confirmed.
fn make(scene: &Scene<'_>, other: Option<&OtherPerson>, correction: &Correction) -> Step {
    let forecast = match forecast(scene, other, correction) {
        Ok(forecast) => forecast,
        Err(words) => return over(scene, words),
    };
    if !correction.is_sure() && is_large(scene, correction.amount()) {
        return ask_again(scene, correction, &forecast);
    }
    let Forecast { other, posting, after } = forecast;
    let done = Text::AdjustDone {
        person: &correction.person().to_string(),
        amount: &signed(scene.language, scene.bot.currency, correction.amount()),
        after: &sums_of(scene, scene.language, &after),
    };
    let screen = page(scene, done.html(scene.language));
    Step::to(State::Menu)
        .and(Effect::Post(posting))
        .and(Effect::Log(entry(scene, correction, &other.purse, &after)))
        .and(Effect::Tell(correction.person(), notice(scene, correction, other, &after)))
        .show(screen)
}

/// So many of the largest packs: nobody pays in as much at once, or is owed it.
const LARGE: u64 = 10;

/// Whether so much is corrected only after two confirmations, so that a slip of a digit or two is noticed.
fn is_large(scene: &Scene<'_>, amount: Money) -> bool {
    let offers = &scene.prices.offers;
    let largest = offers.packs.iter().filter_map(|pack| offers.bought(pack.stars)).max();
    let most = largest.unwrap_or(Money::ZERO).get().unsigned_abs();
    amount.get().unsigned_abs() > most.saturating_mul(LARGE)
}

/// Asks once more whether so much is meant, under a mark of its own: a double tap is not two confirmations.
fn ask_again(scene: &Scene<'_>, correction: &Correction, forecast: &Forecast<'_>) -> Step {
    let correction = correction.clone().sure(Mark::of(scene.update));
    let asked = question(scene, &correction, forecast);
    let again = Text::AdjustAgain.html(scene.language);
    let screen = Screen { text: again.then(&asked.text), ..asked };
    Step::to(State::Adjusting(correction)).show(screen)
}

/// What a correction would do.
struct Forecast<'a> {
    other: &'a OtherPerson,
    posting: Posting,
    after: Purse,
}

/// Works out what a correction does, or what is said because it cannot be made.
fn forecast<'a>(
    scene: &Scene<'_>,
    other: Option<&'a OtherPerson>,
    correction: &Correction,
) -> Result<Forecast<'a>, Html> {
    let person = correction.person().to_string();
    let Some(other) = other else {
        return Err(Text::AdjustStranger { person: &person }.html(scene.language));
    };
    let amount = correction.amount();
    match rules::adjust(&other.purse, scene.update, scene.event.person.id, amount) {
        Ok(posting) => {
            let after = other.purse.after(&posting);
            Ok(Forecast { other, posting, after })
        }
        Err(Refusal::Short { .. }) => {
            let there = shown(scene.language, scene.bot.currency, to_take(&other.purse));
            Err(Text::AdjustShort { person: &person, there: &there }.html(scene.language))
        }
        Err(Refusal::Nonsense | Refusal::InDebt { .. } | Refusal::Stranger(_)) => {
            Err(Text::AdjustImpossible { person: &person }.html(scene.language))
        }
    }
}

/// What a correction can take at most.
fn to_take(purse: &Purse) -> Money {
    purse.paid.balance.plus(purse.bonus.balance).unwrap_or(Money::ZERO)
}

/// What all of a person's own accounts come to, what is owed included.
pub(super) fn net(purse: &Purse) -> Money {
    to_take(purse).plus(purse.debt.balance).unwrap_or(Money::ZERO)
}

fn question(scene: &Scene<'_>, correction: &Correction, forecast: &Forecast<'_>) -> Screen {
    let language = scene.language;
    let question = Text::AdjustQuestion {
        person: &correction.person().to_string(),
        reach: if forecast.other.is_reachable { "open" } else { "closed" },
        amount: &signed(language, scene.bot.currency, correction.amount()),
        before: &sums_of(scene, language, &forecast.other.purse),
        after: &sums_of(scene, language, &forecast.after),
        reason: &Html::quoted(correction.reason(), MESSAGE_UNITS),
    };
    let button = |label: Label, tap| Button::new(label.words(language), tap);
    let confirm = button(Label::AdjustConfirm, Tap::Confirm(correction.mark()));
    let refrain = button(Label::AdjustCancel, Tap::Refrain(correction.mark()));
    Screen::bare(question.html(language)).row([confirm, refrain]).homeward(language)
}

/// What the person is told, in their own language.
fn notice(
    scene: &Scene<'_>,
    correction: &Correction,
    other: &OtherPerson,
    after: &Purse,
) -> Screen {
    let (language, amount) = (other.language, correction.amount());
    let taken = Money::ZERO.minus(amount).unwrap_or(Money::ZERO);
    let size = shown(language, scene.bot.currency, amount.max(taken));
    let after = sums_of(scene, language, after);
    let reason = Html::quoted(correction.reason(), MESSAGE_UNITS);
    let words = if amount.is_positive() {
        Text::AdjustNoticeAdded { amount: &size, after: &after, reason: &reason }
    } else {
        Text::AdjustNoticeTaken { amount: &size, after: &after, reason: &reason }
    };
    let balance = Section::Balance.button(language);
    Screen::bare(words.html(language)).row([balance]).homeward(language)
}

/// What the audit log keeps of it.
fn entry(scene: &Scene<'_>, correction: &Correction, before: &Purse, after: &Purse) -> LogEntry {
    let record = |amount| recorded(scene.bot.currency, amount);
    let (amount, before, after) =
        (record(correction.amount()), record(net(before)), record(net(after)));
    LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action: AdminAction::Adjust,
        subject: format!("person:{}", correction.person()),
        before,
        after,
        details: format!("amount {amount}"),
        reason: correction.reason().to_owned(),
    }
}

/// What is wrong with what was typed, and the right form.
fn on_mistake(scene: &Scene<'_>, mistake: Mistake) -> Html {
    let most = shown(scene.language, scene.bot.currency, MOST);
    let words = match mistake {
        Mistake::NoPerson => Text::AdjustNoPerson,
        Mistake::NoAmount => Text::AdjustNoAmount,
        Mistake::TooMuch => Text::AdjustTooMuch { most: &most },
        Mistake::NoReason => Text::AdjustNoReason,
        Mistake::OtherCurrency => Text::AdjustOtherCurrency { currency: scene.bot.currency.word() },
    };
    words.html(scene.language).then(&Text::AdjustForm.html(scene.language))
}

/// What a purse holds, as its person would read it.
pub(super) fn sums_of(scene: &Scene<'_>, language: Language, purse: &Purse) -> Html {
    let owed = Money::ZERO.minus(purse.debt.balance).unwrap_or(Money::ZERO);
    sums(language, scene.bot.currency, purse.available(), owed)
}

/// The question is answered, in its place.
fn over(scene: &Scene<'_>, words: Html) -> Step {
    Step::to(State::Menu).show(page(scene, words))
}

pub(super) fn page(scene: &Scene<'_>, words: Html) -> Screen {
    Screen::bare(words).homeward(scene.language)
}
