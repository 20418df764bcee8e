//! Waiting for a condition with a deadline: what tests do instead of sleeping.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::Error;

/// How often a condition is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// Looks until `probe` has an answer.
pub async fn until<T>(
    what: &str,
    within: Duration,
    mut probe: impl AsyncFnMut() -> Option<T>,
) -> Result<T, Error> {
    let deadline = Instant::now() + within;
    loop {
        if let Some(answer) = probe().await {
            return Ok(answer);
        }
        if Instant::now() >= deadline {
            return Err(Error::TimedOut { what: what.to_owned(), within });
        }
        sleep(LOOK).await;
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, until};

    #[tokio::test(start_paused = true)]
    async fn waiting_ends_with_the_first_answer() {
        let mut looks = 0;
        let found = until("three looks", Duration::from_secs(1), async || {
            looks += 1;
            (looks == 3).then_some(looks)
        });

        assert_eq!(found.await.unwrap(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_in_vain_says_what_for() {
        let vain = until("the moon", Duration::from_secs(2), async || None::<()>).await;

        assert_eq!(vain.unwrap_err().to_string(), "waited 2s for the moon in vain");
    }
}
