//! Everything TRT keeps in PostgreSQL, and the only room that speaks SQL about it. The map:
//!
//! | module | owns |
//! | --- | --- |
//! | [`options`], `way` | the address of the database, read once for both clients; the primary among its hosts |
//! | [`pool`] | the work pool of the active instance, and how its sessions are handed on |
//! | [`transaction`], `reading`, [`time`] | one transaction; one read alone; what time it is |
//! | [`leader_tx`], [`views`] | transactions of a term, fenced, and what they tell whoever counts; their parts |
//! | [`intake`], [`doorbell`] | what any instance may write: updates, late facts, the bell; hearing that |
//! | [`survey`] | what every instance reads for health, and whether updates can be stored |
//! | [`inbox`] | stored updates, as the active instance takes them |
//! | [`conversations`], [`leaving`] | people, where the conversation with each stands, who invited whom; how they go |
//! | [`outbox`], [`support`] | what is to be said, in order for each chat; what people ask operators |
//! | [`ledger`], [`holds`] | the books: accounts locked in one order, operations written once, sealed; money set apart |
//! | [`payments`], [`reconciliations`] | Stars in and out, plans, bank transfers; the books held against Telegram and KIE |
//! | [`accounts`], [`desk`] | what a person may see of the books; what admins look at and set from their chat |
//! | [`audit_log`], [`audit`] | what people with power did; the books looked at from outside |
//! | [`generations`], [`attempts`] | what people ordered; each call that asks KIE to make it, each look at it |
//! | [`results`] | what came of it; pieces of what cannot be delivered yet; what others may see of it |
//! | [`losses`], [`closures`] | what KIE charged without income; what cannot be ordered now |
//! | [`usage`] | what ordering looks at, how much models are used; what people made before |
//! | [`growth`] | promo codes, campaigns, the channel for free use, days and weeks in numbers |
//! | [`notices`], [`setup`] | the one notice a passive instance may send; what Telegram was told, who it says we are |
//! | [`operators`], [`periodic`] | what operators ask for; what is done again and again, and leaves |
//! | [`migrations`], [`checks`], [`Cause`] | the schema, step by step; what checks of a deployment ask; why not |
//!
//! ```text
//!   DATABASE_URL ──> DatabaseUrl ──┬──> migrations::apply      (one connection, at start)
//!                                  ├──> lock_connector()       (leadership's guard session)
//!                                  ├──> Intake::new            (on every instance)
//!                                  └──> Store::open            (at activation)
//!                                          └── in_term(&Term) ──> LeaderTx, committed
//! ```
//!
//! Every query that writes runs inside a transaction; the compiler checks them against `.sqlx`.

pub mod accounts;
pub mod attempts;
pub mod audit;
pub mod audit_log;
pub mod checks;
pub mod closures;
pub mod conversations;
pub mod desk;
pub mod doorbell;
mod error;
pub mod generations;
pub mod growth;
pub mod holds;
pub mod inbox;
pub mod intake;
pub mod leader_tx;
pub mod leaving;
pub mod ledger;
pub mod losses;
pub mod migrations;
pub mod notices;
pub mod operators;
pub mod options;
pub mod outbox;
pub mod payments;
pub mod periodic;
pub mod pool;
mod reading;
pub mod reconciliations;
pub mod results;
pub mod setup;
pub mod support;
pub mod survey;
pub mod time;
pub mod transaction;
pub mod usage;
pub mod views;
mod way;

pub use accounts::{Balance, Movement};
pub use attempts::{AttemptEnd, Booked, BookedEnd, Look, NewAttempt, Overdue, Waiting};
pub use audit::{Books, Entry, Finding, Invariant, Party, Sales};
pub use audit_log::LoggedAction;
pub use checks::{ReplyState, Server, SilentHolder};
pub use conversations::{Acquaintance, Conversation, LastTap, Reach};
pub use error::{Cause, StoreError};
pub use generations::{
    Generation, GenerationEnd, NewGeneration, Pauses, Place, Progress, Unbrought,
};
pub use holds::{Held, HoldEnd, Repriced, Settlement};
pub use inbox::{Batch, Forgotten, Letter, Pending, Tried, Window};
pub use intake::{Arrival, ArrivalState, Intake, Stored};
pub use leader_tx::{Deed, LeaderTx, PaidFor, Told, TxEnd, VerifyError};
pub use ledger::Posted;
pub use options::{BadCertificates, BadUrl, DatabaseUrl, Protection};
pub use outbox::{Ending, Fact, OnDoubt, Outgoing, Priority, Saying, Settled, Standpoint, Target};
pub use payments::{GivenBack, NewPayment, Refund, Source, Unbooked};
pub use pool::{Occupied, PoolSettings, Store};
pub use reconciliations::{Difference, Found, LastReconciled, Reconciled, StarEntry};
pub use results::keeping::{Undeliverable, Unkept};
pub use results::{ResultFile, samples::StoredSample, sharing::Shareable, sharing::SharedFile};
pub use survey::{Depth, Survey, Takeovers};
pub use usage::history::PastGeneration;
pub use way::Standing;
