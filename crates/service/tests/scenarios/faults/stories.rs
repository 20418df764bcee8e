//! The faults that are shown twice: scaled here, with the times of the promise in the slow set.
//!
//! Every story ends the same way: `World::ends` holds the journal against the promises, and
//! [`unharmed`] looks at what instances printed and set aside.

pub(crate) mod connections;
pub(crate) mod disk;
pub(crate) mod silence;
pub(crate) mod tables;
pub(crate) mod unharmed;
