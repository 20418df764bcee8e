//! What a transaction of a term can do, by the part of the product it is about.
//!
//! ```text
//!   LeaderTx ──┬── books()        ledger, holds, payments, charges, losses, seals, the audit log
//!              ├── generations()  orders, attempts, results, what ordering looks at
//!              ├── closures()     what cannot be ordered now
//!              ├── outbox()       what is to be said
//!              ├── inbox()        updates
//!              ├── people()       conversations
//!              ├── broadcasts()   messages to many people
//!              ├── operators()    what operators ask for
//!              └── upkeep()       what is done again and again, and what others are told of us
//! ```
//!
//! A view borrows the transaction for a statement or two: there is one connection, one fence and one
//! commit, whatever parts of the product a step touches. Money moves in [`BooksTx`] and nowhere else.
//!
//! On failure: as in the transaction, see [`crate::leader_tx`].

use std::marker::PhantomData;

use leadership::Term;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgConnection, Postgres};

use crate::error::StoreError;
use crate::leader_tx::{Deed, LeaderTx};
use crate::transaction::answered;

/// One part of what a transaction can do.
#[derive(Debug)]
pub struct View<'tx, Part> {
    connection: &'tx mut PgConnection,
    term: &'tx Term,
    deeds: &'tx mut Vec<Deed>,
    part: PhantomData<Part>,
}

impl<Part> View<'_, Part> {
    /// The term of the transaction.
    pub(crate) fn term(&self) -> &Term {
        self.term
    }

    /// Where its statements go.
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        self.connection
    }

    /// Notes what the transaction does, to be told once it is committed.
    pub(crate) fn note(&mut self, deed: Deed) {
        self.deeds.push(deed);
    }

    /// Runs a statement of which only matters that it was done.
    pub(crate) async fn run(
        &mut self,
        statement: Query<'_, Postgres, PgArguments>,
    ) -> Result<(), StoreError> {
        answered(statement.execute(self.connection())).await?;
        Ok(())
    }
}

macro_rules! views {
    ($($(#[$doc:meta])* $part:ident, $view:ident, $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub enum $part {}

            $(#[$doc])*
            pub type $view<'tx> = View<'tx, $part>;
        )*

        impl LeaderTx<'_> {
            $(
                $(#[$doc])*
                pub fn $name(&mut self) -> $view<'_> {
                    let (connection, term, deeds) = self.parts();
                    View { connection, term, deeds, part: PhantomData }
                }
            )*
        }
    };
}

views! {
    /// The books: whatever moves money, and what was done by people with power.
    BooksPart, BooksTx, books;
    /// What people ordered, and what becomes of it.
    GenerationsPart, GenerationsTx, generations;
    /// What cannot be ordered now.
    ClosuresPart, ClosuresTx, closures;
    /// What is to be said.
    OutboxPart, OutboxTx, outbox;
    /// Updates.
    InboxPart, InboxTx, inbox;
    /// Conversations.
    PeoplePart, PeopleTx, people;
    /// Messages to many people.
    BroadcastsPart, BroadcastsTx, broadcasts;
    /// What operators ask for.
    OperatorsPart, OperatorsTx, operators;
    /// What is done again and again, and what others are told of us.
    UpkeepPart, UpkeepTx, upkeep;
}
