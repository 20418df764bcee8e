//! `/cancel`: whatever was going on is over.
//!
//! ```text
//! /cancel with a text offered  ->  "Put aside" [the main menu]          (the text is forgotten)
//! /cancel with a correction    ->  "Nothing was changed" [the main menu] (the question is forgotten)
//! /cancel with a transfer      ->  "Withdrawn" [the main menu]          (the request is over)
//! /cancel with an order        ->  "Put away, nothing was charged" [the main menu]
//! /cancel at the menu          ->  "Nothing is going on" [the main menu]
//! ```

use crate::conversations::menu::with_menu;
use crate::conversations::{admin, transfer};
use crate::scene::Scene;
use crate::state::{State, TransferTalk};
use crate::step::{Effect, Step, TransferDeed};
use crate::texts::{OrderText, texts};

texts! { Text;
    Cancelled = "menu-cancelled",
    NothingToCancel = "menu-nothing-to-cancel",
}

/// The person wants out.
pub(crate) fn on_cancel(scene: &Scene<'_>) -> Step {
    let language = scene.language;
    let words = match &scene.state {
        State::Menu => Text::NothingToCancel.html(language),
        State::OfferedPrompt(_)
        | State::OfferedFiles(_)
        | State::Looking(_)
        | State::Searching
        | State::NamingStars
        | State::NamingPromo
        | State::Talking(_)
        | State::Transfer(TransferTalk::Naming) => Text::Cancelled.html(language),
        State::Transfer(TransferTalk::Showing(id)) => transfer::withdrawn(scene, *id),
        State::Refunding(_) => admin::refund_cancelled(scene),
        State::Adjusting(_) | State::Transfer(TransferTalk::Judging(_)) => {
            admin::Text::AdjustCancelled.html(language)
        }
        State::Ordering(_) => OrderText::Discarded.html(language),
    };
    let step = Step::to(State::Menu).and(Effect::LetGo);
    let step = match &scene.state {
        State::Transfer(TransferTalk::Showing(id)) => {
            step.and(Effect::Transfer(TransferDeed::Withdraw(*id)))
        }
        _ => step,
    };
    step.say(with_menu(language, words))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::example::{Somebody, correction, taps_of, text_of};
    use crate::state::State;
    use crate::step::Effect;
    use crate::tap::Tap;

    #[test]
    fn a_text_that_was_offered_is_forgotten() {
        let step = Somebody::with_text(Language::English, "a cat").says("/cancel");

        assert_eq!(step.state, State::Menu);
        assert!(taps_of(&step).contains(&Tap::Help));
    }

    #[test]
    fn a_correction_that_waits_is_forgotten() {
        for language in Language::ALL {
            let state = State::Adjusting(correction("8 10 why", 1));
            let step = Somebody { state, ..Somebody::admin(language) }.says("/cancel");

            assert_eq!(step.state, State::Menu);
            assert!(
                matches!(step.effects[..], [Effect::LetGo, Effect::Say(_)]),
                "nothing but words: {step:?}"
            );
            assert_ne!(text_of(&step), text_of(&Somebody::admin(language).says("/cancel")));
        }
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
