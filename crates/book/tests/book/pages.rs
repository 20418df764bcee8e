//! The pages as the tests see them: where they are, and the code that they show.

use std::path::{Path, PathBuf};

use book::binding::has_both;
use book::places::PAGES;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// One page.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    /// From the root of the repository.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A piece of code on a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Code {
    pub(crate) line: usize,
    pub(crate) text: String,
    /// What stands behind the fence of a block; nothing for code within a sentence.
    pub(crate) fence: Option<String>,
}

impl Page {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Its name below the folder of its language, the same in both.
    pub(crate) fn name(&self) -> &str {
        let name = self.path.strip_prefix(PAGES).unwrap_or(&self.path);
        name.strip_prefix("ru/").unwrap_or(name)
    }

    pub(crate) fn is_russian(&self) -> bool {
        self.path.starts_with("docs/ru/")
    }

    /// What the parser makes of it, each with its line.
    pub(crate) fn events(&self) -> Vec<(usize, Event<'_>)> {
        let line = |at: usize| self.text[..at].matches('\n').count() + 1;
        let events = Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter();
        events.map(|(event, range)| (line(range.start), event)).collect()
    }

    /// Its code, in order.
    pub(crate) fn code(&self) -> Vec<Code> {
        let mut found: Vec<Code> = Vec::new();
        let mut in_block = false;
        for (line, event) in self.events() {
            match event {
                Event::Code(text) => {
                    found.push(Code { line, text: text.into_string(), fence: None });
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    in_block = true;
                    let fence = match kind {
                        CodeBlockKind::Fenced(fence) => fence.into_string(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    found.push(Code { line, text: String::new(), fence: Some(fence) });
                }
                Event::Text(text) if in_block => {
                    let block = found.last_mut().expect("text of a block stands behind its fence");
                    block.text.push_str(&text);
                }
                Event::End(TagEnd::CodeBlock) => in_block = false,
                _ => {}
            }
        }
        found
    }
}

/// Every page in both languages, tables of contents left out, ordered by path.
pub(crate) fn all() -> Vec<Page> {
    let mut found = Vec::new();
    collect(&root().join(PAGES), PAGES, &mut found);
    found.sort();
    assert!(found.len() > 30, "the pages are somewhere else");
    let page = |path: String| Page { text: read(&path), path };
    found.into_iter().map(page).collect()
}

/// Every page that people read: those for who changes the code name what is gone, too.
pub(crate) fn for_operators() -> Vec<Page> {
    all().into_iter().filter(|page| has_both(page.name())).collect()
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of pages can be listed") {
        let entry = entry.expect("a folder of pages can be listed to its end");
        let name = entry.file_name().into_string().expect("names are UTF-8");
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{path}/"), found);
        } else if name.ends_with(".md") && name != "SUMMARY.md" {
            found.push(path);
        }
    }
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the repository.
pub(crate) fn read(path: &str) -> String {
    let text = std::fs::read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A file that the test writes: held against what it should be, and written anew with `BLESS`.
#[track_caller]
pub(crate) fn is_written(path: &str, text: &str) {
    let at = root().join(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&at, text).expect("a page can be written");
    }
    let written = std::fs::read_to_string(&at).unwrap_or_default();
    assert!(written == text, "{path} is not what it is written from says: BLESS=1");
}

#[test]
fn the_code_of_a_page_is_found_with_its_lines() {
    let page = Page::new("docs/a.md", "# A\n\nsee `b`\n\n```sh\nc\nd\n```\n");

    let code = page.code();

    assert_eq!(code[0], Code { line: 3, text: "b".into(), fence: None });
    assert_eq!(code[1], Code { line: 5, text: "c\nd\n".into(), fence: Some("sh".into()) });
}

#[test]
fn a_page_has_the_same_name_in_both_languages() {
    let name = |path| Page::new(path, "").name().to_owned();

    assert_eq!(name("docs/questions/a.md"), name("docs/ru/questions/a.md"));
}
