//! Generations, from the tap to the delivered result, through everything that can go wrong.

mod chaos;
mod followed;
mod hard;
mod life;
mod people;
mod requests;
mod season;
pub(crate) mod studio;
mod transcripts;
