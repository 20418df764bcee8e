//! `/admin`: what people with power can do, in private and in their own chat, each action with its reason.
//!
//! ```text
//! /admin                             ->  what there is, with a button for each section: see [`sections`]
//! /admin adjust <id> <amount> <why>  ->  a question, then a correction: see [`adjust`]
//! /admin transfers, transfer <ref>   ->  what waits, one of them, a decision: see [`transfer`]
//! /admin refund <charge> [<why>]    ->  what it would do, then a question: see [`refund`]
//! /admin payments [<id>]            ->  the payments of somebody: see [`payments`]
//! /admin pay test                   ->  one Star that comes back by itself: see [`pay_test`]
//! /admin answer <number> <words>    ->  an answer to a question: see `support::answering`
//! /admin promo, campaigns, stats     ->  how the bot grows: see [`growth`]
//! /admin user, ban, unban, note      ->  people: see [`people`]
//! /admin model, models              ->  what is sold: see [`models`]
//! /admin dead, closures, differences, resolve  ->  what waits for somebody: see [`mending`]
//! /admin pause, hold, resume, lock  ->  orders, and who is active: see [`running`]
//! /admin support [<number>]         ->  questions that are not closed: see `support::cases`
//! /admin broadcast                  ->  messages to everybody: see `broadcast`
//! /admin digest                     ->  the day so far: see [`day`]
//! /admin abuse                       ->  who lives on what is free: see [`abuse`]
//! /admin guard [add|remove [list] <word>]  ->  what orders must not hold: see [`guard`]
//! /admin anything                    ->  "There is no such command", and what there is
//! ```
//!
//! For everybody else `/admin` is a command that nobody has ever heard of. Who is an admin the
//! operator says; it is asked anew for each update, so whoever is no longer one can not confirm what
//! they had begun.

mod abuse;
mod adjust;
mod correction;
mod day;
mod deeds;
pub(crate) mod growth;
mod guard;
mod mending;
mod models;
mod pay_test;
mod payments;
mod people;
mod people_pages;
mod refund;
mod running;
mod sections;
mod transfer;

#[cfg(test)]
mod acts;
#[cfg(test)]
mod tests;

pub use correction::Correction;
pub(crate) use payments::{goes_back, lines as payment_lines};
pub use refund::RefundQuestion;
pub(crate) use refund::cancelled as refund_cancelled;
pub use sections::AdminSection;
pub(crate) use transfer::{on_reason, on_transfer, transfer_card};

use crate::commands::Spoken;
use crate::conversations::support;
use crate::event::Action;
use crate::facts::{PauseForm, Reply};
use crate::html::Html;
use crate::scene::{Role, Scene};
use crate::state::{Mark, State, TransferTalk};
use crate::tap::{AdminTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    AdjustAgain = "admin-adjust-again",
    AdjustCancelled = "admin-adjust-cancelled",
    AdjustDone { person: &'a str, amount: &'a str, after: &'a Html } = "admin-adjust-done",
    AdjustForm = "admin-adjust-form",
    AdjustGone = "admin-adjust-gone",
    AdjustImpossible { person: &'a str } = "admin-adjust-impossible",
    AdjustNoAmount = "admin-adjust-no-amount",
    AdjustNoPerson = "admin-adjust-no-person",
    AdjustNoReason = "admin-adjust-no-reason",
    AdjustNoticeAdded { amount: &'a str, after: &'a Html, reason: &'a Html } = "admin-notice-added",
    AdjustNoticeTaken { amount: &'a str, after: &'a Html, reason: &'a Html } = "admin-notice-taken",
    AdjustOlder = "admin-adjust-older",
    AdjustOtherCurrency { currency: &'a str } = "admin-adjust-other-currency",
    AdjustQuestion {
        person: &'a str,
        reach: &'a str,
        amount: &'a str,
        before: &'a Html,
        after: &'a Html,
        reason: &'a Html
    } = "admin-adjust-question",
    AdjustShort { person: &'a str, there: &'a str } = "admin-adjust-short",
    AdjustStranger { person: &'a str } = "admin-adjust-stranger",
    AdjustTooMuch { most: &'a str } = "admin-adjust-too-much",
    AdminPage = "admin-page",
    AdminUnknown = "admin-unknown",
}

labels! { Label;
    AdjustCancel = "admin-button-cancel",
    AdjustConfirm = "admin-button-confirm",
}

/// What stands behind `/admin`.
enum Order<'a> {
    /// Nothing: what is there?
    Page,
    /// A correction of a balance, in these words.
    Adjust(&'a str),
    /// A decision about a bank transfer, in these words.
    Transfer(&'a str),
    /// The bank transfers that wait for one.
    Transfers,
    /// A payment that is to go back, in these words.
    Refund(&'a str),
    /// The payments of somebody, or of nobody.
    Payments(&'a str),
    /// A test payment.
    Pay(&'a str),
    /// An answer to a question.
    Answer(&'a str),
    /// A promo code, in these words.
    Promo(&'a str),
    /// Somebody who is looked for.
    User(&'a str),
    /// Somebody who is no longer served, or served again.
    Ban(&'a str, bool),
    /// A note about somebody.
    Note(&'a str),
    /// A model, and what becomes of it.
    Model(&'a str),
    /// What was set aside.
    Dead(&'a str),
    /// A difference that is taken over.
    Resolve(&'a str),
    /// Whether orders are taken.
    Pause(PauseForm, &'a str),
    /// A section of the menu.
    Section(AdminSection),
    /// The questions that are not closed, or one of them.
    Support(&'a str),
    /// The words that orders must not hold, or a change of them.
    Guard(&'a str),
    /// Something that is not there.
    Unknown,
}

/// What a word asks for, given what stands behind it.
type Asks = for<'a> fn(&'a str) -> Order<'a>;

/// Every word behind `/admin` but those of the sections, and what it asks for.
const WORDS: &[(&str, Asks)] = &[
    ("adjust", |words| Order::Adjust(words)),
    ("transfer", |words| Order::Transfer(words)),
    ("transfers", |_| Order::Transfers),
    ("refund", |words| Order::Refund(words)),
    ("payments", |words| Order::Payments(words)),
    ("pay", |words| Order::Pay(words)),
    ("answer", |words| Order::Answer(words)),
    ("promo", |words| Order::Promo(words)),
    ("user", |words| Order::User(words)),
    ("ban", |words| Order::Ban(words, true)),
    ("unban", |words| Order::Ban(words, false)),
    ("note", |words| Order::Note(words)),
    ("model", |words| Order::Model(words)),
    ("dead", |words| Order::Dead(words)),
    ("resolve", |words| Order::Resolve(words)),
    ("pause", |words| Order::Pause(PauseForm::Paused, words)),
    ("hold", |words| Order::Pause(PauseForm::Held, words)),
    ("resume", |words| Order::Pause(PauseForm::Open, words)),
    ("support", |words| Order::Support(words)),
    ("guard", |words| Order::Guard(words)),
];

/// Every word behind `/admin`, those of the sections included.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let sections = AdminSection::ALL.iter().map(|section| section.word());
    WORDS.iter().map(|(word, _)| *word).chain(sections)
}

impl<'a> Order<'a> {
    fn read(rest: &'a str) -> Self {
        let (word, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let word = word.to_ascii_lowercase();
        if word.is_empty() {
            return Self::Page;
        }
        match WORDS.iter().find(|(known, _)| *known == word) {
            Some((_, asks)) => asks(words.trim()),
            None => AdminSection::from_word(&word).map_or(Self::Unknown, Self::Section),
        }
    }
}

/// An admin wants something.
pub(crate) fn on_admin<'a>(scene: &'a Scene<'a>, rest: &'a str) -> Reply<'a> {
    let page = Text::AdminPage.html(scene.language);
    let words = match Order::read(rest) {
        Order::Adjust(words) => return adjust::on_request(scene, words),
        Order::Transfer(words) => return transfer::on_words(scene, words),
        Order::Transfers => return transfer::on_list(scene),
        Order::Refund(words) => return refund::on_request(scene, words),
        Order::Payments(words) => return payments::on_request(scene, words),
        Order::Pay(words) => return Reply::Now(pay_test::on_request(scene, words)),
        Order::Answer(words) => return support::on_answer(scene, words),
        Order::Promo(words) => return growth::on_promo(scene, words),
        Order::User(words) => return people::on_user(scene, words),
        Order::Ban(words, is_ban) => return people::on_ban(scene, words, is_ban),
        Order::Note(words) => return people::on_note(scene, words),
        Order::Model(words) => return models::on_words(scene, words),
        Order::Dead(words) => return mending::on_dead_words(scene, words),
        Order::Resolve(words) => return Reply::Now(mending::on_resolve(scene, words)),
        Order::Pause(form, words) => return running::on_pause(scene, form, words),
        Order::Section(section) => return section.open(scene),
        Order::Support(words) => return support::on_support_command(scene, words),
        Order::Guard(words) => return Reply::Now(guard::on_request(scene, words)),
        Order::Page => page,
        Order::Unknown => Text::AdminUnknown.html(scene.language).then(&page),
    };
    Reply::Now(scene.stay().say(sections::menu(scene, words)))
}

/// An admin taps a button of theirs.
pub(crate) fn on_tap<'a>(scene: &'a Scene<'a>, tap: AdminTap) -> Reply<'a> {
    match tap {
        AdminTap::Menu => Reply::Now(sections::on_menu(scene)),
        AdminTap::Section(section) => section.open(scene),
        AdminTap::Person(person, page) => people::on_page(scene, person, page),
        AdminTap::Ban(person) => people::ban(scene, person, String::new(), true),
        AdminTap::Unban(person) => people::ban(scene, person, String::new(), false),
        AdminTap::Generation(id) => people::on_generation(scene, id),
        AdminTap::See(id) => people::on_send(scene, id, false),
        AdminTap::Send(id) => people::on_send(scene, id, true),
        AdminTap::Dead(key) => mending::on_dead_one(scene, key),
        AdminTap::Retry(key) => Reply::Now(mending::mend(scene, key, true, "")),
        AdminTap::Drop(key) => Reply::Now(mending::mend(scene, key, false, "")),
        AdminTap::Open(mark) => mending::on_open(scene, mark),
        AdminTap::Model(key) => models::on_model(scene, &key),
        AdminTap::Switch(key, is_on) => models::on_switch(scene, &key, is_on, ""),
        AdminTap::Resolve(id) => Reply::Now(mending::resolve(scene, id, "")),
        AdminTap::Pause(form) => running::on_pause(scene, form, ""),
        AdminTap::HandOver(epoch) => Reply::Now(running::on_hand_over(scene, epoch)),
    }
}

/// What an admin does where admins work together; none: what any group hears.
pub(crate) fn in_their_chat<'a>(scene: &'a Scene<'a>) -> Option<Reply<'a>> {
    if !scene.is_admin_chat || scene.role != Role::Admin {
        return None;
    }
    match &scene.event.action {
        Action::Said(text) => {
            let spoken = Spoken::parse(text)?;
            let is_ours = |named: &str| {
                let ours = scene.bot.username.as_deref();
                ours.is_some_and(|ours| ours.eq_ignore_ascii_case(named))
            };
            let is_meant =
                spoken.name.eq_ignore_ascii_case("admin") && spoken.bot.is_none_or(is_ours);
            is_meant.then(|| on_admin(scene, spoken.rest))
        }
        // The menu of everybody has no place here.
        Action::Tapped { data, .. } => match Tap::decode(data)? {
            Tap::Home => Some(on_tap(scene, AdminTap::Menu)),
            tap if tap.role() == Role::Admin => Some(super::on_tap(scene, tap)),
            _ => None,
        },
        _ => None,
    }
}

/// An admin confirms the question with that mark.
pub(crate) fn on_confirm<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    match &scene.state {
        State::Transfer(TransferTalk::Judging(judgement)) if judgement.mark == mark => {
            transfer::on_confirm(scene, judgement)
        }
        State::Refunding(question) => refund::on_confirm(scene, question, mark),
        _ => adjust::on_confirm(scene, mark),
    }
}

/// An admin takes the question with that mark back.
pub(crate) fn on_refrain<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    match &scene.state {
        State::Transfer(TransferTalk::Judging(judgement)) if judgement.mark == mark => {
            transfer::on_refrain(scene, judgement)
        }
        State::Refunding(question) => Reply::Now(refund::on_refrain(scene, question, mark)),
        _ => Reply::Now(adjust::on_refrain(scene, mark)),
    }
}
