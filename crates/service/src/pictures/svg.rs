//! What is drawn as an SVG: panels one above the other, bars side by side, lines over them.
//!
//! ```text
//!   title
//!   panel title     ■ row  ▬ row
//!   max ┤
//!     0 ┼──▇──▇──▇──▇──        below zero there is room as well, if some number is
//!         19.11 ...
//! ```
//!
//! Floats are fine here: nothing that is drawn is counted with.

use std::fmt::Write;

use dialogue::chart::{Chart, Form, Panel, Row};

use super::letters::{Anchor, width, write};

const WIDTH: f32 = 1000.0;
const LEFT: f32 = 90.0;
const RIGHT: f32 = 30.0;
const TOP: f32 = 70.0;
const PANEL: f32 = 250.0;
const PLOT: f32 = 170.0;
const BOTTOM: f32 = 50.0;

const INK: &str = "#222831";
const FAINT: &str = "#8a93a0";
const GRID: &str = "#e3e7ec";
const COLOURS: [&str; 4] = ["#3a7bd5", "#f2994a", "#27ae60", "#9b51e0"];

/// Numbers at the edge are so far apart at least.
const APART: f32 = 18.0;

/// At most so many labels stand below.
const MOST_LABELS: usize = 14;

/// The drawing.
pub(super) fn svg(chart: &Chart) -> String {
    let height = TOP + PANEL * count(chart.panels.len()) + BOTTOM;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\">\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>"
    );
    write(&mut svg, &chart.title, (30.0, 45.0), 28.0, (Anchor::Start, INK));
    for (panel, no) in chart.panels.iter().zip(0_u8..) {
        draw(&mut svg, panel, chart.labels.len(), TOP + PANEL * f32::from(no));
    }
    let step = chart.labels.len().div_ceil(MOST_LABELS).max(1);
    let places = Places::of(chart.labels.len());
    for (no, label) in chart.labels.iter().enumerate().step_by(step) {
        let middle = places.middle(no);
        write(&mut svg, label, (middle, height - 22.0), 15.0, (Anchor::Middle, INK));
    }
    svg.push_str("</svg>");
    svg
}

/// Where the places from left to right are.
struct Places {
    each: f32,
}

impl Places {
    fn of(places: usize) -> Self {
        Self { each: (WIDTH - LEFT - RIGHT) / count(places.max(1)) }
    }

    fn middle(&self, no: usize) -> f32 {
        LEFT + self.each * (count(no) + 0.5)
    }
}

/// From numbers to heights.
struct Scale {
    /// Where zero is.
    zero: f32,
    /// How high one is.
    one: f32,
}

impl Scale {
    fn y(&self, value: i64) -> f32 {
        self.zero - real(value) * self.one
    }
}

/// Draws one panel, with its upper edge there.
fn draw(svg: &mut String, panel: &Panel, places: usize, top: f32) {
    write(svg, &panel.title, (30.0, top + 20.0), 20.0, (Anchor::Start, INK));
    legend(svg, &panel.rows, top + 20.0);
    let values = || panel.rows.iter().flat_map(|row| row.values.iter().copied());
    // An empty panel has room for one.
    let most = nice(values().max().unwrap_or(0).max(panel.unit), panel.unit);
    let least = values().min().unwrap_or(0).min(0);
    let least = if least < 0 { -nice(least.saturating_neg(), panel.unit) } else { 0 };
    let one = PLOT / real(most.saturating_sub(least).max(1));
    let scale = Scale { zero: top + 45.0 + real(most) * one, one };
    let mut named: Option<f32> = None;
    for mark in [most, most / 2, 0, least] {
        let y = scale.y(mark);
        grid(svg, mark, y);
        // What is little below zero has no room for its number.
        if named.is_none_or(|above| y - above >= APART) {
            let place = (LEFT - 10.0, y + 5.0);
            write(svg, &label(mark, panel.unit), place, 14.0, (Anchor::End, FAINT));
            named = Some(y);
        }
    }
    let places_at = Places::of(places);
    let bars = panel.rows.iter().filter(|row| row.form == Form::Bars).count();
    let mut bar = 0;
    for (row, colour) in panel.rows.iter().zip(COLOURS) {
        match row.form {
            Form::Bars => {
                draw_bars(svg, row, colour, (&places_at, &scale), (bar, bars));
                bar += 1;
            }
            Form::Line => draw_line(svg, row, colour, &places_at, &scale),
        }
    }
}

/// What each row is called, from the right edge leftwards.
fn legend(svg: &mut String, rows: &[Row], y: f32) {
    let mut x = WIDTH - RIGHT;
    for (row, colour) in rows.iter().zip(COLOURS).rev() {
        write(svg, &row.name, (x, y), 15.0, (Anchor::End, INK));
        x -= width(&row.name, 15.0) + 20.0;
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"14\" height=\"10\" rx=\"2\" fill=\"{colour}\"/>",
            y - 10.0
        );
        x -= 18.0;
    }
}

fn grid(svg: &mut String, value: i64, y: f32) {
    let (from, to) = (LEFT, WIDTH - RIGHT);
    let colour = if value == 0 { FAINT } else { GRID };
    let _ = write!(
        svg,
        "<path d=\"M{from} {y:.1}H{to}\" stroke=\"{colour}\" stroke-width=\"1\" fill=\"none\"/>"
    );
}

fn draw_bars(
    svg: &mut String,
    row: &Row,
    colour: &str,
    (places, scale): (&Places, &Scale),
    (no, bars): (usize, usize),
) {
    let wide = places.each * 0.7 / count(bars);
    for (place, value) in row.values.iter().enumerate() {
        let x = places.middle(place) - places.each * 0.35 + wide * count(no);
        let (upper, lower) = (scale.y((*value).max(0)), scale.y((*value).min(0)));
        let high = lower - upper;
        if high > 0.0 {
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{upper:.1}\" width=\"{:.1}\" height=\"{high:.1}\" \
                 fill=\"{colour}\"/>",
                wide * 0.92
            );
        }
    }
}

fn draw_line(svg: &mut String, row: &Row, colour: &str, places: &Places, scale: &Scale) {
    let mut path = String::new();
    for (place, value) in row.values.iter().enumerate() {
        let begins = if place == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{begins}{:.1} {:.1}", places.middle(place), scale.y(*value));
    }
    let _ = write!(
        svg,
        "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"3\" fill=\"none\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
    );
    for (place, value) in row.values.iter().enumerate() {
        let (x, y) = (places.middle(place), scale.y(*value));
        let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>");
    }
}

/// The next number from there on that is easy to read and not much larger: one digit and noughts, in whole units.
fn nice(value: i64, unit: i64) -> i64 {
    let mut step = unit;
    while step < value {
        let next = [2, 3, 4, 5, 6, 8, 10].map(|factor| step.saturating_mul(factor));
        match next.iter().find(|next| **next >= value) {
            Some(found) => return *found,
            None => step = next[6],
        }
        if step == i64::MAX {
            break;
        }
    }
    step
}

/// A number at the edge: whole units, thousands in groups.
fn label(value: i64, unit: i64) -> String {
    let digits = (value.unsigned_abs() / unit.unsigned_abs().max(1)).to_string();
    let halves = value.unsigned_abs() % unit.unsigned_abs().max(1);
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push('\u{A0}');
        }
        grouped.push(digit);
    }
    let half = if halves > 0 { ".5" } else { "" };
    let sign = if value < 0 { "\u{2212}" } else { "" };
    format!("{sign}{grouped}{half}")
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture is as good as its pixels")]
fn real(value: i64) -> f32 {
    value as f32
}

fn count(number: usize) -> f32 {
    real(i64::try_from(number).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{label, nice};

    #[test]
    fn the_edge_is_a_number_that_is_easy_to_read() {
        for (value, edge) in [(1, 1), (2, 2), (3, 3), (7, 8), (11, 20), (231, 300), (5_001, 6_000)]
        {
            assert_eq!(nice(value, 1), edge, "{value}");
        }
        assert_eq!(nice(12_345, 100), 20_000);
        assert_eq!(nice(i64::MAX, 1), i64::MAX);
    }

    #[test]
    fn a_number_at_the_edge_is_in_whole_units() {
        assert_eq!(label(2_000_000, 100), "20\u{A0}000");
        assert_eq!(label(-500, 100), "\u{2212}5");
        assert_eq!(label(50, 100), "0.5", "half of one");
        assert_eq!(label(0, 1), "0");
    }
}
