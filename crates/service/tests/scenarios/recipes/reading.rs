//! What a recipe says: its documents, the variables of its instances, its durations.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

/// Variables with their values.
pub(super) type Variables = BTreeMap<String, String>;

/// The path of a file of this tree.
pub(crate) fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

pub(crate) async fn read(file: &str) -> String {
    tokio::fs::read_to_string(path(file)).await.unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The documents of a file of YAML.
pub(crate) async fn documents(file: &str) -> Vec<Value> {
    let text = read(file).await;
    let documents = text.split("\n---\n").map(serde_norway::from_str);
    documents.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The one document of a file of YAML.
pub(crate) async fn yaml(file: &str) -> Value {
    documents(file).await.into_iter().next().unwrap_or_default()
}

pub(super) async fn fly() -> Value {
    let table: toml::Table = read("deploy/fly.toml").await.parse().unwrap();
    serde_json::to_value(table).unwrap()
}

/// The settings in the example of an environment file, each with its value and whether it must be filled in.
pub(super) async fn settings() -> BTreeMap<String, (String, bool)> {
    let text = read("deploy/env.example").await;
    let entry = |line: &str| {
        let (name, value) = line.trim_start_matches('#').split_once('=')?;
        let is_name = |c: char| c.is_ascii_uppercase() || c == '_';
        name.chars()
            .all(is_name)
            .then(|| (name.to_owned(), (value.to_owned(), !line.starts_with('#'))))
    };
    text.lines().filter_map(entry).collect()
}

/// What an operator gives; whatever else is left to them stays empty.
pub(super) fn given(name: &str) -> &'static str {
    match name {
        "TELEGRAM_BOT_TOKEN" => "4200000042:AAFakeFakeFakeFakeFakeFakeFakeFakeFak",
        "KIE_API_KEY" => "a-key",
        "DATABASE_URL" => "postgres://trt:secret@db.example.org:5432/trt?sslmode=disable",
        "WEBHOOK_BASE_URL" | "RENDER_EXTERNAL_URL" => "https://bot.example.org",
        _ => "",
    }
}

/// A value of compose with what the operator gave put in: `${NAME:-default}`, `${NAME:?what to do}`.
pub(super) fn filled_in(value: &str) -> String {
    let mut filled = String::new();
    let mut rest = value;
    while let Some((before, from)) = rest.split_once("${") {
        let (inside, after) = from.split_once('}').unwrap();
        let name = inside.split(':').next().unwrap();
        let default = inside.split_once(":-").map_or("", |(_, default)| default);
        let given = given(name);
        filled += before;
        filled += if given.is_empty() { default } else { given };
        rest = after;
    }
    filled + rest
}

/// The variables of a service of compose.
pub(super) fn of_service(service: &Value) -> Variables {
    let environment = service["environment"].as_object().unwrap();
    environment
        .iter()
        .map(|(name, value)| (name.clone(), filled_in(value.as_str().unwrap())))
        .collect()
}

/// The services of a file of compose that run the bot.
pub(super) fn bots(compose: &Value) -> Vec<(&String, &Value)> {
    let services = compose["services"].as_object().unwrap().iter();
    services.filter(|(_, service)| service["command"] == serde_json::json!(["serve"])).collect()
}

/// Reads `30s`, `1m`, or a number of seconds.
pub(super) fn duration(value: &Value) -> Duration {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let (number, unit) = match text.strip_suffix('m') {
        Some(number) => (number, 60),
        None => (text.trim_end_matches('s'), 1),
    };
    Duration::from_secs(number.parse::<u64>().unwrap_or_else(|_| panic!("{text}")) * unit)
}

/// The lines `Name=value` of a unit, in order.
pub(super) fn entries<'a>(unit: &'a str, name: &str) -> Vec<&'a str> {
    let entry = |line: &'a str| line.strip_prefix(name)?.strip_prefix('=');
    unit.lines().filter_map(entry).collect()
}

#[test]
fn values_of_compose_are_filled_in() {
    assert_eq!(filled_in("plain"), "plain");
    assert_eq!(filled_in("a ${KIE_API_KEY:?make one} b"), "a a-key b");
    assert_eq!(filled_in("${TRT_IMAGE:-trt}:${TAG:-}"), "trt:");
}
