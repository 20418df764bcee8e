//! The way to a human.
//!
//! ```text
//! /support, [Support]     ->  "Write to us" [Write to support] [A question about a payment] [Back] [Main menu]
//! /support <words>        ->  passed on at once: see [`asking`]; the answer comes by [`answering`]
//! /paysupport             ->  "Write what happened": the same about a payment
//! a reply to an answer    ->  goes on in its conversation, whatever else is going on
//! without admins          ->  the contact, the number to name; without a contact it says so
//! /admin support          ->  the conversations that are not closed: see [`cases`]
//! ```
//!
//! The contact is what the operator wrote. When it is a name on Telegram it also becomes a button;
//! anything else is only shown, since a wrong address would make Telegram refuse the whole message.

mod answering;
mod asking;
mod card;
mod cases;

#[cfg(test)]
mod tests;

use domain::{Language, SupportTopic};

pub(crate) use self::answering::on_command as on_answer;
pub(crate) use self::asking::{on_file, on_kind, on_words, passed, passed_file};
pub use self::card::{SupportCard, support_card, support_file};
pub(crate) use self::cases::{on_case, on_cases, on_close, on_command as on_support_command};
use crate::facts::Reply;
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
    AnswerGone { number: &'a str } = "support-answer-gone",
    AnswerUnknown { number: &'a str } = "support-answer-unknown",
    Answered { person: &'a str, number: &'a str } = "support-answered",
    AnsweredAgain { person: &'a str, number: &'a str } = "support-answered-again",
    AnsweredClosed { person: &'a str, number: &'a str } = "support-answered-closed",
    AnsweredLater { person: &'a str, number: &'a str } = "support-answered-later",
    Card {
        topic: &'a str,
        number: &'a str,
        name: &'a str,
        person: &'a str,
        balance: &'a Html
    } = "support-card",
    CardAnswer { number: &'a str } = "support-card-answer",
    CardFile { number: &'a str } = "support-card-file",
    CardNoPayments = "support-card-no-payments",
    CardOpen { numbers: &'a str } = "support-card-open",
    CardOrders = "support-card-orders",
    CardOrder { model: &'a str, at: &'a str, state: &'a str } = "support-card-order",
    CardPlans { plans: &'a str } = "support-card-plans",
    CardPayments = "support-card-payments",
    CardWords { words: &'a Html } = "support-card-words",
    Closed { person: &'a str, number: &'a str } = "support-closed",
    ClosedBefore { number: &'a str } = "support-closed-before",
    Closing { number: &'a str } = "support-closing",
    Contact { contact: &'a str } = "support-contact",
    Full { count: usize } = "support-full",
    General = "support-general",
    Kind = "support-kind",
    List { all: usize } = "support-list",
    ListNone = "support-list-none",
    Said { who: &'a str, at: &'a str, words: &'a Html } = "support-said",
    SaidFile { who: &'a str, at: &'a str } = "support-said-file",
    Sent = "support-sent",
    Talk { number: &'a str, person: &'a str, topic: &'a str, state: &'a str } = "support-talk",
    Write = "support-write",
    PaySupport = "pages-paysupport",
}

labels! { Label;
    Cases = "support-button-cases",
    Close = "support-button-close",
    Look = "support-button-look",
    Support = "pages-button-support",
    WriteToSupport = "pages-button-write-to-support",
    Reply = "support-button-reply",
    Write = "support-button-write",
}

/// The longest contact that is shown.
const MAX_CONTACT: usize = 200;

/// The person wants to talk to a human; what stands behind the command is passed on at once.
pub(crate) fn on_support<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    if scene.bot.has_admins {
        return begin(scene, SupportTopic::General, words);
    }
    let contact = contact(scene);
    Reply::Now(answer(scene, self::words(scene, contact.as_deref()), contact.as_deref()))
}

/// The person has a question about a payment.
pub(crate) fn on_paysupport<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    if scene.bot.has_admins {
        return begin(scene, SupportTopic::Payment, words);
    }
    let contact = contact(scene);
    let words = self::words(scene, contact.as_deref());
    let words = Text::PaySupport.html(scene.language).then(&words);
    Reply::Now(answer(scene, words, contact.as_deref()))
}

/// Somebody replied to a message of a conversation with operators: it goes on.
pub(crate) fn on_reply<'a>(scene: &'a Scene<'a>) -> Option<Reply<'a>> {
    match &scene.case {
        Some(case) if case.is_letter => asking::on_reply(scene, case),
        Some(_) => on_admins_reply(scene).map(Reply::Now),
        None => None,
    }
}

/// The reply of an admin to what operators were told, if that is what it is.
pub(crate) fn on_admins_reply(scene: &Scene<'_>) -> Option<Step> {
    answering::on_reply(scene)
}

fn begin<'a>(scene: &'a Scene<'a>, topic: SupportTopic, words: &'a str) -> Reply<'a> {
    match words.trim() {
        "" => Reply::Now(asking::ask(scene, topic)),
        words => asking::on_words(scene, topic, false, words),
    }
}

/// The button that leads to the questions about this.
fn tap_of(topic: SupportTopic) -> Tap {
    match topic {
        SupportTopic::General => Tap::Support,
        SupportTopic::Payment => Tap::PaySupport,
    }
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
    let screen = with_contact(scene, Screen::bare(words), contact);
    scene.stay().show(screen.backward(scene.language, Tap::Help))
}

/// The contact as a button, if it is a name on Telegram.
fn with_contact(scene: &Scene<'_>, screen: Screen, contact: Option<&str>) -> Screen {
    match contact.and_then(username) {
        Some(name) => {
            let text = Label::WriteToSupport.words(scene.language);
            screen.row([Button::link(text, format!("https://t.me/{name}"))])
        }
        None => screen,
    }
}

/// The name in `@name`, if it is one that Telegram could have given.
fn username(contact: &str) -> Option<&str> {
    let name = contact.strip_prefix('@')?;
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (plain && (4..=32).contains(&name.len())).then_some(name)
}
