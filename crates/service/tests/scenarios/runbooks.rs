//! The pages for operators, done as they say: every command of every runbook and of `docs/lock.md`, for real.
//!
//! ```text
//!   ```sh          only looks: run beside two instances that are well
//!   ```sh changes  changes something: run in a world of its own, where there is something to change
//! ```
//!
//! Each ends and prints as its page says ([`testbed::pages`]). What a page may use is [`VARIABLES`], which the index
//! of pages lists.

mod questions;
pub(crate) mod reader;

use simulator::telegram::Bubble;
use simulator::world::{PATIENCE, World};
use testbed::pages::{Block, Page, Reader};
use testbed::{places, skip, wait};

pub(crate) use reader::VARIABLES;

use crate::dead::Poisoned;
use crate::path;
use crate::recipes::reading::{self, read};

/// The page that says how the others are read.
pub(crate) const INDEX: &str = "docs/runbooks.md";

const FOLDER: &str = "docs/runbooks";

/// The mark of commands that change something.
const CHANGES: &str = "changes";

/// The page about what was set aside.
const SET_ASIDE: &str = "dead-letters.md";

/// The pages of alerts, by name.
pub(crate) async fn files() -> Vec<String> {
    let mut files = Vec::new();
    let mut folder = tokio::fs::read_dir(reading::path(FOLDER)).await.unwrap();
    while let Some(entry) = folder.next_entry().await.unwrap() {
        files.push(format!("{FOLDER}/{}", entry.file_name().into_string().unwrap()));
    }
    files.sort();
    files
}

/// All pages with commands.
async fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    for file in files().await.into_iter().chain([INDEX, "docs/lock.md"].map(str::to_owned)) {
        pages.push(Page::read(&file, &read(&file).await));
    }
    pages
}

/// A chapter of a page, without its title.
pub(crate) fn chapter<'a>(text: &'a str, title: &str) -> &'a str {
    let rest = text.split_once(&format!("\n## {title}\n")).map_or("", |(_, rest)| rest);
    rest.split("\n## ").next().unwrap_or_default()
}

/// Whether the programs that pages ask for are on this machine.
fn has_programs() -> bool {
    let missing = ["curl"].into_iter().find(|name| places::program(name).is_none());
    if let Some(name) = missing {
        skip::because(format_args!("there is no {name}"));
    }
    missing.is_none()
}

/// Runs the blocks that a page has for this; what went wrong, and how many there were.
async fn run(
    reader: &Reader,
    pages: &[Page],
    wanted: impl Fn(&Block) -> bool,
) -> (Vec<String>, usize) {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for page in pages {
        for block in page.blocks.iter().filter(|block| wanted(block)) {
            count += 1;
            wrong.extend(reader.runs(page, block).await.err());
        }
    }
    (wrong, count)
}

#[tokio::test]
async fn the_commands_that_look_run_as_they_stand_in_their_pages() {
    if !has_programs() {
        return;
    }
    let world = reader::open(World::build(path::program())).start().await;
    reader::is_shown(&world).await;
    let pages = pages().await;

    let reader = reader::of(&world).await;
    let (wrong, count) = run(&reader, &pages, |block| !block.is_marked(CHANGES)).await;

    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count > 100, "only {count}");
    world.ends_well().await;
}

#[tokio::test]
async fn the_commands_that_change_something_do_what_their_pages_say() {
    if !has_programs() {
        return;
    }
    let world = reader::open(World::build(path::program())).start().await;
    let poisoned = Poisoned::in_world(&world).await;
    for text in ["nonce-1-1-", "nonce-1-2-", "nonce-1-3-"] {
        poisoned.is_set_aside(text).await;
    }
    poisoned.is_healed().await;
    reader::is_shown(&world).await;
    let pages = pages().await;

    let reader = reader::of(&world).await;
    let (mut wrong, mut count) = (Vec::new(), 0);
    for page in &pages {
        // What was set aside is to be looked at as well where there is some.
        let is_run = |block: &&Block| block.is_marked(CHANGES) || page.name.ends_with(SET_ASIDE);
        for block in page.blocks.iter().filter(is_run) {
            let epoch = epoch_of_active(&world, 0).await;
            closes_what_is_opened(&reader, block).await;
            count += usize::from(block.is_marked(CHANGES));
            let ran = reader.runs(page, block).await;
            // The next one finds somebody active, whatever this one did to the role.
            let handed_over = i64::from(ran.is_ok() && block.script.contains("lock handover"));
            wrong.extend(ran.err());
            epoch_of_active(&world, epoch + handed_over).await;
        }
    }

    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count >= 20, "only {count}");
    let person = world.person("Eve");
    person.starts("").await;
    person.waits_for(Bubble::is_from_bot, PATIENCE).await;
    world.books_are_in_order().await;
    lines_of_a_hand_over_were_seen(&world).await;
}

/// What a page opens was closed before, and nothing else.
async fn closes_what_is_opened(reader: &Reader, block: &Block) {
    for subject in ["everything", "z-image"] {
        let is_opened = block.script.contains(&format!("closures open {subject}"));
        let act = if is_opened { "close" } else { "open" };
        let script = format!("```sh\ntrt closures {act} {subject} 'in a test' || true\n```\n");
        let page = Page::read("before", &script);
        reader.runs(&page, &page.blocks[0]).await.unwrap();
    }
}

/// Waits until an instance is active whose epoch is at least this one; its epoch.
async fn epoch_of_active(world: &World, least: i64) -> i64 {
    let epoch = wait::until("somebody active", PATIENCE, async || {
        let health = world.instance(world.active().await).health().await?;
        let epoch = health["epoch"].as_i64().filter(|epoch| *epoch >= least)?;
        (health["lock_state"] == "ACTIVE").then_some(epoch)
    });
    epoch.await.unwrap()
}

/// The lines that `docs/lock.md` calls normal were written by these instances, which handed the role over.
async fn lines_of_a_hand_over_were_seen(world: &World) {
    let page = read("docs/lock.md").await;
    let normal = chapter(&page, "Normal lines");
    let rows = normal.lines().filter_map(|line| line.strip_prefix("| `"));
    let words = rows.filter_map(|row| row.split('`').next()).filter(|word| word.starts_with('['));
    let logs: Vec<String> =
        world.instances().iter().flat_map(|instance| instance.process.lines()).collect();
    for word in words {
        let is_it = |line: &String| word.split('…').all(|part| line.contains(part));
        assert!(logs.iter().any(is_it), "no instance wrote `{word}`");
    }
}

#[test]
fn a_command_that_names_a_variable_nobody_has_is_found() {
    let page = Page::read("a.md", "```sh\necho \"$DATABASE_URL\" $NOBODYS\n```\n");

    assert_eq!(reader::strange(&page.blocks[0], &VARIABLES), ["NOBODYS"]);
}

#[tokio::test]
async fn pages_use_only_the_variables_that_the_index_lists() {
    for page in pages().await {
        for block in &page.blocks {
            let strange = reader::strange(block, &VARIABLES);
            assert!(strange.is_empty(), "{}:{}: {strange:?}", page.name, block.line);
        }
    }
}
