//! What `assets/make` hands to ffmpeg: frames of a moving landscape, or a tune, as raw numbers on standard output.
//!
//! ```text
//!   raw frames PROMPT WIDTH HEIGHT COUNT   RGBA, picture after picture
//!   raw tune NUMBER                        16 bits, one channel, 24,000 a second
//! ```
#![expect(clippy::unwrap_used, reason = "a program of ours for ourselves")]

use std::f64::consts::TAU;
use std::io::Write as _;

use simulator::art::{Wish, paint};

const RATE: usize = 24_000;

/// A beat of a tune, and how many there are.
const BEAT: f64 = 0.25;
const BEATS: usize = 32;

/// Chords in half tones above A, one for eight beats, and the order in which their notes are played.
const TUNES: [([[i32; 4]; 4], [usize; 8]); 2] = [
    ([[0, 4, 7, 12], [-3, 0, 4, 9], [-7, -3, 0, 5], [-5, -1, 2, 7]], [0, 1, 2, 3, 2, 1, 2, 3]),
    ([[-3, 0, 4, 9], [-7, -3, 0, 5], [0, 4, 7, 12], [-5, -1, 2, 7]], [0, 2, 1, 3, 0, 3, 2, 1]),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut out = std::io::stdout().lock();
    match words.as_slice() {
        ["frames", prompt, width, height, count] => {
            let (wish, count) = (Wish::of(prompt, 0), count.parse::<u16>().unwrap());
            for frame in 0..count {
                let moment = f32::from(frame) / f32::from(count);
                let sides = (width.parse().unwrap(), height.parse().unwrap());
                out.write_all(paint(&wish, sides, moment).data()).unwrap();
            }
        }
        ["tune", number] => {
            let sound = tune(number.parse().unwrap());
            let bytes: Vec<u8> = sound.iter().flat_map(|level| level.to_le_bytes()).collect();
            // Whoever reads only the beginning closes the pipe.
            let _ = out.write_all(&bytes);
        }
        _ => eprintln!("raw frames PROMPT WIDTH HEIGHT COUNT | raw tune NUMBER"),
    }
}

fn tune(number: usize) -> Vec<i16> {
    let (chords, order) = TUNES[number];
    let mut sound = vec![0.0; (BEAT * BEATS as f64 * RATE as f64) as usize];
    for beat in 0..BEATS {
        let chord = chords[beat / 8];
        pluck(&mut sound, beat, chord[order[beat % 8]] + 12, 0.5);
        if beat % 8 == 0 {
            pluck(&mut sound, beat, chord[0] - 12, 0.9);
        }
        if beat % 4 == 2 {
            pluck(&mut sound, beat, chord[2], 0.35);
        }
    }
    // The room answers.
    let late = RATE * 3 / 8;
    for place in late..sound.len() {
        sound[place] += sound[place - late] * 0.28;
    }
    let length = sound.len();
    let end = |place: usize| ((length - place) as f64 / (RATE as f64 * 0.8)).min(1.0);
    let level = |(place, level): (usize, &f64)| (level * end(place) * 9_000.0) as i16;
    sound.iter().enumerate().map(level).collect()
}

/// A string that is plucked: a tone with its overtones, which fade sooner the higher they are.
fn pluck(sound: &mut [f64], beat: usize, half_tones: i32, loud: f64) {
    let start = (beat as f64 * BEAT * RATE as f64) as usize;
    let tone = 220.0 * 2.0_f64.powf(f64::from(half_tones) / 12.0);
    for (place, level) in sound[start..].iter_mut().take(RATE * 2).enumerate() {
        let at = place as f64 / RATE as f64;
        let overtones = (1..=4).map(|over| {
            let over = f64::from(over);
            (TAU * tone * over * at).sin() * (-at * (1.6 + over)).exp() / over
        });
        *level += overtones.sum::<f64>() * loud * (at * 200.0).min(1.0);
    }
}
