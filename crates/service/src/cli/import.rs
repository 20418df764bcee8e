//! `trt import`: people, balances and languages of the Python bot, once each.
//!
//! ```text
//!   source ──> read and judged ──┬── a mistake ──> named, nothing is imported (--leave-out: the others are)
//!                                └── plan ──┬── --dry-run ──> shown
//!                                           └── a hundred people a request ──> the ACTIVE instance, a commit each
//! ```
//!
//! What was taken over is known by its person's number, in the commit that gave them what they had. So the command may
//! be stopped, killed and run again, and an instance may take over from another in between: the second run gives what
//! the first did not, and says of everybody else that they were imported already.
//!
//! On failure: without an ACTIVE instance within 10 s nothing more is done; what was done is told.

mod amount;
mod plan;
mod sheet;
mod source;

use std::time::Duration;

use domain::PersonId;
use futures_util::future::join_all;
use store::Intake;
use store::operators::Kind;
use store::operators::imports::Import;

pub use source::From;

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Config, Variables};
use crate::requests::asking::{self, Wish};
use crate::requests::importing::{BATCH, Batch};
use plan::Plan;
use sheet::Sheet;
use source::Choices;

/// So many requests are on their way at once.
const AT_ONCE: usize = 4;

/// Once an instance has shown that it is there, it is waited for through a takeover.
const PATIENCE_LATER: Duration = Duration::from_secs(60);

/// So many people are asked about in one question.
const ASKED_ABOUT: usize = 10_000;

/// What the balances of the old bot are in.
const CURRENCY: &str = "RUB";

/// What is to be imported, and how.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct Wanted {
    /// The folder with the Python bot's JSON files, or the postgres:// address of its database.
    pub source: String,
    /// Why, for the audit log.
    #[arg(long, value_parser = super::command::reason)]
    pub reason: String,
    /// Only shows what would be done.
    #[arg(long)]
    pub dry_run: bool,
    /// Takes amounts that are finer than a minor unit as the nearest one; each is shown.
    #[arg(long)]
    pub round: bool,
    /// Imports the others when there are mistakes about some.
    #[arg(long)]
    pub leave_out: bool,
    /// Whose people, where several partners shared a database.
    #[arg(long, value_name = "ID")]
    pub partner: Option<String>,
    /// Which store, where a database has two.
    #[arg(long, value_enum)]
    pub from: Option<From>,
}

/// Takes the people of the old bot over, or shows who they are.
pub async fn run(variables: &Variables, wanted: Wanted) -> Result<(), Failure> {
    let intake = Intake::new(&Config::database_only(variables)?.database_url);
    let by = asking::who(variables);
    let outcome = import(&intake, &wanted, &by).await;
    intake.close().await;
    outcome
}

async fn import(intake: &Intake, wanted: &Wanted, by: &str) -> Result<(), Failure> {
    let mut sheet = Sheet::new(wanted.round);
    let choices = Choices { partner: wanted.partner.as_deref(), from: wanted.from };
    let what = source::read(&wanted.source, choices, &mut sheet).await?;
    let plan = plan(intake, &sheet).await?;
    output::say(format_args!("from {what}\n{}", plan.shown(&sheet)))?;
    let mistakes = sheet.faults.len();
    if mistakes > 0 && !wanted.leave_out {
        return Err(Failure::Other(format!(
            "nothing was imported: {mistakes} mistakes; correct them in the source, or leave those people out \
             with --leave-out"
        )));
    }
    if wanted.dry_run {
        return output::say("dry run: nothing was written");
    }
    if plan.new.is_empty() {
        return output::say("nothing to import");
    }
    let carried = carry_out(intake, &plan.new, &wanted.reason, by).await;
    let after = plan_of(intake, &plan.new).await?;
    output::say(after.came_of_it())?;
    carried?;
    match after.new.len() {
        0 => Ok(()),
        missing => Err(Failure::Other(format!("{missing} people were not imported: run it again"))),
    }
}

/// Holds what was read against what is here.
async fn plan(intake: &Intake, sheet: &Sheet) -> Result<Plan, Failure> {
    let import = |(person, known): (PersonId, sheet::Known)| Import {
        person,
        amount: known.amount.unwrap_or_default(),
        language: known.language,
    };
    let people: Vec<Import> = sheet.good().map(import).collect();
    plan_of(intake, &people).await
}

async fn plan_of(intake: &Intake, people: &[Import]) -> Result<Plan, Failure> {
    let mut plan = Plan::default();
    for some in people.chunks(ASKED_ABOUT) {
        let ids: Vec<PersonId> = some.iter().map(|one| one.person).collect();
        let standings = intake.import_standings(&ids).await.map_err(Failure::other)?;
        plan.sort(some, &standings);
    }
    Ok(plan)
}

/// Has people taken over, batch by batch; what was begun is waited for, whatever became of the others.
async fn carry_out(
    intake: &Intake,
    people: &[Import],
    reason: &str,
    by: &str,
) -> Result<(), Failure> {
    let mut patience = asking::PATIENCE;
    let mut done = 0;
    for group in people.chunks(BATCH * AT_ONCE) {
        let asked = group.chunks(BATCH).map(async |people| {
            let batch = Batch { currency: CURRENCY.to_owned(), people: people.to_vec() };
            let wish = Wish { kind: Kind::Import, subject: "the old bot", reason, by };
            asking::ask_about(intake, wish, &batch.text(), patience).await
        });
        for outcome in join_all(asked).await {
            outcome?;
        }
        done += group.len();
        patience = PATIENCE_LATER;
        output::say(format_args!("{done} of {} people", people.len()))?;
    }
    Ok(())
}
