//! Rule: every link in every Markdown file leads somewhere.
//!
//! A relative link or image must reach a file or folder of the tree, and an `#anchor` must be a
//! heading of the document it points into, by GitHub's rule for anchors. Documents rot at their
//! links first: a file moves, a heading is reworded, and nobody notices until a newcomer clicks.
//! Links to other sites are not followed, since a test must not depend on the network. Paths in
//! inline code have their own rule, in `paths.rs`.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, LinkType, Tag};

use crate::tree::Tree;
use crate::{assert_none, markdown, tree};

/// Lists the links of these documents, given by path and text, that lead nowhere.
fn violations(docs: &BTreeMap<String, String>, tree: &Tree) -> Vec<String> {
    let mut violations = Vec::new();
    for (doc, text) in docs {
        for (line, event) in markdown::events(text) {
            let (link_type, target) = match event {
                Event::Start(Tag::Link { link_type, dest_url, .. }) => (link_type, dest_url),
                Event::Start(Tag::Image { link_type, dest_url, .. }) => (link_type, dest_url),
                _ => continue,
            };
            if link_type == LinkType::Email || leaves_the_tree(&target) {
                continue;
            }
            if let Err(fault) = follow(doc, &target, docs, tree) {
                violations.push(format!("{doc}:{line}: the link `{target}` {fault}"));
            }
        }
    }
    violations
}

fn leaves_the_tree(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// Follows one link from a document; the error completes the sentence "the link ...".
fn follow(
    doc: &str,
    target: &str,
    docs: &BTreeMap<String, String>,
    tree: &Tree,
) -> Result<(), String> {
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    };
    if target.is_empty() {
        return Err("is empty; give it a target or make it plain text".into());
    }
    if path.starts_with('/') {
        return Err("begins at the root; write it relative to this document".into());
    }
    let reached = match path {
        "" => doc.to_owned(),
        _ => tree::resolve(tree::folder_of(doc), path)
            .filter(|reached| tree.contains(reached))
            .ok_or("reaches no file or folder of the tree; correct or remove it")?,
    };
    // Anchors of other files, such as line numbers of sources, are GitHub's own business.
    if let (Some(anchor), Some(text)) = (anchor, docs.get(&reached))
        && !markdown::anchors(text).contains(anchor)
    {
        return Err(format!("names no heading of {reached}; copy the anchor of the heading"));
    }
    Ok(())
}

/// Every Markdown file of the tree, by path.
pub(crate) fn documents(tree: &Tree) -> BTreeMap<String, String> {
    tree.ending(".md").map(|path| (path.clone(), tree::read(path))).collect()
}

/// Checks a document at `docs/here.md` beside `docs/there.md` and `dev`.
fn check(text: &str) -> Vec<String> {
    let docs = BTreeMap::from([
        ("docs/here.md".to_owned(), text.to_owned()),
        ("docs/there.md".to_owned(), "# There\n\n## A part of it\n".to_owned()),
    ]);
    violations(&docs, &Tree::of(["docs/here.md", "docs/there.md", "dev"]))
}

#[test]
fn links_to_files_folders_and_headings_are_fine() {
    let text = "# Here\n[a](there.md) [b](../docs/) [c](#here) [d](there.md#a-part-of-it)\n\
                [e](https://example.org/x.md#y) <mailto:a@b.c> ![f](../dev) [g][ref]\n\n\
                [ref]: ../dev#L3\n";

    assert_eq!(check(text), [""; 0]);
}

#[test]
fn links_in_code_blocks_are_not_links() {
    assert_eq!(check("```\n[a](nowhere.md)\n```\n\n`[a](nowhere.md)`\n"), [""; 0]);
}

#[test]
fn a_link_to_a_missing_file_is_found_with_its_line() {
    let found = check("# Here\n\nsee [a](nowhere.md)\nand ![b](there.png)\n");

    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("docs/here.md:3: the link `nowhere.md` reaches no file"));
    assert!(found[1].starts_with("docs/here.md:4: the link `there.png` reaches no file"));
}

#[test]
fn a_link_to_a_missing_heading_is_found() {
    let found = check("[a](#here) [b](there.md#another-part)\n");

    assert!(found[0].contains("`#here` names no heading of docs/here.md"));
    assert!(found[1].contains("`there.md#another-part` names no heading of docs/there.md"));
}

#[test]
fn a_link_out_of_the_tree_or_from_the_root_or_to_nothing_is_found() {
    let found = check("[a](../../secret.md) [b](/docs/there.md) [c]()\n");

    assert!(found[0].contains("reaches no file"));
    assert!(found[1].contains("begins at the root"));
    assert!(found[2].contains("is empty"));
}

#[test]
fn every_link_in_the_documents_leads_somewhere() {
    let tree = Tree::walk();
    assert_none(&violations(&documents(&tree), &tree));
}
