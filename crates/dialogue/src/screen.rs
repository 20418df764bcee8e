//! A screen: one message with the buttons under it.
//!
//! Every screen of a private chat ends with a way back, so the builder adds it and a conversation
//! cannot forget: [`Screen::homeward`] for what is one step from the menu, [`Screen::backward`] for
//! what is further away.

use domain::Language;

use crate::html::Html;
use crate::tap::Tap;
use crate::texts::labels;

labels! { Label;
    Back = "menu-button-back",
    Home = "menu-button-home",
}

/// A message with its buttons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screen {
    /// What it says; Telegram reads it as HTML.
    pub text: Html,
    /// Its buttons, row by row.
    pub keyboard: Vec<Vec<Button>>,
}

/// A button under a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// What stands on it: plain text, never HTML.
    pub text: String,
    /// What a tap does.
    pub press: Press,
    /// How it looks.
    pub style: Style,
}

/// How a button looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Style {
    /// As any other.
    #[default]
    Plain,
    /// Green: it starts the work or pays for it.
    Success,
    /// Red: it destroys.
    Danger,
}

/// What a tap on a button does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Press {
    /// Tells the bot.
    Data(Tap),
    /// Opens an address.
    Link(String),
    /// Lets the person choose a chat, in which the bot is then asked for these words.
    Inline(String),
}

impl Button {
    /// A button that tells the bot `tap`.
    pub(crate) fn new(text: String, tap: Tap) -> Self {
        Self { text, press: Press::Data(tap), style: Style::Plain }
    }

    /// A button that opens an address.
    pub(crate) fn link(text: String, address: String) -> Self {
        Self { text, press: Press::Link(address), style: Style::Plain }
    }

    /// A button that lets the person choose a chat and asks the bot for these words there.
    pub(crate) fn inline(text: String, words: String) -> Self {
        Self { text, press: Press::Inline(words), style: Style::Plain }
    }

    /// The same, green: it starts the work or pays for it.
    pub(crate) fn success(self) -> Self {
        Self { style: Style::Success, ..self }
    }

    /// The same, red: it destroys.
    pub(crate) fn danger(self) -> Self {
        Self { style: Style::Danger, ..self }
    }
}

impl Screen {
    /// A screen without buttons.
    pub(crate) fn bare(text: Html) -> Self {
        Self { text, keyboard: Vec::new() }
    }

    /// Adds a row of buttons.
    pub(crate) fn row(mut self, row: impl IntoIterator<Item = Button>) -> Self {
        self.keyboard.push(row.into_iter().collect());
        self
    }

    /// Ends the screen with the way to the menu.
    pub(crate) fn homeward(self, language: Language) -> Self {
        self.row([home(language)])
    }

    /// Ends the screen with the way to the screen before it, and the way to the menu.
    pub(crate) fn backward(self, language: Language, back: Tap) -> Self {
        self.row([Button::new(Label::Back.words(language), back), home(language)])
    }
}

/// The button that leads to the menu.
pub(crate) fn home(language: Language) -> Button {
    Button::new(Label::Home.words(language), Tap::Home)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::{Press, Screen};
    use crate::html::Html;
    use crate::tap::Tap;

    fn taps(screen: &Screen) -> Vec<Vec<&Press>> {
        screen.keyboard.iter().map(|row| row.iter().map(|button| &button.press).collect()).collect()
    }

    #[test]
    fn a_screen_ends_with_the_way_back() {
        let near = Screen::bare(Html::escaped("a")).homeward(Language::English);
        let far = Screen::bare(Html::escaped("a")).backward(Language::English, Tap::Settings);

        assert_eq!(taps(&near), [[&Press::Data(Tap::Home)]]);
        assert_eq!(taps(&far), [[&Press::Data(Tap::Settings), &Press::Data(Tap::Home)]]);
    }
}
