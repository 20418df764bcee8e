//! Invoices that a step offers, and what it asks of Telegram about a plan.
//!
//! ```text
//!   a pack, an amount ──> invoice row + a message with its pay button, in one commit
//!   a plan ─────────────> invoice row + a call that asks Telegram for its link
//! ```
//!
//! On failure: everything is rolled back with the transaction.

use std::time::Duration;

use dialogue::{DecidedRefund, InvoiceOffer};
use domain::ledger::Actor;
use domain::payment::{InvoiceId, Item};
use domain::{ChatId, PersonId};
use store::invoices::NewInvoice;
use store::money_calls::MoneyCallKind;
use store::{LeaderTx, StoreError};
use telegram::request::{Invoice, Keyboard, Request};

use super::say;
use crate::inbox::events::Incoming;
use crate::payments::refunds;

/// How long an invoice can be paid.
const LIVES: Duration = Duration::from_secs(24 * 3600);

/// How long a payment begins the order that its invoice keeps.
const KEPT: Duration = Duration::from_secs(30 * 60);

/// Writes an invoice down and offers it; returns the chat.
pub(super) async fn offer(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    offer: &InvoiceOffer,
) -> Result<ChatId, StoreError> {
    let (person, chat) = (incoming.event.person.id, incoming.event.chat.id);
    let id = InvoiceId::of(person, incoming.update);
    let kept = offer.kept.as_deref().map(|order| (order, KEPT));
    let new = NewInvoice { id, person, sale: &offer.sale, lives: LIVES, kept };
    tx.books().open_invoice(&new).await?;
    if let Item::Plan(_) = offer.sale.item {
        tx.books().ask_telegram(MoneyCallKind::Link, &id.to_payload(), person).await?;
        return Ok(chat);
    }
    let invoice = Invoice {
        title: offer.words.title.clone(),
        description: offer.words.description.clone(),
        payload: id.to_payload(),
        label: offer.words.title.clone(),
        stars: offer.sale.stars,
    };
    let request = Request::send_invoice(chat, &invoice, &Keyboard::NONE);
    say(tx, chat, incoming.in_place(request)).await?;
    Ok(chat)
}

/// Begins to give a payment back, as an admin decided.
pub(super) async fn refund(
    tx: &mut LeaderTx<'_>,
    admin: PersonId,
    decided: &DecidedRefund,
) -> Result<(), StoreError> {
    let DecidedRefund { person, charge, reason } = decided;
    refunds::begin(tx, *person, charge, Actor::Admin(admin), reason).await
}

/// Asks something about a subscription, by the charge of its first payment.
pub(super) async fn ask(
    tx: &mut LeaderTx<'_>,
    kind: MoneyCallKind,
    charge: &str,
    person: PersonId,
) -> Result<(), StoreError> {
    tx.books().ask_telegram(kind, charge, person).await
}
