//! What the stores of the Python bot say, read without touching anything: who there was, what they had, what they spoke.
//!
//! ```text
//!   user_balances.json   {"7": 12.5}          ┐
//!   user_languages.json  {"7": "ru"}          ├──> Sheet: people by number, mistakes and remarks by place
//!   user_registry.json   {"7": {"user_id":7}} │
//!   wallets, users       a row each           ┘
//! ```
//!
//! A mistake ([`Sheet::faults`]) is something an operator has to decide about: its person is not taken over, and without
//! a word from the operator nobody is. A remark ([`Sheet::remarks`]) is something they should know.
//!
//! Numbers are taken as they are written: a reader that made binary fractions of them would have decided already.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use domain::{Language, Money, PersonId};
use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::amount::{self, Wrong};

/// Telegram's numbers of people have at most 52 bits.
const HIGHEST: i64 = 1 << 52;

/// The old bot kept roubles, in hundredths.
pub(super) const DIGITS: u32 = 2;

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) people: BTreeMap<PersonId, Known>,
    pub(super) faults: Vec<Fault>,
    pub(super) remarks: Vec<String>,
    /// Amounts that are too fine become the nearest ones.
    rounds: bool,
    /// About whom there is a mistake.
    bad: BTreeSet<PersonId>,
}

/// Somebody as the old bot knew them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Known {
    pub(super) amount: Option<Money>,
    pub(super) language: Option<Language>,
}

/// Something that cannot be taken over as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) place: String,
    /// Who it is about, as the store names them; empty: all of the place.
    pub(super) person: String,
    pub(super) wrong: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.person.as_str() {
            "" => write!(to, "{}: {}", self.place, self.wrong),
            person => write!(to, "{}: person {person}: {}", self.place, self.wrong),
        }
    }
}

/// The members of a JSON object in their order, those named twice included.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reading;
        impl<'de> Visitor<'de> for Reading {
            type Value = Members;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Members, M::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Reading)
    }
}

impl Sheet {
    pub(super) fn new(rounds: bool) -> Self {
        Self { rounds, ..Self::default() }
    }

    /// Reads a file in which each person has a balance.
    pub(super) fn balances(&mut self, place: &str, text: &str) {
        self.each(place, text, |sheet, person, value| {
            let amount = sheet.amount(place, person, value);
            sheet.known(person).amount = amount;
        });
    }

    /// Reads a file in which each person has a language.
    pub(super) fn languages(&mut self, place: &str, text: &str) {
        self.each(place, text, |sheet, person, value| match string(value) {
            Some(code) => sheet.speaks(place, person, &code),
            None => sheet.fault(place, person, "the language is no text"),
        });
    }

    /// Reads a file that lists people.
    pub(super) fn registry(&mut self, place: &str, text: &str) {
        self.each(place, text, |sheet, person, value| {
            let Ok(Members(members)) = serde_json::from_str(value) else {
                return sheet.fault(place, person, "is no object");
            };
            let id = members.iter().find(|(name, _)| name == "user_id");
            if id.is_some_and(|(_, id)| id.get().trim_matches('"') != person.to_string()) {
                return sheet.fault(place, person, "its user_id is another one");
            }
            sheet.known(person);
        });
    }

    /// Reads a row of `wallets`: what somebody had, and what was set apart for them.
    pub(super) fn wallet(&mut self, row: &str) {
        let place = "wallets";
        let Some((person, fields)) = self.row(place, row, &["user_id"]) else { return };
        if self.known(person).amount.is_some() {
            return self.fault(place, person, "is named twice");
        }
        match fields.get("balance_rub") {
            Some(balance) => {
                let amount = self.amount(place, person, balance);
                self.known(person).amount = amount;
            }
            None => self.fault(place, person, "has no balance_rub"),
        }
        let held = fields.get("hold_rub").map(|held| amount::read(held, DIGITS));
        if held.is_some_and(|held| held != Ok(Money::ZERO)) {
            let held = fields.get("hold_rub").map_or("", String::as_str);
            self.remarks.push(format!(
                "{place}: person {person}: {held} was on hold and is not taken over, for the old bot held in \
                 two ways; if it is theirs: /admin adjust {person} {held} held by the old bot"
            ));
        }
    }

    /// Reads a row of `users`; `is_purse`: their balance is kept here, for there are no wallets.
    pub(super) fn user(&mut self, row: &str, is_purse: bool) {
        let place = "users";
        let Some((person, fields)) = self.row(place, row, &["user_id", "id"]) else { return };
        let legacy = fields.get("balance").filter(|balance| *balance != "null");
        let there = self.known(person).amount;
        match legacy.map(|balance| (balance, amount::read(balance, DIGITS))) {
            Some((balance, _)) if is_purse => {
                let amount = self.amount(place, person, balance);
                self.known(person).amount = amount;
            }
            None | Some((_, Ok(Money::ZERO))) => {}
            Some((balance, _)) if there.is_none() => {
                let wrong = format!("has {balance} in users.balance and no wallet: whether it is theirs is for you to say");
                self.fault(place, person, &wrong);
            }
            Some((balance, read)) if read.ok() != there => self.remarks.push(format!(
                "{place}: person {person}: {balance} in users.balance is of before there were wallets, and left there"
            )),
            Some(_) => {}
        }
        let language =
            ["locale", "language", "language_code"].into_iter().find_map(|name| fields.get(name));
        if let Some(code) = language.and_then(|value| string(value)) {
            self.speaks(place, person, &code);
        }
        if fields.get("role").and_then(|value| string(value)).as_deref() == Some("banned") {
            self.remarks.push(format!(
                "{place}: person {person}: is banned there and not here: /admin ban {person} why"
            ));
        }
    }

    /// The people without a mistake about them.
    pub(super) fn good(&self) -> impl Iterator<Item = (PersonId, Known)> {
        let good = self.people.iter().filter(|(person, _)| !self.bad.contains(person));
        good.map(|(person, known)| (*person, *known))
    }

    /// A mistake about all of a place.
    pub(super) fn broken(&mut self, place: &str, wrong: impl fmt::Display) {
        let (place, person, wrong) = (place.to_owned(), String::new(), wrong.to_string());
        self.faults.push(Fault { place, person, wrong });
    }

    /// Reads an object by people, each of whom may be named once.
    fn each(&mut self, place: &str, text: &str, mut read: impl FnMut(&mut Self, PersonId, &str)) {
        let members = match members(text) {
            Ok(Members(members)) => members,
            Err(error) => return self.broken(place, format!("cannot be read: {error}")),
        };
        let mut seen = BTreeSet::new();
        for (key, value) in members {
            let Some(person) = person(&key) else {
                self.stranger(place, &key);
                continue;
            };
            if seen.insert(person) {
                read(self, person, value.get());
            } else {
                self.fault(place, person, "is named twice");
            }
        }
    }

    /// The person and the fields of a row.
    fn row(
        &mut self,
        place: &str,
        row: &str,
        ids: &[&str],
    ) -> Option<(PersonId, BTreeMap<String, String>)> {
        let Ok(Members(members)) = serde_json::from_str(row) else {
            self.broken(place, "a row is no object");
            return None;
        };
        let fields: BTreeMap<String, String> =
            members.into_iter().map(|(name, value)| (name, value.get().to_owned())).collect();
        let id = ids.iter().find_map(|name| fields.get(*name)).map_or("", String::as_str);
        match person(id) {
            Some(person) => Some((person, fields)),
            None => {
                self.stranger(place, id);
                None
            }
        }
    }

    fn amount(&mut self, place: &str, person: PersonId, value: &str) -> Option<Money> {
        // The old bot took a number that was written as text for one.
        let text = string(value).unwrap_or_else(|| value.to_owned());
        match amount::read(text.trim(), DIGITS) {
            Ok(amount) => Some(amount),
            Err(Wrong::TooFine(nearest)) if self.rounds => {
                let rounded = dialogue::recorded(domain::offers::Currency::Rub, nearest);
                self.remarks.push(format!("{place}: person {person}: {text} becomes {rounded}"));
                Some(nearest)
            }
            Err(wrong) => {
                let cure = match wrong {
                    Wrong::TooFine(_) => "; --round takes the nearest amount",
                    _ => "",
                };
                self.fault(place, person, &format!("{wrong}: {}{cure}", shortened(&text)));
                None
            }
        }
    }

    fn speaks(&mut self, place: &str, person: PersonId, code: &str) {
        let language = Language::from_code(code);
        if language.is_none() {
            let code = shortened(code);
            self.remarks.push(format!(
                "{place}: person {person}: {code:?} is not spoken here: their Telegram decides"
            ));
        }
        self.known(person).language = language;
    }

    fn known(&mut self, person: PersonId) -> &mut Known {
        self.people.entry(person).or_default()
    }

    fn stranger(&mut self, place: &str, id: &str) {
        let (place, person) = (place.to_owned(), format!("{:?}", shortened(id)));
        self.faults.push(Fault {
            place,
            person,
            wrong: "that is no number of a person".to_owned(),
        });
    }

    fn fault(&mut self, place: &str, person: PersonId, wrong: &str) {
        self.known(person);
        self.bad.insert(person);
        let (place, person, wrong) = (place.to_owned(), person.to_string(), wrong.to_owned());
        self.faults.push(Fault { place, person, wrong });
    }
}

/// The members of a file; the old database sometimes has it as a text in JSON, and an empty one is an empty object.
fn members(text: &str) -> Result<Members, serde_json::Error> {
    let text = text.trim_start_matches('\u{feff}').trim();
    match text.as_bytes().first() {
        None => Ok(Members(Vec::new())),
        Some(b'"') => serde_json::from_str(&serde_json::from_str::<String>(text)?),
        Some(_) => serde_json::from_str(text),
    }
}

/// Reads Telegram's number of a person: digits, as they are written.
fn person(text: &str) -> Option<PersonId> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let id = text.parse::<i64>().ok().filter(|id| is_plain && (1..=HIGHEST).contains(id))?;
    Some(PersonId::new(id))
}

fn string(value: &str) -> Option<String> {
    serde_json::from_str(value).ok()
}

/// Enough of something to find it by.
fn shortened(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if plain.len() < text.len() { format!("{plain}...") } else { plain }
}

#[cfg(test)]
mod tests;
