//! The pages that a statement of the bot touches, as the server counts them.
//!
//! The statements are taken from the descriptions in `.sqlx`, which are what the bot was compiled
//! with: a copy here would go on being measured when the bot has long had another one.
//!
//! A prepared statement may be planned for its values or once for all. Both are asked for, and the
//! worse one counts.
//!
//! On failure: a statement that cannot be found, or is found twice, ends the measurement.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tokio_postgres::{Client, SimpleQueryMessage};

use crate::load::update::{self, UpdateId};
use crate::samples::Samples;

/// What the inbox loop asks for in one look.
const LOOK: &str = "'-9223372036854775808', '{}', 256, 32, 2048";
/// Each is measured so often, after one that fills the caches of the session.
const TIMES: i64 = 5;

/// Statements of the bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statements {
    walk: String,
    accept: String,
}

/// Pages of 8 kB, medians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pages {
    /// To find what is pending.
    pub(crate) walk: f64,
    /// To store one new update.
    pub(crate) accept: f64,
}

impl Statements {
    /// Reads them from the tree that this program was built from.
    pub(crate) async fn read() -> Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
        let mut entries = tokio::fs::read_dir(&folder).await.context("no descriptions in .sqlx")?;
        let mut queries = Vec::new();
        while let Some(entry) = entries.next_entry().await? {
            let text = tokio::fs::read_to_string(entry.path()).await?;
            let description: Value = serde_json::from_str(&text)?;
            queries.extend(description["query"].as_str().map(str::to_owned));
        }
        let walk = the_one(&queries, "with recursive lanes as")?;
        let accept = the_one(&queries, "as arrival (update_id, lane, state, payload)")?;
        Ok(Self { walk, accept })
    }

    /// Counts the pages in this database; new updates are stored from this number on.
    pub(crate) async fn pages(&self, client: &Client, first: UpdateId) -> Result<Pages> {
        let (mut walk, mut accept) = (0.0_f64, 0.0_f64);
        let modes = ["force_custom_plan", "force_generic_plan"];
        for (mode, first) in modes.into_iter().zip([first.0, first.0 + 1_000]) {
            client.batch_execute(&format!("set plan_cache_mode = {mode}")).await?;
            walk = walk.max(count(client, &self.walk, |_| LOOK.to_owned()).await?);
            let arrival = |turn| arrival(UpdateId(first + turn));
            accept = accept.max(count(client, &self.accept, arrival).await?);
        }
        Ok(Pages { walk, accept })
    }
}

fn the_one(queries: &[String], part: &str) -> Result<String> {
    let mut found = queries.iter().filter(|query| query.contains(part));
    let one = found.next().with_context(|| format!("no statement with {part:?} in .sqlx"))?;
    ensure!(found.next().is_none(), "more than one statement with {part:?} in .sqlx");
    Ok(one.clone())
}

/// The values that store one update of somebody new.
fn arrival(id: UpdateId) -> String {
    let person = id.0;
    let payload = update::start(&id, &person, update::now());
    format!("'{{{id}}}', '{{{person}}}', '{{0}}', array[convert_to('{payload}', 'UTF8')]")
}

/// The pages of a statement; `values` are those of a turn.
async fn count(client: &Client, statement: &str, values: impl Fn(i64) -> String) -> Result<f64> {
    client.batch_execute(&format!("prepare counted as {statement}")).await?;
    let mut pages = Vec::new();
    for turn in 0..=TIMES {
        let explain =
            format!("explain (analyze, buffers, format json) execute counted ({})", values(turn));
        let rows = client.simple_query(&explain).await?;
        let plan = rows.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0),
            _ => None,
        });
        let plan = plan.context("the server explains nothing")?;
        pages.push(pages_of(plan)?);
    }
    client.batch_execute("deallocate counted").await?;
    Ok(pages.into_iter().skip(1).collect::<Samples>().p50())
}

/// The pages of the topmost node, which holds those of all others.
fn pages_of(plan: &str) -> Result<f64> {
    let plan: Value = serde_json::from_str(plan)?;
    let plan = &plan[0]["Plan"];
    let pages = |name: &str| plan[name].as_f64();
    match (pages("Shared Hit Blocks"), pages("Shared Read Blocks")) {
        (Some(hit), Some(read)) => Ok(hit + read),
        _ => bail!("a plan without buffers: {plan}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Statements, UpdateId, arrival, pages_of, the_one};

    #[tokio::test]
    async fn both_statements_are_among_those_the_bot_was_compiled_with() {
        let statements = Statements::read().await.unwrap();

        assert!(statements.walk.contains("cross join lateral"));
        assert!(statements.accept.contains("where not exists"));
    }

    #[test]
    fn a_statement_that_is_missing_or_found_twice_is_an_error() {
        let queries = ["select 1", "select 2"].map(str::to_owned);

        assert_eq!(the_one(&queries, "2").unwrap(), "select 2");
        assert!(the_one(&queries, "3").is_err());
        assert!(the_one(&queries, "select").is_err());
    }

    #[test]
    fn pages_are_those_of_the_topmost_node_wherever_they_came_from() {
        let plan = r#"[{"Plan": {"Shared Hit Blocks": 7, "Shared Read Blocks": 2,
            "Plans": [{"Shared Hit Blocks": 5, "Shared Read Blocks": 2}]}}]"#;

        assert_eq!(pages_of(plan).unwrap(), 9.0);
        assert!(pages_of(r#"[{"Plan": {}}]"#).is_err());
    }

    #[test]
    fn an_arrival_is_one_row() {
        let values = arrival(UpdateId(17));

        assert!(values.starts_with("'{17}', '{17}', '{0}', array[convert_to('{"), "{values}");
    }
}
