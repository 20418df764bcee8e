//! How the units of a price row are counted.
//!
//! One function finds the way from the row and the input it names; the cost of an order, the least
//! and greatest cost of a row and the check of the catalogue all go by it.

use super::input::{Form, Input, Media, Value};
use super::model::{Model, Price};
use super::words::{MediaKind, Unit};

/// A way of counting units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gauge<'m> {
    /// There is one.
    One,
    /// The value of an input is their number.
    Number(&'m Input),
    /// So many started seconds of sound or video.
    Length { input: &'m Input, media: &'m Media, max_seconds: u32, seconds: i64 },
    /// Started thousands of characters of a text.
    Characters { input: &'m Input, min_length: u32, max_length: u32 },
    /// Started millions of pixels of pictures.
    Area { input: &'m Input, media: &'m Media, max_side: u32 },
    /// What `[model.megapixels]` says about the value of a choice.
    Listed(&'m Input),
}

/// Characters that are billed together.
pub(super) const CHARACTERS: i64 = 1000;

/// Pixels of a megapixel.
pub(super) const MEGAPIXEL: i64 = 1_000_000;

impl<'m> Gauge<'m> {
    /// How the units of this row are counted, or the sentence that says why they cannot be.
    pub(super) fn of(model: &'m Model, price: &Price) -> Result<Self, String> {
        let Some(name) = &price.measure else {
            return match price.per {
                Unit::Request | Unit::Image => Ok(Self::One),
                per => Err(format!("a price per {per} needs a `measure`")),
            };
        };
        let input = model.input(name).ok_or_else(|| format!("`measure` names no input: {name}"))?;
        if input.can_be_skipped() {
            return Err(format!("`{name}` measures the price but may be skipped"));
        }
        match (price.per, &input.form) {
            (Unit::Image | Unit::Second, Form::Choice { values, .. }) => {
                match values.iter().find(|value| value.as_number().is_none_or(|n| n < 1)) {
                    Some(value) => Err(format!("{name} = {value} is no number of {}s", price.per)),
                    None => Ok(Self::Number(input)),
                }
            }
            (Unit::Image | Unit::Second, Form::Whole(whole)) if whole.min >= 1 => {
                Ok(Self::Number(input))
            }
            (Unit::Second, Form::Media(media)) => Self::length(input, media, 1),
            (Unit::Minute, Form::Media(media)) => Self::length(input, media, 60),
            (Unit::ThousandCharacters, Form::Text { min_length, max_length }) => {
                let (min_length, max_length) = (*min_length, *max_length);
                Ok(Self::Characters { input, min_length, max_length })
            }
            (Unit::Megapixel, Form::Media(media)) if media.kind == MediaKind::Image => {
                let unbounded = || format!("`{name}` measures the price but has no `max_side`");
                let max_side = media.max_side.ok_or_else(unbounded)?;
                Ok(Self::Area { input, media, max_side })
            }
            (Unit::Megapixel, Form::Choice { values, .. }) => {
                let listed = |value: &&Value| model.megapixels.contains_key(&value.to_string());
                match values.iter().find(|value| !listed(value)) {
                    Some(value) => Err(format!("[model.megapixels] has no line for {value}")),
                    None => Ok(Self::Listed(input)),
                }
            }
            (per, _) => Err(format!("`{name}` cannot measure a price per {per}")),
        }
    }

    fn length(input: &'m Input, media: &'m Media, seconds: i64) -> Result<Self, String> {
        let name = &input.name;
        let max_seconds = match media.kind {
            MediaKind::Image => return Err(format!("`{name}` is a picture and has no length")),
            MediaKind::Video | MediaKind::Audio => media.max_seconds,
        };
        let unbounded = || format!("`{name}` measures the price but has no `max_seconds`");
        Ok(Self::Length { input, media, max_seconds: max_seconds.ok_or_else(unbounded)?, seconds })
    }

    /// The least and the greatest number of units that can be ordered on this row.
    pub(super) fn extremes(self, model: &Model, price: &Price) -> Option<(i64, i64)> {
        match self {
            Self::One => Some((1, 1)),
            Self::Number(input) => extremes(orderable(input, price).map(|v| v.as_number())),
            Self::Listed(input) => {
                let listed = |value: Value| model.megapixels.get(&value.to_string()).copied();
                extremes(orderable(input, price).map(|value| listed(value).map(i64::from)))
            }
            Self::Length { media, max_seconds, seconds, .. } => {
                let longest = started(i64::from(max_seconds), seconds);
                Some((least_files(media), longest.checked_mul(i64::from(media.max_items))?))
            }
            Self::Characters { min_length, max_length, .. } => {
                let started = |length: u32| started(i64::from(length), CHARACTERS);
                Some((started(min_length), started(max_length)))
            }
            Self::Area { media, max_side, .. } => {
                let side = i64::from(max_side);
                let largest = started(side.checked_mul(side)?, MEGAPIXEL);
                Some((least_files(media), largest.checked_mul(i64::from(media.max_items))?))
            }
        }
    }
}

/// The units that are started when so much is there; what is there at all starts one.
pub(super) fn started(amount: i64, unit: i64) -> i64 {
    (amount / unit + i64::from(amount % unit > 0)).max(1)
}

fn least_files(media: &Media) -> i64 {
    i64::from(media.min_items.max(1))
}

/// The values of an input with which this row can apply, the least and the greatest of a range.
fn orderable(input: &Input, price: &Price) -> impl Iterator<Item = Value> {
    let values = match (&input.form, price.when.values(&input.name)) {
        (_, Some(values)) => values.to_vec(),
        _ if !input.shown => input.default().into_iter().collect(),
        (Form::Choice { values, .. }, None) => values.clone(),
        (Form::Whole(whole), None) => vec![Value::Whole(whole.min), Value::Whole(whole.max)],
        _ => Vec::new(),
    };
    values.into_iter()
}

/// The least and the greatest, if all of them are numbers and there is one.
fn extremes(numbers: impl Iterator<Item = Option<i64>>) -> Option<(i64, i64)> {
    let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    Some((numbers.iter().copied().min()?, numbers.iter().copied().max()?))
}
