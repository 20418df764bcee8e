//! The models that are offered, what they cost, which of them are closed.
//!
//! ```text
//!   catalogue ── is on, has a price ──> PricedModel ── open first, free now first, cheapest first ──> lists
//! ```
//!
//! The price is that of the order as it stands for this person when its button is pressed: with the settings of their
//! last order of the model, else the defaults; and nothing as long as they have free tries left of it. A model whose
//! price cannot be told is not offered at all.

use domain::catalogue::{Kind, Model, ModelKey};
use domain::offers::Offers;

use crate::conversations::order::standing::{self, Price};
use crate::facts::OrderFacts;
use crate::scene::PriceList;

/// What is offered, as one person finds it.
#[derive(Clone, Copy)]
pub(crate) struct Assortment<'a> {
    prices: &'a PriceList,
    facts: &'a OrderFacts,
}

/// A model that is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PricedModel<'a> {
    /// The model.
    pub(crate) model: &'a Model,
    /// What it costs as it stands.
    pub(crate) price: Price,
    /// Whether it cannot be ordered now.
    pub(crate) is_closed: bool,
}

impl<'a> Assortment<'a> {
    /// What is offered to somebody.
    pub(crate) const fn new(prices: &'a PriceList, facts: &'a OrderFacts) -> Self {
        Self { prices, facts }
    }

    /// What things cost.
    pub(crate) const fn offers(&self) -> &'a Offers {
        &self.prices.offers
    }

    /// What is sold and for how much.
    pub(crate) const fn prices(&self) -> &'a PriceList {
        self.prices
    }

    /// What the person has and may.
    pub(crate) const fn facts(&self) -> &'a OrderFacts {
        self.facts
    }

    /// Everything, the open ones first, and what is free now and then the cheapest before the others.
    pub(crate) fn all(&self) -> Vec<PricedModel<'a>> {
        self.chosen(|_| true)
    }

    /// What there is of a kind, in the same order.
    pub(crate) fn of_kind(&self, kind: Kind) -> Vec<PricedModel<'a>> {
        self.chosen(|model| model.kind == kind)
    }

    /// Whether there is anything of a kind.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        let mut models = self.prices.catalogue.models().iter();
        models.any(|model| model.kind == kind && self.entry(model).is_some())
    }

    /// The model with this key, if it is offered.
    pub(crate) fn find(&self, key: &ModelKey) -> Option<PricedModel<'a>> {
        self.prices.catalogue.model(key).and_then(|model| self.entry(model))
    }

    /// Up to three open models of a kind that are far apart: the cheapest, the middle, the dearest.
    ///
    /// Of what nobody has used yet the price is what its maker thinks of it.
    pub(crate) fn spread(&self, kind: Kind, count: usize) -> Vec<PricedModel<'a>> {
        let mut open = self.of_kind(kind);
        open.retain(|entry| !entry.is_closed);
        let last = open.len().saturating_sub(1);
        let mut places = match count {
            0 => vec![],
            1 => vec![0],
            2 => vec![0, last],
            _ => vec![0, last / 2, last],
        };
        places.dedup();
        places.into_iter().filter_map(|place| open.get(place).copied()).collect()
    }

    /// The person's favourites among these kinds, the latest first.
    pub(crate) fn favourites(&self, kinds: &[Kind]) -> Vec<PricedModel<'a>> {
        let entries = self.facts.favourites.iter().filter_map(|key| self.find(key));
        entries.filter(|entry| kinds.contains(&entry.model.kind)).collect()
    }

    fn chosen(&self, is_meant: impl Fn(&Model) -> bool) -> Vec<PricedModel<'a>> {
        let models = self.prices.catalogue.models().iter().filter(|model| is_meant(model));
        let mut entries: Vec<PricedModel<'a>> =
            models.filter_map(|model| self.entry(model)).collect();
        entries.sort_by_key(|entry| (entry.is_closed, entry.price.least()));
        entries
    }

    fn entry(&self, model: &'a Model) -> Option<PricedModel<'a>> {
        if !model.on {
            return None;
        }
        let draft = standing::draft(self.facts, model);
        Some(PricedModel {
            model,
            price: standing::price(self.prices, self.facts, model, &draft)?,
            is_closed: self.facts.is_closed(model),
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::catalogue::{Kind, Value};
    use domain::{Catalogue, ModelKey, Offers};

    use super::{Assortment, Price, PriceList};
    use crate::facts::{FreeUsed, LastUsed, OrderFacts};

    fn prices() -> PriceList {
        let catalogue = Catalogue::built_in().unwrap();
        PriceList { catalogue, offers: Offers::built_in().unwrap() }
    }

    fn key(text: &str) -> ModelKey {
        ModelKey::new(text).unwrap()
    }

    #[test]
    fn only_what_is_on_is_on_the_shelf_and_the_cheapest_comes_first() {
        let (prices, facts) = (prices(), OrderFacts::default());
        let entries = Assortment::new(&prices, &facts).all();

        assert_eq!(entries.len(), prices.catalogue.stats().on);
        let is_priced = |price: Price| price == Price::Free || price.least().is_positive();
        assert!(entries.iter().all(|entry| entry.model.on && is_priced(entry.price)));
        assert!(entries.is_sorted_by_key(|entry| entry.price.least()));
    }

    #[test]
    fn what_is_free_now_comes_first_and_costs_something_once_its_tries_are_used() {
        let prices = prices();
        let fresh = OrderFacts::default();
        let free = FreeUsed { today: 99, ..FreeUsed::default() };
        let used = OrderFacts { free, ..OrderFacts::default() };
        let find = |facts| Assortment::new(&prices, facts).find(&key("recraft-background"));

        let first: Vec<Price> = Assortment::new(&prices, &fresh)
            .all()
            .iter()
            .map(|entry| entry.price)
            .take(2)
            .collect();
        assert_eq!(first, [Price::Free, Price::Free]);
        assert!(matches!(find(&used).unwrap().price, Price::Exact(_)));
    }

    #[test]
    fn a_model_costs_what_it_cost_with_the_settings_of_the_last_time() {
        let prices = prices();
        let small = OrderFacts::default();
        let settings = vec![("resolution".to_owned(), Value::Text("4K".to_owned()))];
        let last = vec![LastUsed { model: key("nano-banana-2"), settings }];
        let large = OrderFacts { last, ..OrderFacts::default() };
        let cost = |facts| {
            let found = Assortment::new(&prices, facts).find(&key("nano-banana-2"));
            found.unwrap().price.least()
        };

        assert!(cost(&large) > cost(&small));
    }

    #[test]
    fn a_closed_model_comes_last() {
        let prices = prices();
        let facts = OrderFacts { closed: vec![key("z-image")], ..OrderFacts::default() };
        let entries = Assortment::new(&prices, &facts).of_kind(Kind::TextToImage);

        assert_eq!(entries.last().map(|entry| entry.model.key.as_str()), Some("z-image"));
        assert_eq!(entries.iter().filter(|entry| entry.is_closed).count(), 1);
    }

    #[test]
    fn a_spread_goes_from_the_cheapest_to_the_dearest_and_leaves_closed_ones_out() {
        let prices = prices();
        let facts = OrderFacts { closed: vec![key("z-image")], ..OrderFacts::default() };
        let assortment = Assortment::new(&prices, &facts);

        let spread = assortment.spread(Kind::TextToImage, 3);
        assert_eq!(spread.len(), 3);
        assert!(spread.is_sorted_by_key(|entry| entry.price.least()));
        assert_ne!(spread[0].price, spread[2].price);
        assert!(spread.iter().all(|entry| entry.model.key != key("z-image")));
        assert_eq!(assortment.spread(Kind::Lyrics, 3).len(), 1, "no model stands there twice");
        assert_eq!(assortment.spread(Kind::AudioTools, 2).len(), 0);
    }

    #[test]
    fn favourites_that_are_gone_or_of_another_kind_are_left_out() {
        let prices = prices();
        let favourites = vec![key("suno-song"), key("nobody"), key("z-image")];
        let facts = OrderFacts { favourites, ..OrderFacts::default() };

        let found = Assortment::new(&prices, &facts).favourites(&[Kind::TextToImage]);
        assert_eq!(
            found.iter().map(|entry| entry.model.key.as_str()).collect::<Vec<_>>(),
            ["z-image"]
        );
    }
}
