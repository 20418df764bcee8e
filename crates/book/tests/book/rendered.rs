//! Rule: in the books as they are built, every link of every page leads somewhere.
//!
//! Both books are built for real. A link may be right in the repository and wrong in the book, where a page has
//! another name and an anchor another spelling; so the pages are read as a browser gets them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use book::places::resolve;

use crate::assert_none;
use crate::pages::{self, Page};

/// A built page: the names of its parts, and where it leads to.
#[derive(Debug, Default)]
struct Built {
    ids: BTreeSet<String>,
    links: BTreeSet<String>,
}

impl Built {
    fn read(html: &str) -> Self {
        Self {
            ids: attributes(html, &[" id=\""]),
            links: attributes(html, &[" href=\"", " src=\""]),
        }
    }
}

/// The values of these attributes.
fn attributes(html: &str, names: &[&str]) -> BTreeSet<String> {
    let mut values = BTreeSet::new();
    for name in names {
        for part in html.split(name).skip(1) {
            let value = part.split('"').next().unwrap_or_default();
            values.insert(value.replace("&amp;", "&"));
        }
    }
    values
}

/// The links that lead nowhere, of built pages given by their paths, beside files.
fn violations(pages: &BTreeMap<String, Built>, files: &BTreeSet<String>) -> Vec<String> {
    let mut violations = Vec::new();
    for (path, page) in pages {
        for link in &page.links {
            let leaves = link.contains("://") || link.starts_with("mailto:");
            if leaves || link.is_empty() || link.starts_with("data:") {
                continue;
            }
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let reached = match target {
                "" => Some(path.clone()),
                _ => resolve(path, &decoded(target)),
            };
            let reached = reached.unwrap_or_default();
            let fault = match pages.get(&reached) {
                Some(page) if anchor.is_empty() || page.ids.contains(&decoded(anchor)) => continue,
                Some(_) => "names no part of that page",
                None if files.contains(&reached) => continue,
                None => "leads nowhere",
            };
            violations.push(format!("{path}: the link `{link}` {fault}"));
        }
    }
    violations
}

/// A part of an address as it was before it was made one.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = |at: usize| char::from(*after.get(at)?).to_digit(16);
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Builds both books into a folder of this test's own.
fn built(name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out).expect("a folder");
    book::binding::bind(&pages::root(), &out).expect("the books can be built");
    out
}

fn collect(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the book's folder can be listed") {
        let entry = entry.expect("the book's folder can be listed to its end");
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{path}/"), found);
        } else {
            found.insert(path);
        }
    }
}

#[test]
fn a_link_to_a_missing_page_or_part_is_found() {
    let a = "<h1 id=\"top\"><a href=\"b.html#there\">x</a> <a href=\"b.html#gone\">y</a></h1>\
             <a href=\"c.html\">z</a> <a href=\"#top\">t</a> <img src=\"d.png\"> <img src=\"e.png\">";
    let pages = BTreeMap::from([
        ("a.html".to_owned(), Built::read(a)),
        ("b.html".to_owned(), Built::read("<h1 id=\"there\">")),
    ]);

    let found = violations(&pages, &BTreeSet::from(["d.png".to_owned()]));

    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].contains("`b.html#gone` names no part"));
}

#[test]
fn every_link_of_the_built_books_leads_somewhere_and_every_page_is_there() {
    let out = built("book");
    let mut files = BTreeSet::new();
    collect(&out, "", &mut files);
    let read = |path: &String| {
        let html = std::fs::read_to_string(out.join(path)).expect("a page can be read");
        (path.clone(), Built::read(&html))
    };
    // The table of contents is a page of its own, shown inside the others when there is no script.
    let pages: BTreeMap<String, Built> = files
        .iter()
        .filter(|path| path.ends_with(".html") && !path.ends_with("toc.html"))
        // Nor is a page what lies ready-made among them and is copied.
        .filter(|path| !pages::root().join(book::places::PAGES).join(path).is_file())
        .map(read)
        .collect();

    let mut found = violations(&pages, &files);
    for Page { path, .. } in pages::all() {
        let place = book::places::place(&path);
        if !pages.contains_key(&place) {
            found.push(format!("{path}: is not in the built book as {place}"));
        }
    }
    let outside = files.iter().filter(|path| path.contains("book.toml") || path.ends_with(".md"));
    found.extend(outside.map(|path| format!("{path}: does not belong into the built book")));

    assert_none(&found);
    assert!(pages.len() > 60, "{} pages", pages.len());
}
