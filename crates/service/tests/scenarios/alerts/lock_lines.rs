//! `docs/lock.md` quotes every line about the lock and the way to the database as the program writes it.
//!
//! The calls that write them are read from the sources: level, fields, words. What is filled in is `…` on the page.

use std::collections::BTreeSet;

use super::sound::rows;
use crate::recipes::reading::{path, read};

const PAGE: &str = "docs/lock.md";

/// Where such lines are written.
const SOURCES: [&str; 2] =
    ["crates/service/src/role/telling.rs", "crates/service/src/role/preparing.rs"];

/// Where the words of `reason` are.
const REASONS: [&str; 2] =
    ["crates/leadership/src/session.rs", "crates/leadership/src/step/words.rs"];

/// A line of the log: level, words, fields.
type Line = (String, String, BTreeSet<String>);

/// The lines that a source writes; those at DEBUG are for developers.
fn written(source: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for level in ["info", "warn", "error"] {
        for call in source.split(&format!(" {level}!(")).skip(1) {
            let Some((fields, rest)) = call.split_once('"') else { continue };
            let words = words(rest);
            if !words.starts_with("[LOCK]") && !words.starts_with("[DB]") {
                // A field has a text of its own: the words come behind it.
                let Some((field, rest)) = behind_field(fields, rest) else { continue };
                lines.push((level.to_uppercase(), self::words(rest), field));
                continue;
            }
            lines.push((level.to_uppercase(), words, names(fields)));
        }
    }
    lines
}

/// The fields, and what comes behind the text of the last one of them.
fn behind_field<'a>(fields: &str, rest: &'a str) -> Option<(BTreeSet<String>, &'a str)> {
    let (_, rest) = rest.split_once('"')?;
    let (more, rest) = rest.split_once('"')?;
    let starts = rest.starts_with("[LOCK]") || rest.starts_with("[DB]");
    starts.then(|| (names(&format!("{fields}{more}")), rest))
}

fn names(fields: &str) -> BTreeSet<String> {
    let name = |field: &str| field.split('=').next().unwrap_or_default().trim().to_owned();
    let all = fields.split(',').map(name);
    all.filter(|name| !name.is_empty() && name != "repeats").collect()
}

/// A text of the source as it is printed, up to its end; what is filled in is `…`.
fn words(rest: &str) -> String {
    let end = rest.find('"').unwrap_or(rest.len());
    let mut lines = rest[..end].split("\\\n").map(str::trim_start);
    let mut text = lines.next().unwrap_or_default().to_owned();
    lines.for_each(|line| text += line);
    let mut words = String::new();
    let mut rest = text.as_str();
    while let Some((before, inside)) = rest.split_once('{') {
        words += before;
        words.push('…');
        rest = inside.split_once('}').map_or("", |(_, after)| after);
    }
    words + rest
}

/// The lines that the page quotes.
fn quoted(page: &str) -> Vec<Line> {
    let plain = |cell: &str| cell.trim_matches('`').to_owned();
    let is_line = |row: &&Vec<String>| row.len() >= 4 && row[0].starts_with("`[");
    let fields = |cell: &str| {
        let names = cell.split(", ").map(plain);
        names.filter(|name| !name.is_empty()).collect::<BTreeSet<_>>()
    };
    let rows = rows(page);
    rows.iter()
        .filter(is_line)
        .map(|row| (plain(&row[1]), plain(&row[0]), fields(&row[2])))
        .collect()
}

#[tokio::test]
async fn every_line_about_the_lock_is_on_its_page_as_it_is_written() {
    let mut from_sources: BTreeSet<Line> = BTreeSet::new();
    for source in SOURCES {
        from_sources.extend(written(&read(source).await));
    }
    let quoted: BTreeSet<Line> = quoted(&read(PAGE).await).into_iter().collect();

    let missing: Vec<&Line> = from_sources.difference(&quoted).collect();
    let invented: Vec<&Line> = quoted.difference(&from_sources).collect();

    assert!(missing.is_empty(), "not on {PAGE}: {missing:#?}");
    assert!(invented.is_empty(), "written nowhere: {invented:#?}");
    assert!(from_sources.len() >= 15, "{from_sources:#?}");
}

/// The words of a function that turns a closed set into words.
fn reasons(source: &str) -> BTreeSet<String> {
    let arms = source.lines().filter_map(|line| line.trim().strip_prefix("Self::"));
    let words = arms.filter_map(|arm| arm.split_once(" => \"")?.1.strip_suffix("\","));
    words.map(str::to_owned).collect()
}

#[tokio::test]
async fn every_reason_for_which_a_term_begins_or_ends_is_explained() {
    let page = read(PAGE).await;
    let explained: BTreeSet<String> = rows(&page)
        .iter()
        .filter(|row| row.len() == 3 && row[0].starts_with('`') && row[0] != "`reason`")
        .map(|row| row[0].trim_matches('`').to_owned())
        .collect();
    let mut reasons = BTreeSet::new();
    for source in REASONS {
        reasons.extend(self::reasons(&read(source).await));
    }

    assert_eq!(explained, reasons, "{}", path(PAGE).display());
}

#[test]
fn calls_are_read_with_their_level_fields_and_words() {
    let source = "    warn!(\n a, b = c.d(),\n repeats = \"x\",\n \"[DB] is {e:?}, \\\n     f\"\n );\n \
                  info!(g, \"[LOCK] h\");\n debug!(\"[LOCK] i\");\n info!(\"[RUN] j\");";
    let line = |level: &str, words: &str, fields: &[&str]| {
        let fields = fields.iter().map(|field| (*field).to_owned()).collect();
        (level.to_owned(), words.to_owned(), fields)
    };

    let expected = [line("INFO", "[LOCK] h", &["g"]), line("WARN", "[DB] is …, f", &["a", "b"])];
    assert_eq!(written(source), expected);
}
