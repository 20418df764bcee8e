//! The shape of what is made of a photo: its own, where the model lets one choose.
//!
//! ```text
//!   "auto", "adaptive"      ──> that: the model takes the photo's shape by itself
//!   4000 x 3000, "1:1", "4:3", "16:9" ──> "4:3"
//!   "landscape_4_3"         ──> the same; "portrait_4_3" is 3:4
//! ```

use domain::catalogue::{Form, Input, Value};

/// Choices by which a model takes the shape of what it is given.
const OWN: &[&str] = &["auto", "adaptive", "match_input_image", "original"];

/// A value with its distance from the wanted shape.
type Near<'v> = (u64, &'v Value);

/// The value of an input that comes nearest to a picture of this size; none if the input is about something else.
pub(super) fn nearest(input: &Input, (width, height): (u32, u32)) -> Option<Value> {
    let Form::Choice { values, .. } = &input.form else { return None };
    let is_own = |value: &&Value| OWN.contains(&value.to_string().to_lowercase().as_str());
    let shapes: Vec<Near<'_>> = values
        .iter()
        .filter_map(|value| Some((distance(shape(&value.to_string())?, (width, height)), value)))
        .collect();
    // One shape among other words is no choice of shapes.
    if shapes.len() < 2 {
        return None;
    }
    let own = values.iter().find(is_own);
    own.or_else(|| shapes.iter().min_by_key(|(far, _)| *far).map(|(_, value)| *value)).cloned()
}

/// How far two shapes are from each other; 0 for the same.
fn distance((a, b): (u32, u32), (c, d): (u32, u32)) -> u64 {
    let (one, other) = (u64::from(a) * u64::from(d), u64::from(c) * u64::from(b));
    let (more, less) = (one.max(other), one.min(other).max(1));
    more.saturating_mul(1_000_000) / less
}

/// What a value says about width and height.
fn shape(value: &str) -> Option<(u32, u32)> {
    let lower = value.to_lowercase();
    if lower == "square" || lower == "square_hd" {
        return Some((1, 1));
    }
    if let Some((a, b)) = lower.split_once(':') {
        return Some((side(a)?, side(b)?));
    }
    let (word, rest) = lower.split_once('_')?;
    let (a, b) = rest.split_once('_')?;
    let (long, short) = (side(a)?.max(side(b)?), side(a)?.min(side(b)?));
    match word {
        "landscape" => Some((long, short)),
        "portrait" => Some((short, long)),
        _ => None,
    }
}

fn side(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|side| (1..=100).contains(side))
}

#[cfg(test)]
mod tests {
    use domain::catalogue::Form;

    use super::{nearest, shape};
    use crate::example::prices;

    #[test]
    fn a_value_says_its_shape() {
        assert_eq!(shape("16:9"), Some((16, 9)));
        assert_eq!(shape("portrait_16_9"), Some((9, 16)));
        assert_eq!(shape("landscape_4_3"), Some((4, 3)));
        assert_eq!(shape("square_hd"), Some((1, 1)));
        for other in ["1K", "auto", "720p", "0:0", "std", "a:b"] {
            assert_eq!(shape(other), None, "{other}");
        }
    }

    #[test]
    fn a_photo_keeps_its_own_shape_wherever_the_catalogue_lets_it() {
        let prices = prices();
        let inputs = prices.catalogue.models().iter().flat_map(|model| &model.inputs);
        let mut tried = 0;
        for input in inputs.filter(|input| matches!(input.form, Form::Choice { .. })) {
            let Some(wide) = nearest(input, (4000, 3000)) else { continue };
            let tall = nearest(input, (1080, 1920)).unwrap();
            let is_own = |text: String| text.chars().all(char::is_alphabetic);
            assert!(wide != tall || is_own(wide.to_string()), "{}: {wide}", input.name);
            tried += 1;
        }
        assert!(tried > 10, "{tried}");
    }
}
