//! How a model stands in a list: a line that tells, a button that leads on.

use domain::Language;
use domain::catalogue::Kind;

use super::assortment::{Assortment, PricedModel};
use crate::conversations::menu::Section;
use crate::conversations::order::standing::Price;
use crate::html::{Html, one_line};
use crate::screen::Button;
use crate::tap::Tap;
use crate::texts::{ShopLabel, ShopText};

/// What stands on a button at most, with its price, in characters.
pub(crate) const WIDE: usize = 32;

/// A model in a list.
pub(super) fn line(
    language: Language,
    assortment: &Assortment<'_>,
    entry: &PricedModel<'_>,
) -> Html {
    let title = entry.model.title.in_language(language);
    let benefit = entry.model.benefit.in_language(language);
    if entry.is_closed {
        return ShopText::LineClosed { title, benefit }.html(language);
    }
    let price = price_of(language, assortment, entry);
    ShopText::Line { title, price: &price, benefit }.html(language)
}

/// A button with a model and what it costs; a long title is cut, the price never.
pub(super) fn button(
    language: Language,
    assortment: &Assortment<'_>,
    entry: &PricedModel<'_>,
    tap: Tap,
) -> Button {
    let title = entry.model.title.in_language(language);
    let text = if entry.is_closed {
        wide(title, &ShopLabel::ClosedMark.words(language))
    } else {
        with_price(language, assortment, title, entry.price)
    };
    Button::new(text, tap)
}

/// What a button does and what that costs: in both units where they fit, else in the one of the language.
pub(super) fn with_price(
    language: Language,
    assortment: &Assortment<'_>,
    what: &str,
    price: Price,
) -> String {
    let both = format!("{what} · {}", price.words(language, assortment.prices()));
    if both.chars().count() <= WIDE {
        return both;
    }
    wide(what, &price.brief(language, assortment.prices()))
}

/// What a model costs as it stands, in both units, without markup.
pub(super) fn price_of(
    language: Language,
    assortment: &Assortment<'_>,
    entry: &PricedModel<'_>,
) -> String {
    entry.price.words(language, assortment.prices())
}

/// Two things on one button, the first cut so that both fit.
pub(crate) fn wide(first: &str, second: &str) -> String {
    let room = WIDE.saturating_sub(second.chars().count() + 3);
    format!("{} · {second}", cut(first, room))
}

/// The beginning of a text on one line, with a mark where it was cut.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let line = one_line(text, usize::MAX);
    if line.chars().count() <= most {
        return line;
    }
    let beginning: String = line.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", beginning.trim_end())
}

/// What a kind is called.
pub(super) const fn kind(kind: Kind) -> ShopLabel {
    match kind {
        Kind::TextToImage => ShopLabel::KindTextToImage,
        Kind::ImageEdit => ShopLabel::KindImageEdit,
        Kind::Upscale => ShopLabel::KindUpscale,
        Kind::BackgroundRemoval => ShopLabel::KindBackgroundRemoval,
        Kind::TextToVideo => ShopLabel::KindTextToVideo,
        Kind::ImageToVideo => ShopLabel::KindImageToVideo,
        Kind::VideoToVideo => ShopLabel::KindVideoToVideo,
        Kind::VideoUpscale => ShopLabel::KindVideoUpscale,
        Kind::Avatar => ShopLabel::KindAvatar,
        Kind::LipSync => ShopLabel::KindLipSync,
        Kind::Speech => ShopLabel::KindSpeech,
        Kind::SpeechToText => ShopLabel::KindSpeechToText,
        Kind::Sound => ShopLabel::KindSound,
        Kind::Music => ShopLabel::KindMusic,
        Kind::Lyrics => ShopLabel::KindLyrics,
        Kind::AudioTools => ShopLabel::KindAudioTools,
    }
}

/// The section that a kind stands in.
pub(super) const fn section_of(kind: Kind) -> Section {
    match kind {
        Kind::TextToImage | Kind::ImageEdit => Section::Image,
        Kind::TextToVideo
        | Kind::ImageToVideo
        | Kind::VideoToVideo
        | Kind::Avatar
        | Kind::LipSync => Section::Video,
        Kind::Music
        | Kind::Sound
        | Kind::Speech
        | Kind::Lyrics
        | Kind::AudioTools
        | Kind::SpeechToText => Section::Sound,
        Kind::Upscale | Kind::BackgroundRemoval | Kind::VideoUpscale => Section::Tools,
    }
}

#[cfg(test)]
mod tests {
    use super::{WIDE, cut, wide};

    #[test]
    fn a_long_title_is_cut_and_the_price_is_not() {
        let button = wide("Kling 3.0 Turbo: animate a photo, and much more", "from 1,086.40 ₽");

        assert!(button.chars().count() <= WIDE, "{button}");
        assert!(button.ends_with("… · from 1,086.40 ₽"), "{button}");
        assert_eq!(wide("Z-Image", "1 ₽"), "Z-Image · 1 ₽");
    }

    #[test]
    fn what_is_cut_says_so_and_stays_on_one_line() {
        assert_eq!(cut("a cat\nand a dog", 9), "a cat an…");
        assert_eq!(cut("a  cat", 5), "a cat");
        assert_eq!(cut("abc", 0), "…");
    }
}
