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

use crate::cli::catalogue::quote::Quote;
use crate::cli::catalogue::{list, price, summary};
use crate::cli::command::CatalogueAction;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::Config;
use crate::settings;

/// Looks at what is sold.
///
/// # Errors
/// Every mistake in the settings, or why an order has no price.
pub async fn run(
    variables: impl Iterator<Item = (String, String)>,
    action: CatalogueAction,
) -> Result<(), Failure> {
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
