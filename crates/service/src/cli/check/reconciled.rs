//! The books beside Telegram and KIE: when they were last held against both, and what differs.

use store::Intake;
use store::reconciliations::LastReconciled;

use super::Deployment;
use super::way_in::asked_in_vain;
use crate::cli::checklist::Verdict;

/// Hours after which somebody should ask why it was not done again.
const LATE: i64 = 3;

const CURE: &str = "run `trt books reconcile`, which says what differs";

pub(super) async fn lately(it: &Deployment) -> Verdict {
    let intake = Intake::new(&it.config.database_url);
    let last = intake.last_reconciliation().await;
    intake.close().await;
    match last {
        Ok(last) => judge(last),
        Err(error) => asked_in_vain(&error).into_warning(),
    }
}

fn judge(last: Option<LastReconciled>) -> Verdict {
    let Some(LastReconciled { age, problem, open }) = last else {
        return Verdict::pass("not reconciled yet: the first ACTIVE instance does it");
    };
    let (hours, minutes) = (age / 3_600, age / 60);
    match (open, problem) {
        (0, None) if hours < LATE => {
            Verdict::pass(format!("the books differ from nothing, as of {minutes} min ago"))
        }
        (0, None) => Verdict::warn(
            format!("not reconciled for {hours} h"),
            "an ACTIVE instance does it every hour: see that there is one",
        ),
        (0, Some(problem)) => Verdict::warn(
            format!("not everything was reconciled {minutes} min ago: {problem}"),
            CURE,
        ),
        (open, _) => Verdict::warn(format!("{open} differences are open"), CURE),
    }
}

#[cfg(test)]
mod tests {
    use store::reconciliations::LastReconciled;

    use super::judge;
    use crate::cli::checklist::Status;

    #[test]
    fn open_differences_and_a_late_or_partial_reconciliation_are_warned_of() {
        let last = |age, problem: Option<&str>, open| {
            Some(LastReconciled { age, problem: problem.map(str::to_owned), open })
        };
        let table = [
            (None, Status::Pass),
            (last(60, None, 0), Status::Pass),
            (last(4 * 3_600, None, 0), Status::Warn),
            (last(60, Some("KIE"), 0), Status::Warn),
            (last(60, None, 2), Status::Warn),
        ];
        for (last, status) in table {
            let verdict = judge(last.clone());
            assert_eq!(verdict.named("x").status(), status, "{last:?}");
        }
    }
}
