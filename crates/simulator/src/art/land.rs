//! What is under the sky: ranges, woods, waves, dunes, towns, the ground of a moon.
//!
//! Land is layers, from the pale one at the horizon to the dark one at the feet.

use tiny_skia::{Path, PathBuilder, Shader};

use super::moods::Reading;
use super::{Canvas, mix, shade};

/// The steps of an outline.
const STEPS: usize = 96;

/// The outline of a layer: a line of heights across the picture, closed below it.
fn layer(canvas: &Canvas, heights: &[f32]) -> Option<Path> {
    let (width, height) = (canvas.width(), canvas.height());
    let last = heights.len().saturating_sub(1).max(1) as f32;
    let mut path = PathBuilder::new();
    path.move_to(0.0, height + 1.0);
    for (place, y) in heights.iter().enumerate() {
        path.line_to(width * place as f32 / last, *y);
    }
    path.line_to(width, height + 1.0);
    path.close();
    path.finish()
}

/// Waves laid over each other, each half as high and about twice as dense; `edge` makes them sharp.
fn outline(canvas: &mut Canvas, base: f32, swing: f32, edge: f32) -> Vec<f32> {
    let octaves: Vec<(f32, f32)> = (0..5)
        .map(|octave| {
            let density = 2.0_f32.powi(octave) * canvas.between(0.7, 1.3);
            (density, canvas.between(0.0, 60.0))
        })
        .collect();
    let height = |step: usize| {
        let x = step as f32 / STEPS as f32 * 6.0;
        let sum: f32 = octaves
            .iter()
            .enumerate()
            .map(|(octave, (density, phase))| {
                let wave = (x * density + phase).sin();
                let sharp = 1.0 - 2.0 * wave.abs();
                (wave * (1.0 - edge) + sharp * edge) * 0.5_f32.powi(octave as i32)
            })
            .sum();
        base - swing * sum
    };
    (0..=STEPS).map(height).collect()
}

/// What stands on a layer, given its outline, its colour and how near it is.
type Grows<'a> = dyn Fn(&mut Canvas, &[f32], u32, f32) + 'a;

/// Layers from far to near; `grows` gets each one's outline and colour.
fn layers(
    canvas: &mut Canvas,
    read: &Reading,
    (from, swing, edge): (f32, f32, f32),
    count: usize,
    grows: &Grows<'_>,
) {
    let (height, unit) = (canvas.height(), canvas.unit());
    for place in 0..count {
        let way = place as f32 / (count - 1).max(1) as f32;
        let base = height * (from + (0.94 - from) * way.powf(1.25));
        let heights = outline(canvas, base, unit * swing * (1.0 - 0.35 * way), edge);
        let colour = mix(read.mood.far, read.mood.near, way.powf(0.8));
        let haze = mix(colour, read.mood.sky[2], 0.45 * (1.0 - way));
        let top = heights.iter().copied().fold(height, f32::min);
        let path = layer(canvas, &heights);
        canvas.fill_down(path, (top, top + unit * 0.42), &[shade(colour, 1.0), shade(haze, 1.0)]);
        grows(canvas, &heights, colour, way);
    }
}

pub(super) fn mountains(canvas: &mut Canvas, read: &Reading) {
    let caps = mix(0xFFFFFF, read.mood.sky[2], 0.3);
    layers(canvas, read, (0.52, 0.15, 0.85), 5, &|canvas, heights, _, way| {
        if way > 0.3 {
            return;
        }
        // Snow lies where the range is highest.
        let (low, high) =
            heights.iter().fold((0.0_f32, f32::MAX), |(low, high), y| (low.max(*y), high.min(*y)));
        let line = high + (low - high) * 0.3;
        let mut snow = heights.to_vec();
        snow.iter_mut().for_each(|y| *y = y.min(line));
        let mut path = PathBuilder::new();
        let width = canvas.width();
        let x = |place: usize| width * place as f32 / STEPS as f32;
        path.move_to(0.0, line);
        snow.iter().enumerate().for_each(|(place, y)| path.line_to(x(place), *y));
        path.line_to(width, line);
        for place in (0..=STEPS).rev() {
            let jag = if place % 2 == 0 { 0.02 } else { 0.0 };
            path.line_to(
                x(place),
                (line
                    + (line - snow[place]) * 0.25
                    + canvas.unit() * jag * f32::from(snow[place] < line))
                .max(snow[place]),
            );
        }
        path.close();
        canvas.fill(path.finish(), Shader::SolidColor(shade(caps, 0.85)));
    });
}

pub(super) fn forest(canvas: &mut Canvas, read: &Reading) {
    layers(canvas, read, (0.5, 0.07, 0.2), 5, &|canvas, heights, colour, way| {
        let size = canvas.unit() * (0.05 + 0.17 * way);
        let count = (canvas.width() / size * 2.6) as usize;
        let mut path = PathBuilder::new();
        for _ in 0..count {
            let part = canvas.between(0.0, 1.0);
            let at = (part * STEPS as f32) as usize;
            let y = heights[at.min(STEPS)] + size * 0.12;
            let sway = (canvas.moment * 5.0 + part * 20.0).sin() * size * 0.012;
            let tall = size * canvas.between(0.7, 1.25);
            spruce(&mut path, part * canvas.width(), y, tall, sway);
        }
        canvas.fill(path.finish(), Shader::SolidColor(shade(colour, 1.0)));
    });
}

fn spruce(path: &mut PathBuilder, x: f32, y: f32, tall: f32, sway: f32) {
    for tier in 0..3 {
        let up = tier as f32;
        let wide = tall * (0.26 - up * 0.06);
        let bottom = y - tall * up * 0.25;
        path.move_to(x - wide, bottom);
        path.line_to(x + sway * (up + 1.0), bottom - tall * (0.52 - up * 0.02));
        path.line_to(x + wide, bottom);
        path.close();
    }
}

pub(super) fn dunes(canvas: &mut Canvas, read: &Reading) {
    layers(canvas, read, (0.6, 0.07, 0.08), 4, &|canvas, heights, colour, _| {
        // The side that the light falls on.
        let width = canvas.width();
        let depth = canvas.unit() * 0.2;
        let mut path = PathBuilder::new();
        path.move_to(0.0, heights[0]);
        for (place, y) in heights.iter().enumerate() {
            path.line_to(width * place as f32 / STEPS as f32, *y);
        }
        for (place, y) in heights.iter().enumerate().rev() {
            let bend = (place as f32 * 0.11).sin().abs();
            path.line_to(width * place as f32 / STEPS as f32, y + depth * bend);
        }
        path.close();
        canvas
            .fill(path.finish(), Shader::SolidColor(shade(mix(colour, read.mood.light, 0.5), 0.3)));
    });
}

pub(super) fn sea(canvas: &mut Canvas, read: &Reading) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let mood = read.mood;
    let horizon = height * 0.58;
    let shore = outline(canvas, horizon - unit * 0.015, unit * 0.035, 0.7);
    let path = layer(canvas, &shore);
    canvas.fill_down(
        path,
        (horizon - unit * 0.1, horizon),
        &[
            shade(mix(mood.far, mood.sky[2], 0.35), 1.0),
            shade(mix(mood.far, mood.sky[2], 0.6), 1.0),
        ],
    );
    let water = canvas.rect((0.0, horizon), (width, height - horizon + 1.0));
    let deep = mix(mood.sky[0], mood.near, 0.35);
    let colours = [mix(mood.sky[2], mood.sky[1], 0.35), mix(mood.sky[1], deep, 0.6), deep];
    canvas.fill_down(water, (horizon, height), &colours.map(|colour| shade(colour, 1.0)));
    // The light on the water, broader and rarer towards the shore.
    let middle = width * canvas.between(0.35, 0.65);
    for glint in 0..90 {
        let way = glint as f32 / 90.0;
        let y = horizon + (height - horizon) * way.powf(1.4);
        let wave = (canvas.moment * 7.0 + glint as f32 * 1.9).sin();
        let x = middle + canvas.between(-1.0, 1.0) * unit * (0.05 + 0.3 * way) + wave * unit * 0.02;
        let long = unit * canvas.between(0.01, 0.06) * (0.5 + way);
        canvas.oval(
            (x, y),
            (long, unit * (0.0016 + 0.003 * way)),
            shade(mood.light, 0.5 * (1.0 - way * 0.6)),
        );
    }
    for swell in 0..5 {
        let way = (swell as f32 + 1.0) / 5.0;
        let base = horizon + (height - horizon) * way * 0.92;
        let phase = canvas.between(0.0, 6.0) + canvas.moment * 4.0;
        let heights: Vec<f32> = (0..=STEPS)
            .map(|step| {
                let x = step as f32 / STEPS as f32;
                base + unit
                    * 0.012
                    * way
                    * ((x * 18.0 / way + phase).sin() + 0.5 * (x * 41.0 - phase).sin())
            })
            .collect();
        let path = layer(canvas, &heights);
        canvas.fill(path, Shader::SolidColor(shade(mix(deep, mood.near, way), 0.22)));
    }
}

pub(super) fn city(canvas: &mut Canvas, read: &Reading) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let lamps = [0xFFE29A, 0xFFC15E, read.mood.accent, read.mood.light];
    for place in 0..4 {
        let way = place as f32 / 3.0;
        let colour =
            mix(mix(read.mood.far, read.mood.sky[2], 0.3 * (1.0 - way)), read.mood.near, way);
        let mut x = -unit * canvas.between(0.0, 0.1);
        while x < width {
            let wide = unit * canvas.between(0.06, 0.13) * (0.7 + 0.6 * way);
            let tall = height * canvas.between(0.16, 0.44) * (1.15 - 0.55 * way) + unit * 0.05;
            let top = height * 0.97 - tall;
            let body = canvas.rect((x, top), (wide, height - top));
            let foot = mix(colour, read.mood.sky[2], 0.25 * (1.0 - way));
            canvas.fill_down(body, (top, height), &[shade(colour, 1.0), shade(foot, 1.0)]);
            if canvas.draws.below(4) == 0 {
                let mast =
                    canvas.rect((x + wide * 0.48, top - unit * 0.05), (unit * 0.005, unit * 0.05));
                canvas.fill(mast, Shader::SolidColor(shade(colour, 1.0)));
            }
            windows(canvas, (x, top), wide, unit * (0.008 + 0.008 * way), lamps);
            x += wide * canvas.between(1.0, 1.25);
        }
    }
    let street = canvas.rect((0.0, height * 0.93), (width, height * 0.07));
    canvas.fill_down(
        street,
        (height * 0.93, height),
        &[shade(read.mood.near, 0.0), shade(read.mood.near, 1.0)],
    );
}

fn windows(canvas: &mut Canvas, (left, top): (f32, f32), wide: f32, size: f32, lamps: [u32; 4]) {
    let columns = (wide / (size * 2.2)) as usize;
    let mut y = top + size * 1.6;
    while y < canvas.height() * 0.95 {
        for column in 0..columns {
            let lamp = lamps[canvas.draws.below(lamps.len())];
            if canvas.draws.below(100) < 38 {
                let x = left + (column as f32 + 0.5) * wide / columns as f32 - size / 2.0;
                let lit = canvas.rect((x, y), (size, size * 1.35));
                canvas.fill(lit, Shader::SolidColor(shade(lamp, 0.85)));
            }
        }
        y += size * 2.6;
    }
}

/// The ground of a moon: a curved edge and craters.
pub(super) fn moon(canvas: &mut Canvas, read: &Reading) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let ground = mix(read.mood.light, read.mood.far, 0.35);
    let dark = mix(ground, read.mood.near, 0.62);
    let radius = width.max(height) * 1.3;
    let middle = (width / 2.0, height * 0.7 + radius);
    let edge = PathBuilder::from_circle(middle.0, middle.1, radius);
    canvas.fill_down(edge, (height * 0.68, height), &[shade(ground, 1.0), shade(dark, 1.0)]);
    for _ in 0..14 {
        let (x, y) = (canvas.between(0.0, width), height * canvas.between(0.77, 1.0));
        let wide = unit * canvas.between(0.02, 0.09) * (y / height);
        canvas.oval((x, y), (wide, wide * 0.32), shade(mix(ground, dark, 0.75), 0.75));
        canvas.oval(
            (x, y + wide * 0.07),
            (wide * 0.86, wide * 0.25),
            shade(mix(ground, dark, 0.45), 0.9),
        );
    }
}
