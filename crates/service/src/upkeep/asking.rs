//! A question to Telegram that is about no chat: asked in the term, counted, answered or not.

use std::time::Duration;

use leadership::Term;
use store::StoreError;
use telegram::client::{Client, Reply};
use telegram::request::Chatless;
use tokio::time::Instant;

use crate::metrics;

/// The client's own limit is below it.
const LONGEST: Duration = Duration::from_secs(30);

#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    #[error("the term is over")]
    TermOver,
    #[error("{0}")]
    Problem(String),
}

/// Asks once. A drain drops the question: to ask again does no harm.
pub(crate) async fn ask(
    term: &Term,
    telegram: &Client,
    request: &Chatless,
) -> Result<Reply, NoAnswer> {
    let permit = term.permit(LONGEST).map_err(|_| NoAnswer::TermOver)?;
    let (call, began) = (telegram.ask(request), Instant::now());
    let answer = permit.run_until_drain(call).await.map_err(|_| NoAnswer::TermOver)?;
    metrics::called(request.method(), began, &answer);
    answer.map_err(|error| NoAnswer::Problem(error.to_string()))
}

impl From<StoreError> for NoAnswer {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TermOver => Self::TermOver,
            error => Self::Problem(error.to_string()),
        }
    }
}
