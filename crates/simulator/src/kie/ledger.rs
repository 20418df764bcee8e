//! The account: what it holds, what a task costs, and what comes back.
//!
//! ```text
//!   create ── hold ──> held ── success ──> kept
//!                        └──── failure ──> given back
//! ```
//!
//! Everything is counted in millionths of a credit, because KIE charges fractions. Of most models the
//! fake does not know what they cost: a task costs four credits, unless a test sets a price or there is a
//! list. That would be far too much for the cheapest ones, which have the price of KIE's list.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::Value;

use super::PriceList;

pub(crate) const CREDIT: i64 = 1_000_000;

/// What a task costs when nobody said so.
const USUAL: i64 = 4 * CREDIT;

/// What the vendor's list says about the models that cost less than half of that.
const CHEAP: [(&str, i64); 4] = [
    ("recraft/crisp-upscale", CREDIT / 2),
    ("recraft/remove-background", CREDIT),
    ("suno/lyrics", CREDIT * 4 / 10),
    ("z-image", CREDIT * 8 / 10),
];

#[derive(Debug)]
pub(crate) struct Ledger {
    credits: i64,
    prices: BTreeMap<String, i64>,
    list: PriceList,
}

impl Ledger {
    pub(crate) fn with(credits: i64) -> Self {
        let prices = CHEAP.into_iter().map(|(model, price)| (model.to_owned(), price));
        Self { credits, prices: prices.collect(), list: PriceList::default() }
    }

    pub(crate) fn credits(&self) -> i64 {
        self.credits
    }

    pub(crate) fn set_credits(&mut self, credits: i64) {
        self.credits = credits;
    }

    pub(crate) fn set_list(&mut self, list: PriceList) {
        self.list = list;
    }

    /// What a task costs by the list.
    pub(crate) fn listed(
        &self,
        model: &str,
        input: &Value,
        file: &dyn Fn(&str) -> Option<Bytes>,
    ) -> Option<i64> {
        self.list.cost(model, input, file)
    }

    pub(crate) fn set_price(&mut self, model: &str, price: i64) {
        self.prices.insert(model.to_owned(), price);
    }

    /// Takes the price of a task so many times, unless there is too little.
    pub(crate) fn hold(&mut self, model: &str, listed: Option<i64>, times: i64) -> Option<i64> {
        let known = listed.or_else(|| self.prices.get(model).copied());
        let price = known.unwrap_or(USUAL).saturating_mul(times);
        if price > self.credits {
            return None;
        }
        self.credits -= price;
        Some(price)
    }

    pub(crate) fn back(&mut self, held: i64) {
        self.credits += held;
    }
}

/// Millionths as KIE writes credits: a number, with a fraction where there is one.
pub(crate) fn shown(millionths: i64) -> serde_json::Value {
    if millionths % CREDIT == 0 {
        return (millionths / CREDIT).into();
    }
    // Read from text, so that 3.24 is 3.24 and not the float nearest to a quotient.
    let text = format!(
        "{}{}.{:06}",
        if millionths < 0 { "-" } else { "" },
        millionths.unsigned_abs() / CREDIT.unsigned_abs(),
        millionths.unsigned_abs() % CREDIT.unsigned_abs()
    );
    text.parse::<f64>().map_or(serde_json::Value::Null, Into::into)
}

#[cfg(test)]
mod tests {
    use super::{CREDIT, Ledger, shown};

    #[test]
    fn what_is_held_comes_back_and_too_little_holds_nothing() {
        let mut ledger = Ledger::with(5 * CREDIT);
        ledger.set_price("dear", 6 * CREDIT);

        assert_eq!(ledger.hold("dear", None, 1), None);
        assert_eq!(ledger.hold("any", None, 1), Some(4 * CREDIT));
        assert_eq!((ledger.credits(), ledger.hold("any", None, 1)), (CREDIT, None));
        ledger.back(4 * CREDIT);
        assert_eq!(ledger.credits(), 5 * CREDIT);
        assert_eq!(ledger.hold("any", None, 2), None);
        assert_eq!(ledger.hold("any", Some(7), 2), Some(14), "what is listed counts");
    }

    #[test]
    fn fractions_are_written_as_they_are_meant() {
        assert_eq!(shown(3_240_000).to_string(), "3.24");
        assert_eq!(shown(980_000).to_string(), "0.98");
        assert_eq!(shown(-500_000).to_string(), "-0.5");
        assert_eq!(shown(4_000_000).to_string(), "4");
    }
}
