//! The way to a human.
//!
//! ```text
//! /support, [Support]     ->  the contact, the number to name [Write] [Back] [Main menu]
//! /paysupport             ->  "Write what happened": see [`asking`]; the answer comes by [`answering`]
//! without admins          ->  /paysupport shows the contact as well
//! without a contact       ->  says so
//! ```
//!
//! The contact is what the operator wrote. When it is a name on Telegram it also becomes a button;
//! anything else is only shown, since a wrong address would make Telegram refuse the whole message.

mod answering;
mod asking;
mod card;

#[cfg(test)]
mod tests;

use domain::Language;

pub(crate) use self::answering::{on_command as on_answer, on_reply};
pub(crate) use self::asking::{on_file, on_kind, on_words};
pub use self::card::{SupportCard, support_card, support_file};
use crate::html::{Html, one_line};
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Support { contact: &'a str, number: &'a str } = "pages-support",
    SupportUnknown = "pages-support-unknown",
    Answer { words: &'a Html } = "support-answer",
    AnswerFile = "support-answer-file",
    AnswerForm = "support-answer-form",
    AnswerKind = "support-answer-kind",
    AnswerUnknown { number: &'a str } = "support-answer-unknown",
    Answered { person: &'a str, number: &'a str } = "support-answered",
    AnsweredAgain { person: &'a str, number: &'a str } = "support-answered-again",
    AnsweredLater { person: &'a str, number: &'a str } = "support-answered-later",
    Card { number: &'a str, name: &'a str, person: &'a str, balance: &'a Html } = "support-card",
    CardAnswer { number: &'a str } = "support-card-answer",
    CardFile { number: &'a str } = "support-card-file",
    CardNoPayments = "support-card-no-payments",
    CardPayments = "support-card-payments",
    CardWords { words: &'a Html } = "support-card-words",
    Full { count: usize } = "support-full",
    Kind = "support-kind",
    Sent = "support-sent",
    Write = "support-write",
    PaySupport = "pages-paysupport",
}

labels! { Label;
    Support = "pages-button-support",
    WriteToSupport = "pages-button-write-to-support",
    Reply = "support-button-reply",
    Write = "support-button-write",
}

/// The longest contact that is shown.
const MAX_CONTACT: usize = 200;

/// The person wants to talk to a human.
pub(crate) fn on_support(scene: &Scene<'_>) -> Step {
    let contact = contact(scene);
    answer(scene, words(scene, contact.as_deref()), contact.as_deref())
}

/// The person has a question about a payment.
pub(crate) fn on_paysupport(scene: &Scene<'_>) -> Step {
    if scene.bot.has_admins {
        return asking::ask(scene);
    }
    let contact = contact(scene);
    let words = Text::PaySupport.html(scene.language).then(&words(scene, contact.as_deref()));
    answer(scene, words, contact.as_deref())
}

/// The button that leads here.
pub(crate) fn button(language: Language) -> Button {
    Button::new(Label::Support.words(language), Tap::Support)
}

fn contact(scene: &Scene<'_>) -> Option<String> {
    let contact = one_line(scene.bot.support.as_deref()?, MAX_CONTACT);
    (!contact.is_empty()).then_some(contact)
}

fn words(scene: &Scene<'_>, contact: Option<&str>) -> Html {
    let number = scene.event.person.id.to_string();
    match contact {
        Some(contact) => Text::Support { contact, number: &number },
        None => Text::SupportUnknown,
    }
    .html(scene.language)
}

fn answer(scene: &Scene<'_>, words: Html, contact: Option<&str>) -> Step {
    let screen = Screen::bare(words);
    let screen = match contact.and_then(username) {
        Some(name) => {
            let text = Label::WriteToSupport.words(scene.language);
            screen.row([Button::link(text, format!("https://t.me/{name}"))])
        }
        None => screen,
    };
    let screen = match scene.bot.has_admins {
        true => screen.row([asking::button(scene)]),
        false => screen,
    };
    scene.stay().show(screen.backward(scene.language, Tap::Help))
}

/// The name in `@name`, if it is one that Telegram could have given.
fn username(contact: &str) -> Option<&str> {
    let name = contact.strip_prefix('@')?;
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (plain && (4..=32).contains(&name.len())).then_some(name)
}
