//! The question behind each invariant: one file of SQL, checked by the compiler and shown as it runs.
//!
//! ```text
//!   i4.sql ──┬── query_file_as!: checked against the schema, asked ──> what is wrong
//!            └── include_str!: what `trt books audit --explain` shows
//! ```
//!
//! Both come from one line of the table below, so that they cannot differ. Every question gives at most five
//! rows, each with how many there are in all.
//!
//! On failure: nothing is written here, so asking again is always safe.

use sqlx::PgConnection;
use sqlx::types::time::OffsetDateTime;

use super::session::patiently;
use super::{Invariant, Wrong};
use crate::checks::SCRATCH;

macro_rules! questions {
    ($($name:ident = $file:literal $(($($when:tt)+))?,)*) => {
        /// The question, as it is asked.
        pub(super) const fn text(invariant: Invariant) -> &'static str {
            match invariant {
                $(Invariant::$name => include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file)),)*
            }
        }

        /// Asks for one invariant. `since` is when somebody began who could work, if there is somebody.
        pub(super) async fn ask(
            invariant: Invariant,
            connection: &mut PgConnection,
            since: Option<OffsetDateTime>,
        ) -> Result<Vec<Wrong>, sqlx::Error> {
            match invariant {
                $(Invariant::$name => questions!(@ask connection, since, $file $($($when)+)?),)*
            }
        }
    };
    (@ask $connection:ident, $since:ident, $file:literal) => {
        patiently(sqlx::query_file_as!(Wrong, $file).fetch_all($connection)).await
    };
    // Asked only while somebody could have done something about it.
    (@ask $connection:ident, $since:ident, $file:literal since) => {
        match $since {
            Some(since) => {
                patiently(sqlx::query_file_as!(Wrong, $file, since).fetch_all($connection)).await
            }
            None => Ok(Vec::new()),
        }
    };
    // Only a part of it is asked then.
    (@ask $connection:ident, $since:ident, $file:literal since?) => {
        patiently(
            sqlx::query_file_as!(Wrong, $file, $since as Option<OffsetDateTime>)
                .fetch_all($connection),
        )
        .await
    };
}

questions! {
    BalanceIsPostings = "src/audit/sql/i1.sql",
    OneUnit = "src/audit/sql/i2.sql",
    SideOfZero = "src/audit/sql/i3.sql",
    HeldIsOpenHolds = "src/audit/sql/i4.sql",
    HoldLivesWithGeneration = "src/audit/sql/i5.sql",
    CaptureHasResult = "src/audit/sql/i6.sql",
    NothingOverdue = "src/audit/sql/i7.sql" (since),
    PaymentHasLegs = "src/audit/sql/i8.sql",
    HoldEndsOnce = "src/audit/sql/i9.sql",
    VersionCounts = "src/audit/sql/i10.sql",
    EpochsRise = "src/audit/sql/i11.sql",
    UpdateDoneOnce = "src/audit/sql/i12.sql",
    UpdatesFlow = "src/audit/sql/i13.sql" (since),
    ResultsArrive = "src/audit/sql/i14.sql" (since),
    SealsHold = "src/audit/sql/i15.sql",
    FreeUseCounts = "src/audit/sql/i16.sql",
    CallsEnd = "src/audit/sql/i17.sql" (since),
    RefundHasLegs = "src/audit/sql/i18.sql",
    ChargeIsBooked = "src/audit/sql/i19.sql" (since?),
    PaymentIsBooked = "src/audit/sql/i20.sql",
    CompensationHasCause = "src/audit/sql/i21.sql",
    AdjustmentIsLogged = "src/audit/sql/i22.sql",
    GiftHasCause = "src/audit/sql/i23.sql",
    StarsAreListed = "src/audit/sql/i24.sql",
    ImportIsListed = "src/audit/sql/i25.sql",
    TransferIsApproved = "src/audit/sql/i26.sql",
    RefundIsLogged = "src/audit/sql/i27.sql",
    PromoHasUse = "src/audit/sql/i28.sql",
    ImportIsLogged = "src/audit/sql/i29.sql",
}

/// What the word "late" counts from, as it is asked.
pub(super) const SINCE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/audit/sql/since.sql"));

/// Since when somebody could work; none while no instance is ACTIVE.
pub(super) async fn working_since(
    connection: &mut PgConnection,
) -> Result<Option<OffsetDateTime>, sqlx::Error> {
    let since = sqlx::query_file_scalar!("src/audit/sql/since.sql", SCRATCH);
    patiently(since.fetch_one(connection)).await
}
