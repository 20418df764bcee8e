//! Paying in by bank transfer, where the operator allows it: an amount, a receipt, and the word of an admin.
//!
//! ```text
//! [Bank transfer]     ->  "How much?"          one is open: how that one stands
//! 500                 ->  where to, the reference T-17, "send me the receipt" [Withdraw]
//! a picture, a PDF    ->  "An admin looks at it"; the receipt and a card go to every admin
//! anything else       ->  "I am waiting for the receipt" [Withdraw]
//! [Withdraw], /cancel ->  withdrawn; after a day without a receipt it is over by itself
//! ```
//!
//! Nothing here moves money: a receipt is evidence, which admins judge in
//! [`admin`](crate::conversations::admin). It does not count as somebody's first payment either: whoever invited
//! them is rewarded for what Telegram confirms and nobody can argue about.
//!
//! Where the operator did not turn it on, its buttons are unknown and its states are the menu.

use domain::transfer::{DAILY, Receipt, ReceiptKind, TransferRequest, TransferState, bounds};
use domain::{Money, TransferId};

use crate::amounts::{self, NoAmount, shown};
use crate::conversations::{admin, prompt, topup, unknown};
use crate::event::{MediaKind, Sent};
use crate::facts::{Reply, TransferDesk};
use crate::html::Html;
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::{State, TransferTalk};
use crate::step::{Effect, Step, TransferDeed};
use crate::tap::{Tap, TransferTap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    AmountBounds { least: &'a str, most: &'a str } = "transfer-amount-bounds",
    Details { amount: &'a str, reference: &'a str, details: &'a str } = "transfer-details",
    HowMuch { least: &'a str, most: &'a str } = "transfer-how-much",
    LookedAt { reference: &'a str, amount: &'a str, at: &'a str } = "transfer-looked-at",
    NoReceipt { reference: &'a str } = "transfer-no-receipt",
    Over = "transfer-over",
    Received { reference: &'a str, amount: &'a str } = "transfer-received",
    Reminder { reference: &'a str } = "transfer-reminder",
    TooMany { most: usize } = "transfer-too-many",
    Withdrawn { reference: &'a str } = "transfer-withdrawn",
}

labels! { Label;
    Transfer = "transfer-button",
    Withdraw = "transfer-button-withdraw",
}

/// The most of the operator's words that is shown, in characters.
const MAX_DETAILS: usize = 1_500;

/// What a request is called by everybody.
pub(crate) fn reference(id: TransferId) -> String {
    format!("T-{id}")
}

/// The request that somebody means, if they mean one.
pub(crate) fn read_reference(word: &str) -> Option<TransferId> {
    let digits = word.strip_prefix("T-").or_else(|| word.strip_prefix("t-")).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|id| is_number && *id > 0).map(TransferId::new)
}

/// The button that leads here, if there is a way.
pub(crate) fn button(scene: &Scene<'_>) -> Option<Button> {
    let open = Tap::Transfer(TransferTap::Open);
    scene.bot.transfer.as_ref().map(|_| Button::new(Label::Transfer.words(scene.language), open))
}

/// The person wants to transfer something, or to see how that stands.
pub(crate) fn on_open<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    if scene.bot.transfer.is_none() {
        return Reply::Now(unknown::on_tap(scene));
    }
    Reply::WithTransferDesk(None, Box::new(|desk| open(scene, desk)))
}

fn open(scene: &Scene<'_>, desk: &TransferDesk) -> Step {
    match instead(scene, desk) {
        None => {
            let (least, most) = bounds_of(scene);
            let words = Text::HowMuch { least: &least, most: &most }.html(scene.language);
            let screen = Screen::bare(words).backward(scene.language, Tap::TopUp);
            Step::to(State::Transfer(TransferTalk::Naming)).show(screen)
        }
        Some((state, screen)) => Step::to(state).show(screen),
    }
}

/// The person typed something where an amount or a receipt is waited for, or an admin a reason.
pub(crate) fn on_words<'a>(
    scene: &'a Scene<'a>,
    talk: &'a TransferTalk,
    text: &'a str,
) -> Reply<'a> {
    match talk {
        TransferTalk::Judging(judgement) => admin::on_reason(scene, judgement, text),
        TransferTalk::Naming | TransferTalk::Showing(_) if scene.bot.transfer.is_none() => {
            prompt::on_text(scene, text)
        }
        TransferTalk::Showing(id) => {
            let words = Text::Reminder { reference: &reference(*id) }.html(scene.language);
            Reply::Now(scene.stay().say(waiting(scene, *id, words)))
        }
        TransferTalk::Naming => match read_amount(scene, text) {
            Ok(amount) => {
                Reply::WithTransferDesk(None, Box::new(move |desk| begin(scene, desk, amount)))
            }
            Err(NoAmount::TooLarge) => {
                let (least, most) = bounds_of(scene);
                let words = Text::AmountBounds { least: &least, most: &most }.html(scene.language);
                let screen = Screen::bare(words).backward(scene.language, Tap::TopUp);
                Reply::Now(scene.stay().say(screen))
            }
            // What is no number is a wish like any other.
            Err(NoAmount::Malformed) => prompt::on_text(scene, text),
        },
    }
}

/// Writes the request down and says where to.
fn begin(scene: &Scene<'_>, desk: &TransferDesk, amount: Money) -> Step {
    if let Some((state, screen)) = instead(scene, desk) {
        return Step::to(state).say(screen);
    }
    // One update asks for one request.
    let id = TransferId::new(scene.update.get());
    let screen = details(scene, id, amount);
    Step::to(State::Transfer(TransferTalk::Showing(id)))
        .and(Effect::Transfer(TransferDeed::Open(id, amount)))
        .say(screen)
}

/// What is said instead where no request may begin, and where that leaves the conversation.
fn instead(scene: &Scene<'_>, desk: &TransferDesk) -> Option<(State, Screen)> {
    match &desk.open {
        Some(request) if request.state == TransferState::Received => {
            let words = Text::LookedAt {
                reference: &reference(request.id),
                amount: &shown(scene.language, scene.bot.currency, request.amount),
                at: &moment(scene.language, &scene.prices.offers, &request.at),
            };
            let screen = Screen::bare(words.html(scene.language)).homeward(scene.language);
            Some((State::Menu, screen))
        }
        Some(request) => {
            let state = State::Transfer(TransferTalk::Showing(request.id));
            Some((state, details(scene, request.id, request.amount)))
        }
        None if desk.today >= DAILY => {
            let words = Text::TooMany { most: DAILY as usize }.html(scene.language);
            Some((State::Menu, Screen::bare(words).homeward(scene.language)))
        }
        None => None,
    }
}

/// The person sent a file where a receipt is waited for.
pub(crate) fn on_file<'a>(scene: &'a Scene<'a>, id: TransferId, sent: &'a Sent) -> Reply<'a> {
    if scene.bot.transfer.is_none() {
        return prompt::on_media(scene, sent);
    }
    let Some(receipt) = receipt(sent) else {
        let words = Text::NoReceipt { reference: &reference(id) }.html(scene.language);
        return Reply::Now(scene.stay().say(waiting(scene, id, words)));
    };
    Reply::WithTransferDesk(
        Some(receipt.clone()),
        Box::new(move |desk| receive(scene, desk, id, receipt)),
    )
}

fn receive(scene: &Scene<'_>, desk: &TransferDesk, id: TransferId, receipt: Receipt) -> Step {
    let waits =
        |request: &&TransferRequest| request.id == id && request.state == TransferState::Waiting;
    let Some(request) = desk.open.as_ref().filter(waits) else {
        return Step::to(State::Menu).say(over(scene));
    };
    let words = Text::Received {
        reference: &reference(id),
        amount: &shown(scene.language, scene.bot.currency, request.amount),
    };
    let screen = Screen::bare(words.html(scene.language)).homeward(scene.language);
    let received = TransferRequest {
        state: TransferState::Received,
        receipt: Some(receipt.clone()),
        ..request.clone()
    };
    let step = Step::to(State::Menu)
        .and(Effect::Transfer(TransferDeed::Receive(id, receipt.clone())))
        .say(screen);
    desk.admins.iter().fold(step, |step, admin| {
        let card =
            admin::transfer_card(admin.language, &scene.prices.offers, &received, &desk.seen);
        step.and(Effect::Forward(admin.person, receipt.clone()))
            .and(Effect::Tell(admin.person, card))
    })
}

/// The person does not want to transfer anything after all.
pub(crate) fn on_withdraw<'a>(scene: &'a Scene<'a>, id: TransferId) -> Reply<'a> {
    if scene.bot.transfer.is_none() {
        return Reply::Now(unknown::on_tap(scene));
    }
    Reply::WithTransferDesk(None, Box::new(move |desk| withdraw(scene, desk, id)))
}

fn withdraw(scene: &Scene<'_>, desk: &TransferDesk, id: TransferId) -> Step {
    let step = match &scene.state {
        State::Transfer(TransferTalk::Showing(shown)) if *shown == id => Step::to(State::Menu),
        _ => scene.stay(),
    };
    match desk.open.as_ref().filter(|request| request.id == id) {
        Some(request) if request.state == TransferState::Waiting => {
            step.and(Effect::Transfer(TransferDeed::Withdraw(id))).show(
                Screen::bare(withdrawn(scene, id))
                    .row([topup::button(scene)])
                    .homeward(scene.language),
            )
        }
        Some(request) => {
            let words = Text::LookedAt {
                reference: &reference(id),
                amount: &shown(scene.language, scene.bot.currency, request.amount),
                at: &moment(scene.language, &scene.prices.offers, &request.at),
            };
            step.show(Screen::bare(words.html(scene.language)).homeward(scene.language))
        }
        None => step.show(over(scene)),
    }
}

/// What is said when a request was withdrawn.
pub(crate) fn withdrawn(scene: &Scene<'_>, id: TransferId) -> Html {
    Text::Withdrawn { reference: &reference(id) }.html(scene.language)
}

/// A request that no longer waits, and the way to a new one.
fn over(scene: &Scene<'_>) -> Screen {
    let screen = Screen::bare(Text::Over.html(scene.language));
    let screen = match button(scene) {
        Some(button) => screen.row([button]),
        None => screen,
    };
    screen.homeward(scene.language)
}

fn details(scene: &Scene<'_>, id: TransferId, amount: Money) -> Screen {
    let details: String =
        scene.bot.transfer.as_deref().unwrap_or_default().chars().take(MAX_DETAILS).collect();
    let words = Text::Details {
        amount: &shown(scene.language, scene.bot.currency, amount),
        reference: &reference(id),
        details: details.trim(),
    };
    waiting(scene, id, words.html(scene.language))
}

/// Words while a receipt is waited for.
fn waiting(scene: &Scene<'_>, id: TransferId, words: Html) -> Screen {
    let withdraw = Tap::Transfer(TransferTap::Withdraw(id));
    let withdraw = Button::new(Label::Withdraw.words(scene.language), withdraw);
    Screen::bare(words).row([withdraw]).homeward(scene.language)
}

fn bounds_of(scene: &Scene<'_>) -> (String, String) {
    let (least, most) = bounds(&scene.prices.offers);
    let words = |amount| shown(scene.language, scene.bot.currency, amount);
    (words(least), words(most))
}

/// An amount that may be transferred: people put spaces into large numbers and the currency behind them.
fn read_amount(scene: &Scene<'_>, text: &str) -> Result<Money, NoAmount> {
    let (currency, (least, most)) = (scene.bot.currency, bounds(&scene.prices.offers));
    let number: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let number = number.strip_suffix(currency.symbol()).unwrap_or(&number);
    let amount = amounts::read(currency, number)?;
    if amount < least || amount > most { Err(NoAmount::TooLarge) } else { Ok(amount) }
}

/// A file as a receipt, if it can be one: a picture, or a document that shows one.
fn receipt(sent: &Sent) -> Option<Receipt> {
    let mime = sent.mime.as_deref().unwrap_or_default().to_ascii_lowercase();
    let kind = match sent.kind {
        MediaKind::Photo => ReceiptKind::Photo,
        MediaKind::Document if mime == "application/pdf" || mime.starts_with("image/") => {
            ReceiptKind::Document
        }
        _ => return None,
    };
    Some(Receipt {
        kind,
        file: sent.file.clone(),
        unique: sent.unique.clone(),
        size: Receipt::size_of(kind, sent.bytes, sent.pixels),
    })
}

#[cfg(test)]
mod tests;
