//! What the sender does with rows: claims them, ends them, parks them.

use std::time::Duration;

use domain::{MessageId, OutboxId, PersonId};
use store::{Ending, LeaderTx, Reach, Standpoint};
use uuid::Uuid;

use super::{ANNA, BORIS, bodies};
use crate::bench::{Active, waiting};

#[tokio::test]
async fn a_claimed_row_says_who_is_at_it_and_counts_the_try() {
    let active = Active::on_a_new_database().await;
    let id = active.says(ANNA, "x").await;

    let attempt = active.claims(id).await;

    let row = active.outgoing(ANNA).await.remove(0);
    let epoch = active.term.epoch();
    assert_eq!((row.standpoint, row.attempts), (Standpoint::Sending { epoch, attempt }, 1));
}

#[tokio::test]
async fn only_what_is_ready_is_claimed() {
    let active = Active::on_a_new_database().await;
    let (taken, ready) = (active.says(ANNA, "taken").await, active.says(ANNA, "ready").await);
    let parked = active.says(BORIS, "parked").await;
    active.does(async |tx| tx.outbox().park(BORIS).await).await;
    let first = active.claims(taken).await;

    let nowhere = OutboxId::new(ready.get() + 100);
    let claims = [taken, ready, parked, nowhere].map(|id| (id, Uuid::new_v4()));
    let got = active.does(async |tx| tx.outbox().claim_outgoing(&claims).await).await;

    assert_eq!(got, [ready]);
    let kept = active.outgoing(ANNA).await[0].standpoint;
    assert_eq!(kept, Standpoint::Sending { epoch: active.term.epoch(), attempt: first });
}

#[tokio::test]
async fn of_two_transactions_that_claim_one_row_the_second_waits_and_goes_without() {
    let active = Active::on_a_new_database().await;
    let id = active.says(ANNA, "x").await;
    let (mut one, mut two) = (active.begin().await, active.begin().await);

    assert_eq!(one.outbox().claim_outgoing(&[(id, Uuid::new_v4())]).await.unwrap(), [id]);
    let first = async {
        waiting(&active.witness, "trt/work").await;
        one.commit().await.unwrap();
    };
    let claims = [(id, Uuid::new_v4())];
    let (second, ()) = tokio::join!(async { two.outbox().claim_outgoing(&claims).await }, first);

    assert_eq!(second.unwrap(), []);
    two.rollback().await;
}

#[tokio::test]
async fn an_ending_is_written_only_for_the_attempt_it_belongs_to() {
    let active = Active::on_a_new_database().await;
    let (id, ready) = (active.says(ANNA, "x").await, active.says(ANNA, "y").await);
    let attempt = active.claims(id).await;

    active.ends(id, Uuid::new_v4(), Ending::Sent(Some(MessageId::new(1)))).await;
    active.ends(ready, attempt, Ending::Dead("never tried".to_owned())).await;
    let untouched = (active.state(id).await, active.state(ready).await);
    active.ends(id, attempt, Ending::Sent(Some(MessageId::new(2)))).await;
    active.ends(id, attempt, Ending::Dead("too late".to_owned())).await;

    assert_eq!(untouched, (1, 0));
    assert_eq!(active.state(id).await, 2);
    assert_eq!(active.number("select sum(message_id)::bigint from outbox").await, 2);
}

#[tokio::test]
async fn each_ending_leaves_the_row_where_it_says() {
    let active = Active::on_a_new_database().await;
    let problem = || "why".to_owned();
    let endings = [
        (Ending::Sent(None), 2),
        (Ending::again(Duration::from_secs(5), "why"), 0),
        (Ending::Dead(problem()), 3),
        (Ending::Parked, 4),
        (Ending::Doubtful(problem()), 6),
    ];
    let mut rows = Vec::new();
    for (ending, state) in endings {
        let id = active.says(ANNA, "x").await;
        rows.push((id, active.claims(id).await, ending, state));
    }

    // All in one statement, as the sender does it.
    let batch: Vec<_> = rows.iter().map(|(id, a, ending, _)| (*id, *a, ending.clone())).collect();
    active.does(async |tx| tx.outbox().end_outgoing(&batch).await).await;

    for (id, _, ending, state) in rows {
        assert_eq!(active.state(id).await, state, "{ending:?}");
        let problems = format!("select count(problem) from outbox where id = {id}");
        let told = !matches!(ending, Ending::Sent(_) | Ending::Parked);
        assert_eq!(active.number(&problems).await, i64::from(told), "{ending:?}");
    }
}

#[tokio::test]
async fn what_is_to_be_said_again_waits_for_its_time() {
    let active = Active::on_a_new_database().await;
    let id = active.says(ANNA, "x").await;
    let attempt = active.claims(id).await;
    active.later("0 s").await;

    active.ends(id, attempt, Ending::again(Duration::from_secs(60), "busy")).await;
    let soon = active.outgoing(ANNA).await.remove(0);
    active.later("61 s").await;
    let then = active.outgoing(ANNA).await.remove(0);

    assert!((1..=60_000).contains(&soon.wait_ms), "{}", soon.wait_ms);
    assert_eq!((soon.standpoint, soon.attempts), (Standpoint::Ready, 1));
    assert_eq!(then.wait_ms, 0);
    active.claims(id).await;
    assert_eq!(active.outgoing(ANNA).await[0].attempts, 2);
}

#[tokio::test]
async fn what_waits_for_a_chat_is_parked_and_comes_back_in_order() {
    let active = Active::on_a_new_database().await;
    let first = active.says(ANNA, "a1").await;
    active.says(ANNA, "a2").await;
    active.says(BORIS, "b1").await;
    let attempt = active.claims(first).await;
    active.ends(first, attempt, Ending::again(Duration::from_secs(3_600), "busy")).await;

    let parked = active.does(async |tx| tx.outbox().park(ANNA).await).await;
    let away = active.outgoing(ANNA).await;
    let unparked = active.does(async |tx| tx.outbox().unpark(ANNA).await).await;
    let back = active.outgoing(ANNA).await;

    assert_eq!((parked, away, unparked), (2, vec![], 2));
    assert_eq!((bodies(&back), back[0].wait_ms), (vec!["a1", "a2"], 0));
    assert_eq!(bodies(&active.outgoing(BORIS).await), ["b1"]);
}

/// Telegram's word that somebody blocked us is as old as the call that brought it.
#[tokio::test]
async fn who_came_back_while_a_call_was_made_is_not_taken_for_unreachable() {
    let active = Active::on_a_new_database().await;
    let anna = PersonId::new(ANNA.get());
    let reach =
        async || active.does(async |tx| tx.people().conversation(anna, None).await).await.reach;
    let unreached =
        async |row| active.does(async |tx| tx.people().keep_unreached(anna, row).await).await;
    let returns =
        async |tx: &mut LeaderTx<'_>| tx.people().keep_reach(anna, Reach::Reachable).await;
    reach().await;
    let (first, second) = (active.says(ANNA, "1").await, active.says(ANNA, "2").await);
    active.claims(first).await;

    active.does(returns).await;
    assert!(!unreached(first).await, "she came back after the call had begun");
    assert_eq!(reach().await, Reach::Reachable);

    active.claims(second).await;
    assert!(unreached(second).await, "nothing was heard of her since");
    assert!(unreached(first).await, "whatever an older call says");
    assert_eq!(reach().await, Reach::Unreachable);

    // An admin may be told something without ever having written: that must not go on for ever.
    let never_wrote = active.says(BORIS, "3").await;
    active.claims(never_wrote).await;
    let boris = PersonId::new(BORIS.get());
    let unreached =
        async |tx: &mut LeaderTx<'_>| tx.people().keep_unreached(boris, never_wrote).await;
    assert!(active.does(unreached).await);
}

#[tokio::test]
async fn parking_leaves_alone_what_is_being_sent_and_what_has_ended() {
    let active = Active::on_a_new_database().await;
    let (sending, sent) = (active.says(ANNA, "1").await, active.says(ANNA, "2").await);
    active.claims(sending).await;
    let attempt = active.claims(sent).await;
    active.ends(sent, attempt, Ending::Sent(None)).await;

    let parked = active.does(async |tx| tx.outbox().park(ANNA).await).await;
    let unparked = active.does(async |tx| tx.outbox().unpark(ANNA).await).await;

    assert_eq!((parked, unparked), (0, 0));
    assert_eq!((active.state(sending).await, active.state(sent).await), (1, 2));
}

#[tokio::test]
async fn only_what_is_ready_can_be_superseded() {
    let active = Active::on_a_new_database().await;
    let (ready, sending) = (active.says(ANNA, "1").await, active.says(ANNA, "2").await);
    let parked = active.says(BORIS, "3").await;
    active.does(async |tx| tx.outbox().park(BORIS).await).await;
    active.claims(sending).await;

    active.does(async |tx| tx.outbox().supersede_outgoing(&[ready, sending, parked]).await).await;

    assert_eq!(active.state(ready).await, 5);
    assert_eq!((active.state(sending).await, active.state(parked).await), (1, 4));
}
