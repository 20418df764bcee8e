//! What is kept of a person, and how to have it removed.
//!
//! ```text
//! /privacy, [Privacy]     ->  what is kept, for what, whom to ask [Back] [Main menu]
//! /my_data, /delete_me    ->  the same
//! ```
//!
//! The page says what is true now; it changes in the release that changes the facts.

use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::texts;

texts! { Text;
    Privacy = "pages-privacy",
}

/// The person wants to know what we keep of them.
pub(crate) fn on_privacy(scene: &Scene<'_>) -> Step {
    let screen = Screen::bare(Text::Privacy.html(scene.language));
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
            let step = Somebody::new(language).says("/privacy");

            assert_eq!(step, Somebody::new(language).taps(Tap::Privacy));
            assert_eq!(taps_of(&step), [Tap::Help, Tap::Home]);
        }
    }
}
