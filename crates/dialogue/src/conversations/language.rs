//! The choice of a language.
//!
//! ```text
//! /language, [Language]  ->  "Choose a language" [Русский] [English] [Back] [Main menu]
//! [Русский]              ->  "I speak Russian now", in Russian                (the choice is kept)
//! ```
//!
//! Each language is named in itself, so that whoever landed in the wrong one finds the way out.
//! Until a person chooses, their language is guessed anew from their Telegram each time.

use domain::Language;

use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Effect, Kept, Step};
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text;
    LanguageChoice = "pages-language",
    LanguageChosen = "pages-language-chosen",
}

labels! { Label;
    LanguageName = "pages-language-name",
}

/// The person wants to choose a language.
pub(crate) fn on_languages(scene: &Scene<'_>) -> Step {
    scene.stay().show(choice(scene.language, Text::LanguageChoice))
}

/// The person chose one.
pub(crate) fn on_choice(scene: &Scene<'_>, chosen: Language) -> Step {
    let screen = choice(chosen, Text::LanguageChosen);
    scene.stay().and(Effect::Keep(Kept::Language(chosen))).show(screen)
}

/// What a language calls itself.
pub(crate) fn name(language: Language) -> String {
    Label::LanguageName.words(language)
}

fn choice(language: Language, words: Text) -> Screen {
    let button = |one: Language| Button::new(name(one), Tap::Choose(one));
    Screen::bare(words.html(language))
        .row(Language::ALL.map(button))
        .backward(language, Tap::Settings)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::example::{Somebody, only_screen, taps_of, text_of};
    use crate::step::{Effect, Kept};
    use crate::tap::Tap;

    #[test]
    fn every_language_is_offered_by_its_own_name() {
        let step = Somebody::new(Language::English).says("/language");

        let names: Vec<&str> =
            only_screen(&step).keyboard[0].iter().map(|button| button.text.as_str()).collect();
        assert_eq!(names, ["Русский", "English"]);
    }

    #[test]
    fn a_choice_is_kept_and_answered_in_the_chosen_language() {
        let somebody = Somebody::with_text(Language::English, "a cat");

        let step = somebody.taps(Tap::Choose(Language::Russian));

        assert_eq!(step.effects[0], Effect::Keep(Kept::Language(Language::Russian)));
        assert!(text_of(&step).contains("русски"), "{}", text_of(&step));
        assert!(taps_of(&step).contains(&Tap::Settings));
        assert_eq!(step.state.taken_up(), somebody.state);
    }
}
