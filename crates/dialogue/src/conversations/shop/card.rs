//! The card of a model: what it does, what it costs, how long it takes, what it wants.
//!
//! ```text
//! "Z-Image" "Fast, lifelike pictures" "Price: 1 ⭐ · 0.64 ₽" "Ready in: about 20 s" "You send: words"
//! "7 % off with Light, already in the price"                                       (with a plan)
//! "Free for you: up to 5 a day and 2 an hour. You have 2 tries left now."          (if it is free)
//! [A ginger cat in a space suit…] [A Tokyo street at night…]
//! [Create · 1 ⭐ · 0.64 ₽] [Add to favourites] [Back] [Main menu]
//! ```
//!
//! A model with samples is shown with the newest of them: the card is its caption.
//!
//! A closed model has neither examples nor a button to order: it says that it is closed.

use domain::Language;
use domain::catalogue::{Form, Input, Media, MediaKind, Model};

use super::assortment::{Assortment, PricedModel};
use super::free::{allowance, left};
use super::labels::{WIDE, cut, price_of, with_price};
use super::lists::closing;
use crate::conversations::order::standing::{self, Price};
use crate::generation::usual_time;
use crate::html::Html;
use crate::screen::{Button, Screen};
use crate::tap::Tap;
use crate::texts::{ShopLabel, ShopText};

/// Examples on a card.
const EXAMPLES: usize = 3;

/// The card of a model; whether it is a favourite is said by the caller, who may just have changed it.
pub(super) fn card(
    language: Language,
    assortment: &Assortment<'_>,
    entry: &PricedModel<'_>,
    is_favourite: bool,
) -> Screen {
    let model = entry.model;
    let mut screen =
        Screen::bare(closing(language, assortment, words(language, assortment, entry)));
    if !entry.is_closed {
        for (number, example) in (0_u8..).zip(model.examples.iter().take(EXAMPLES)) {
            let text = cut(example.in_language(language), WIDE);
            screen = screen.row([Button::new(text, Tap::Example(model.key.clone(), number))]);
        }
        let order = ShopLabel::Order.words(language);
        let order = with_price(language, assortment, &order, entry.price);
        screen = screen.row([Button::new(order, Tap::Order(model.key.clone()))]);
    }
    let label = if is_favourite { ShopLabel::Unfavour } else { ShopLabel::Favour };
    let favour = Tap::Favour(model.key.clone(), !is_favourite);
    screen
        .row([Button::new(label.words(language), favour)])
        .backward(language, Tap::Models(model.kind, 0))
        .with_sample(assortment.facts().samples.first().cloned())
}

fn words(language: Language, assortment: &Assortment<'_>, entry: &PricedModel<'_>) -> Html {
    let model = entry.model;
    let draft = standing::draft(assortment.facts(), model);
    let time = usual_time(language, model, standing::pace(assortment.facts(), model, &draft));
    let card = ShopText::Card {
        title: model.title.in_language(language),
        benefit: model.benefit.in_language(language),
        price: &price_of(language, assortment, entry),
        time: &ShopText::CardTime { time: &time }.html(language),
        takes: &takes(language, model),
    };
    let mut lines = vec![card.html(language)];
    if let Some((percent, plan)) = assortment.facts().cheaper(assortment.offers()) {
        let plan = plan.title.in_language(language);
        lines.push(ShopText::CardDiscount { percent, plan }.html(language));
    }
    if model.results > 1 {
        let count = model.results as usize;
        lines.push(ShopText::CardResults { count }.html(language));
    }
    if let Some(limits) = model.free {
        let left = left(
            language,
            allowance(&assortment.offers().free, Some(model), &assortment.facts().free),
        );
        let (day, hour) = (limits.per_day as usize, limits.per_hour as usize);
        lines.push(ShopText::CardFree { day, hour, left: &left }.html(language));
        let (prices, facts) = (assortment.prices(), assortment.facts());
        // While it is free, the price above does not tell what comes after that.
        if let Price::Free = entry.price
            && let Some(price) = standing::full_price(prices, facts, model, &draft)
        {
            let price = price.words(language, prices);
            lines.push(ShopText::CardAfterFree { price: &price }.html(language));
        }
    }
    let words = Html::lines(lines);
    if entry.is_closed {
        words.then(&ShopText::CardClosed.html(language))
    } else if model.examples.is_empty() {
        words
    } else {
        words.then(&ShopText::CardExamples.html(language))
    }
}

/// What a person has to send, and what they may.
fn takes(language: Language, model: &Model) -> Html {
    let mut parts: Vec<String> = Vec::new();
    for input in model.inputs.iter().filter(|input| input.shown) {
        let Some(label) = sent(input) else { continue };
        let what = label.words(language);
        let part = if input.required {
            what
        } else {
            format!("{what} ({})", ShopLabel::OptionalMark.words(language))
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    if parts.is_empty() {
        return ShopText::CardTakesNothing.html(language);
    }
    ShopText::CardTakes { what: &parts.join(", ") }.html(language)
}

/// What is sent for an input, if it is sent and not chosen.
const fn sent(input: &Input) -> Option<ShopLabel> {
    match &input.form {
        Form::Text { .. } => Some(ShopLabel::TakesWords),
        Form::Media(media) => Some(file(media)),
        Form::Choice { .. } | Form::Switch { .. } | Form::Whole(_) | Form::Fixed(_) => None,
    }
}

const fn file(media: &Media) -> ShopLabel {
    match (media.kind, media.max_items > 1) {
        (MediaKind::Image, false) => ShopLabel::TakesImage,
        (MediaKind::Image, true) => ShopLabel::TakesImages,
        (MediaKind::Video, false) => ShopLabel::TakesVideo,
        (MediaKind::Video, true) => ShopLabel::TakesVideos,
        (MediaKind::Audio, false) => ShopLabel::TakesAudio,
        (MediaKind::Audio, true) => ShopLabel::TakesAudios,
    }
}
