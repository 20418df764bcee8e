//! An order as it stands before a word is said: a model with the settings of the last time, and what it costs so.
//!
//! ```text
//!   last settings that still fit ──┐
//!   else the model's defaults ─────┴─> draft ── price ──┬── Free: within the limits, for this person, now
//!                                                       ├── Exact: whatever is said or sent
//!                                                       └── From: words or files decide; this is the least
//! ```
//!
//! The same sum stands in lists, on cards and on buttons, so that the next screen never names another one. How long
//! it takes is that of the same settings, where enough orders with them were made.

use domain::catalogue::{Answer, Form, Input, Model, Upload, Value};
use domain::generation::Pace;
use domain::{Credits, Language, Money};

use super::asking::is_asked;
use super::terms::{Free, free};
use crate::amounts::{briefly, priced};
use crate::draft::{Draft, Given};
use crate::facts::OrderFacts;
use crate::scene::PriceList;
use crate::texts::ShopLabel;

/// What an order costs its person as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Price {
    /// Nothing, within the limits.
    Free,
    /// This.
    Exact(Money),
    /// This or more: what is still to be said or sent decides.
    From(Money),
}

impl Price {
    /// What it comes to at least.
    pub(crate) const fn least(self) -> Money {
        match self {
            Self::Free => Money::ZERO,
            Self::Exact(price) | Self::From(price) => price,
        }
    }

    /// How it stands in a line, and on a button with room for it.
    pub(crate) fn words(self, language: Language, prices: &PriceList) -> String {
        self.written(language, |price| priced(language, &prices.offers, price))
    }

    /// How it stands where there is little room: in one unit only.
    pub(crate) fn brief(self, language: Language, prices: &PriceList) -> String {
        self.written(language, |price| briefly(language, &prices.offers, price))
    }

    fn written(self, language: Language, amount: impl Fn(Money) -> String) -> String {
        match self {
            Self::Free => ShopLabel::FreeMark.words(language),
            Self::Exact(price) => amount(price),
            Self::From(price) => {
                format!("{}\u{A0}{}", ShopLabel::FromMark.words(language), amount(price))
            }
        }
    }
}

/// A draft with the settings that the person used last with this model, as far as they still go together.
pub(crate) fn draft(facts: &OrderFacts, model: &Model) -> Draft {
    let bare = Draft::new(model.key.clone());
    let Some(last) = facts.last.iter().find(|last| last.model == model.key) else { return bare };
    let mut draft = bare.clone();
    for (name, value) in &last.settings {
        let input = model.input(name).filter(|input| is_asked(input));
        let is_setting = |form: &Form| !matches!(form, Form::Text { .. } | Form::Media(_));
        let fits = input.is_some_and(|input| {
            is_setting(&input.form) && input.takes(&Answer::Value(value.clone())).is_ok()
        });
        if fits {
            draft.answer(name, Given::Value(value.clone()));
        }
    }
    if model.draft(draft.for_catalogue()).is_ok() { draft } else { bare }
}

/// What a draft costs its person as it stands; none if the model has no price.
pub(crate) fn price(
    prices: &PriceList,
    facts: &OrderFacts,
    model: &Model,
    draft: &Draft,
) -> Option<Price> {
    let (cost, is_known) = cost(model, draft)?;
    if matches!(free(&prices.offers, model, &facts.free, cost), Free::Left(_)) {
        return Some(Price::Free);
    }
    let price = facts.price(&prices.offers, cost)?;
    Some(if is_known { Price::Exact(price) } else { Price::From(price) })
}

/// What a draft costs its person once nothing is free.
pub(crate) fn full_price(
    prices: &PriceList,
    facts: &OrderFacts,
    model: &Model,
    draft: &Draft,
) -> Option<Price> {
    let (cost, is_known) = cost(model, draft)?;
    let price = facts.price(&prices.offers, cost)?;
    Some(if is_known { Price::Exact(price) } else { Price::From(price) })
}

/// How long a draft takes of late as it stands; none if too little is known.
pub(crate) fn pace(facts: &OrderFacts, model: &Model, draft: &Draft) -> Option<Pace> {
    let order = model.draft(with_least(model, draft)).ok();
    let variant = order.and_then(|order| Some(model.variant(model.price_of(&order).ok()?)));
    variant.map_or(facts.pace, |variant| facts.pace_of(&variant))
}

/// What a draft costs us, and whether that is so whatever is said or sent; else it is the least.
fn cost(model: &Model, draft: &Draft) -> Option<(Credits, bool)> {
    let of = |answers| model.draft(answers).ok().and_then(|order| model.cost(&order).ok());
    let known = of(draft.for_catalogue()).map(|cost| (cost, true));
    let least = || of(with_least(model, draft)).or_else(|| Some(model.cost_range()?.0));
    known.or_else(|| Some((least()?, false)))
}

/// The answers of a draft, with the least of what its price is measured by where that is not known yet.
fn with_least(model: &Model, draft: &Draft) -> Vec<(String, Answer)> {
    let mut answers = draft.for_catalogue();
    let missing = model.inputs.iter().filter(|input| {
        is_asked(input) && model.is_priced_by(&input.name) && draft.given(&input.name).is_none()
    });
    let least = |input: &Input| Some((input.name.clone(), least_of(input)?));
    answers.extend(missing.filter_map(least));
    answers
}

/// The least that can be said or sent for an input; none for what is chosen.
fn least_of(input: &Input) -> Option<Answer> {
    let many = |count: u32| usize::try_from(count.max(1)).unwrap_or(1);
    match &input.form {
        Form::Text { min_length, .. } => {
            Some(Answer::Value(Value::Text("x".repeat(many(*min_length)))))
        }
        Form::Media(media) => {
            let upload = Upload { milliseconds: Some(1000), pixels: Some((1, 1)) };
            Some(Answer::Files(vec![upload; many(media.min_items)]))
        }
        Form::Choice { .. } | Form::Switch { .. } | Form::Whole(_) | Form::Fixed(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use domain::catalogue::Value;
    use domain::{ModelKey, Money};

    use super::{Price, draft, price};
    use crate::example::{facts, prices};
    use crate::facts::{FreeUsed, LastUsed, OrderFacts};

    fn with_last(model: &str, name: &str, value: &str) -> OrderFacts {
        let settings = vec![(name.to_owned(), Value::Text(value.to_owned()))];
        let last = vec![LastUsed { model: ModelKey::new(model).unwrap(), settings }];
        OrderFacts { last, ..facts(0) }
    }

    #[test]
    fn a_free_model_costs_nothing_until_its_tries_are_used() {
        let prices = prices();
        let model = prices.catalogue.model(&ModelKey::new("z-image").unwrap()).unwrap();
        let fresh = facts(0);
        let used = FreeUsed { today: 99, ..FreeUsed::default() };
        let used = OrderFacts { free: used, ..facts(0) };

        let cost = |facts: &OrderFacts| price(&prices, facts, model, &draft(facts, model)).unwrap();
        assert_eq!(cost(&fresh), Price::Free);
        assert!(matches!(cost(&used), Price::Exact(price) if price > Money::ZERO));
    }

    #[test]
    fn the_settings_of_the_last_time_are_taken_if_they_still_fit() {
        let prices = prices();
        let model = prices.catalogue.model(&ModelKey::new("z-image").unwrap()).unwrap();

        let wide = draft(&with_last("z-image", "aspect_ratio", "16:9"), model);
        assert_eq!(wide.answers.len(), 1);
        for unfit in [
            with_last("z-image", "aspect_ratio", "77:1"),
            with_last("z-image", "prompt", "the words of another day"),
            with_last("z-image", "no_such_input", "16:9"),
            with_last("nano-banana", "aspect_ratio", "16:9"),
        ] {
            assert_eq!(draft(&unfit, model).answers, [], "{:?}", unfit.last);
        }
    }
}
