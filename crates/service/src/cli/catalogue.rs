//! How the catalogue is shown to those who keep it: `trt catalogue`.
//!
//! | part | owns |
//! | --- | --- |
//! | [`summary`] | whether the settings are in order, and how many models there are |
//! | [`worst_day`] | what a day can cost at most, and which setting lowers it |
//! | [`list`] | every model with its prices, from the least to the greatest |
//! | [`quote`] | one order: what it costs us, what it is sold for, what that brings |
//! | [`price`] | a quote in words and for programs |
//! | [`amounts`], [`columns`], [`rows`] | decimals, columns of a table, price rows with their sources |
//!
//! What is in the files is read by `settings` and reckoned by `domain`; here it is put into words.

pub(crate) mod amounts;
mod columns;
pub(crate) mod list;
pub(crate) mod price;
pub(crate) mod quote;
mod rows;
pub(crate) mod summary;
pub(crate) mod worst_day;
