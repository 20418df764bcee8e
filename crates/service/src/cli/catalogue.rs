//! `trt catalogue`: the settings checked, the models listed, an order priced.
//!
//! ```text
//!   check    catalogue/a.toml:7: what is wrong        (one line each), or how many models there are
//!   list     key  kind  on or off  price from .. to  title
//!   price    an order with every default, its cost, its price, what it brings
//! ```
//!
//! It needs nothing but `SETTINGS_DIR`, and not even that: no database, no token, no network. On
//! failure the status is 1, also for mistakes in the settings, which nothing is started with here.
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
mod list;
mod price;
mod quote;
mod rows;
mod summary;
pub(crate) mod worst_day;

use crate::cli::command::CatalogueAction;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Config, Variables};
use crate::settings;
use quote::Quote;

/// Looks at what is sold.
pub async fn run(variables: &Variables, action: CatalogueAction) -> Result<(), Failure> {
    let read = settings::read(Config::settings_only(variables).as_deref()).await;
    match action {
        CatalogueAction::Check { json } => {
            output::say(summary::shown(&read, json))?;
            summary::outcome(&read)
        }
        CatalogueAction::List { on, kind, json } => {
            let settings = read.map_err(Failure::other)?;
            output::say(list::shown(&settings, list::Choice { on, kind }, json))
        }
        CatalogueAction::Price { key, order, json } => {
            let settings = read.map_err(Failure::other)?;
            let quote = Quote::of(&settings, &key, &order).map_err(Failure::other)?;
            output::say(price::shown(&quote, json))
        }
    }
}
