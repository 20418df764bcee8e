//! The help page.
//!
//! ```text
//! /help, [Help]  ->  what the bot does and how to talk to it
//!                    [Settings] [Support] [Terms] [Privacy] [Main menu]
//! ```

use crate::conversations::support;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text;
    Help = "pages-help",
}

labels! { Label;
    Privacy = "pages-button-privacy",
    Settings = "pages-button-settings",
    Terms = "pages-button-terms",
}

/// The person wants to know how things work.
pub(crate) fn on_help(scene: &Scene<'_>) -> Step {
    let language = scene.language;
    let button = |label: Label, tap| Button::new(label.words(language), tap);
    let screen = Screen::bare(Text::Help.html(language))
        .row([button(Label::Settings, Tap::Settings), support::button(language)])
        .row([button(Label::Terms, Tap::Terms), button(Label::Privacy, Tap::Privacy)])
        .homeward(language);
    scene.stay().show(screen)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::commands::Spoken;
    use crate::example::{Somebody, taps_of, text_of};
    use crate::scene::Role;
    use crate::tap::Tap;

    #[test]
    fn help_leads_to_every_page_there_is_to_read() {
        for language in Language::ALL {
            let step = Somebody::new(language).says("/help");

            let pages = [Tap::Settings, Tap::Support, Tap::Terms, Tap::Privacy, Tap::Home];
            assert_eq!(taps_of(&step), pages);
            assert_eq!(step, Somebody::new(language).taps(Tap::Help));
        }
    }

    #[test]
    fn every_command_that_help_names_exists() {
        for language in Language::ALL {
            let step = Somebody::new(language).says("/help");

            let named: Vec<&str> =
                text_of(&step).split_whitespace().filter(|word| word.starts_with('/')).collect();
            assert!(!named.is_empty());
            for command in named {
                let command = command.trim_end_matches([',', '.', ';', ':']);
                assert!(
                    Spoken::parse(command).is_some_and(|it| it.command(Role::Person).is_some()),
                    "{command}"
                );
            }
        }
    }
}
