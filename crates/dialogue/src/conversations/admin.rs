//! `/admin`: what people with power can do, in private, each action with its reason.
//!
//! ```text
//! /admin                             ->  what there is [Main menu]
//! /admin adjust <id> <amount> <why>  ->  a question, then a correction: see [`adjust`]
//! /admin transfers, transfer <ref>   ->  what waits, one of them, a decision: see [`transfer`]
//! /admin refund <charge> [<why>]    ->  what it would do, then a question: see [`refund`]
//! /admin payments [<id>]            ->  the payments of somebody: see [`payments`]
//! /admin pay test                   ->  one Star that comes back by itself: see [`pay_test`]
//! /admin answer <number> <words>    ->  an answer to a question: see `support::answering`
//! /admin abuse                       ->  who lives on what is free: see [`abuse`]
//! /admin guard [add|remove <word>]  ->  what orders must not hold: see [`guard`]
//! /admin anything                    ->  "There is no such command", and what there is
//! ```
//!
//! For everybody else `/admin` is a command that nobody has ever heard of. Who is an admin the
//! operator says; it is asked anew for each update, so whoever is no longer one can not confirm what
//! they had begun.

mod abuse;
mod adjust;
mod correction;
mod guard;
mod pay_test;
mod payments;
mod refund;
mod transfer;

#[cfg(test)]
mod tests;

pub use correction::Correction;
pub(crate) use payments::{goes_back, lines as payment_lines};
pub use refund::RefundQuestion;
pub(crate) use refund::cancelled as refund_cancelled;
pub(crate) use transfer::{on_reason, on_transfer, transfer_card};

use crate::conversations::support;
use crate::facts::Reply;
use crate::html::Html;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::state::{Mark, State, TransferTalk};
use crate::texts::{labels, texts};

texts! { Text<'a>;
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
    /// Fresh accounts that live on what is free.
    Abuse,
    /// The words that orders must not hold, or a change of them.
    Guard(&'a str),
    /// Something that is not there.
    Unknown,
}

impl<'a> Order<'a> {
    fn read(rest: &'a str) -> Self {
        let (word, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Page,
            "adjust" => Self::Adjust(words.trim()),
            "transfer" => Self::Transfer(words.trim()),
            "transfers" => Self::Transfers,
            "refund" => Self::Refund(words.trim()),
            "payments" => Self::Payments(words.trim()),
            "pay" => Self::Pay(words.trim()),
            "answer" => Self::Answer(words.trim()),
            "abuse" => Self::Abuse,
            "guard" => Self::Guard(words.trim()),
            _ => Self::Unknown,
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
        Order::Abuse => return abuse::on_request(scene),
        Order::Guard(words) => return Reply::Now(guard::on_request(scene, words)),
        Order::Page => page,
        Order::Unknown => Text::AdminUnknown.html(scene.language).then(&page),
    };
    Reply::Now(scene.stay().say(Screen::bare(words).homeward(scene.language)))
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
