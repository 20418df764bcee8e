//! Telegram's list of Stars on a real PostgreSQL: kept once, settled once, and beside the books.

use domain::ledger::House;
use domain::payment::{StarClass, StarDirection};
use domain::{Money, Stars};
use store::{NewPayment, Posted, Source, StarEntry};

use super::{ANNA, Clerk};
use crate::bench::Active;

const STAR: i64 = 1_000_000_000;

fn entry(id: &str, direction: StarDirection, class: StarClass, stars: i64) -> StarEntry {
    let has_person = matches!(class, StarClass::Payment | StarClass::Refund);
    StarEntry {
        id: id.to_owned(),
        direction,
        stars: Stars::new(stars * STAR),
        class,
        partner: "user".to_owned(),
        person: has_person.then_some(ANNA),
        payload: Some("x\0y".to_owned()),
        period: None,
        at: None,
    }
}

fn payment(id: &str, stars: i64) -> StarEntry {
    entry(id, StarDirection::In, StarClass::Payment, stars)
}

fn refund(id: &str, stars: i64) -> StarEntry {
    entry(id, StarDirection::Out, StarClass::Refund, stars)
}

impl Clerk<'_> {
    async fn keeps_page(&self, page: &[StarEntry], upto: u64) -> u64 {
        self.does(async |tx| tx.books().keep_star_page(page, upto).await).await
    }

    /// What waits and may be settled, by its id.
    async fn waiting(&self) -> Vec<String> {
        let waiting = self.store.waiting_stars(None, 100).await.unwrap();
        waiting.into_iter().map(|one| one.id).collect()
    }

    async fn expects(&self) -> i64 {
        self.store.expected_stars().await.unwrap().get() / STAR
    }

    async fn settles(&self, id: &str, direction: StarDirection, house: House) {
        self.does(async |tx| {
            let entry = tx.books().take_stars(id, direction).await?.unwrap();
            tx.books().settle_other_stars(&entry, house).await
        })
        .await;
    }
}

#[tokio::test]
async fn a_page_is_kept_once_and_what_the_books_know_is_settled_with_it() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "known", 100).await;
    let page = [payment("known", 1), payment("lost", 5)];
    assert_eq!(clerk.expects().await, 0, "the list has nothing yet");

    assert_eq!((clerk.keeps_page(&page, 2).await, clerk.keeps_page(&page, 2).await), (2, 0));
    assert_eq!(clerk.store.stars_read_upto().await.unwrap(), 2);
    clerk.keeps_page(&[], 1).await;
    assert_eq!(clerk.store.stars_read_upto().await.unwrap(), 2, "it never goes back");

    assert!(clerk.waiting().await.is_empty(), "its event may yet come");
    assert_eq!(clerk.expects().await, 6);
    active.later("11 minutes").await;
    assert_eq!(clerk.waiting().await, ["lost"]);
    let ours = clerk.store.stars_only_ours(9).await.unwrap();
    assert!(ours.is_empty(), "{ours:?}");
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_payment_that_is_learned_is_settled_with_the_same_stars_and_a_refund_has_its_id() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.keeps_page(&[payment("lost", 5), refund("lost", 5)], 2).await;
    active.later("11 minutes").await;
    assert_eq!(clerk.waiting().await, ["lost", "lost"]);

    let learned = clerk.does(async |tx| {
        let entry = tx.books().take_stars("lost", StarDirection::In).await?.unwrap();
        assert_eq!((entry.person, entry.payload.as_deref()), (Some(ANNA), Some("xy")));
        let new = NewPayment {
            source: Source::Import,
            paid: entry.at,
            ..NewPayment::plain("lost", ANNA, entry.stars, Money::new(600))
        };
        let posted = tx.books().pay(new).await?;
        tx.books().settle_stars(&entry, entry.stars).await?;
        Ok(posted)
    });
    assert_eq!(learned.await, Posted::Done);
    let again = clerk.does(async |tx| tx.books().take_stars("lost", StarDirection::In).await);
    assert_eq!(again.await, None);
    assert_eq!(clerk.waiting().await, ["lost"], "the refund");

    clerk.does(async |tx| tx.books().told_of_refund("lost").await).await;
    clerk.does(async |tx| tx.books().settle_known_stars(&["lost".to_owned()]).await).await;
    assert!(clerk.waiting().await.is_empty());
    assert_eq!((clerk.expects().await, clerk.balance(ANNA).await), (0, [0, 0, 0, 0]));
    assert!(clerk.store.stars_only_ours(9).await.unwrap().is_empty());
    active.books_are_in_order().await;
}

#[tokio::test]
async fn withdrawals_gifts_and_others_have_accounts_of_their_own_and_the_balance_follows() {
    use StarDirection::{In, Out};

    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let page = [
        payment("sized", 10),
        entry("w", Out, StarClass::Withdrawal, 4),
        entry("g", Out, StarClass::Gift, 2),
        entry("o", In, StarClass::Other, 1),
    ];
    clerk.keeps_page(&page, 4).await;
    assert_eq!(clerk.waiting().await, ["g", "o", "w"], "nobody tells of these");

    clerk.settles("w", Out, House::Withdrawn).await;
    clerk.settles("g", Out, House::Gifts).await;
    clerk.settles("o", In, House::OtherStars).await;
    // An affiliate's part of it never reached us.
    clerk.is_paid(ANNA, "sized", 100).await;
    clerk
        .does(async |tx| {
            let entry = tx.books().take_stars("sized", In).await?.unwrap();
            let booked = tx.books().stars_of_payment("sized").await?.unwrap();
            tx.books().settle_stars(&entry, booked).await
        })
        .await;

    assert_eq!(clerk.expects().await, 5);
    let held = "select sum(case when credit_id = 21 then amount else -amount end)::bigint \
                from transfers where 21 in (credit_id, debit_id)";
    assert_eq!(active.number(held).await, 5 * STAR, "the books say the same");
    active.books_are_in_order().await;
}

#[tokio::test]
async fn what_is_older_than_the_books_is_in_them_as_a_sum_and_credits_nobody() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let long_ago = |one: StarEntry| StarEntry { at: Some(1_000_000), ..one };
    clerk.is_paid(ANNA, "ours", 100).await;
    let page = [
        long_ago(payment("old", 30)),
        long_ago(payment("older", 20)),
        long_ago(refund("older", 20)),
        long_ago(payment("ours", 1)),
    ];

    clerk.keeps_page(&page, 4).await;

    let (count, sum) = clerk.store.earlier_payments().await.unwrap();
    assert_eq!((count, sum.get() / STAR), (2, 50));
    assert_eq!((clerk.expects().await, clerk.balance(ANNA).await), (31, [100, 0, 0, 0]));
    // One of them goes back now.
    clerk.keeps_page(&[refund("old", 30)], 5).await;
    assert!(clerk.does(async |tx| tx.books().is_earlier_payment("old").await).await);
    clerk.settles("old", StarDirection::Out, House::EarlierStars).await;
    assert_eq!(clerk.expects().await, 1);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn what_only_our_books_have_is_found_after_a_while_until_the_list_has_it() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    for charge in ["kept", "back"] {
        clerk.is_paid(ANNA, charge, 100).await;
    }
    clerk.keeps_page(&[payment("back", 1)], 1).await;
    clerk.does(async |tx| tx.books().told_of_refund("back").await).await;
    let ours = async || {
        let ours = clerk.store.stars_only_ours(9).await.unwrap();
        ours.into_iter().map(|one| (one.charge, one.is_refund)).collect::<Vec<_>>()
    };
    assert_eq!(ours().await, []);

    active.later("11 minutes").await;

    assert_eq!(ours().await, [("kept".to_owned(), false), ("back".to_owned(), true)]);
    assert_eq!(clerk.expects().await, 1, "the list has one, and no refund");
    clerk.keeps_page(&[payment("kept", 1), refund("back", 1)], 3).await;
    assert_eq!(ours().await, []);
    assert_eq!(clerk.expects().await, 1);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn the_audit_names_stars_that_the_list_and_the_books_have_differently() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "a", 100).await;
    clerk
        .keeps_page(&[payment("a", 1), entry("w", StarDirection::Out, StarClass::Withdrawal, 4)], 2)
        .await;
    clerk.settles("w", StarDirection::Out, House::Withdrawn).await;
    active.books_are_in_order().await;
    let broken = async |sql: &str| {
        let plant = format!("begin; set local session_replication_role = replica; {sql}; commit");
        active.witness.batch_execute(&plant).await.unwrap();
        let findings = store::audit::audit(&crate::bench::app(&active.database)).await.unwrap();
        let broken = findings.into_iter().filter(|one| !one.is_well());
        broken.map(|one| (one.invariant.number(), one.subjects[0].clone())).collect::<Vec<_>>()
    };

    let larger = broken("update star_transactions set amount = amount + 1 where id = 'w'").await;
    assert_eq!((larger.len(), larger[0].0), (1, 24));
    assert!(larger[0].1.starts_with("transaction out:w: withdrawal of -4000000001"), "{larger:?}");
    let gone = broken("delete from star_transactions where id = 'w'").await;
    assert!(gone[0].1.starts_with("transaction out:w: not listed of 0"), "{gone:?}");
    let imported = broken(
        "delete from transfers where operation = 'stars:out:w'; \
         insert into payments (charge_id, person_id, stars, amount, source) \
         select 'planted', person_id, 1, 1, 'import' from payments where charge_id = 'a'",
    )
    .await;
    // It has no legs either.
    assert_eq!(imported.iter().map(|one| one.0).collect::<Vec<_>>(), [8, 25]);
    assert!(imported[1].1.ends_with("imported, and not in the list"), "{imported:?}");
}

#[tokio::test]
async fn a_walk_over_what_waits_goes_on_after_the_last() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let other = |id: String| entry(&id, StarDirection::In, StarClass::Other, 1);
    let page: Vec<StarEntry> = (0..5).map(|number| other(format!("o{number}"))).collect();
    clerk.keeps_page(&page, 5).await;

    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let some = clerk.store.waiting_stars(after.as_ref(), 2).await.unwrap();
        let Some(last) = some.last().cloned() else { break };
        seen.extend(some.into_iter().map(|one| one.id));
        after = Some(last);
    }

    assert_eq!(seen, ["o0", "o1", "o2", "o3", "o4"]);
}
