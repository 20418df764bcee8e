//! The sky: its colours, its stars, a sun or a moon, clouds.

use super::moods::{Reading, Scene};
use super::{Canvas, mix, shade};

pub(super) fn paint(canvas: &mut Canvas, read: &Reading) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let mood = read.mood;
    let all = canvas.rect((0.0, 0.0), (width, height));
    let colours = mood.sky.map(|colour| shade(colour, 1.0));
    canvas.fill_down(all, (0.0, height * 0.82), &colours);
    if mood.is_night {
        stars(canvas, mood.light);
    }
    let is_space = read.scene == Scene::Space;
    let low = if is_space { 0.2 } else { 0.26 };
    let place = (width * canvas.between(0.22, 0.78), height * canvas.between(low, 0.44));
    let radius =
        unit * if is_space { canvas.between(0.17, 0.22) } else { canvas.between(0.06, 0.12) };
    let glow = [shade(mood.light, 0.55), shade(mood.light, 0.18), shade(mood.light, 0.0)];
    canvas.disc(place, radius * 4.5, &glow);
    if is_space {
        planet(canvas, place, radius, mood.accent);
    } else {
        let rim = mix(mood.light, mood.sky[2], 0.25);
        canvas.disc(
            place,
            radius,
            &[shade(mood.light, 1.0), shade(mood.light, 1.0), shade(rim, 1.0)],
        );
        let clouds = 3 + canvas.draws.below(4);
        (0..clouds).for_each(|_| cloud(canvas, mix(0xFFFFFF, mood.sky[1], 0.25)));
    }
}

fn stars(canvas: &mut Canvas, light: u32) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    for _ in 0..170 {
        let place = (canvas.between(0.0, width), canvas.between(0.0, height * 0.75));
        let size = canvas.between(0.0, 1.0).powi(4) * unit * 0.004 + unit * 0.0011;
        let phase = canvas.between(0.0, std::f32::consts::TAU);
        let bright = canvas.between(0.35, 1.0);
        let twinkle = 0.75 + 0.25 * (phase + canvas.moment * 9.0).sin();
        canvas.oval(place, (size, size), shade(light, bright * twinkle));
    }
}

/// A planet with bands, a shadow and a ring.
fn planet(canvas: &mut Canvas, (x, y): (f32, f32), radius: f32, accent: u32) {
    let (bright, dark) = (mix(accent, 0xFFFFFF, 0.35), mix(accent, 0x100818, 0.55));
    let lit = (x - radius * 0.35, y - radius * 0.35);
    canvas.disc((x, y), radius, &[shade(accent, 1.0), shade(mix(accent, dark, 0.4), 1.0)]);
    canvas.disc(lit, radius * 0.62, &[shade(bright, 0.9), shade(bright, 0.0)]);
    for band in 0..4 {
        let off = radius * (band as f32 * 0.32 - 0.5);
        let half = (radius * radius - off * off).max(0.0).sqrt();
        canvas.oval((x, y + off), (half * 0.96, radius * 0.045), shade(dark, 0.35));
    }
    let (wide, high) = (radius * 1.9, radius * 0.34);
    for ring in 0..5 {
        let way = ring as f32 * 0.06;
        let mut path = tiny_skia::PathBuilder::new();
        path.move_to(x - wide * (1.0 - way), y);
        let down = y + high * (1.0 - way) * 1.33;
        path.cubic_to(
            x - wide * (1.0 - way),
            down,
            x + wide * (1.0 - way),
            down,
            x + wide * (1.0 - way),
            y,
        );
        let inner = y + high * (0.93 - way) * 1.33;
        let narrow = wide * (0.97 - way);
        path.cubic_to(x + narrow, inner, x - narrow, inner, x - narrow, y);
        path.close();
        let colour = mix(bright, accent, ring as f32 / 5.0);
        canvas.fill(path.finish(), tiny_skia::Shader::SolidColor(shade(colour, 0.8)));
    }
}

fn cloud(canvas: &mut Canvas, colour: u32) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let drift = canvas.moment * width * canvas.between(0.04, 0.09);
    let (x, y) = (canvas.between(-0.1, 1.0) * width + drift, height * canvas.between(0.06, 0.42));
    let long = unit * canvas.between(0.1, 0.24);
    let alpha = canvas.between(0.16, 0.4);
    // One outline, so that nothing shines through twice.
    let mut path = tiny_skia::PathBuilder::new();
    let mut puff = |(x, y): (f32, f32), (wide, high): (f32, f32)| {
        let bounds = tiny_skia::Rect::from_xywh(x - wide, y - high, wide * 2.0, high * 2.0);
        bounds.into_iter().for_each(|bounds| path.push_oval(bounds));
    };
    for place in 0..7 {
        let way = place as f32 / 6.0;
        let lump = (way * std::f32::consts::PI).sin();
        let high = long * (0.05 + 0.13 * lump) * canvas.between(0.7, 1.2);
        puff((x + (way - 0.5) * 2.0 * long, y - high * 0.5), (long * 0.3, high));
    }
    puff((x, y + long * 0.02), (long * 1.25, long * 0.055));
    canvas.fill(path.finish(), tiny_skia::Shader::SolidColor(shade(colour, alpha)));
}
