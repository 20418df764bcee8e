//! What an import comes to: who is new, who was imported already, who is left out, and how it is shown.

use std::collections::BTreeMap;

use domain::offers::Currency;
use domain::{Language, Money, PersonId};
use store::operators::imports::{Import, Standing};

use super::sheet::Sheet;

/// So many lines of one kind are shown; the others are counted.
const SHOWN: usize = 50;

/// What becomes of the people of a source.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) new: Vec<Import>,
    /// With what they were given then.
    already: Vec<(Import, Money)>,
    forgotten: Vec<PersonId>,
}

impl Plan {
    /// Sorts people by how they stand here.
    pub(super) fn sort(&mut self, people: &[Import], standings: &BTreeMap<PersonId, Standing>) {
        for one in people {
            match standings.get(&one.person) {
                None => self.new.push(*one),
                Some(Standing::Imported(amount)) => self.already.push((*one, *amount)),
                Some(Standing::Forgotten) => self.forgotten.push(one.person),
            }
        }
    }

    /// The plan for an operator, with what is odd about the source.
    pub(super) fn shown(&self, sheet: &Sheet) -> String {
        let mut lines = vec![format!("people: {}", sheet.people.len())];
        let speak = |language| self.new.iter().filter(|one| one.language == language).count();
        lines.push(format!(
            "to import: {} people with {}; languages: {} ru, {} en, {} not said",
            self.new.len(),
            sum(self.new.iter().map(|one| one.amount)),
            speak(Some(Language::Russian)),
            speak(Some(Language::English)),
            speak(None),
        ));
        lines.push(format!("already imported: {}", self.already.len()));
        lines.extend(listed(self.already.iter().map(already)));
        lines.push(format!(
            "left out: {}",
            self.forgotten.len() + sheet.people.len() - sheet.good().count()
        ));
        lines.extend(listed(self.forgotten.iter().map(|person| {
            format!("person {person}: asked to be deleted here; nothing of the old bot's is given to them")
        })));
        lines.push(format!("mistakes: {}", sheet.faults.len()));
        lines.extend(listed(sheet.faults.iter().map(ToString::to_string)));
        if !sheet.remarks.is_empty() {
            lines.push(format!("to know: {}", sheet.remarks.len()));
            lines.extend(listed(sheet.remarks.iter().cloned()));
        }
        lines.join("\n")
    }

    /// Of people who were to be imported: what became of that.
    pub(super) fn came_of_it(&self) -> String {
        let given = sum(self.already.iter().map(|(_, amount)| *amount));
        let left = self.new.len() + self.forgotten.len();
        format!("imported: {} people with {given}; not imported: {left}", self.already.len())
    }
}

fn already((one, then): &(Import, Money)) -> String {
    let (person, record) = (one.person, |amount| dialogue::recorded(Currency::Rub, amount));
    if one.amount == *then {
        return format!("person {person}: already imported with {}", record(*then));
    }
    format!(
        "person {person}: already imported with {}; the source says {} now, which changes nothing: /admin adjust \
         {person} if it should",
        record(*then),
        record(one.amount)
    )
}

/// The sum as records have it; many balances cannot be too large for it, each being bounded.
fn sum(mut amounts: impl Iterator<Item = Money>) -> String {
    let all = amounts.try_fold(Money::ZERO, Money::plus);
    all.map_or("more than can be counted".to_owned(), |all| dialogue::recorded(Currency::Rub, all))
}

/// The first lines, set in, and how many more there are.
fn listed(lines: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = lines.len().saturating_sub(SHOWN);
    let mut shown: Vec<String> = lines.take(SHOWN).map(|line| format!("  {line}")).collect();
    if more > 0 {
        shown.push(format!("  and {more} more"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use domain::{Money, PersonId};
    use store::operators::imports::{Import, Standing};

    use super::super::sheet::Sheet;
    use super::{Plan, SHOWN};

    fn sorted(text: &str, standings: &[(i64, Standing)]) -> (Sheet, Plan) {
        let mut sheet = Sheet::new(false);
        sheet.balances("b", text);
        let people: Vec<Import> = sheet
            .good()
            .map(|(person, known)| Import {
                person,
                amount: known.amount.unwrap_or_default(),
                language: known.language,
            })
            .collect();
        let standings: BTreeMap<_, _> =
            standings.iter().map(|(id, standing)| (PersonId::new(*id), *standing)).collect();
        let mut plan = Plan::default();
        plan.sort(&people, &standings);
        (sheet, plan)
    }

    #[test]
    fn everybody_is_counted_once_and_whoever_is_left_out_is_named_with_the_reason() {
        let text = "{\"7\": 1.5, \"8\": 2, \"9\": 3, \"10\": 4, \"11\": -1}";
        let known = [
            (8, Standing::Imported(Money::new(200))),
            (9, Standing::Imported(Money::new(100))),
            (10, Standing::Forgotten),
        ];
        let (sheet, plan) = sorted(text, &known);

        assert_eq!(
            plan.shown(&sheet),
            "people: 5\n\
             to import: 1 people with 1.50 RUB; languages: 0 ru, 0 en, 1 not said\n\
             already imported: 2\n  \
             person 8: already imported with 2.00 RUB\n  \
             person 9: already imported with 1.00 RUB; the source says 3.00 RUB now, which changes nothing: \
             /admin adjust 9 if it should\n\
             left out: 2\n  \
             person 10: asked to be deleted here; nothing of the old bot's is given to them\n\
             mistakes: 1\n  \
             b: person 11: the balance is below zero: -1"
        );
        assert_eq!(plan.came_of_it(), "imported: 2 people with 3.00 RUB; not imported: 2");
    }

    #[test]
    fn a_list_has_an_end() {
        let people: Vec<String> = (1..=SHOWN + 7).map(|id| format!("\"{id}\": -1")).collect();
        let (sheet, plan) = sorted(&format!("{{{}}}", people.join(",")), &[]);

        let shown = plan.shown(&sheet);

        assert!(shown.ends_with("\n  and 7 more"), "{shown}");
    }
}
