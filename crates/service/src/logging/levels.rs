//! Which events are printed: a level for all, and others for single parts.
//!
//! `info` is a level; `info,leadership=debug,hyper=off` is one with exceptions. The longest part
//! that begins an event's target decides. What sqlx says at INFO (notices of the server, slow
//! statements) is for whoever asks for it by name: operators read our own lines.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;

/// What is printed unless `LOG_LEVEL` says otherwise.
const USUAL: LevelFilter = LevelFilter::INFO;

/// The library whose lines are shown from WARN on unless it is named.
const LIBRARY: &str = "sqlx";

/// Reads a level, with exceptions by comma.
pub(super) fn parse(text: &str) -> Option<Targets> {
    let (mut all, mut parts) = (USUAL, Vec::new());
    for word in text.split(',').map(str::trim) {
        match word.split_once('=') {
            None => all = level(word)?,
            Some(("", _)) => return None,
            Some((part, word)) => parts.push((part.to_owned(), level(word)?)),
        }
    }
    let library = (LIBRARY.to_owned(), all.min(LevelFilter::WARN));
    Some(Targets::new().with_default(all).with_targets([library]).with_targets(parts))
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
    use tracing::Level;

    use super::{LevelFilter, Targets, parse};

    fn of(levels: &Targets, target: &str) -> LevelFilter {
        let levels = |level: &Level| levels.would_enable(target, level);
        let all = [Level::TRACE, Level::DEBUG, Level::INFO, Level::WARN, Level::ERROR];
        all.into_iter().find(levels).map_or(LevelFilter::OFF, LevelFilter::from_level)
    }

    #[test]
    fn a_librarys_chatter_is_shown_only_to_who_names_it() {
        let plain = parse("debug").unwrap();
        let named = parse("info,sqlx=debug").unwrap();

        assert_eq!(of(&plain, "sqlx::postgres::notice"), LevelFilter::WARN);
        assert_eq!(of(&plain, "trt"), LevelFilter::DEBUG);
        assert_eq!(of(&named, "sqlx::postgres::notice"), LevelFilter::DEBUG);
        assert_eq!(of(&parse("error").unwrap(), "sqlx"), LevelFilter::ERROR);
    }

    #[test]
    fn the_longest_part_that_fits_decides() {
        let levels = parse("WARN, trt=info,trt::http=debug,hyper=off").unwrap();

        let table = [
            ("sqlx", LevelFilter::WARN),
            ("trt", LevelFilter::INFO),
            ("trt::status", LevelFilter::INFO),
            ("trt::http::server", LevelFilter::DEBUG),
            ("axum", LevelFilter::WARN),
            ("hyper", LevelFilter::OFF),
        ];
        for (target, level) in table {
            assert_eq!(of(&levels, target), level, "{target}");
        }
    }

    #[test]
    fn what_is_no_level_is_refused() {
        for text in ["", "loud", "trt=", "=info", "info,", "trt=loud"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
