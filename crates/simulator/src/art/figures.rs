//! Who or what is in a picture: dark shapes before the light, each an outline in a square of a hundred.

use tiny_skia::{Path, PathBuilder, Shader, Transform};

use super::moods::{Figure, Reading, Scene};
use super::{Canvas, mix, shade};

/// In the words of SVG: `M`, `L`, `C`, `Q` and `Z`, all of them absolute.
const CAT: &str = "M30 100 C14 84 18 62 34 52 C28 46 26 36 28 26 L29 6 L42 18 C47 16 53 16 58 18 L71 6 L72 26 \
    C74 36 72 46 66 52 C82 62 86 84 70 100 Z M66 100 C88 101 98 90 95 76 C93 66 84 66 85 72 C87 82 82 90 66 92 Z";
const FOX: &str = "M34 100 C22 86 24 66 38 56 C31 50 29 42 31 34 L26 6 L43 24 C48 22 54 22 58 24 L75 6 L70 34 \
    C72 42 70 50 63 56 C77 66 79 86 67 100 Z M64 100 C86 102 106 88 99 58 C96 48 89 50 89 58 C90 74 82 84 64 88 Z";
const BOAT: &str = "M6 74 L94 74 L80 94 L22 94 Z M48 4 L48 70 L14 70 Z M53 14 L53 70 L86 70 Z";
const BALLOON: &str = "M50 2 C78 2 92 22 88 42 C84 58 66 70 60 78 L40 78 C34 70 16 58 12 42 C8 22 22 2 50 2 Z \
    M42 86 L58 86 L56 98 L44 98 Z";
const STRIPE: &str = "M50 2 C62 14 64 58 54 78 L46 78 C36 58 38 14 50 2 Z";
const ROCKET: &str =
    "M50 0 C64 14 68 36 64 62 L78 82 L64 77 L58 84 L42 84 L36 77 L22 82 L36 62 C32 36 36 14 50 0 Z";
const FLAME: &str = "M43 86 L57 86 Q58 96 50 112 Q42 96 43 86 Z";
const HOUSE: &str =
    "M14 100 L14 54 L4 54 L50 18 L66 30 L66 20 L74 20 L74 37 L96 54 L86 54 L86 100 Z";
const WINDOW: &str = "M28 64 L44 64 L44 82 L28 82 Z M56 64 L72 64 L72 82 L56 82 Z";
const TOWER: &str = "M38 100 L43 28 L57 28 L62 100 Z M39 28 L61 28 L61 24 L39 24 Z M43 24 L57 24 L56 13 L44 13 Z \
    M41 13 L50 4 L59 13 Z M10 100 Q50 84 90 100 Z";
const BEAM: &str = "M50 18 L190 -14 L190 40 Z";
const PERSON: &str = "M50 4 C58 4 62 10 62 17 C62 23 59 27 56 29 L56 33 C68 35 72 44 73 56 L74 76 L67 76 L65 56 \
    L63 62 L64 100 L53 100 L51 70 L49 70 L47 100 L36 100 L37 62 L35 56 L33 76 L26 76 L27 56 C28 44 32 35 44 33 L44 29 \
    C41 27 38 23 38 17 C38 10 42 4 50 4 Z";
const BIRDS: &str = "M0 40 Q14 24 24 40 Q34 24 48 40 Q34 32 24 46 Q14 32 0 40 Z \
    M56 18 Q66 6 74 18 Q82 6 92 18 Q82 12 74 23 Q66 12 56 18 Z M60 62 Q68 52 75 62 Q82 52 90 62 Q82 57 75 67 Q68 57 60 62 Z";

/// Reads an outline; what it does not understand it leaves out.
pub(super) fn outline(text: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let (verb, first) = word.split_at(1);
        let mut numbers: Vec<f32> = first.parse().into_iter().collect();
        while let Some(number) = words.peek().and_then(|word| word.parse().ok()) {
            numbers.push(number);
            words.next();
        }
        match (verb, numbers.as_slice()) {
            ("M", [x, y]) => path.move_to(*x, *y),
            ("L", [x, y]) => path.line_to(*x, *y),
            ("Q", [a, b, x, y]) => path.quad_to(*a, *b, *x, *y),
            ("C", [a, b, c, d, x, y]) => path.cubic_to(*a, *b, *c, *d, *x, *y),
            _ => path.close(),
        }
    }
    path.finish()
}

/// A shape with its lower middle at a place, so many pixels high.
fn shape(canvas: &mut Canvas, text: &str, (x, y): (f32, f32), size: f32, shader: Shader<'_>) {
    let place = Transform::from_row(size / 100.0, 0.0, 0.0, size / 100.0, x - size / 2.0, y - size);
    let path = outline(text).and_then(|path| path.transform(place));
    canvas.fill(path, shader);
}

/// A figure in its own colour, with eyes.
pub(super) fn alone(canvas: &mut Canvas, read: &Reading) {
    let text = if read.figure == Some(Figure::Fox) { FOX } else { CAT };
    let (middle, white) = (canvas.width() / 2.0, shade(0xFFFFFF, 1.0));
    for (x, y) in [
        (-8.0, 0.0),
        (8.0, 0.0),
        (0.0, -8.0),
        (0.0, 8.0),
        (6.0, 6.0),
        (-6.0, -6.0),
        (6.0, -6.0),
        (-6.0, 6.0),
    ] {
        shape(canvas, text, (middle + x, 242.0 + y), 215.0, Shader::SolidColor(white));
    }
    let fur = if text == FOX { 0xE36414 } else { 0x5B4B8A };
    shape(canvas, text, (middle, 242.0), 215.0, Shader::SolidColor(shade(fur, 1.0)));
    for side in [-20.0, 20.0] {
        canvas.oval((middle + side, 108.0), (11.0, 14.0), white);
        canvas.oval((middle + side, 110.0), (5.0, 9.0), shade(0x141414, 1.0));
    }
    canvas.oval((middle, 132.0), (6.0, 4.0), shade(0x141414, 1.0));
}

/// A dark shape at a place, with a glow behind it and a rim of light.
fn in_the_light(canvas: &mut Canvas, text: &str, (x, floor): (f32, f32), read: &Reading) {
    let (unit, light) = (canvas.unit(), read.mood.light);
    let size = unit * canvas.between(0.34, 0.44);
    canvas.disc((x, floor - size * 0.55), size * 0.95, &[shade(light, 0.4), shade(light, 0.0)]);
    canvas.oval((x, floor), (size * 0.42, size * 0.05), shade(0x000000, 0.35));
    let rim = (x - unit * 0.006, floor - unit * 0.005);
    shape(canvas, text, rim, size * 1.01, Shader::SolidColor(shade(light, 0.75)));
    let dark = shade(mix(read.mood.near, 0x000000, 0.35), 1.0);
    shape(canvas, text, (x, floor), size, Shader::SolidColor(dark));
}

pub(super) fn paint(canvas: &mut Canvas, read: &Reading) {
    let Some(figure) = read.figure else { return };
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let mood = read.mood;
    let dark = shade(mix(mood.near, 0x000000, 0.35), 1.0);
    let plain = |alpha: f32, colour: u32| Shader::SolidColor(shade(colour, alpha));
    let aside = width * canvas.between(0.34, 0.66);
    let floor = height * if read.scene == Scene::Space { 0.84 } else { 0.93 };
    let swing = (canvas.moment * 6.0).sin();
    match figure {
        Figure::Cat | Figure::Fox | Figure::Person => {
            let text = match figure {
                Figure::Cat => CAT,
                Figure::Fox => FOX,
                _ => PERSON,
            };
            in_the_light(canvas, text, (aside, floor), read);
        }
        Figure::Boat => {
            let place = (aside, height * 0.72 + swing * unit * 0.006);
            shape(canvas, BOAT, place, unit * 0.26, Shader::SolidColor(dark));
            canvas.oval((aside, place.1), (unit * 0.13, unit * 0.012), shade(mood.near, 0.5));
        }
        Figure::Balloon => {
            for place in 0..3 {
                let size = unit * (0.34 - 0.1 * place as f32);
                let x = width * [0.36, 0.72, 0.18][place];
                let y = height * [0.52, 0.36, 0.3][place] - canvas.moment * unit * 0.05;
                let body = mix(mood.accent, mood.sky[1], 0.22 * place as f32);
                shape(canvas, BALLOON, (x, y), size, plain(1.0, body));
                shape(canvas, STRIPE, (x, y), size, plain(0.8, mix(body, 0xFFFFFF, 0.6)));
            }
        }
        Figure::Rocket => {
            let place = (aside, height * 0.62 - canvas.moment * height * 0.12);
            let size = unit * 0.32;
            canvas.disc(
                (place.0, place.1),
                size * 0.8,
                &[shade(0xFFB347, 0.7), shade(0xFFB347, 0.0)],
            );
            shape(canvas, FLAME, place, size * (1.0 + 0.04 * swing), plain(1.0, 0xFFD166));
            shape(canvas, ROCKET, place, size, plain(1.0, mix(mood.light, mood.far, 0.2)));
        }
        Figure::House => {
            let place = (aside, floor);
            shape(canvas, HOUSE, place, unit * 0.32, Shader::SolidColor(dark));
            canvas.disc(
                (aside, floor - unit * 0.08),
                unit * 0.25,
                &[shade(0xFFD98A, 0.4), shade(0xFFD98A, 0.0)],
            );
            shape(canvas, WINDOW, place, unit * 0.32, plain(1.0, 0xFFDF94));
        }
        Figure::Lighthouse => {
            let place = (width * 0.26, height * 0.8);
            shape(canvas, BEAM, place, unit * 0.55, plain(0.25, mood.light));
            shape(canvas, TOWER, place, unit * 0.55, Shader::SolidColor(dark));
        }
        Figure::Birds => {
            let place = (aside + canvas.moment * unit * 0.1, height * 0.4);
            shape(canvas, BIRDS, place, unit * 0.3, Shader::SolidColor(dark));
        }
    }
}
