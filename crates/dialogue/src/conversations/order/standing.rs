//! An order as it stands before a word is said: a model with the settings of the last time, and what it costs so.
//!
//! ```text
//!   last settings that still fit ──┐
//!   else the model's defaults ─────┴─> draft ── price ──┬── Free: within the limits, for this person, now
//!                                                       ├── Exact: whatever is said or sent
//!                                                       └── From: words or files decide; this is the least
//! ```
//!
//! The same sum stands in lists, on cards and on buttons, so that the next screen never names another one.

use domain::catalogue::{Answer, Form, Model};
use domain::{Language, Money};

use super::asking::is_asked;
use super::terms::{Free, free};
use crate::amounts::priced;
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

    /// How it stands in a line or on a button.
    pub(crate) fn words(self, language: Language, prices: &PriceList) -> String {
        match self {
            Self::Free => ShopLabel::FreeMark.words(language),
            Self::Exact(price) => priced(language, &prices.offers, price),
            Self::From(price) => {
                let from = ShopLabel::FromMark.words(language);
                format!("{from}\u{A0}{}", priced(language, &prices.offers, price))
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
    let known = model.draft(draft.for_catalogue()).ok();
    let known = known.and_then(|order| model.cost(&order).ok());
    let cost = known.or_else(|| Some(model.cost_range()?.0))?;
    if matches!(free(&prices.offers, model, &facts.free, cost), Free::Left(_)) {
        return Some(Price::Free);
    }
    let price = facts.price(&prices.offers, cost)?;
    Some(if known.is_some() { Price::Exact(price) } else { Price::From(price) })
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
