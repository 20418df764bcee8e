//! The decision of an admin about a bank transfer: looked at, asked, confirmed, made, told.
//!
//! ```text
//! /admin transfers                   ->  what waits, the oldest first [T-17 · 500 ₽] ...
//! /admin transfer T-17, [T-17 ...]   ->  the receipt, and a card [Approve] [Refuse]
//! [Approve]                          ->  "Credit 500 ₽?" before and after, why [Confirm] [Cancel]
//! [Refuse]                           ->  "Why?"   a text  ->  "Refuse it?" [Confirm] [Cancel]
//! /admin transfer T-17 refuse <why>  ->  the same question at once; approve may go without a reason
//! [Confirm]                          ->  made, logged, the person told; "Done"
//! [Confirm] of somebody who is late  ->  the card, with who decided and why; nothing changes
//! ```
//!
//! Cards go to each admin's private chat: in a group the bot takes no decisions. The state of this conversation is
//! [`TransferTalk::Judging`]; the request is locked before its person's accounts, and what the question said is
//! worked out anew at the confirmation. The key of the operation is the request: it is credited once, whoever
//! confirms how often. A receipt that was seen before is pointed out, on the card and in the question, and decides
//! nothing. An amount is bounded far below what one correction can move, so that the question is the same.

mod card;

use domain::TransferId;
use domain::ledger::{Actor, Posting, Purse, rules};
use domain::transfer::{TransferState, Verdict};

use super::Label as AdminLabel;
use super::adjust::{net, page, sums_of};
use crate::amounts::{recorded, shown};
use crate::conversations::prompt;
use crate::conversations::transfer::{self as own, read_reference, reference};
use crate::facts::{Reply, TransferCase, TransferList};
use crate::html::{Html, MESSAGE_UNITS};
use crate::scene::{Role, Scene};
use crate::screen::{Button, Screen};
use crate::state::{Judgement, Mark, State, TransferTalk, read_reason};
use crate::step::{Effect, LogEntry, Step, TransferDeed};
use crate::tap::{Tap, TransferTap};
use crate::texts::{labels, texts};

pub(crate) use card::transfer_card;

texts! { Text<'a>;
    ApproveQuestion {
        reference: &'a str,
        person: &'a str,
        amount: &'a str,
        before: &'a Html,
        after: &'a Html,
        reason: &'a Html
    } = "admin-transfer-approve-question",
    Card {
        reference: &'a str,
        amount: &'a str,
        person: &'a str,
        at: &'a str,
        state: &'a str
    } = "admin-transfer-card",
    DecidedBy { admin: &'a str, reason: &'a Html } = "admin-transfer-decided-by",
    Done { verdict: &'a str, reference: &'a str, amount: &'a str, after: &'a Html } = "admin-transfer-done",
    Form = "admin-transfer-form",
    Impossible { reference: &'a str } = "admin-transfer-impossible",
    List { all: usize } = "admin-transfer-list",
    NoneWaits = "admin-transfer-none",
    NoticeApproved {
        reference: &'a str,
        amount: &'a str,
        after: &'a Html,
        reason: &'a Html
    } = "admin-transfer-notice-approved",
    NoticeRefused {
        reference: &'a str,
        amount: &'a str,
        after: &'a Html,
        reason: &'a Html
    } = "admin-transfer-notice-refused",
    RefuseQuestion {
        reference: &'a str,
        person: &'a str,
        amount: &'a str,
        reason: &'a Html
    } = "admin-transfer-refuse-question",
    SeenLine {
        likeness: &'a str,
        reference: &'a str,
        person: &'a str,
        state: &'a str
    } = "admin-transfer-seen-line",
    SeenTitle = "admin-transfer-seen-title",
    Unknown = "admin-transfer-unknown",
    Why { reference: &'a str } = "admin-transfer-why",
}

labels! { Label;
    Approve = "admin-transfer-button-approve",
    Checked = "admin-transfer-checked",
    Refuse = "admin-transfer-button-refuse",
}

/// An admin wants to see what waits.
pub(super) fn on_list<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithTransfers(Box::new(|list| scene.stay().say(list_of(scene, list))))
}

/// The same as a section of the menu, in place.
pub(super) fn on_section<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithTransfers(Box::new(|list| scene.stay().show(list_of(scene, list))))
}

fn list_of(scene: &Scene<'_>, list: &TransferList) -> Screen {
    let language = scene.language;
    let words = match usize::try_from(list.all).unwrap_or(usize::MAX) {
        0 => Text::NoneWaits,
        all => Text::List { all },
    };
    let button = |request| card::listed(language, scene.bot.currency, request);
    let rows = list.first.iter().map(|request| [button(request)]);
    rows.fold(Screen::bare(words.html(language)), Screen::row).homeward(language)
}

/// An admin typed `<reference> [approve|refuse [reason]]`.
pub(super) fn on_words<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    let (first, rest) = split(words);
    let (word, reason) = split(rest);
    let verdict = Verdict::from_word(&word.to_ascii_lowercase());
    let Some(id) = read_reference(first).filter(|_| word.is_empty() || verdict.is_some()) else {
        let form = Text::Form.html(scene.language);
        return Reply::Now(scene.stay().say(page(scene, form)));
    };
    match verdict {
        None => on_case(scene, id, move |case| look(scene, case).show(card_of(scene, case))),
        Some(verdict) => judge(scene, id, verdict, read_reason(reason)),
    }
}

/// An admin tapped a card or a list.
pub(crate) fn on_transfer<'a>(scene: &'a Scene<'a>, tap: TransferTap) -> Reply<'a> {
    match tap {
        TransferTap::Look(id) => {
            on_case(scene, id, move |case| look(scene, case).show(card_of(scene, case)))
        }
        TransferTap::Approve(id) => judge(scene, id, Verdict::Approve, None),
        TransferTap::Refuse(id) => judge(scene, id, Verdict::Refuse, None),
        // Everybody's.
        TransferTap::Open => own::on_open(scene),
        TransferTap::Withdraw(id) => own::on_withdraw(scene, id),
    }
}

/// The receipt once more, for whoever looks.
fn look(scene: &Scene<'_>, case: &TransferCase) -> Step {
    match &case.request.receipt {
        Some(receipt) => scene.stay().and(Effect::Forward(scene.event.person.id, receipt.clone())),
        None => scene.stay(),
    }
}

/// Asks what is still to be asked: for the reason of a refusal, else whether that is meant.
fn judge<'a>(
    scene: &'a Scene<'a>,
    id: TransferId,
    verdict: Verdict,
    reason: Option<String>,
) -> Reply<'a> {
    let reason = reason.or_else(|| match verdict {
        // Whoever approves says at least this, and sees it before they confirm.
        Verdict::Approve => Some(Label::Checked.words(scene.language)),
        Verdict::Refuse => None,
    });
    let judgement = Judgement { request: id, verdict, reason, mark: Mark::of(scene.update) };
    on_case(scene, id, move |case| {
        let (state, screen) = match asked(scene, case, &judgement) {
            Ok(screen) => (State::Transfer(TransferTalk::Judging(judgement)), screen),
            Err(screen) => (scene.state.clone(), screen),
        };
        Step::to(state).show(screen)
    })
}

/// An admin typed why, if that was asked for; whoever is no admin any more wrote a wish.
pub(crate) fn on_reason<'a>(
    scene: &'a Scene<'a>,
    judgement: &'a Judgement,
    text: &'a str,
) -> Reply<'a> {
    match read_reason(text) {
        Some(reason) if scene.role == Role::Admin && judgement.reason.is_none() => {
            judge(scene, judgement.request, judgement.verdict, Some(reason))
        }
        _ => prompt::on_text(scene, text),
    }
}

/// An admin confirms the question that waits.
pub(super) fn on_confirm<'a>(scene: &'a Scene<'a>, judgement: &'a Judgement) -> Reply<'a> {
    on_case(scene, judgement.request, move |case| decide(scene, case, judgement))
}

/// An admin takes the question back.
pub(super) fn on_refrain<'a>(scene: &'a Scene<'a>, judgement: &'a Judgement) -> Reply<'a> {
    on_case(scene, judgement.request, move |case| Step::to(State::Menu).show(card_of(scene, case)))
}

/// Looks a request up; says so if there is none.
fn on_case<'a>(
    scene: &'a Scene<'a>,
    id: TransferId,
    then: impl FnOnce(&TransferCase) -> Step + Send + 'a,
) -> Reply<'a> {
    Reply::WithTransferCase(
        id,
        Box::new(move |case| match case {
            Some(case) => then(case),
            None => scene.stay().show(page(scene, Text::Unknown.html(scene.language))),
        }),
    )
}

/// The question, or what is shown because there is nothing to ask.
fn asked(scene: &Scene<'_>, case: &TransferCase, judgement: &Judgement) -> Result<Screen, Screen> {
    let (language, request) = (scene.language, &case.request);
    if request.state != TransferState::Received {
        return Err(card_of(scene, case));
    }
    let name = reference(request.id);
    let Some(reason) = judgement.reason.as_deref() else {
        return Ok(page(scene, Text::Why { reference: &name }.html(language)));
    };
    let (person, reason) = (request.person.to_string(), Html::quoted(reason, MESSAGE_UNITS));
    let amount = shown(language, scene.bot.currency, request.amount);
    let words = match judgement.verdict {
        Verdict::Approve => {
            let (_, after) = forecast(scene, case)?;
            Text::ApproveQuestion {
                reference: &name,
                person: &person,
                amount: &amount,
                before: &sums_of(scene, language, &case.other.purse),
                after: &sums_of(scene, language, &after),
                reason: &reason,
            }
            .html(language)
        }
        Verdict::Refuse => Text::RefuseQuestion {
            reference: &name,
            person: &person,
            amount: &amount,
            reason: &reason,
        }
        .html(language),
    };
    let words = card::warned(language, words, &case.seen);
    let button = |label: AdminLabel, tap| Button::new(label.words(language), tap);
    let confirm = button(AdminLabel::AdjustConfirm, Tap::Confirm(judgement.mark));
    let refrain = button(AdminLabel::AdjustCancel, Tap::Refrain(judgement.mark));
    Ok(Screen::bare(words).row([confirm, refrain]).homeward(language))
}

/// Makes a decision that was confirmed, unless somebody else was first.
fn decide(scene: &Scene<'_>, case: &TransferCase, judgement: &Judgement) -> Step {
    let request = &case.request;
    let step = Step::to(State::Menu);
    let Some(reason) = judgement.reason.as_deref() else { return step.show(card_of(scene, case)) };
    if request.state != TransferState::Received {
        return step.show(card_of(scene, case));
    }
    let (posting, after) = match judgement.verdict {
        Verdict::Approve => match forecast(scene, case) {
            Ok((posting, after)) => (Some(posting), after),
            Err(screen) => return step.show(screen),
        },
        Verdict::Refuse => (None, case.other.purse),
    };
    let (verdict, currency) = (judgement.verdict, scene.bot.currency);
    let done = Text::Done {
        verdict: verdict.word(),
        reference: &reference(request.id),
        amount: &shown(scene.language, currency, request.amount),
        after: &sums_of(scene, scene.language, &after),
    };
    let theirs = sums_of(scene, case.other.language, &after);
    let notice = card::notice(case.other.language, currency, request, (verdict, reason), &theirs);
    let deed = TransferDeed::Decide(request.id, verdict, reason.to_owned());
    let step = step.and(Effect::Transfer(deed));
    let step = match posting {
        Some(posting) => step.and(Effect::Post(posting)),
        None => step,
    };
    step.and(Effect::Log(entry(scene, case, judgement.verdict, reason, &after)))
        .and(Effect::Tell(request.person, notice))
        .show(page(scene, done.html(scene.language)))
}

/// What an approval would do, or what is said because it cannot be made.
fn forecast(scene: &Scene<'_>, case: &TransferCase) -> Result<(Posting, Purse), Screen> {
    let (request, purse) = (&case.request, &case.other.purse);
    let posting = rules::bank_transfer(purse, request.id, scene.event.person.id, request.amount);
    match posting {
        Ok(posting) => {
            let after = purse.after(&posting);
            Ok((posting, after))
        }
        Err(_) => {
            let words = Text::Impossible { reference: &reference(request.id) };
            Err(page(scene, words.html(scene.language)))
        }
    }
}

/// What the audit log keeps of it.
fn entry(
    scene: &Scene<'_>,
    case: &TransferCase,
    verdict: Verdict,
    reason: &str,
    after: &Purse,
) -> LogEntry {
    let record = |amount| recorded(scene.bot.currency, amount);
    let request = &case.request;
    let (before, after) = (record(net(&case.other.purse)), record(net(after)));
    let amount = record(request.amount);
    LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action: verdict.action(),
        subject: format!("transfer:{}", request.id),
        before,
        after,
        details: format!("person {}, amount {amount}", request.person),
        reason: reason.to_owned(),
    }
}

fn card_of(scene: &Scene<'_>, case: &TransferCase) -> Screen {
    transfer_card(scene.language, &scene.prices.offers, &case.request, &case.seen)
}

fn split(words: &str) -> (&str, &str) {
    let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    (word, rest.trim())
}

#[cfg(test)]
pub(super) mod tests;
