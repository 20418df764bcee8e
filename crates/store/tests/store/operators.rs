//! Requests of operators: carried out once, by who has the role, and not after their time.

use std::time::Duration;

use domain::{ChatId, UpdateId};
use store::operators::{Answer, DeadId, Kind, NewRequest, Refusal, Revived};
use store::{Arrival, ArrivalState, StoreError, Window};
use uuid::Uuid;

use crate::bench::Active;

const EVERYTHING: Window<'_> =
    Window { after: i64::MIN, full: &[], lanes: 100, per_lane: 100, rows: 100 };

impl Active {
    async fn is_asked(&self, subject: &str) -> Uuid {
        let (id, patience) = (Uuid::new_v4(), Duration::from_secs(10));
        let (kind, reason, by) = (Kind::DeadRetry, "why", "ann");
        let request = NewRequest { id, kind, subject, details: "", reason, by, patience };
        self.intake.ask(request).await.unwrap();
        id
    }

    async fn sets_one_aside(&self, update: i64, reference: &str) {
        let update_id = UpdateId::new(update);
        let payload = b"{}".as_slice().into();
        let arrival = Arrival { update_id, lane: 7, standing: ArrivalState::Pending, payload };
        self.intake.accept_one(&arrival).await.unwrap();
        let id = self.store.pending(EVERYTHING).await.unwrap()[0].id;
        self.does(async |tx| tx.inbox().count_attempt(id).await).await;
        self.does(async |tx| tx.inbox().set_aside(id, reference, "poison").await).await.unwrap();
    }

    async fn revives(&self, id: &DeadId) -> Result<Revived, Refusal> {
        self.does(async |tx| tx.operators().revive(id, "why").await).await
    }
}

#[tokio::test]
async fn a_request_is_taken_by_the_role_and_its_answer_is_found_by_who_asked() {
    let mut active = Active::on_a_new_database().await;
    let id = active.is_asked("u1").await;
    assert_eq!(active.store.requests_waiting(false, 9).await.unwrap(), [id]);
    assert_eq!(active.intake.answer_to(id).await.unwrap(), Answer::Waiting);

    let deposed = active.hands_over().await;
    let refused = active.store.begin(&deposed).await;
    let asked = active.does(async |tx| {
        let asked = tx.operators().take_request(id).await?;
        tx.operators().answer_request(id, &Answer::Done("it is".to_owned())).await?;
        Ok(asked)
    });
    let asked = asked.await.unwrap();
    let again = active.does(async |tx| tx.operators().take_request(id).await).await;

    assert!(matches!(refused, Err(StoreError::TermOver)), "{refused:?}");
    assert_eq!((asked.kind, asked.subject.as_str()), (Some(Kind::DeadRetry), "u1"));
    assert_eq!((asked.by.as_str(), asked.reason.as_str(), again), ("ann", "why", None));
    let done = Answer::Done("it is".to_owned());
    assert_eq!(active.intake.answer_to(id).await.unwrap(), done);
    assert_eq!(active.intake.withdraw(id).await.unwrap(), done, "too late to take it back");
}

#[tokio::test]
async fn what_was_withdrawn_or_has_expired_is_never_carried_out() {
    let active = Active::on_a_new_database().await;
    let (withdrawn, expired) = (active.is_asked("u1").await, active.is_asked("u2").await);

    let answer = active.intake.withdraw(withdrawn).await.unwrap();
    active.later("11 seconds").await;

    assert_eq!(answer, Answer::Withdrawn);
    assert!(active.store.requests_waiting(false, 9).await.unwrap().is_empty());
    for id in [withdrawn, expired] {
        assert_eq!(active.does(async |tx| tx.operators().take_request(id).await).await, None);
    }
}

#[tokio::test]
async fn a_request_being_carried_out_cannot_be_taken_back_under_its_hands() {
    let active = Active::on_a_new_database().await;
    let id = active.is_asked("u1").await;
    let mut carrying = active.begin().await;
    carrying.operators().take_request(id).await.unwrap().unwrap();

    let taking_back = active.intake.withdraw(id);
    let carried = async {
        crate::bench::waiting(&active.witness, "trt/work").await;
        carrying.operators().answer_request(id, &Answer::Done("done".to_owned())).await.unwrap();
        carrying.commit().await.unwrap();
    };
    let (answer, ()) = tokio::join!(taking_back, carried);

    assert_eq!(answer.unwrap(), Answer::Done("done".to_owned()));
}

#[tokio::test]
async fn a_retried_update_waits_again_untried_whether_its_row_is_there_or_has_left() {
    let active = Active::on_a_new_database().await;
    active.sets_one_aside(70, "AAAA2222").await;
    active.sets_one_aside(71, "BBBB2222").await;
    active.witness.batch_execute("delete from inbox where update_id = 71").await.unwrap();

    let there = active.revives(&DeadId::Update(1)).await;
    let left = active.revives(&DeadId::Reference("BBBB2222".to_owned())).await;
    let twice = active.revives(&DeadId::Update(1)).await;

    let pending = active.store.pending(EVERYTHING).await.unwrap();
    let seen: Vec<_> = pending.iter().map(|row| (row.update_id.get(), row.attempts)).collect();
    assert_eq!(seen, [(70, 0), (71, 0)]);
    assert_eq!(
        (there, left),
        (Ok(Revived::Update(pending[0].id)), Ok(Revived::Update(pending[1].id)))
    );
    assert_eq!(twice, Err(Refusal::Ended("retried".to_owned())));
    let letter = active.does(async |tx| tx.inbox().take_update(pending[0].id).await).await.unwrap();
    assert_eq!(letter.payload, b"{}");
    // Should it fail once more, that is another dead letter with a reference of its own.
    let id = pending[1].id;
    active.does(async |tx| tx.inbox().set_aside(id, "CCCC2222", "again").await).await.unwrap();
    assert_eq!(active.intake.dead_list(9).await.unwrap().total, 1);
}

#[tokio::test]
async fn an_update_whose_number_was_used_again_is_not_put_in_the_place_of_the_other() {
    let active = Active::on_a_new_database().await;
    active.sets_one_aside(70, "AAAA2222").await;
    active.witness.batch_execute("delete from inbox").await.unwrap();
    let other = "insert into inbox (update_id, lane, payload) values (70, 8, 'other')";
    active.witness.batch_execute(other).await.unwrap();

    assert_eq!(active.revives(&DeadId::Update(1)).await, Err(Refusal::NumberTaken));
    assert_eq!(active.revives(&DeadId::Update(2)).await, Err(Refusal::NotThere));
    assert_eq!(active.number("select count(*) from inbox where lane = 8").await, 1);
}

/// Sends in every state, and one that delivers a generation that was paid back.
const SENDS: &str = "
insert into conversations (person_id) values (7);
insert into generations (
    person_id, chat_id, inbox_id, quote_id, model, input, price, cost, state, deadline_at, result,
    ended_at, failure
)
values (7, 7, 1, gen_random_uuid(), 'z', '{}', 0, 0, 'succeeded', now(), '{}', now(), 'undelivered');
insert into outbox (chat_id, priority, state, attempts, ended_at, problem, body, generation_id)
values
    (7, 0, 3, 9, now(), 'refused', 'a', null),
    (7, 0, 6, 1, now(), 'in doubt', 'b', null),
    (7, 0, 2, 1, now(), null, 'c', null),
    (7, 0, 3, 1, now(), 'given up and paid back', 'd', 1);
";

#[tokio::test]
async fn sends_that_died_are_listed_and_sent_again_unless_their_money_is_back() {
    let active = Active::on_a_new_database().await;
    active.witness.batch_execute(SENDS).await.unwrap();

    let list = active.intake.dead_list(2).await.unwrap();
    let ready = Ok(Revived::Send(ChatId::new(7)));
    assert_eq!((list.total, list.shown.len()), (3, 2));
    for id in [1, 2] {
        assert_eq!(active.revives(&DeadId::Send(id)).await, ready);
    }
    let paid_back = Refusal::GenerationOver("undelivered".to_owned());
    assert_eq!(active.revives(&DeadId::Send(4)).await, Err(paid_back));
    assert_eq!(active.revives(&DeadId::Send(3)).await, Err(Refusal::NotThere), "it was sent");

    let drop = async || {
        active.does(async |tx| tx.operators().drop_dead(&DeadId::Send(4), "seen").await).await
    };
    assert_eq!((drop().await, drop().await), (Ok(()), Err(Refusal::Ended("dropped".to_owned()))));
    assert_eq!(active.intake.dead_list(9).await.unwrap().total, 0);
    let kept = active.intake.dead(&DeadId::Send(4)).await.unwrap().unwrap();
    assert_eq!(
        (kept.dead.end.unwrap().reason.as_str(), kept.payload.as_slice()),
        ("seen", &b"d"[..])
    );
    let ready = "select count(*) from outbox where state = 0 and attempts = 0";
    assert_eq!(active.number(ready).await, 2);
}
