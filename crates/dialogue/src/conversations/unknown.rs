//! Commands, buttons and messages that mean nothing to us: answered, with a way on.
//!
//! ```text
//! /nonsense            ->  "I don't know that command" [the main menu]
//! an old button        ->  "That button is out of date" [the main menu], in place of its message
//! a poll, a location   ->  "Write to me in words"       [Main menu]
//! ```

use crate::conversations::menu::with_menu;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::Step;
use crate::texts::texts;

texts! { Text;
    OldButton = "trouble-old-button",
    UnknownCommand = "trouble-unknown-command",
    UnknownKind = "trouble-unknown-kind",
}

/// A command that nobody has ever heard of.
pub(crate) fn on_command(scene: &Scene<'_>) -> Step {
    scene.stay().say(with_menu(scene.language, Text::UnknownCommand.html(scene.language)))
}

/// A button of another release, or a forged one.
pub(crate) fn on_tap(scene: &Scene<'_>) -> Step {
    scene.stay().refresh(with_menu(scene.language, Text::OldButton.html(scene.language)))
}

/// A message of a kind that we cannot read.
pub(crate) fn on_kind(scene: &Scene<'_>) -> Step {
    let screen = Screen::bare(Text::UnknownKind.html(scene.language));
    scene.stay().say(screen.homeward(scene.language))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::event::Action;
    use crate::example::{Somebody, taps_of, text_of};
    use crate::step::Effect;
    use crate::tap::Tap;

    #[test]
    fn an_unknown_command_is_answered_with_the_menu() {
        for language in Language::ALL {
            let step = Somebody::new(language).says("/nonsense@whoever <b>");

            assert_eq!(taps_of(&step), taps_of(&Somebody::new(language).says("/menu")));
            assert!(!text_of(&step).contains("nonsense"));
        }
    }

    #[test]
    fn an_old_or_forged_button_gives_a_fresh_menu_in_its_own_message() {
        let forged = [
            "",
            "menu",
            "menu:",
            "menu:home ",
            "MENU:HOME",
            "main_menu",
            "model:Z-Image",
            "list:text-to-image:08",
            "job:again:-1",
            "language:de",
            "offer:image",
            "offer:image:+1234567",
            "offer:tools:00000000",
            "settings:admin",
            "\0",
            "<b>",
        ];
        let somebody = Somebody::with_text(Language::English, "a cat");
        for data in forged {
            let step = somebody.taps_on(data);

            assert!(matches!(step.effects[..], [Effect::Refresh(_)]), "{data}");
            assert!(taps_of(&step).contains(&Tap::Help), "{data}");
            assert_eq!(step.state, somebody.state);
        }
    }

    #[test]
    fn a_message_we_cannot_read_is_answered() {
        for language in Language::ALL {
            assert_eq!(taps_of(&Somebody::new(language).does(Action::Other)), [Tap::Home]);
        }
    }
}
