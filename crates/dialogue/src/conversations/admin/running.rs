//! Whether the bot takes orders at all, and who runs it.
//!
//! ```text
//! /admin pause back at ten  ->  no orders are taken, people read the words; what runs finishes
//! /admin hold               ->  orders are taken, and none is given to KIE
//! /admin resume             ->  as always
//! /admin lock               ->  who is active, the last terms [Hand over]
//! ```
//!
//! On failure: what stands so already is said and changes nothing; the role is handed over once for each term.

use domain::AdminAction;

use super::AdminSection;
use super::deeds::{Act, act};
use super::sections::inward;
use crate::facts::{DeskLook, PauseFacts, PauseForm, Reply, RoleFacts};
use crate::html::{Html, MESSAGE_UNITS, one_line};
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Deed, Step};
use crate::tap::{AdminTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    HandOverDone { epoch: &'a str } = "desk-handover-done",
    HeldDone = "desk-held-done",
    OpenDone = "desk-open-done",
    Pause { form: &'a str, since: &'a str } = "desk-pause",
    PauseWords { words: &'a Html } = "desk-pause-words",
    PausedDone = "desk-paused-done",
    Role { epoch: &'a str, holder: &'a str } = "desk-role",
    Term { line: &'a str } = "desk-term",
}

labels! { Label;
    HandOver = "desk-button-handover",
    Hold = "desk-button-hold",
    PauseAll = "desk-button-pause-all",
    Resume = "desk-button-resume",
}

/// What people read while it is paused has at most so many signs.
const WORDS: usize = 300;

/// The section of the pause.
pub(super) fn on_pause_page<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithDesk(DeskLook::Pause(Box::new(|facts| pause_page(scene, facts))))
}

/// Orders are taken, held or refused from now on.
pub(super) fn on_pause<'a>(scene: &'a Scene<'a>, form: PauseForm, words: &str) -> Reply<'a> {
    let typed = one_line(words, WORDS).trim_end().to_owned();
    let set = move |facts: &PauseFacts| {
        let language = scene.language;
        let (action, done) = match form {
            PauseForm::Paused => (AdminAction::Pause, Text::PausedDone),
            PauseForm::Held => (AdminAction::Hold, Text::HeldDone),
            PauseForm::Open => (AdminAction::Resume, Text::OpenDone),
        };
        // Only who can not order reads them; else they are why.
        let shown = if form == PauseForm::Paused { typed.clone() } else { String::new() };
        let back = AdminTap::Section(AdminSection::Pause);
        act(
            scene,
            Act {
                action,
                deed: Deed::Pause(form, shown),
                subject: "orders".to_owned(),
                change: (facts.form.word(), form.word()),
                reason: &typed,
                done: done.html(language),
                back,
            },
        )
    };
    Reply::WithDesk(DeskLook::Pause(Box::new(set)))
}

fn pause_page(scene: &Scene<'_>, facts: &PauseFacts) -> Step {
    let language = scene.language;
    let since = moment(language, &scene.prices.offers, &facts.since);
    let words = Text::Pause { form: facts.form.word(), since: &since }.html(language);
    let words = match facts.words.as_str() {
        "" => words,
        shown => {
            let quote = Html::quoted(shown, MESSAGE_UNITS);
            words.then(&Text::PauseWords { words: &quote }.html(language))
        }
    };
    let button = |form: PauseForm| {
        let label = match form {
            PauseForm::Open => Label::Resume,
            PauseForm::Held => Label::Hold,
            PauseForm::Paused => Label::PauseAll,
        };
        let button = Button::new(label.words(language), Tap::Admin(AdminTap::Pause(form)));
        if form == PauseForm::Open { button.success() } else { button.danger() }
    };
    let others = PauseForm::ALL.into_iter().filter(|form| *form != facts.form).map(button);
    let screen = Screen::bare(words).row(others);
    scene.stay().show(inward(scene, screen, AdminTap::Menu))
}

/// The section of the role.
pub(super) fn on_role<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithDesk(DeskLook::Role(Box::new(|facts| role(scene, facts))))
}

/// The holder of this term is asked to hand over.
pub(super) fn on_hand_over(scene: &Scene<'_>, epoch: i64) -> Step {
    let done = Text::HandOverDone { epoch: &epoch.to_string() }.html(scene.language);
    let (action, deed) = (AdminAction::HandOver, Deed::HandOver(epoch));
    let (subject, back) = (format!("term:{epoch}"), AdminTap::Section(AdminSection::Role));
    let change = ("held", "asked to hand over");
    act(scene, Act { action, deed, subject, change, reason: "", done, back })
}

fn role(scene: &Scene<'_>, facts: &RoleFacts) -> Step {
    let language = scene.language;
    let epoch = facts.epoch.to_string();
    let words = Text::Role { epoch: &epoch, holder: &facts.holder }.html(language);
    let lines = facts.terms.iter().map(|line| Text::Term { line }.html(language));
    let label = Label::HandOver.words(language);
    let hand_over = Button::new(label, Tap::Admin(AdminTap::HandOver(facts.epoch))).danger();
    let screen = Screen::bare(words.then(&Html::lines(lines))).row([hand_over]);
    scene.stay().show(inward(scene, screen, AdminTap::Menu))
}
