//! Two lines of one chat: each in its own order, neither in the way of the other.

use domain::{MessageId, OutboxId};
use store::outbox::Line;
use store::{Ending, Saying, Standpoint, Target};

use super::{ANNA, BORIS, bodies, saying};
use crate::bench::Active;

/// Something about a result.
fn result(body: &str) -> Saying {
    Saying { line: Line::Results, ..saying(ANNA, body) }
}

fn edit(target: OutboxId, revision: i32, body: &str) -> Saying {
    Saying { edits: Some(target), revision, ..result(body) }
}

async fn says(active: &Active, saying: &Saying) -> OutboxId {
    active.does(async |tx| tx.outbox().say(saying).await).await
}

#[tokio::test]
async fn each_line_of_a_chat_has_its_own_head_and_order() {
    let active = Active::on_a_new_database().await;
    let rows = [result("r1"), saying(ANNA, "a1"), result("r2"), saying(BORIS, "b1")];
    active.does(async |tx| tx.outbox().say_all(&rows).await).await;
    says(&active, &result("r3")).await;
    active.says(ANNA, "a2").await;

    let both = [(ANNA, Line::Results), (ANNA, Line::Answers), (BORIS, Line::Results)];
    let rows = active.store.outgoing(&both, 2).await.unwrap();

    assert_eq!(bodies(&rows), ["a1", "a2", "r1", "r2"]);
    let lines: Vec<Line> = rows.iter().map(|row| row.line).collect();
    assert_eq!(lines, [Line::Answers, Line::Answers, Line::Results, Line::Results]);
    assert_eq!(bodies(&active.outgoing_in(ANNA, Line::Results).await), ["r1", "r2", "r3"]);
}

#[tokio::test]
async fn a_row_of_a_release_that_knows_no_lines_is_an_answer() {
    let active = Active::on_a_new_database().await;
    let old =
        format!("insert into outbox (chat_id, priority, body) values ({}, 1, 'old')", ANNA.get());
    active.witness.batch_execute(&old).await.unwrap();

    assert_eq!(bodies(&active.outgoing(ANNA).await), ["old"]);
    assert_eq!(active.outgoing_in(ANNA, Line::Results).await, []);
}

#[tokio::test]
async fn a_result_in_doubt_is_the_head_of_its_own_line_only() {
    let mut active = Active::on_a_new_database().await;
    let stuck = says(&active, &result("stuck")).await;
    let attempt = active.claims(stuck).await;
    active.says(ANNA, "answer").await;
    let epoch = active.hands_over().await.epoch();

    let answers = active.outgoing(ANNA).await;
    let results = active.outgoing_in(ANNA, Line::Results).await;

    assert_eq!((bodies(&answers), answers[0].standpoint), (vec!["answer"], Standpoint::Ready));
    assert_eq!(results[0].standpoint, Standpoint::Sending { epoch, attempt });
}

#[tokio::test]
async fn an_edit_tells_whether_its_message_may_still_come() {
    let active = Active::on_a_new_database().await;
    let target = active.says(ANNA, "status").await;
    let edit = says(&active, &edit(target, 1, "edit")).await;
    let edited = async || active.store.edited_by(edit).await.unwrap();
    let is = |message: Option<i64>, is_open| {
        Some(Target { id: target, message: message.map(MessageId::new), is_open })
    };

    assert_eq!(edited().await, is(None, true), "ready");
    let attempt = active.claims(target).await;
    assert_eq!(edited().await, is(None, true), "being sent");
    active.ends(target, attempt, Ending::Sent(Some(MessageId::new(9)))).await;
    assert_eq!(edited().await, is(Some(9), false), "sent");
    assert_eq!(active.outgoing_in(ANNA, Line::Results).await[0].target, is(Some(9), false));
    assert_eq!(active.store.edited_by(target).await.unwrap(), None, "it edits nothing");

    let dead = "update outbox set state = 3, message_id = null where edits is null";
    active.witness.batch_execute(dead).await.unwrap();
    assert_eq!(edited().await, is(None, false), "dead");
}

#[tokio::test]
async fn an_edit_knows_of_a_later_one_wherever_that_stands() {
    let active = Active::on_a_new_database().await;
    let target = active.says(ANNA, "status").await;
    let low = says(&active, &edit(target, 1, "low")).await;
    let outdated = async || {
        let rows = active.outgoing_in(ANNA, Line::Results).await;
        rows.iter().map(|row| row.is_outdated).collect::<Vec<_>>()
    };
    assert_eq!(outdated().await, [false]);

    // The same revision is not later by itself; the order of writing decides then.
    says(&active, &edit(target, 1, "equal")).await;
    assert_eq!(outdated().await, [false, false]);
    // Of a release that knows no lines, and sent already.
    let high = says(&active, &Saying { line: Line::Answers, ..edit(target, 2, "high") }).await;
    assert_eq!(outdated().await, [true, true]);
    let attempt = active.claims(high).await;
    active.ends(high, attempt, Ending::Sent(None)).await;
    assert_eq!(outdated().await, [true, true], "also once it was said");

    let dead = format!("update outbox set state = 3 where id = {high}");
    active.witness.batch_execute(&dead).await.unwrap();
    assert_eq!(outdated().await, [false, false], "what died is in nobody's way");
    assert_eq!(active.state(low).await, 0);
}
