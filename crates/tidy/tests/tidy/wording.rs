//! Rule: the text of the tree is plain.
//!
//! * No emoji: they render differently everywhere and say less than a word. Arrows, box drawing,
//!   the rouble sign and the star that Telegram prices in are signs of their own and are allowed.
//! * No words that postpone or boast (the list is [`POSTPONED`]): work to do is an issue, history
//!   is git.
//! * No folders of one developer's machine: they exist nowhere else.
//! * No tabs in Rust, no space at the end of a line, one newline at the end of the file.
//!
//! This crate spells the words and the folders in order to look for them, so those two checks
//! leave it out; the others do not.

use crate::tree::Tree;
use crate::{assert_none, tree};

const ENDINGS: &[&str] = &[".rs", ".sql", ".md", ".toml", ".sh"];
const OWN_SOURCES: &str = "crates/tidy/";
const POSTPONED: &[&str] = &["FIXED", "FIXME", "XXX", "HACK", "TODO"];

/// Folders of a developer's machine, and whether a name must follow to tell them from a route.
const MACHINE_FOLDERS: &[(&str, bool)] =
    &[("/home/", true), ("/Users/", true), ("/root/", false), ("/work/", false)];

/// Emoji blocks, first and last character. The star U+2B50 and plain arrows are in none of them.
const EMOJI: &[(char, char)] = &[
    ('\u{203C}', '\u{203C}'),   // double exclamation mark
    ('\u{2049}', '\u{2049}'),   // exclamation question mark
    ('\u{20E3}', '\u{20E3}'),   // keycap
    ('\u{231A}', '\u{231B}'),   // watch, hourglass
    ('\u{23E9}', '\u{23FA}'),   // player buttons, clocks
    ('\u{2600}', '\u{27BF}'),   // miscellaneous symbols, dingbats
    ('\u{2B1B}', '\u{2B1C}'),   // large squares
    ('\u{2B55}', '\u{2B55}'),   // large circle
    ('\u{FE0F}', '\u{FE0F}'),   // turns the character before it into an emoji
    ('\u{1F000}', '\u{1FAFF}'), // pictographs, faces, flags, transport
];

/// Checks the text of one file.
fn violations(path: &str, text: &str) -> Vec<String> {
    let mut violations = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let faults = [
            emoji(line),
            postponed(path, line),
            machine_folder(path, line),
            white_space(path, line),
        ];
        let place = format!("{path}:{}", index + 1);
        violations.extend(faults.into_iter().flatten().map(|fault| format!("{place}: {fault}")));
    }
    let last = text.lines().count();
    if !text.is_empty() && !text.ends_with('\n') {
        violations.push(format!("{path}:{last}: the last line has no newline; add one"));
    }
    if text.ends_with("\n\n") || text == "\n" {
        violations.push(format!("{path}:{last}: the file ends with an empty line; remove it"));
    }
    violations
}

fn emoji(line: &str) -> Option<String> {
    let in_block = |c: &char| EMOJI.iter().any(|(first, last)| (first..=last).contains(&c));
    let found = line.chars().find(in_block)?;
    Some(format!("has the emoji U+{:04X}; say it in words", u32::from(found)))
}

fn postponed(path: &str, line: &str) -> Option<String> {
    if path.starts_with(OWN_SOURCES) {
        return None;
    }
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    let found = words.find(|word| POSTPONED.contains(word))?;
    Some(format!("says {found}; do it, or open an issue, or leave it to the commit message"))
}

fn machine_folder(path: &str, line: &str) -> Option<String> {
    if path.starts_with(OWN_SOURCES) {
        return None;
    }
    let is_hit = |folder: &str, needs_name: bool, at: usize| {
        let before = &line[..at];
        let after = &line[at + folder.len()..];
        // Inside a longer path, an address or behind a variable it is another folder.
        let inner = before.ends_with(|c: char| c.is_alphanumeric() || "_.-/~})*".contains(c));
        let named = after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (!inner || before.ends_with("://")) && (named || !needs_name)
    };
    let (folder, _) = MACHINE_FOLDERS.iter().find(|(folder, needs_name)| {
        line.match_indices(folder).any(|(at, _)| is_hit(folder, *needs_name, at))
    })?;
    Some(format!("names {folder} of one machine; use a relative path or a variable"))
}

fn white_space(path: &str, line: &str) -> Option<String> {
    if line.ends_with(char::is_whitespace) {
        return Some("ends with white space; remove it".into());
    }
    let tab = path.ends_with(".rs") && line.contains('\t');
    tab.then(|| "has a tab; indent with spaces, and in strings write \\t".into())
}

#[test]
fn plain_text_is_fine() {
    let text = "//! a → b, ─│┌, 5 ₽, 10 ⭐, «кавычки», ©, ½\n\
                // TODOS, todo!(), XXXXXX, FIXED_POINT, prefixed\n\
                // /homework/x $HOME/work/x https://a.b/home/x /home/{id} docs/root/x\n";

    assert_eq!(violations("crates/a/src/b.rs", text), [""; 0]);
    assert_eq!(violations("crates/a/src/b.rs", ""), [""; 0]);
    assert_eq!(violations("a.sql", "\tselect 1;\n"), [""; 0]);
}

#[test]
fn an_emoji_is_found() {
    for emoji in ["\u{1F600}", "\u{2705}", "\u{2728}", "\u{26A0}\u{FE0F}", "\u{1F1EB}", "1\u{20E3}"]
    {
        let found = violations("a.md", &format!("fine\ndone {emoji}\n"));

        assert_eq!(found.len(), 1, "{emoji}");
        assert!(found[0].starts_with("a.md:2: has the emoji U+"), "{}", found[0]);
    }
}

#[test]
fn a_postponing_word_is_found_except_in_this_crate() {
    for word in POSTPONED {
        let text = format!("-- {word}: later\n");

        assert!(violations("a.sql", &text)[0].starts_with(&format!("a.sql:1: says {word};")));
        assert_eq!(violations("crates/tidy/tests/tidy/a.rs", &text), [""; 0]);
    }
}

#[test]
fn a_folder_of_one_machine_is_found_except_in_this_crate() {
    let folders =
        ["/home/ann/x", "\"/Users/ann\"", "cd /root/x", "(/work/x)", "file:///home/ann/x"];
    for folder in folders {
        let found = violations("a.md", &format!("{folder}\n"));

        assert_eq!(found.len(), 1, "{folder}");
        assert!(found[0].contains("of one machine"));
        assert_eq!(violations("crates/tidy/src/a.rs", &format!("{folder}\n")), [""; 0]);
    }
}

#[test]
fn stray_white_space_is_found() {
    assert!(violations("a.md", "a \n")[0].starts_with("a.md:1: ends with white space"));
    assert!(violations("a.md", "a\r\n")[0].starts_with("a.md:1: ends with white space"));
    assert!(violations("a.rs", "a\n\tb\n")[0].starts_with("a.rs:2: has a tab"));
    assert!(violations("a.toml", "a\nb")[0].starts_with("a.toml:2: the last line has no newline"));
    assert!(violations("a.sh", "a\n\n")[0].starts_with("a.sh:2: the file ends with an empty"));
}

#[test]
fn the_text_of_the_tree_is_plain() {
    let tree = Tree::walk();
    let is_ours = |path: &&String| {
        tree::is_script(path) || ENDINGS.iter().any(|ending| path.ends_with(ending))
    };
    let files = tree.files.iter().filter(is_ours);
    assert_none(&files.flat_map(|path| violations(path, &tree::read(path))).collect::<Vec<_>>());
}
