//! Generations on a real PostgreSQL: begun once, looked at until they end, delivered, and remembered.

mod attempts;
mod bringing;
mod charges;
mod closures;
mod doorbells;
mod free;
mod history;
mod keeping;
mod last_used;
mod lives;
mod locks;
mod looks;
mod losses;
mod popularity;
mod results;
mod samples;
mod sharing;
mod states;
mod suspects;
mod telling;
mod waiting;

use std::time::Duration;

use domain::catalogue::{Output, Route};
use domain::{ChatId, Credits, GenerationId, InboxId, Money, OutboxId, PersonId};
use futures_util::future::join_all;
use store::outbox::Line;
use store::{
    AttemptEnd, GenerationEnd, Invariant, LeaderTx, NewAttempt, NewGeneration, OnDoubt,
    PoolSettings, Priority, Saying, Store, StoreError,
};
use uuid::Uuid;

use crate::bench::{Active, app, replace_now};

const ANNA: PersonId = PersonId::new(7_000_000_001);
const BORIS: PersonId = PersonId::new(7_000_000_002);

/// How long a generation may take in these tests, and what is not to come in a test.
const LONG: Duration = Duration::from_secs(3600);
const NOW: Duration = Duration::ZERO;

const MODEL: &str = "z-image";
const TOKEN: &[u8] = b"only KIE and we know it";

/// An active instance, Anna and Boris.
struct Fixture {
    active: Active,
}

impl Fixture {
    async fn starts() -> Self {
        let active = Active::on_a_new_database().await;
        for person in [ANNA, BORIS] {
            active.does(async |tx| tx.people().conversation(person, None).await).await;
        }
        Self { active }
    }

    async fn does<T>(
        &self,
        deed: impl AsyncFnOnce(&mut LeaderTx<'_>) -> Result<T, StoreError>,
    ) -> T {
        self.active.does(deed).await
    }

    /// So many do it at the same time, each in a transaction of its own, which is committed.
    async fn all_do<T>(
        &self,
        people: u32,
        deed: impl AsyncFn(&mut LeaderTx<'_>, u32) -> Result<T, StoreError>,
    ) -> Vec<T> {
        let settings = PoolSettings { connections: people, acquire: Duration::from_secs(30) };
        let store = Store::open(&app(&self.active.database), settings).await.unwrap();
        let one = async |number| {
            let mut transaction = store.begin(&self.active.term).await.unwrap();
            let outcome = deed(&mut transaction, number).await.unwrap();
            transaction.commit().await.unwrap();
            outcome
        };
        join_all((0..people).map(one)).await
    }

    /// Orders something that costs nothing, outside of all limits.
    async fn orders(&self, person: PersonId) -> GenerationId {
        self.does(async |tx| tx.generations().request_generation(&order(person)).await)
            .await
            .unwrap()
    }

    /// Begins an attempt.
    async fn begins(&self, generation: GenerationId) -> Uuid {
        let attempt = Uuid::new_v4();
        let begun = self
            .does(async |tx| tx.generations().begin_attempt(generation, new_attempt(attempt)).await)
            .await;
        assert!(begun, "it was waiting");
        attempt
    }

    /// KIE takes an attempt; whether that was news.
    async fn takes(&self, attempt: Uuid, task: &str, look: Duration) -> bool {
        self.does(async |tx| tx.generations().attempt_taken(attempt, task, look).await).await
    }

    /// Orders something that KIE takes under this name.
    async fn is_making(&self, task: &str, look: Duration) -> (GenerationId, Uuid) {
        let generation = self.orders(ANNA).await;
        let attempt = self.begins(generation).await;
        assert!(self.takes(attempt, task, look).await, "it was not known");
        (generation, attempt)
    }

    /// Orders something of which nobody knows whether KIE took it.
    async fn doubts(&self) -> (GenerationId, Uuid) {
        let generation = self.orders(ANNA).await;
        let attempt = self.begins(generation).await;
        self.does(async |tx| tx.generations().attempt_unknown(attempt).await).await;
        (generation, attempt)
    }

    /// Ends an attempt; whether that was news.
    async fn ends_attempt(&self, attempt: Uuid, end: AttemptEnd) -> bool {
        self.does(async |tx| tx.generations().end_attempt(attempt, end).await).await
    }

    /// Gives a generation and its attempt up.
    async fn loses(&self, generation: GenerationId, attempt: Uuid, look: Option<Duration>) {
        self.does(async |tx| {
            assert!(tx.generations().end_attempt(attempt, AttemptEnd::Lost(look)).await?);
            assert!(tx.generations().end_generation(generation, GenerationEnd::Lost).await?);
            Ok(())
        })
        .await;
    }

    async fn rings(&self, attempt: Uuid, task: Option<&str>) -> bool {
        self.active.intake.ring_doorbell(attempt, TOKEN, task).await.unwrap()
    }

    /// Writes down a message to Anna, perhaps one that brings a result.
    async fn says(&self, generation: Option<GenerationId>) -> OutboxId {
        self.does(async |tx| tx.outbox().say(&saying(generation)).await).await
    }

    /// The state of an attempt, and of its generation.
    async fn states(&self, attempt: Uuid) -> [String; 2] {
        let query = "select attempts.state, generations.state from attempts \
                     join generations on generations.id = generation_id \
                     where attempts.id::text = $1";
        let row = self.active.witness.query_one(query, &[&attempt.to_string()]).await.unwrap();
        [row.get(0), row.get(1)]
    }

    async fn number(&self, query: &str) -> i64 {
        self.active.number(query).await
    }

    /// It is this time, and stays so.
    async fn clock_shows(&self, time: &str) {
        replace_now(&self.active.witness, &format!("return timestamptz '{time}'")).await;
    }

    /// The invariants of the books that do not hold.
    async fn broken(&self) -> Vec<Invariant> {
        let findings = store::audit::audit(&app(&self.active.database)).await.unwrap();
        let broken = findings.iter().filter(|finding| !finding.is_well());
        broken.map(|finding| finding.invariant).collect()
    }
}

/// An order for something that costs nothing; the quote also makes up the update it came by.
fn order(person: PersonId) -> NewGeneration<'static> {
    let quote = Uuid::new_v4();
    NewGeneration {
        person,
        chat: ChatId::new(person.get()),
        update: InboxId::new(i64::from_be_bytes(quote.as_bytes()[..8].try_into().unwrap())),
        quote,
        model: MODEL,
        input: "{}",
        price: Money::ZERO,
        cost: Credits::parse("0.8").unwrap(),
        deadline: LONG,
        patience: LONG,
        variant: "z-image any",
        free_in: None,
        has_files: false,
        repeats: None,
    }
}

fn new_attempt(id: Uuid) -> NewAttempt<'static> {
    NewAttempt { id, token: TOKEN, route: Route::Market, output: Output::Image }
}

/// A message to Anna, perhaps one that brings a result.
fn saying(generation: Option<GenerationId>) -> Saying {
    Saying {
        chat: ChatId::new(ANNA.get()),
        line: Line::Results,
        priority: Priority::Result,
        on_doubt: OnDoubt::Again,
        edits: None,
        revision: 0,
        generation,
        body: Vec::new(),
    }
}
