//! Balances and the people who may correct them, through deploys and crashes.

use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, DeliveryFault, Person};
use simulator::world::{Builder, PATIENCE, World};
use testbed::proxy::Moment;
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::path::program;

/// The one admin of these worlds.
const ADMIN: i64 = 7;

/// A world in which the program has no more rights than it needs: money moves without them.
fn build() -> Builder {
    World::build(program()).patient_lock().with_roles().variable("ADMIN_IDS", &ADMIN.to_string())
}

fn says(words: &str) -> impl Fn(&Bubble) -> bool {
    let words = words.to_owned();
    move |bubble| bubble.is_from_bot() && bubble.text.replace('\u{A0}', " ").contains(&words)
}

/// An English admin and a Russian person, both of whom the bot has met, and the books.
struct Cast {
    admin: Person,
    person: Person,
    books: Client,
}

impl Cast {
    async fn meet(world: &World) -> Self {
        let (admin, person) =
            (world.telegram.person(ADMIN, "Ada", "en"), world.speaker("Anna", "ru"));
        for somebody in [&admin, &person] {
            somebody.says("/menu").await;
            somebody.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
        }
        Self { admin, person, books: connect(&world.database_url()).await.unwrap() }
    }

    /// The admin asks for a correction and sees the question.
    async fn asks(&self, amount: &str) -> Bubble {
        let before = newest(&self.admin);
        let command = format!("/admin adjust {} {amount} a late <gift>", self.person.id());
        self.admin.says(&command).await;
        let is_question =
            |bubble: &Bubble| bubble.message_id > before && bubble.button("Confirm").is_some();
        self.admin.waits_for(is_question, PATIENCE).await
    }

    /// The admin sees that it was done.
    async fn sees_it_done(&self, question: &Bubble) -> Bubble {
        let done =
            |bubble: &Bubble| bubble.message_id == question.message_id && says("Done")(bubble);
        self.admin.waits_for(done, PATIENCE).await
    }

    /// How many corrections there are, what is bought, and how many deeds are logged.
    async fn counts(&self) -> (i64, i64, i64) {
        let query = "select \
            (select count(distinct operation) from transfers where kind = 'adjust'), \
            (select coalesce(sum(balance), 0)::bigint from accounts \
             where person_id = $1 and kind = 'paid'), \
            (select count(*) from audit_log)";
        let row = self.books.query_one(query, &[&self.person.id()]).await.unwrap();
        (row.get(0), row.get(1), row.get(2))
    }

    /// How often the person was told about a correction.
    fn notices(&self, world: &World) -> usize {
        let told = applied_in(&world.telegram.journal(), self.person.id());
        told.iter().filter(|text| text.contains("Поддержка")).count()
    }
}

fn newest(person: &Person) -> i64 {
    person.chat().iter().map(|bubble| bubble.message_id).max().unwrap_or_default()
}

#[tokio::test]
async fn an_admin_corrects_a_balance_and_the_person_is_told_and_sees_it() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;

    let question = cast.asks("1150.50").await;
    let text = question.text.replace('\u{A0}', " ");
    for words in ["+1,150.50 ₽", "Balance now: 0 ₽", "after: 1,150.50 ₽", "a late <gift>"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(cast.counts().await, (0, 0, 0), "a question changes nothing");
    cast.admin.taps("Confirm").await.answered().await;

    cast.sees_it_done(&question).await;
    let notice = cast.person.waits_for(says("Поддержка добавила"), PATIENCE).await;
    let notice = notice.text.replace('\u{A0}', " ");
    assert!(notice.contains("1 150,50 ₽") && notice.contains("a late <gift>"), "{notice}");
    cast.person.says("/balance").await;
    let balance = cast.person.waits_for(says("Доступно: 1 150,50 ₽"), PATIENCE).await;
    let balance = balance.text.replace('\u{A0}', " ");
    assert!(balance.contains("Поправка от поддержки: +1 150,50 ₽"), "{balance}");
    world.ends_well().await;
    assert_eq!(cast.counts().await, (1, 115_050, 1));
    let query = "select actor, action, subject, before, after, details, audit_words.reason \
                 from audit_log join audit_words on audit_id = id";
    let row = cast.books.query_one(query, &[]).await.unwrap();
    let logged: Vec<String> = (0..7).map(|column| row.get(column)).collect();
    let subject = format!("person:{}", cast.person.id());
    let (before, after, details) = ("0.00 RUB", "1150.50 RUB", "amount 1150.50 RUB");
    let expected = ["admin:7", "adjust", &subject, before, after, details, "a late <gift>"];
    assert_eq!(logged, expected);
}

#[tokio::test]
pub(crate) async fn a_double_tap_and_a_redelivered_confirmation_count_once() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let question = cast.asks("10").await;
    let confirm = question.button("Confirm").and_then(|button| button.data.clone()).unwrap();
    let duplicate = world.telegram.faults().deliveries(1, DeliveryFault::Duplicate);
    cast.admin.taps_on(question.message_id, &confirm).await.accepted().await;
    duplicate.fired().await;
    let lost = world.telegram.faults().deliveries(1, DeliveryFault::DropResponse);
    cast.admin.taps_on(question.message_id, &confirm).await.accepted().await;
    lost.fired().await;

    cast.sees_it_done(&question).await;
    world.ends_well().await;
    assert_eq!(cast.counts().await, (1, 1_000, 1));
    assert_eq!(cast.notices(&world), 1);
    let done = cast.admin.chat().into_iter().find(|one| one.message_id == question.message_id);
    assert!(done.unwrap().text.contains("Done"), "the second tap left it alone");
}

#[tokio::test]
async fn more_than_there_is_is_not_taken_and_nobody_is_told() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let question = cast.asks("10").await;
    cast.admin.taps("Confirm").await;
    cast.sees_it_done(&question).await;

    let command = |person: i64| format!("/admin adjust {person} -10.01 taken back");
    cast.admin.says(&command(cast.person.id())).await;
    cast.admin.waits_for(says("has only 10 ₽"), PATIENCE).await;
    cast.admin.says(&command(999_999)).await;
    cast.admin.waits_for(says("never written to the bot"), PATIENCE).await;

    world.ends_well().await;
    assert_eq!(cast.counts().await, (1, 1_000, 1));
    assert_eq!(cast.notices(&world), 1);
    let query = "select count(*) from accounts where person_id = 999999";
    let opened: i64 = cast.books.query_one(query, &[]).await.unwrap().get(0);
    assert_eq!(opened, 0, "nobody opens accounts for a stranger");
}

#[tokio::test]
async fn for_a_stranger_the_command_of_admins_is_unknown() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let mut answers = Vec::new();
    for words in ["/nonsense".to_owned(), format!("/admin adjust {} 10 why", cast.person.id())] {
        let before = newest(&cast.person);
        cast.person.says(&words).await;
        let is_answer = |bubble: &Bubble| bubble.is_from_bot() && bubble.message_id > before;
        let answer = cast.person.waits_for(is_answer, PATIENCE).await;
        answers.push((answer.html, answer.buttons));
    }

    assert_eq!(answers[0], answers[1]);
    world.ends_well().await;
    assert_eq!(cast.counts().await, (0, 0, 0));
}

#[tokio::test]
async fn a_person_who_blocked_the_bot_is_told_when_they_return() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    cast.person.blocks().await.accepted().await;
    let query = "select count(*) from conversations where unreachable_since is not null";
    wait::until("the block to be known", PATIENCE, async || {
        let known: i64 = cast.books.query_one(query, &[]).await.ok()?.get(0);
        (known == 1).then_some(())
    })
    .await
    .unwrap();

    let question = cast.asks("10").await;
    assert!(question.text.contains("waits until they return"), "{}", question.text);
    cast.admin.taps("Confirm").await;
    cast.sees_it_done(&question).await;
    world.ends_well().await;
    assert_eq!(cast.notices(&world), 0, "the door is closed");
    cast.person.unblocks().await.accepted().await;

    cast.person.waits_for(says("Поддержка добавила"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(cast.notices(&world), 1);
}

#[tokio::test]
async fn a_deploy_between_question_and_confirmation_loses_nothing() {
    let mut world = build().instances(1).start().await;
    let cast = Cast::meet(&world).await;
    let question = cast.asks("10").await;

    world.starts_one().await;
    world.stops_active().await;
    cast.admin.taps("Confirm").await.answered().await;

    cast.sees_it_done(&question).await;
    cast.person.waits_for(says("Поддержка добавила"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(cast.counts().await, (1, 1_000, 1));
    assert_eq!(cast.notices(&world), 1);
}

/// Sealing is the first thing an active instance does for the books, and what it does every minute.
#[tokio::test]
async fn what_was_corrected_is_sealed_by_whoever_is_active_next() {
    let mut world = build().instances(1).start().await;
    let cast = Cast::meet(&world).await;
    let question = cast.asks("10").await;
    cast.admin.taps("Confirm").await.answered().await;
    cast.sees_it_done(&question).await;

    world.starts_one().await;
    world.stops_active().await;
    // Seals are made once a minute of the business.
    let later = "create or replace function trt_now() returns timestamptz language sql stable \
                 return now() + interval '1 minute'";
    cast.books.batch_execute(later).await.unwrap();

    // The correction is one of them; what KIE has is booked by whoever looks first.
    let open = "select (select count(*) from transfers) - coalesce(sum(transfers), 0)::bigint, \
                (select count(*) from transfers where kind = 'adjust') from seals";
    let all = wait::until("a seal over every transfer", PATIENCE, async || {
        let row = cast.books.query_one(open, &[]).await.unwrap();
        (row.get::<_, i64>(0) == 0).then(|| row.get::<_, i64>(1))
    });
    assert_eq!(all.await.unwrap(), 1);
    world.ends_well().await;
}

#[tokio::test]
async fn a_kill_before_the_commit_of_a_confirmation_reaches_the_server_corrects_once() {
    let (world, cast) = killed_at(Moment::BeforeRequest).await;

    assert_eq!(cast.counts().await, (1, 1_000, 1));
    assert_eq!(cast.notices(&world), 1);
}

#[tokio::test]
async fn a_kill_after_the_commit_of_a_confirmation_was_decided_corrects_once() {
    let (world, cast) = killed_at(Moment::AfterDecision).await;

    assert_eq!(cast.counts().await, (1, 1_000, 1));
    assert_eq!(cast.notices(&world), 1);
}

/// A world whose active instance was killed while the COMMIT of a confirmation was held.
async fn killed_at(moment: Moment) -> (World, Cast) {
    let world = build().start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    let cast = Cast::meet(&world).await;
    let question = cast.asks("10").await;
    world.routes_to(&[passive]);
    world.ends_well().await;
    let held = world.instance(active).link.hold_commit_of(moment, "insert into audit_log");

    cast.admin.taps("Confirm").await.accepted().await;
    let held = held.reached(PATIENCE).await.unwrap();
    match moment {
        Moment::BeforeRequest => {
            is_in_a_transaction(&cast.books).await;
            assert_eq!(cast.counts().await, (0, 0, 0), "it is in nobody's books yet");
        }
        Moment::AfterDecision => {
            assert_eq!(cast.counts().await, (1, 1_000, 1), "it is in the books");
        }
    }
    world.kills(active).await;
    drop(held);

    cast.sees_it_done(&question).await;
    cast.person.waits_for(says("Поддержка добавила"), PATIENCE).await;
    world.ends_well().await;
    (world, cast)
}

/// Waits until a transaction stands right behind the last statement of handling an update.
pub(crate) async fn is_in_a_transaction(witness: &Client) {
    let query = "select count(*) from pg_stat_activity where datname = current_database() \
                 and state = 'idle in transaction' and query like 'update conversations%'";
    wait::until("the handling in its transaction", PATIENCE, async || {
        let open: i64 = witness.query_one(query, &[]).await.ok()?.get(0);
        (open == 1).then_some(())
    })
    .await
    .unwrap();
}
