//! One order: what it costs us, what it is sold for, and what that brings.
//!
//! ```text
//!   key, input=value ... ──> order, every default in it ──> the price row ──> cost
//!         └── NoQuote                                                          │
//!             brings <── paid in Stars <── a price for each plan <── a price <─┘
//! ```
//!
//! Words and files that do not count for the price need not be given.
//!
//! Models that are off have quotes as well: that is how an operator looks before turning one on.

use domain::catalogue::{Model, Order, Price, Refusal, Unpriced};
use domain::offers::{Discount, Offers, Plan};
use domain::spelling::distance;
use domain::{Catalogue, Credits};

use super::amounts::Tag;
use crate::settings::Settings;

/// An order with everything about its money.
#[derive(Debug)]
pub(crate) struct Quote<'s> {
    pub(super) model: &'s Model,
    pub(super) offers: &'s Offers,
    pub(super) order: Order,
    /// The inputs that were given; the others in the order have their defaults.
    pub(super) given: Vec<String>,
    pub(super) row: &'s Price,
    pub(super) cost: Credits,
    pub(super) cost_micro_usd: i64,
    /// Without a plan first, then with each.
    pub(super) sales: Vec<Sale<'s>>,
}

/// What the order is sold for to somebody.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sale<'s> {
    pub(super) plan: Option<&'s Plan>,
    pub(super) tag: Tag,
    /// What it brings when it is paid in Stars.
    pub(super) net_micro_usd: i64,
    /// The cost, of a thousand parts of that; rounded up. None when it brings nothing.
    pub(super) cost_per_mille: Option<i64>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoQuote {
    /// Use another key.
    #[error("there is no model {key}; is {nearest} meant?")]
    UnknownModel {
        key: String,
        /// The known key that is most like it.
        nearest: String,
    },
    /// Order something else.
    #[error("{refusal}{off}")]
    Refused {
        refusal: Refusal,
        /// That the model is off, if it is.
        off: String,
    },
    /// Say how long or how large the file is.
    #[error("the price depends on `{input}`: say how long or large it is, as 37s or 1024x768")]
    Unmeasured { input: String },
    /// Find the price out.
    #[error("{unpriced}{off}")]
    Unpriced {
        unpriced: Unpriced,
        /// That the model is off, if it is.
        off: String,
    },
    /// Order less.
    #[error("the price is too large to be true")]
    TooLarge,
}

impl<'s> Quote<'s> {
    /// Reckons an order of texts such as `duration=5`.
    pub(crate) fn of(settings: &'s Settings, key: &str, pairs: &[String]) -> Result<Self, NoQuote> {
        let (catalogue, offers) = (&settings.catalogue, &settings.offers);
        let model = find(catalogue, key)?;
        let off = model.off_because.as_ref().map(|why| format!("; the model is off: {why}"));
        let off = off.unwrap_or_default();
        let order = model.draft_from_text(pairs.iter().map(String::as_str));
        let order = order.map_err(|refusal| NoQuote::Refused { refusal, off: off.clone() })?;
        let unpriced = |unpriced| match unpriced {
            Unpriced::Unmeasured { input } => NoQuote::Unmeasured { input },
            unpriced => NoQuote::Unpriced { unpriced, off: off.clone() },
        };
        let cost = model.cost(&order).map_err(unpriced)?;
        let row = model.price_of(&order).map_err(unpriced)?;
        let (cost_micro_usd, sales) = reckoned(offers, cost).ok_or(NoQuote::TooLarge)?;
        let names = pairs.iter().filter_map(|pair| pair.split_once('='));
        let given = names.map(|(name, _)| name.to_owned()).collect();
        Ok(Self { model, offers, order, given, row, cost, cost_micro_usd, sales })
    }
}

/// The model with this key, or the one that was probably meant.
fn find<'c>(catalogue: &'c Catalogue, key: &str) -> Result<&'c Model, NoQuote> {
    let models = catalogue.models();
    if let Some(model) = models.iter().find(|model| model.key.as_str() == key) {
        return Ok(model);
    }
    // Somebody may know the model by the name that KIE gives it.
    let by_id = models.iter().find(|model| model.id == key);
    let by_distance = || models.iter().min_by_key(|model| distance(key, model.key.as_str()));
    let nearest = by_id.or_else(by_distance).map(|model| model.key.to_string());
    Err(NoQuote::UnknownModel { key: key.to_owned(), nearest: nearest.unwrap_or_default() })
}

/// The cost in millionths of a dollar, and what the order is sold for; none when it is too large.
fn reckoned(offers: &Offers, cost: Credits) -> Option<(i64, Vec<Sale<'_>>)> {
    let cost_micro_usd = cost.micro_usd()?;
    let sale = |plan: Option<&'_ Plan>| {
        let money = offers.price(cost, plan.map_or(Discount::NONE, Discount::of))?;
        let net_micro_usd = offers.net_micro_usd(money)?;
        let parts = i128::from(cost_micro_usd) * 1000 + i128::from(net_micro_usd) - 1;
        let parts = parts.checked_div(i128::from(net_micro_usd));
        let cost_per_mille = parts.and_then(|parts| i64::try_from(parts).ok());
        Some((Tag::of(offers, money)?, net_micro_usd, cost_per_mille))
    };
    let plans = [None].into_iter().chain(offers.plans.iter().map(Some));
    let sales = plans.map(|plan| {
        let (tag, net_micro_usd, cost_per_mille) = sale(plan)?;
        Some(Sale { plan, tag, net_micro_usd, cost_per_mille })
    });
    Some((cost_micro_usd, sales.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::{Catalogue, Millionths, Offers};

    use super::{NoQuote, Quote};
    use crate::settings::Settings;

    fn settings() -> Settings {
        let (catalogue, offers) = (Catalogue::built_in().unwrap(), Offers::built_in().unwrap());
        Settings { catalogue: Arc::new(catalogue), offers: Arc::new(offers) }
    }

    fn pairs(pairs: &[&str]) -> Vec<String> {
        pairs.iter().map(|pair| (*pair).to_owned()).collect()
    }

    #[test]
    fn a_quote_has_a_price_for_everybody_and_what_each_brings() {
        let settings = settings();

        let quote = Quote::of(&settings, "z-image", &pairs(&["prompt=cat"])).unwrap();

        // 0.8 credits cost 0.004 dollars. 64, 60 and 55 kopecks buy 0.533, 0.5 and 0.458 Stars, of
        // which each pays out 0.013 dollars.
        assert_eq!(quote.cost_micro_usd, 4_000);
        let sales: Vec<_> = quote
            .sales
            .iter()
            .map(|sale| (sale.tag.money.get(), sale.net_micro_usd, sale.cost_per_mille))
            .collect();
        assert_eq!(sales, [(64, 6_933, Some(577)), (60, 6_500, Some(616)), (55, 5_958, Some(672))]);
        assert_eq!(quote.sales[0].plan, None);
        assert_eq!(quote.sales[2].plan.unwrap().key.as_str(), "pro");
    }

    #[test]
    fn words_that_do_not_count_need_not_be_given() {
        let settings = settings();
        let whole = Quote::of(&settings, "z-image", &pairs(&["prompt=cat"])).unwrap();

        let bare = Quote::of(&settings, "z-image", &[]).unwrap();

        assert_eq!((bare.cost, &bare.sales), (whole.cost, &whole.sales));
    }

    #[test]
    fn an_unknown_key_leads_to_the_one_that_was_meant() {
        let settings = settings();
        for (key, meant) in [
            ("z-imagee", "z-image"),
            ("Kling_3", "kling-3"),
            ("elevenlabs/speech-to-text", "elevenlabs-transcript"),
        ] {
            let found = Quote::of(&settings, key, &[]).unwrap_err().to_string();

            assert_eq!(found, format!("there is no model {key}; is {meant} meant?"));
        }
    }

    #[test]
    fn a_refusal_says_that_the_model_is_off_as_well() {
        let settings = settings();
        let on = Quote::of(&settings, "z-image", &pairs(&["aspect_ratio=7:1"])).unwrap_err();
        let off = Quote::of(&settings, "elevenlabs-turbo", &[]).unwrap_err();

        let unknown = Quote::of(&settings, "sora-2-t2v", &pairs(&["prompt=cat"])).unwrap_err();
        let unknown = unknown.to_string();

        assert!(!on.to_string().contains("is off"), "{on}");
        assert!(unknown.starts_with("no price is known for this order; the model is off: "));
        assert!(off.to_string().starts_with("`text` is missing; the model is off: "), "{off}");
    }

    #[test]
    fn a_file_that_is_not_measured_is_asked_for_its_measure() {
        let settings = settings();

        let refused = Quote::of(&settings, "elevenlabs-isolation", &pairs(&["audio_url=1"]));

        assert_eq!(refused.unwrap_err(), NoQuote::Unmeasured { input: "audio_url".to_owned() });
    }

    #[test]
    fn a_price_that_brings_nothing_has_no_ratio() {
        let mut offers = Offers::built_in().unwrap();
        offers.star.pays_out = Millionths::new(1);
        let settings = Settings { offers: Arc::new(offers), ..settings() };

        let quote = Quote::of(&settings, "z-image", &pairs(&["prompt=cat"])).unwrap();

        assert_eq!((quote.sales[0].net_micro_usd, quote.sales[0].cost_per_mille), (0, None));
    }

    #[test]
    fn a_price_without_end_is_refused() {
        let mut offers = Offers::built_in().unwrap();
        (offers.usd_rate, offers.markup) = (Millionths::new(i64::MAX), Millionths::new(i64::MAX));
        let settings = Settings { offers: Arc::new(offers), ..settings() };

        let refused = Quote::of(&settings, "z-image", &pairs(&["prompt=cat"]));

        assert_eq!(refused.unwrap_err(), NoQuote::TooLarge);
    }
}
