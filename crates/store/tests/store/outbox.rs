//! What is to be said: in order for each chat, until it is forgotten.

mod claims;
mod doubt;
mod lines;

use std::time::Duration;

use domain::{ChatId, MessageId, OutboxId};
use store::outbox::Line;
use store::{
    Batch, Ending, Fact, OnDoubt, Outgoing, Priority, Saying, Standpoint, StoreError, Target,
};
use testbed::SOON;
use tokio::time::timeout;
use uuid::Uuid;

use crate::bench::{Active, end, waiting};

const ANNA: ChatId = ChatId::new(7_000_000_001);
const BORIS: ChatId = ChatId::new(7_000_000_002);
const GROUP: ChatId = ChatId::new(-100_200_300);

/// An answer.
fn saying(chat: ChatId, body: &str) -> Saying {
    let (priority, on_doubt, body) = (Priority::Answer, OnDoubt::Again, body.as_bytes().to_vec());
    let (line, edits, generation) = (Line::Answers, None, None);
    Saying { chat, line, priority, on_doubt, edits, revision: 0, generation, body }
}

impl Active {
    async fn says(&self, chat: ChatId, body: &str) -> OutboxId {
        self.does(async |tx| tx.outbox().say(&saying(chat, body)).await).await
    }

    /// Claims a row in a new attempt.
    async fn claims(&self, id: OutboxId) -> Uuid {
        let attempt = Uuid::new_v4();
        assert_eq!(
            self.does(async |tx| tx.outbox().claim_outgoing(&[(id, attempt)]).await).await,
            [id]
        );
        attempt
    }

    async fn ends(&self, id: OutboxId, attempt: Uuid, ending: Ending) {
        self.does(async |tx| tx.outbox().end_outgoing(&[(id, attempt, ending)]).await).await;
    }

    /// What is still to be said in a chat, of answers.
    async fn outgoing(&self, chat: ChatId) -> Vec<Outgoing> {
        self.outgoing_in(chat, Line::Answers).await
    }

    /// What is still to be said in a line of a chat.
    async fn outgoing_in(&self, chat: ChatId, line: Line) -> Vec<Outgoing> {
        self.store.outgoing(&[(chat, line)], 100).await.unwrap()
    }

    /// The state of a row, by its number in the schema.
    async fn state(&self, id: OutboxId) -> i64 {
        self.number(&format!("select state::bigint from outbox where id = {id}")).await
    }
}

fn bodies(rows: &[Outgoing]) -> Vec<&str> {
    rows.iter().map(|row| std::str::from_utf8(&row.body).unwrap()).collect()
}

#[tokio::test]
async fn a_saying_is_read_as_it_was_written() {
    let active = Active::on_a_new_database().await;
    let first = active.says(ANNA, "first").await;
    let edit = Saying {
        priority: Priority::Progress,
        on_doubt: OnDoubt::Never,
        edits: Some(first),
        revision: 3,
        body: b"\0\xff".to_vec(),
        ..saying(ANNA, "")
    };

    let second = active.does(async |tx| tx.outbox().say(&edit).await).await;

    let rows = active.outgoing(ANNA).await;
    let expected = Outgoing {
        id: second,
        chat: ANNA,
        line: Line::Answers,
        priority: Priority::Progress,
        on_doubt: OnDoubt::Never,
        standpoint: Standpoint::Ready,
        target: Some(Target { id: first, message: None, is_open: true }),
        revision: 3,
        is_outdated: false,
        attempts: 0,
        wait_ms: 0,
        generation: None,
        body: b"\0\xff".to_vec(),
    };
    assert_eq!(rows[1], expected);
    assert_eq!((rows[0].id, rows[0].target, rows[0].on_doubt), (first, None, OnDoubt::Again));
}

#[tokio::test]
async fn several_sayings_at_once_are_the_same_as_one_after_the_other() {
    let active = Active::on_a_new_database().await;
    let first = active.says(ANNA, "first").await;
    let edit = Saying {
        priority: Priority::Progress,
        on_doubt: OnDoubt::Never,
        edits: Some(first),
        revision: 3,
        ..saying(ANNA, "edit")
    };
    let sayings = [saying(ANNA, "second"), saying(BORIS, "other"), edit, saying(ANNA, "last")];

    active.does(async |tx| tx.outbox().say_all(&sayings).await).await;
    active.does(async |tx| tx.outbox().say_all(&[]).await).await;
    let together = active.outgoing(ANNA).await;
    for saying in &sayings {
        active.does(async |tx| tx.outbox().say(saying).await).await;
    }

    let all = active.outgoing(ANNA).await;
    let unnumbered = |row: &Outgoing| Outgoing { id: first, ..row.clone() };
    let (one, other): (Vec<_>, Vec<_>) =
        (all[1..4].iter().map(unnumbered).collect(), all[4..].iter().map(unnumbered).collect());
    assert_eq!(one, other);
    assert_eq!(bodies(&together), ["first", "second", "edit", "last"]);
    assert_eq!(bodies(&active.outgoing(BORIS).await), ["other", "other"]);
}

#[tokio::test]
async fn each_chat_has_its_own_order() {
    let active = Active::on_a_new_database().await;
    for (chat, body) in [(BORIS, "b1"), (ANNA, "a1"), (BORIS, "b2"), (GROUP, "g1"), (ANNA, "a2")] {
        active.says(chat, body).await;
    }
    active.says(ANNA, "a3").await;

    let rows =
        active.store.outgoing(&[(BORIS, Line::Answers), (ANNA, Line::Answers)], 2).await.unwrap();

    assert_eq!(bodies(&rows), ["a1", "a2", "b1", "b2"]);
    assert_eq!(active.store.outgoing(&[], 2).await.unwrap(), []);
}

#[tokio::test]
async fn what_is_said_in_a_transaction_that_is_rolled_back_is_never_said() {
    let active = Active::on_a_new_database().await;
    let mut transaction = active.begin().await;
    transaction.outbox().say(&saying(ANNA, "no")).await.unwrap();

    transaction.rollback().await;

    assert_eq!(active.outgoing(ANNA).await, []);
}

#[tokio::test]
async fn the_chats_that_wait_are_walked_in_order() {
    let active = Active::on_a_new_database().await;
    for chat in [BORIS, ANNA, BORIS, GROUP, ANNA] {
        active.says(chat, "x").await;
    }
    let waiting = async |after, most| active.store.chats_waiting(after, most).await.unwrap();
    let start = ChatId::new(i64::MIN);

    assert_eq!(waiting(start, 100).await, [GROUP, ANNA, BORIS]);
    assert_eq!(waiting(start, 2).await, [GROUP, ANNA]);
    assert_eq!(waiting(ANNA, 100).await, [BORIS]);
    assert_eq!(waiting(BORIS, 100).await, []);
    for row in active.outgoing(ANNA).await {
        let attempt = active.claims(row.id).await;
        assert_eq!(waiting(GROUP, 1).await, [ANNA], "also while it is being sent");
        active.ends(row.id, attempt, Ending::Sent(None)).await;
    }
    assert_eq!(waiting(start, 100).await, [GROUP, BORIS]);
    assert_eq!(waiting(GROUP, 100).await, [BORIS]);
}

#[tokio::test]
async fn an_edit_sees_the_message_of_its_target_once_that_was_sent() {
    let active = Active::on_a_new_database().await;
    let first = active.says(ANNA, "first").await;
    let edit = Saying { edits: Some(first), ..saying(ANNA, "edit") };
    active.does(async |tx| tx.outbox().say(&edit).await).await;
    let attempt = active.claims(first).await;

    let before = active.outgoing(ANNA).await[1].target;
    active.ends(first, attempt, Ending::Sent(Some(MessageId::new(99)))).await;
    let after = active.outgoing(ANNA).await[0].target;

    assert_eq!(before, Some(Target { id: first, message: None, is_open: true }));
    let message = Some(MessageId::new(99));
    assert_eq!(after, Some(Target { id: first, message, is_open: false }));
}

#[tokio::test]
async fn what_ended_long_ago_is_forgotten_with_its_facts() {
    let active = Active::on_a_new_database().await;
    let (old, open) = (active.says(ANNA, "old").await, active.says(ANNA, "open").await);
    let (attempt, going_on) = (active.claims(old).await, active.claims(open).await);
    active.ends(old, attempt, Ending::Sent(None)).await;
    for (id, attempt) in [(old, attempt), (open, going_on)] {
        active.intake.learned(Fact { id, attempt, message: None }).await.unwrap();
    }
    let edit = Saying { edits: Some(old), ..saying(ANNA, "edit") };
    let edit = active.does(async |tx| tx.outbox().say(&edit).await).await;
    active.later("8 days").await;
    let young = active.says(ANNA, "young").await;
    let attempt = active.claims(young).await;
    active.ends(young, attempt, Ending::Dead("no".to_owned())).await;

    let week = Duration::from_secs(7 * 24 * 3_600);
    let batch = Batch { age: week, after: 0, rows: 100 };
    let gone = active.does(async |tx| tx.outbox().forget_outgoing(batch).await).await;
    let again = active.does(async |tx| tx.outbox().forget_outgoing(batch).await).await;
    let facts = active.does(async |tx| tx.outbox().forget_facts(week).await).await;

    assert_eq!((gone.rows, again.rows, facts), (1, 0, 2));
    assert_eq!((active.state(open).await, active.state(young).await), (1, 3));
    assert_eq!(active.state(edit).await, 0, "an edit outlives its target");
}

#[tokio::test]
async fn forgetting_goes_on_where_the_last_batch_ended() {
    let active = Active::on_a_new_database().await;
    for body in ["1", "2", "3", "4"] {
        let id = active.says(ANNA, body).await;
        if body != "1" {
            let attempt = active.claims(id).await;
            active.ends(id, attempt, Ending::Sent(None)).await;
        }
    }
    active.later("2 days").await;
    let forget = async |after, rows| {
        let batch = Batch { age: Duration::from_secs(24 * 3_600), after, rows };
        active.does(async |tx| tx.outbox().forget_outgoing(batch).await).await
    };
    let still_open = forget(0, 1).await;
    let some = forget(still_open.last.unwrap(), 1).await;
    let the_rest = forget(some.last.unwrap(), 100).await;

    assert_eq!((still_open.rows, some.rows, the_rest.rows), (0, 1, 2));
}

#[tokio::test]
async fn nothing_is_said_in_a_term_that_is_over_and_its_end_waits_for_what_was_begun() {
    let active = Active::on_a_new_database().await;
    let mut begun = active.begin().await;
    begun.outbox().say(&saying(ANNA, "in time")).await.unwrap();
    let sealer = active.database.connect().await.unwrap();
    let pid = sealer.query_one("select pg_backend_pid()", &[]).await.unwrap().get::<_, i32>(0);
    sealer.batch_execute("set application_name = 'sealer'").await.unwrap();

    let commit = async {
        assert_eq!(waiting(&active.witness, "sealer").await.0, pid);
        begun.commit().await.unwrap();
    };
    timeout(SOON, async { tokio::join!(end(&active.term, &sealer), commit) }).await.unwrap();

    let refused = active.store.begin(&active.term).await;
    assert!(matches!(refused, Err(StoreError::TermOver)), "{refused:?}");
    assert_eq!(bodies(&active.outgoing(ANNA).await), ["in time"]);
}

#[tokio::test]
async fn an_edit_of_a_row_that_has_left_is_written_and_edits_none() {
    let active = Active::on_a_new_database().await;
    let gone = OutboxId::new(4_711);
    let edit = || Saying { edits: Some(gone), ..saying(ANNA, "edit") };

    active.does(async |tx| tx.outbox().say(&edit()).await).await;
    active.does(async |tx| tx.outbox().say_all(&[edit(), saying(ANNA, "more")]).await).await;

    let rows = active.outgoing(ANNA).await;
    assert_eq!(bodies(&rows), ["edit", "edit", "more"]);
    assert!(rows.iter().all(|row| row.target.is_none()), "{rows:?}");
}
