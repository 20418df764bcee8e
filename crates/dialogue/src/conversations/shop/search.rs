//! Finding a model by words: its titles, what it is good for, its key and its kind, in both languages.
//!
//! Every word must be found. An ending may differ: people write "песню" and "песни" and mean the same,
//! so of a long word its beginning is enough.

use domain::Language;
use domain::catalogue::Model;

use super::assortment::{Assortment, PricedModel};
use super::labels::kind;

/// How many models are shown.
const MOST: usize = 10;

/// How many words are looked at.
const MAX_WORDS: usize = 6;

/// Of a word this long its last letters may differ.
const LONG: usize = 5;

/// How many of them.
const ENDING: usize = 2;

/// What fits these words, those with all of them in their title first.
pub(super) fn find<'a>(assortment: &Assortment<'a>, words: &str) -> Vec<PricedModel<'a>> {
    let stems: Vec<String> = words
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .map(stem)
        .collect();
    if stems.is_empty() {
        return Vec::new();
    }
    let has_all = |text: &str| stems.iter().all(|stem| text.contains(stem));
    let mut found: Vec<(bool, PricedModel<'a>)> = assortment
        .all()
        .into_iter()
        .filter(|entry| has_all(&everything(entry.model)))
        .map(|entry| (has_all(&titles(entry.model)), entry))
        .collect();
    // Stable: within each half the cheapest stay first.
    found.sort_by_key(|(is_title, _)| !is_title);
    found.into_iter().map(|(_, entry)| entry).take(MOST).collect()
}

fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    let letters = lower.chars().count();
    let is_name = lower.chars().any(|c| c.is_ascii_digit());
    let kept = if letters >= LONG && !is_name { letters - ENDING } else { letters };
    lower.chars().take(kept).collect()
}

fn titles(model: &Model) -> String {
    let titles = Language::ALL.map(|language| model.title.in_language(language).to_lowercase());
    format!("{} {}", titles.join(" "), model.key)
}

fn everything(model: &Model) -> String {
    let about = Language::ALL.map(|language| {
        let kind = kind(model.kind).words(language);
        format!("{} {kind}", model.benefit.in_language(language)).to_lowercase()
    });
    format!("{} {}", titles(model), about.join(" "))
}

#[cfg(test)]
mod tests {
    use domain::catalogue::Kind;
    use domain::{Catalogue, Offers};

    use super::{MOST, find};
    use crate::conversations::shop::assortment::Assortment;
    use crate::facts::OrderFacts;
    use crate::scene::PriceList;

    fn found(words: &str) -> Vec<(String, Kind)> {
        let catalogue = Catalogue::built_in().unwrap();
        let prices = PriceList { catalogue, offers: Offers::built_in().unwrap() };
        let facts = OrderFacts::default();
        let entries = find(&Assortment::new(&prices, &facts), words);
        entries.iter().map(|entry| (entry.model.key.to_string(), entry.model.kind)).collect()
    }

    #[test]
    fn a_model_is_found_by_its_name_in_any_case() {
        for words in ["z-image", "Z-IMAGE", "  z image ", "Z, Image!"] {
            assert_eq!(
                found(words).first().map(|(key, _)| key.as_str()),
                Some("z-image"),
                "{words}"
            );
        }
    }

    #[test]
    fn a_model_is_found_by_what_it_does_in_both_languages() {
        for words in ["убрать фон", "remove background", "ФОН"] {
            let kinds: Vec<Kind> = found(words).into_iter().map(|(_, kind)| kind).collect();
            assert!(kinds.contains(&Kind::BackgroundRemoval), "{words}: {kinds:?}");
        }
        for words in ["песню", "songs", "song"] {
            assert!(found(words).iter().any(|(_, kind)| *kind == Kind::Music), "{words}");
        }
    }

    #[test]
    fn every_word_must_be_found_and_nothing_else_is() {
        assert_eq!(found("z-image qwertyuiop"), []);
        for words in ["", " ", "!!!", "\u{0}", "%"] {
            assert_eq!(found(words), [], "{words:?}");
        }
    }

    #[test]
    fn there_are_never_more_than_fit_on_a_screen() {
        assert_eq!(found("видео").len(), MOST);
        assert!(found(&"видео ".repeat(10_000)).len() <= MOST);
    }
}
