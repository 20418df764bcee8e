//! The answers to a stranger's questions, tried: every command of `docs/questions`, in the order of its page.
//!
//! The pages name two instances and a log as somebody's machine has them; here they are those of the world. What a
//! command writes goes into a folder of the test, in which the files that a page copies are to be found.

use std::path::{Path, PathBuf};

use simulator::world::World;
use testbed::pages::Page;

use super::{epoch_of_active, has_programs, reader};
use crate::path;
use crate::recipes::reading::{self, read};

const FOLDER: &str = "docs/questions";

/// The pages' names for the two instances.
const NAMED: [&str; 2] = ["http://127.0.0.1:8081", "http://127.0.0.1:8082"];

#[tokio::test]
async fn the_commands_that_answer_a_strangers_questions_run_as_they_stand() {
    if !has_programs() {
        return;
    }
    let world = reader::open(World::build(path::program())).start().await;
    reader::is_shown(&world).await;
    let place = place().await;
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut files = tokio::fs::read_dir(reading::path(FOLDER)).await.unwrap();
    while let Some(file) = files.next_entry().await.unwrap() {
        let name = format!("{FOLDER}/{}", file.file_name().into_string().unwrap());
        let page = Page::read(&name, &here(&read(&name).await, &world, &place));
        assert!(!page.blocks.is_empty(), "{name} has no command");
        for block in &page.blocks {
            // The next one finds somebody active, whatever the one before did to the role.
            let epoch = epoch_of_active(&world, 0).await;
            count += 1;
            let ran = reader::of(&world).await.runs(&page, block).await;
            let handed_over = i64::from(ran.is_ok() && block.script.contains("lock handover"));
            wrong.extend(ran.err());
            epoch_of_active(&world, epoch + handed_over).await;
        }
    }

    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count >= 15, "only {count}");
    world.ends_well().await;
    tokio::fs::remove_dir_all(&place).await.unwrap();
}

/// A folder with what an operator's clone has.
async fn place() -> PathBuf {
    let name = format!("questions-{}", std::process::id());
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    tokio::fs::create_dir_all(&place).await.unwrap();
    for part in ["catalogue", "crates"] {
        tokio::fs::symlink(reading::path(part), place.join(part)).await.unwrap();
    }
    place
}

/// A page with the addresses and the log of a world. What it prints elsewhere stands for any machine's output.
fn here(text: &str, world: &World, place: &Path) -> String {
    let named = NAMED.iter().enumerate().fold(text.to_owned(), |text, (at, named)| {
        text.replace(named, &format!("http://{}", world.instance(at).address()))
    });
    named
        .replace("trt.log", "\"$LOG\"")
        .replace("```text\n", "```console\n")
        .replace("```sh\n", &format!("```sh\ncd '{}'\n", place.display()))
}
