//! This process: its name, its tasks, its clock, its hints, the signs to stop.

pub mod instance;
pub mod signals;
pub mod supervision;
pub mod wake;

pub(crate) mod pauses;
pub(crate) mod wall_clock;
