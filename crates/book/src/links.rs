//! The links of a page: read from its Markdown, and turned to where they lead in the built book.
//!
//! A link is turned in the text of the page, before mdBook sees it, so that what mdBook does with
//! links does not matter: it leaves those alone that end with `.html`.

use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::places::{PAGES, place, resolve, way};

/// One link or image of a page.
#[derive(Debug, Clone)]
pub struct Link {
    /// As it is written.
    pub target: String,
    /// Where the whole of it stands in the text.
    range: Range<usize>,
}

impl Link {
    /// The file or folder of the repository that it leads to from a file there, and the anchor behind it with its
    /// mark; nothing for links to other sites and inside the page.
    pub fn reaches(&self, page: &str) -> Option<(String, String)> {
        let (path, anchor) = match self.target.split_once('#') {
            Some((path, anchor)) => (path, format!("#{anchor}")),
            None => (self.target.as_str(), String::new()),
        };
        let is_elsewhere = path.contains("://") || path.starts_with("mailto:");
        if path.is_empty() || is_elsewhere {
            return None;
        }
        Some((resolve(page, path)?, anchor))
    }
}

/// The links and images of a page.
pub fn links(text: &str) -> Vec<Link> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let link = |(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(Link { target: dest_url.into_string(), range })
        }
        _ => None,
    };
    events.filter_map(link).collect()
}

/// The page of that path, with each of its links turned to where it leads in the built book.
///
/// A link to a folder of the repository leads to the page of that folder.
pub fn turned(root: &Path, page: &str, text: &str) -> String {
    let mut turned = text.to_owned();
    // From the last to the first, so that what was found keeps its place.
    for link in links(text).into_iter().rev() {
        let Some((mut reached, anchor)) = link.reaches(page) else { continue };
        if root.join(&reached).is_dir() && !reached.starts_with(PAGES) {
            reached += "/README.md";
        }
        let target = way(&place(page), &place(&reached)) + &anchor;
        let whole = &text[link.range.clone()];
        if let Some(at) = whole.rfind(&format!("({}", link.target)) {
            let start = link.range.start + at + 1;
            turned.replace_range(start..start + link.target.len(), &target);
        }
    }
    turned
}
