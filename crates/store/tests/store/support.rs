//! Questions to operators: one open request, found by any of its copies, for as long as it is kept.

use std::time::Duration;

use domain::{ChatId, MessageId, OutboxId, PersonId, SupportTopic};
use store::outbox::Line;
use store::support::{SupportMessage, SupportRequest, SupportStanding};
use store::{Batch, Ending, OnDoubt, Priority, Saying};
use uuid::Uuid;

use crate::bench::Active;

const ANNA: PersonId = PersonId::new(7_000_000_001);
const BORIS: PersonId = PersonId::new(7_000_000_002);
const ADMIN: PersonId = PersonId::new(1);
const GROUP: ChatId = ChatId::new(-100_200_300);

const WORDS: SupportMessage<'_> = SupportMessage { words: "paid twice", file: None };

impl Active {
    async fn is_asked_by(&self, person: PersonId) -> i64 {
        self.does(async |tx| {
            tx.people().conversation(person, None).await?;
            tx.people().ask_support(person, SupportTopic::Payment, "Anna", WORDS).await
        })
        .await
    }

    async fn waits(&self, person: PersonId) -> u32 {
        self.does(async |tx| tx.people().unanswered(person).await).await
    }

    async fn answers(&self, request: i64) {
        self.does(async |tx| tx.people().answer_support(request, ADMIN, WORDS).await).await;
    }

    /// Tells the group of a request, by a message of this number.
    async fn tells_group(&self, request: i64, message: i64) -> OutboxId {
        let saying = Saying {
            chat: GROUP,
            line: Line::Answers,
            priority: Priority::Result,
            on_doubt: OnDoubt::Again,
            edits: None,
            revision: 0,
            generation: None,
            body: Vec::new(),
        };
        self.does(async |tx| {
            let row = tx.outbox().say(&saying).await?;
            tx.people().keep_support_copy(request, GROUP, row, false).await?;
            let attempt = Uuid::new_v4();
            tx.outbox().claim_outgoing(&[(row, attempt)]).await?;
            let sent = Ending::Sent(Some(MessageId::new(message)));
            tx.outbox().end_outgoing(&[(row, attempt, sent)]).await?;
            Ok(row)
        })
        .await
    }

    async fn found_by(&self, chat: ChatId, message: i64) -> Option<SupportRequest> {
        let message = MessageId::new(message);
        self.does(async |tx| tx.people().request_of_copy(chat, message).await).await
    }
}

#[tokio::test]
async fn what_a_person_adds_goes_on_until_it_is_closed() {
    let active = Active::on_a_new_database().await;
    let first = active.is_asked_by(ANNA).await;

    assert_eq!(active.is_asked_by(ANNA).await, first);
    assert_ne!(active.is_asked_by(BORIS).await, first);
    assert_eq!((active.waits(ANNA).await, active.waits(BORIS).await), (2, 1));
    active.answers(first).await;
    assert_eq!((active.waits(ANNA).await, active.waits(BORIS).await), (0, 1));
    active.answers(first).await;
    let second = active.is_asked_by(ANNA).await;
    assert_eq!((second, active.waits(ANNA).await), (first, 1), "it goes on, and waits again");
    let close =
        async || active.does(async |tx| tx.people().close_support(first, ADMIN).await).await;
    assert_eq!((close().await, close().await), (true, false));
    let request = active.does(async |tx| tx.people().support_request(first).await).await.unwrap();
    assert_eq!((request.person, request.standing), (Some(ANNA), SupportStanding::Closed));
    assert_eq!(active.waits(ANNA).await, 0, "nobody waits for what is closed");
    let third = active.is_asked_by(ANNA).await;
    assert_ne!(third, first, "what comes later is another request");
    assert_eq!(active.does(async |tx| tx.people().support_request(4_711).await).await, None);
}

#[tokio::test]
async fn a_request_is_found_by_each_of_its_messages_even_after_the_outbox_forgot_them() {
    let active = Active::on_a_new_database().await;
    let (anna, boris) = (active.is_asked_by(ANNA).await, active.is_asked_by(BORIS).await);
    active.tells_group(anna, 10).await;
    active.tells_group(anna, 11).await;
    active.tells_group(boris, 12).await;
    let found = async || {
        let mut found = Vec::new();
        for message in [10, 11, 12, 13] {
            found.push(active.found_by(GROUP, message).await.map(|request| request.id));
        }
        found
    };
    let all = [Some(anna), Some(anna), Some(boris), None];
    assert_eq!(found().await, all);
    assert_eq!(active.found_by(ChatId::new(1), 10).await, None, "another chat has its own numbers");

    assert_eq!(active.does(async |tx| tx.upkeep().learn_support_copies().await).await, 3);
    assert_eq!(active.does(async |tx| tx.upkeep().learn_support_copies().await).await, 0);
    active.later("8 days").await;
    let week = Batch { age: Duration::from_secs(7 * 24 * 3600), after: 0, rows: 100 };
    active.does(async |tx| tx.outbox().forget_outgoing(week).await).await;
    assert_eq!(active.number("select count(*) from outbox").await, 0);
    assert_eq!(found().await, all);
}

#[tokio::test]
async fn only_what_was_answered_long_ago_is_forgotten() {
    let active = Active::on_a_new_database().await;
    let (anna, boris) = (active.is_asked_by(ANNA).await, active.is_asked_by(BORIS).await);
    active.tells_group(anna, 10).await;
    active.answers(anna).await;
    let forget = async || active.does(async |tx| tx.upkeep().forget_support(100).await).await;

    active.later("399 days").await;
    assert_eq!(forget().await, 0);
    active.later("401 days").await;
    assert_eq!(forget().await, 1);

    assert_eq!(active.number("select count(*) from support_copies").await, 0);
    assert_eq!(
        active.number(&format!("select id from support_requests where id = {boris}")).await,
        boris
    );
    assert_eq!(active.number("select count(*) from support_messages").await, 1);
}

#[tokio::test]
async fn a_message_that_told_of_somebody_who_left_is_still_known_and_of_nobody() {
    let active = Active::on_a_new_database().await;
    let anna = active.is_asked_by(ANNA).await;
    active.tells_group(anna, 10).await;
    let chat = ChatId::new(ANNA.get());
    let letter = active.tells_group(anna, 11).await;
    let theirs = format!(
        "update support_copies set chat_id = {}, is_letter = true where outbox_id = {letter}",
        chat.get()
    );
    active.witness.batch_execute(&theirs).await.unwrap();
    assert!(active.found_by(chat, 11).await.unwrap().is_letter);

    active.witness.batch_execute("delete from support_requests").await.unwrap();

    let found = active.found_by(GROUP, 10).await.unwrap();
    assert_eq!((found.id, found.person), (anna, None));
    assert_eq!(active.found_by(chat, 11).await, None, "what they were told left with them");
}
