//! The picture of the board: panels beside and below each other, drawn with our own letters.

use std::fmt::Write;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::description::{Kind, Panel};
use super::letters::{Anchor, width, write};
use super::series::Series;

/// Panels beside each other, and the size of one with its margins.
const BESIDE: usize = 3;
const WIDE: f64 = 500.0;
const HIGH: f64 = 262.0;
const HEAD: f64 = 64.0;

/// Where in a panel its plot is.
const LEFT: f64 = 74.0;
const RIGHT: f64 = 486.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 196.0;
/// Its names, and the last line of them that has room.
const NAMES: f64 = 236.0;

const INK: &str = "#222831";
const FAINT: &str = "#7d8792";
const GRID: &str = "#e6eaef";
const COLOURS: [&str; 6] = ["#3a7bd5", "#f2994a", "#27ae60", "#9b51e0", "#eb5757", "#2aa7a7"];

/// A panel and what it shows.
pub(super) struct Shown<'a> {
    pub(super) panel: &'a Panel,
    pub(super) rows: Vec<Series>,
}

/// When it was, in seconds of the Unix time.
pub(super) struct Moment {
    pub(super) began: f64,
    pub(super) until: f64,
    pub(super) deployed: f64,
}

impl Moment {
    fn x(&self, at: f64) -> f64 {
        LEFT + (at - self.began) / (self.until - self.began) * (RIGHT - LEFT)
    }
}

pub(super) fn svg(panels: &[Shown<'_>], moment: &Moment) -> String {
    let (all_wide, lines) = (WIDE * real(BESIDE) + 6.0, panels.len().div_ceil(BESIDE));
    let all_high = HEAD + HIGH * real(lines) + 12.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all_wide}\" height=\"{all_high}\">\
         <rect width=\"{all_wide}\" height=\"{all_high}\" fill=\"#f4f6f9\"/>"
    );
    text(&mut svg, "TRT", (20.0, 42.0), 28.0, (Anchor::Start, INK));
    let told = "two instances, a crowd that writes, orders and pays; the dashed line is a deploy";
    text(&mut svg, told, (90.0, 41.0), 17.0, (Anchor::Start, FAINT));
    for (no, shown) in panels.iter().enumerate() {
        let (x, y) = (WIDE * real(no % BESIDE), HEAD + HIGH * real(no / BESIDE));
        let _ = write!(svg, "<g transform=\"translate({x} {y})\">");
        draw(&mut svg, shown, moment);
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

pub(super) fn png(svg: &str) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().unwrap()
}

fn draw(svg: &mut String, shown: &Shown<'_>, moment: &Moment) {
    let Shown { panel, rows } = shown;
    let _ = write!(
        svg,
        "<rect x=\"10\" y=\"4\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\" fill=\"#ffffff\"/>",
        WIDE - 14.0,
        HIGH - 12.0
    );
    text(svg, &panel.title, (26.0, 32.0), 17.0, (Anchor::Start, INK));
    let most = rows.iter().flat_map(|row| &row.points).map(|point| point.1).fold(0.0, f64::max);
    let top = nice(most);
    let y = |value: f64| BOTTOM - value / top * (BOTTOM - TOP);
    for value in [0.0, top / 2.0, top] {
        let at = y(value);
        let _ = write!(svg, "<path d=\"M{LEFT} {at:.1}H{RIGHT}\" stroke=\"{GRID}\"/>");
        text(svg, &label(value, &panel.unit), (LEFT - 8.0, at + 4.0), 12.0, (Anchor::End, FAINT));
    }
    times(svg, moment);
    for (row, colour) in rows.iter().zip(COLOURS.iter().cycle()) {
        let jumps = panel.kind == Kind::Steps;
        line(svg, row, colour, (&|at| moment.x(at), &y), jumps);
    }
    names(svg, rows);
}

/// The minutes below, and the deploy.
fn times(svg: &mut String, moment: &Moment) {
    let minutes = ((moment.until - moment.began) / 60.0).floor();
    let mut minute = 0.0;
    while minute <= minutes {
        let at = moment.x(moment.began + minute * 60.0);
        let name = if minute > 0.0 { format!("{minute} min") } else { "0".to_owned() };
        if at < RIGHT - 20.0 {
            text(svg, &name, (at, BOTTOM + 17.0), 12.0, (Anchor::Middle, FAINT));
        }
        minute += 1.0;
    }
    let at = moment.x(moment.deployed);
    let _ = write!(
        svg,
        "<path d=\"M{at:.1} {TOP}V{BOTTOM}\" stroke=\"{FAINT}\" stroke-dasharray=\"4 4\"/>"
    );
}

fn line(
    svg: &mut String,
    row: &Series,
    colour: &str,
    (x, y): (&dyn Fn(f64) -> f64, &dyn Fn(f64) -> f64),
    jumps: bool,
) {
    let (mut path, mut before) = (String::new(), None);
    for &(at, value) in &row.points {
        let (here, there) = (x(at), y(value));
        // Where nothing was known for a while the line has a gap.
        let goes_on = before.is_some_and(|before| at - before < 7.0);
        match (goes_on, jumps) {
            (false, _) => drop(write!(path, "M{here:.1} {there:.1}")),
            (true, false) => drop(write!(path, "L{here:.1} {there:.1}")),
            (true, true) => drop(write!(path, "H{here:.1}V{there:.1}")),
        }
        before = Some(at);
    }
    let _ = write!(
        svg,
        "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
    );
}

/// What the lines are called, as far as there is room.
fn names(svg: &mut String, rows: &[Series]) {
    let mut x = 26.0;
    for (row, colour) in rows.iter().zip(COLOURS.iter().cycle()) {
        let wide = f64::from(width(&row.name, 12.5)) + 34.0;
        if x + wide > WIDE - 10.0 {
            return text(svg, "…", (x, NAMES), 12.5, (Anchor::Start, FAINT));
        }
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"4\" rx=\"2\" fill=\"{colour}\"/>",
            NAMES - 6.5
        );
        text(svg, &row.name, (x + 17.0, NAMES), 12.5, (Anchor::Start, INK));
        x += wide;
    }
}

fn text(svg: &mut String, words: &str, at: (f64, f64), size: f32, look: (Anchor, &str)) {
    write(svg, words, (narrow(at.0), narrow(at.1)), size, look);
}

/// The next number from there on that is easy to read.
fn nice(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let size = 10.0_f64.powf(value.log10().floor());
    let steps = [1.0, 1.2, 1.6, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.iter().map(|step| step * size).find(|top| *top >= value * 0.999).unwrap_or(20.0 * size)
}

/// A number at the edge, in its unit.
fn label(value: f64, unit: &str) -> String {
    match unit {
        _ if value == 0.0 => "0".to_owned(),
        "s" if value < 0.001 => format!("{} µs", short(value * 1e6)),
        "s" if value < 1.0 => format!("{} ms", short(value * 1e3)),
        "s" => format!("{} s", short(value)),
        "bytes" => format!("{} MB", short(value / 1e6)),
        "percentunit" => format!("{} %", short(value * 100.0)),
        "ops" => format!("{} /s", short(value)),
        _ => short(value),
    }
}

fn short(value: f64) -> String {
    let digits = if value >= 10.0 { 0 } else { 1 };
    let text = format!("{value:.digits$}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture is as good as its pixels")]
fn real(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, reason = "the same")]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[test]
fn numbers_at_the_edge_are_easy_to_read() {
    for (value, edge) in [(0.0, 1.0), (0.9, 1.0), (1.1, 1.2), (3.5, 4.0), (99.0, 100.0)] {
        assert!((nice(value) - edge).abs() < 1e-9, "{value}: {}", nice(value));
    }
    for (value, unit, text) in [
        (0.05, "s", "50 ms"),
        (2.5, "s", "2.5 s"),
        (60e6, "bytes", "60 MB"),
        (0.0, "s", "0"),
        (0.25, "percentunit", "25 %"),
    ] {
        assert_eq!(label(value, unit), text);
    }
}
