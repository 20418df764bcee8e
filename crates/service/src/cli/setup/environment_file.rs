//! An environment file, read and changed line by line: what is not ours in it stays as it is.
//!
//! ```text
//!   NAME=value      NAME='a value'      NAME="a \"value\""      # a comment
//! ```
//!
//! systemd, compose and a shell read the same file, and agree on no form but two: plain, and in single quotes.

use std::fmt::Write;

/// Characters that mean nothing to any of them.
const PLAIN: &[u8] = b"_-.,:/@+=?&%~*";

/// The variables of a file, in their order; of those that stand there twice the last one counts.
pub(super) fn read(text: &str) -> Vec<(String, String)> {
    text.lines().filter_map(entry).collect()
}

/// The same file with these values: a line that says otherwise is changed, a missing one added at the end. Also the
/// names of what changed.
pub(super) fn changed(text: &str, wanted: &[(String, String)]) -> (String, Vec<String>) {
    let there = read(text);
    let is = |name: &str| there.iter().rev().find(|(known, _)| known == name);
    let differs =
        |(name, value): &&(String, String)| is(name).is_none_or(|(_, known)| known != value);
    let news: Vec<&(String, String)> = wanted.iter().filter(differs).collect();
    let mut changed = String::new();
    for line in text.lines() {
        let name = entry(line).map(|(name, _)| name);
        match news.iter().find(|(known, _)| Some(known) == name.as_ref()) {
            Some((name, value)) => _ = writeln!(changed, "{name}={}", quoted(value)),
            None => _ = writeln!(changed, "{line}"),
        }
    }
    for (name, value) in news.iter().filter(|(name, _)| is(name).is_none()) {
        _ = writeln!(changed, "{name}={}", quoted(value));
    }
    (changed, news.into_iter().map(|(name, _)| name.clone()).collect())
}

/// Whether every reader of the file reads this value as it is.
pub(super) fn can_hold(value: &str) -> bool {
    !value.contains(['\'', '\n', '\r', '\0'])
}

fn entry(line: &str) -> Option<(String, String)> {
    let (name, value) = line.trim().split_once('=')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    Some((name.to_owned(), unquoted(value.trim())))
}

fn quoted(value: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || PLAIN.contains(&byte);
    if value.bytes().all(is_plain) { value.to_owned() } else { format!("'{value}'") }
}

fn unquoted(value: &str) -> String {
    let within = |quote| value.strip_prefix(quote).and_then(|rest: &str| rest.strip_suffix(quote));
    if let Some(inner) = within('\'') {
        return inner.to_owned();
    }
    let Some(inner) = within('"') else { return value.to_owned() };
    let mut plain = String::new();
    let mut signs = inner.chars();
    while let Some(sign) = signs.next() {
        plain.push(if sign == '\\' { signs.next().unwrap_or(sign) } else { sign });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{can_hold, changed, read};

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_file_is_read_as_its_readers_read_it() {
        let text = "# A=comment\nA=1\n B = spaced \nC='two words $x'\nD=\"a \\\"b\\\"\"\nno entry\nA=2\nX-Y=3\n";

        let all = [("A", "1"), ("C", "two words $x"), ("D", "a \"b\""), ("A", "2")];
        assert_eq!(read(text), pairs(&all));
    }

    #[test]
    fn only_what_differs_is_changed_and_everything_else_stays() {
        let text = "# mine\nA=1\n\nB='2'\nOTHER=x\n";

        let (same, none) = changed(text, &pairs(&[("A", "1"), ("B", "2")]));
        let (new, names) =
            changed(text, &pairs(&[("A", "1"), ("B", "two words"), ("C", "https://c?d=e&f")]));

        assert_eq!((same.as_str(), none), (text, vec![]));
        assert_eq!(new, "# mine\nA=1\n\nB='two words'\nOTHER=x\nC=https://c?d=e&f\n");
        assert_eq!(names, ["B", "C"]);
        assert_eq!(
            changed(&new, &pairs(&[("B", "two words")])).1,
            [""; 0],
            "what it wrote it reads"
        );
    }

    #[test]
    fn what_readers_would_read_differently_is_not_written() {
        assert!(can_hold("postgres://a:b%20@c/d?sslmode=disable") && can_hold("a b $c \"d\""));
        assert!(!can_hold("it's") && !can_hold("two\nlines"));
    }
}
