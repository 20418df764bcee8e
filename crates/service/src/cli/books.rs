//! `trt books`: the books audited, reconciled, written out, and read for what each model earns.
//!
//! ```text
//!   audit    I4  PASS  held is the sum of open holds        (one line each)
//!            --explain [I4]: what it asks the database, as it runs
//!   reconcile  asked of the ACTIVE instance, see [`reconciling`]
//!   export   CSV: opening and closing balances, then every transfer
//!   margin   one line for each model, the worst first
//! ```
//!
//! It needs the database and nothing else; `SETTINGS_DIR` counts where a margin is turned into
//! dollars. All but `reconcile` read and never write, so they can be run beside running instances and on a standby.

mod reconciling;

use std::path::Path;
use std::sync::Arc;

use domain::Offers;

use crate::books::{audit, export, margin};
use crate::cli::command::{BooksAction, Resolving};
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Config, Variables};
use crate::settings::{self, Faults};

/// Looks into the books.
pub async fn run(variables: &Variables, action: BooksAction) -> Result<(), Failure> {
    let url = || Config::database_only(variables).map(|config| config.database_url);
    match action {
        BooksAction::Audit { explain: Some(which), .. } => output::say(audit::explained(which)),
        BooksAction::Audit { json, explain: None } => {
            let findings = store::audit::audit(&url()?).await.map_err(Failure::other)?;
            output::say(audit::shown(&findings, json))?;
            audit::outcome(&findings)
        }
        BooksAction::Reconcile { json, resolve } => {
            let resolve = resolve.map(|words| Resolving::read(&words)).transpose();
            reconciling::run(variables, resolve.map_err(Failure::Other)?, json).await
        }
        BooksAction::Export { from, until } => {
            let period = export::Period::new(from, until);
            export::write(&url()?, period, &mut tokio::io::stdout()).await
        }
        BooksAction::Margin { days, json } => {
            let folder = Config::settings_only(variables);
            let offers = offers(folder.as_deref()).await?;
            let sales = store::audit::sales::sales(&url()?, days).await.map_err(Failure::other)?;
            output::say(margin::shown(&margin::worst_first(sales, &offers)?, json))
        }
    }
}

/// The rates that turn balances into dollars. A mistake elsewhere in the settings is no matter here.
async fn offers(folder: Option<&Path>) -> Result<Arc<Offers>, Failure> {
    let wrong = |faults| Failure::Settings(Faults(faults).to_string());
    let loaded = settings::load(folder).await.map_err(|fault| wrong(vec![fault]))?;
    loaded.offers.content.map_err(wrong)
}
