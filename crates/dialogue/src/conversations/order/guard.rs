//! Words that are never passed on, whatever the model: sexual content with minors.
//!
//! ```text
//!   a text ── words, in one spelling ──┬── one that means nothing else ────────────> refused
//!                                      └── a minor and something sexual together ──> refused
//! ```
//!
//! The lists are small on purpose. Providers have filters of their own; this one is so that such an order
//! is refused before any money is set apart. Whole words are compared, in small letters, with the usual
//! disguises taken off: digits and signs for letters, letters pulled apart. A word that ends in `*` stands
//! for everything that begins so, as Russian needs it. The lists are settings, and admins change them in chat:
//! see [`domain::guard`].

use domain::guard::{Guard, GuardList};

use crate::scene::Scene;
use crate::step::{Effect, GuardDeed, Step};

/// What follows a number that is somebody's age.
const YEARS: &[&str] = &["yo", "year", "years", "лет", "год", "года", "летн*", "годик*"];

/// The first age that is no longer a minor's.
const GROWN_UP: u32 = 18;

/// Whether a text is refused here.
pub(super) fn refuses(scene: &Scene<'_>, text: &str) -> bool {
    is_refused(text, &scene.bot.guard)
}

/// The same step, with the refusal of a text counted if it was refused.
pub(super) fn counted(scene: &Scene<'_>, step: Step, text: &str) -> Step {
    if refuses(scene, text) { step.and(Effect::Guard(GuardDeed::Refused)) } else { step }
}

fn is_refused(text: &str, guard: &Guard) -> bool {
    let small = text.to_lowercase().replace('ё', "е");
    let raw: Vec<&str> = words_of(&small).collect();
    let plain: Vec<String> = raw.iter().map(|word| undisguised(word)).collect();
    let joined = joined_letters(&plain);
    let has = |list: GuardList| {
        let mut words = plain.iter().chain(&joined).map(String::as_str).chain(raw.iter().copied());
        words.any(|word| guard.means(list, word))
    };
    has(GuardList::Always)
        || (has(GuardList::Sexual) && (has(GuardList::Minors) || names_an_age(&raw)))
}

/// The pieces of a text that could be words; signs that stand for letters belong to them.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '@' | '$');
    text.split(move |c: char| !is_part(c)).filter(|word| !word.is_empty())
}

/// A word with letters in the places of the digits and signs that stand for them.
fn undisguised(word: &str) -> String {
    if !word.contains(char::is_alphabetic) {
        return word.to_owned();
    }
    let letter = |c: char| match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        _ => c,
    };
    word.chars().map(letter).collect()
}

/// The words that come of single letters one after the other, as in `n u d e`.
fn joined_letters(words: &[String]) -> Vec<String> {
    let is_letter = |word: &String| word.chars().count() == 1;
    let runs = words.chunk_by(|one, next| is_letter(one) && is_letter(next));
    runs.filter(|run| run.len() > 1).map(<[String]>::concat).collect()
}

fn matches(entry: &str, word: &str) -> bool {
    match entry.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == entry,
    }
}

/// Whether the age of a minor is given: `15 years`, `15yo`, `15-летняя`.
fn names_an_age(words: &[&str]) -> bool {
    let is_young = |digits: &str| digits.parse().is_ok_and(|age: u32| age < GROWN_UP);
    let is_years = |word: &str| YEARS.iter().any(|entry| matches(entry, word));
    let in_one = words.iter().any(|word| {
        let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let (digits, rest) = word.split_at(end);
        is_young(digits) && is_years(rest)
    });
    in_one || words.windows(2).any(|pair| is_young(pair[0]) && is_years(pair[1]))
}

#[cfg(test)]
mod tests {
    use domain::Offers;
    use domain::guard::{GuardChange, GuardList, GuardWord};

    use super::is_refused;

    fn refuses(text: &str) -> bool {
        is_refused(text, &Offers::built_in().unwrap().guard)
    }

    #[test]
    fn what_is_never_passed_on_is_refused_in_both_languages() {
        let texts = [
            "a naked child",
            "CHILD, Naked",
            "lolicon art",
            "kids n u d e on a beach",
            "n4ked t33n",
            "nude 15 year old",
            "sexy 16yo",
            "голая девочка",
            "Обнажённый РЕБЁНОК",
            "эротика, 14-летняя",
            "порно с подростком",
            "п о р н о, школьница",
        ];
        for text in texts {
            assert!(refuses(text), "{text}");
        }
    }

    #[test]
    fn ordinary_wishes_are_not_refused() {
        let texts = [
            "",
            "a child with a kite",
            "a kid in a red coat, 5 years old",
            "naked mole rat",
            "a nude statue of a grown woman, 30 years old",
            "Middlesex university, children playing football",
            "kidney beans, still life",
            "Девочка с персиками",
            "голы чемпионата, мальчик забивает",
            "ребёнок рисует",
            "1 2 3 4 5",
        ];
        for text in texts {
            assert!(!refuses(text), "{text}");
        }
    }

    #[test]
    fn a_word_that_admins_took_off_a_list_is_refused_no_longer() {
        let change = |list, word, is_listed| GuardChange {
            list,
            word: GuardWord::read(word).unwrap(),
            is_listed,
        };
        let guard = Offers::built_in().unwrap().guard.with([
            change(GuardList::Always, "shota", false),
            change(GuardList::Minors, "kid", false),
            change(GuardList::Sexual, "lingerie", true),
        ]);

        assert!(!is_refused("shota", &guard) && is_refused("loli", &guard));
        assert!(!is_refused("a naked kid", &guard) && is_refused("a naked child", &guard));
        assert!(is_refused("teens in lingerie", &guard));
    }
}
