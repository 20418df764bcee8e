//! What the files of a result are called: after the words they were made from.
//!
//! ```text
//!   "A cat, on the Moon!"  ->  a-cat-on-the-moon.png, a-cat-on-the-moon-2.png
//!   no words               ->  the key of the model
//! ```
//!
//! A name is safe wherever it is saved: letters and digits of any script, single hyphens between them, no dot but the one
//! before its ending, and none of the names that a system keeps for itself.

use domain::catalogue::Model;
use domain::generation::Brief;

/// So many signs of the words are kept.
const MOST: usize = 40;

/// Names that no file can have on some systems, whatever its ending is.
const KEPT: &[&str] = &[
    "con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7",
    "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// What the files of an order are called, without number and ending.
pub(super) fn stem(model: Option<&Model>, brief: &Brief, key: &str) -> String {
    let words = model.and_then(|model| brief.words(model)).map(slug).unwrap_or_default();
    let words = if words.is_empty() { slug(key) } else { words };
    match words.as_str() {
        "" => "file".to_owned(),
        kept if KEPT.contains(&kept) => format!("{kept}-1"),
        _ => words,
    }
}

/// The whole name of the file in this place, from 0.
pub(super) fn file_name(stem: &str, place: i16, ending: &str) -> String {
    match place {
        0 => format!("{stem}.{ending}"),
        _ => format!("{stem}-{}.{ending}", i32::from(place) + 1),
    }
}

fn slug(words: &str) -> String {
    let mut slug = String::new();
    let mut signs = 0;
    for sign in words.chars().flat_map(char::to_lowercase) {
        if signs >= MOST {
            break;
        }
        if sign.is_alphanumeric() {
            slug.push(sign);
            signs += 1;
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
            signs += 1;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use domain::Catalogue;
    use domain::catalogue::{ModelKey, Value};
    use domain::generation::Brief;

    use super::{MOST, file_name, slug, stem};

    #[test]
    fn a_file_is_called_after_its_words() {
        assert_eq!(slug("A cat, on the Moon!"), "a-cat-on-the-moon");
        assert_eq!(slug("Рыжий кот\nна Луне"), "рыжий-кот-на-луне");
        assert_eq!(slug("月の猫 7"), "月の猫-7");
        assert_eq!(file_name("a-cat", 0, "png"), "a-cat.png");
        assert_eq!(file_name("a-cat", 1, "png"), "a-cat-2.png");
    }

    #[test]
    fn nothing_in_it_can_lead_anywhere_or_be_too_long() {
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("...hidden.exe"), "hidden-exe");
        assert_eq!(slug("a\u{202E}gpj.exe\0<b>\u{200B}c"), "a-gpj-exe-b-c");
        assert_eq!(slug("C:\\con\""), "c-con");
        assert_eq!(slug("🎨✨ --- "), "");
        let long = slug(&"слово ".repeat(99));
        assert!(long.chars().count() <= MOST && !long.ends_with('-'), "{long}");
    }

    #[test]
    fn without_words_it_is_called_after_its_model() {
        let catalogue = Catalogue::built_in().unwrap();
        let model = catalogue.model(&ModelKey::new("imagen-4").unwrap());
        let brief = |words: &str| Brief {
            values: vec![("prompt".to_owned(), Value::Text(words.to_owned()))],
            files: Vec::new(),
        };
        assert_eq!(stem(model, &brief("A cat"), "imagen-4"), "a-cat");
        assert_eq!(stem(model, &brief("✨"), "imagen-4"), "imagen-4");
        assert_eq!(stem(None, &brief("A cat"), "<gone>"), "gone");
        assert_eq!(stem(None, &Brief::default(), ""), "file");
        assert_eq!(stem(model, &brief("CON"), "imagen-4"), "con-1", "a name that a system keeps");
    }
}
