//! The settings: the language, and whether files come as they were made.
//!
//! ```text
//! /settings, [Settings]     ->  "Language: English" "Files as made: off"
//!                               [Change language] [Send files as made] [Back] [Main menu]
//! [Send files as made]      ->  the same, with "on"                     (the choice is kept)
//! ```
//!
//! On failure: without the counter nobody knows whether files come as made, so nothing is said of it.

use crate::decide::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Effect, Step};
use crate::tap::Tap;
use crate::texts::{Label, Text};

/// The person wants to see what they can choose.
pub(crate) fn on_settings(scene: &Scene<'_>) -> Step {
    let full_quality = scene.counter.map(|counter| counter.full_quality);
    scene.stay().show(page(scene, full_quality))
}

/// The person chooses whether files come as they were made.
pub(crate) fn on_full_quality(scene: &Scene<'_>, wanted: bool) -> Step {
    scene.stay().and(Effect::FullQuality(wanted)).show(page(scene, Some(wanted)))
}

fn page(scene: &Scene<'_>, full_quality: Option<bool>) -> Screen {
    let language = scene.language;
    let name = Label::LanguageName.words(language);
    let words = Text::Settings { language: &name }.html(language);
    let languages = Button::new(Label::Language.words(language), Tap::Languages);
    let (files, button) = match full_quality {
        None => return Screen::bare(words).row([languages]).backward(language, Tap::Help),
        Some(true) => (Text::SettingsFilesOn, Label::FilesOff),
        Some(false) => (Text::SettingsFilesOff, Label::FilesOn),
    };
    let change = Tap::FullQuality(full_quality == Some(false));
    Screen::bare(words.then(&files.html(language)))
        .row([languages])
        .row([Button::new(button.words(language), change)])
        .backward(language, Tap::Help)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::counter::Counter;
    use crate::example::{Somebody, taps_of, text_of};
    use crate::step::Effect;
    use crate::tap::Tap;

    fn with(language: Language, full_quality: bool) -> Somebody {
        let counter = Some(Counter { full_quality, ..Counter::default() });
        Somebody { counter, ..Somebody::new(language) }
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
                assert!(step.effects.contains(&Effect::FullQuality(!is_on)));
                assert!(text_of(&step).ends_with(&format!("<b>{then}</b>")), "{}", text_of(&step));
                assert!(taps_of(&step).contains(&Tap::FullQuality(is_on)));
            }
        }
    }

    #[test]
    fn what_nobody_looked_up_is_not_told() {
        for language in Language::ALL {
            let step = Somebody { counter: None, ..Somebody::new(language) }.taps(Tap::Settings);

            assert_eq!(taps_of(&step), [Tap::Languages, Tap::Help, Tap::Home]);
        }
    }
}
