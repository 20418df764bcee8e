//! The terms of use.
//!
//! ```text
//! /terms, [Terms]  ->  what one may expect and must not do [Back] [Main menu]
//! ```
//!
//! The page says what is true now; it changes in the release that changes the facts.

use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::texts;

texts! { Text;
    Terms = "pages-terms",
}

/// The person wants to read the terms.
pub(crate) fn on_terms(scene: &Scene<'_>) -> Step {
    let screen = Screen::bare(Text::Terms.html(scene.language));
    scene.stay().show(screen.backward(scene.language, Tap::Help))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::example::{Somebody, taps_of};
    use crate::tap::Tap;

    #[test]
    fn the_command_and_the_button_open_the_same_page() {
        for language in Language::ALL {
            let step = Somebody::new(language).says("/terms");

            assert_eq!(step, Somebody::new(language).taps(Tap::Terms));
            assert_eq!(taps_of(&step), [Tap::Help, Tap::Home]);
        }
    }
}
