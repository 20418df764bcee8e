//! What is looked up about bank transfers: locked, a request before anybody's accounts.

use dialogue::{Reachable, TransferCase, TransferDesk, TransferList};
use domain::transfer::Receipt;
use domain::{PersonId, TransferId};
use store::{LeaderTx, Reach, StoreError};

use super::other_person;
use crate::inbox::Inbox;

/// A person's own transfer; for a receipt also where it was seen before, and who is to look at it.
pub(super) async fn desk(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    receipt: Option<&Receipt>,
) -> Result<TransferDesk, StoreError> {
    let open = tx.books().own_transfer(person, &active.prices.offers.time_zone).await?;
    let today = tx.books().transfers_of_a_day(person).await?;
    let (mut seen, mut admins) = (Vec::new(), Vec::new());
    if let Some((receipt, open)) = receipt.zip(open.as_ref()) {
        seen = tx.books().seen_before(open.id, receipt).await?;
        for admin in &active.bot.admins {
            // Telegram lets us write only to those who have written to us.
            let met = tx.people().acquaintance(*admin).await?;
            let met = met.filter(|met| met.reach == Reach::Reachable);
            admins.extend(met.map(|met| Reachable { person: *admin, language: met.speaks }));
        }
    }
    Ok(TransferDesk { open, today, seen, admins })
}

/// Somebody's transfer, with what a decision about it looks at.
pub(super) async fn case(
    tx: &mut LeaderTx<'_>,
    id: TransferId,
    zone: &str,
) -> Result<Option<TransferCase>, StoreError> {
    let Some(request) = tx.books().transfer_request(id, zone).await? else { return Ok(None) };
    let seen = match &request.receipt {
        Some(receipt) => tx.books().seen_before(id, receipt).await?,
        None => Vec::new(),
    };
    let other = other_person(tx, request.person).await?;
    Ok(other.map(|other| TransferCase { request, other, seen }))
}

/// What waits for an admin.
pub(super) async fn list(tx: &mut LeaderTx<'_>, zone: &str) -> Result<TransferList, StoreError> {
    let (first, all) = tx.books().received_transfers(TransferList::PAGE, zone).await?;
    Ok(TransferList { first, all })
}
