//! Which events are printed: a level for all, and others for single parts.
//!
//! `info` is a level; `info,leadership=debug,hyper=off` is one with exceptions. The longest part
//! that begins an event's target decides. What sqlx says at INFO (notices of the server, slow
//! statements) is for whoever asks for it by name: operators read our own lines.

use tracing::Metadata;
use tracing::level_filters::LevelFilter;

/// The levels of `LOG_LEVEL`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levels {
    all: LevelFilter,
    /// The longest names first.
    parts: Vec<(String, LevelFilter)>,
}

impl Default for Levels {
    fn default() -> Self {
        Self { all: LevelFilter::INFO, parts: Vec::new() }
    }
}

/// Libraries whose lines are shown from WARN on unless they are named.
const LIBRARIES: [&str; 1] = ["sqlx"];

impl Levels {
    /// Reads a level, with exceptions by comma.
    pub fn parse(text: &str) -> Option<Self> {
        let mut levels = Self::default();
        for word in text.split(',').map(str::trim) {
            match word.split_once('=') {
                None => levels.all = level(word)?,
                Some(("", _)) => return None,
                Some((part, word)) => levels.parts.push((part.to_owned(), level(word)?)),
            }
        }
        levels.parts.sort_by_key(|(part, _)| std::cmp::Reverse(part.len()));
        Some(levels)
    }

    pub(super) fn allow(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.of(metadata.target())
    }

    fn of(&self, target: &str) -> LevelFilter {
        let is_part = |(part, _): &&(String, LevelFilter)| {
            let rest = target.strip_prefix(part.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        let foreign = LIBRARIES.iter().any(|library| target.starts_with(library));
        let unnamed = if foreign { self.all.min(LevelFilter::WARN) } else { self.all };
        self.parts.iter().find(is_part).map_or(unnamed, |(_, level)| *level)
    }
}

fn level(word: &str) -> Option<LevelFilter> {
    Some(match word.to_ascii_lowercase().as_str() {
        "off" => LevelFilter::OFF,
        "error" => LevelFilter::ERROR,
        "warn" | "warning" => LevelFilter::WARN,
        "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        "trace" => LevelFilter::TRACE,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{LevelFilter, Levels};

    #[test]
    fn a_librarys_chatter_is_shown_only_to_who_names_it() {
        let plain = Levels::parse("debug").unwrap();
        let named = Levels::parse("info,sqlx=debug").unwrap();

        assert_eq!(plain.of("sqlx::postgres::notice"), LevelFilter::WARN);
        assert_eq!(plain.of("trt"), LevelFilter::DEBUG);
        assert_eq!(named.of("sqlx::postgres::notice"), LevelFilter::DEBUG);
        assert_eq!(Levels::parse("error").unwrap().of("sqlx"), LevelFilter::ERROR);
    }

    #[test]
    fn the_longest_part_that_fits_decides() {
        let levels = Levels::parse("WARN, trt=info,trt::http=debug,hyper=off").unwrap();

        let table = [
            ("sqlx", LevelFilter::WARN),
            ("trt", LevelFilter::INFO),
            ("trt::status", LevelFilter::INFO),
            ("trt::http::server", LevelFilter::DEBUG),
            ("trtx", LevelFilter::WARN),
            ("hyper", LevelFilter::OFF),
        ];
        for (target, level) in table {
            assert_eq!(levels.of(target), level, "{target}");
        }
    }

    #[test]
    fn what_is_no_level_is_refused() {
        for text in ["", "loud", "trt=", "=info", "info,", "trt=loud"] {
            assert_eq!(Levels::parse(text), None, "{text}");
        }
    }
}
