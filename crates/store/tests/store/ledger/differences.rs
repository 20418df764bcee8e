//! Differences, reconciliations, and what KIE charged, on a real PostgreSQL.

use std::time::Duration;

use domain::Credits;
use domain::payment::DifferenceKind;
use store::operators::{Answer, Kind, NewRequest};
use store::{Difference, Found, Reconciled};
use uuid::Uuid;

use super::{ANNA, Clerk};
use crate::bench::Active;

use DifferenceKind::{PaymentLearned, PaymentOnlyOurs, PriceDrift, StarBalance};

fn found(kind: DifferenceKind, subject: &str, size: i64) -> Found {
    Found { kind, subject: subject.to_owned(), size, details: format!("{size} of it") }
}

impl Clerk<'_> {
    /// What a look shows from now on, by subject.
    async fn looks(&self, at: &[DifferenceKind], found: &[Found]) -> Vec<String> {
        let shown = self.does(async |tx| tx.books().judge_differences(at, found).await).await;
        shown.into_iter().map(|one| one.subject).collect()
    }
}

impl Active {
    async fn open(&self) -> Vec<Difference> {
        self.intake.open_differences(9).await.unwrap()
    }
}

#[tokio::test]
async fn a_difference_is_shown_once_two_looks_in_a_row_have_found_it() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let (a, b) = (found(PaymentOnlyOurs, "a", 5), found(PaymentOnlyOurs, "b", 6));
    let at = [PaymentOnlyOurs];

    assert!(clerk.looks(&at, &[a.clone(), b.clone()]).await.is_empty());
    assert!(active.open().await.is_empty(), "it may have been on its way");
    assert_eq!(clerk.looks(&at, &[a.clone(), a.clone()]).await, ["a"], "b was on its way");
    assert!(clerk.looks(&at, &[a.clone(), b.clone()]).await.is_empty(), "told once, b anew");
    // A look at something else says nothing about it.
    assert!(clerk.looks(&[StarBalance], &[]).await.is_empty());
    assert_eq!(clerk.looks(&at, &[a.clone(), b.clone()]).await, ["b"]);
    let open = active.open().await;
    assert_eq!(open.len(), 2);
    assert_eq!((open[0].subject.as_str(), open[0].size, open[0].times), ("a", 5, 4));

    clerk.looks(&at, &[b]).await;
    assert_eq!(active.open().await.len(), 1, "gone by itself");
    let by = "select count(*) from differences where subject = 'a' and resolved_by = 'bot'";
    assert_eq!(active.number(by).await, 1);
}

#[tokio::test]
async fn what_an_operator_resolved_is_not_opened_again_unless_it_changes() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let at = [PaymentOnlyOurs, StarBalance];
    let all = [found(PaymentOnlyOurs, "a", 5), found(StarBalance, "stars", -3)];
    clerk.looks(&at, &all).await;
    assert_eq!(clerk.looks(&at, &all).await.len(), 2);
    for one in active.open().await {
        let resolve = async || {
            clerk
                .does(async |tx| {
                    tx.books().resolve_difference(one.id, "operator:ann", "ours").await
                })
                .await
        };
        assert_eq!(resolve().await.unwrap().kind, one.kind);
        assert_eq!(resolve().await, None, "it is not open any more");
    }
    assert!(active.open().await.is_empty());

    clerk.looks(&at, &all).await;
    let again = clerk.looks(&at, &all).await;
    assert_eq!(again, ["stars"], "a balance is put right in the books, or differs again");
    let larger = [found(PaymentOnlyOurs, "a", 6)];
    clerk.looks(&at, &larger).await;
    assert_eq!(clerk.looks(&at, &larger).await, ["a"]);
}

#[tokio::test]
async fn what_was_learned_is_kept_as_resolved_and_the_rest_until_somebody_resolves_it() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let keep =
        async |one: Found| clerk.does(async |tx| tx.books().keep_difference(&one).await).await;

    assert!(keep(found(PaymentLearned, "c", 5)).await.is_some());
    assert!(active.open().await.is_empty());
    let size = found(DifferenceKind::Size, "c", 1);
    assert!(keep(size.clone()).await.is_some());
    assert_eq!(keep(size).await, None, "it is open");
    clerk.looks(&[PaymentOnlyOurs], &[]).await;
    assert_eq!(active.open().await.len(), 1);
}

#[tokio::test]
async fn reconciliations_are_written_down_and_leave_with_the_differences_they_resolved() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    assert_eq!(active.intake.last_reconciliation().await.unwrap(), None);
    clerk.does(async |tx| tx.books().keep_difference(&found(PaymentLearned, "c", 5)).await).await;
    clerk
        .does(async |tx| tx.books().keep_difference(&found(DifferenceKind::Size, "d", 5)).await)
        .await;
    let done = Reconciled { problem: Some("KIE".to_owned()), pages: 3, ..Reconciled::default() };

    let (_, open) = clerk.does(async |tx| tx.books().keep_reconciliation(&done).await).await;

    let last = active.intake.last_reconciliation().await.unwrap().unwrap();
    assert_eq!((open, last.open, last.problem.as_deref()), (1, 1, Some("KIE")));
    active.later("401 days").await;
    let forgotten = clerk
        .does(async |tx| {
            let differences = tx.upkeep().forget_differences(9).await?;
            Ok((differences, tx.upkeep().forget_reconciliations(9).await?))
        })
        .await;
    assert_eq!(forgotten, (1, 1));
    assert_eq!(active.open().await.len(), 1, "what is open stays");
}

#[tokio::test]
async fn a_request_that_takes_long_is_in_hand_until_it_is_answered_or_another_takes_it_up() {
    let mut active = Active::on_a_new_database().await;
    let (id, patience) = (Uuid::new_v4(), Duration::from_secs(10));
    let (kind, reason, by) = (Kind::BooksReconcile, "why", "ann");
    let request = NewRequest { id, kind, subject: "books", details: "", reason, by, patience };
    active.intake.ask(request).await.unwrap();
    assert!(active.store.requests_waiting(false, 9).await.unwrap().is_empty());
    assert_eq!(active.store.requests_waiting(true, 9).await.unwrap(), [id]);

    let longer = Duration::from_secs(600);
    active.does(async |tx| tx.operators().hold_request(id, longer).await).await;
    active.later("1 minute").await;

    assert_eq!(active.intake.answer_to(id).await.unwrap(), Answer::InHand);
    active.hands_over().await;
    assert_eq!(active.store.requests_waiting(true, 9).await.unwrap(), [id]);
    let done = Answer::Done("{}".to_owned());
    active.does(async |tx| tx.operators().answer_request(id, &done).await).await;
    assert_eq!(active.intake.answer_to(id).await.unwrap(), done);
}

#[tokio::test]
async fn kies_credits_are_held_against_what_is_booked_and_what_is_under_way() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c", 100_000).await;
    let made = "insert into attempts (id, generation_id, no, token, state, cost, epoch, ended_at, booked_as) \
                select gen_random_uuid(), generations.id, 1, '\\x00', $1, $2, 1, now(), $1 \
                from generations where generations.id = $3";
    let attempt = async |state: &str, cost: i64| {
        let generation = clerk.orders(ANNA, 10).await.unwrap().get();
        let plain = made.replace("$1", &format!("'{state}'")).replace("$2", &cost.to_string());
        let plain = plain.replace("$3", &generation.to_string());
        active.witness.batch_execute(&plain).await.unwrap();
    };
    active.witness.batch_execute("update generations set cost = 1000").await.unwrap();
    attempt("succeeded", 5_000_000).await;
    let cost = active.number("select max(cost) from generations").await;

    let drifts = clerk.store.drifts(7).await.unwrap();
    assert_eq!((drifts.len(), drifts[0].made, drifts[0].above), (1, 1, 1));
    assert_eq!((drifts[0].listed.get(), drifts[0].charged), (cost, Credits::new(5_000_000)));
    let lately = clerk.store.kie_standing(Duration::from_secs(600)).await.unwrap();
    assert_eq!(lately.under_way, Credits::new(5_000_000), "it may be charged or not");
    active.later("11 minutes").await;
    let later = clerk.store.kie_standing(Duration::from_secs(600)).await.unwrap();
    assert_eq!((later.under_way, later.prepaid), (Credits::new(0), Credits::new(0)));

    // Taken over by an operator: what was charged until now counts no longer.
    let drift = [found(PriceDrift, &drifts[0].model, 1)];
    clerk.looks(&[PriceDrift], &drift).await;
    clerk.looks(&[PriceDrift], &drift).await;
    let id = active.open().await[0].id;
    clerk
        .does(async |tx| tx.books().resolve_difference(id, "operator:ann", "so be it").await)
        .await;
    assert!(clerk.store.drifts(7).await.unwrap().is_empty());
}
