//! `/generate <key> <prompt>`: straight to the confirmation, or to what is missing.
//!
//! ```text
//! /generate z-image a cat  ->  the confirmation
//! /generate z-image        ->  the first step of the wizard
//! /generate z-imag a cat   ->  "There is no z-imag; did you mean z-image?" [Z-Image] [Main menu]
//! /generate                ->  how it is written [the main menu]
//! ```

use domain::catalogue::{Model, ModelKey};
use domain::spelling::nearest;

use super::asking::Place;
use super::{begin, first_text, with_model, words};
use crate::conversations::menu::with_menu;
use crate::draft::Draft;
use crate::facts::Reply;
use crate::html::one_line;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::OrderText;

/// The longest key that is repeated.
const MAX_KEY: usize = 24;

/// The person asks for something in one line.
pub(crate) fn on_generate<'a>(scene: &'a Scene<'a>, rest: &'a str) -> Reply<'a> {
    let (word, prompt) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if word.is_empty() {
        return Reply::Now(
            scene
                .stay()
                .say(with_menu(scene.language, OrderText::GenerateForm.html(scene.language))),
        );
    }
    let key = ModelKey::new(&word.to_ascii_lowercase());
    let known = key.filter(|key| scene.prices.catalogue.model(key).is_some());
    let Some(key) = known else { return Reply::Now(unknown(scene, word)) };
    Reply::ordering_from(scene, key, move |scene, key| {
        with_model(scene, key, |model| take(scene, model, prompt))
    })
}

fn take(scene: &OrderScene<'_>, model: &Model, prompt: &str) -> Step {
    match first_text(model) {
        Some(input) if !prompt.trim().is_empty() => {
            let draft = Draft::new(model.key.clone());
            words::take(scene, model, draft, input, prompt, Place::New)
        }
        Some(_) | None => begin(scene, model, Vec::new(), Place::New, None),
    }
}

/// There is no such model; perhaps the name is only misspelt.
fn unknown(scene: &Scene<'_>, word: &str) -> Step {
    let language = scene.language;
    let key = one_line(word, MAX_KEY);
    let offered = || scene.prices.catalogue.models().iter().filter(|model| model.on);
    let small = key.to_lowercase();
    let meant = nearest(&small, offered().map(|model| model.key.as_str()));
    let meant = meant.and_then(|meant| offered().find(|model| model.key.as_str() == meant));
    let screen = match meant {
        Some(model) => {
            let words = OrderText::NearestModel { key: &key, meant: model.key.as_str() };
            Screen::bare(words.html(language)).row([card(scene, model)])
        }
        None => Screen::bare(OrderText::NoModel { key: &key }.html(language)),
    };
    scene.stay().say(screen.homeward(language))
}

fn card(scene: &Scene<'_>, model: &Model) -> Button {
    let title = model.title.in_language(scene.language).to_owned();
    Button::new(title, Tap::Model(model.key.clone()))
}
