//! What KIE charged, written into the books in the commit that learns it; and what of it is lost.
//!
//! ```text
//!   an attempt ended ── book ──┬── its charge in the ledger (a lost one: suspense, until the truth comes)
//!                              └── without income ──> a loss of the day
//!                                     └── the budget of the day is spent ──> nothing is free any more,
//!                                         what lost something closes until tomorrow, the admins are told
//! ```
//!
//! Whoever else closes something in the same commit does so after this: the day is locked before any
//! closure.
//!
//! On failure: everything is part of that commit, and rolled back with it.

use domain::generation::{Cause, Income, LossCause, losses};
use domain::offers::Offers;
use domain::{Credits, GenerationId, News};
use store::losses::LossDay;
use store::{Booked, BookedEnd, LeaderTx, StoreError};
use tracing::error;
use uuid::Uuid;

use super::closing::{Closed, close_within};
use crate::generations::Generations;

/// What a charge led to; others learn it once that is committed.
#[derive(Debug, Default)]
#[must_use = "nobody learns it"]
pub(super) struct Charged {
    closed: Vec<Closed>,
    /// The total of a day whose budget is spent now.
    spent: Option<Credits>,
}

impl Charged {
    /// It is committed: what is closed is said, and that the budget is spent.
    pub(super) fn announce(self, active: &Generations) {
        if let Some(total) = self.spent {
            error!(
                credits = total.get() / 1_000_000,
                "[MONEY] KIE charged a day's budget without income: nothing is free until tomorrow"
            );
            active.wake.news();
        }
        self.closed.into_iter().for_each(|closed| closed.announce(active));
    }
}

/// Books an attempt that has just ended.
pub(super) async fn book(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    attempt: Uuid,
) -> Result<Charged, StoreError> {
    let Some(booked) = tx.books().book_attempt(attempt).await? else {
        return Ok(Charged::default());
    };
    if booked.is_free {
        tx.books().keep_free_cost(booked.generation, booked.charge).await?;
    }
    lose(active, tx, &booked).await
}

/// A result that was paid for reached nobody: what KIE charged for it brought nothing.
pub(super) async fn undelivered(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    generation: GenerationId,
) -> Result<Charged, StoreError> {
    match tx.books().made_by(generation).await? {
        Some(attempt) => book(active, tx, attempt).await,
        None => Ok(Charged::default()),
    }
}

/// Puts down what of a charge is lost, and does what the budget of the day asks for.
async fn lose(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    booked: &Booked,
) -> Result<Charged, StoreError> {
    let offers = &active.prices.offers;
    let lost = losses(booked.charge, income(offers, booked));
    if lost.is_empty() && !booked.has_losses {
        return Ok(Charged::default());
    }
    let zone = offers.time_zone.as_str();
    let day = tx.books().book_losses(booked.attempt, &booked.model, &lost, zone).await?;
    let budget = offers.losses.daily_budget;
    if day.total < budget || day.total == day.before {
        return Ok(Charged::default());
    }
    let is_free = lost.iter().all(|loss| loss.cause == LossCause::Free);
    stop(active, tx, booked, day, is_free).await
}

/// The budget of the day is spent. Free use stops by itself; what lost something closes until tomorrow.
async fn stop(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    booked: &Booked,
    day: LossDay,
    is_free: bool,
) -> Result<Charged, StoreError> {
    let offers = &active.prices.offers;
    let (zone, budget) = (offers.time_zone.as_str(), offers.losses.daily_budget);
    let models = match (day.before < budget, is_free) {
        (true, _) => tx.books().losing_models(zone).await?,
        (false, true) => Vec::new(),
        (false, false) => vec![booked.model.clone()],
    };
    let mut charged = Charged::default();
    for model in models {
        let closed = close_within(tx, &model, Some(day.rest), Cause::Losses).await?;
        charged.closed.extend(closed);
    }
    if tx.books().may_tell_of_losses(zone).await? {
        let whole = |credits: Credits| (credits.get() / 1_000_000).to_string();
        let (total, budget) = (whole(day.total), whole(budget));
        tx.operators().add_trouble(News::LossesSpent, 1, &total, &budget).await?;
        charged.spent = Some(day.total);
    }
    Ok(charged)
}

/// What a charge stands against.
fn income(offers: &Offers, booked: &Booked) -> Income {
    let cause = match booked.end {
        BookedEnd::Failed => LossCause::Failed,
        BookedEnd::Lost => LossCause::Lost,
        BookedEnd::Succeeded if !booked.in_time => LossCause::Late,
        BookedEnd::Succeeded if booked.is_free => LossCause::Free,
        BookedEnd::Succeeded if booked.is_undelivered => LossCause::Undelivered,
        BookedEnd::Succeeded => {
            let net = booked.paid.and_then(|paid| offers.net_credits(paid));
            return Income::Paid { net: net.unwrap_or(Credits::ZERO), list: booked.list };
        }
    };
    Income::Nothing(cause)
}

#[cfg(test)]
mod tests {
    use domain::generation::{Income, LossCause};
    use domain::{Credits, GenerationId, Money, Offers};
    use store::{Booked, BookedEnd};
    use uuid::Uuid;

    use super::income;

    fn booked(end: BookedEnd) -> Booked {
        Booked {
            attempt: Uuid::nil(),
            generation: GenerationId::new(1),
            model: "z-image".to_owned(),
            end,
            charge: Credits::new(4_000_000),
            list: Credits::new(800_000),
            paid: Some(Money::new(64)),
            is_free: false,
            in_time: end == BookedEnd::Succeeded,
            is_undelivered: false,
            has_losses: false,
        }
    }

    #[test]
    fn only_a_result_in_time_that_was_bought_brings_something() {
        let offers = Offers::built_in().unwrap();
        let of = |booked: &Booked| income(&offers, booked);
        let made = booked(BookedEnd::Succeeded);

        let net = offers.net_credits(Money::new(64)).unwrap();
        assert_eq!(of(&made), Income::Paid { net, list: Credits::new(800_000) });
        let gift = Booked { paid: Some(Money::ZERO), ..made.clone() };
        let nothing = Income::Paid { net: Credits::ZERO, list: Credits::new(800_000) };
        assert_eq!(of(&gift), nothing);
        for (booked, cause) in [
            (Booked { in_time: false, ..made.clone() }, LossCause::Late),
            (Booked { is_free: true, ..made.clone() }, LossCause::Free),
            (Booked { is_undelivered: true, ..made }, LossCause::Undelivered),
            (booked(BookedEnd::Failed), LossCause::Failed),
            (booked(BookedEnd::Lost), LossCause::Lost),
        ] {
            assert_eq!(of(&booked), Income::Nothing(cause));
        }
    }
}
