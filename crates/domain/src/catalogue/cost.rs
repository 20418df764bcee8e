//! What an order costs us: the one price row that applies, times its units, plus surcharges.
//!
//! Exact: credits are whole millionths, units are whole and rounded up when they are counted. What
//! does not fit is no cost at all, so a wrong number never becomes a price.

use super::answer::{Answer, Upload};
use super::gauge::{CHARACTERS, Gauge, MEGAPIXEL, started};
use super::input::{Form, Value};
use super::model::{Model, Price, Surcharge};
use super::order::Order;
use super::refusal::Unpriced;
use crate::money::Credits;

impl Model {
    /// What an order costs us.
    pub fn cost(&self, order: &Order) -> Result<Credits, Unpriced> {
        if *order.model() != self.key {
            return Err(Unpriced::OtherModel);
        }
        let price = self.price_of(order)?;
        let gauge = Gauge::of(self, price).map_err(|why| Unpriced::Uncountable { why })?;
        let units = units(self, gauge, order)?;
        let cost = price.credits.times(units).ok_or(Unpriced::TooLarge)?;
        self.surcharges.iter().try_fold(cost, |cost, surcharge| {
            let files = match order.answer(&surcharge.input) {
                Some(Answer::Files(files)) => i64::try_from(files.len()).ok(),
                _ => Some(0),
            };
            let more = files.and_then(|files| more(surcharge, files));
            more.and_then(|more| cost.plus(more)).ok_or(Unpriced::TooLarge)
        })
    }

    /// The one price row that applies to an order.
    pub fn price_of(&self, order: &Order) -> Result<&Price, Unpriced> {
        let mut rows = self.prices.iter().filter(|row| row.when.holds(|name| order.value(name)));
        match (rows.next(), rows.next()) {
            (Some(price), None) => Ok(price),
            (Some(_), Some(_)) => Err(Unpriced::SeveralPrices),
            (None, _) => Err(Unpriced::NoPrice),
        }
    }

    /// The least and the greatest that an order on this row can cost us.
    ///
    /// `None` when the row cannot be counted or has no bound.
    pub fn cost_range_of(&self, price: &Price) -> Option<(Credits, Credits)> {
        let (least, most) = Gauge::of(self, price).ok()?.extremes(self, price)?;
        let (low, mut high) = (price.credits.times(least)?, price.credits.times(most)?);
        for surcharge in &self.surcharges {
            let files = match &self.input(&surcharge.input)?.form {
                Form::Media(media) => media.max_items,
                _ => return None,
            };
            high = high.plus(more(surcharge, i64::from(files))?)?;
        }
        Some((low, high))
    }

    /// The least and the greatest that any order can cost us; `None` without prices.
    pub fn cost_range(&self) -> Option<(Credits, Credits)> {
        let ranges: Option<Vec<_>> = self.prices.iter().map(|p| self.cost_range_of(p)).collect();
        let ranges = ranges?;
        let low = ranges.iter().map(|(low, _)| *low).min()?;
        Some((low, ranges.iter().map(|(_, high)| *high).max()?))
    }
}

fn more(surcharge: &Surcharge, files: i64) -> Option<Credits> {
    surcharge.credits.times((files - i64::from(surcharge.after)).max(0))
}

/// How many units an order has.
fn units(model: &Model, gauge: Gauge<'_>, order: &Order) -> Result<i64, Unpriced> {
    let unmeasured = |input: &str| Unpriced::Unmeasured { input: input.to_owned() };
    match gauge {
        Gauge::One => Ok(1),
        Gauge::Number(input) => {
            let number = order.value(&input.name).and_then(Value::as_number);
            number.ok_or_else(|| unmeasured(&input.name))
        }
        Gauge::Listed(input) => {
            let value = order.value(&input.name).map(ToString::to_string);
            let listed = value.and_then(|value| model.megapixels.get(&value));
            listed.copied().map(i64::from).ok_or_else(|| unmeasured(&input.name))
        }
        Gauge::Characters { input, .. } => match order.value(&input.name) {
            Some(Value::Text(text)) => {
                let length = i64::try_from(text.chars().count());
                Ok(started(length.map_err(|_| Unpriced::TooLarge)?, CHARACTERS))
            }
            _ => Err(unmeasured(&input.name)),
        },
        Gauge::Length { input, max_seconds, seconds, .. } => {
            let units = |file: &Upload| {
                let length = started(i64::from(file.milliseconds?), 1000);
                Some(started(length.min(i64::from(max_seconds)), seconds))
            };
            files(order, &input.name, units)
        }
        Gauge::Area { input, max_side, .. } => {
            let largest = i64::from(max_side).saturating_mul(i64::from(max_side));
            let units = |file: &Upload| {
                let (width, height) = file.pixels?;
                let area = i64::from(width).saturating_mul(i64::from(height));
                Some(started(area.min(largest), MEGAPIXEL))
            };
            files(order, &input.name, units)
        }
    }
}

/// The units of all files of an input; each is measured for itself.
fn files(
    order: &Order,
    input: &str,
    units: impl Fn(&Upload) -> Option<i64>,
) -> Result<i64, Unpriced> {
    let unmeasured = || Unpriced::Unmeasured { input: input.to_owned() };
    let Some(Answer::Files(files)) = order.answer(input) else { return Err(unmeasured()) };
    files.iter().try_fold(0_i64, |sum, file| {
        sum.checked_add(units(file).ok_or_else(unmeasured)?).ok_or(Unpriced::TooLarge)
    })
}
