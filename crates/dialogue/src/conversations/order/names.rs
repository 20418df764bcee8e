//! Inputs and values as people call them.
//!
//! The catalogue has the provider's own names, such as `image_urls` and `square_hd`. The common ones have
//! words in `locales/`; any other name is split into words, any other value is shown as it is.

use domain::Language;
use domain::catalogue::{Form, Input, Value};

use crate::texts::OrderPhrase;

/// The name of an input that is at hand: one file is called so even where the field has a plural.
pub(super) fn of(language: Language, input: &Input) -> String {
    let field = match (&input.form, input.name.as_str()) {
        (Form::Media(media), field) if media.max_items <= 1 => match field {
            "image_urls" | "imageUrls" | "input_urls" | "image_input" | "filesUrl" => "image_url",
            "reference_image" | "reference_image_urls" => "referenceImage",
            _ => field,
        },
        (_, field) => field,
    };
    of_input(language, field)
}

/// The name of an input by its field alone.
pub(crate) fn of_input(language: Language, field: &str) -> String {
    let other = spelt_out(field);
    OrderPhrase::Input { field, other: &other }.words(language)
}

/// A value of an input.
pub(crate) fn of_value(language: Language, field: &str, value: &Value) -> String {
    let raw = value.to_string();
    match (field, value.as_number()) {
        ("duration" | "duration_seconds" | "n_frames", Some(seconds)) => {
            let count = usize::try_from(seconds).unwrap_or_default();
            OrderPhrase::Seconds { count }.words(language)
        }
        ("upscale_factor", Some(_)) => format!("×{raw}"),
        _ => OrderPhrase::Value { value: &raw, other: &raw }.words(language),
    }
}

/// `end_image_url` and `endImageUrl` as `End image url`.
fn spelt_out(field: &str) -> String {
    let mut words = String::new();
    for c in field.chars() {
        if c == '_' || c == '-' {
            words.push(' ');
        } else if words.is_empty() {
            words.extend(c.to_uppercase());
        } else if c.is_uppercase() {
            words.push(' ');
            words.extend(c.to_lowercase());
        } else {
            words.push(c);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use domain::Language;
    use domain::catalogue::Value;

    use super::{of, of_input, of_value, spelt_out};
    use crate::example::prices;

    #[test]
    fn a_name_nobody_translated_is_split_into_words() {
        assert_eq!(spelt_out("end_image_url"), "End image url");
        assert_eq!(spelt_out("endImageUrl"), "End image url");
        assert_eq!(of_input(Language::Russian, "no_such_thing"), "No such thing");
    }

    #[test]
    fn one_file_is_not_called_by_a_plural() {
        let prices = prices();
        let name = |key: &str| {
            let model = prices.catalogue.models().iter().find(|model| model.key.as_str() == key);
            of(Language::English, model.unwrap().input("image_urls").unwrap())
        };

        assert_eq!(
            (name("grok-image-edit"), name("nano-banana-edit")),
            ("Picture".to_owned(), "Pictures".to_owned(),)
        );
    }

    #[test]
    fn every_input_of_the_catalogue_has_a_name_in_both_languages() {
        for model in prices().catalogue.models().iter().filter(|model| model.on) {
            for input in model.inputs.iter().filter(|input| super::super::asking::is_asked(input)) {
                let name = of_input(Language::Russian, &input.name);

                assert!(!name.is_ascii(), "{} of {} is {name}", input.name, model.key);
                assert_ne!(of_input(Language::English, &input.name), "");
            }
        }
    }

    #[test]
    fn a_value_is_shown_so_that_it_can_be_understood() {
        let text = |value: &str| Value::Text(value.to_owned());

        assert_eq!(of_value(Language::English, "sound", &Value::Switch(true)), "Yes");
        assert_eq!(of_value(Language::Russian, "sound", &Value::Switch(false)), "Нет");
        assert_eq!(of_value(Language::English, "duration", &text("5")), "5 s");
        assert_eq!(of_value(Language::Russian, "duration", &Value::Whole(10)), "10 с");
        assert_eq!(of_value(Language::English, "upscale_factor", &text("2")), "×2");
        assert_eq!(of_value(Language::English, "aspect_ratio", &text("16:9")), "16:9");
        assert_eq!(of_value(Language::English, "image_size", &text("square_hd")), "Square HD");
    }
}
