//! What a step makes of a bank transfer: its row, and the receipt that admins are shown.
//!
//! A step decides from a locked row, so what it writes finds that row as it was; if it does not, the books are not
//! in order and nothing of the step is kept. Only the withdrawal by `/cancel` asks nobody first: it ends what still
//! waits. On failure: everything is rolled back with the transaction.

use std::time::Duration;

use dialogue::TransferDeed;
use domain::transfer::{Receipt, ReceiptKind};
use domain::{ChatId, PersonId};
use store::outbox::Line;
use store::{LeaderTx, Priority, StoreError};
use telegram::request::{File, Keyboard, Request};

use crate::render;

/// A receipt is waited for so long.
const LIVES: Duration = Duration::from_secs(24 * 3600);

/// Writes down what becomes of a transfer; `person` is who did it.
pub(super) async fn write(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    deed: &TransferDeed,
) -> Result<(), StoreError> {
    let is_done = match deed {
        TransferDeed::Open(id, amount) => {
            tx.books().open_transfer(*id, person, *amount, LIVES).await?;
            true
        }
        TransferDeed::Receive(id, receipt) => tx.books().keep_receipt(*id, person, receipt).await?,
        TransferDeed::Withdraw(id) => {
            tx.books().withdraw_transfer(*id, person).await?;
            true
        }
        TransferDeed::Decide(id, verdict, reason) => {
            tx.books().decide_transfer(*id, person, *verdict, reason).await?
        }
    };
    if is_done { Ok(()) } else { Err(StoreError::Broken("a transfer changed under its lock")) }
}

/// Sends a receipt on, into the private chat that is returned.
pub(super) async fn forward(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    receipt: &Receipt,
) -> Result<ChatId, StoreError> {
    let (chat, file) = (ChatId::new(person.get()), File::Id(receipt.file.clone()));
    let request = match receipt.kind {
        ReceiptKind::Photo => Request::send_photo(chat, &file, "", &Keyboard::NONE),
        ReceiptKind::Document => Request::send_document(chat, &file, "", &Keyboard::NONE),
    };
    tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Result, &request)).await?;
    Ok(chat)
}
