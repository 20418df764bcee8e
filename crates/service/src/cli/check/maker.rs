//! KIE: whether it takes our key, and whether there is anything left to pay with.

use kie::NoAnswer;

use super::Deployment;
use crate::cli::checklist::Verdict;
use crate::serve::kie_client;

/// Whether KIE takes our key and has credits of ours.
pub(super) async fn pays(it: &Deployment) -> Verdict {
    let client = match kie_client(&it.config.kie) {
        Ok(client) => client,
        Err(error) => {
            return Verdict::fail(
                format!("KIE cannot be asked: {error}"),
                "correct KIE_API_URL and KIE_UPLOAD_URL, or unset them",
            );
        }
    };
    match client.credits().await {
        Ok(credits) if credits.is_positive() => {
            Verdict::pass(format!("KIE takes our key, {} credits left", credits.get() / 1_000_000))
        }
        Ok(_) => Verdict::warn(
            "KIE takes our key and there are no credits left: every model is paused",
            "buy credits at KIE; sales begin again by themselves",
        ),
        Err(NoAnswer::KeyRefused) => Verdict::fail(
            "KIE refuses our key",
            "make a new key at KIE, allow this server's address there, and set KIE_API_KEY",
        ),
        Err(NoAnswer::Busy { .. } | NoAnswer::Later(_)) => Verdict::warn(
            "KIE does not answer",
            "see whether this machine reaches the address in KIE_API_URL, and try again",
        ),
    }
}
