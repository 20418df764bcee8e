//! The rules of a generation: what is asked of KIE, how long it may take, and why it may fail.
//!
//! | part | owns |
//! | --- | --- |
//! | [`brief`] | what was ordered, as it is kept and as KIE takes it |
//! | [`cause`], [`ceiling`] | why something is closed; what a balance cannot pay |
//! | [`delay`] | why an order still waits |
//! | [`failure`] | why a generation came to nothing, in words that a person can be told |
//! | [`loss`] | what KIE charges without income |
//! | [`pace`] | deadlines, the pauses between two looks |
//! | [`settlement`] | what an order costs once its files were measured |
//! | [`state`] | the life of a generation and of an attempt: states, words, what may follow |
//! | [`trust`] | when a model is closed and for how long, and which charge is too high |
//!
//! Nothing here reads a clock: ages are given.

pub mod brief;
pub mod cause;
pub mod ceiling;
pub mod delay;
pub mod failure;
pub mod loss;
pub mod pace;
pub mod settlement;
pub mod state;
pub mod trust;

pub use brief::{Brief, FileRef};
pub use cause::Cause;
pub use ceiling::Ceiling;
pub use delay::Delay;
pub use failure::Failure;
pub use loss::{Income, Loss, LossCause, losses};
pub use pace::{Pace, Tempo};
pub use settlement::{Measure, Quoted, Settlement, settle};
pub use state::{AttemptState, GenerationState};
pub use trust::{Charge, Sold, closed_for, judge_charge};
