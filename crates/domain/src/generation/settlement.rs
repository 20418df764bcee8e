//! What an order costs once its files were measured, held against what was quoted for it.
//!
//! ```text
//!   brief + measures ── measured ──> the brief as it truly is ── order, cost ──┬──> AsQuoted
//!                                                                              ├──> Cheaper: charge less
//!   no price depends on a file ──> AsQuoted                                    ├──> Dearer
//!                                                                              ├──> TooLong, TooLarge
//!                                                                              └──> Unmeasurable, ...
//! ```
//!
//! The quote went by what the sender's app claims. KIE charges by what a file is, so nothing is asked of
//! KIE before this said [`Settlement::AsQuoted`] or [`Settlement::Cheaper`]. Only files by which a price
//! is measured are judged: of all others KIE is the better judge.
//!
//! The catalogue may have changed since the quote. A quote for what the file truly is stands as it was
//! named, and what is cheaper for us than was quoted never becomes dearer for the person. What a plan took off
//! the quote is taken off what is paid in its place, whether the plan still runs or not.

use super::brief::{Brief, FileRef};
use super::failure::Failure;
use crate::catalogue::{MediaKind, Model, Refusal, Unpriced};
use crate::money::{Credits, Money};
use crate::offers::{Discount, Offers};

/// What a file was found to be while its bytes passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measure {
    /// What it is; none when nobody can tell.
    pub kind: Option<MediaKind>,
    /// How long it plays, in thousandths of a second.
    pub milliseconds: Option<u32>,
    /// Its width and height.
    pub pixels: Option<(u32, u32)>,
}

/// What was quoted for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quoted {
    /// What the person pays; nothing for a free one.
    pub price: Money,
    /// What it was to cost us.
    pub cost: Credits,
    /// It is for nothing.
    pub is_free: bool,
}

/// What becomes of an order whose files were measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// The quote was right: submit it.
    AsQuoted,
    /// It costs us or the person less, or only us more within the same price: write this down, submit it.
    Cheaper {
        /// What the person pays; nothing for a free one, and never more than was quoted.
        price: Money,
        /// What it costs us.
        cost: Credits,
    },
    /// It costs more than was quoted: give everything back, and quote this.
    Dearer {
        /// What the person would pay, were it not free.
        price: Money,
        /// What it would cost us.
        cost: Credits,
    },
    /// A file plays longer than the model takes: give everything back.
    TooLong {
        /// The input.
        input: String,
        /// The most.
        max_seconds: u32,
    },
    /// A picture is larger than the model takes: give everything back.
    TooLarge {
        /// The input.
        input: String,
        /// The most.
        max_side: u32,
    },
    /// The price depends on a file that could not be measured: give everything back.
    Unmeasurable {
        /// The input.
        input: String,
    },
    /// A file is a picture where a sound is wanted, and so on: give everything back.
    OtherKind {
        /// The input.
        input: String,
    },
    /// The catalogue has no price for it any more: give everything back.
    NoPrice,
}

impl Settlement {
    /// Why the order comes to nothing, if it does.
    pub const fn failure(&self) -> Option<Failure> {
        match self {
            Self::AsQuoted | Self::Cheaper { .. } => None,
            Self::Dearer { .. } => Some(Failure::Dearer),
            Self::TooLong { .. } | Self::TooLarge { .. } => Some(Failure::Oversized),
            Self::Unmeasurable { .. } => Some(Failure::Unmeasurable),
            Self::OtherKind { .. } | Self::NoPrice => Some(Failure::BadInput),
        }
    }
}

/// Settles the price of an order from what was measured of its files, in the order of
/// [`Brief::files`]. The brief that comes with it says what the files truly are.
pub fn settle(
    model: &Model,
    offers: &Offers,
    brief: &Brief,
    measures: &[Vec<Measure>],
    quoted: Quoted,
) -> (Settlement, Brief) {
    let truth = measured(model, brief, measures);
    let settlement = settled(model, offers, brief, &truth, measures, quoted);
    (settlement.unwrap_or_else(|refused| refused), truth)
}

fn settled(
    model: &Model,
    offers: &Offers,
    brief: &Brief,
    truth: &Brief,
    measures: &[Vec<Measure>],
    quoted: Quoted,
) -> Result<Settlement, Settlement> {
    if !brief.files.iter().any(|(input, _)| model.is_priced_by(input)) {
        return Ok(Settlement::AsQuoted);
    }
    if let Some(input) = of_other_kind(model, brief, measures) {
        return Err(Settlement::OtherKind { input: input.to_owned() });
    }
    let cost = cost(model, truth)?;
    if self::cost(model, brief) == Ok(cost) {
        return Ok(Settlement::AsQuoted);
    }
    let price = price(offers, quoted, cost).filter(|price| price.is_positive());
    let price = price.ok_or(Settlement::NoPrice)?;
    let is_dearer = cost > quoted.cost && (quoted.is_free || price > quoted.price);
    Ok(if is_dearer {
        Settlement::Dearer { price, cost }
    } else if cost == quoted.cost {
        Settlement::AsQuoted
    } else {
        Settlement::Cheaper { price: price.min(quoted.price), cost }
    })
}

/// What is paid for something that costs us so much: at the rate of the quote, with whatever was taken off for its
/// person, and no more than the list says now. What was quoted for nothing has no rate.
fn price(offers: &Offers, quoted: Quoted, cost: Credits) -> Option<Money> {
    let listed = offers.price(cost, Discount::NONE)?;
    if quoted.is_free || quoted.cost == Credits::ZERO {
        return Some(listed);
    }
    let (was, cost) = (i128::from(quoted.cost.get()), i128::from(cost.get()));
    let sum = i128::from(quoted.price.get()).checked_mul(cost)?;
    let at_its_rate = sum.checked_div(was)? + i128::from(sum.checked_rem(was)? > 0);
    Some(listed.min(Money::new(i64::try_from(at_its_rate).unwrap_or(i64::MAX))))
}

/// What a brief costs us, or why it cannot be settled.
fn cost(model: &Model, brief: &Brief) -> Result<Credits, Settlement> {
    let order = brief.order(model).map_err(|refusal| match refusal {
        Refusal::PlaysTooLong { input, max_seconds } => Settlement::TooLong { input, max_seconds },
        Refusal::TooLarge { input, max_side } => Settlement::TooLarge { input, max_side },
        _ => Settlement::NoPrice,
    })?;
    model.cost(&order).map_err(|unpriced| match unpriced {
        Unpriced::Unmeasured { input } => Settlement::Unmeasurable { input },
        _ => Settlement::NoPrice,
    })
}

/// The first input for whose price a file counts that is of another kind than is wanted.
fn of_other_kind<'b>(
    model: &Model,
    brief: &'b Brief,
    measures: &[Vec<Measure>],
) -> Option<&'b str> {
    let mut inputs = brief.files.iter().zip(measures);
    let is_other =
        |(file, measure): (&FileRef, &Measure)| measure.kind.is_some_and(|kind| kind != file.kind);
    let found = inputs.find(|((input, files), measures)| {
        model.is_priced_by(input) && files.iter().zip(measures.iter()).any(is_other)
    });
    found.map(|((input, _), _)| input.as_str())
}

/// The brief with what was measured in place of what was claimed, where a price depends on it. What was
/// not measured, or is of another kind than was wanted, is not known of a file any more.
fn measured(model: &Model, brief: &Brief, measures: &[Vec<Measure>]) -> Brief {
    let mut truth = brief.clone();
    for (at, (input, files)) in truth.files.iter_mut().enumerate() {
        if !model.is_priced_by(input) {
            continue;
        }
        for (no, file) in files.iter_mut().enumerate() {
            let measure = measures.get(at).and_then(|of_input| of_input.get(no)).copied();
            let measure = measure.filter(|measure| measure.kind == Some(file.kind));
            let measure = measure.unwrap_or_default();
            (file.milliseconds, file.pixels) = (measure.milliseconds, measure.pixels);
        }
    }
    truth
}

#[cfg(test)]
mod tests;
