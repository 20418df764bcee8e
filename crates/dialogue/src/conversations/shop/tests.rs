//! The lists as people walk along them, in both languages.

mod cards;
mod lists;
mod searching;

use std::sync::Arc;

use domain::catalogue::{Kind, ModelKey};
use domain::{Catalogue, Language, Offers};

use crate::conversations::menu::Section;
use crate::example::{Somebody, only_screen, text_of};
use crate::facts::OrderFacts;
use crate::scene::PriceList;
use crate::step::Step;
use crate::tap::Tap;

fn key(text: &str) -> ModelKey {
    ModelKey::new(text).unwrap()
}

fn with(language: Language, facts: OrderFacts) -> Somebody {
    Somebody { facts, ..Somebody::new(language) }
}

/// Somebody in a shop that has nothing but Z-Image.
fn small_shop(language: Language) -> Somebody {
    let text = include_str!("../../../../../catalogue/z-image.toml");
    let catalogue = Catalogue::read(&[("z-image.toml".to_owned(), text.to_owned())]).unwrap();
    let prices = Arc::new(PriceList { catalogue, offers: Offers::built_in().unwrap() });
    Somebody { prices, ..Somebody::new(language) }
}

/// The words of a step with plain spaces.
fn words(step: &Step) -> String {
    text_of(step).replace('\u{A0}', " ")
}

fn buttons(step: &Step) -> Vec<String> {
    let buttons = only_screen(step).keyboard.iter().flatten();
    buttons.map(|button| button.text.replace('\u{A0}', " ")).collect()
}

/// Everything a button leads to that shows models.
fn lists() -> Vec<Tap> {
    let sections = [Section::Image, Section::Video, Section::Sound, Section::Tools, Section::Free];
    let kinds = Kind::ALL.iter().map(|kind| Tap::Models(*kind, 0));
    sections
        .map(Tap::Section)
        .into_iter()
        .chain(kinds)
        .chain([Tap::Kinds, Tap::Best, Tap::Trending])
        .collect()
}
