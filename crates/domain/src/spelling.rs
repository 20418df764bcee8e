//! Misspelt names: how far two of them are apart, and the known one that was probably meant.

/// The nearest of the known names, if one is near enough to be what was meant.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let with_distance = known.into_iter().map(|known| (distance(name, known), known));
    let (distance, known) = with_distance.min_by_key(|(distance, _)| *distance)?;
    // Two names of which more than half the letters differ have nothing to do with each other.
    (distance * 2 <= name.chars().count().max(known.chars().count())).then_some(known)
}

/// How many characters must be put in, taken out or replaced to make one of the other.
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn the_distance_counts_single_changes() {
        let table = [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2)];
        for (one, other, expected) in table {
            assert_eq!(distance(one, other), expected);
            assert_eq!(distance(other, one), expected);
        }
    }

    #[test]
    fn a_misspelt_name_leads_to_the_known_one() {
        let known = ["max_length", "min_length", "required"];

        assert_eq!(nearest("max_lenght", known), Some("max_length"));
        assert_eq!(nearest("requierd", known), Some("required"));
    }

    #[test]
    fn a_name_like_none_of_them_leads_nowhere() {
        assert_eq!(nearest("seed", ["max_length", "required"]), None);
        assert_eq!(nearest("seed", []), None);
    }
}
