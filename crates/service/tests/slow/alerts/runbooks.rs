//! The commands of an alert's page, run while it fires.

use simulator::world::World;
use testbed::pages::Page;

use super::rules;
use crate::board::description::path;
use crate::reader;

/// The mark of commands that change something: they are tried where that is what a test is about.
const CHANGES: &str = "changes";

/// Runs the commands of the page of this alert that only look; what went wrong.
pub(super) async fn run(alert: &str, world: &World) -> Vec<String> {
    let found = rules::alerts().into_iter().find(|found| found.name == alert);
    let file = found.unwrap_or_else(|| panic!("there is no {alert}")).runbook;
    let text = tokio::fs::read_to_string(path(&file)).await;
    let page = Page::read(&file, &text.unwrap_or_else(|error| panic!("{file}: {error}")));
    let reader = reader::of(world).await;
    let (mut wrong, mut count) = (Vec::new(), 0);
    for block in page.blocks.iter().filter(|block| !block.is_marked(CHANGES)) {
        count += 1;
        wrong.extend(reader.runs(&page, block).await.err());
    }
    eprintln!("{file}: {count} commands run, {} of them not as the page says", wrong.len());
    wrong
}
