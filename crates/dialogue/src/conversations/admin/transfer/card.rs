//! What an admin sees of a bank transfer, and what its person is told.

use domain::offers::{Currency, Offers};
use domain::transfer::{SeenBefore, TransferRequest, TransferState, Verdict};
use domain::{Language, Money};

use super::{Label, Text};
use crate::amounts::shown;
use crate::conversations::menu::Section;
use crate::conversations::transfer::reference;
use crate::html::{Html, MESSAGE_UNITS};
use crate::moments::moment;
use crate::screen::{Button, Screen};
use crate::tap::{Tap, TransferTap};

/// A request with what is odd about its receipt, and the buttons that decide about it.
pub(crate) fn transfer_card(
    language: Language,
    offers: &Offers,
    request: &TransferRequest,
    seen: &[SeenBefore],
) -> Screen {
    let card = Text::Card {
        reference: &reference(request.id),
        amount: &shown(language, offers.currency, request.amount),
        person: &request.person.to_string(),
        at: &moment(language, offers, &request.at),
        state: request.state.word(),
    };
    let words = warned(language, card.html(language), seen);
    let words = match (request.decided_by, request.reason.as_deref()) {
        (Some(admin), Some(reason)) => {
            let (admin, reason) = (admin.to_string(), Html::quoted(reason, MESSAGE_UNITS));
            words.then(&Text::DecidedBy { admin: &admin, reason: &reason }.html(language))
        }
        _ => words,
    };
    let screen = Screen::bare(words);
    if request.state != TransferState::Received {
        return screen.homeward(language);
    }
    let judge = |label: Label, verdict| {
        let tap = Tap::Transfer(TransferTap::judge(request.id, verdict));
        Button::new(label.words(language), tap)
    };
    let verdicts = [judge(Label::Approve, Verdict::Approve), judge(Label::Refuse, Verdict::Refuse)];
    screen.row(verdicts).homeward(language)
}

/// Words about a request, with the others that came with its receipt pointed out.
pub(super) fn warned(language: Language, words: Html, seen: &[SeenBefore]) -> Html {
    if seen.is_empty() {
        return words;
    }
    let line = |one: &SeenBefore| {
        let likeness = if one.is_same { "same" } else { "size" };
        Text::SeenLine {
            likeness,
            reference: &reference(one.id),
            person: &one.person.to_string(),
            state: one.state.word(),
        }
        .html(language)
    };
    let lines = std::iter::once(Text::SeenTitle.html(language)).chain(seen.iter().map(line));
    words.then(&Html::lines(lines))
}

/// What the person is told of a verdict, in their own language.
pub(super) fn notice(
    language: Language,
    currency: Currency,
    request: &TransferRequest,
    (verdict, reason): (Verdict, &str),
    after: &Html,
) -> Screen {
    let (name, amount) = (reference(request.id), shown(language, currency, request.amount));
    let reason = &Html::quoted(reason, MESSAGE_UNITS);
    let words = match verdict {
        Verdict::Approve => {
            Text::NoticeApproved { reference: &name, amount: &amount, after, reason }
        }
        Verdict::Refuse => Text::NoticeRefused { reference: &name, amount: &amount, after, reason },
    };
    let balance = Section::Balance.button(language);
    Screen::bare(words.html(language)).row([balance]).homeward(language)
}

/// A request in a list, on its button.
pub(super) fn listed(language: Language, currency: Currency, request: &TransferRequest) -> Button {
    let amount: Money = request.amount;
    let words = format!("{} · {}", reference(request.id), shown(language, currency, amount));
    Button::new(words, Tap::Transfer(TransferTap::Look(request.id)))
}
