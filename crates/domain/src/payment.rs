//! Paying in: what is sold for Stars, what an invoice stands for, when a payment may begin, and where books differ.
//!
//! ```text
//!   Item ── offers ──> Sale ──> invoice (InvoiceId is its payload) ── pre-checkout: consent ──> payment
//!                                  └── of a plan: a link ──> subscription, renewed by Telegram
//! ```
//!
//! Everything here is pure. What a payment does to the balance is a rule of the [`ledger`](crate::ledger).

pub mod consent;
mod credit;
mod difference;
mod invoice;
mod subscription;

pub use consent::{InvoiceFacts, Query, Refused, consent};
pub use credit::Credit;
pub use difference::{DifferenceKind, StarClass, StarDirection};
pub use invoice::{InvoiceId, Item, MOST_STARS, Sale};
pub use subscription::{GRACE, Subscription, SubscriptionState};
