//! What cannot be ordered now: models that fail, variants that KIE overcharges, what the balance cannot
//! pay, or everything.
//!
//! ```text
//!   open ── closed, with a cause ──> closed until then ── its time has come ──> half open
//!     ^                                ^                                          │ one order tries it,
//!     │                                └──── its trial fails: for longer ─────────┤ closed for all others
//!     └────────────────────────────────── its trial works, or an operator ────────┘
//!   closed by an operator ──> until an operator opens it
//! ```
//!
//! A subject is a model's key, a variant (`key condition`), [`EVERYTHING`], or [`DEAR`]: what costs more than
//! a ceiling. A trial that ends otherwise, or is past its deadline, leaves its place to the next order.
//!
//! | part | owns |
//! | --- | --- |
//! | [`closing`] | how a subject is closed and opened |
//! | [`counting`] | failures and overcharges, as long as they count |
//! | [`trials`] | which order may try what is half open |
//! | [`dear`] | the ceiling that the balance sets |
//!
//! The view `closed_now` says in one place what is closed at a moment.

mod closing;
mod counting;
mod dear;
mod trials;

use domain::Credits;
use sqlx::PgConnection;

pub use closing::{Closing, Shut};
pub use counting::{Counted, SubjectState, Trouble, TroubleKind};

use crate::error::StoreError;
use crate::intake::Intake;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::ClosuresTx;

/// The subject that stands for everything.
pub const EVERYTHING: &str = "*";

/// The subject that stands for what costs more than a ceiling.
pub const DEAR: &str = "cost";

/// Who closes by itself.
pub const BOT: &str = "bot";

/// What is closed at this moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClosedNow {
    /// Models, variants, or everything.
    pub subjects: Vec<String>,
    /// What costs more cannot be ordered.
    pub ceiling: Option<Credits>,
    /// An admin has paused everything; what people read meanwhile, if it is not the usual.
    pub paused: Option<String>,
}

/// A subject that is closed or half open, as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// A model, a variant, `*` for everything, `cost` for what costs more than `above`.
    pub subject: String,
    /// Why, the word of a cause.
    pub cause: String,
    /// Since when, as far as that is known.
    pub since: Option<String>,
    /// `bot`, or `operator:<name>`.
    pub by: String,
    /// The operator's own words.
    pub note: String,
    /// Until when; none: until an operator opens it.
    pub until: Option<String>,
    /// Its time has come: it is half open.
    pub is_over: bool,
    /// The order that tries it now.
    pub trial: Option<i64>,
    /// How often in a row it was closed.
    pub pauses: i32,
    /// What costs more is closed, in millionths of a credit.
    pub above: Option<i64>,
    /// The balance that ends that.
    pub wanted: Option<i64>,
}

impl Store {
    /// Whether what is closed now depends on the balance: everything, or what is too dear.
    pub async fn waits_for_balance(&self) -> Result<bool, StoreError> {
        let waits = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from closures
                where subject in ('*', 'cost')
                    and closed_until < 'infinity'
            ) as "waits!"
            "#,
        );
        self.reading(async |read| waits.fetch_one(read).await).await
    }
}

impl ClosuresTx<'_> {
    /// What is closed now.
    pub async fn closed(&mut self) -> Result<ClosedNow, StoreError> {
        let rows = sqlx::query!(r#"select subject as "subject!", above from closed_now"#);
        let rows = answered(rows.fetch_all(self.connection())).await?;
        let ceiling = rows.iter().find_map(|row| row.above).map(Credits::new);
        let subjects = rows.into_iter().filter(|row| row.above.is_none()).map(|row| row.subject);
        let subjects = subjects.collect();
        let paused = sqlx::query_scalar!("select words from pauses where form = 'paused'");
        let paused = answered(paused.fetch_optional(self.connection())).await?;
        Ok(ClosedNow { subjects, ceiling, paused })
    }
}

impl Intake {
    /// What is closed or half open, everything first, so many at most.
    pub async fn closures(&self, most: i64) -> Result<Vec<Closure>, StoreError> {
        let mut read = self.side().read().await?;
        let closures = list(read.connection(), most).await?;
        read.end().await;
        Ok(closures)
    }
}

impl ClosuresTx<'_> {
    /// The same, as [`Intake::closures`] says.
    pub async fn list(&mut self, most: i64) -> Result<Vec<Closure>, StoreError> {
        list(self.connection(), most).await
    }
}

async fn list(connection: &mut PgConnection, most: i64) -> Result<Vec<Closure>, StoreError> {
    let closures = sqlx::query_as!(
        Closure,
        r#"
            select
                closures.subject,
                closures.reason as cause,
                to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
                closed_by as by,
                note,
                case
                    when closed_until < 'infinity'
                    then to_char(closed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                end as until,
                closed_until <= trt_now() as "is_over!",
                closed_now.trial as "trial?",
                pauses,
                closures.above,
                wanted
            from closures
            left join closed_now on closed_now.subject = closures.subject
            where closed_until is not null
            order by closures.subject <> '*', closures.subject
            limit $1
            "#,
        most,
    );
    Ok(answered(closures.fetch_all(connection)).await?)
}
