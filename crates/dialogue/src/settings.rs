//! The settings: for now, the language.
//!
//! ```text
//! /settings, [Settings]  ->  "Language: English" [Language] [Back] [Main menu]
//! ```

use crate::decide::Scene;
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::{Label, Text};

/// The person wants to see what they can choose.
pub(crate) fn on_settings(scene: &Scene<'_>) -> Step {
    let name = Label::LanguageName.words(scene.language);
    let words = Text::Settings { language: &name }.html(scene.language);
    let languages = Button::new(Label::Language.words(scene.language), Tap::Languages);
    let screen = Screen::bare(words).row([languages]).backward(scene.language, Tap::Help);
    scene.stay().show(screen)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::example::{Somebody, taps_of, text_of};
    use crate::tap::Tap;

    #[test]
    fn the_settings_name_the_language_and_offer_to_change_it() {
        for (language, name) in [(Language::Russian, "Русский"), (Language::English, "English")]
        {
            let step = Somebody::new(language).says("/settings");

            assert!(text_of(&step).contains(name));
            assert_eq!(taps_of(&step), [Tap::Languages, Tap::Help, Tap::Home]);
        }
    }
}
