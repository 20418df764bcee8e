//! Whether the settings are in order: every mistake in a line of its own, or how many models there are.

use domain::catalogue::Kind;
use serde_json::{Value, json};

use super::columns::aligned;
use super::worst_day;
use crate::cli::failure::Failure;
use crate::settings::{Fault, Faults, Settings};

pub(crate) fn shown(read: &Result<Settings, Faults>, as_json: bool) -> String {
    match read {
        Ok(settings) if as_json => counted_json(settings).to_string(),
        Ok(settings) => counted(settings),
        Err(faults) if as_json => {
            let mistakes: Vec<Value> = faults.0.iter().map(Fault::json).collect();
            json!({ "ok": false, "mistakes": mistakes }).to_string()
        }
        Err(faults) => faults.0.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"),
    }
}

pub(crate) fn outcome(read: &Result<Settings, Faults>) -> Result<(), Failure> {
    match read {
        Ok(_) => Ok(()),
        Err(faults) => Err(Failure::Other(faults.counted())),
    }
}

fn counted(settings: &Settings) -> String {
    let stats = settings.catalogue.stats();
    let kinds = stats.kinds.iter().filter(|(_, models, _)| *models > 0);
    let row = |(kind, models, on): &(Kind, usize, usize)| {
        [kind.to_string(), format!("{models:>3}"), format!("{on:>3} on")]
    };
    let rows: Vec<[String; 3]> = kinds.map(row).collect();
    format!(
        "{} models, {} on, every price above cost\n{}\n{}",
        stats.models,
        stats.on,
        aligned(&rows),
        worst_day::shown(&worst_day::of(settings)),
    )
}

fn counted_json(settings: &Settings) -> Value {
    let stats = settings.catalogue.stats();
    let kinds = stats.kinds.iter();
    let kinds =
        kinds.map(|(k, models, on)| json!({ "kind": k.word(), "models": models, "on": on }));
    let kinds: Vec<Value> = kinds.collect();
    json!({
        "ok": true,
        "mistakes": [],
        "models": stats.models,
        "on": stats.on,
        "kinds": kinds,
        "worst_day": worst_day::object(&worst_day::of(settings)),
    })
}
