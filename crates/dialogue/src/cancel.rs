//! `/cancel`: whatever was going on is over.
//!
//! ```text
//! /cancel with a text offered  ->  "Put aside" [the main menu]          (the text is forgotten)
//! /cancel at the menu          ->  "Nothing is going on" [the main menu]
//! ```

use crate::decide::Scene;
use crate::menu::with_menu;
use crate::state::State;
use crate::step::Step;
use crate::texts::Text;

/// The person wants out.
pub(crate) fn on_cancel(scene: &Scene<'_>) -> Step {
    let words = match scene.state {
        State::Menu => Text::NothingToCancel,
        State::OfferedPrompt(_) => Text::Cancelled,
    };
    Step::to(State::Menu).say(with_menu(scene.language, words))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::example::{Somebody, taps_of, text_of};
    use crate::state::State;
    use crate::tap::Tap;

    #[test]
    fn a_text_that_was_offered_is_forgotten() {
        let step = Somebody::with_text(Language::English, "a cat").says("/cancel");

        assert_eq!(step.state, State::Menu);
        assert!(taps_of(&step).contains(&Tap::Help));
    }

    #[test]
    fn with_nothing_going_on_it_says_so() {
        for language in Language::ALL {
            let idle = Somebody::new(language).says("/cancel");
            let busy = Somebody::with_text(language, "a cat").says("/cancel");

            assert_ne!(text_of(&idle), text_of(&busy));
        }
    }
}
