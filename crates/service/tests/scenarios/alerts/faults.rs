//! `docs/faults.md`, written from what alerts, `trt check` and notices say; `BLESS=1` writes it anew.

use std::fmt::Write;

use super::rules::{Alert, all};
use super::sound::rows;
use crate::recipes::reading::{path, read};

const PAGE: &str = "docs/faults.md";

const HEAD: &str = "# Faults, what shows them, and what to do

This page is written from `deploy/prometheus/alerts.yaml`, [doctor.md](doctor.md) and [notices.md](notices.md), by the
test `crates/service/tests/scenarios/alerts/faults.rs` with `BLESS=1`.

Three things show a fault. An alert of Prometheus sees all instances, and wakes somebody (page) or waits for the morning
(ticket). `trt check` looks when somebody runs it, and sees what stands between us and the world. A notice is told to
operators by the bot itself, as long as there is an active instance.
";

const COLUMNS: &str =
    "| fault | alert | `trt check` | notice | what to do |\n| --- | --- | --- | --- | --- |\n";

/// A row whose empty cells are empty.
fn row(cells: [&str; 5]) -> String {
    let cells = cells.map(|cell| if cell.is_empty() { String::new() } else { format!(" {cell}") });
    format!("|{} |\n", cells.join(" |"))
}

fn code(word: Option<&str>) -> String {
    word.map(|word| format!("`{word}`")).unwrap_or_default()
}

fn listed<'a>(alerts: impl Iterator<Item = &'a Alert>) -> String {
    let names: Vec<String> = alerts.map(|alert| format!("`{}`", alert.name)).collect();
    names.join(", ")
}

/// The lines of `trt check` for what an alert may come from.
fn lines_of(alert: &Alert, doctor: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for cells in rows(doctor) {
        let [cause, line, _] = &cells[..] else { continue };
        if alert.causes().contains(&cause.as_str()) && !lines.contains(line) {
            lines.push(line.clone());
        }
    }
    lines.join(", ")
}

/// The page as it should be.
fn page(alerts: &[Alert], doctor: &str, notices: &str) -> String {
    let mut page = HEAD.to_owned();
    let sections = [("page", "What wakes somebody"), ("ticket", "What waits for the morning")];
    for (severity, title) in sections {
        write!(page, "\n## {title}\n\n{COLUMNS}").unwrap();
        for alert in alerts.iter().filter(|alert| alert.severity == severity) {
            let link = format!("[{}](runbooks/{}.md)", alert.page(), alert.page());
            let (lines, notice) = (lines_of(alert, doctor), code(alert.notice()));
            page += &row([alert.summary(), &code(Some(&alert.name)), &lines, &notice, &link]);
        }
    }
    write!(page, "\n## What `trt check` tells apart\n\n{COLUMNS}").unwrap();
    for cells in rows(doctor) {
        let [cause, line, cure] = &cells[..] else { continue };
        if !line.starts_with("`FAIL ") && !line.starts_with("`WARN ") {
            continue;
        }
        let of_cause = alerts.iter().filter(|alert| alert.causes().contains(&cause.as_str()));
        page += &row([cause, &listed(of_cause), line, "", cure]);
    }
    write!(page, "\n## What the bot tells by itself\n\n{COLUMNS}").unwrap();
    for cells in rows(notices) {
        let [kind, when, _, cure] = &cells[..] else { continue };
        if !kind.starts_with('`') {
            continue;
        }
        let of_kind = alerts.iter().filter(|alert| code(alert.notice()) == *kind);
        page += &row([when, &listed(of_kind), "", kind, cure]);
    }
    page
}

#[tokio::test]
async fn the_table_of_faults_is_what_alerts_checks_and_notices_say() {
    let (doctor, notices) = (read("docs/doctor.md").await, read("docs/notices.md").await);

    let page = page(&all().await, &doctor, &notices);

    if std::env::var_os("BLESS").is_some() {
        tokio::fs::write(path(PAGE), &page).await.unwrap();
    }
    let written = read(PAGE).await;
    assert!(written == page, "{PAGE} is not what alerts, checks and notices say: BLESS=1");
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| ---");
    assert!(page.lines().filter(is_row).count() > 120, "rows were lost");
}
