//! Rule: `leadership` serves any program, so nothing of it speaks of this one.
//!
//! It is published by itself. A sentence with a variable, a command or the trade of the bot would
//! send its other users looking for what they do not have. Everything in its folder is read, tests
//! and schema included; only the mutants are left out, which break other rooms as well.
//!
//! A word counts wherever it stands by itself or between underscores, in whatever case.

use crate::tree::Tree;
use crate::{assert_none, tree};

const FOLDER: &str = "crates/leadership/";
const MUTANTS: &str = "crates/leadership/mutants/";

/// What only this product speaks of.
const OF_THE_PRODUCT: [&str; 27] = [
    "balance",
    "bot",
    "bots",
    "catalogue",
    "chat",
    "chats",
    "conversation",
    "dialogue",
    "generation",
    "generations",
    "inbox",
    "invoice",
    "kie",
    "ledger",
    "money",
    "outbox",
    "payment",
    "payments",
    "picture",
    "pictures",
    "refund",
    "star",
    "stars",
    "subscription",
    "telegram",
    "webhook",
    "wallet",
];

/// Its variables, its commands and its other rooms, looked for as they stand.
const NAMES: [&str; 5] = ["LOCK_DATABASE_URL", "TELEGRAM_", "`trt", "trt serve", "crates/"];

/// The only lines that may name it, each with the reason.
const ALLOWED: [(&str, &str); 2] = [
    ("A room of TRT whose users need not be TRT.", "where it comes from, in the manifest"),
    ("the TRT authors", "who grants the licence"),
];

fn violations(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().enumerate();
    let lines =
        lines.filter(|(_, line)| !ALLOWED.iter().any(|(allowed, _)| line.contains(allowed)));
    let found = lines.filter_map(|(at, line)| Some((at, stranger(line)?)));
    found
        .map(|(at, word)| {
            format!("{path}:{}: says `{word}`; say what it is for any program", at + 1)
        })
        .collect()
}

/// The first word of ours in a line.
fn stranger(line: &str) -> Option<&str> {
    let named = NAMES.iter().find(|name| line.contains(*name));
    named.copied().or_else(|| {
        let mut words = line.split(|c: char| !c.is_alphanumeric());
        words.find(|word| {
            let word = word.to_lowercase();
            word == "trt" || OF_THE_PRODUCT.contains(&word.as_str())
        })
    })
}

#[test]
fn a_word_of_the_product_is_found_in_whatever_case_and_only_by_itself() {
    let found =
        violations("a.rs", "fine\nset TELEGRAM_TOKEN\nsee `trt migrate`\nfn the_chat_id()\n");
    let fine = "bottom, starts, started, chatty, payloads, robots\nthe TRT authors\n";

    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[2].starts_with("a.rs:4: says `chat`;"));
    assert_eq!(violations("a.rs", fine), [""; 0]);
}

#[test]
fn nothing_of_leadership_speaks_of_the_product() {
    let tree = Tree::walk();
    let ours = |path: &&String| path.starts_with(FOLDER) && !path.starts_with(MUTANTS);
    let files: Vec<&String> = tree.files.iter().filter(ours).collect();
    assert!(files.len() > 30, "the room is not where it was");
    assert_none(
        &files.iter().flat_map(|path| violations(path, &tree::read(path))).collect::<Vec<_>>(),
    );
}
