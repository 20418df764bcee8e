//! The lists of models, their cards, search, favourites, what is free.
//!
//! ```text
//! [Create an image]   ->  favourites, three models to order at once, the kinds [Best] [Search]
//! [Picture from words]->  a page of models, cheapest first [Next] [Back] [Main menu]
//! [Z-Image · 0.64 ₽]  ->  its card, see [`card`]
//! [Add to favourites] ->  the card again                                    (the choice is kept)
//! /models             ->  every kind that has something
//! /best, [Best]       ->  what people choose most, see [`ranking`] [Trending this week] [Search]
//! /search, [Search]   ->  "Write a word or two"                              (Searching)
//! /search song, "song" -> up to eight models                                 (back to the menu)
//! "qwerty"            ->  "I found nothing", try again [Best]                (still Searching)
//! /free, [Free]       ->  what is free, what is left of it, or why nothing is
//! ```
//!
//! Looking around changes no state, but for the search: it waits for words. While everything is
//! paused each list says so once. A model that is gone is said to be gone.

mod assortment;
mod card;
mod free;
mod labels;
mod lists;
mod ranking;
mod search;

#[cfg(test)]
mod tests;

use domain::Language;
use domain::catalogue::{Kind, ModelKey};

pub(crate) use self::assortment::{Assortment, PricedModel};
pub(crate) use self::free::{Allowance, allowance};
pub(crate) use self::labels::{WIDE, cut, wide};
pub(crate) use self::ranking::score;
use crate::conversations::menu::{Section, with_menu};
use crate::facts::Reply;
use crate::html::{Html, one_line};
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::state::State;
use crate::step::{Effect, Kept, Step};
use crate::tap::Tap;
use crate::texts::{ShopLabel, ShopText};

/// The longest search that is repeated.
const MAX_WORDS: usize = 60;

/// The longest name that is repeated.
const MAX_NAME: usize = 64;

/// The person goes into a section that sells.
pub(crate) fn on_section(scene: &OrderScene<'_>, section: Section) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    match lists::kinds(&assortment, section).as_slice() {
        [] => {
            let words = ShopText::SectionEmpty.html(scene.language);
            let words = lists::closing(scene.language, &assortment, words);
            scene.stay().show(Screen::bare(words).homeward(scene.language))
        }
        [only] => scene.stay().show(lists::page(scene.language, &assortment, *only, 0)),
        kinds => scene.stay().show(lists::section(scene.language, &assortment, section, kinds)),
    }
}

/// The person looks at the models of a kind.
pub(crate) fn on_models<'a>(scene: &'a Scene<'a>, kind: Kind, page: u8) -> Reply<'a> {
    Reply::ordering(scene, move |scene| {
        let assortment = Assortment::new(&scene.prices, scene.facts);
        scene.stay().show(lists::page(scene.language, &assortment, kind, page))
    })
}

/// The person wants to see the best.
pub(crate) fn on_best(scene: &OrderScene<'_>) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    scene.stay().show(lists::best(scene.language, &assortment))
}

/// The person wants to see what people choose more and more.
pub(crate) fn on_trending(scene: &OrderScene<'_>) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    scene.stay().show(lists::trending(scene.language, &assortment))
}

/// The person wants to see every kind there is.
pub(crate) fn on_kinds(scene: &OrderScene<'_>) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    scene.stay().show(lists::all_kinds(scene.language, &assortment))
}

/// The person typed the command, with what they look for or without.
pub(crate) fn on_search_for<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    if words.is_empty() {
        return Reply::Now(on_search(scene));
    }
    Reply::ordering(scene, move |scene| on_words(scene, words))
}

/// The person wants to look for a model by words.
pub(crate) fn on_search(scene: &Scene<'_>) -> Step {
    let words = ShopText::Search.html(scene.language);
    let screen = Screen::bare(words).row([best_button(scene.language)]);
    Step::to(State::Searching).show(screen.homeward(scene.language))
}

/// The person wrote what they look for.
pub(crate) fn on_words(scene: &OrderScene<'_>, words: &str) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    let words = one_line(words, MAX_WORDS);
    if words.is_empty() {
        return on_search(scene);
    }
    let found = search::find(&assortment, &words);
    if found.is_empty() {
        let text = ShopText::NotFound { words: &words }.html(scene.language);
        let screen = Screen::bare(text).row([best_button(scene.language)]);
        let screen = screen.homeward(scene.language);
        return Step::to(State::Searching).say(screen);
    }
    let text = ShopText::Found { words: &words }.html(scene.language);
    let text = text.then(&lists::lines(scene.language, &assortment, &found));
    let screen = lists::wares_screen(scene.language, &assortment, text, &found);
    let screen = screen.row(lists::finders(scene.language)).homeward(scene.language);
    Step::to(State::Menu).say(screen)
}

/// The person looks at a model.
pub(crate) fn on_model(scene: &OrderScene<'_>, key: &ModelKey) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    let Some(entry) = assortment.find(key) else { return on_gone(scene) };
    let is_favourite = scene.facts.favourites.contains(key);
    scene.stay().show(card::card(scene.language, &assortment, &entry, is_favourite))
}

/// The person keeps a model among their favourites, or no longer.
pub(crate) fn on_favour(scene: &OrderScene<'_>, key: &ModelKey, kept: bool) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    let Some(entry) = assortment.find(key) else { return on_gone(scene) };
    let screen = card::card(scene.language, &assortment, &entry, kept);
    scene.stay().and(Effect::Keep(Kept::Favour(key.clone(), kept))).show(screen)
}

/// The person wants to see what is free.
pub(crate) fn on_free(scene: &OrderScene<'_>) -> Step {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    scene.stay().show(free::page(scene.language, &assortment))
}

/// The card of the model that a person came for by a link, with a greeting and what else is to be said to them; none
/// if it is not offered.
pub(crate) fn welcome(
    scene: &OrderScene<'_>,
    key: &ModelKey,
    news: Option<&Html>,
) -> Option<Screen> {
    let assortment = Assortment::new(&scene.prices, scene.facts);
    let entry = assortment.find(key)?;
    let is_favourite = scene.facts.favourites.contains(key);
    let card = card::card(scene.language, &assortment, &entry, is_favourite);
    let name = one_line(&scene.event.person.name, MAX_NAME);
    let greeting = match name.as_str() {
        "" => ShopText::CameForStranger,
        name => ShopText::CameFor { name },
    };
    let greeting = greeting.html(scene.language);
    let greeting = news.map_or(greeting.clone(), |news| greeting.then(news));
    Some(Screen { text: greeting.then(&card.text), ..card })
}

/// That something can no longer be had, above the menu.
pub(crate) fn on_gone(scene: &Scene<'_>) -> Step {
    let words: Html = ShopText::Gone.html(scene.language);
    scene.stay().show(with_menu(scene.language, words))
}

/// The way to the best models.
pub(crate) fn best_button(language: Language) -> Button {
    Button::new(ShopLabel::Best.words(language), Tap::Best)
}
