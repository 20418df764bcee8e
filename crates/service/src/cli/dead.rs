//! `trt dead`: what was set aside, looked at, tried again or dropped.
//!
//! ```text
//!   list            id  when  person  tries  reference  problem      (the newest first)
//!   show ID         the same, one fact a line; --payload adds what the person wrote or was to be told
//!   retry, drop     asked of the ACTIVE instance, which answers
//! ```
//!
//! An id is `u12` for an update, `s34` for something that was to be said; the reference a person was given
//! will do as well. It needs the database and nothing else.
//!
//! On failure: without an ACTIVE instance within 10 s nothing is done, then or later.

mod shown;

use store::Intake;
use store::operators::{DeadId, Kind};

use crate::cli::command::DeadAction;
use crate::cli::failure::Failure;
use crate::config::Variables;
use crate::requests::asking::{self, Wish};

const LISTED: i64 = 200;

/// What the audit log says of a retry, which needs no reason.
const RETRIED: &str = "retried by an operator";

/// Looks at what was set aside, or asks for something to be done with it.
pub async fn run(variables: &Variables, action: DeadAction) -> Result<(), Failure> {
    asking::session(variables, async |intake, by| act(intake, action, by).await).await
}

async fn act(intake: &Intake, action: DeadAction, by: &str) -> Result<String, Failure> {
    match action {
        DeadAction::List => {
            let list = intake.dead_list(LISTED).await.map_err(Failure::other)?;
            Ok(shown::list(&list))
        }
        DeadAction::Show { id, payload } => {
            let id = read(&id)?;
            let found = intake.dead(&id).await.map_err(Failure::other)?;
            let found = found.ok_or_else(|| not_there(&id))?;
            Ok(shown::one(&found, payload))
        }
        DeadAction::Retry { id } => {
            let subject = read(&id)?.to_string();
            let wish = Wish { kind: Kind::DeadRetry, subject: &subject, reason: RETRIED, by };
            asking::ask(intake, wish).await
        }
        DeadAction::Drop { id, reason } => {
            let subject = read(&id)?.to_string();
            let wish = Wish { kind: Kind::DeadDrop, subject: &subject, reason: &reason, by };
            asking::ask(intake, wish).await
        }
    }
}

fn read(id: &str) -> Result<DeadId, Failure> {
    DeadId::parse(id).ok_or_else(|| {
        Failure::Other(format!("{id:?} is no id: write u12, s34 or a person's reference"))
    })
}

fn not_there(id: &DeadId) -> Failure {
    Failure::Other(format!("nothing of the id {id} is set aside: see `trt dead list`"))
}
