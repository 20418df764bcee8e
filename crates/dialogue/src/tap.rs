//! What a button carries: a closed list, written and read in one place.
//!
//! Telegram takes at most [`MAX_BYTES`] bytes, and gives back whatever a client sends: data of an
//! older release, or made up. Reading is therefore strict. What is not exactly what we write is
//! `None`, and the person gets a fresh menu.

use domain::Language;

use crate::menu::Section;
use crate::state::Mark;

/// What Telegram takes as the data of a button.
pub const MAX_BYTES: usize = 64;

/// What a button says to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tap {
    /// To the main menu.
    Home,
    /// Into a section of the menu.
    Section(Section),
    /// To the help page.
    Help,
    /// To the ways to reach a human.
    Support,
    /// To the terms of use.
    Terms,
    /// To what we keep of a person.
    Privacy,
    /// To the settings.
    Settings,
    /// To the choice of languages.
    Languages,
    /// This language, please.
    Choose(Language),
    /// Make this of the text with that mark.
    Offer(Craft, Mark),
    /// Back to the offer for the text with that mark.
    OfferAgain(Mark),
    /// Make the correction with that mark.
    Confirm(Mark),
    /// Do not make the correction with that mark.
    Refrain(Mark),
}

/// What can be made of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Craft {
    /// A picture.
    Image,
    /// A video.
    Video,
    /// Sound or music.
    Sound,
}

impl Craft {
    /// Every one of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Image, Self::Video, Self::Sound];

    const fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Sound => "sound",
        }
    }
}

impl Tap {
    /// The data of the button.
    pub fn encode(self) -> String {
        let data = match self {
            Self::Home => "menu:home".to_owned(),
            Self::Section(section) => format!("menu:{}", section.word()),
            Self::Help => "menu:help".to_owned(),
            Self::Support => "help:support".to_owned(),
            Self::Terms => "help:terms".to_owned(),
            Self::Privacy => "help:privacy".to_owned(),
            Self::Settings => "settings:open".to_owned(),
            Self::Languages => "settings:languages".to_owned(),
            Self::Choose(language) => format!("language:{}", language.code()),
            Self::Offer(craft, mark) => format!("offer:{}:{:08x}", craft.word(), mark.get()),
            Self::OfferAgain(mark) => format!("offer:again:{:08x}", mark.get()),
            Self::Confirm(mark) => format!("adjust:confirm:{:08x}", mark.get()),
            Self::Refrain(mark) => format!("adjust:cancel:{:08x}", mark.get()),
        };
        debug_assert!(data.len() <= MAX_BYTES, "{data} does not fit on a button");
        data
    }

    /// The meaning of data, if it is exactly what we write.
    pub fn decode(data: &str) -> Option<Self> {
        let (subject, detail) = data.split_once(':')?;
        match (subject, detail) {
            ("menu", "home") => Some(Self::Home),
            ("menu", "help") => Some(Self::Help),
            ("menu", word) => {
                Section::ALL.into_iter().find(|one| one.word() == word).map(Self::Section)
            }
            ("help", "support") => Some(Self::Support),
            ("help", "terms") => Some(Self::Terms),
            ("help", "privacy") => Some(Self::Privacy),
            ("settings", "open") => Some(Self::Settings),
            ("settings", "languages") => Some(Self::Languages),
            ("language", code) => Language::from_code(code).map(Self::Choose),
            ("offer", offer) => decode_offer(offer),
            ("adjust", answer) => match decode_marked(answer)? {
                ("confirm", mark) => Some(Self::Confirm(mark)),
                ("cancel", mark) => Some(Self::Refrain(mark)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn decode_offer(offer: &str) -> Option<Tap> {
    let (word, mark) = decode_marked(offer)?;
    if word == "again" {
        return Some(Tap::OfferAgain(mark));
    }
    let craft = Craft::ALL.into_iter().find(|craft| craft.word() == word)?;
    Some(Tap::Offer(craft, mark))
}

/// A word and the mark behind it.
fn decode_marked(detail: &str) -> Option<(&str, Mark)> {
    let (word, digits) = detail.split_once(':')?;
    let plain = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != 8 || !digits.bytes().all(plain) {
        return None;
    }
    Some((word, Mark::new(u32::from_str_radix(digits, 16).ok()?)))
}

#[cfg(test)]
mod tests {
    use domain::Language;
    use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};

    use super::{Craft, MAX_BYTES, Tap};
    use crate::example::random;
    use crate::menu::Section;
    use crate::state::Mark;

    fn taps() -> impl Strategy<Value = Tap> {
        let plain = vec![
            Tap::Home,
            Tap::Help,
            Tap::Support,
            Tap::Terms,
            Tap::Privacy,
            Tap::Settings,
            Tap::Languages,
        ];
        let mark = any::<u32>().prop_map(Mark::new);
        prop_oneof![
            prop::sample::select(plain),
            prop::sample::select(&Section::ALL[..]).prop_map(Tap::Section),
            prop::sample::select(&Language::ALL[..]).prop_map(Tap::Choose),
            (prop::sample::select(&Craft::ALL[..]), mark.clone())
                .prop_map(|(craft, mark)| Tap::Offer(craft, mark)),
            mark.clone().prop_map(Tap::OfferAgain),
            mark.clone().prop_map(Tap::Confirm),
            mark.prop_map(Tap::Refrain),
        ]
    }

    /// Data that begins like ours, so that the reader gets beyond the first colon.
    fn data() -> impl Strategy<Value = String> {
        let beginning = prop_oneof![
            Just(""),
            Just("menu:"),
            Just("help:"),
            Just("settings:"),
            Just("language:"),
            Just("offer:"),
            Just("offer:image:"),
            Just("offer:again:"),
            Just("adjust:"),
            Just("adjust:confirm:"),
            Just("adjust:cancel:"),
        ];
        let end = prop_oneof![
            any::<String>(),
            "[0-9a-f]{7,9}".boxed(),
            "[0-9a-fA-F]{8}".boxed(),
            "[0-9a-f+-]{8}".boxed(),
        ];
        (beginning, end).prop_map(|(beginning, end)| format!("{beginning}{end}"))
    }

    proptest! {
        #![proptest_config(random())]

        #[test]
        fn every_tap_fits_on_a_button_and_comes_back_as_it_was(tap in taps()) {
            let data = tap.encode();

            assert!(data.len() <= MAX_BYTES);
            assert_eq!(Tap::decode(&data), Some(tap));
        }

        #[test]
        fn whatever_is_read_is_exactly_what_we_write(data in data()) {
            if let Some(tap) = Tap::decode(&data) {
                assert_eq!(tap.encode(), data);
            }
        }

        #[test]
        fn no_bytes_at_all_make_the_reader_fall(bytes in any::<Vec<u8>>()) {
            let data = String::from_utf8_lossy(&bytes);

            assert_eq!(Tap::decode(&data).filter(|tap| tap.encode() != data), None);
        }
    }

    #[test]
    fn a_mark_is_read_only_as_it_is_written() {
        assert!(Tap::decode("offer:image:0000abcd").is_some());
        for mark in ["abcd", "0000ABCD", "+000abcd", "00000abcd", "0000abcg", ""] {
            assert_eq!(Tap::decode(&format!("offer:image:{mark}")), None, "{mark}");
            assert_eq!(Tap::decode(&format!("offer:again:{mark}")), None, "{mark}");
            assert_eq!(Tap::decode(&format!("adjust:confirm:{mark}")), None, "{mark}");
        }
    }

    #[test]
    fn the_menu_is_tapped_as_the_contract_says() {
        let words = ["image", "video", "sound", "tools", "balance", "history", "free"];
        assert_eq!(
            Section::ALL.map(|section| Tap::Section(section).encode()),
            words.map(|word| format!("menu:{word}"))
        );
        assert_eq!(Tap::Help.encode(), "menu:help");
        assert_eq!(Tap::Home.encode(), "menu:home");
    }
}
