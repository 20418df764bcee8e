//! What becomes of rows whose sender is gone, or never knew that it had claimed them.

use std::time::Duration;

use domain::{MessageId, OutboxId};
use store::{Ending, Fact, OnDoubt, Saying, Settled, Standpoint};
use uuid::Uuid;

use super::{ANNA, saying};
use crate::bench::Active;

const MESSAGE: MessageId = MessageId::new(42);

/// A row that is being sent, and the attempt.
async fn sending(active: &Active, on_doubt: OnDoubt) -> (OutboxId, Uuid) {
    let saying = Saying { on_doubt, ..saying(ANNA, "x") };
    let id = active.does(async |tx| tx.outbox().say(&saying).await).await;
    (id, active.claims(id).await)
}

/// A row that an earlier term was sending, and the attempt.
async fn in_doubt(active: &mut Active) -> (OutboxId, Uuid) {
    let row = sending(active, OnDoubt::Again).await;
    let before = active.hands_over().await;
    assert!(before.epoch() < active.term.epoch());
    row
}

/// How long a call may live after its term, in these tests.
const LONGEST: Duration = Duration::from_secs(60);

impl Active {
    /// How long somebody may still be at a row of this term.
    async fn doubt_left(&self, epoch: i64) -> Duration {
        self.store.doubt_left(&self.term, epoch, LONGEST).await.unwrap()
    }
}

#[tokio::test]
async fn a_row_is_doubted_by_its_own_term_and_not_by_the_last_one() {
    let mut active = Active::on_a_new_database().await;
    let unclean = active.is_replaced_without_a_seal().await.epoch();
    let sealed = active.hands_over().await.epoch();

    let left = active.doubt_left(unclean).await;
    assert!(left > LONGEST / 2, "its holder may still be at it, {left:?}");
    assert_eq!(active.doubt_left(sealed).await, Duration::ZERO);

    // Counted from the first claim after it, however many there were since.
    let earlier = "update leader_history set at = at - interval '2 minutes' where epoch = $1";
    active.witness.execute(earlier, &[&sealed]).await.unwrap();
    assert_eq!(active.doubt_left(unclean).await, Duration::ZERO);
}

#[tokio::test]
async fn a_row_of_a_term_that_nobody_remembers_is_doubted_from_the_beginning_of_ours() {
    let mut active = Active::on_a_new_database().await;
    let before = active.hands_over().await.epoch();
    active.witness.batch_execute("delete from leader_history").await.unwrap();

    let left = active.doubt_left(before).await;
    assert!(left > LONGEST / 2, "{left:?}");

    let earlier = "update leader_term set claimed_at = claimed_at - interval '2 minutes'";
    active.witness.batch_execute(earlier).await.unwrap();
    assert_eq!(active.doubt_left(before).await, Duration::ZERO);
}

#[tokio::test]
async fn with_a_late_fact_a_doubt_is_settled_as_sent_and_the_message_is_known() {
    let mut active = Active::on_a_new_database().await;
    let rows = [sending(&active, OnDoubt::Again).await, sending(&active, OnDoubt::Never).await];
    active.hands_over().await;

    for (id, attempt) in rows {
        let fact = Fact { id, attempt, message: Some(MESSAGE) };
        active.intake.learned(fact).await.unwrap();
        active.intake.learned(fact).await.unwrap();
        let settled = active.does(async |tx| tx.outbox().settle_doubt(id, attempt).await).await;

        assert_eq!((settled, active.state(id).await), (Settled::Sent, 2));
        let message = format!("select message_id from outbox where id = {id}");
        assert_eq!(active.number(&message).await, MESSAGE.get());
    }
}

#[tokio::test]
async fn without_a_fact_the_rule_of_the_row_settles_the_doubt() {
    let mut active = Active::on_a_new_database().await;
    let (again, never) = (OnDoubt::Again, OnDoubt::Never);
    let rows = [
        (sending(&active, again).await, Settled::Again, 0),
        (sending(&active, never).await, Settled::Doubtful, 6),
    ];
    active.hands_over().await;

    for ((id, attempt), settled, state) in rows {
        // Of another attempt, and of another row.
        let other = OutboxId::new(id.get() + 100);
        for (id, attempt) in [(id, Uuid::new_v4()), (other, attempt)] {
            active.intake.learned(Fact { id, attempt, message: Some(MESSAGE) }).await.unwrap();
        }
        let outcome = active.does(async |tx| tx.outbox().settle_doubt(id, attempt).await).await;
        let once_more = active.does(async |tx| tx.outbox().settle_doubt(id, attempt).await).await;

        assert_eq!((outcome, active.state(id).await), (settled, state));
        assert_eq!(once_more, Settled::NotThere, "once only");
    }
    assert_eq!(active.number("select count(message_id) from outbox").await, 0);
}

#[tokio::test]
async fn a_doubt_about_another_attempt_settles_nothing() {
    let mut active = Active::on_a_new_database().await;
    let (id, attempt) = in_doubt(&mut active).await;

    let wrong = active.does(async |tx| tx.outbox().settle_doubt(id, Uuid::new_v4()).await).await;
    let nowhere = OutboxId::new(id.get() + 1);
    let nobody = active.does(async |tx| tx.outbox().settle_doubt(nowhere, attempt).await).await;

    assert_eq!((wrong, nobody), (Settled::NotThere, Settled::NotThere));
    assert_eq!(active.state(id).await, 1);
}

#[tokio::test]
async fn a_row_that_is_said_again_after_a_doubt_is_claimed_and_ended_like_any_other() {
    let mut active = Active::on_a_new_database().await;
    let (id, first) = in_doubt(&mut active).await;
    active.does(async |tx| tx.outbox().settle_doubt(id, first).await).await;

    let second = active.claims(id).await;
    active.ends(id, first, Ending::Dead("by the old attempt".to_owned())).await;
    let standpoint = active.outgoing(ANNA).await[0].standpoint;
    active.ends(id, second, Ending::Sent(Some(MESSAGE))).await;

    let epoch = active.term.epoch();
    assert_eq!(standpoint, Standpoint::Sending { epoch, attempt: second });
    assert_eq!(active.state(id).await, 2);
}

#[tokio::test]
async fn a_claim_that_its_own_term_did_not_notice_is_taken_back_without_counting() {
    let active = Active::on_a_new_database().await;
    let id = active.says(ANNA, "x").await;
    let attempt = active.claims(id).await;

    active.does(async |tx| tx.outbox().unclaim(id, Uuid::new_v4()).await).await;
    let wrong_attempt = active.state(id).await;
    active.does(async |tx| tx.outbox().unclaim(id, attempt).await).await;

    let row = active.outgoing(ANNA).await.remove(0);
    assert_eq!(wrong_attempt, 1);
    assert_eq!((row.standpoint, row.attempts), (Standpoint::Ready, 0));
}

#[tokio::test]
async fn a_claim_of_an_earlier_term_is_not_taken_back() {
    let mut active = Active::on_a_new_database().await;
    let (id, attempt) = in_doubt(&mut active).await;

    active.does(async |tx| tx.outbox().unclaim(id, attempt).await).await;

    assert_eq!(active.state(id).await, 1);
}
