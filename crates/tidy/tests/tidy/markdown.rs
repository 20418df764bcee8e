//! Reading Markdown: the parts of a document with their lines, its anchors and its tables.
//!
//! Three rules read Markdown, and all must see what a reader of the rendered page sees: a link
//! inside a code block is no link. So a real parser reads it, and no regular expression does.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Every event of the document with the line on which it begins.
pub(crate) fn events(text: &str) -> Vec<(usize, Event<'_>)> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    Parser::new_ext(text, options)
        .into_offset_iter()
        .map(|(event, range)| (breaks.partition_point(|at| *at < range.start) + 1, event))
        .collect()
}

/// The anchors GitHub gives to the headings of a document.
pub(crate) fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for (_, event) in events(text) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(part) | Event::Code(part), Some(title)) => title.push_str(&part),
            (Event::End(TagEnd::Heading(_)), Some(title)) => {
                let slug = slug(title);
                let free = numbered(&slug).find(|candidate| !anchors.contains(candidate));
                anchors.extend(free);
                heading = None;
            }
            _ => {}
        }
    }
    anchors
}

/// GitHub's rule: lower case, punctuation dropped, each space a hyphen.
fn slug(title: &str) -> String {
    title
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// A heading that repeats an earlier one gets the next free number: `a`, `a-1`, `a-2`.
fn numbered(slug: &str) -> impl Iterator<Item = String> {
    let rest = (1..).map(move |number: usize| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(rest)
}

/// One row of a table and its line.
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) cells: Vec<Cell>,
}

/// One cell of a table: all of its text, and the parts in backticks.
#[derive(Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) names: Vec<String>,
}

/// The rows of the first table in the chapter `## title`, header first; nothing when there is
/// no such table.
pub(crate) fn table_under(text: &str, title: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut heading: Option<String> = None;
    let mut in_chapter = false;
    for (line, event) in events(text) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { level, .. }), _) if level <= HeadingLevel::H2 => {
                heading = Some(String::new());
            }
            (Event::Text(part), Some(found)) => found.push_str(&part),
            (Event::End(TagEnd::Heading(level)), Some(found)) => {
                in_chapter = level == HeadingLevel::H2 && found == title;
                heading = None;
            }
            (Event::End(TagEnd::Table), _) if in_chapter => break,
            (Event::Start(Tag::TableHead | Tag::TableRow), _) if in_chapter => {
                rows.push(Row { line, cells: Vec::new() });
            }
            (event, _) if in_chapter => {
                if let Some(row) = rows.last_mut() {
                    add_to_cells(&mut row.cells, event);
                }
            }
            _ => {}
        }
    }
    rows
}

fn add_to_cells(cells: &mut Vec<Cell>, event: Event<'_>) {
    match (event, cells.last_mut()) {
        (Event::Start(Tag::TableCell), _) => cells.push(Cell::default()),
        (Event::Text(part), Some(cell)) => cell.text.push_str(&part),
        (Event::Code(part), Some(cell)) => {
            cell.text.push_str(&part);
            cell.names.push(part.into_string());
        }
        _ => {}
    }
}

#[test]
fn an_event_knows_its_line() {
    let text = "# Title\n\nfirst\nsecond `code` here\n";

    let code = events(text).into_iter().find(|(_, event)| matches!(event, Event::Code(_)));

    assert_eq!(code.expect("the document has a code span").0, 4);
}

#[test]
fn headings_get_the_anchors_github_gives_them() {
    let text = "# Two words\n## `Code` & more!\n## snake_case, and-hyphens\n### 1.2 Числа\n";

    let expected = ["two-words", "code--more", "snake_case-and-hyphens", "12-числа"];
    assert_eq!(anchors(text), expected.map(str::to_owned).into());
}

#[test]
fn repeated_headings_are_numbered() {
    let text = "# Why\n# Why\n# Why\n";

    assert_eq!(anchors(text), ["why", "why-1", "why-2"].map(str::to_owned).into());
}

#[test]
fn the_first_table_of_a_chapter_is_read() {
    let other = "| x |\n|---|\n| y |\n";
    let text =
        format!("{other}\n## It\n\n### Part\n\n| a | b |\n|---|---|\n| 1 | `c`, d |\n\n{other}");

    let rows = table_under(&text, "It");

    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [9, 11]);
    assert_eq!(rows[1].cells[1].text, "c, d");
    assert_eq!(rows[1].cells[1].names, ["c"]);
    assert!(table_under(&text, "Part").is_empty());
}
