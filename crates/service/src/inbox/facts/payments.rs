//! What admins look at: payments, what giving one back would do, and the questions of people.
//!
//! A payment is read once more after the accounts of its person are locked: whoever decides by it decides about how it
//! stands then.

use dialogue::{
    PaymentFacts, PaymentLine, PaymentList, PaymentStanding, SupportCase, UnbookedLine,
};
use domain::offers::PlanKey;
use domain::{Language, PersonId};
use store::payments::{PaymentRecord, PaymentState, UnbookedRecord};
use store::support::{SupportRequest, SupportStanding};
use store::{LeaderTx, Reach, StoreError};

use crate::inbox::Inbox;

/// So many payments are shown.
const MOST: i64 = 5;

/// The payment with this charge, with the accounts of its person locked, for an admin.
pub(super) async fn payment(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    admin: PersonId,
    charge: &str,
) -> Result<Option<PaymentFacts>, StoreError> {
    let offers = &active.prices.offers;
    let zone = offers.time_zone.as_str();
    let Some(found) = tx.books().payment_record(charge, zone).await? else { return Ok(None) };
    let purse = tx.books().purse(found.person).await?;
    let Some(found) = tx.books().payment_record(charge, zone).await? else { return Ok(None) };
    let ties = tx.books().refund_ties(charge, zone).await?;
    let plan = ties.plan.and_then(|plan| Some((PlanKey::new(&plan.plan)?, plan.until)));
    let rest = tx.books().refund_rest(found.person, admin, &offers.limits).await?;
    Ok(Some(PaymentFacts {
        rest,
        payment: line(found),
        purse,
        reward: ties.reward,
        plan,
        refused: ties.refused,
    }))
}

/// The last payments of somebody; of nobody: what nothing has booked.
pub(super) async fn payments(
    tx: &mut LeaderTx<'_>,
    person: Option<PersonId>,
    zone: &str,
) -> Result<PaymentList, StoreError> {
    Ok(match person {
        Some(person) => {
            let payments = last(tx, person, MOST, zone).await?;
            PaymentList { payments, unbooked: Vec::new() }
        }
        None => {
            let unbooked = tx.books().unbooked(MOST, zone).await?;
            let unbooked = unbooked.into_iter().map(unbooked_line).collect();
            PaymentList { payments: Vec::new(), unbooked }
        }
    })
}

/// The last payments of somebody, the latest first.
pub(crate) async fn last(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    most: i64,
    zone: &str,
) -> Result<Vec<PaymentLine>, StoreError> {
    let payments = tx.books().last_payments(person, most, zone).await?;
    Ok(payments.into_iter().map(line).collect())
}

/// A question as who answers it sees it.
pub(crate) async fn case(
    tx: &mut LeaderTx<'_>,
    request: Option<SupportRequest>,
) -> Result<Option<SupportCase>, StoreError> {
    let Some(request) = request else { return Ok(None) };
    let met = match request.person {
        Some(person) => tx.people().acquaintance(person).await?,
        None => None,
    };
    Ok(Some(SupportCase {
        number: request.id,
        person: request.person,
        language: met.map_or(Language::English, |met| met.speaks),
        is_reachable: met.is_some_and(|met| met.reach == Reach::Reachable),
        is_answered: request.standing == SupportStanding::Answered,
        topic: request.topic,
        is_closed: request.standing == SupportStanding::Closed,
        is_letter: request.is_letter,
    }))
}

fn line(found: PaymentRecord) -> PaymentLine {
    PaymentLine {
        charge: found.charge,
        person: found.person,
        stars: u32::try_from(found.stars).unwrap_or(u32::MAX),
        amount: found.amount,
        bonus: found.bonus,
        item: found.item,
        at: found.at,
        standing: match found.state {
            PaymentState::Paid => PaymentStanding::Paid,
            PaymentState::Refunding => PaymentStanding::Refunding,
            PaymentState::Refunded => PaymentStanding::Refunded,
        },
    }
}

fn unbooked_line(found: UnbookedRecord) -> UnbookedLine {
    let UnbookedRecord { charge, is_refund, person, currency, amount, at } = found;
    UnbookedLine { charge, is_refund, person, currency, amount, at }
}
