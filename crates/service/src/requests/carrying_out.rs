//! The active instance's side of a request: what each kind does, in the commit that answers it.
//!
//! Every request that was done has a row in the audit log, written in the same commit: who asked, for
//! what, and why. One that was refused changed nothing and has only its answer.

use domain::ledger::Actor;
use store::operators::{Answer, Asked, DeadId, Kind, Refusal, Revived};
use store::{LeaderTx, LoggedAction, StoreError};
use tracing::info;
use uuid::Uuid;

use super::{closing_and_opening, importing, resolving};
use crate::requests::Requests;

/// What has to be woken once it is committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wakes {
    Nobody,
    Revived(Revived),
    Orders,
}

/// What came of a request: the answer, and what follows from it.
type Carried = (Answer, Wakes);

/// Carries out one request, if it still waits.
pub(super) async fn carry_out(active: &Requests, id: Uuid) -> Result<(), StoreError> {
    let outcome = active.store.in_term(&active.term, async |tx| {
        let Some(asked) = tx.operators().take_request(id).await? else { return Ok(None) };
        let carried = carried(active, tx, id, &asked).await?;
        Ok(Some((asked, carried)))
    });
    match outcome.await {
        Ok(None) => Ok(()),
        Ok(Some((asked, (answer, wakes)))) => {
            tell(active, &asked, &answer, wakes);
            Ok(())
        }
        Err(StoreError::Refused(error)) => {
            refuse(active, id, format!("the database refuses it: {error}")).await
        }
        Err(error) => Err(error),
    }
}

/// Does what was asked for and writes the answer, all in this transaction.
async fn carried(
    active: &Requests,
    tx: &mut LeaderTx<'_>,
    id: Uuid,
    asked: &Asked,
) -> Result<Carried, StoreError> {
    let (answer, wakes) = match asked.kind {
        Some(Kind::DeadRetry) => retry(tx, asked).await?,
        Some(Kind::DeadDrop) => drop_it(tx, asked).await?,
        Some(Kind::ClosuresOpen) => {
            (closing_and_opening::open(&active.prices.catalogue, tx, asked).await?, Wakes::Orders)
        }
        Some(Kind::ClosuresClose) => {
            let closed = closing_and_opening::close(&active.prices.catalogue, tx, asked).await?;
            (closed, Wakes::Nobody)
        }
        Some(Kind::BooksResolve) => (resolving::resolve(tx, asked).await?, Wakes::Nobody),
        Some(Kind::Import) => {
            let currency = active.prices.offers.currency;
            let answer = importing::import(currency, tx, asked).await?;
            tx.operators().forget_details(id).await?;
            (answer, Wakes::Nobody)
        }
        // It never comes here: it is taken in hand by its own loop.
        Some(Kind::BooksReconcile) => {
            (Answer::Refused("it takes too long for this".to_owned()), Wakes::Nobody)
        }
        None => {
            let why = "the ACTIVE instance is of another release and does not know this request";
            (Answer::Refused(why.to_owned()), Wakes::Nobody)
        }
    };
    if let (Answer::Done(outcome), Some(kind)) = (&answer, asked.kind) {
        let details = format!("asked by {}: {outcome}", asked.by);
        let (before, after) = kind.change();
        let action = LoggedAction {
            actor: Actor::Operator,
            action: kind.action(),
            subject: &asked.subject,
            before,
            after,
            details: &details,
            reason: &asked.reason,
        };
        tx.books().log_action(action).await?;
    }
    tx.operators().answer_request(id, &answer).await?;
    Ok((answer, wakes))
}

async fn retry(tx: &mut LeaderTx<'_>, asked: &Asked) -> Result<Carried, StoreError> {
    let Some(id) = DeadId::parse(&asked.subject) else { return Ok(refused(&Refusal::NotThere)) };
    Ok(match tx.operators().revive(&id, &asked.reason).await? {
        Ok(revived @ Revived::Update(number)) => {
            let outcome = format!("{id} is handled again, as update {number}");
            (Answer::Done(outcome), Wakes::Revived(revived))
        }
        Ok(revived @ Revived::Send(chat)) => {
            (Answer::Done(format!("{id} is sent again to {chat}")), Wakes::Revived(revived))
        }
        Err(refusal) => refused(&refusal),
    })
}

async fn drop_it(tx: &mut LeaderTx<'_>, asked: &Asked) -> Result<Carried, StoreError> {
    let Some(id) = DeadId::parse(&asked.subject) else { return Ok(refused(&Refusal::NotThere)) };
    Ok(match tx.operators().drop_dead(&id, &asked.reason).await? {
        Ok(()) => (Answer::Done(format!("{id} is off the list")), Wakes::Nobody),
        Err(refusal) => refused(&refusal),
    })
}

fn refused(refusal: &Refusal) -> Carried {
    (Answer::Refused(refusal.to_string()), Wakes::Nobody)
}

/// Answers a request that cannot be carried out, in a transaction of its own.
async fn refuse(active: &Requests, id: Uuid, why: String) -> Result<(), StoreError> {
    let answer = Answer::Refused(why);
    active
        .store
        .in_term(&active.term, async |tx| tx.operators().answer_request(id, &answer).await)
        .await
}

fn tell(active: &Requests, asked: &Asked, answer: &Answer, wakes: Wakes) {
    let (kind, subject, by) = (asked.kind.map_or("", Kind::word), &asked.subject, &asked.by);
    match answer {
        Answer::Done(_) => info!(kind, subject, by, "[ADMIN] carried out a request"),
        Answer::Refused(why) => info!(kind, subject, by, why, "[ADMIN] refused a request"),
        Answer::Waiting | Answer::InHand | Answer::Withdrawn => {}
    }
    match wakes {
        Wakes::Nobody => {}
        Wakes::Orders => active.wake.orders(),
        Wakes::Revived(Revived::Update(_)) => active.wake.inbox(),
        Wakes::Revived(Revived::Send(chat)) => active.wake.outbox(&[chat]),
    }
}
