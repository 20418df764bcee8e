//! A text or a file out of the blue: an offer to make something of it, never silence.
//!
//! ```text
//! "a cat on the moon"     ->  the text quoted, "What shall we make of it?"
//!                             [Image] [Video] [Sound or music] [Main menu]      (the text is kept)
//! its rest, cut off       ->  joined; the last message changes
//! [Image]                 ->  [Z-Image · 1 ⭐ · 0.64 ₽] ... [Back] [Main menu]
//! [Z-Image]               ->  an order with the text in it
//! [Image] under an older  ->  "That button belongs to an earlier text", the newer text offered
//! [Image] after /cancel   ->  "I no longer have that text" [the main menu]
//! a photo                 ->  models that begin with it [Main menu]              (the photo is kept)
//! a sticker               ->  "I cannot work with it" [Main menu]
//! ```
//!
//! The states of this conversation are [`State::OfferedPrompt`] and [`State::OfferedFiles`]. A text that
//! is too long for the message around it is kept whole and shown cut. Files are in [`media`].

use domain::Language;
use domain::catalogue::{Model, ModelKey};

use crate::conversations::menu::with_menu;
use crate::conversations::order::{self, Place, offers};
use crate::conversations::unknown;
use crate::facts::Reply;
use crate::html::{Html, MESSAGE_UNITS, shown_units};
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::state::{Mark, Prompt, State};
use crate::step::Step;
use crate::tap::{Craft, Tap};
use crate::texts::{labels, texts};

mod media;
mod voice;

pub(crate) use self::media::on_media;
pub(crate) use self::voice::on_voice;

texts! { Text<'a>;
    OfferedCaption { kind: &'a str, quote: &'a Html } = "prompt-offer-caption",
    OfferedPrompt { quote: &'a Html } = "prompt-offer",
    OfferedShortened { quote: &'a Html, count: usize } = "prompt-offer-shortened",
    OldOffer { quote: &'a Html } = "prompt-old-offer",
    PromptGone = "prompt-gone",
    PromptImage { quote: &'a Html } = "prompt-image",
    PromptNoModel { quote: &'a Html } = "prompt-no-model",
    PromptSound { quote: &'a Html } = "prompt-sound",
    PromptVideo { quote: &'a Html } = "prompt-video",
    SentMedia { kind: &'a str } = "prompt-media",
}

labels! { Label;
    Image = "prompt-button-image",
    Sound = "prompt-button-sound",
    Video = "prompt-button-video",
}

/// The person wrote something that is no command.
pub(crate) fn on_text(scene: &Scene<'_>, text: &str) -> Step {
    let (joined, place) = match &scene.state {
        State::OfferedPrompt(prompt) if prompt.is_open() => {
            (Prompt::from_person(&format!("{}{text}", prompt.as_str())), Place::Last)
        }
        _ => (Prompt::from_person(text), Place::New),
    };
    let Some(prompt) = joined else { return unknown::on_kind(scene) };
    let prompt = prompt.open_if(scene.is_cut(text));
    let whole = |quote: &Html| Text::OfferedPrompt { quote }.html(scene.language);
    let words = if fits(&prompt, whole) {
        around(&prompt, whole)
    } else {
        let count = prompt.length();
        around(&prompt, |quote| Text::OfferedShortened { quote, count }.html(scene.language))
    };
    let screen = offer(scene.language, words, &prompt);
    place.put(Step::to(State::OfferedPrompt(prompt)), screen)
}

/// The person chose what to make of a text.
pub(crate) fn on_offer<'a>(scene: &'a Scene<'a>, craft: Craft, mark: Mark) -> Reply<'a> {
    match offered(scene, mark) {
        Ok(prompt) => Reply::ordering(scene, move |scene| models(scene, craft, prompt)),
        Err(step) => Reply::Now(*step),
    }
}

/// The text that a button is about, if it is still the one in hand; otherwise what is said instead.
fn offered<'a>(scene: &'a Scene<'_>, mark: Mark) -> Result<&'a Prompt, Box<Step>> {
    match &scene.state {
        State::OfferedPrompt(prompt) if prompt.mark() == mark => Ok(prompt),
        State::OfferedPrompt(prompt) => Err(Box::new(on_older(scene, prompt))),
        State::Menu
        | State::Adjusting(_)
        | State::OfferedFiles(..)
        | State::Ordering(_)
        | State::Searching
        | State::NamingStars
        | State::Transfer(_)
        | State::Refunding(_)
        | State::AskingSupport(_) => Err(Box::new(on_gone(scene))),
    }
}

/// The models that make something of a text, each with its price.
fn models(scene: &OrderScene<'_>, craft: Craft, prompt: &Prompt) -> Step {
    let language = scene.language;
    let found = offers::for_words(scene, craft, prompt);
    let page = |quote: &Html| {
        let words = match craft {
            _ if found.is_empty() => Text::PromptNoModel { quote },
            Craft::Image => Text::PromptImage { quote },
            Craft::Video => Text::PromptVideo { quote },
            Craft::Sound => Text::PromptSound { quote },
        };
        words.html(language)
    };
    let button = |offer: &offers::Offer<'_>| {
        let tap = Tap::Use(offer.model.key.clone(), prompt.mark());
        [Button::new(offer.label(scene), tap)]
    };
    let screen = Screen::bare(around(prompt, page));
    let screen = found.iter().map(button).fold(screen, Screen::row);
    scene.stay().show(screen.backward(language, Tap::OfferAgain(prompt.mark())))
}

/// The person goes back to the offer.
pub(crate) fn on_offer_again(scene: &Scene<'_>, mark: Mark) -> Step {
    match offered(scene, mark) {
        Ok(prompt) => {
            let words = around(prompt, |quote| Text::OfferedPrompt { quote }.html(scene.language));
            scene.stay().show(offer(scene.language, words, prompt))
        }
        Err(step) => *step,
    }
}

/// The person wants to use what they sent for a model.
pub(crate) fn on_use<'a>(scene: &'a Scene<'a>, key: ModelKey, mark: Mark) -> Reply<'a> {
    match &scene.state {
        State::OfferedFiles(files, caption) if Mark::of_files(files) == mark => {
            Reply::ordering_from(scene, key, move |scene, key| {
                let with = |model: &Model| offers::use_files(scene, model, files, caption.as_ref());
                order::with_model(scene, key, with)
            })
        }
        State::OfferedFiles(files, caption) => Reply::ordering(scene, move |scene| {
            scene.stay().show(media::offer(scene, files, caption.as_ref()))
        }),
        State::Menu
        | State::OfferedPrompt(_)
        | State::Adjusting(_)
        | State::Ordering(_)
        | State::Searching
        | State::NamingStars
        | State::Transfer(_)
        | State::Refunding(_)
        | State::AskingSupport(_) => match offered(scene, mark) {
            Ok(prompt) => Reply::ordering_from(scene, key, move |scene, key| {
                order::with_model(scene, key, |model| offers::use_words(scene, model, prompt))
            }),
            Err(step) => Reply::Now(*step),
        },
    }
}

/// The button is about a text that we no longer have.
fn on_gone(scene: &Scene<'_>) -> Step {
    scene.stay().show(with_menu(scene.language, Text::PromptGone.html(scene.language)))
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
            Craft::Image => Label::Image,
            Craft::Video => Label::Video,
            Craft::Sound => Label::Sound,
        };
        Button::new(label.words(language), Tap::Offer(craft, prompt.mark()))
    };
    Screen::bare(words)
        .row([button(Craft::Image), button(Craft::Video)])
        .row([button(Craft::Sound)])
        .homeward(language)
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

#[cfg(test)]
mod tests;
