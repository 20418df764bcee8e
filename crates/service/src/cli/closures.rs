//! `trt closures`: what cannot be ordered now, looked at, opened or closed.
//!
//! ```text
//!   list [--json]           subject  cause  since  by  until  what happens next   (everything first)
//!   open SUBJECT REASON     asked of the ACTIVE instance, which answers
//!   close SUBJECT REASON    the same; closed until it is opened by this command
//! ```
//!
//! A subject is a model's key, a variant as it is listed (`key condition`, quoted for the shell), `cost` for what
//! costs more than the balance at KIE, or `everything`. It needs the database and nothing else; whether a subject is
//! known is judged by the ACTIVE instance, from the catalogue that it sells from.
//!
//! On failure: without an ACTIVE instance within 10 s nothing is done, then or later.

mod shown;

use store::Intake;
use store::operators::Kind;

use crate::cli::command::ClosuresAction;
use crate::cli::failure::Failure;
use crate::config::Variables;
use crate::requests::asking::{self, Wish};

const LISTED: i64 = 500;

/// Looks at what is closed, or asks for it to be changed.
pub async fn run(variables: &Variables, action: ClosuresAction) -> Result<(), Failure> {
    asking::session(variables, async |intake, by| act(intake, action, by).await).await
}

async fn act(intake: &Intake, action: ClosuresAction, by: &str) -> Result<String, Failure> {
    let (kind, subject, reason) = match action {
        ClosuresAction::List { json } => {
            let closures = intake.closures(LISTED).await.map_err(Failure::other)?;
            return Ok(if json { shown::json(&closures) } else { shown::list(&closures) });
        }
        ClosuresAction::Open { subject, reason } => (Kind::ClosuresOpen, subject, reason),
        ClosuresAction::Close { subject, reason } => (Kind::ClosuresClose, subject, reason),
    };
    asking::ask(intake, Wish { kind, subject: &subject, reason: &reason, by }).await
}
