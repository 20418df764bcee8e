//! The rules of the books: which accounts an operation moves, in which order, and when it may not.
//!
//! Double entry: an operation is one or more [`Leg`]s, each moving an amount out of one account and
//! into another of the same unit, so that nothing is made or lost. A person has four accounts:
//!
//! ```text
//!   Telegram's payment ──> paid ──┐                ┌── capture ──> revenue
//!   gift, promo, referral ─> bonus ┴── hold ──> held ┤
//!                            ^  ^                   └── release ─┐
//!                            └──┴───────────────────────────────┘  to where each part came from
//!   refund of what was spent ──> debt (below zero); the next payment fills it first
//! ```
//!
//! Everything here is pure: a rule takes locked [`Purse`]s and gives a [`Posting`], which the store
//! writes in one statement, or a [`Refusal`]. Each operation has a key made from what caused it, and
//! the database lets a key happen once: repeating an operation is always safe.

pub mod account;
pub mod operation;
pub mod outside;
pub mod posting;
pub mod rules;

pub use account::{Account, Bucket, House, Purse, Unit};
pub use operation::{Actor, Grant, Kind, Operation};
pub use posting::{AccountState, Leg, Place, Posting, Refusal};
pub use rules::{Split, Taken};

#[cfg(test)]
mod tests;
