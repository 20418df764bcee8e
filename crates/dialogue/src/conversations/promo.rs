//! Promo codes, as people use them.
//!
//! ```text
//! /promo spring      ->  "SPRING: 50 ₽ · 42 ⭐ are yours" and the balance    (once for each person)
//! /promo             ->  "What is your code?"   spring  ->  the same
//! a code that is used up, over, used by them, or none  ->  says which; nothing changes
//! words that cannot be a code                           ->  a wish, as ever
//! ```
//!
//! The code is locked before it is judged, and the accounts after it; what it brings is one operation of the books under
//! the code and its person. What a code brings is given, not bought: it is spent before what was bought.

use domain::ledger::{Grant, Purse, rules};
use domain::promo::{Promo, PromoCode, PromoStanding};

use crate::amounts::{priced, shown};
use crate::conversations::menu::with_menu;
use crate::conversations::prompt;
use crate::facts::{Growth, PromoFacts, Reply};
use crate::scene::Scene;
use crate::screen::Screen;
use crate::state::State;
use crate::step::{Effect, GrowthDeed, Step};
use crate::texts::texts;

texts! { Text<'a>;
    Already { code: &'a str } = "promo-already",
    Ask = "promo-ask",
    Over { code: &'a str } = "promo-over",
    Unknown { code: &'a str } = "promo-unknown",
    Used { code: &'a str, amount: &'a str, available: &'a str } = "promo-used",
    UsedUp { code: &'a str } = "promo-used-up",
}

/// The person typed the command, perhaps with a code.
pub(crate) fn on_command<'a>(scene: &'a Scene<'a>, rest: &'a str) -> Reply<'a> {
    match PromoCode::read(rest) {
        Some(code) => look(scene, code),
        None if rest.is_empty() => Reply::Now(ask(scene)),
        None => Reply::Now(unknown(scene, rest)),
    }
}

/// The person was asked for a code. What cannot be one is a wish like any other.
pub(crate) fn on_words<'a>(scene: &'a Scene<'a>, text: &'a str) -> Reply<'a> {
    match PromoCode::read(text) {
        Some(code) => look(scene, code),
        None => prompt::on_text(scene, text),
    }
}

fn ask(scene: &Scene<'_>) -> Step {
    let words = Text::Ask.html(scene.language);
    Step::to(State::NamingPromo).say(Screen::bare(words).homeward(scene.language))
}

/// There is no such code; whoever misspelt it types it again.
fn unknown(scene: &Scene<'_>, code: &str) -> Step {
    let code: String = code.chars().take(24).collect();
    let words = Text::Unknown { code: &code }.html(scene.language);
    Step::to(State::NamingPromo).say(Screen::bare(words).homeward(scene.language))
}

fn look<'a>(scene: &'a Scene<'a>, code: PromoCode) -> Reply<'a> {
    let wanted = code.clone();
    let judge = move |facts: &Option<PromoFacts>| match facts {
        Some(facts) => judge(scene, facts),
        None => unknown(scene, code.as_str()),
    };
    Reply::WithGrowth(Growth::Promo(wanted, Box::new(judge)))
}

/// What becomes of it, now that the code and the accounts are locked.
fn judge(scene: &Scene<'_>, facts: &PromoFacts) -> Step {
    let code = facts.promo.code.as_str();
    let refused = match facts.promo.standing {
        _ if facts.is_used_by_them => Text::Already { code },
        PromoStanding::UsedUp => Text::UsedUp { code },
        PromoStanding::Over | PromoStanding::Ended => Text::Over { code },
        PromoStanding::Open => return redeem(scene, &facts.promo, &facts.purse),
    };
    // What they were at goes on, but for the question about the code.
    let state = match &scene.state {
        State::NamingPromo => State::Menu,
        state => state.clone(),
    };
    let words = refused.html(scene.language);
    Step::to(state).say(Screen::bare(words).homeward(scene.language))
}

fn redeem(scene: &Scene<'_>, promo: &Promo, purse: &Purse) -> Step {
    let (language, code) = (scene.language, &promo.code);
    let posting = rules::grant(purse, Grant::Promo, &code.cause(purse.person), promo.amount);
    // An amount that cannot be added to what they have: as good as no code.
    let Ok(posting) = posting else { return unknown(scene, code.as_str()) };
    let words = Text::Used {
        code: code.as_str(),
        amount: &priced(language, &scene.prices.offers, promo.amount),
        available: &shown(language, scene.bot.currency, purse.after(&posting).available()),
    };
    let state = match &scene.state {
        State::NamingPromo => State::Menu,
        state => state.clone(),
    };
    Step::to(state)
        .and(Effect::Growth(GrowthDeed::UsePromo(code.clone())))
        .and(Effect::Post(posting))
        .say(with_menu(language, words.html(language)))
}

#[cfg(test)]
mod tests;
