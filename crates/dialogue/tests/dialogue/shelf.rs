//! The lists and cards of the whole catalogue: short, told apart, and with honest prices.
//!
//! Every list and every card is looked at, in both languages, by somebody for whom much is free and by somebody for
//! whom nothing is; then what a button says is held against what is asked for in the end.

use std::collections::HashSet;
use std::sync::Arc;

use dialogue::{FreeUsed, Html, ModelUse, OrderFacts, Screen, Section, State, Tap};
use domain::catalogue::Kind;
use domain::{Language, ModelKey, Money, Stars};

use crate::person::{Talker, begins, is_invoice, seen, taps};
use crate::shop::whole_shelf;

/// What stands on a button at most.
const BUTTON: usize = 32;

/// What a message says at most.
const MESSAGE: usize = 900;

/// Steps that no order is longer than.
const STEPS: usize = 6;

/// Somebody in the whole shop, with money, favourites and everybody's choices.
fn somebody(language: Language, is_free: bool) -> Talker {
    let key = |text| ModelKey::new(text).unwrap();
    let uses = |text, people| ModelUse {
        model: key(text),
        people,
        repeats: 0,
        keepers: 0,
        week: people,
        earlier: 0,
    };
    let favourites = ["flux-2-pro", "z-image", "seedream-4"].map(key).to_vec();
    let free = FreeUsed { today: if is_free { 0 } else { 99 }, ..FreeUsed::default() };
    let uses = vec![uses("suno-song", 9), uses("veo-31-quality", 5)];
    let available = Money::new(10_000_000);
    let facts = OrderFacts { available, favourites, free, uses, ..OrderFacts::default() };
    Talker { prices: Arc::clone(&whole_shelf()), facts, ..Talker::new(language) }
}

/// Both languages, with and without free tries.
fn everybody() -> Vec<Talker> {
    let both = |language| [true, false].map(|is_free| somebody(language, is_free));
    Language::ALL.into_iter().flat_map(both).collect()
}

fn shows(talker: &Talker, tap: &Tap) -> Screen {
    seen(&talker.clone().taps(&tap.encode())).clone()
}

/// Every list there is, with what leads to it.
fn lists(talker: &Talker) -> Vec<(String, Screen)> {
    let sections = [Section::Image, Section::Video, Section::Sound, Section::Tools, Section::Free];
    let kinds = Kind::ALL.iter();
    let pages = kinds.flat_map(|kind| (0..4).map(|page| Tap::Models(*kind, page)));
    let others = [Tap::Kinds, Tap::Best, Tap::Trending, Tap::Search];
    let taps = sections.map(Tap::Section).into_iter().chain(pages).chain(others);
    let mut lists: Vec<_> = taps.map(|tap| (tap.encode(), shows(talker, &tap))).collect();
    for words in ["видео", "photo", "flux", "клинг", "qwertyuiop"] {
        let step = talker.clone().says(&format!("/search {words}"));
        lists.push((words.to_owned(), seen(&step).clone()));
    }
    lists
}

/// The card of every model that is on.
fn cards(talker: &Talker) -> Vec<(ModelKey, Screen)> {
    let models = talker.prices.catalogue.models().iter().filter(|model| model.on);
    let card = |key: &ModelKey| (key.clone(), shows(talker, &Tap::Model(key.clone())));
    models.map(|model| card(&model.key)).collect()
}

/// The signs of a text without its markup.
fn signs(text: &Html) -> usize {
    text.units()
}

/// What a button says of money: kopecks in Russian, Stars in English; nothing for what is free.
fn price_on(language: Language, label: &str) -> Option<i64> {
    let label = label.replace('\u{A0}', " ");
    let (sign, free) = match language {
        Language::Russian => (" ₽", "бесплатно"),
        Language::English => (" ⭐", "free"),
    };
    if label.ends_with(free) {
        return Some(0);
    }
    let (before, _) = label.split_once(sign)?;
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ');
    let begins = before.trim_end_matches(is_part).len();
    let number = before[begins..].replace(' ', "");
    let (whole, minor) = number.split_once(',').unwrap_or((&number, "00"));
    match language {
        Language::Russian => Some(whole.parse::<i64>().ok()? * 100 + minor.parse::<i64>().ok()?),
        Language::English => number.replace(',', "").parse().ok(),
    }
}

/// The same of a price that was named.
fn as_shown(talker: &Talker, price: Money) -> i64 {
    match talker.language {
        Language::Russian => price.get(),
        Language::English => {
            let stars = talker.prices.offers.stars(price).map(Stars::rounded_up);
            stars.unwrap().to_string().parse().unwrap()
        }
    }
}

/// The price that is asked for in the end, if words are all that is needed to get there.
fn asked_in_the_end(talker: &Talker, tap: &Tap) -> Option<Money> {
    let mut talker = talker.clone();
    let mut step = talker.taps(&tap.encode());
    for _ in 0..STEPS {
        if begins(&step) || is_invoice(&step) {
            return None;
        }
        match State::from_text(&talker.state) {
            State::Ordering(draft) => match draft.quote {
                Some(quote) => return Some(quote.price),
                None => step = talker.says("a cat"),
            },
            _ => return None,
        }
    }
    None
}

#[test]
fn lists_and_cards_are_short_and_no_two_buttons_look_alike() {
    for talker in everybody() {
        let cards = cards(&talker).into_iter().map(|(key, card)| (key.to_string(), card));
        for (name, screen) in lists(&talker).into_iter().chain(cards) {
            let signs = signs(&screen.text);
            assert!(signs <= MESSAGE, "{name}: {signs} signs: {}", screen.text.as_str());
            let mut labels = HashSet::new();
            for button in screen.keyboard.iter().flatten() {
                let length = button.text.chars().count();
                assert!(length <= BUTTON, "{name}: {}", button.text);
                assert!(labels.insert(button.text.clone()), "{name}: twice {}", button.text);
            }
        }
    }
}

#[test]
fn a_card_and_the_order_behind_it_cost_what_the_button_in_the_list_said() {
    let (mut compared, mut asked, mut free) = (0, 0, 0);
    for talker in everybody() {
        let language = talker.language;
        let mut known = HashSet::new();
        for (name, screen) in lists(&talker) {
            let buttons = screen.keyboard.iter().flatten();
            for (button, tap) in buttons.zip(taps(&screen)) {
                let (Tap::Model(key) | Tap::Order(key)) = &tap else { continue };
                let Some(price) = price_on(language, &button.text) else {
                    panic!("{name}: no price on {}", button.text);
                };
                free += usize::from(price == 0);
                if !known.insert(tap.clone()) {
                    continue;
                }
                let card = shows(&talker, &Tap::Model(key.clone()));
                let order = card.keyboard.iter().flatten().zip(taps(&card));
                let order = order.filter(|(_, tap)| matches!(tap, Tap::Order(_)));
                let on_card = order.map(|(button, _)| price_on(language, &button.text)).next();
                assert_eq!(on_card, Some(Some(price)), "{name}: {}", button.text);
                compared += 1;
                if let Some(named) = asked_in_the_end(&talker, &Tap::Order(key.clone())) {
                    let named = as_shown(&talker, named);
                    let is_least =
                        button.text.contains("от\u{A0}") || button.text.contains("from\u{A0}");
                    assert!(
                        named == price || (is_least && named > price),
                        "{}: {named}",
                        button.text
                    );
                    asked += 1;
                }
            }
        }
    }
    assert!(
        compared > 200 && asked > 100 && free > 8,
        "{compared} compared, {asked} asked, {free} free"
    );
}

#[test]
fn what_a_button_says_of_money_is_read() {
    let table = [
        (Language::Russian, "Kling · от\u{A0}1\u{A0}234,50\u{A0}₽ · 1029\u{A0}⭐", Some(123_450)),
        (Language::Russian, "Z-Image · бесплатно", Some(0)),
        (Language::Russian, "Главное меню", None),
        (Language::English, "Flux 2 · from\u{A0}1029\u{A0}⭐ · 1,234.50\u{A0}₽", Some(1_029)),
    ];
    for (language, label, price) in table {
        assert_eq!(price_on(language, label), price, "{label}");
    }
}
