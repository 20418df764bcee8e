//! Transactions of a term: the fence is their first statement, so none can outlive it.
//!
//! ```text
//!   in_term(&Term, work) ── leader_fence ──┬── work ──┬── Ok ──> commit ──┬──> the work's answer
//!                                          │          │                  └──> Refused | Away
//!                                          │          └── Err ──> rolled back, the work's error
//!                                          └──> TermOver                  (SQLSTATE LE001)
//! ```
//!
//! A [`LeaderTx`] can be made in no other way, and the repositories of the product are its [`crate::views`]:
//! that nothing is written without the fence is a matter of types. As long as it is open the fence
//! holds off the next claim; the server ends it after 3 s of silence.
//!
//! On failure: [`StoreError::TermOver`] is final, the instance is no longer the active one. After
//! [`StoreError::Away`] the work may have been committed, when the answer to the commit never came:
//! the caller does it again in a way that finds it done, or reads back, by an id it chose itself, what
//! became of it. Nothing is tried again in here.

mod told;

use leadership::Term;
use sqlx::PgConnection;

use crate::error::{StoreError, TERM_OVER, code};
use crate::pool::Store;
use crate::transaction::{CommitError, Transaction, answered};

pub use told::{Deed, PaidFor, Told, TxEnd};

/// What a database without our schema says: no such function, table or schema.
const NO_SCHEMA: [&str; 3] = ["42883", "42P01", "3F000"];

/// An open transaction of a term.
#[derive(Debug)]
#[must_use = "a transaction that is dropped is rolled back"]
pub struct LeaderTx<'term> {
    transaction: Transaction,
    term: &'term Term,
    deeds: Vec<Deed>,
    told: fn(Told),
}

/// Why a new term cannot be worked in.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Give the role back and correct the addresses.
    #[error(
        "the work pool does not see the term that the lock connection began: DATABASE_URL and \
         LOCK_DATABASE_URL point at different databases, make them point at the same one"
    )]
    WrongDatabase,
    /// Give the role back: the term ended before its first act.
    #[error("the term is over")]
    TermOver,
    /// Try again, as long as the term lasts.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Does `work` in one transaction of `term`, and commits it.
    pub async fn in_term<T>(
        &self,
        term: &Term,
        work: impl AsyncFnOnce(&mut LeaderTx<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.in_term_or(term, work).await
    }

    /// [`Store::in_term`] for work that can fail in ways of its own.
    pub async fn in_term_or<T, E: From<StoreError>>(
        &self,
        term: &Term,
        work: impl AsyncFnOnce(&mut LeaderTx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tx = self.begin(term).await?;
        match work(&mut tx).await {
            Ok(answer) => {
                tx.commit().await.map_err(StoreError::from)?;
                Ok(answer)
            }
            Err(error) => {
                tx.rollback().await;
                Err(error)
            }
        }
    }

    /// Begins a transaction of `term` that its caller ends: for those that must interleave two.
    ///
    /// # Errors
    /// [`StoreError::TermOver`] when the database says so.
    pub async fn begin<'term>(&self, term: &'term Term) -> Result<LeaderTx<'term>, StoreError> {
        match self.transaction_with(&fence_of(term)).await.map_err(StoreError::from) {
            Ok(transaction) => {
                Ok(LeaderTx { transaction, term, deeds: Vec::new(), told: self.told })
            }
            Err(error) => {
                self.tell(Told::Ended(match error {
                    StoreError::TermOver => TxEnd::Fenced,
                    StoreError::Away(_) => TxEnd::Away,
                    StoreError::Refused(_) | StoreError::Broken(_) => TxEnd::Refused,
                }));
                Err(error)
            }
        }
    }

    /// The first act of an activation: shows that the work pool sees the term the lock began.
    ///
    /// # Errors
    /// [`VerifyError::WrongDatabase`] when this database knows nothing of it.
    pub async fn verify(&self, term: &Term) -> Result<(), VerifyError> {
        let mut transaction = self.transaction().await.map_err(StoreError::from)?;
        let seen = match fence(transaction.connection(), term).await {
            Ok(()) => is_current(transaction.connection(), term).await,
            Err(error) => Err(error),
        };
        transaction.rollback().await;
        match seen {
            Ok(true) => Ok(()),
            Ok(false) => Err(VerifyError::WrongDatabase),
            Err(error) => match code(&error).as_deref() {
                Some(TERM_OVER) => Err(self.why_over(term).await?),
                Some(state) if NO_SCHEMA.contains(&state) => Err(VerifyError::WrongDatabase),
                _ => Err(StoreError::from(error).into()),
            },
        }
    }

    /// Tells a term that ended from one that was never here: where it began, history knows it.
    async fn why_over(&self, term: &Term) -> Result<VerifyError, StoreError> {
        let mut transaction = self.transaction().await?;
        let known = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from leader_history
                where name = $1
                    and epoch = $2
                    and holder = $3
                    and event = 'claimed'
            ) as "known!"
            "#,
            term.name(),
            term.epoch(),
            term.holder(),
        );
        let known = answered(known.fetch_one(transaction.connection())).await?;
        transaction.rollback().await;
        Ok(if known { VerifyError::TermOver } else { VerifyError::WrongDatabase })
    }
}

impl LeaderTx<'_> {
    /// The term it belongs to.
    pub fn term(&self) -> &Term {
        self.term
    }

    /// Notes what it does, to be told once it is committed.
    pub fn note(&mut self, deed: Deed) {
        self.deeds.push(deed);
    }

    /// Commits, and tells what it did.
    pub async fn commit(self) -> Result<(), CommitError> {
        let Self { transaction, deeds, told, .. } = self;
        let outcome = transaction.commit().await;
        told(Told::Ended(match &outcome {
            Ok(()) => TxEnd::Committed,
            Err(CommitError::Refused(_)) => TxEnd::Refused,
            Err(CommitError::Unknown(_)) => TxEnd::Unknown,
        }));
        if outcome.is_ok() {
            deeds.into_iter().for_each(|deed| told(Told::Did(deed)));
        }
        outcome
    }

    /// Gives up what was done in it. Dropping it does the same, and costs the pool a connection.
    pub async fn rollback(self) {
        self.transaction.rollback().await;
    }

    /// The one connection, the term and what was done so far, for a view.
    pub(crate) fn parts(&mut self) -> (&mut PgConnection, &Term, &mut Vec<Deed>) {
        (self.transaction.connection(), self.term, &mut self.deeds)
    }

    /// Where the statements of repositories go.
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        self.transaction.connection()
    }
}

/// The fence as it goes along with `begin`: a round trip less for every transaction there is. The name is
/// spelt in digits, so that nothing in it could be taken for anything else.
fn fence_of(term: &Term) -> String {
    let name: String = term.name().bytes().map(|byte| format!("{byte:02x}")).collect();
    format!(
        "select leader_fence(convert_from(decode('{name}', 'hex'), 'UTF8'), {}, '{}')",
        term.epoch(),
        term.holder(),
    )
}

/// Passes the fence, or gets its refusal.
async fn fence(connection: &mut PgConnection, term: &Term) -> Result<(), sqlx::Error> {
    let (name, epoch, holder) = (term.name(), term.epoch(), term.holder());
    let fence = sqlx::query!("select leader_fence($1, $2, $3)", name, epoch, holder);
    answered(fence.execute(connection)).await?;
    Ok(())
}

/// Whether the newest term here is exactly this one.
async fn is_current(connection: &mut PgConnection, term: &Term) -> Result<bool, sqlx::Error> {
    let newest = sqlx::query!(
        r#"
        select
            epoch,
            holder
        from leader_term
        where name = $1
        "#,
        term.name(),
    );
    let newest = answered(newest.fetch_optional(connection)).await?;
    Ok(newest.is_some_and(|row| (row.epoch, row.holder) == (term.epoch(), Some(term.holder()))))
}
