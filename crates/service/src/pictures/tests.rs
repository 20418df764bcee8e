//! Pictures as they come out of what is drawn.

use dialogue::chart::{Chart, Form, Panel, Row};
use resvg::tiny_skia::Pixmap;

use super::{are_ours, name, number, png, svg};

fn chart(values: &[i64]) -> Chart {
    let row = |name: &str, form| Row { name: name.to_owned(), form, values: values.to_vec() };
    let rows = vec![row("новые", Form::Bars), row("ordered", Form::Line)];
    let panel = Panel { title: "Люди <&>".to_owned(), unit: 1, rows };
    let labels = values.iter().map(|value| format!("{value}.11")).collect();
    Chart { title: "По дням".to_owned(), labels, panels: vec![panel.clone(), panel] }
}

fn pixels(values: &[i64]) -> Pixmap {
    let png = png(&svg::svg(&chart(values))).unwrap();
    assert!(png.len() < 200_000, "{}", png.len());
    Pixmap::decode_png(&png).unwrap()
}

/// How many pixels have the colour of the first row.
fn blue(pixels: &Pixmap) -> usize {
    let is_blue = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| {
        (pixel.red(), pixel.green(), pixel.blue()) == (0x3a, 0x7b, 0xd5)
    };
    pixels.pixels().iter().filter(is_blue).count()
}

#[test]
fn numbers_become_a_picture_of_a_bounded_size() {
    let pixels = pixels(&[3, 0, 7, 2]);

    assert_eq!((pixels.width(), pixels.height()), (1000, 620));
    assert!(blue(&pixels) > 5_000, "there are bars");
}

#[test]
fn larger_numbers_are_higher_bars() {
    assert!(blue(&pixels(&[1, 10])) < blue(&pixels(&[9, 10])));
}

#[test]
fn nothing_below_zero_and_too_much_can_be_drawn() {
    for values in [&[0][..], &[-5, 3], &[i64::MIN, i64::MAX], &[1; 64]] {
        assert_eq!(pixels(values).width(), 1000, "{values:?}");
    }
}

#[test]
fn a_picture_is_known_by_its_name() {
    assert_eq!(number(&name(17)), Some(17));
    assert!(are_ours(&[name(1), name(2)]));
    for other in ["f0", "chart", "chartx", "1"] {
        assert!(!are_ours(&[other.to_owned()]), "{other}");
    }
}
