//! The settings: the language, and whether files come as they were made.
//!
//! ```text
//! /settings, [Settings]     ->  "Language: English" "Pictures also as files: off"
//!                               [Change language] [Send files too] [Back] [Main menu]
//! [Send files too]          ->  the same, with "on"                     (the choice is kept)
//! ```

use crate::conversations::language;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::step::{Effect, Kept, Step};
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Settings { language: &'a str } = "pages-settings",
    SettingsFilesOff = "pages-settings-files-off",
    SettingsFilesOn = "pages-settings-files-on",
}

labels! { Label;
    FilesOff = "pages-button-files-off",
    FilesOn = "pages-button-files-on",
    Language = "pages-button-language",
}

/// The person wants to see what they can choose.
pub(crate) fn on_settings(scene: &OrderScene<'_>) -> Step {
    scene.stay().show(page(scene, scene.facts.full_quality))
}

/// The person chooses whether files come as they were made.
pub(crate) fn on_full_quality(scene: &Scene<'_>, wanted: bool) -> Step {
    scene.stay().and(Effect::Keep(Kept::FullQuality(wanted))).show(page(scene, wanted))
}

fn page(scene: &Scene<'_>, full_quality: bool) -> Screen {
    let language = scene.language;
    let name = language::name(scene.language);
    let words = Text::Settings { language: &name }.html(language);
    let languages = Button::new(Label::Language.words(language), Tap::Languages);
    let (files, button) = match full_quality {
        true => (Text::SettingsFilesOn, Label::FilesOff),
        false => (Text::SettingsFilesOff, Label::FilesOn),
    };
    let change = Tap::FullQuality(!full_quality);
    Screen::bare(words.then(&files.html(language)))
        .row([languages])
        .row([Button::new(button.words(language), change)])
        .backward(language, Tap::Help)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::example::{Somebody, taps_of, text_of};
    use crate::facts::OrderFacts;
    use crate::step::{Effect, Kept};
    use crate::tap::Tap;

    fn with(language: Language, full_quality: bool) -> Somebody {
        let facts = OrderFacts { full_quality, ..OrderFacts::default() };
        Somebody { facts, ..Somebody::new(language) }
    }

    #[test]
    fn the_settings_name_the_language_and_offer_to_change_it() {
        for (language, name) in [(Language::Russian, "Русский"), (Language::English, "English")]
        {
            let step = with(language, false).says("/settings");

            assert!(text_of(&step).contains(name));
            let files = Tap::FullQuality(true);
            assert_eq!(taps_of(&step), [Tap::Languages, files, Tap::Help, Tap::Home]);
        }
    }

    #[test]
    fn files_as_made_are_told_and_can_be_turned_on_and_off() {
        let words =
            [(Language::Russian, "включено", "выключено"), (Language::English, "on", "off")];
        for (language, on, off) in words {
            for (is_on, now, then) in [(false, off, on), (true, on, off)] {
                let somebody = with(language, is_on);

                assert!(text_of(&somebody.says("/settings")).ends_with(&format!("<b>{now}</b>")));
                let step = somebody.taps(Tap::FullQuality(!is_on));
                assert!(step.effects.contains(&Effect::Keep(Kept::FullQuality(!is_on))));
                assert!(text_of(&step).ends_with(&format!("<b>{then}</b>")), "{}", text_of(&step));
                assert!(taps_of(&step).contains(&Tap::FullQuality(is_on)));
            }
        }
    }
}
