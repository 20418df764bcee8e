//! The books as CSV: balances at the beginning and the end, and every transfer between.
//!
//! ```text
//!   header │ opening, one row for each kind of account │ closing, the same │ transfers by number
//! ```
//!
//! Opening and closing rows have the account in the columns of the credit side and its balance, with
//! its sign, as the amount. So they tie: for every kind of account and unit, opening plus what was
//! credited less what was debited is closing. A kind that nothing ever moved has no row.
//!
//! A period is made of whole days in UTC, the first one in it and the last one not: a year is the sum
//! of its months, and what closes one month opens the next.
//!
//! The transfers are read twice, first for the balances, for these stand at the top. The store keeps
//! both readings to the same transfers. On failure: what was written so far is a piece of a file, and
//! the command ends with an error.

use std::collections::BTreeMap;
use std::io::ErrorKind;

use store::{Books, DatabaseUrl, Entry, StoreError};
use time::{Date, OffsetDateTime, UtcOffset};
use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::cli::failure::Failure;
use crate::cli::output;

const HEADER: [&str; 13] = [
    "id",
    "at",
    "operation",
    "leg",
    "kind",
    "unit",
    "debit",
    "debit_person",
    "credit",
    "credit_person",
    "amount",
    "actor",
    "epoch",
];

/// Some days, or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Period {
    from: Option<OffsetDateTime>,
    until: Option<OffsetDateTime>,
}

/// Where a moment lies, as seen from a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    Within,
    After,
}

/// Whether anybody still reads what is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reader {
    There,
    Gone,
}

/// The balance of one kind of account, at both ends of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Ends {
    opening: i128,
    closing: i128,
}

/// The balances of every kind of account, by unit and kind.
#[derive(Debug, Default)]
struct Balances(BTreeMap<(String, String), Ends>);

impl Period {
    /// From the beginning of one day to the beginning of another.
    pub(crate) fn new(from: Option<Date>, until: Option<Date>) -> Self {
        let midnight = |day: Date| day.midnight().assume_utc();
        Self { from: from.map(midnight), until: until.map(midnight) }
    }

    fn place(&self, at: OffsetDateTime) -> Place {
        if self.until.is_some_and(|until| at >= until) {
            Place::After
        } else if self.from.is_some_and(|from| at < from) {
            Place::Before
        } else {
            Place::Within
        }
    }
}

impl Balances {
    fn add(&mut self, entry: &Entry, place: Place) {
        let amount = i128::from(entry.amount);
        for (party, change) in [(&entry.debit, -amount), (&entry.credit, amount)] {
            let ends = self.0.entry((entry.unit.clone(), party.kind.clone())).or_default();
            match place {
                Place::Before => {
                    ends.opening += change;
                    ends.closing += change;
                }
                Place::Within => ends.closing += change,
                Place::After => {}
            }
        }
    }
}

/// Writes the transfers of a period, with the balances around them, for as long as somebody reads.
pub(crate) async fn write(
    url: &DatabaseUrl,
    period: Period,
    to: &mut (impl AsyncWrite + Unpin),
) -> Result<(), Failure> {
    let mut books = Books::open(url).await.map_err(Failure::other)?;
    let mut balances = Balances::default();
    let mut last = 0;
    while let Some(page) = next(&mut books, &mut last).await.map_err(Failure::other)? {
        for entry in &page {
            balances.add(entry, period.place(entry.at));
        }
    }
    let mut read = put(to, frame(&balances, period)).await?;
    last = 0;
    while read == Reader::There
        && let Some(mut page) = next(&mut books, &mut last).await.map_err(Failure::other)?
    {
        page.retain(|entry| period.place(entry.at) == Place::Within);
        read = put(to, page.iter().map(row)).await?;
    }
    output::unless_closed(to.flush().await)?;
    books.close().await;
    Ok(())
}

/// The next page, if there is one; `last` is where the page before it has ended.
async fn next(books: &mut Books, last: &mut i64) -> Result<Option<Vec<Entry>>, StoreError> {
    let page = books.page(*last).await?;
    let Some(end) = page.last() else { return Ok(None) };
    *last = end.id;
    Ok(Some(page))
}

/// The rows before the transfers.
fn frame(balances: &Balances, period: Period) -> Vec<[String; 13]> {
    let ends = |name: &'static str, at: Option<OffsetDateTime>, of: fn(&Ends) -> i128| {
        balances.0.iter().map(move |((unit, kind), ends)| {
            let mut row: [String; 13] = Default::default();
            row[1] = at.map(moment).unwrap_or_default();
            row[4] = name.to_owned();
            row[5].clone_from(unit);
            row[8].clone_from(kind);
            row[10] = of(ends).to_string();
            row
        })
    };
    let opening = ends("opening", period.from, |ends| ends.opening);
    let closing = ends("closing", period.until, |ends| ends.closing);
    std::iter::once(HEADER.map(str::to_owned)).chain(opening).chain(closing).collect()
}

fn row(entry: &Entry) -> [String; 13] {
    let person = |of: &store::Party| of.person.map(|id| id.to_string()).unwrap_or_default();
    [
        entry.id.to_string(),
        moment(entry.at),
        entry.operation.clone(),
        entry.leg.to_string(),
        entry.kind.clone(),
        entry.unit.clone(),
        entry.debit.kind.clone(),
        person(&entry.debit),
        entry.credit.kind.clone(),
        person(&entry.credit),
        entry.amount.to_string(),
        entry.actor.clone(),
        entry.epoch.to_string(),
    ]
}

/// Puts rows into one piece of text and writes that.
async fn put(
    to: &mut (impl AsyncWrite + Unpin),
    rows: impl IntoIterator<Item = [String; 13]>,
) -> Result<Reader, Failure> {
    let mut text = csv::Writer::from_writer(Vec::new());
    for row in rows {
        text.write_record(&row).map_err(Failure::other)?;
    }
    let text = text.into_inner().map_err(Failure::other)?;
    match to.write_all(&text).await {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::Gone),
        written => output::unless_closed(written).map(|()| Reader::There),
    }
}

/// A moment in UTC, to the microsecond, which is as fine as the books have it.
fn moment(at: OffsetDateTime) -> String {
    let at = at.to_offset(UtcOffset::UTC);
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let ((hour, minute, second), micro) = (at.to_hms(), at.microsecond());
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micro:06}Z")
}

#[cfg(test)]
mod tests;
