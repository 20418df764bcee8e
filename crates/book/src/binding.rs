//! Both books, built one after the other into one folder.
//!
//! ```text
//! pages of a language ─→ their links turned ─→ mdBook ─→ OUT, OUT/ru
//!         └── what they link to outside docs/: Markdown becomes a page of the English book, of all
//!             other files a copy goes along, and so on from page to page
//! ```
//!
//! On failure what was there may be gone: the folder is written anew each time. A link that leads
//! nowhere is no failure here; the tests find it in what was built.

#![expect(
    clippy::disallowed_methods,
    reason = "a command of a moment that reads and writes files, and runs no async code"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mdbook_driver::MDBook;
use mdbook_driver::book::{BookItem, Chapter};

use crate::links::{links, turned};
use crate::places::{LANGUAGES, Language, PAGES, place, way};

/// Builds both books of this repository into a folder; how many pages there are.
///
/// # Errors
/// When a page of a SUMMARY cannot be read, or the folder not written.
pub fn bind(root: &Path, out: &Path) -> Result<usize> {
    let mut books = Vec::new();
    for language in LANGUAGES {
        books.push((language, load(root, out, language)?));
    }
    let mut tree = Tree::default();
    for (language, book) in &books {
        for chapter in book.book.chapters() {
            if let Some(path) = page(*language, chapter) {
                tree.follow(root, &path, &chapter.content)?;
            }
        }
    }
    let mut pages = 0;
    for (language, book) in &mut books {
        if language.folder.is_empty() {
            tree.add_to(book);
        }
        pages += book.book.chapters().count();
        book.book.for_each_chapter_mut(|chapter| turn(root, *language, chapter));
        book.build().context("the book cannot be written")?;
    }
    tree.copy(root, out)?;
    // mdBook copies whatever is no page.
    for language in LANGUAGES {
        let settings = out.join(language.folder).join("book.toml");
        std::fs::remove_file(&settings).with_context(|| format!("{}", settings.display()))?;
    }
    Ok(pages)
}

fn load(root: &Path, out: &Path, language: Language) -> Result<MDBook> {
    let folder = root.join(PAGES).join(language.folder);
    let mut book = MDBook::load(&folder).with_context(|| format!("{}", folder.display()))?;
    book.config.build.build_dir = std::path::absolute(out)?.join(language.folder);
    Ok(book)
}

/// The path of a chapter from the root of the repository.
fn page(language: Language, chapter: &Chapter) -> Option<String> {
    let path = chapter.path.as_ref()?.to_str()?;
    Some(match path.strip_prefix("tree/") {
        Some(path) => path.to_owned(),
        None => format!("{PAGES}{}{path}", language.folder),
    })
}

/// Turns the links of a chapter, and adds one to the same page in the other language.
fn turn(root: &Path, language: Language, chapter: &mut Chapter) {
    let Some(path) = page(language, chapter) else { return };
    chapter.content = turned(root, &path, &chapter.content);
    let own = format!("{PAGES}{}", language.folder);
    if let Some(name) = path.strip_prefix(&own)
        && has_both(name)
    {
        let other = place(&format!("{PAGES}{}{name}", language.other));
        let way = way(&place(&path), &other);
        chapter.content += &format!("\n---\n\n[{}]({way})\n", language.calls_other);
    }
}

/// Pages that there are in English alone: they are for those who change the code.
pub const ENGLISH_ONLY: &[&str] = &["decisions", "decisions/", "mutants.md", "voice.md"];

/// Whether a page, by its path below its language's folder, is there in both languages.
pub fn has_both(name: &str) -> bool {
    let is_one = |only: &str| name.trim_end_matches(".md") == only.trim_end_matches(".md");
    let is_in = |only: &str| only.ends_with('/') && name.starts_with(only);
    !ENGLISH_ONLY.iter().any(|only| is_one(only) || is_in(only))
}

/// What the pages link to elsewhere in the repository, by its path from the root.
#[derive(Default)]
struct Tree {
    /// Markdown, which becomes pages.
    documents: BTreeMap<String, String>,
    /// All else, which is copied.
    files: BTreeSet<String>,
}

impl Tree {
    /// Takes along what a page links to, and what that links to.
    fn follow(&mut self, root: &Path, page: &str, text: &str) -> Result<()> {
        for link in links(text) {
            let Some((reached, _)) = link.reaches(page) else { continue };
            let is_ours = reached.starts_with(PAGES) || format!("{reached}/") == PAGES;
            let at = root.join(&reached);
            let (reached, is_file) = match at.is_dir() {
                true => (format!("{reached}/README.md"), false),
                false => (reached, at.is_file()),
            };
            let is_there = is_file || at.is_dir();
            if is_ours || !is_there || self.documents.contains_key(&reached) {
                continue;
            }
            if reached.ends_with(".md") {
                let text = match is_file || root.join(&reached).is_file() {
                    true => read(root, &reached)?,
                    false => listing(&at)?,
                };
                self.documents.insert(reached.clone(), text.clone());
                self.follow(root, &reached, &text)?;
            } else {
                self.files.insert(reached);
            }
        }
        Ok(())
    }

    /// The documents as the last part of a book.
    fn add_to(&self, book: &mut MDBook) {
        if self.documents.is_empty() {
            return;
        }
        book.book.push_item(BookItem::PartTitle("From the repository".to_owned()));
        for (path, text) in &self.documents {
            let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(path);
            let path = PathBuf::from("tree").join(path);
            let chapter = Chapter::new(&title.replace('`', ""), text.clone(), path, Vec::new());
            book.book.push_item(chapter);
        }
    }

    fn copy(&self, root: &Path, out: &Path) -> Result<()> {
        for file in &self.files {
            let to = out.join(place(file));
            if let Some(folder) = to.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::copy(root.join(file), &to).with_context(|| format!("{}", to.display()))?;
        }
        Ok(())
    }
}

fn read(root: &Path, path: &str) -> Result<String> {
    std::fs::read_to_string(root.join(path)).with_context(|| format!("{path} cannot be read"))
}

/// The page of a folder that has none: its files.
fn listing(folder: &Path) -> Result<String> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
    let title = folder.file_name().unwrap_or_default().to_string_lossy();
    let lines = names.iter().map(|name| format!("- [{name}]({name})\n"));
    Ok(format!("# {title}\n\n{}", lines.collect::<String>()))
}
