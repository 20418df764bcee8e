//! The board as Grafana imports it.

use serde_json::{Value, json};

use super::description::{Board, Kind, Line, Panel, Row};

/// The width of the board, of which a panel takes a third, and heights.
const WIDE: usize = 24;
const PANEL: usize = 8;
const HIGH: usize = 7;

/// Where data comes from: chosen above the board.
const SOURCE: &str = "${DS_PROMETHEUS}";

pub(super) fn json(board: &Board) -> String {
    let board = json!({
        "uid": "trt-bot",
        "title": "TRT",
        "description": "Who is active, what waits, what it costs. Each panel leads to its runbook.",
        "tags": ["telegram", "trt"],
        "schemaVersion": 39,
        "version": 1,
        "editable": true,
        "graphTooltip": 1,
        "refresh": "30s",
        "time": { "from": "now-6h", "to": "now" },
        "timezone": "browser",
        "templating": { "list": variables() },
        "annotations": { "list": [alerts()] },
        "links": [],
        "panels": panels(&board.rows),
    });
    let text = serde_json::to_string_pretty(&board).unwrap();
    format!("{text}\n")
}

fn variables() -> Value {
    json!([
        {
            "name": "DS_PROMETHEUS", "label": "Prometheus", "type": "datasource",
            "query": "prometheus", "hide": 0, "refresh": 1, "multi": false, "includeAll": false,
        },
        {
            "name": "job", "label": "Bot", "type": "query", "datasource": source(),
            "query": { "query": "label_values(trt_build_info, job)", "refId": "job" },
            "refresh": 2, "sort": 1, "hide": 0, "multi": false, "includeAll": false,
        },
        {
            "name": "pages", "label": "Where this repository can be read", "type": "textbox",
            "query": "https://git.example.org/trt/blob/main", "hide": 0,
        },
    ])
}

/// Every alert that fires is a mark on all panels.
fn alerts() -> Value {
    json!({
        "name": "Alerts", "enable": true, "hide": false, "iconColor": "red",
        "datasource": source(),
        "expr": "max by (alertname, severity) (ALERTS{job=\"$job\",alertstate=\"firing\"}) \
                 or max by (alertname, severity) (ALERTS{alertname=\"TrtNoTargets\",alertstate=\"firing\"})",
        "titleFormat": "{{alertname}}", "textFormat": "{{severity}}", "step": "30s",
        "useValueForTime": false,
    })
}

fn source() -> Value {
    json!({ "type": "prometheus", "uid": SOURCE })
}

/// Rows one below the other, three panels beside each other.
fn panels(rows: &[Row]) -> Vec<Value> {
    let (mut all, mut y, mut id) = (Vec::new(), 0, 0);
    for row in rows {
        id += 1;
        all.push(json!({
            "id": id, "type": "row", "title": row.title, "collapsed": false, "panels": [],
            "gridPos": { "x": 0, "y": y, "w": WIDE, "h": 1 },
        }));
        y += 1;
        for (no, shown) in row.panels.iter().enumerate() {
            id += 1;
            let (line, place) = (no / (WIDE / PANEL), no % (WIDE / PANEL));
            let place = json!({ "x": place * PANEL, "y": y + line * HIGH, "w": PANEL, "h": HIGH });
            all.push(panel(shown, id, &place));
        }
        y += row.panels.len().div_ceil(WIDE / PANEL) * HIGH;
    }
    all
}

fn panel(panel: &Panel, id: u32, place: &Value) -> Value {
    let (kind, options) = match panel.kind {
        Kind::Lines | Kind::Steps => ("timeseries", over_time()),
        Kind::Number => ("stat", number("auto")),
        Kind::Names => ("stat", number("value_and_name")),
    };
    let targets: Vec<Value> = panel.lines.iter().zip('A'..).map(target).collect();
    json!({
        "id": id, "type": kind, "title": panel.title,
        "description": panel.about.clone().unwrap_or_default(),
        "gridPos": place, "datasource": source(), "targets": targets, "options": options,
        "fieldConfig": { "defaults": fields(panel), "overrides": [] },
        "links": [{
            "title": "Runbook", "targetBlank": true,
            "url": format!("${{pages}}/docs/runbooks/{}.md", panel.page),
        }],
    })
}

fn target((line, name): (&Line, char)) -> Value {
    json!({
        "refId": name.to_string(), "datasource": source(), "editorMode": "code", "range": true,
        "expr": line.expression, "legendFormat": line.legend,
    })
}

fn over_time() -> Value {
    json!({
        "legend": { "displayMode": "list", "placement": "bottom", "showLegend": true },
        "tooltip": { "mode": "multi", "sort": "desc" },
    })
}

fn number(text: &str) -> Value {
    json!({
        "reduceOptions": { "calcs": ["lastNotNull"], "values": false, "fields": "" },
        "colorMode": "background", "graphMode": "area", "textMode": text,
    })
}

fn fields(panel: &Panel) -> Value {
    let jumps = if panel.kind == Kind::Steps { "stepAfter" } else { "linear" };
    let shown = if panel.steps.is_some() { "line" } else { "off" };
    json!({
        "unit": panel.unit, "min": 0,
        "color": { "mode": if panel.kind == Kind::Number { "thresholds" } else { "palette-classic" } },
        "thresholds": { "mode": "absolute", "steps": steps(panel) },
        "mappings": mappings(panel),
        "custom": {
            "drawStyle": "line", "lineWidth": 2, "fillOpacity": 10, "lineInterpolation": jumps,
            "showPoints": "never", "spanNulls": false, "thresholdsStyle": { "mode": shown },
        },
    })
}

fn steps(panel: &Panel) -> Value {
    let step = |colour: &str, from: f64| json!({ "color": colour, "value": from });
    let first = |colour: &str| json!({ "color": colour, "value": null });
    match panel.steps {
        None => json!([first("green")]),
        // Little is bad.
        Some((yellow, red)) if red < yellow => {
            json!([first("red"), step("yellow", red), step("green", yellow)])
        }
        Some((yellow, red)) if yellow < red => {
            json!([first("green"), step("yellow", yellow), step("red", red)])
        }
        Some((_, red)) => json!([first("green"), step("red", red)]),
    }
}

/// What is one is well wherever values have names.
fn mappings(panel: &Panel) -> Value {
    let named = panel.values.iter().map(|(value, name)| {
        let colour = if value == "1" { "green" } else { "red" };
        (value.clone(), json!({ "text": name, "color": colour }))
    });
    let named: serde_json::Map<String, Value> = named.collect();
    if named.is_empty() { json!([]) } else { json!([{ "type": "value", "options": named }]) }
}
