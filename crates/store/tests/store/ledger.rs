//! The books on a real PostgreSQL: each operation once, exact under races, whole after a kill.

mod clerk;
mod differences;
mod invoices;
mod model;
mod once;
mod pace;
mod races;
mod refunds;
mod repricing;
mod seals;
mod stars;
mod transfers;

use std::time::Duration;

use domain::ledger::{Actor, Grant, rules};
use domain::{AdminAction, ChatId, Credits, GenerationId, InboxId, Money, PersonId, Stars};
use leadership::Term;
use store::{
    Balance, GenerationEnd, Held, HoldEnd, LeaderTx, LoggedAction, NewGeneration, NewPayment,
    OnDoubt, PoolSettings, Posted, Priority, Saying, Settlement, Store, StoreError,
};
use testbed::database::Database;
use uuid::Uuid;

use crate::bench::{Active, app};

const ANNA: PersonId = PersonId::new(7_000_000_001);
const BORIS: PersonId = PersonId::new(7_000_000_002);
const ADMIN: PersonId = PersonId::new(1);

/// How long a hold and a generation may take in these tests.
const LONG: Duration = Duration::from_secs(3600);

/// Someone who writes into the books, each deed in a transaction of its own.
struct Clerk<'a> {
    store: Store,
    term: &'a Term,
}

impl<'a> Clerk<'a> {
    /// One with so many hands.
    async fn with_hands(database: &Database, term: &'a Term, hands: u32) -> Self {
        let settings = PoolSettings { connections: hands, acquire: Duration::from_secs(30) };
        Self { store: Store::open(&app(database), settings).await.unwrap(), term }
    }

    async fn does<T>(
        &self,
        deed: impl AsyncFnOnce(&mut LeaderTx<'_>) -> Result<T, StoreError>,
    ) -> T {
        let mut transaction = self.store.begin(self.term).await.unwrap();
        let outcome = deed(&mut transaction).await.unwrap();
        transaction.commit().await.unwrap();
        outcome
    }

    async fn meets(&self, people: &[PersonId]) {
        for person in people {
            self.does(async |tx| tx.people().conversation(*person, None).await).await;
        }
    }

    async fn is_paid(&self, person: PersonId, charge: &str, amount: i64) -> Posted {
        let (stars, amount) = (Stars::whole(1).unwrap(), Money::new(amount));
        self.does(async |tx| tx.books().pay(NewPayment::plain(charge, person, stars, amount)).await)
            .await
    }

    async fn gives(&self, person: PersonId, cause: &str, amount: i64) -> Posted {
        self.does(async |tx| {
            let purse = tx.books().purse(person).await?;
            let posting = rules::grant(&purse, Grant::Plan, cause, Money::new(amount)).unwrap();
            tx.books().post(&posting).await
        })
        .await
    }

    /// Corrects a balance; `None` when the rules do not allow it.
    async fn adjusts(&self, person: PersonId, update: i64, amount: i64) -> Option<Posted> {
        self.does(async |tx| {
            let purse = tx.books().purse(person).await?;
            let posting = rules::adjust(&purse, InboxId::new(update), ADMIN, Money::new(amount));
            match posting {
                Ok(posting) => {
                    let posted = tx.books().post(&posting).await?;
                    if posted == Posted::Done {
                        let subject = format!("person:{person}");
                        tx.books()
                            .log_action(LoggedAction {
                                actor: Actor::Admin(ADMIN),
                                action: AdminAction::Adjust,
                                subject: &subject,
                                before: "",
                                after: "",
                                details: "",
                                reason: "in a test",
                            })
                            .await?;
                    }
                    Ok(Some(posted))
                }
                Err(_) => Ok(None),
            }
        })
        .await
    }

    /// Moves money between two people; `None` when the rules do not allow it.
    async fn moves(
        &self,
        from: PersonId,
        to: PersonId,
        cause: &str,
        amount: i64,
    ) -> Option<Posted> {
        self.does(async |tx| {
            let purses = tx.books().purses(&[from, to]).await?;
            match rules::transfer(&purses[0], &purses[1], cause, Money::new(amount)) {
                Ok(posting) => tx.books().post(&posting).await.map(Some),
                Err(_) => Ok(None),
            }
        })
        .await
    }

    /// Orders a generation and holds its price; its id, if the price was there.
    async fn orders(&self, person: PersonId, price: i64) -> Option<GenerationId> {
        let mut transaction = self.store.begin(self.term).await.unwrap();
        let (generation, held) = order(&mut transaction, person, price, Uuid::new_v4()).await;
        let Held::Done(_) = held else {
            transaction.rollback().await;
            return None;
        };
        transaction.commit().await.unwrap();
        generation
    }

    /// Ends a generation and its hold; whether it was alive.
    async fn ends(
        &self,
        person: PersonId,
        generation: GenerationId,
        settlement: Settlement,
    ) -> Option<HoldEnd> {
        self.does(async |tx| end(tx, person, generation, settlement).await).await
    }

    async fn balance(&self, person: PersonId) -> [i64; 4] {
        let Balance { paid, bonus, held, debt } =
            self.does(async |tx| tx.books().balance(person).await).await;
        [paid.get(), bonus.get(), held.get(), debt.get()]
    }
}

/// Orders a generation within a transaction. The quote also makes up the update it came by.
async fn order(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    price: i64,
    quote: Uuid,
) -> (Option<GenerationId>, Held) {
    let price = Money::new(price);
    let update = InboxId::new(i64::from_be_bytes(quote.as_bytes()[..8].try_into().unwrap()));
    let new = NewGeneration {
        person,
        chat: ChatId::new(person.get()),
        update,
        quote,
        model: "z-image",
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
    let Some(generation) = tx.generations().request_generation(&new).await.unwrap() else {
        return (None, Held::Already);
    };
    (Some(generation), tx.books().hold(person, generation, price, LONG).await.unwrap())
}

/// Ends a generation and its hold within a transaction, its result on its way if it succeeded.
async fn end(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    generation: GenerationId,
    settlement: Settlement,
) -> Result<Option<HoldEnd>, StoreError> {
    // The accounts first, as everybody does who is about to settle.
    tx.books().purse(person).await?;
    let how = match settlement {
        Settlement::Capture => GenerationEnd::Succeeded { result: "{}" },
        Settlement::Release => GenerationEnd::Failed("in a test"),
    };
    if !tx.generations().end_generation(generation, how).await? {
        return Ok(None);
    }
    if settlement == Settlement::Capture {
        let result = Saying {
            chat: ChatId::new(person.get()),
            line: store::outbox::Line::Results,
            priority: Priority::Result,
            on_doubt: OnDoubt::Again,
            edits: None,
            revision: 0,
            generation: Some(generation),
            body: Vec::new(),
        };
        tx.outbox().say(&result).await?;
    }
    tx.books().settle(person, generation, settlement).await.map(Some)
}

impl Active {
    /// A clerk with so many hands, and two people with empty purses.
    async fn clerk(&self, hands: u32) -> Clerk<'_> {
        let clerk = Clerk::with_hands(&self.database, &self.term, hands).await;
        clerk.meets(&[ANNA, BORIS]).await;
        clerk
    }

    /// Every invariant holds.
    async fn books_are_in_order(&self) {
        let findings = store::audit::audit(&app(&self.database)).await.unwrap();
        let bad: Vec<_> = findings.iter().filter(|finding| finding.violations > 0).collect();
        assert!(bad.is_empty(), "{bad:#?}");
    }
}
