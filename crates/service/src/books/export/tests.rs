//! What a period holds, and what stands in the file.

use domain::PersonId;
use store::{Entry, Party};
use time::{Date, Duration, Month, OffsetDateTime};

use super::{Balances, Period, Place, frame, moment, put, row};

fn day(day: u8) -> Date {
    Date::from_calendar_date(2026, Month::March, day).unwrap()
}

fn at(date: u8) -> OffsetDateTime {
    day(date).midnight().assume_utc()
}

/// A transfer out of an account of the house into one of a person.
fn entry(id: i64, at: OffsetDateTime, amount: i64) -> Entry {
    Entry {
        id,
        at,
        operation: format!("purchase:{id}"),
        leg: 1,
        kind: "purchase".to_owned(),
        unit: "wallet".to_owned(),
        debit: Party { kind: "issued_paid".to_owned(), person: None },
        credit: Party { kind: "paid".to_owned(), person: Some(PersonId::new(7)) },
        amount,
        actor: "telegram".to_owned(),
        epoch: 3,
    }
}

#[test]
fn a_day_belongs_to_the_period_it_begins_and_not_to_the_one_it_ends() {
    let period = Period::new(Some(day(2)), Some(day(3)));

    assert_eq!(period.place(at(2) - Duration::MICROSECOND), Place::Before);
    assert_eq!(period.place(at(2)), Place::Within);
    assert_eq!(period.place(at(3) - Duration::MICROSECOND), Place::Within);
    assert_eq!(period.place(at(3)), Place::After);
    assert_eq!(Period::new(None, None).place(at(2)), Place::Within);
}

#[test]
fn what_closes_one_period_opens_the_next() {
    let entries = [entry(1, at(1), 50), entry(2, at(2), 7), entry(3, at(3), 900)];
    let ends = |from: Option<u8>, until: Option<u8>| {
        let period = Period::new(from.map(day), until.map(day));
        let mut balances = Balances::default();
        for entry in &entries {
            balances.add(entry, period.place(entry.at));
        }
        let ends = balances.0[&("wallet".to_owned(), "paid".to_owned())];
        let other = balances.0[&("wallet".to_owned(), "issued_paid".to_owned())];
        assert_eq!((other.opening, other.closing), (-ends.opening, -ends.closing));
        (ends.opening, ends.closing)
    };

    assert_eq!(ends(None, None), (0, 957));
    assert_eq!(ends(None, Some(2)), (0, 50));
    assert_eq!(ends(Some(2), Some(3)), (50, 57));
    assert_eq!(ends(Some(3), None), (57, 957));
}

#[tokio::test]
async fn balances_come_first_and_odd_texts_are_quoted() {
    let mut odd = entry(9, at(2), 50);
    odd.operation = "purchase:a,\"b\"\nc".to_owned();
    let period = Period::new(Some(day(2)), None);
    let mut balances = Balances::default();
    balances.add(&odd, Place::Within);
    let mut text = Vec::new();

    put(&mut text, frame(&balances, period)).await.unwrap();
    put(&mut text, [row(&odd)]).await.unwrap();

    assert_eq!(
        String::from_utf8(text).unwrap(),
        "id,at,operation,leg,kind,unit,debit,debit_person,credit,credit_person,amount,actor,epoch\n\
         ,2026-03-02T00:00:00.000000Z,,,opening,wallet,,,issued_paid,,0,,\n\
         ,2026-03-02T00:00:00.000000Z,,,opening,wallet,,,paid,,0,,\n\
         ,,,,closing,wallet,,,issued_paid,,-50,,\n\
         ,,,,closing,wallet,,,paid,,50,,\n\
         9,2026-03-02T00:00:00.000000Z,\"purchase:a,\"\"b\"\"\nc\",1,purchase,wallet,issued_paid,,\
         paid,7,50,telegram,3\n"
    );
}

#[test]
fn a_moment_is_written_in_utc_to_the_microsecond() {
    let east = time::UtcOffset::from_hms(3, 0, 0).unwrap();
    let moment_there = (at(2) + Duration::microseconds(1_000_007)).to_offset(east);

    assert_eq!(moment(moment_there), "2026-03-02T00:00:01.000007Z");
}
