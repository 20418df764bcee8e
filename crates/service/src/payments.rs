//! Money that Telegram tells of: payments credited, plans renewed, what is asked of Telegram about both.
//!
//! ```text
//!   successful_payment ──> booking: one commit ──> credited, told, a kept order begun
//!   refunded_payment ────> refunds: taken back, told
//!   subscription ────────> plans: how it stands now
//!   money_calls ─────────> calling: links, cancellations, refunds, outside of every transaction
//!   every hour ──────────> reconciling: the books held against Telegram and KIE
//! ```
//!
//! On failure: a commit that was rolled back is done again with its update; a call is made again.

pub(crate) mod booking;
pub(crate) mod calling;
pub(crate) mod plans;
pub(crate) mod reconciling;
pub(crate) mod refunds;
