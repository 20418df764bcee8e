//! The board for Grafana: it is made of a short description, and shows nothing that is not counted.
//!
//! ```text
//!   deploy/grafana/board.toml ── description ──> grafana ── BLESS=1 ──> deploy/grafana/trt.json
//!                                     └── expressions ──> names that docs/metrics.md has
//! ```
//!
//! That its expressions mean something is shown by the slow set, where a Prometheus evaluates them.

pub(crate) mod description;
mod grafana;

use std::collections::BTreeSet;

use description::{Board, Panel, path};
use serde_json::Value;

const FILE: &str = "deploy/grafana/trt.json";
const METRICS: &str = "docs/metrics.md";

/// The rows an operator looks at, in the order in which an update and its money go.
const ROWS: [&str; 10] = [
    "Leader", "Inbox", "Replies", "Telegram", "KIE", "Orders", "Money", "Database", "Loops",
    "Process",
];

async fn text(file: &str) -> String {
    let read = tokio::fs::read_to_string(path(file)).await;
    read.unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[tokio::test]
async fn the_board_is_what_its_description_says() {
    let board = Board::read().await;
    let made = grafana::json(&board);
    if std::env::var_os("BLESS").is_some() {
        return tokio::fs::write(path(FILE), made).await.unwrap();
    }

    assert_eq!(text(FILE).await, made, "{FILE} is made by this test with BLESS=1");
}

#[tokio::test]
async fn grafana_finds_in_the_board_all_that_it_needs() {
    let board: Value = serde_json::from_str(&text(FILE).await).unwrap();

    assert!(board["schemaVersion"].as_u64().unwrap() >= 36, "{}", board["schemaVersion"]);
    assert_eq!(board["uid"], "trt-bot");
    let variables = board["templating"]["list"].as_array().unwrap();
    assert!(
        variables.iter().any(|one| one["name"] == "DS_PROMETHEUS" && one["type"] == "datasource")
    );
    let panels = board["panels"].as_array().unwrap();
    let of_kind = |row: bool| panels.iter().filter(move |panel| (panel["type"] == "row") == row);
    let rows: Vec<&str> = of_kind(true).map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!(rows, ROWS);
    let ids: BTreeSet<u64> = panels.iter().map(|panel| panel["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), panels.len(), "every panel has a number of its own");
    for panel in of_kind(false) {
        assert_eq!(panel["datasource"]["uid"], "${DS_PROMETHEUS}", "{}", panel["title"]);
        assert!(panel["fieldConfig"]["defaults"]["unit"].is_string(), "{}", panel["title"]);
        let place = &panel["gridPos"];
        let right = place["x"].as_u64().unwrap() + place["w"].as_u64().unwrap();
        assert!(right <= 24, "{} is wider than the board", panel["title"]);
        for target in panel["targets"].as_array().unwrap() {
            assert!(!target["legendFormat"].as_str().unwrap().is_empty(), "{target}");
            assert!(target["expr"].as_str().unwrap().contains("job=\"$job\""), "{target}");
        }
    }
    let told = &board["annotations"]["list"][0]["expr"];
    assert!(told.as_str().unwrap().contains("alertstate=\"firing\""), "alerts are marked: {told}");
}

#[tokio::test]
async fn the_board_shows_only_what_is_counted() {
    let page = text(METRICS).await;
    let counted: BTreeSet<&str> = page.split('`').filter(|word| word.starts_with("trt_")).collect();
    let board = Board::read().await;

    let lines = board.panels().flat_map(|panel: &Panel| &panel.lines);
    let unknown: BTreeSet<String> = lines
        .flat_map(|line| description::metrics(&line.expression))
        .filter(|metric| !counted.contains(metric.as_str()))
        .collect();

    assert!(unknown.is_empty(), "{METRICS} does not have {unknown:?}");
}

#[tokio::test]
async fn the_picture_shows_a_dozen_panels_and_is_small() {
    let board = Board::read().await;
    assert_eq!(board.panels().filter(|panel| panel.in_picture).count(), 12);
    // What is rare is not what a bot lives by.
    let lines = || board.panels().flat_map(|panel: &Panel| &panel.lines);
    assert!(lines().filter(|line| line.is_rare).count() < lines().count() / 4);
    for line in lines() {
        let asked = description::asked(&line.expression, "trt", "1m");
        assert!(!asked.contains('$'), "Grafana fills in more than a job and a range: {asked}");
    }

    let picture = tokio::fs::read(path("docs/pictures/board.png")).await.unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() < 300_000, "{}", picture.len());
}

#[tokio::test]
async fn every_panel_leads_to_a_page_that_is_there() {
    let board = Board::read().await;
    let mut missing = Vec::new();
    for panel in board.panels() {
        let page = format!("docs/runbooks/{}.md", panel.page);
        if !tokio::fs::try_exists(path(&page)).await.unwrap() {
            missing.push(page);
        }
    }

    assert!(missing.is_empty(), "{missing:?}");
}
