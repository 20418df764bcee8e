//! The help page, and the pages to read behind it.
//!
//! ```text
//! /help, [Help]          ->  what the bot does and how to talk to it
//!                            [Settings] [Support] [Terms] [Privacy] [Main menu]
//! /terms, [Terms]        ->  what one may expect and must not do          [Back] [Main menu]
//! /privacy, [Privacy]    ->  what is kept, for what and how long
//!                            [My data as a file] [Delete me] [Back] [Main menu]
//! ```
//!
//! The pages say what is true now; they change in the release that changes the facts.

use crate::conversations::{own_data, support};
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text;
    Help = "pages-help",
    Privacy = "pages-privacy",
    Terms = "pages-terms",
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

/// The person wants to read the terms.
pub(crate) fn on_terms(scene: &Scene<'_>) -> Step {
    scene.stay().show(page(scene, Text::Terms).backward(scene.language, Tap::Help))
}

/// The person wants to know what we keep of them.
pub(crate) fn on_privacy(scene: &Scene<'_>) -> Step {
    let page = page(scene, Text::Privacy).row(own_data::buttons(scene));
    scene.stay().show(page.backward(scene.language, Tap::Help))
}

fn page(scene: &Scene<'_>, words: Text) -> Screen {
    Screen::bare(words.html(scene.language))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::commands::Spoken;
    use crate::example::{Somebody, taps_of, text_of};
    use crate::scene::Role;
    use crate::tap::{OwnTap, Tap};

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
    fn the_command_and_the_button_open_the_same_page() {
        for language in Language::ALL {
            let own = [Tap::Own(OwnTap::Data), Tap::Own(OwnTap::Leave)];
            let pages = [("/terms", Tap::Terms, &own[..0]), ("/privacy", Tap::Privacy, &own)];
            for (command, tap, more) in pages {
                let step = Somebody::new(language).says(command);

                assert_eq!(step, Somebody::new(language).taps(tap));
                assert_eq!(taps_of(&step), [more, &[Tap::Help, Tap::Home]].concat());
            }
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
