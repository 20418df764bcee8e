//! What still differs once everything is settled.
//!
//! ```text
//!   list read to its end ── balance ── list again: no news ──> the balance is that of the list, and compared
//!   payments and refunds of ours that the list has not ──> differences
//!   KIE's credits ──┬── more than the books can explain ──> bought
//!                   ├── as they should be, give or take what is under way
//!                   └── less ──> a difference
//!   charges above the list ──> a difference for each model
//! ```
//!
//! A balance and a list that belong to two moments would always differ while people pay: the balance counts only
//! if nothing came between the two readings of the list around it. KIE charges when it likes, so its credits are
//! held against a range: what is at KIE or was until ten minutes ago may be charged or not, what is in suspense may
//! never be, and a credit more or less is nothing.
//!
//! On failure: what was not looked at is not judged.

use std::time::Duration;

use domain::payment::DifferenceKind;
use domain::{Credits, Stars};
use leadership::CallEnded;
use store::Found;
use store::reconciliations::stars::comparing::KieStanding;
use tokio::time::Instant;

use super::{MOST, Pass, reading};
use crate::generations::Generations;
use crate::metrics;
use crate::upkeep::asking::NoAnswer;

/// So often the balance and the list are read until nothing comes between.
const TRIES: u32 = 4;

/// For so long after its end an attempt may be charged or not.
const SETTLES_WITHIN: Duration = Duration::from_secs(600);

/// A credit, in millionths: less is no difference.
const TOLERANCE: i64 = 1_000_000;

/// Charges count for so many days.
const DAYS: u32 = 7;

/// The balance of Stars, and what only our books have. The list was read to its end.
pub(super) async fn stars(active: &Generations, pass: &mut Pass) -> Result<(), NoAnswer> {
    for _ in 0..TRIES {
        let Some(balance) = reading::balance(active, pass).await? else { break };
        let before = pass.news;
        if reading::read_list(active, pass).await? != reading::Read::ToTheEnd {
            break;
        }
        if pass.news == before {
            pass.looked_at.push(DifferenceKind::StarBalance);
            let expected = active.store.expected_stars().await?;
            pass.found.extend(unlike(balance, expected));
            break;
        }
    }
    let ours = active.store.stars_only_ours(MOST).await?;
    pass.looked_at.extend([DifferenceKind::PaymentOnlyOurs, DifferenceKind::RefundOnlyOurs]);
    pass.found.extend(ours.into_iter().map(|one| {
        let (kind, what) = match one.is_refund {
            true => (DifferenceKind::RefundOnlyOurs, "went back"),
            false => (DifferenceKind::PaymentOnlyOurs, "was paid"),
        };
        let details = format!("it {what} at {} and is not in Telegram's list", one.since);
        Found { kind, subject: one.charge, size: one.stars.get(), details }
    }));
    Ok(())
}

fn unlike(balance: Stars, expected: Stars) -> Option<Found> {
    let more = balance.minus(expected).unwrap_or(balance);
    (more != Stars::new(0)).then(|| Found {
        kind: DifferenceKind::StarBalance,
        subject: "stars".to_owned(),
        size: more.get(),
        details: format!(
            "Telegram has {} nano-stars, the books have {}",
            balance.get(),
            expected.get()
        ),
    })
}

/// Payments from before these books: nobody was credited for them.
pub(super) async fn earlier(active: &Generations, pass: &mut Pass) -> Result<(), NoAnswer> {
    let (count, sum) = active.store.earlier_payments().await?;
    pass.looked_at.push(DifferenceKind::BeforeBooks);
    if count > 0 {
        pass.found.push(Found {
            kind: DifferenceKind::BeforeBooks,
            subject: "list".to_owned(),
            size: sum.get(),
            details: format!(
                "{count} payments are older than these books and were credited by nobody here: \
                 balances of an earlier bot are imported"
            ),
        });
    }
    Ok(())
}

/// What KIE has left.
pub(super) async fn credits(active: &Generations, pass: &mut Pass) -> Result<(), NoAnswer> {
    const LONGEST: Duration = Duration::from_secs(30);
    let permit = active.term.permit(LONGEST).map_err(|_| NoAnswer::TermOver)?;
    let began = Instant::now();
    let answer = match permit.run_until_drain(active.kie.credits()).await {
        Ok(answer) => {
            metrics::kie_credits(began, &answer);
            answer.map_err(|problem| format!("KIE: {problem}"))
        }
        Err(CallEnded::TooLate) => Err("KIE took too long".to_owned()),
        Err(CallEnded::TermOver) => return Err(NoAnswer::TermOver),
    };
    let left = match answer {
        Ok(left) => left,
        Err(problem) => {
            pass.misses(problem);
            return Ok(());
        }
    };
    let standing = active.store.kie_standing(SETTLES_WITHIN).await?;
    pass.looked_at.push(DifferenceKind::KieCredits);
    match held_against(left, standing) {
        Standing::AsItShould => {}
        Standing::Bought(credits) => pass.bought = Some(credits),
        Standing::Missing(credits) => pass.found.push(Found {
            kind: DifferenceKind::KieCredits,
            subject: "credits".to_owned(),
            size: credits.get().saturating_neg(),
            details: format!(
                "KIE has {} millionths of a credit, the books have {} and {} under way",
                left.get(),
                standing.prepaid.get(),
                standing.under_way.get()
            ),
        }),
    }
    Ok(())
}

/// How KIE's balance stands to the books.
#[derive(Debug, PartialEq, Eq)]
enum Standing {
    AsItShould,
    /// So much more than there can be by the books.
    Bought(Credits),
    /// So much less.
    Missing(Credits),
}

fn held_against(left: Credits, standing: KieStanding) -> Standing {
    let KieStanding { prepaid, suspense, under_way } = standing;
    let slack = under_way.get().max(0).saturating_add(TOLERANCE);
    let most = prepaid.get().saturating_add(suspense.get()).saturating_add(slack);
    let least = prepaid.get().saturating_sub(slack);
    if left.get() > most {
        let bought = left.get().saturating_sub(prepaid.get().saturating_add(suspense.get()));
        return Standing::Bought(Credits::new(bought));
    }
    if left.get() < least {
        return Standing::Missing(Credits::new(prepaid.get().saturating_sub(left.get())));
    }
    Standing::AsItShould
}

/// What KIE charges beside what its list says.
pub(super) async fn prices(active: &Generations, pass: &mut Pass) -> Result<(), NoAnswer> {
    let drifts = active.store.drifts(DAYS).await?;
    pass.looked_at.push(DifferenceKind::PriceDrift);
    pass.found.extend(drifts.into_iter().map(|drift| Found {
        kind: DifferenceKind::PriceDrift,
        subject: drift.model,
        size: drift.charged.get().saturating_sub(drift.listed.get()),
        details: format!(
            "{} of {} were charged above the list: {} millionths of a credit where it says {}",
            drift.above,
            drift.made,
            drift.charged.get(),
            drift.listed.get()
        ),
    }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::{Credits, Stars};
    use store::reconciliations::stars::comparing::KieStanding;

    use super::{Standing, held_against, unlike};

    fn credits(whole: i64) -> Credits {
        Credits::new(whole * 1_000_000)
    }

    #[test]
    fn what_is_under_way_may_be_charged_or_not_and_what_is_in_suspense_may_never_be() {
        let standing =
            KieStanding { prepaid: credits(100), suspense: credits(5), under_way: credits(10) };
        let table = [
            (100, Standing::AsItShould),
            (89, Standing::AsItShould),
            (88, Standing::Missing(credits(12))),
            (116, Standing::AsItShould),
            (117, Standing::Bought(credits(12))),
            (1_105, Standing::Bought(credits(1_000))),
        ];
        for (left, expected) in table {
            assert_eq!(held_against(credits(left), standing), expected, "{left}");
        }
    }

    #[test]
    fn the_first_look_takes_over_what_there_is() {
        let nothing =
            KieStanding { prepaid: credits(-40), suspense: credits(0), under_way: credits(0) };
        assert_eq!(held_against(credits(1_000), nothing), Standing::Bought(credits(1_040)));
    }

    #[test]
    fn a_balance_of_stars_differs_by_a_nano_star() {
        assert_eq!(unlike(Stars::new(5), Stars::new(5)), None);
        assert_eq!(unlike(Stars::new(4), Stars::new(5)).unwrap().size, -1);
    }
}
