//! What admins look at and set from their chat: people, bans, notes, pauses, free models, the terms of the role.
//!
//! | part | owns |
//! | --- | --- |
//! | [`people`] | finding somebody, their card, bans and notes |
//! | [`pausing`] | whether anything can be ordered, and which models are free |
//! | [`terms`] | who had the role, and the wish that it be handed over |
//!
//! What is set aside, closed or differs has modules of its own, which are read from here in the transaction of the
//! update. On failure: everything is part of the caller's commit, and rolled back with it.

pub mod pausing;
pub mod people;
pub mod terms;

pub use pausing::{FreeModel, Pause, PauseForm};
pub use people::{Named, Note, PersonCard};
pub use terms::TermLine;
