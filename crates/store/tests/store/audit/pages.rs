//! The transfers page by page, and what each model brought.

use domain::ledger::{Grant, rules};
use domain::{Credits, Money};
use store::audit::pages::PAGE;
use store::audit::sales::sales;
use store::{Books, LeaderTx};

use super::lived_in::{ANNA, LATE, LivedIn, SUCCEEDED};
use crate::bench::app;

/// Everything the books hold, by number.
async fn all(books: &mut Books) -> Vec<i64> {
    let mut ids: Vec<i64> = Vec::new();
    loop {
        let page = books.page(ids.last().copied().unwrap_or(0)).await.unwrap();
        if page.is_empty() {
            return ids;
        }
        ids.extend(page.iter().map(|entry| entry.id));
    }
}

async fn gives(tx: &mut LeaderTx<'_>, person: domain::PersonId, cause: &str) {
    let purse = tx.books().purse(person).await.unwrap();
    let gift = rules::grant(&purse, Grant::Plan, cause, Money::new(5)).unwrap();
    tx.books().post(&gift).await.unwrap();
}

#[tokio::test]
async fn what_was_under_way_when_the_books_were_opened_stays_out_of_every_reading() {
    let it = LivedIn::begin().await;
    let mut slow = it.active.begin().await;
    gives(&mut slow, ANNA, "slow").await;
    it.active
        .does(async |tx| {
            gives(tx, super::lived_in::BORIS, "quick").await;
            Ok(())
        })
        .await;
    let there = it.active.number("select count(*) from transfers").await;
    let mut books = Books::open(&app(&it.active.database)).await.unwrap();

    let first = all(&mut books).await;
    slow.commit().await.unwrap();
    it.gives(ANNA, "later", 5).await;
    let second = all(&mut books).await;

    assert_eq!(first, second);
    assert_eq!(first.len(), usize::try_from(there).unwrap());
    let quick = it.active.number("select id from transfers where operation = 'plan:quick'").await;
    let slow = it.active.number("select id from transfers where operation = 'plan:slow'").await;
    assert!(slow < quick, "it is the lower number that comes later");
    assert_eq!(first.last(), Some(&quick));
    books.close().await;
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap() {
    let it = LivedIn::begin().await;
    it.plants(
        "insert into transfers (operation, leg, kind, unit, debit_id, credit_id, amount, actor, \
            epoch) \
         select 'many:' || n, 0, 'cost', 'kie', 41, 42, n, 'bot', 9 \
         from generate_series(1, 11000) as n",
    )
    .await;
    let mut books = Books::open(&app(&it.active.database)).await.unwrap();

    let first = books.page(0).await.unwrap();
    let ids = all(&mut books).await;

    assert_eq!(first.len(), usize::try_from(PAGE).unwrap());
    assert!(ids.is_sorted());
    let there = it.active.number("select count(*) from transfers").await;
    assert_eq!(ids.len(), usize::try_from(there).unwrap());
    books.close().await;
}

#[tokio::test]
async fn an_entry_names_both_accounts() {
    let it = LivedIn::begin().await;
    let mut books = Books::open(&app(&it.active.database)).await.unwrap();

    let page = books.page(0).await.unwrap();

    let gift = page.iter().find(|entry| entry.operation == "plan:start-7").unwrap();
    assert_eq!((gift.kind.as_str(), gift.unit.as_str(), gift.amount), ("plan", "wallet", 300));
    assert_eq!((gift.debit.kind.as_str(), gift.debit.person), ("issued_bonus", None));
    assert_eq!((gift.credit.kind.as_str(), gift.credit.person), ("bonus", Some(ANNA)));
    assert_eq!((gift.leg, gift.actor.as_str(), gift.epoch), (0, "bot", 1));
    books.close().await;
}

#[tokio::test]
async fn a_model_is_credited_with_what_stayed_and_charged_for_every_try() {
    let it = LivedIn::begin().await;
    // The failed one was charged after all, and of one success KIE said nothing.
    it.plants(&format!(
        "update attempts set cost = 500000 where state = 'failed'; \
         update attempts set cost = null where generation_id = {LATE}"
    ))
    .await;

    let sold = sales(&app(&it.active.database), 30).await.unwrap();

    let [veo, image] = &sold[..] else { panic!("{sold:#?}") };
    assert_eq!((veo.model.as_str(), veo.delivered, veo.estimated), ("veo", 0, 0));
    assert_eq!((veo.revenue, veo.bought), (Money::new(700), Money::new(400)));
    assert_eq!(veo.cost, Credits::parse("4").unwrap());
    // Two of Anna's, two of Boris's for nothing.
    assert_eq!((image.model.as_str(), image.delivered, image.estimated), ("z-image", 4, 1));
    assert_eq!((image.revenue, image.bought), (Money::new(650), Money::new(350)));
    assert_eq!(image.cost, Credits::parse("5.3").unwrap());
}

#[tokio::test]
async fn what_was_paid_back_and_what_ended_long_ago_is_no_revenue() {
    let it = LivedIn::begin().await;
    it.plants(&format!(
        "update transfers set operation = 'compensate:{SUCCEEDED}' where operation = 'plan:late'; \
         update generations set ended_at = now() - interval '31 days' \
         where model = 'z-image' and ended_at is not null"
    ))
    .await;

    let sold = sales(&app(&it.active.database), 30).await.unwrap();

    let [veo] = &sold[..] else { panic!("{sold:#?}") };
    assert_eq!((veo.revenue, veo.bought), (Money::ZERO, Money::ZERO));
    assert_eq!(veo.cost, Credits::parse("4").unwrap());
}
