//! Finding a model by words: its titles, what it is good for, its key and its kind, in both languages.
//!
//! ```text
//!   every word is there as it was typed ──┬── in a title ──> first
//!                                         └── elsewhere ──> then
//!   none of that ── each word is near to one that is there ──> the nearest first, see [`near`]
//! ```
//!
//! Every word must be found. An ending may differ: people write "песню" and "песни" and mean the same,
//! so of a long word its beginning is enough. What is found as it was typed keeps all guesses away.

mod near;

use std::collections::HashMap;

use domain::Language;
use domain::catalogue::{Kind, Model};

use self::near::Word;
use super::assortment::{Assortment, PricedModel};
use super::labels::kind as label;
use crate::texts::labels;

/// How many models are shown.
const MOST: usize = 8;

/// How many words are looked at.
const MAX_WORDS: usize = 6;

/// Of a word this long its last letter may differ, of a longer one the last two.
const LONG: usize = 5;
const LONGER: usize = 7;

/// What a guess outside of the titles counts more.
const ELSEWHERE: usize = 1;

labels! { KindWords;
    AudioTools = "shop-words-audio-tools",
    Avatar = "shop-words-avatar",
    BackgroundRemoval = "shop-words-background-removal",
    ImageEdit = "shop-words-image-edit",
    ImageToVideo = "shop-words-image-to-video",
    LipSync = "shop-words-lip-sync",
    Lyrics = "shop-words-lyrics",
    Music = "shop-words-music",
    Sound = "shop-words-sound",
    Speech = "shop-words-speech",
    SpeechToText = "shop-words-speech-to-text",
    TextToImage = "shop-words-text-to-image",
    TextToVideo = "shop-words-text-to-video",
    Upscale = "shop-words-upscale",
    VideoToVideo = "shop-words-video-to-video",
    VideoUpscale = "shop-words-video-upscale",
}

/// What fits these words, those with all of them in their title first.
pub(super) fn find<'a>(assortment: &Assortment<'a>, words: &str) -> Vec<PricedModel<'a>> {
    let typed: Vec<String> = split(words).into_iter().take(MAX_WORDS).collect();
    if typed.is_empty() {
        return Vec::new();
    }
    let mut found = as_typed(assortment, &typed);
    if found.is_empty() {
        found = guessed(assortment, &typed);
    }
    // Stable: of those that fit as well the cheapest stay first.
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, entry)| entry).take(MOST).collect()
}

/// What has all words as they were typed.
fn as_typed<'a>(assortment: &Assortment<'a>, typed: &[String]) -> Vec<(usize, PricedModel<'a>)> {
    let stems: Vec<String> = typed.iter().map(|word| stem(word)).collect();
    let kinds = of_kinds(|words| words.to_vec());
    let fit = |entry: &PricedModel<'a>| {
        let has = |stem: &String, there: &[String]| {
            there.iter().any(|word| word.starts_with(stem.as_str()))
        };
        let (titles, benefit) = (titles(entry.model), benefit(entry.model));
        if stems.iter().all(|stem| has(stem, &titles)) {
            return Some(0);
        }
        let kind = kinds.get(&entry.model.kind).map(Vec::as_slice).unwrap_or_default();
        let is_there =
            |stem: &String| [&titles, &benefit, kind].iter().any(|there| has(stem, there));
        stems.iter().all(is_there).then_some(1)
    };
    assortment.all().into_iter().filter_map(|entry| Some((fit(&entry)?, entry))).collect()
}

/// What has something near to each word.
fn guessed<'a>(assortment: &Assortment<'a>, typed: &[String]) -> Vec<(usize, PricedModel<'a>)> {
    let as_words = |words: &[String]| words.iter().map(|word| Word::new(word)).collect::<Vec<_>>();
    let (typed, kinds) = (as_words(typed), of_kinds(as_words));
    let fit = |entry: &PricedModel<'a>| {
        let titles = as_words(&titles(entry.model));
        let benefit = as_words(&benefit(entry.model));
        let kind = kinds.get(&entry.model.kind).map(Vec::as_slice).unwrap_or_default();
        let nearest = |word: &Word| {
            let in_title = titles.iter().filter_map(|there| word.distance(there)).min();
            let elsewhere = benefit.iter().chain(kind).filter_map(|there| word.distance(there));
            let elsewhere = elsewhere.min().map(|distance| distance + ELSEWHERE);
            in_title.into_iter().chain(elsewhere).min()
        };
        typed.iter().map(nearest).sum::<Option<usize>>()
    };
    assortment.all().into_iter().filter_map(|entry| Some((fit(&entry)?, entry))).collect()
}

/// The words of a text, in small letters.
fn split(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(plain).collect()
}

/// Small letters, and one letter where two are in use.
fn plain(text: &str) -> String {
    text.to_lowercase().replace('ё', "е")
}

fn stem(word: &str) -> String {
    let letters = word.chars().count();
    let is_name = word.chars().any(|c| c.is_ascii_digit());
    let kept = match letters {
        LONGER.. if !is_name => letters - 2,
        LONG.. if !is_name => letters - 1,
        _ => letters,
    };
    word.chars().take(kept).collect()
}

fn titles(model: &Model) -> Vec<String> {
    let titles = Language::ALL.map(|language| model.title.in_language(language));
    titles.into_iter().chain([model.key.as_str()]).flat_map(split).collect()
}

fn benefit(model: &Model) -> Vec<String> {
    Language::ALL.iter().flat_map(|language| split(model.benefit.in_language(*language))).collect()
}

/// The words for each kind in both languages, in some form.
fn of_kinds<Form>(form: impl Fn(&[String]) -> Form) -> HashMap<Kind, Form> {
    let words = |kind: Kind| {
        let texts = Language::ALL
            .iter()
            .flat_map(|language| [label(kind).words(*language), kind_words(kind).words(*language)]);
        let words: Vec<String> = texts.flat_map(|text| split(&text)).collect();
        form(&words)
    };
    Kind::ALL.iter().map(|kind| (*kind, words(*kind))).collect()
}

/// The words by which a kind is found besides its name.
const fn kind_words(kind: Kind) -> KindWords {
    match kind {
        Kind::TextToImage => KindWords::TextToImage,
        Kind::ImageEdit => KindWords::ImageEdit,
        Kind::Upscale => KindWords::Upscale,
        Kind::BackgroundRemoval => KindWords::BackgroundRemoval,
        Kind::TextToVideo => KindWords::TextToVideo,
        Kind::ImageToVideo => KindWords::ImageToVideo,
        Kind::VideoToVideo => KindWords::VideoToVideo,
        Kind::VideoUpscale => KindWords::VideoUpscale,
        Kind::Avatar => KindWords::Avatar,
        Kind::LipSync => KindWords::LipSync,
        Kind::Speech => KindWords::Speech,
        Kind::SpeechToText => KindWords::SpeechToText,
        Kind::Sound => KindWords::Sound,
        Kind::Music => KindWords::Music,
        Kind::Lyrics => KindWords::Lyrics,
        Kind::AudioTools => KindWords::AudioTools,
    }
}

#[cfg(test)]
mod tests {
    use domain::catalogue::Kind;

    use super::{MOST, find};
    use crate::conversations::shop::assortment::Assortment;
    use crate::example::prices;
    use crate::facts::OrderFacts;

    fn found(words: &str) -> Vec<(String, Kind)> {
        let (prices, facts) = (prices(), OrderFacts::default());
        let entries = find(&Assortment::new(&prices, &facts), words);
        entries.iter().map(|entry| (entry.model.key.to_string(), entry.model.kind)).collect()
    }

    fn first(words: &str) -> String {
        found(words).first().map(|(key, _)| key.clone()).unwrap_or_default()
    }

    #[test]
    fn a_model_is_found_by_its_name_in_any_case() {
        for words in ["z-image", "Z-IMAGE", "  z image ", "Z, Image!"] {
            assert_eq!(first(words), "z-image", "{words}");
        }
    }

    #[test]
    fn a_model_is_found_by_what_it_does_in_both_languages() {
        for words in ["убрать фон", "remove background", "ФОН", "вырезать фон", "cutout"]
        {
            let kinds: Vec<Kind> = found(words).into_iter().map(|(_, kind)| kind).collect();
            assert!(kinds.contains(&Kind::BackgroundRemoval), "{words}: {kinds:?}");
        }
        for words in ["песню", "songs", "song", "трек", "мелодия", "tune"] {
            assert!(found(words).iter().any(|(_, kind)| *kind == Kind::Music), "{words}");
        }
    }

    #[test]
    fn a_name_is_found_as_it_sounds_in_the_other_alphabet() {
        let table = [
            ("клинг", "kling"),
            ("суно", "suno"),
            ("нано банан", "nano-banana"),
            ("нано банана", "nano-banana"),
            ("сиданс", "seedance"),
            ("сидрим", "seedream"),
            ("флюкс", "flux"),
            ("вео", "veo"),
            ("квен", "qwen"),
            ("хайлуо", "hailuo"),
            ("имаген", "imagen"),
            ("грок", "grok"),
            ("идеограм", "ideogram"),
            ("топаз", "topaz"),
        ];
        for (words, key) in table {
            assert!(first(words).contains(key), "{words}: {:?}", found(words));
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_forgiven_in_both_languages() {
        let table = [
            ("nano bannana", "nano-banana"),
            ("nano bananna", "nano-banana"),
            ("sedance", "seedance"),
            ("seedanse", "seedance"),
            ("klnig", "kling"),
            ("recarft", "recraft"),
            ("hailou", "hailuo"),
        ];
        for (words, key) in table {
            assert!(first(words).contains(key), "{words}: {:?}", found(words));
        }
        let table = [
            ("удалит фон", Kind::BackgroundRemoval),
            ("удолить фон", Kind::BackgroundRemoval),
            ("remvoe backgroud", Kind::BackgroundRemoval),
            ("виде", Kind::TextToVideo),
            ("виедо", Kind::TextToVideo),
            ("vidoe", Kind::TextToVideo),
            ("картнка", Kind::TextToImage),
            ("музка", Kind::Music),
            ("улучшт фото", Kind::Upscale),
        ];
        for (words, kind) in table {
            let kinds: Vec<Kind> = found(words).into_iter().map(|(_, kind)| kind).collect();
            assert!(kinds.contains(&kind), "{words}: {kinds:?}");
        }
    }

    #[test]
    fn what_is_found_as_it_was_typed_keeps_guesses_away() {
        // One letter from "flux", and a word of its own elsewhere.
        let titles = found("flux");

        assert!(titles.iter().all(|(key, _)| key.contains("flux")), "{titles:?}");
        assert!(found("veo").iter().all(|(key, _)| key.contains("veo")), "{:?}", found("veo"));
    }

    #[test]
    fn every_word_must_be_found_and_nothing_else_is() {
        assert_eq!(found("z-image qwertyuiop"), []);
        for words in ["", " ", "!!!", "\u{0}", "%", "qwertyuiop", "абракадабра", "xyz"] {
            assert_eq!(found(words), [], "{words:?}");
        }
    }

    #[test]
    fn there_are_never_more_than_fit_on_a_screen() {
        assert_eq!(found("видео").len(), MOST);
        assert!(found(&"видео ".repeat(10_000)).len() <= MOST);
    }
}
