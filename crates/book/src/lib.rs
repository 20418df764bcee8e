//! The book: the pages of `docs/` in two languages, bound into one site that needs no server.
//!
//! ```text
//! docs/SUMMARY.md, docs/*.md ────────┐                       ┌─→ OUT/NAME.html
//! docs/ru/SUMMARY.md, docs/ru/*.md ──┼─ bind, by mdBook ─────┼─→ OUT/ru/NAME.html
//! what they link to outside docs/ ───┘                       └─→ OUT/tree/...
//! ```
//!
//! | module | owns |
//! | --- | --- |
//! | [`binding`] | both books, built one after the other |
//! | [`places`] | where a file of the repository stands in the built book |
//! | [`links`] | the links of a page, read and turned to those places |
//!
//! Nothing here is part of the product. The tests hold the pages against the program: its commands,
//! settings, metrics, alerts and models.

pub mod binding;
pub mod links;
pub mod places;
