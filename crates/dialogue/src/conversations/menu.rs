//! The main menu and its sections.
//!
//! ```text
//! /menu, [Main menu]   ->  "Main menu" [Create an image] [Create a video] ... [Help]
//! [Create an image]    ->  see [`shop`](crate::conversations::shop)
//! /balance, [Balance]  ->  see [`balance`](crate::conversations::balance)
//! ```
//!
//! Looking at the menu changes no state: a text that was sent before stays offered.

use domain::Language;

use crate::html::{Html, one_line};
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Hello { name: &'a str } = "menu-hello",
    HelloStranger = "menu-hello-stranger",
    Menu = "menu-home",
}

labels! { Label;
    Balance = "menu-button-balance",
    Free = "menu-button-free",
    Help = "menu-button-help",
    History = "menu-button-history",
    Image = "menu-button-image",
    Sound = "menu-button-sound",
    Tools = "menu-button-tools",
    Video = "menu-button-video",
    WishFirst = "menu-wish-first",
    WishMark = "menu-wish-mark",
    WishSecond = "menu-wish-second",
    WishThird = "menu-wish-third",
}

/// The longest name that is repeated; Telegram allows 64 characters for each of its two parts.
const MAX_NAME: usize = 64;

/// A part of the bot behind a button of the main menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// Pictures.
    Image,
    /// Videos.
    Video,
    /// Sound and music.
    Sound,
    /// Tools for what is already there.
    Tools,
    /// The person's money.
    Balance,
    /// What they made before.
    History,
    /// What costs nothing.
    Free,
}

impl Section {
    /// Every one of them, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::Image,
        Self::Video,
        Self::Sound,
        Self::Tools,
        Self::Balance,
        Self::History,
        Self::Free,
    ];

    /// Its word on a button's data.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Sound => "sound",
            Self::Tools => "tools",
            Self::Balance => "balance",
            Self::History => "history",
            Self::Free => "free",
        }
    }

    /// The button that leads there.
    pub(crate) fn button(self, language: Language) -> Button {
        let label = match self {
            Self::Image => Label::Image,
            Self::Video => Label::Video,
            Self::Sound => Label::Sound,
            Self::Tools => Label::Tools,
            Self::Balance => Label::Balance,
            Self::History => Label::History,
            Self::Free => Label::Free,
        };
        Button::new(label.words(language), Tap::Section(self))
    }
}

/// The main menu with a greeting: what `/start` shows, on an instance of any role.
pub fn menu_screen(language: Language, name: &str) -> Screen {
    with_menu(language, greeting(language, name))
}

/// A greeting.
pub(crate) fn greeting(language: Language, name: &str) -> Html {
    let name = one_line(name, MAX_NAME);
    let greeting = match name.as_str() {
        "" => Text::HelloStranger,
        name => Text::Hello { name },
    };
    greeting.html(language)
}

/// The wish of this number, as if the person had typed it.
pub(crate) fn wish(language: Language, number: u8) -> Option<String> {
    let wishes = [Label::WishFirst, Label::WishSecond, Label::WishThird];
    wishes.get(usize::from(number)).map(|wish| wish.words(language))
}

/// The greeting of somebody new: three wishes to tap, then the menu.
pub(crate) fn with_wishes(language: Language, words: Html) -> Screen {
    let mut screen = with_menu(language, words);
    let wishes = (0_u8..).map_while(|number| Some((number, wish(language, number)?)));
    let rows = wishes.map(|(number, wish)| {
        let words = format!("{} {wish}", Label::WishMark.words(language));
        vec![Button::new(words, Tap::Wish(number))]
    });
    screen.keyboard = rows.chain(screen.keyboard).collect();
    screen
}

/// Any words above the buttons of the main menu.
pub(crate) fn with_menu(language: Language, words: Html) -> Screen {
    let section = |one: Section| one.button(language);
    let help = Button::new(Label::Help.words(language), Tap::Help);
    Screen::bare(words)
        .row([section(Section::Image)])
        .row([section(Section::Video)])
        .row([section(Section::Sound), section(Section::Tools)])
        .row([section(Section::Balance), section(Section::History)])
        .row([section(Section::Free), help])
}

/// The person wants to see the menu.
pub(crate) fn on_menu(scene: &Scene<'_>) -> Step {
    scene.stay().show(with_menu(scene.language, Text::Menu.html(scene.language)))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::{Section, menu_screen};
    use crate::example::{Somebody, only_screen, taps_of, text_of};
    use crate::step::Effect;
    use crate::tap::Tap;

    #[test]
    fn the_menu_has_the_buttons_of_the_contract_in_their_order() {
        for (language, first) in [
            (Language::Russian, "\u{1F3A8} Создать изображение"),
            (Language::English, "\u{1F3A8} Create an image"),
        ] {
            let step = Somebody::new(language).says("/menu");

            let wanted = Section::ALL.map(Tap::Section).into_iter().chain([Tap::Help]);
            assert_eq!(taps_of(&step), wanted.collect::<Vec<_>>());
            assert_eq!(only_screen(&step).keyboard[0][0].text, first);
        }
    }

    #[test]
    fn the_menu_takes_the_place_of_the_tapped_message() {
        let step = Somebody::new(Language::English).taps(Tap::Home);

        assert!(matches!(step.effects[..], [Effect::Show(_)]));
    }

    #[test]
    fn every_section_has_a_page_of_its_own_that_leads_back() {
        for language in Language::ALL {
            let somebody = Somebody::new(language);
            let mut pages: Vec<String> = Vec::new();
            for section in Section::ALL {
                let step = somebody.taps(Tap::Section(section));

                assert_eq!(taps_of(&step).last(), Some(&Tap::Home), "{section:?}");
                assert!(!pages.contains(&text_of(&step).to_owned()), "{section:?}");
                pages.push(text_of(&step).to_owned());
            }
        }
    }

    #[test]
    fn a_command_opens_the_same_section_as_its_button() {
        let somebody = Somebody::new(Language::Russian);

        for (command, section) in [
            ("/balance", Section::Balance),
            ("/history", Section::History),
            ("/free", Section::Free),
        ] {
            assert_eq!(somebody.says(command), somebody.taps(Tap::Section(section)), "{command}");
        }
    }

    #[test]
    fn a_very_long_name_does_not_make_a_very_long_message() {
        let screen = menu_screen(Language::English, &"x".repeat(100_000));

        assert!(screen.text.units() < 500);
    }
}
