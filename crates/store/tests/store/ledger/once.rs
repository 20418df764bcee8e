//! Each operation happens once, however often it is asked for; and who may not change the books.

use domain::ledger::{Actor, House, Refusal, Taken};
use domain::{AdminAction, Money};
use store::{Held, HoldEnd, LoggedAction, Posted, Refund, Settlement};
use uuid::Uuid;

use super::{ANNA, BORIS, order};
use crate::bench::{Active, app_address};

#[tokio::test]
async fn the_accounts_of_the_house_are_those_the_program_knows() {
    let active = Active::on_a_new_database().await;
    let rows = active.witness.query("select id, unit, kind from accounts order by id", &[]).await;
    let rows: Vec<(i64, String, String)> =
        rows.unwrap().iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();

    let known = House::ALL.map(|house| {
        let (id, unit, name) = house.entry();
        (id.get(), unit.name().to_owned(), name.to_owned())
    });

    assert_eq!(rows, known);
}

#[tokio::test]
async fn every_operation_asked_for_twice_happens_once() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let (done, again) = (Posted::Done, Posted::Already);

    assert_eq!(
        [clerk.is_paid(ANNA, "c1", 100).await, clerk.is_paid(ANNA, "c1", 100).await],
        [done, again]
    );
    assert_eq!(
        [clerk.gives(ANNA, "p1", 30).await, clerk.gives(ANNA, "p1", 30).await],
        [done, again]
    );
    assert_eq!(
        [clerk.adjusts(ANNA, 9, 5).await, clerk.adjusts(ANNA, 9, 5).await],
        [Some(done), Some(again)]
    );
    assert_eq!(
        [clerk.moves(ANNA, BORIS, "t1", 4).await, clerk.moves(ANNA, BORIS, "t1", 4).await],
        [Some(done), Some(again)]
    );
    assert_eq!(clerk.balance(ANNA).await, [101, 30, 0, 0]);
    assert_eq!(clerk.balance(BORIS).await, [4, 0, 0, 0]);

    let generation = clerk.orders(ANNA, 50).await.unwrap();
    let twice =
        clerk.does(async |tx| tx.books().hold(ANNA, generation, Money::new(50), super::LONG).await);
    assert_eq!(twice.await, Held::Already);
    assert_eq!(clerk.balance(ANNA).await, [81, 0, 50, 0]);
    let captured = clerk.ends(ANNA, generation, Settlement::Capture).await.unwrap();
    assert!(matches!(captured, HoldEnd::Done(_)));
    for settlement in [Settlement::Capture, Settlement::Release] {
        let settled =
            clerk.does(async |tx| tx.books().settle(ANNA, generation, settlement).await).await;
        assert_eq!(settled, HoldEnd::Already(Settlement::Capture));
    }
    assert_eq!(clerk.balance(ANNA).await, [81, 0, 0, 0]);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_quote_starts_one_generation() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    let quote = Uuid::new_v4();

    for expected in [true, false] {
        let mut transaction = active.begin().await;
        let (generation, _) = order(&mut transaction, ANNA, 10, quote).await;
        assert_eq!(generation.is_some(), expected);
        transaction.commit().await.unwrap();
    }

    assert_eq!(clerk.balance(ANNA).await, [90, 0, 10, 0]);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn what_is_not_there_is_not_held_and_nothing_is_written() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 9).await;
    let mut transaction = active.begin().await;

    let (_, held) = order(&mut transaction, ANNA, 10, Uuid::new_v4()).await;

    assert_eq!(held, Held::Refused(Refusal::Short { missing: Money::new(1) }));
    transaction.rollback().await;
    assert_eq!(clerk.adjusts(ANNA, 1, -10).await, None);
    assert_eq!(clerk.moves(ANNA, BORIS, "t", 10).await, None);
    assert_eq!(clerk.balance(ANNA).await, [9, 0, 0, 0]);
}

#[tokio::test]
async fn a_refund_takes_what_is_left_and_the_rest_is_owed() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    let spent = clerk.orders(ANNA, 42).await.unwrap();
    clerk.ends(ANNA, spent, Settlement::Capture).await;
    let refund = async || {
        clerk
            .does(async |tx| tx.books().begin_refund("c1", Actor::Bot, "it was blurred").await)
            .await
    };

    let taken = Taken { taken: Money::new(58), bonus: Money::ZERO, owed: Money::new(42) };
    assert_eq!([refund().await, refund().await], [Refund::Done(taken), Refund::Already]);
    assert_eq!(clerk.balance(ANNA).await, [0, 0, 0, -42]);
    assert_eq!(clerk.orders(ANNA, 1).await, None, "who owes something starts nothing");
    let finish = async || clerk.does(async |tx| tx.books().finish_refund("c1").await).await;
    assert_eq!([finish().await, finish().await], [Refund::Done(taken), Refund::Already]);
    assert_eq!(
        clerk.does(async |tx| tx.books().begin_refund("c9", Actor::Bot, "why").await).await,
        Refund::Unknown
    );

    clerk.is_paid(ANNA, "c2", 50).await;
    assert_eq!(clerk.balance(ANNA).await, [8, 0, 0, 0], "the debt was filled first");
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_refund_that_telegram_refuses_is_as_if_it_had_not_been() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    clerk.does(async |tx| tx.books().begin_refund("c1", Actor::Bot, "asked").await).await;

    let reverse = async || clerk.does(async |tx| tx.books().reverse_refund("c1").await).await;

    assert!(matches!(reverse().await, Refund::Done(_)));
    assert_eq!(reverse().await, Refund::Already);
    assert_eq!(clerk.balance(ANNA).await, [100, 0, 0, 0]);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_refund_that_telegram_refused_can_be_asked_for_again() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    let ask = async |reason: &'static str| {
        clerk.does(async |tx| tx.books().begin_refund("c1", Actor::Bot, reason).await).await
    };
    let refuse = async || clerk.does(async |tx| tx.books().reverse_refund("c1").await).await;
    assert!(matches!(ask("first").await, Refund::Done(_)));
    assert!(matches!(refuse().await, Refund::Done(_)));

    for reason in ["second", "third"] {
        let taken = Taken { taken: Money::new(100), bonus: Money::ZERO, owed: Money::ZERO };
        assert_eq!(ask(reason).await, Refund::Done(taken), "{reason}");
        assert_eq!(ask(reason).await, Refund::Already, "one decision at a time");
        assert_eq!(clerk.balance(ANNA).await, [0, 0, 0, 0]);
        active.books_are_in_order().await;
        if reason == "second" {
            assert!(matches!(refuse().await, Refund::Done(_)));
            assert_eq!(clerk.balance(ANNA).await, [100, 0, 0, 0]);
            active.books_are_in_order().await;
        }
    }
    let finished = clerk.does(async |tx| tx.books().finish_refund("c1").await).await;

    assert!(matches!(finished, Refund::Done(_)));
    assert_eq!((refuse().await, ask("fourth").await), (Refund::Already, Refund::Already));
    let refused = "select count(*) from refused_refunds where reason in ('first', 'second')";
    assert_eq!(active.number(refused).await, 2, "every decision is kept");
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_payment_that_nothing_books_is_kept_once_and_named_by_the_audit() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let payload = format!("{}\0я", "a".repeat(127));
    let told = store::Unbooked {
        charge: "c1",
        is_refund: false,
        person: ANNA,
        currency: "XTR",
        amount: 5,
        payload: &payload,
        update: domain::InboxId::new(3),
    };

    let keep = async || clerk.does(async |tx| tx.books().keep_unbooked(told).await).await;
    assert_eq!([keep().await, keep().await], [true, false]);

    assert_eq!(
        active.number("select octet_length(payload)::bigint from unbooked_payments").await,
        127
    );
    let findings = store::audit::audit(&crate::bench::app(&active.database)).await.unwrap();
    let broken: Vec<_> = findings.iter().filter(|finding| !finding.is_well()).collect();
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert_eq!(broken[0].invariant, store::Invariant::PaymentIsBooked);
    // Once it is booked all is well.
    clerk.is_paid(ANNA, "c1", 100).await;
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_person_sees_what_changed_what_they_may_spend() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    clerk.gives(ANNA, "p1", 7).await;
    let generation = clerk.orders(ANNA, 10).await.unwrap();
    clerk.ends(ANNA, generation, Settlement::Capture).await;
    let failed = clerk.orders(ANNA, 3).await.unwrap();
    clerk.ends(ANNA, failed, Settlement::Release).await;
    clerk.is_paid(BORIS, "c2", 55).await;
    clerk.does(async |tx| tx.books().compensate(ANNA, generation).await).await;

    let seen = clerk.does(async |tx| tx.books().movements(ANNA, 5, "Europe/Moscow").await).await;

    let seen: Vec<(&str, i64, Option<&str>)> =
        seen.iter().map(|m| (m.kind.name(), m.change.get(), m.model.as_deref())).collect();
    let of = Some("z-image");
    let expected = [
        ("compensate", 10, of),
        ("release", 3, of),
        ("hold", -3, of),
        ("hold", -10, of),
        ("promo", 7, None),
    ];
    assert_eq!(seen, expected, "what a generation moved says of which model it was");
}

#[tokio::test]
async fn the_role_of_the_app_can_neither_change_nor_remove_what_is_in_the_books() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    clerk
        .does(async |tx| {
            let deed = LoggedAction {
                actor: Actor::Bot,
                action: AdminAction::TestPayment,
                subject: "s",
                before: "",
                after: "",
                details: "",
                reason: "why",
            };
            tx.books().log_action(deed).await
        })
        .await;
    let (session, connection) =
        tokio_postgres::connect(&app_address(&active.database), tokio_postgres::NoTls)
            .await
            .unwrap();
    tokio::spawn(connection);
    let user: String = session.query_one("select current_user::text", &[]).await.unwrap().get(0);
    assert_eq!(user, "trt_app");

    for table in ["transfers", "seals", "audit_log"] {
        for statement in [
            format!("update {table} set epoch = epoch + 1"),
            format!("delete from {table}"),
            format!("truncate {table}"),
            format!("alter table {table} disable trigger all"),
        ] {
            let refused = session.batch_execute(&statement).await.unwrap_err();
            assert_eq!(refused.code().unwrap().code(), "42501", "{statement}: {refused}");
        }
    }
    // The owner has the right and is stopped by the trigger, unless it takes that away.
    let stopped = active.witness.batch_execute("delete from transfers").await.unwrap_err();
    assert_eq!(stopped.code().unwrap().code(), "TR001");
}
