//! Where a file of the repository stands in the built book.
//!
//! ```text
//! docs/README.md       index.html          docs/ru/README.md    ru/index.html
//! docs/setup.md        setup.html          docs/ru/setup.md     ru/setup.html
//! docs/board.png       board.png           ARCHITECTURE.md      tree/ARCHITECTURE.html
//! docs/decisions       decisions.html      deploy/Caddyfile     tree/deploy/Caddyfile
//! ```
//!
//! Pages keep their names, so that a link which works in the repository works in the book. What
//! they link to elsewhere in the tree goes along: the book needs no address of a forge.

/// Where the pages are.
pub const PAGES: &str = "docs/";

/// The languages: the folder of each below `docs/`, and how its pages call the other language.
pub const LANGUAGES: [Language; 2] = [
    Language { folder: "", other: "ru/", calls_other: "По-русски" },
    Language { folder: "ru/", other: "", calls_other: "In English" },
];

/// One language of the book.
#[derive(Debug, Clone, Copy)]
pub struct Language {
    /// Its folder, below `docs/` and in the built book.
    pub folder: &'static str,
    /// The folder of the other one.
    pub other: &'static str,
    /// What a link to the other one says.
    pub calls_other: &'static str,
}

/// The place of a file or folder of the repository, given by its path from the root.
pub fn place(path: &str) -> String {
    let place = match path.strip_prefix(PAGES) {
        Some(page) => page.to_owned(),
        None => format!("tree/{path}"),
    };
    match place.strip_suffix(".md") {
        Some(stem) => match stem.strip_suffix("README") {
            Some(folder) => format!("{folder}index.html"),
            None => format!("{stem}.html"),
        },
        // A folder of pages has a page of its own, which lists them.
        None if !place.contains('.') && path.starts_with(PAGES) => format!("{place}.html"),
        None => place,
    }
}

/// The way from one place of the book to another.
pub fn way(from: &str, to: &str) -> String {
    let folders: Vec<&str> = from.split('/').collect();
    let target: Vec<&str> = to.split('/').collect();
    let depth = folders.len() - 1;
    let shared = folders[..depth]
        .iter()
        .zip(&target[..target.len() - 1])
        .take_while(|(a, b)| a == b)
        .count();
    "../".repeat(depth - shared) + &target[shared..].join("/")
}

/// Follows a relative path from the folder of a file; nothing when it leaves the repository.
pub fn resolve(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}
