//! Books in which something has happened: two people, two terms, and one of everything.
//!
//! ```text
//!   term 1   payments, gifts; generations that were captured and released        seal
//!            a refund that was finished, one that was reversed                   seal
//!   term 2   a transfer; a refund under way, with a debt; a generation alive     seal
//!            the tail, not sealed: what a plant may change without a broken seal
//! ```
//!
//! What no operation of the store does yet (deliveries, tries, free use) is written by the witness.
//! It is lived once for a whole test run, and every test gets a copy, in a term of its own.

use std::time::Duration;

use domain::ledger::{Actor, Grant, Posting, rules};
use domain::{ChatId, Credits, GenerationId, InboxId, Money, OutboxId, PersonId, Stars};
use sha2::{Digest, Sha256};
use store::{
    GenerationEnd, Held, HoldEnd, NewGeneration, NewPayment, OnDoubt, Posted, Priority, Refund,
    Saying, Settlement, migrations,
};
use testbed::database::Cluster;
use testbed::{SOON, wait};
use uuid::Uuid;

use crate::bench::{Active, empty};
use crate::intake::arrival;

pub(super) const ANNA: PersonId = PersonId::new(7);
pub(super) const BORIS: PersonId = PersonId::new(8);

const LONG: Duration = Duration::from_secs(3_600);

/// Transfers that no seal covers.
const UNSEALED: &str = "select count(*) from transfers where not exists ( \
    select from seals where tx >= from_tx and tx < upto_tx \
        and transfers.id between from_id and upto_id)";

/// Anna's, delivered and captured, in the first seal.
pub(super) const DELIVERED: GenerationId = GenerationId::new(1);
/// Boris's, captured, its message ready to be sent.
pub(super) const SUCCEEDED: GenerationId = GenerationId::new(3);
/// Anna's, with an open hold.
pub(super) const ALIVE: GenerationId = GenerationId::new(4);
/// Anna's, delivered and captured, not sealed.
pub(super) const LATE: GenerationId = GenerationId::new(5);

/// Books in which something has happened.
pub(super) struct LivedIn {
    pub(super) active: Active,
}

impl LivedIn {
    /// A copy, with an active instance of its own.
    pub(super) async fn begin() -> Self {
        let mut hash = Sha256::new_with_prefix(include_str!("lived_in.rs"));
        for migration in migrations::embedded() {
            hash.update(&migration.checksum);
        }
        let digits: String = hash.finalize().iter().take(8).map(|b| format!("{b:02x}")).collect();
        let name = format!("lived-in-{digits}");
        let cluster = Cluster::shared().await.unwrap();
        let template = cluster.template::<testbed::Error>(&name, async |_| {
            Self::live(&name).await;
            Ok(())
        });
        let database = template.await.unwrap().database().await.unwrap();
        Self { active: Active::on(database).await }
    }

    /// Lives it, and leaves what came of it in the database of this name.
    async fn live(name: &str) {
        let mut it = Self { active: Active::on_a_new_database().await };
        it.first_term().await;
        it.active.hands_over().await;
        it.second_term().await;
        it.tail().await;
        let Active { store, intake, witness, elector, database, .. } = it.active;
        elector.stop();
        elector.stopped().await;
        tokio::join!(store.close(), intake.close());
        drop(witness);
        let desk = empty().await;
        let desk = desk.connect().await.unwrap();
        desk.batch_execute(&format!("drop database \"{name}\"")).await.unwrap();
        let copy = format!("create database \"{name}\" template {}", database.name());
        desk.batch_execute(&copy).await.unwrap();
    }

    async fn first_term(&self) {
        for (person, charge, stars, amount) in
            [(ANNA, "charge-a", 100, 12_000), (BORIS, "charge-b", 50, 6_000)]
        {
            self.active.does(async |tx| tx.people().conversation(person, None).await).await;
            self.is_paid(person, charge, stars, amount).await;
            self.gives(person, &format!("start-{person}"), 300).await;
        }
        // Thought better of; the number of its transfer is lost by it.
        let mut transaction = self.active.begin().await;
        let purse = transaction.books().purse(ANNA).await.unwrap();
        let gift = rules::grant(&purse, Grant::Plan, "never", Money::new(1)).unwrap();
        assert_eq!(transaction.books().post(&gift).await.unwrap(), Posted::Done);
        transaction.rollback().await;
        assert_eq!(self.orders(ANNA, "z-image", 500).await, DELIVERED);
        self.succeeds(ANNA, DELIVERED).await;
        self.arrives(DELIVERED).await;
        let failed = self.orders(ANNA, "z-image", 400).await;
        self.fails(ANNA, failed).await;
        self.seals().await;
        assert_eq!(self.orders(BORIS, "veo", 700).await, SUCCEEDED);
        self.succeeds(BORIS, SUCCEEDED).await;
        self.is_paid(BORIS, "charge-c", 20, 2_500).await;
        self.refunds("charge-c").await;
        let done = self.active.does(async |tx| tx.books().finish_refund("charge-c").await).await;
        assert!(matches!(done, Refund::Done(_)));
        self.is_paid(ANNA, "charge-d", 10, 1_200).await;
        self.refunds("charge-d").await;
        let back = self.active.does(async |tx| tx.books().reverse_refund("charge-d").await).await;
        assert!(matches!(back, Refund::Done(_)));
        self.seals().await;
    }

    async fn second_term(&self) {
        self.posts(async |it| {
            let purses = it.books().purses(&[BORIS, ANNA]).await.unwrap();
            rules::transfer(&purses[0], &purses[1], "friends", Money::new(100)).unwrap()
        })
        .await;
        // More than is left of it: the rest is a debt.
        self.refunds("charge-b").await;
        assert_eq!(self.orders(ANNA, "veo", 900).await, ALIVE);
        self.seals().await;
    }

    async fn tail(&self) {
        assert_eq!(self.orders(ANNA, "z-image", 150).await, LATE);
        self.succeeds(ANNA, LATE).await;
        self.arrives(LATE).await;
        self.gives(BORIS, "late", 50).await;
        self.is_paid(ANNA, "charge-e", 5, 600).await;
        let day = "date '2026-02-03'";
        self.active
            .witness
            .batch_execute(&format!(
                "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, \
                    price, cost, free_day, state, deadline_at, result, ended_at, delivered_at) \
                 select 8, 8, 9000 + n, gen_random_uuid(), 'z-image', '{{}}', 0, 800000, {day}, \
                    state, now() + interval '1 hour', \
                    case when state = 'delivered' then '{{}}' end, \
                    case when state <> 'requested' then now() end, \
                    case when state = 'delivered' then now() end \
                 from unnest(array['delivered', 'delivered', 'failed', 'requested']) \
                    with ordinality as free (state, n); \
                 insert into free_use (person_id, day, model, used) \
                 values (8, {day}, 'z-image', 3), (7, {day}, 'z-image', 0); \
                 insert into free_days (day, spent) values ({day}, 2400000)"
            ))
            .await
            .unwrap();
        let updates = [arrival(501, 7), arrival(502, 8)];
        self.active.intake.accept(&updates).await.unwrap();
        let claimed = self.says(ANNA).await;
        let claim = [(claimed, Uuid::new_v4())];
        self.active.does(async |tx| tx.outbox().claim_outgoing(&claim).await).await;
    }

    /// Seals until every transfer is sealed: other databases of the server hold back what can be.
    pub(super) async fn seals(&self) {
        wait::until("every transfer to be sealed", SOON, async || {
            self.active.does(async |tx| tx.books().seal().await).await;
            (self.active.number(UNSEALED).await == 0).then_some(())
        })
        .await
        .unwrap();
    }

    async fn is_paid(&self, person: PersonId, charge: &str, stars: i64, amount: i64) {
        let (stars, amount) = (Stars::whole(stars).unwrap(), Money::new(amount));
        let payment = NewPayment::plain(charge, person, stars, amount);
        assert_eq!(self.active.does(async |tx| tx.books().pay(payment).await).await, Posted::Done);
    }

    pub(super) async fn gives(&self, person: PersonId, cause: &str, amount: i64) {
        self.posts(async |tx| {
            let purse = tx.books().purse(person).await.unwrap();
            rules::grant(&purse, Grant::Plan, cause, Money::new(amount)).unwrap()
        })
        .await;
    }

    async fn posts(&self, posting: impl AsyncFnOnce(&mut store::LeaderTx<'_>) -> Posting) {
        let posted = self.active.does(async |tx| {
            let posting = posting(tx).await;
            tx.books().post(&posting).await
        });
        assert_eq!(posted.await, Posted::Done);
    }

    async fn refunds(&self, charge: &str) {
        let begun =
            self.active.does(async |tx| tx.books().begin_refund(charge, Actor::Bot, "asked").await);
        assert!(matches!(begun.await, Refund::Done(_)));
    }

    /// Orders a generation and holds its price.
    async fn orders(&self, person: PersonId, model: &str, price: i64) -> GenerationId {
        let before = self.active.number("select count(*) from generations").await;
        let (update, price) = (InboxId::new(before + 1), Money::new(price));
        let new = NewGeneration {
            person,
            chat: ChatId::new(person.get()),
            update,
            quote: Uuid::new_v4(),
            model,
            input: "{}",
            price,
            cost: Credits::parse("0.8").unwrap(),
            deadline: LONG,
            patience: LONG,
            variant: "",
            free_in: None,
            has_files: false,
            repeats: None,
        };
        let ordered = self.active.does(async |tx| {
            let generation = tx.generations().request_generation(&new).await?.unwrap();
            Ok((generation, tx.books().hold(person, generation, price, LONG).await?))
        });
        let (generation, held) = ordered.await;
        assert!(matches!(held, Held::Done(_)), "{held:?}");
        generation
    }

    /// A result, paid for, with what KIE charged and a message that is to bring it.
    async fn succeeds(&self, person: PersonId, generation: GenerationId) {
        let attempt = Uuid::new_v4();
        self.tries(attempt, generation, "succeeded", "4000000").await;
        let result = GenerationEnd::Succeeded { result: "{}" };
        self.ends(person, generation, result, Settlement::Capture).await;
        let cost = rules::cost(&attempt.to_string(), Credits::parse("4").unwrap()).unwrap();
        self.posts(async |_| cost).await;
        let message = self.says(person).await;
        let bring = format!("update outbox set generation_id = {generation} where id = {message}");
        self.active.witness.batch_execute(&bring).await.unwrap();
    }

    async fn fails(&self, person: PersonId, generation: GenerationId) {
        self.tries(Uuid::new_v4(), generation, "failed", "null").await;
        self.ends(person, generation, GenerationEnd::Failed("x"), Settlement::Release).await;
    }

    /// Writes a try down that is over.
    async fn tries(&self, attempt: Uuid, generation: GenerationId, state: &str, cost: &str) {
        let text = format!(
            "insert into attempts (id, generation_id, no, token, state, cost, epoch, ended_at, booked_as) \
             values ('{attempt}', {generation}, 1, '', '{state}', {cost}, 1, now(), '{state}')"
        );
        self.active.witness.batch_execute(&text).await.unwrap();
    }

    async fn ends(
        &self,
        person: PersonId,
        generation: GenerationId,
        end: GenerationEnd<'_>,
        settlement: Settlement,
    ) {
        let ended = self.active.does(async |tx| {
            tx.books().purse(person).await?;
            assert!(tx.generations().end_generation(generation, end).await?, "it was alive");
            tx.books().settle(person, generation, settlement).await
        });
        assert!(matches!(ended.await, HoldEnd::Done(_)));
    }

    /// The result has reached its person.
    async fn arrives(&self, generation: GenerationId) {
        let text = format!(
            "update generations set state = 'delivered', delivered_at = now() \
             where id = {generation}; \
             update outbox set state = 2, ended_at = now() where generation_id = {generation}"
        );
        self.active.witness.batch_execute(&text).await.unwrap();
    }

    async fn says(&self, person: PersonId) -> OutboxId {
        let saying = Saying {
            chat: ChatId::new(person.get()),
            line: store::outbox::Line::Answers,
            priority: Priority::Result,
            on_doubt: OnDoubt::Again,
            edits: None,
            revision: 0,
            generation: None,
            body: Vec::new(),
        };
        self.active.does(async |tx| tx.outbox().say(&saying).await).await
    }
}
