//! What `trt import` asks for, a hundred people at a time: each is taken over once, with what they had.
//!
//! ```text
//!   details: "RUB", then "7 12345 ru" for each ──> begin_imports ──> who is new ──> import:7 ──> a line of the audit log
//!                                                       └── who is not: nothing
//! ```
//!
//! One request is one commit. Whatever dies before it has moved nothing; whatever dies after it is told by the rows of
//! the imports, which is what the command asks for in the end.
//!
//! On failure: everything is rolled back, and the request waits for as long as whoever asked does.

use domain::ledger::{Actor, Purse, rules};
use domain::offers::Currency;
use domain::{AdminAction, Language, Money, PersonId};
use store::operators::imports::Import;
use store::operators::{Answer, Asked};
use store::{LeaderTx, LoggedAction, Posted, StoreError};

/// So many people are taken over in one commit.
pub(crate) const BATCH: usize = 100;

/// The most that one person may have had, in minor units: more is a mistake of whoever counted.
pub(crate) const MOST: Money = Money::new(100_000_000_000);

/// People as they travel in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Batch {
    pub(crate) currency: String,
    pub(crate) people: Vec<Import>,
}

impl Batch {
    /// As the details of a request.
    pub(crate) fn text(&self) -> String {
        let mut text = self.currency.clone();
        for one in &self.people {
            let language = one.language.map_or("-", Language::code);
            text.push_str(&format!("\n{} {} {language}", one.person, one.amount.get()));
        }
        text
    }

    /// The people of such details; none when anything of them is not as it is written.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let currency = lines.next()?.to_owned();
        let people: Option<Vec<Import>> = lines.map(read_line).collect();
        let people = people.filter(|people| (1..=BATCH).contains(&people.len()))?;
        Some(Self { currency, people })
    }
}

fn read_line(line: &str) -> Option<Import> {
    let mut words = line.split(' ');
    let person = words.next()?.parse().ok().filter(|id| *id > 0).map(PersonId::new)?;
    let amount = words.next()?.parse().ok().map(Money::new)?;
    let amount = Some(amount).filter(|amount| (Money::ZERO..=MOST).contains(amount))?;
    let language = match words.next()? {
        "-" => None,
        code => Some(Language::from_code(code)?),
    };
    words.next().is_none().then_some(Import { person, amount, language })
}

/// Takes the people of a request over.
pub(super) async fn import(
    currency: Currency,
    tx: &mut LeaderTx<'_>,
    asked: &Asked,
) -> Result<Answer, StoreError> {
    let Some(batch) = Batch::read(&asked.details) else {
        return Ok(Answer::Refused("the people of this request cannot be read".to_owned()));
    };
    if batch.currency != currency.word() {
        return Ok(Answer::Refused(format!(
            "balances here are in {currency} and those of the old bot in {}: nothing is changed into \
             another currency",
            batch.currency
        )));
    }
    let new = tx.operators().begin_imports(&batch.people).await?;
    let given: Vec<Import> = new.iter().copied().filter(|one| one.amount.is_positive()).collect();
    let people: Vec<PersonId> = given.iter().map(|one| one.person).collect();
    if !people.is_empty() {
        let purses = tx.books().purses(&people).await?;
        for (one, purse) in given.iter().zip(&purses) {
            give(currency, tx, asked, one, purse).await?;
        }
    }
    let already = batch.people.len() - new.len();
    Ok(Answer::Done(format!("{} people taken over, {already} left as they were", new.len())))
}

/// Gives one person what they had, and writes it down.
async fn give(
    currency: Currency,
    tx: &mut LeaderTx<'_>,
    asked: &Asked,
    one: &Import,
    purse: &Purse,
) -> Result<(), StoreError> {
    let posting = rules::import(purse, one.amount)
        .map_err(|_| StoreError::Broken("an imported balance makes no sense"))?;
    if tx.books().post(&posting).await? == Posted::Already {
        return Err(StoreError::Broken("somebody has what they had and was never taken over"));
    }
    let subject = format!("person:{}", one.person);
    let record = |amount| dialogue::recorded(currency, amount);
    let (before, after) = (record(net(purse)), record(net(&purse.after(&posting))));
    let details = format!("asked by {}: amount {}", asked.by, record(one.amount));
    let action = LoggedAction {
        actor: Actor::Operator,
        action: AdminAction::Import,
        subject: &subject,
        before: &before,
        after: &after,
        details: &details,
        reason: &asked.reason,
    };
    tx.books().log_action(action).await
}

/// What all of a person's own accounts come to, what is owed included.
fn net(purse: &Purse) -> Money {
    let own = purse.paid.balance.plus(purse.bonus.balance);
    own.and_then(|own| own.plus(purse.debt.balance)).unwrap_or(Money::ZERO)
}

#[cfg(test)]
mod tests {
    use domain::{Language, Money, PersonId};
    use store::operators::imports::Import;

    use super::{BATCH, Batch};

    fn somebody(id: i64, amount: i64, language: Option<Language>) -> Import {
        Import { person: PersonId::new(id), amount: Money::new(amount), language }
    }

    #[test]
    fn people_travel_in_a_request_and_arrive_as_they_left() {
        let people = vec![somebody(7, 12_345, Some(Language::Russian)), somebody(8, 0, None)];
        let batch = Batch { currency: "RUB".to_owned(), people };

        assert_eq!(batch.text(), "RUB\n7 12345 ru\n8 0 -");
        assert_eq!(Batch::read(&batch.text()), Some(batch));
    }

    #[test]
    fn a_request_that_is_not_as_it_is_written_is_none() {
        let wrong = [
            "",
            "RUB",
            "RUB\n7 12345",
            "RUB\n7 12345 xx",
            "RUB\n7 12345 ru more",
            "RUB\n0 1 ru",
            "RUB\n-7 1 ru",
            "RUB\n7 -1 ru",
            "RUB\n7 100000000001 ru",
            "RUB\nx 1 ru",
        ];
        for text in wrong {
            assert_eq!(Batch::read(text), None, "{text:?}");
        }
        let people = (1..=BATCH + 1).map(|id| somebody(id as i64, 1, None)).collect();
        let too_many = Batch { currency: "RUB".to_owned(), people };
        assert_eq!(Batch::read(&too_many.text()), None);
    }
}
