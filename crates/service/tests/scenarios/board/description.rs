//! What the board shows, as `deploy/grafana/board.toml` describes it: rows, panels, their lines.

use std::path::PathBuf;

use serde_json::Value;

const FILE: &str = "deploy/grafana/board.toml";

/// What a histogram is read by, behind its name.
const PARTS: [&str; 3] = ["_bucket", "_sum", "_count"];

pub(crate) struct Board {
    pub(crate) rows: Vec<Row>,
}

pub(crate) struct Row {
    pub(crate) title: String,
    pub(crate) panels: Vec<Panel>,
}

/// One thing to look at.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) about: Option<String>,
    /// Over time unless said otherwise.
    pub(crate) kind: Kind,
    pub(crate) unit: String,
    /// From which values it is yellow and red; the larger first where little is bad.
    pub(crate) steps: Option<(f64, f64)>,
    /// What values are called.
    pub(crate) values: Vec<(String, String)>,
    /// The runbook behind it.
    pub(crate) page: String,
    /// It is part of the picture in the documentation.
    pub(crate) in_picture: bool,
    pub(crate) lines: Vec<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Lines,
    /// Lines that jump.
    Steps,
    /// The newest value, large.
    Number,
    /// What there is, by name.
    Names,
}

pub(crate) struct Line {
    pub(crate) expression: String,
    pub(crate) legend: String,
    /// It may have nothing to show while all is well.
    pub(crate) is_rare: bool,
}

/// The path of a file of this tree.
pub(crate) fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

impl Board {
    pub(crate) async fn read() -> Self {
        let text = tokio::fs::read_to_string(path(FILE)).await.unwrap();
        let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{FILE}: {error}"));
        let table = serde_json::to_value(table).unwrap();
        let row = |row: &Value| Row {
            title: word(row, "title").unwrap(),
            panels: list(row, "panel").map(Panel::read).collect(),
        };
        Self { rows: list(&table, "row").map(row).collect() }
    }

    pub(crate) fn panels(&self) -> impl Iterator<Item = &Panel> {
        self.rows.iter().flat_map(|row| &row.panels)
    }
}

impl Panel {
    fn read(panel: &Value) -> Self {
        let kind = match (word(panel, "kind").as_deref(), word(panel, "form").as_deref()) {
            (Some("stat"), None) => Kind::Number,
            (Some("names"), None) => Kind::Names,
            (None, Some("steps")) => Kind::Steps,
            (None, None) => Kind::Lines,
            other => panic!("{FILE}: no panel is {other:?}"),
        };
        let line = |line: &Value| Line {
            expression: word(line, "expr").unwrap(),
            legend: word(line, "legend").unwrap(),
            is_rare: line["rare"] == true,
        };
        let values = panel["values"].as_object().into_iter().flatten();
        Self {
            title: word(panel, "title").unwrap(),
            about: word(panel, "about"),
            kind,
            unit: word(panel, "unit").unwrap_or_else(|| "short".to_owned()),
            steps: pair(&panel["steps"]).or_else(|| pair(&panel["floor"])),
            values: values
                .map(|(value, name)| (value.clone(), name.as_str().unwrap().to_owned()))
                .collect(),
            page: word(panel, "page").unwrap(),
            in_picture: panel["picture"] == true,
            lines: list(panel, "lines").map(line).collect(),
        }
    }
}

fn list<'a>(of: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    of[key].as_array().into_iter().flatten()
}

fn word(of: &Value, key: &str) -> Option<String> {
    of[key].as_str().map(str::to_owned)
}

fn pair(of: &Value) -> Option<(f64, f64)> {
    Some((of[0].as_f64()?, of[1].as_f64()?))
}

/// The metrics of an expression, histograms by their own name.
pub(crate) fn metrics(expression: &str) -> Vec<String> {
    let words = expression.split(|c: char| !c.is_alphanumeric() && c != '_');
    let whole = |word: &str| {
        let part = PARTS.iter().find_map(|part| word.strip_suffix(part));
        // A counter may end so as well; none of ours does.
        part.unwrap_or(word).to_owned()
    };
    words.filter(|word| word.starts_with("trt_")).map(whole).collect()
}

/// An expression as Grafana would ask it for this job and this range.
pub(crate) fn asked(expression: &str, job: &str, range: &str) -> String {
    expression.replace("$job", job).replace("$__rate_interval", range)
}
