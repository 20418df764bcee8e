//! Notices: words of their own for every kind, counted, and in the page for operators.

use std::collections::HashSet;

use domain::{Language, News, PersonId};

use super::{Heard, notice};

/// The page for operators that has every kind.
const PAGE: &str = include_str!("../../../../docs/notices.md");

/// What stands beside a subject of this kind, as the service writes it.
fn subject(news: News) -> (&'static str, &'static str) {
    match news {
        News::Closed => ("z-image", "keeps_failing"),
        News::CreditsLow => ("10", "120"),
        News::LossesSpent => ("500", "400"),
        News::Difference => ("<charge>", "7 size"),
        News::Takeover => ("17", "holder_silent"),
        News::Handovers => ("17", "5"),
        News::KieTrouble => ("unreachable", ""),
        News::Webhook => ("errors", "<why>"),
        News::AuditFinding => ("I4", "3"),
        _ => ("<why>", "<more>"),
    }
}

fn words(language: Language, news: News, count: u32) -> String {
    let last = [subject(news); 5];
    let last = &last[..usize::try_from(count).unwrap().min(5)];
    let person = Some(PersonId::new(8));
    notice(language, Heard { news, count, stars: 640, person, last }).text.into_string()
}

#[test]
fn every_kind_has_words_of_its_own_for_one_and_for_several() {
    for language in Language::ALL {
        let mut all = HashSet::new();
        for news in News::ALL {
            for count in [1, 12] {
                let words = words(language, *news, count);
                assert!(!words.contains("<why>"), "what others say is escaped: {words}");
                assert!(words.chars().count() <= 900, "{words}");
                all.insert(words);
            }
        }
        // Of what lasts only the last one counts.
        let lasting =
            [News::CreditsLow, News::LossesSpent, News::KieTrouble, News::Handovers].len();
        assert_eq!(all.len(), News::ALL.len() * 2 - lasting, "{all:#?}");
    }
}

#[test]
fn several_are_counted_and_the_last_are_named() {
    let flood = words(Language::English, News::DeadUpdate, 499);
    assert!(flood.contains("couldn't handle 499 updates"), "{flood}");
    assert_eq!(flood.matches("&lt;why&gt;").count(), 5, "{flood}");
    let differences = words(Language::English, News::Difference, 12);
    assert_eq!(differences.matches("#7").count(), 5, "{differences}");
    assert!(differences.contains("and 7 more"), "{differences}");
}

#[test]
fn what_another_release_wrote_down_is_told_somehow() {
    for language in Language::ALL {
        for news in News::ALL {
            for last in [&[][..], &[("", "")], &[("odd", "odd odd")]] {
                let heard = Heard { news: *news, count: 1, stars: -1, person: None, last };
                assert!(!notice(language, heard).text.as_str().is_empty(), "{news}");
            }
        }
    }
}

#[test]
fn the_page_for_operators_has_every_kind_with_its_pause_and_nothing_else() {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let listed: Vec<&str> = rows.iter().map(|row| row[1].trim_matches('`')).collect();
    let known: Vec<&str> = News::ALL.iter().map(|news| news.word()).collect();
    assert_eq!(listed, known, "one row for each kind, in the order of the enum");
    for (row, news) in rows.iter().zip(News::ALL) {
        let pause = if news.pause().as_secs() == 3600 { "hour" } else { "minute" };
        assert_eq!(row[3], pause, "{news}");
        assert!(row[2].len() > 10 && row[4].len() > 10, "{news}: when it comes, and what to do");
    }
}
