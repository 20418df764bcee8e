//! The words that orders must not hold, as the operator has them.
//!
//! A list that is left out is the one that is part of the program.

use super::BUILT_IN;
use crate::guard::{Guard, GuardList, GuardWord};
use crate::reading::{self, Table};

/// The field for words of the operator's own, each refused by itself, on top of the lists.
const OWN: &str = "refused";

/// Reads the table of that name, if there is one.
pub(super) fn lists(root: &Table<'_>) -> Option<Guard> {
    let table = root.optional_table("guard");
    if root.has("guard") && table.is_none() {
        return None;
    }
    if let Some(table) = &table {
        let lists = GuardList::ALL.iter().map(|list| list.word());
        table.only(&lists.chain([OWN]).collect::<Vec<_>>());
    }
    let field = |name: &str| table.as_ref().filter(|table| table.has(name));
    let mut guard = Guard::default();
    for list in GuardList::ALL {
        let words = match field(list.word()) {
            Some(table) => words(table, list.word())?,
            None => built_in(*list)?,
        };
        guard.add(*list, words);
    }
    if let Some(table) = field(OWN) {
        guard.add(GuardList::Always, words(table, OWN)?);
    }
    Some(guard)
}

fn built_in(list: GuardList) -> Option<Vec<GuardWord>> {
    let of = |root: &Table<'_>| words(&root.table("guard")?, list.word());
    reading::read("offers.toml", BUILT_IN, of).0.flatten()
}

/// Words with spaces or line breaks between them.
fn words(table: &Table<'_>, name: &str) -> Option<Vec<GuardWord>> {
    let text = table.required::<String>(name)?;
    let mut words = Vec::new();
    for one in text.split_whitespace() {
        match GuardWord::read(one) {
            Some(word) => words.push(word),
            None => table.note(name, format!("`{name}` has \"{one}\", which is no word")),
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use crate::guard::{Guard, GuardList};
    use crate::offers::{BUILT_IN, Offers};

    /// What is read with this table in place of the one that is part of the program.
    fn with(table: &str) -> Result<Guard, String> {
        let (others, _) = BUILT_IN.split_once("[guard]").unwrap();
        let read = Offers::read("offers.toml", &format!("{others}{table}\n"));
        read.map(|offers| offers.guard).map_err(|mistakes| format!("{mistakes:?}"))
    }

    #[test]
    fn words_of_ones_own_come_on_top_and_a_list_of_ones_own_in_place() {
        let built_in = Offers::built_in().unwrap().guard;
        for list in GuardList::ALL {
            assert!(built_in.list(*list).len() > 10, "{list}");
        }

        assert_eq!(with("").unwrap(), built_in, "whoever says nothing is guarded");
        let own = with("[guard]\nrefused = \"bomb* казино\"").unwrap();
        assert_eq!(own.list(GuardList::Always).len(), built_in.list(GuardList::Always).len() + 2);
        assert!(own.means(GuardList::Always, "bombs"));
        let other = with("[guard]\nminors = \"kid\"").unwrap();
        assert_eq!(other.list(GuardList::Minors).len(), 1);
        assert_eq!(other.list(GuardList::Sexual), built_in.list(GuardList::Sexual));
    }

    #[test]
    fn what_is_no_word_or_no_list_is_named() {
        assert!(with("[guard]\nrefused = \"bomb a*\"").unwrap_err().contains("a*"));
        assert!(with("[guard]\nsexuel = \"sex\"").unwrap_err().contains("is `sexual` meant?"));
        assert!(with("[guard]\nalways = 3").is_err());
    }
}
