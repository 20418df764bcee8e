//! Generations, from the tap to the delivered result, through everything that can go wrong.

mod bad_days;
mod chaos;
mod followed;
mod hard;
mod life;
pub(crate) mod people;
mod requests;
pub(crate) mod studio;
pub(crate) mod transcripts;
