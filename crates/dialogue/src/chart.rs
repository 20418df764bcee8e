//! A picture of numbers: what is drawn, in words and whole numbers. Somebody else draws it.
//!
//! ```text
//!   title
//!   ┌ panel: its title, its legend ──┐
//!   │ bars side by side, and lines   │   one place on the left for each label below
//!   └────────────────────────────────┘
//!   labels
//! ```
//!
//! It is kept as JSON on its way to the one who draws it. What cannot be drawn is not read back.

use serde::{Deserialize, Serialize};

/// No picture has more places, panels, or rows of numbers in a panel.
const MOST_PLACES: usize = 64;
const MOST_PANELS: usize = 4;
const MOST_ROWS: usize = 4;

/// A picture of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// What stands below each place, from left to right.
    pub labels: Vec<String>,
    /// One above the other.
    pub panels: Vec<Panel>,
}

/// Numbers of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panel {
    /// What they count.
    pub title: String,
    /// A number of this size is one of what they count.
    pub unit: i64,
    /// The rows of numbers.
    pub rows: Vec<Row>,
}

/// A row of numbers, one for each place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// What it is.
    pub name: String,
    /// How it is drawn.
    pub form: Form,
    /// The numbers.
    pub values: Vec<i64>,
}

/// How a row of numbers is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A bar for each.
    Bars,
    /// A line through all.
    Line,
}

impl Chart {
    /// The text to be kept.
    pub fn to_text(&self) -> String {
        // It cannot fail for plain data; if it did, nothing is what `from_text` does not read.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what was kept, if it can be drawn.
    pub fn from_text(text: &str) -> Option<Self> {
        let chart: Self = serde_json::from_str(text).ok()?;
        chart.is_sound().then_some(chart)
    }

    fn is_sound(&self) -> bool {
        let places = self.labels.len();
        let is_whole = |row: &Row| row.values.len() == places;
        let fits = |panel: &Panel| {
            panel.unit > 0 && panel.rows.len() <= MOST_ROWS && panel.rows.iter().all(is_whole)
        };
        (1..=MOST_PLACES).contains(&places)
            && (1..=MOST_PANELS).contains(&self.panels.len())
            && self.panels.iter().all(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::{Chart, Form, Panel, Row};

    fn chart(values: Vec<i64>) -> Chart {
        let row = Row { name: "came".to_owned(), form: Form::Bars, values };
        let panel = Panel { title: "People".to_owned(), unit: 1, rows: vec![row] };
        Chart { title: "x".to_owned(), labels: vec!["19.11".to_owned()], panels: vec![panel] }
    }

    #[test]
    fn a_picture_comes_back_as_it_was() {
        let chart = chart(vec![-3]);

        assert_eq!(Chart::from_text(&chart.to_text()), Some(chart));
    }

    #[test]
    fn what_cannot_be_drawn_is_not_read() {
        let no_unit = chart(vec![1]).to_text().replace("\"unit\":1", "\"unit\":0");
        for text in ["", "{}", &chart(vec![]).to_text(), &chart(vec![1, 2]).to_text(), &no_unit] {
            assert_eq!(Chart::from_text(text), None, "{text}");
        }
    }
}
