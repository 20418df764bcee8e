//! A correction of a balance: what an admin typed, read and bounded.
//!
//! ```text
//! "8 -50.25 charged twice"  ->  person 8, take 50.25, because of "charged twice"
//! anything else             ->  a Mistake: the first part that is wrong
//! ```
//!
//! A correction in hand is complete: somebody, an amount that is not zero and not too large, and a
//! reason. It carries the mark of the update that asked for it, so that a button under an earlier
//! question can not confirm a later one, not even one that reads the same.

use domain::offers::Currency;
use domain::{InboxId, Money, PersonId};

use crate::amounts::{self, NoAmount};
use crate::html::one_line;
use crate::state::Mark;

/// The most that one correction can add or take, in minor units.
pub(super) const MOST: Money = Money::new(100_000_000);

/// The longest reason, in characters.
const MAX_REASON: usize = 200;

/// A correction that waits for its confirmation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    person: PersonId,
    amount: Money,
    reason: String,
    mark: Mark,
    /// A large one was confirmed once and waits for the second time.
    is_sure: bool,
}

/// The first thing that is wrong with what an admin typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// The first part is no number of a person.
    NoPerson,
    /// The second part is no amount, or nothing at all.
    NoAmount,
    /// The amount is beyond what one correction can do.
    TooMuch,
    /// There is no reason.
    NoReason,
    /// The amount is said to be in something else than balances are.
    OtherCurrency,
}

impl Correction {
    /// Reads `<id> <amount> <reason>`, asked for by this update.
    pub(crate) fn read(words: &str, currency: Currency, asked: InboxId) -> Result<Self, Mistake> {
        let (person, rest) = first(words);
        let person = read_person(person).ok_or(Mistake::NoPerson)?;
        let (amount, reason) = first(rest);
        let (amount, reason) = in_currency(currency, amount, reason)?;
        let amount = match amounts::read(currency, amount) {
            Ok(amount) if amount == Money::ZERO => return Err(Mistake::NoAmount),
            Ok(amount) if !is_bounded(amount) => return Err(Mistake::TooMuch),
            Ok(amount) => amount,
            Err(NoAmount::Malformed) => return Err(Mistake::NoAmount),
            Err(NoAmount::TooLarge) => return Err(Mistake::TooMuch),
        };
        Self::new(person, amount, reason, Mark::of(asked)).ok_or(Mistake::NoReason)
    }

    /// A correction, if it is a complete one: this is also how a stored one is read back.
    pub(crate) fn new(person: PersonId, amount: Money, reason: &str, mark: Mark) -> Option<Self> {
        let reason = one_line(reason, MAX_REASON);
        // Cutting may have left a space at the end.
        let reason = reason.trim_end().to_owned();
        let is_complete =
            person.get() > 0 && amount != Money::ZERO && is_bounded(amount) && !reason.is_empty();
        is_complete.then_some(Self { person, amount, reason, mark, is_sure: false })
    }

    /// The same, confirmed once and asked again under this mark.
    pub(crate) fn sure(self, mark: Mark) -> Self {
        Self { mark, is_sure: true, ..self }
    }

    /// It was confirmed once and asked again.
    pub fn is_sure(&self) -> bool {
        self.is_sure
    }

    /// Whose balance.
    pub fn person(&self) -> PersonId {
        self.person
    }

    /// How much is added; below zero it is taken.
    pub fn amount(&self) -> Money {
        self.amount
    }

    /// Why.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What its buttons carry.
    pub fn mark(&self) -> Mark {
        self.mark
    }
}

/// The amount without its currency, if that is the one of balances; `50RUB`, `50 ₽` and `50` are the same.
fn in_currency<'w>(
    currency: Currency,
    amount: &'w str,
    reason: &'w str,
) -> Result<(&'w str, &'w str), Mistake> {
    let is_own =
        |word: &str| word.eq_ignore_ascii_case(currency.word()) || word == currency.symbol();
    let is_sign = |sign: char| !sign.is_ascii_digit() && !"+-,.\u{2212}".contains(sign);
    let begins = amount.len() - amount.trim_start_matches(is_sign).len();
    let ends = amount.trim_end_matches(is_sign).len();
    if begins < ends {
        let around = [&amount[..begins], &amount[ends..]].into_iter().filter(|it| !it.is_empty());
        if around.clone().any(is_currency) {
            let number = &amount[begins..ends];
            let is_ours = around.clone().all(is_own);
            return if is_ours { Ok((number, reason)) } else { Err(Mistake::OtherCurrency) };
        }
    }
    let (word, rest) = first(reason);
    match (is_own(word), is_currency(word)) {
        (true, _) => Ok((amount, rest)),
        (false, true) => Err(Mistake::OtherCurrency),
        (false, false) => Ok((amount, reason)),
    }
}

/// What money is counted in elsewhere, here or by Telegram.
fn is_currency(word: &str) -> bool {
    const SIGNS: [&str; 10] = ["⭐", "\u{2605}", "$", "€", "£", "¥", "₽", "₸", "₴", "Br"];
    const CODES: [&str; 12] =
        ["usd", "eur", "gbp", "rub", "kzt", "byn", "uah", "xtr", "star", "stars", "credits", "ton"];
    SIGNS.contains(&word) || CODES.iter().any(|code| word.eq_ignore_ascii_case(code))
}

/// The first word, and what comes after it.
fn first(words: &str) -> (&str, &str) {
    let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    (word, rest.trim_start())
}

pub(super) fn read_person(word: &str) -> Option<PersonId> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse::<i64>().ok().filter(|number| is_number && *number > 0)?;
    Some(PersonId::new(number))
}

fn is_bounded(amount: Money) -> bool {
    amount.get().unsigned_abs() <= MOST.get().unsigned_abs()
}

#[cfg(test)]
mod tests {
    use domain::offers::Currency;
    use domain::{InboxId, Money, PersonId};

    use super::{Correction, Mistake};
    use crate::state::Mark;

    fn read(words: &str) -> Result<Correction, Mistake> {
        Correction::read(words, Currency::Rub, InboxId::new(1))
    }

    #[test]
    fn a_correction_is_a_person_an_amount_and_a_reason() {
        let correction = read("8  -50,25 \n charged \t twice").unwrap();

        assert_eq!(correction.person(), PersonId::new(8));
        assert_eq!(correction.amount(), Money::new(-5_025));
        assert_eq!(correction.reason(), "charged twice");
    }

    #[test]
    fn the_first_part_that_is_wrong_is_named() {
        let table = [
            ("", Mistake::NoPerson),
            ("ann 10 why", Mistake::NoPerson),
            ("@ann 10 why", Mistake::NoPerson),
            ("-8 10 why", Mistake::NoPerson),
            ("+8 10 why", Mistake::NoPerson),
            ("0 10 why", Mistake::NoPerson),
            ("8.0 10 why", Mistake::NoPerson),
            ("99999999999999999999 10 why", Mistake::NoPerson),
            ("8", Mistake::NoAmount),
            ("8 ten why", Mistake::NoAmount),
            ("8 10.005 why", Mistake::NoAmount),
            ("8 1,000 why", Mistake::NoAmount),
            ("8 0 why", Mistake::NoAmount),
            ("8 -0.00 why", Mistake::NoAmount),
            ("8 1000000.01 why", Mistake::TooMuch),
            ("8 -1000000.01 why", Mistake::TooMuch),
            ("8 99999999999999999999 why", Mistake::TooMuch),
            ("8 10", Mistake::NoReason),
            ("8 10 USD why", Mistake::OtherCurrency),
            ("8 10 ⭐ why", Mistake::OtherCurrency),
            ("8 10usd why", Mistake::OtherCurrency),
            ("8 $10 why", Mistake::OtherCurrency),
            ("8 -10€ why", Mistake::OtherCurrency),
            ("8 10abc why", Mistake::NoAmount),
            ("8 10- why", Mistake::NoAmount),
            ("8 1e9 why", Mistake::NoAmount),
            ("8 0x10 why", Mistake::NoAmount),
            ("8 -9223372036854775808 why", Mistake::TooMuch),
            ("8 -92233720368547758.09 why", Mistake::TooMuch),
            ("8 10 RUB", Mistake::NoReason),
            ("8 10 \u{0}\u{202E}", Mistake::NoReason),
        ];
        for (words, mistake) in table {
            assert_eq!(read(words), Err(mistake), "{words}");
        }
    }

    #[test]
    fn an_amount_may_say_that_it_is_in_the_currency_of_balances() {
        for words in ["8 10 RUB why", "8 10 ₽ why", "8 10₽ why", "8 10rub why"] {
            let read = read(words).unwrap();
            assert_eq!((read.amount(), read.reason()), (Money::new(1_000), "why"), "{words}");
        }
    }

    #[test]
    fn the_largest_amounts_are_still_amounts() {
        assert_eq!(read("8 1000000.00 why").unwrap().amount(), Money::new(100_000_000));
        assert_eq!(read("8 -1000000 why").unwrap().amount(), Money::new(-100_000_000));
    }

    #[test]
    fn a_reason_is_one_line_and_bounded() {
        let long = format!("8 10 {} b", "a".repeat(199));

        let reason = read(&long).unwrap().reason().to_owned();

        assert_eq!(reason, "a".repeat(199), "without the space at which it was cut");
        assert_eq!(read("8 10 a\u{0}b\nc").unwrap().reason(), "ab c");
    }

    #[test]
    fn two_questions_have_two_marks_even_when_they_read_the_same() {
        let asked = |update| {
            Correction::read("8 10 why", Currency::Rub, InboxId::new(update)).unwrap().mark()
        };

        assert_ne!(asked(1), asked(2));
        assert_eq!(asked(7), Mark::new(7));
    }

    #[test]
    fn what_is_stored_and_makes_no_sense_is_no_correction() {
        let stored = |person, amount, reason| {
            Correction::new(PersonId::new(person), Money::new(amount), reason, Mark::new(1))
        };

        assert!(stored(8, 1, "why").is_some());
        for broken in [
            stored(0, 1, "why"),
            stored(-8, 1, "why"),
            stored(8, 0, "why"),
            stored(8, 100_000_001, "why"),
            stored(8, i64::MIN, "why"),
            stored(8, 1, " "),
        ] {
            assert_eq!(broken, None);
        }
    }
}
