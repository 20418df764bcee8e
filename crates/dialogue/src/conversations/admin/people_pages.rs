//! The pages behind somebody's card: their books, orders, receipts and notes.
//!
//! Nothing is changed here. What is long is cut: a page is looked at, not kept.

use domain::PersonId;

use super::sections::inward;
use crate::amounts::shown;
use crate::conversations::balance;
use crate::conversations::history;
use crate::facts::{BalanceFacts, GenerationRecord, HistoryPage, NoteLine, ReceiptLine};
use crate::html::{Html, one_line};
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::{AdminTap, PersonPage, Tap, TransferTap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Generation { person: &'a str } = "desk-generation",
    GenerationGone = "desk-generation-gone",
    Generations { person: &'a str } = "desk-generations",
    Note { at: &'a str, by: &'a str, words: &'a str } = "desk-note",
    Notes { person: &'a str } = "desk-notes",
    NothingThere = "desk-nothing-there",
    Receipt { at: &'a str, amount: &'a str, state: &'a str } = "desk-receipt",
    Receipts { person: &'a str } = "desk-receipts",
}

labels! { Label;
    See = "desk-button-see",
    Send = "desk-button-send",
}

/// A note in a list has so many signs.
const NOTE: usize = 60;

/// What somebody has, and what moved.
pub(super) fn books(scene: &Scene<'_>, person: PersonId, books: &BalanceFacts) -> Step {
    finish(scene, person, Screen::bare(balance::page(scene, books)))
}

/// What they ordered last.
pub(super) fn generations(scene: &Scene<'_>, person: PersonId, orders: &HistoryPage) -> Step {
    let heading = Text::Generations { person: &person.to_string() }.html(scene.language);
    let lines = orders.generations.iter().map(|one| history::line(scene, one));
    let screen = Screen::bare(heading.then(&some(scene, lines.collect())));
    let screen = orders.generations.iter().fold(screen, |screen, one| {
        let tap = Tap::Admin(AdminTap::Generation(one.id));
        screen.row([Button::new(history::name(scene, one), tap)])
    });
    finish(scene, person, screen)
}

/// One of them.
pub(super) fn generation(scene: &Scene<'_>, found: Option<&(PersonId, GenerationRecord)>) -> Step {
    let language = scene.language;
    let Some((person, one)) = found else {
        let words = Text::GenerationGone.html(language);
        return scene.stay().show(inward(scene, Screen::bare(words), AdminTap::Menu));
    };
    let heading = Text::Generation { person: &person.to_string() }.html(language);
    let screen = Screen::bare(heading.then(&history::line(scene, one)));
    let button = |label: Label, tap| Button::new(label.words(language), Tap::Admin(tap));
    let screen = match one.files {
        0 => screen,
        _ => screen.row([
            button(Label::See, AdminTap::See(one.id)),
            button(Label::Send, AdminTap::Send(one.id)),
        ]),
    };
    let back = AdminTap::Person(*person, PersonPage::Generations);
    scene.stay().show(inward(scene, screen, back))
}

/// Their bank transfers.
pub(super) fn receipts(scene: &Scene<'_>, person: PersonId, lines: &[ReceiptLine]) -> Step {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let heading = Text::Receipts { person: &person.to_string() }.html(language);
    let line = |one: &ReceiptLine| {
        let amount = shown(language, scene.bot.currency, one.amount);
        let at = moment(language, offers, &one.at);
        Text::Receipt { at: &at, amount: &amount, state: &one.state }.html(language)
    };
    let words = heading.then(&some(scene, lines.iter().map(line).collect()));
    let screen = lines.iter().fold(Screen::bare(words), |screen, one| {
        let name = format!("{} · {}", one.id, shown(language, scene.bot.currency, one.amount));
        screen.row([Button::new(name, Tap::Transfer(TransferTap::Look(one.id)))])
    });
    finish(scene, person, screen)
}

/// What admins wrote down about them.
pub(super) fn notes(scene: &Scene<'_>, person: PersonId, notes: &[NoteLine]) -> Step {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let heading = Text::Notes { person: &person.to_string() }.html(language);
    let line = |one: &NoteLine| {
        let at = moment(language, offers, &one.at);
        let (by, words) = (one.by.to_string(), one_line(&one.words, NOTE));
        Text::Note { at: &at, by: &by, words: &words }.html(language)
    };
    let words = heading.then(&some(scene, notes.iter().map(line).collect()));
    finish(scene, person, Screen::bare(words))
}

/// These lines, or that there are none.
fn some(scene: &Scene<'_>, lines: Vec<Html>) -> Html {
    match lines.is_empty() {
        true => Text::NothingThere.html(scene.language),
        false => Html::lines(lines),
    }
}

fn finish(scene: &Scene<'_>, person: PersonId, screen: Screen) -> Step {
    scene.stay().show(inward(scene, screen, AdminTap::Person(person, PersonPage::Card)))
}
