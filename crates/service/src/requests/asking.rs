//! A command's side of a request: asks, and waits for what becomes of it.
//!
//! What an instance has in hand, because it takes longer than a commit, is waited for longer.
//!
//! On failure: without an answer in time the request is withdrawn, so that nothing happens by surprise
//! later; a command that is killed while it waits leaves a request that expires.

use std::time::Duration;

use store::Intake;
use store::operators::{Answer, Kind, NewRequest};
use tokio::time::Instant;
use uuid::Uuid;

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Config, Variables};
use crate::payments::reconciling;

/// How long an active instance is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How long it is waited for what an instance has in hand: a little longer than that has.
const PATIENCE_IN_HAND: Duration = Duration::from_secs(reconciling::LONGEST.as_secs() + 5);

/// The pause between two looks at the answer.
const LOOK: Duration = Duration::from_millis(100);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Wish<'a> {
    pub(crate) kind: Kind,
    pub(crate) subject: &'a str,
    pub(crate) reason: &'a str,
    pub(crate) by: &'a str,
}

/// Runs a command that needs the database and nothing else, with who runs it, and says what it says.
pub(crate) async fn session(
    variables: &Variables,
    act: impl AsyncFnOnce(&Intake, &str) -> Result<String, Failure>,
) -> Result<(), Failure> {
    let intake = Intake::new(&Config::database_only(variables)?.database_url);
    let said = act(&intake, &who(variables)).await;
    intake.close().await;
    output::say(said?)
}

/// Asks the active instance, and tells what came of it.
pub(crate) async fn ask(intake: &Intake, wish: Wish<'_>) -> Result<String, Failure> {
    ask_about(intake, wish, "", PATIENCE).await
}

/// The same with more to be said about it, for as long as whoever asks has patience.
pub(crate) async fn ask_about(
    intake: &Intake,
    wish: Wish<'_>,
    details: &str,
    patience: Duration,
) -> Result<String, Failure> {
    let Wish { kind, subject, reason, by } = wish;
    let id = Uuid::new_v4();
    let request = NewRequest { id, kind, subject, details, reason, by, patience };
    intake.ask(request).await.map_err(Failure::other)?;
    match answer(intake, id, patience).await? {
        Answer::Done(outcome) => Ok(outcome),
        Answer::Refused(why) => Err(Failure::Other(why)),
        Answer::Waiting | Answer::Withdrawn => Err(Failure::Other(format!(
            "no instance was ACTIVE within {} s: nothing was done, and nothing will be",
            patience.as_secs()
        ))),
        Answer::InHand => Err(Failure::other(
            "it takes too long and goes on without this command: ask again later",
        )),
    }
}

/// Waits for the answer, and takes the request back when there is none.
async fn answer(intake: &Intake, id: Uuid, patience: Duration) -> Result<Answer, Failure> {
    let (began, mut patience, mut is_in_hand) = (Instant::now(), patience, false);
    while began.elapsed() < patience {
        // A look that finds no database is no answer; the last word has who takes it back.
        match intake.answer_to(id).await {
            Ok(Answer::InHand) => (patience, is_in_hand) = (PATIENCE_IN_HAND, true),
            Ok(Answer::Waiting) | Err(_) => {}
            Ok(answer) => return Ok(answer),
        }
        tokio::time::sleep(LOOK).await;
    }
    match intake.withdraw(id).await.map_err(Failure::other)? {
        Answer::Withdrawn if is_in_hand => Ok(Answer::InHand),
        answer => Ok(answer),
    }
}

/// Who sits at the keyboard, as far as the environment knows.
pub(crate) fn who(variables: &Variables) -> String {
    let value = |name: &str| {
        let found = variables.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| value.chars().filter(|c| !c.is_control()).take(64).collect())
    };
    ["SUDO_USER", "USER", "LOGNAME"].into_iter().find_map(value).unwrap_or("unknown".to_owned())
}

#[cfg(test)]
mod tests {
    use super::who;

    #[test]
    fn who_asks_is_who_the_environment_names_first() {
        let of = |pairs: &[(&str, &str)]| {
            let own = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            who(&own.collect::<Vec<_>>())
        };

        assert_eq!(of(&[("USER", "root"), ("SUDO_USER", "ann")]), "ann");
        assert_eq!(of(&[("LOGNAME", "ann"), ("USER", "")]), "ann");
        assert_eq!(of(&[]), "unknown");
    }
}
