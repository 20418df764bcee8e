//! Rule: what a page names is there, and what is there stands on a page.
//!
//! | module | names | held against |
//! | --- | --- | --- |
//! | [`commands`] | `trt ...`, its options | the command line of the program itself |
//! | [`scripts`] | `./dev ...`, `trt-sim ...` | the script and the simulator's command line |
//! | [`talk`] | `/commands` of the bot, words behind `/admin`, routes | the bot's own table, the routes |
//! | [`watched`] | `trt_*` metrics, `Trt*` alerts | `docs/metrics.md`, `deploy/prometheus/alerts.yaml` |
//! | [`settings`] | variables, tables of the offers | `docs/configuration.md`, `crates/domain/offers.toml` |
//!
//! A name is looked for wherever it stands: in sentences and in blocks. What belongs to somebody else is on a list,
//! each with its reason, and leaves the list when no page names it.

mod commands;
mod scripts;
mod settings;
mod shell;
mod talk;
mod watched;

pub(crate) use scripts::{DEV, arms, simulators};

/// The faults of a list of exceptions that nobody needs any more.
fn unused(list: &[(&str, &str)], is_used: impl Fn(&str) -> bool) -> Vec<String> {
    let unused = list.iter().filter(|(name, _)| !is_used(name));
    unused.map(|(name, why)| format!("{name} ({why}) stands on no page: strike it out")).collect()
}
