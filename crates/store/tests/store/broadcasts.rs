//! Broadcasts: whom they are for, that everybody has one row, and what is counted of those.

use domain::broadcast::{BroadcastState, Segment};
use domain::{BroadcastId, Language, MessageId, PersonId};
use store::Ending;
use store::outbox::broadcasts::Broadcast;
use uuid::Uuid;

use crate::bench::Active;

const NEWS: BroadcastId = BroadcastId::new(7);
const ADMIN: PersonId = PersonId::new(1);
const ZONE: &str = "Europe/Moscow";

impl Active {
    async fn runs(&self, sql: &str) {
        self.witness.batch_execute(sql).await.unwrap();
    }

    /// Makes a broadcast that goes out.
    async fn broadcasts(&self, segment: Segment) {
        self.does(async |tx| {
            tx.broadcasts().begin(NEWS, ADMIN).await?;
            tx.broadcasts().say(NEWS, "news", "", None).await?;
            tx.broadcasts().to(NEWS, &segment).await?;
            tx.broadcasts().turn(NEWS, BroadcastState::On).await
        })
        .await;
    }

    /// Writes the next people down; who they are.
    async fn goes_on(&self, most: i64) -> Vec<i64> {
        self.does(async |tx| {
            let Some(spreading) = tx.broadcasts().spreading(NEWS).await? else {
                return Ok(Vec::new());
            };
            let next = tx.broadcasts().next_people(NEWS, &spreading.segment, most).await?;
            let bodies = vec![Vec::new(); next.people.len()];
            tx.broadcasts().write_people(NEWS, &next, &bodies).await?;
            Ok(next.people.iter().map(|one| one.person.get()).collect())
        })
        .await
    }

    async fn broadcast_stands(&self) -> Broadcast {
        self.does(async |tx| tx.broadcasts().broadcast(NEWS, ZONE).await).await.unwrap()
    }

    async fn turns(&self, state: BroadcastState) {
        self.does(async |tx| tx.broadcasts().turn(NEWS, state).await).await;
    }

    async fn people_of(&self, text: &str) -> u64 {
        let segment = Segment::read(text).unwrap();
        self.does(async |tx| tx.broadcasts().people_of(&segment).await).await
    }

    /// Ends the rows of these people.
    async fn end_rows(&self, people: &[i64], ending: Ending) {
        for person in people {
            let row = format!("select id from outbox where chat_id = {person}");
            let row = domain::OutboxId::new(self.number(&row).await);
            let attempt = Uuid::new_v4();
            self.does(async |tx| {
                tx.outbox().claim_outgoing(&[(row, attempt)]).await?;
                tx.outbox().end_outgoing(&[(row, attempt, ending.clone())]).await
            })
            .await;
        }
    }
}

#[tokio::test]
async fn a_segment_has_those_who_are_of_it_and_can_and_want_to_be_reached() {
    let active = Active::on_a_new_database().await;
    let people = "insert into conversations (person_id, language, language_tag, start_payload, seen_at) values \
        (1, null, 'ru', 'c_spring', trt_now()), (2, 'ru', 'en', 'c_summer', trt_now() - interval '31 days'), \
        (3, 'en', 'ru', 'ref_spring', trt_now()), (4, null, 'pt-br', null, trt_now() - interval '29 days'), \
        (5, null, 'ru', null, trt_now()), (6, null, 'ru', null, trt_now()); \
        update conversations set news_off = true where person_id = 5; \
        update conversations set unreachable_since = trt_now() where person_id = 6; \
        insert into payments (charge_id, person_id, stars, amount, paid_at) values ('a', 1, 1, 1, trt_now());";
    active.runs(people).await;

    for (text, count) in [
        ("all", 4),
        ("paid", 1),
        ("never paid", 3),
        ("quiet 30", 1),
        ("quiet 10", 2),
        ("language ru", 2),
        ("language en", 2),
        ("campaign spring", 1),
        ("campaign autumn", 0),
        ("plan light", 0),
    ] {
        assert_eq!(active.people_of(text).await, count, "{text}");
    }
}

#[tokio::test]
async fn the_database_guesses_a_language_as_we_do() {
    let active = Active::on_a_new_database().await;
    let tags = [
        "ru", "RU-ru", "uk", "be_BY", "kk", "ky", "uz", "tg", "hy", "az", "en", "de", "pt-br", "",
        "r", "russian",
    ];
    for (id, tag) in (1..).zip(tags) {
        active
            .runs(&format!(
                "insert into conversations (person_id, language_tag) values ({id}, '{tag}')"
            ))
            .await;
    }
    active.runs("insert into conversations (person_id) values (1000)").await;

    let guessed = |tag: &&str| Language::guess(Some(tag)) == Language::Russian;
    let russian = tags.iter().filter(|tag| guessed(tag)).count();
    assert_eq!(active.people_of("language ru").await, u64::try_from(russian).unwrap());
    let english = tags.len() + 1 - russian;
    assert_eq!(active.people_of("language en").await, u64::try_from(english).unwrap());
}

#[tokio::test]
async fn everybody_has_one_row_and_each_is_counted_once() {
    let active = Active::on_a_new_database().await;
    let people =
        "insert into conversations (person_id) select id from generate_series(1, 10) as id";
    active.runs(people).await;
    active.broadcasts(Segment::All).await;

    assert_eq!(active.goes_on(4).await, [1, 2, 3, 4]);
    active.runs("insert into conversations (person_id) values (11)").await;
    assert_eq!(active.goes_on(4).await, [5, 6, 7, 8]);
    assert_eq!(active.goes_on(4).await, [9, 10], "who came later is not among them");
    assert!(active.goes_on(4).await.is_empty());
    active.end_rows(&[1, 2, 3], Ending::Sent(Some(MessageId::new(5)))).await;
    active.end_rows(&[4], Ending::Parked).await;
    active.end_rows(&[5], Ending::Dead("no".to_owned())).await;
    active.end_rows(&[6], Ending::Doubtful("who knows".to_owned())).await;
    let fresh = active.broadcast_stands().await.counts;

    assert_eq!(active.does(async |tx| tx.broadcasts().count_ended(NEWS).await).await, 6);
    let counted = active.broadcast_stands().await.counts;
    assert_eq!(fresh, counted, "the same, counted or not");
    assert_eq!((counted.delivered, counted.blocked, counted.failed), (3, 1, 1));
    assert_eq!((counted.doubtful, counted.waiting), (1, 4));
    assert_eq!(active.does(async |tx| tx.broadcasts().count_ended(NEWS).await).await, 0);
    assert_eq!(active.number("select count(*) from outbox").await, 5, "the others have left");
    let dead = "select count(*) from outbox where state in (3, 6) and dropped_at is null";
    assert_eq!(active.number(dead).await, 0, "an operator has nothing to look after");
}

#[tokio::test]
async fn one_that_is_held_says_nothing_and_one_that_is_ended_leaves_nothing() {
    let active = Active::on_a_new_database().await;
    let people = "insert into conversations (person_id) select id from generate_series(1, 5) as id";
    active.runs(people).await;
    active.broadcasts(Segment::All).await;
    active.goes_on(3).await;
    let ready = "select count(*) from outbox where state = 0";

    active.turns(BroadcastState::Paused).await;
    assert_eq!(active.number(ready).await, 0);
    assert_eq!(active.broadcast_stands().await.counts.waiting, 3);
    active.does(async |tx| tx.outbox().unpark(domain::ChatId::new(1)).await).await;
    assert_eq!(active.number(ready).await, 0, "whoever comes back does not begin it");
    active.turns(BroadcastState::On).await;
    assert_eq!(active.number(ready).await, 3);
    assert_eq!(active.broadcast_stands().await.counts.blocked, 0);
    active.turns(BroadcastState::Stopped).await;

    assert_eq!(active.number("select count(*) from outbox").await, 0);
    assert!(active.goes_on(3).await.is_empty());
    active.turns(BroadcastState::On).await;
    assert_eq!(active.broadcast_stands().await.state, BroadcastState::Stopped, "that is the end");
}
