//! Files that somebody damaged: whatever is in them, they are read to the end.

use proptest::prelude::*;

use super::{SAMPLE, random, read};
use crate::catalogue::Catalogue;
use crate::offers::Offers;

/// What a slip of the pen may leave behind.
const SLIPS: &[&str] = &["", "\"", "[", "]]", "=", "\n", "-1", "99999999999999999999", "{", "я"];

/// A text with some of its characters replaced.
fn damaged(text: &str, at: prop::sample::Index, length: usize, slip: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let from = at.index(characters.len());
    let to = (from + length).min(characters.len());
    let (before, after) = (characters[..from].iter(), characters[to..].iter());
    before.copied().chain(slip.chars()).chain(after.copied()).collect()
}

proptest! {
    #![proptest_config(random())]

    #[test]
    fn a_damaged_catalogue_is_read_or_refused_with_lines_of_its_own(
        at: prop::sample::Index,
        length in 0_usize..40,
        slip in prop::sample::select(SLIPS),
    ) {
        let text = damaged(SAMPLE, at, length, slip);
        let file = ("a.toml".to_owned(), text.clone());
        if let Err(mistakes) = Catalogue::read(&[file]) {
            prop_assert!(!mistakes.is_empty());
            let lines = 1..=text.matches('\n').count() + 1;
            prop_assert!(mistakes.iter().all(|mistake| lines.contains(&mistake.line)));
        }
    }

    #[test]
    fn damaged_offers_are_read_or_refused(
        at: prop::sample::Index,
        length in 0_usize..40,
        slip in prop::sample::select(SLIPS),
    ) {
        let text = damaged(include_str!("../../../offers.toml"), at, length, slip);
        prop_assert!(Offers::read("a.toml", &text).map_or_else(|found| !found.is_empty(), |_| true));
    }

    #[test]
    fn a_catalogue_without_one_of_its_lines_is_read_or_refused(line in 0..SAMPLE.lines().count()) {
        let lines = SAMPLE.lines().enumerate().filter(|(at, _)| *at != line);
        let text: Vec<&str> = lines.map(|(_, line)| line).collect();
        prop_assert!(read(&text.join("\n")).map_or_else(|found| !found.is_empty(), |_| true));
    }
}
