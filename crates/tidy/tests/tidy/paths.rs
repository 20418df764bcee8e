//! Rule: every path named in inline code of a Markdown file exists.
//!
//! Prose that says "see `crates/gone/src/old.rs`" is a link without the brackets and rots in the
//! same way. A code span counts as a path when all of this holds:
//!
//! * it consists of `[A-Za-z0-9_./-]` only, so commands, placeholders and URLs do not count;
//! * it does not begin with `/`: `/health` is a route of the HTTP interface;
//! * it contains a `/` or has one of our file endings; an ending alone (`.rs`) is no path.
//!
//! `./dev test` counts as its first word. A path may be written from the root of the repository
//! or from the folder of the document. Code blocks are not checked: they may show anything.

use pulldown_cmark::Event;

use crate::docs::documents;
use crate::tree::Tree;
use crate::{assert_none, markdown, tree};

const THIS: &str = "crates/tidy/tests/tidy/paths.rs";

const ENDINGS: &[&str] = &[".rs", ".md", ".toml", ".sql", ".sh", ".ftl", ".yaml", ".json", ".lock"];

/// Folders that exist only after something ran, each with its maker.
const RUN_TIME: &[(&str, &str)] =
    &[(".trt", "what `./dev run` keeps"), ("target", "what cargo builds")];

/// Code spans that look like paths and are none, each with the reason. One that no document
/// needs any more must be removed.
const EXCEPTIONS: &[(&str, &str)] = &[("Europe/Moscow", "a time zone")];

/// A path that a document names and the tree does not have.
struct Missing {
    place: String,
    path: String,
}

/// Lists the paths named in a document's inline code that do not exist.
fn missing(doc: &str, text: &str, tree: &Tree) -> Vec<Missing> {
    let mut missing = Vec::new();
    for (line, event) in markdown::events(text) {
        let Event::Code(code) = event else { continue };
        let Some(path) = path_in(&code) else { continue };
        let exists = ["", tree::folder_of(doc)]
            .iter()
            .filter_map(|folder| tree::resolve(folder, path))
            .any(|reached| tree.contains(&reached));
        if !exists && !is_made_at_run_time(path) {
            missing.push(Missing { place: format!("{doc}:{line}"), path: path.to_owned() });
        }
    }
    missing
}

/// The path that a code span names, if it names one.
fn path_in(code: &str) -> Option<&str> {
    let span = match code.split_once(' ') {
        Some((first, _)) if first.starts_with("./") => first,
        _ => code,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
    let has_ending = ENDINGS.iter().any(|ending| span.ends_with(ending) && span != *ending);
    let is_path =
        span.chars().all(plain) && !span.starts_with('/') && (span.contains('/') || has_ending);
    is_path.then_some(span)
}

fn is_made_at_run_time(path: &str) -> bool {
    let first = path.trim_start_matches("./").split('/').next();
    RUN_TIME.iter().any(|(folder, _)| first == Some(folder))
}

/// Turns missing paths into violations, less the exceptions, plus the exceptions nobody needs.
fn violations(missing: &[Missing], exceptions: &[(&str, &str)]) -> Vec<String> {
    let wrong = missing
        .iter()
        .filter(|missing| exceptions.iter().all(|(path, _)| *path != missing.path))
        .map(|Missing { place, path }| {
            format!("{place}: `{path}` does not exist; name a path from the root that does")
        });
    let unused = exceptions
        .iter()
        .filter(|(path, _)| missing.iter().all(|missing| missing.path != *path))
        .map(|(path, reason)| {
            format!("{THIS}: no document needs the exception `{path}` ({reason}); remove it")
        });
    wrong.chain(unused).collect()
}

/// Checks a document at `docs/here.md` beside `docs/sub/there.md` and `dev`.
fn check(text: &str, exceptions: &[(&str, &str)]) -> Vec<String> {
    let tree = Tree::of(["docs/here.md", "docs/sub/there.md", "dev"]);
    violations(&missing("docs/here.md", text, &tree), exceptions)
}

#[test]
fn paths_from_the_root_and_from_the_documents_folder_are_fine() {
    let text = "`docs/sub/there.md` `sub/there.md` `sub/` `here.md` `./dev test --all` `../dev`";

    assert_eq!(check(text, &[]), [""; 0]);
}

#[test]
fn code_that_is_no_path_is_left_alone() {
    let text = "`/health` `.rs` `word` `https://a.b/c` `cargo test a/b` `a::b` `docs/*.md`\n\n\
                ```\ndocs/gone.md\n```\n";

    assert_eq!(check(text, &[]), [""; 0]);
}

#[test]
fn folders_made_at_run_time_need_not_exist() {
    assert_eq!(check("`.trt/` `target/debug/app` `./target/`", &[]), [""; 0]);
}

#[test]
fn a_path_that_does_not_exist_is_found_with_its_line() {
    let found = check("fine\n`docs/gone.md` and `./gone --now`\nand `gone.rs`\n", &[]);

    assert_eq!(found.len(), 3);
    assert!(found[0].starts_with("docs/here.md:2: `docs/gone.md` does not exist"));
    assert!(found[1].starts_with("docs/here.md:2: `./gone` does not exist"));
    assert!(found[2].starts_with("docs/here.md:3: `gone.rs` does not exist"));
}

#[test]
fn an_exception_silences_its_path_and_must_be_needed() {
    let exceptions = [("text/plain", "a media type")];

    assert_eq!(check("`text/plain`", &exceptions), [""; 0]);
    assert!(check("nothing", &exceptions)[0].contains("no document needs"));
}

#[test]
fn every_path_named_in_inline_code_exists() {
    let tree = Tree::walk();
    let missing: Vec<Missing> =
        documents(&tree).iter().flat_map(|(doc, text)| missing(doc, text, &tree)).collect();
    assert_none(&violations(&missing, EXCEPTIONS));
}
