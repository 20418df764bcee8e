//! What KIE has left for us: asked by the active instance, written down for all.
//!
//! ```text
//!   activated ──> ask ──┬── credits ──> written down, with the pace of the last day ──> asked again in a minute
//!                       └── no answer ──> how it failed is written down ──> asked again, with growing pauses
//!   an order found KIE in another state ──> that is written down within a second
//! ```
//!
//! The pace is what was used between the balances of the last day, one an hour; what was used in an hour with a
//! payment goes unnoticed as far as the payment covers it. While credits run out within a day at that pace there is
//! a line an hour in the log, and a message a day to the admins. They are also told of trouble that lasts a minute. What is closed for want of credits moves with them.
//!
//! On failure: what is known stays, and grows old. A question that is open when the term drains is dropped.

use std::sync::Arc;
use std::time::Duration;

use domain::{Credits, News};
use kie::NoAnswer as Silence;
use leadership::CallEnded;
use store::survey::CreditSample;
use store::{LeaderTx, StoreError};
use tokio::time::Instant;
use tracing::{debug, warn};

use crate::generations::{Generations, settle_balance};
use crate::metrics::{self, Loop};
use crate::process::pauses::Pauses;
use crate::status::runs_out;
use crate::upkeep::asking::NoAnswer;

const ASK_AGAIN: Duration = Duration::from_secs(60);

/// So often there is a look whether an order found out something.
const TICK: Duration = Duration::from_secs(1);

const PAUSES: Pauses = Pauses::new(Duration::from_secs(5), Duration::from_secs(60));

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Trouble that lasts so long is news.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is no trouble, or is told as something else.
const QUIET: [&str; 2] = ["ok", "out_of_credits"];

/// The client's own limit is below it.
const LONGEST: Duration = Duration::from_secs(30);

/// What this term has found out and told.
#[derive(Debug)]
struct Watch {
    pauses: Pauses,
    /// KIE is asked again then.
    due: Instant,
    /// The word that was written down last.
    written: Option<String>,
    /// When the log was last told that credits run out.
    warned: Option<Instant>,
}

pub(crate) async fn run(active: Arc<Generations>) {
    let mut watch = Watch { pauses: PAUSES, due: Instant::now(), written: None, warned: None };
    loop {
        metrics::round(Loop::Credits);
        match watch.look(&active).await {
            Ok(()) => {}
            Err(NoAnswer::TermOver) => return,
            Err(NoAnswer::Problem(problem)) => {
                debug!("[KIE] cannot write down what it has left: {problem}");
                watch.due = Instant::now() + watch.pauses.longer();
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

impl Watch {
    async fn look(&mut self, active: &Generations) -> Result<(), NoAnswer> {
        let (status, credits) = if Instant::now() >= self.due {
            let answer = ask(active).await.ok_or(NoAnswer::TermOver)?;
            let (word, credits) = judged(&answer);
            let pause = if answer.is_ok() { ASK_AGAIN } else { self.pauses.longer() };
            self.due = Instant::now() + pause;
            (word.to_owned(), credits)
        } else {
            let known = active.board.kie_status();
            match known.filter(|word| self.written.as_ref() != Some(word)) {
                Some(word) => (word, None),
                None => return Ok(()),
            }
        };
        let daily_use = write_down(active, &status, credits).await?;
        active.board.kie_has(&status, credits, daily_use);
        self.written = Some(status);
        if let Some(left) = credits {
            self.pauses.reset();
            self.warn(left, daily_use);
        }
        Ok(())
    }

    /// Tells the log that credits run out, once an hour.
    fn warn(&mut self, left: Credits, daily_use: Option<Credits>) {
        let is_told = self.warned.is_some_and(|at| at.elapsed() < HOUR);
        if is_told || !runs_out(Some(left), daily_use) {
            return;
        }
        self.warned = Some(Instant::now());
        let whole = |credits: Credits| credits.get() / 1_000_000;
        let (credits, daily_use) = (whole(left), daily_use.map(whole));
        warn!(credits, daily_use, "[KIE] credits run out within a day at the present pace");
    }
}

/// Asks once; none when the term drains first.
async fn ask(active: &Generations) -> Option<Result<Credits, Silence>> {
    let permit = active.term.permit(LONGEST).ok()?;
    let began = Instant::now();
    match permit.run_until_drain(active.kie.credits()).await {
        Ok(answer) => {
            metrics::kie_credits(began, &answer);
            Some(answer)
        }
        Err(CallEnded::TooLate) => Some(Err(Silence::Later("took too long".to_owned()))),
        Err(CallEnded::TermOver) => None,
    }
}

/// The word for how KIE answered, and what it has left.
fn judged(answer: &Result<Credits, Silence>) -> (&'static str, Option<Credits>) {
    match answer {
        Ok(credits) if credits.is_positive() => ("ok", Some(*credits)),
        Ok(credits) => ("out_of_credits", Some(*credits)),
        Err(Silence::KeyRefused) => ("key_refused", None),
        Err(Silence::Busy { .. }) => ("busy", None),
        Err(Silence::Later(_)) => ("unreachable", None),
    }
}

/// Writes it down; what a day takes at the present pace.
async fn write_down(
    active: &Generations,
    status: &str,
    credits: Option<Credits>,
) -> Result<Option<Credits>, NoAnswer> {
    let written = active.store.in_term(&active.term, async |tx| {
        if tx.operators().watch("kie", status, PATIENCE).await? && !QUIET.contains(&status) {
            tx.operators().add_trouble(News::KieTrouble, 1, status, "").await?;
        }
        let Some(left) = credits else {
            tx.upkeep().keep_kie(status, None, None).await?;
            return Ok(None);
        };
        let daily_use = daily_use(&tx.upkeep().sample_credits(left).await?, left);
        tx.upkeep().keep_kie(status, credits, daily_use).await?;
        tell(tx, left, daily_use).await?;
        Ok(Some((daily_use, settle_balance(active, tx, left).await?)))
    });
    let Some((daily_use, opened)) = written.await? else { return Ok(None) };
    active.wake.news();
    opened.announce(active);
    Ok(daily_use)
}

/// Tells the admins that credits run out, if they do and nobody has today.
async fn tell(
    tx: &mut LeaderTx<'_>,
    left: Credits,
    daily_use: Option<Credits>,
) -> Result<(), StoreError> {
    if !runs_out(Some(left), daily_use) || !tx.upkeep().may_tell_of_credits().await? {
        return Ok(());
    }
    let whole = |credits: Credits| (credits.get() / 1_000_000).to_string();
    let (left, daily) = (whole(left), daily_use.map_or_else(|| "0".to_owned(), whole));
    tx.operators().add_trouble(News::CreditsLow, 1, &left, &daily).await
}

/// What a day takes at the pace of these balances, oldest first, and what is left now. Less than an hour counts as
/// one: a single order says nothing about a day.
fn daily_use(samples: &[CreditSample], left: Credits) -> Option<Credits> {
    let observed = samples.first()?.age.clamp(HOUR, DAY);
    let balances = samples.iter().map(|sample| sample.credits.get()).chain([left.get()]);
    let balances: Vec<i64> = balances.collect();
    let used = balances.windows(2).map(|pair| (pair[0] - pair[1]).max(0)).map(i128::from);
    let a_day = used.sum::<i128>() * i128::from(DAY.as_secs()) / i128::from(observed.as_secs());
    Some(Credits::new(i64::try_from(a_day).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::{CreditSample, Credits, HOUR, daily_use, runs_out};

    fn credits(whole: i64) -> Credits {
        Credits::new(whole * 1_000_000)
    }

    fn samples(balances: &[(u32, i64)]) -> Vec<CreditSample> {
        let sample = |&(hours, whole): &(u32, i64)| CreditSample {
            age: HOUR * hours,
            credits: credits(whole),
        };
        balances.iter().map(sample).collect()
    }

    #[test]
    fn a_day_takes_what_was_used_since_and_no_payment_hides_that() {
        assert_eq!(daily_use(&[], credits(5)), None);
        assert_eq!(daily_use(&samples(&[(12, 100)]), credits(100)), Some(credits(0)));
        assert_eq!(daily_use(&samples(&[(12, 100), (6, 90)]), credits(80)), Some(credits(40)));
        // A hundred were paid in between.
        let paid = samples(&[(24, 100), (12, 40), (11, 140)]);
        assert_eq!(daily_use(&paid, credits(100)), Some(credits(100)));
    }

    #[test]
    fn less_than_an_hour_counts_as_an_hour() {
        assert_eq!(daily_use(&samples(&[(0, 100)]), credits(99)), Some(credits(24)));
    }

    #[test]
    fn credits_run_out_at_a_days_use_and_at_nothing() {
        assert!(runs_out(Some(credits(40)), Some(credits(40))));
        assert!(runs_out(Some(credits(0)), None));
        assert!(!runs_out(Some(credits(41)), Some(credits(40))));
        assert!(!runs_out(None, Some(credits(40))), "not known is not wrong");
    }
}
