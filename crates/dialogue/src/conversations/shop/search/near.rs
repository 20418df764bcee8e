//! How near one word is to another: slips of the finger, and how it sounds in the other alphabet.
//!
//! ```text
//!   letters ── edits, one for a word of four to seven letters, two for a longer one ──┐
//!   sound ──── "сиданс" and "seedance" are both "sidans", with the same edits ────────┴──> the least
//! ```
//!
//! An edit is a letter too many, too few, another one, or two that changed places. The end of the longer word may be
//! missing: "банан" is the beginning of "banana", which counts as one edit. Words of three letters must be right.

use std::cell::OnceCell;

/// Words this long may have one edit, and this long two.
const ONE: usize = 4;
const TWO: usize = 8;

/// A beginning counts as the word from so many letters on.
const BEGINNING: usize = 4;

/// What stands for a letter of the other alphabet.
const LETTERS: &[(char, &str)] = &[
    ('а', "a"),
    ('б', "b"),
    ('в', "v"),
    ('г', "g"),
    ('д', "d"),
    ('е', "e"),
    ('ж', "j"),
    ('з', "z"),
    ('и', "i"),
    ('й', "i"),
    ('к', "k"),
    ('л', "l"),
    ('м', "m"),
    ('н', "n"),
    ('о', "o"),
    ('п', "p"),
    ('р', "r"),
    ('с', "s"),
    ('т', "t"),
    ('у', "u"),
    ('ф', "f"),
    ('х', "h"),
    ('ц', "c"),
    ('ч', "ch"),
    ('ш', "sh"),
    ('щ', "sh"),
    ('ъ', ""),
    ('ы', "i"),
    ('ь', ""),
    ('э', "e"),
    ('ю', "u"),
    ('я', "a"),
];

/// Spellings of the same sound, the longer ones first.
const SOUNDS: &[(&str, &str)] = &[
    ("dj", "j"),
    ("dge", "j"),
    ("age", "aj"),
    ("ge", "je"),
    ("gi", "ji"),
    ("ee", "i"),
    ("ea", "i"),
    ("oo", "u"),
    ("ou", "u"),
    ("ck", "k"),
    ("ch", "ч"),
    ("ce", "se"),
    ("ci", "si"),
    ("c", "k"),
    ("q", "k"),
    ("ph", "f"),
    ("x", "ks"),
    ("w", "v"),
    ("y", "i"),
];

/// A word in small letters, with how it sounds.
#[derive(Debug, Clone)]
pub(super) struct Word {
    letters: Vec<char>,
    is_cyrillic: bool,
    /// Few are ever heard.
    sound: OnceCell<Vec<char>>,
}

impl Word {
    /// A word in small letters.
    pub(super) fn new(word: &str) -> Self {
        let is_cyrillic = word.chars().any(|c| LETTERS.iter().any(|(letter, _)| *letter == c));
        Self { letters: word.chars().collect(), is_cyrillic, sound: OnceCell::new() }
    }

    /// How far a word that is there is from this one that was typed; none: too far to mean it.
    pub(super) fn distance(&self, there: &Self) -> Option<usize> {
        if self.is_cyrillic == there.is_cyrillic {
            return distance(&self.letters, &there.letters);
        }
        distance(self.sound(), there.sound())
    }

    fn sound(&self) -> &[char] {
        self.sound.get_or_init(|| sound(&self.letters.iter().collect::<String>()))
    }
}

/// How far one is from the other, or from its beginning.
fn distance(typed: &[char], there: &[char]) -> Option<usize> {
    let most = match typed.len() {
        TWO.. => 2,
        ONE.. => 1,
        _ => 0,
    };
    let is_near = typed.len().abs_diff(there.len()) <= most;
    let whole = if is_near { edits(typed, there) } else { usize::MAX };
    let is_cut = typed.len() >= BEGINNING && there.len() > typed.len();
    // Half a word more is another word.
    let is_beginning = is_cut && there.len() <= typed.len() * 2;
    let beginning = is_beginning.then(|| edits(typed, &there[..typed.len()]));
    let least = beginning.map_or(whole, |beginning| whole.min(beginning + 1));
    // Of a short word the first letter must be right: "фото" is not "лото".
    let begins_so = typed.first() == there.first() || typed.len() > ONE + 1;
    (least == 0 || (least <= most && begins_so)).then_some(least)
}

/// The least number of edits between two words, where two letters that changed places are one edit.
fn edits(one: &[char], other: &[char]) -> usize {
    // The row before the last, the last and the present one.
    let mut earlier: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(earlier[j - 1] + 1);
            }
            row.push(least);
        }
        earlier = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

/// How a word sounds, in Latin letters.
fn sound(word: &str) -> Vec<char> {
    let latin: String = word
        .chars()
        .map(|c| {
            let letter = LETTERS.iter().find(|(letter, _)| *letter == c);
            letter.map_or_else(|| c.to_string(), |(_, latin)| (*latin).to_owned())
        })
        .collect();
    let sounds = SOUNDS.iter().fold(latin, |sounds, (from, to)| sounds.replace(from, to));
    let mut sounds: Vec<char> = sounds.chars().collect();
    // Nobody hears whether a letter is written twice.
    sounds.dedup();
    if sounds.len() > 3 && sounds.last() == Some(&'e') {
        sounds.pop();
    }
    sounds
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, proptest};

    use super::{Word, edits, sound};
    use crate::example::random;

    fn distance(typed: &str, there: &str) -> Option<usize> {
        Word::new(typed).distance(&Word::new(there))
    }

    fn count(one: &str, other: &str) -> usize {
        edits(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>())
    }

    #[test]
    fn an_edit_is_one_letter_or_two_that_changed_places() {
        let table = [
            ("kling", "kling", 0),
            ("klin", "kling", 1),
            ("klingg", "kling", 1),
            ("klimg", "kling", 1),
            ("klnig", "kling", 1),
            ("lknig", "kling", 2),
            ("", "abc", 3),
            ("ca", "abc", 3),
        ];
        for (one, other, edits) in table {
            assert_eq!((count(one, other), count(other, one)), (edits, edits), "{one} {other}");
        }
    }

    #[test]
    fn a_longer_word_may_have_more_slips() {
        assert_eq!(distance("vio", "veo"), None);
        assert_eq!(distance("klimg", "kling"), Some(1));
        assert_eq!(distance("klimk", "kling"), None);
        assert_eq!(distance("backgroud", "background"), Some(1));
        assert_eq!(distance("bakgroud", "background"), Some(2));
        assert_eq!(distance("лото", "фото"), None, "the first letter of a short word");
    }

    #[test]
    fn both_alphabets_sound_alike() {
        for (one, other) in [
            ("клинг", "kling"),
            ("суно", "suno"),
            ("сиданс", "seedance"),
            ("сидрим", "seedream"),
            ("квен", "qwen"),
            ("имаген", "imagen"),
        ] {
            assert_eq!(sound(one), sound(other), "{one} {other}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, ..random() })]

        #[test]
        fn edits_are_the_same_both_ways_and_at_most_the_longer_word(
            one in "[abв]{0,8}", other in "[abв]{0,8}"
        ) {
            let edits = count(&one, &other);
            assert_eq!(edits, count(&other, &one));
            assert_eq!(edits == 0, one == other);
            let longer = one.chars().count().max(other.chars().count());
            assert!(edits <= longer);
        }
    }
}
