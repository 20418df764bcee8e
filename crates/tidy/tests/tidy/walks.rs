//! Walks are as long as they say: the counts in their titles are those of the files they name.
//!
//! A path through the tree that grows is felt by everybody who reads it, and by nobody who adds to it. So a walk of
//! ARCHITECTURE.md states its files, hops and returns, each walk has a limit, and both are held here.

use crate::assert_none;
use crate::tree;

/// The longest that a walk may be, in files.
const LIMITS: [(&str, usize); 3] =
    [("An update to its reply", 18), ("A tap to a delivered picture", 32), ("A deploy", 14)];

/// What a walk says of itself, and what it is.
#[derive(Debug, PartialEq, Eq)]
struct Walk {
    said: String,
    files: usize,
    hops: usize,
}

/// The walk of this title: from its title to the end of its paragraph.
fn walk(document: &str, title: &str) -> Option<Walk> {
    let (_, rest) = document.split_once(&format!("**{title}** ("))?;
    let (said, rest) = rest.split_once(')')?;
    let paragraph = rest.split("\n\n").next()?;
    let paths: Vec<&str> = paragraph
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.starts_with("crates/"))
        .collect();
    let mut files = paths.clone();
    files.sort_unstable();
    files.dedup();
    Some(Walk { said: said.to_owned(), files: files.len(), hops: paths.len() })
}

fn violations(document: &str) -> Vec<String> {
    let judge = |(title, most): &(&str, usize)| {
        let Some(Walk { said, files, hops }) = walk(document, title) else {
            return Some(format!("ARCHITECTURE.md: there is no walk \"{title}\" with its counts"));
        };
        let true_words = format!("{files} files, {hops} hops, {} returns", hops - files);
        if said != true_words {
            return Some(format!("ARCHITECTURE.md: \"{title}\" says {said}, and is {true_words}"));
        }
        (files > *most).then(|| format!("ARCHITECTURE.md: \"{title}\" has more than {most} files"))
    };
    LIMITS.iter().filter_map(judge).collect()
}

#[test]
fn a_walk_that_says_too_little_or_grows_too_long_is_found() {
    let text = "**A deploy** (2 files, 3 hops, 1 returns). `crates/a.rs` → `crates/b.rs`, `x` → `crates/a.rs`.\n\nNo.";
    let lie = text.replace("3 hops", "2 hops");
    let long: String = (0..15).map(|number| format!("`crates/{number}.rs` ")).collect();
    let long = format!("**A deploy** (15 files, 15 hops, 0 returns). {long}");
    let about_deploys = |text: &str| {
        let found = violations(text);
        found.into_iter().filter(|found| found.contains("deploy")).collect::<Vec<_>>()
    };

    assert!(about_deploys(text).is_empty());
    assert!(about_deploys(&lie)[0].ends_with("is 2 files, 3 hops, 1 returns"));
    assert!(about_deploys(&long)[0].ends_with("more than 14 files"));
    assert_eq!(violations("").len(), LIMITS.len(), "a walk that is gone is missed");
}

#[test]
fn walks_are_as_long_as_they_say_and_no_longer_than_they_may_be() {
    let document = tree::read("ARCHITECTURE.md");
    assert_none(&violations(&document));
}
