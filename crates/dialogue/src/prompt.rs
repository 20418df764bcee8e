//! A text or a file out of the blue: an offer to make something of it, never silence.
//!
//! ```text
//! "a cat on the moon"     ->  the text quoted, "What shall we make of it?"
//!                             [Image] [Video] [Sound or music] [Main menu]      (the text is kept)
//! [Image]                 ->  "Pictures open soon", the text quoted [Back] [Main menu]
//! [Image] under an older  ->  "That button belongs to an earlier text", the newer text offered
//! [Image] after /cancel   ->  "I no longer have that text" [the main menu]
//! a photo                 ->  "I cannot work with photos yet" [Main menu]
//! a photo with a caption  ->  the same, and the caption offered like a text
//! ```
//!
//! The one state of this conversation is [`State::OfferedPrompt`]. A text that is too long for the
//! message around it is kept whole and shown cut.

use domain::Language;

use crate::decide::Scene;
use crate::event::MediaKind;
use crate::html::{Html, MESSAGE_UNITS, shown_units};
use crate::menu::with_menu;
use crate::screen::{Button, Screen};
use crate::state::{Mark, Prompt, State};
use crate::step::Step;
use crate::tap::{Craft, Tap};
use crate::texts::{Label, Text};
use crate::unknown;

/// The person wrote something that is no command.
pub(crate) fn on_text(scene: &Scene<'_>, text: &str) -> Step {
    let Some(prompt) = Prompt::from_person(text) else { return unknown::on_kind(scene) };
    let whole = |quote: &Html| Text::OfferedPrompt { quote }.html(scene.language);
    let words = if fits(&prompt, whole) {
        around(&prompt, whole)
    } else {
        let count = prompt.length();
        around(&prompt, |quote| Text::OfferedShortened { quote, count }.html(scene.language))
    };
    let screen = offer(scene.language, words, &prompt);
    Step::to(State::OfferedPrompt(prompt)).say(screen)
}

/// The person sent a file.
pub(crate) fn on_media(scene: &Scene<'_>, kind: MediaKind, caption: Option<&str>) -> Step {
    let kind = word_for(kind);
    match caption.and_then(Prompt::from_person) {
        None => {
            let words = Text::SentMedia { kind }.html(scene.language);
            scene.stay().say(Screen::bare(words).homeward(scene.language))
        }
        Some(prompt) => {
            let words =
                around(&prompt, |quote| Text::OfferedCaption { kind, quote }.html(scene.language));
            let screen = offer(scene.language, words, &prompt);
            Step::to(State::OfferedPrompt(prompt)).say(screen)
        }
    }
}

/// The person chose what to make of a text.
pub(crate) fn on_offer(scene: &Scene<'_>, craft: Craft, mark: Mark) -> Step {
    match scene.state {
        State::Menu | State::Adjusting(_) => on_gone(scene),
        State::OfferedPrompt(prompt) if prompt.mark() != mark => on_older(scene, prompt),
        State::OfferedPrompt(prompt) => {
            let page = |quote: &Html| page(craft, quote).html(scene.language);
            let screen = Screen::bare(around(prompt, page));
            scene.stay().show(screen.backward(scene.language, Tap::OfferAgain(mark)))
        }
    }
}

/// The person goes back to the offer.
pub(crate) fn on_offer_again(scene: &Scene<'_>, mark: Mark) -> Step {
    match scene.state {
        State::Menu | State::Adjusting(_) => on_gone(scene),
        State::OfferedPrompt(prompt) if prompt.mark() != mark => on_older(scene, prompt),
        State::OfferedPrompt(prompt) => {
            let words = around(prompt, |quote| Text::OfferedPrompt { quote }.html(scene.language));
            scene.stay().show(offer(scene.language, words, prompt))
        }
    }
}

/// The button is about a text that we no longer have.
fn on_gone(scene: &Scene<'_>) -> Step {
    scene.stay().show(with_menu(scene.language, Text::PromptGone))
}

/// The button is about an earlier text than the one we have.
fn on_older(scene: &Scene<'_>, newer: &Prompt) -> Step {
    let words = around(newer, |quote| Text::OldOffer { quote }.html(scene.language));
    scene.stay().show(offer(scene.language, words, newer))
}

/// The buttons of the offer under some words.
fn offer(language: Language, words: Html, prompt: &Prompt) -> Screen {
    let button = |craft: Craft| {
        let label = match craft {
            Craft::Image => Label::OfferImage,
            Craft::Video => Label::OfferVideo,
            Craft::Sound => Label::OfferSound,
        };
        Button::new(label.words(language), Tap::Offer(craft, prompt.mark()))
    };
    Screen::bare(words)
        .row([button(Craft::Image), button(Craft::Video)])
        .row([button(Craft::Sound)])
        .homeward(language)
}

const fn page(craft: Craft, quote: &Html) -> Text<'_> {
    match craft {
        Craft::Image => Text::PromptImage { quote },
        Craft::Video => Text::PromptVideo { quote },
        Craft::Sound => Text::PromptSound { quote },
    }
}

/// The words around a quotation of the whole text, or of as much as fits into the message.
fn around(prompt: &Prompt, words: impl Fn(&Html) -> Html) -> Html {
    words(&Html::quoted(prompt.as_str(), room_within(&words)))
}

fn fits(prompt: &Prompt, words: impl Fn(&Html) -> Html) -> bool {
    shown_units(prompt.as_str()) <= room_within(words)
}

/// How much of the message the words themselves leave.
fn room_within(words: impl Fn(&Html) -> Html) -> usize {
    MESSAGE_UNITS.saturating_sub(words(&Html::default()).units())
}

/// The word by which the texts tell the kinds of files apart.
const fn word_for(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Photo => "photo",
        MediaKind::Video | MediaKind::Animation | MediaKind::VideoNote => "video",
        MediaKind::Audio => "audio",
        MediaKind::Voice => "voice",
        MediaKind::Document => "file",
        MediaKind::Sticker => "sticker",
    }
}

#[cfg(test)]
mod tests;
