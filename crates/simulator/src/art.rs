//! Pictures worth looking at: a landscape for every prompt, painted from its words and from its seed.
//!
//! ```text
//!   prompt ── words ──> scene, mood, figure ─┐
//!      └──── hash, number ──> seed ──────────┴──> sky, land, figure, light ──> a pixmap
//!   a photo ── decoded ──> tinted in the mood of the words
//! ```
//!
//! The same prompt gives the same picture; a result of another number is another view of it. The prompt itself is
//! written nowhere. What the words do not say is drawn from the seed. Nothing here fails: a photo that cannot be
//! read is no photo, and then there is a landscape.

mod figures;
mod land;
mod moods;
mod retouch;
mod sky;

use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, Path, Point, RadialGradient, Shader,
    SpreadMode, Transform,
};

use moods::{Reading, Scene};
use testbed::draws::Draws;

pub use retouch::{Look, retouch};
pub use tiny_skia::Pixmap;

/// The longer side of a picture.
pub const SIDE: u32 = 768;

/// What a picture is about.
#[derive(Debug, Clone)]
pub struct Wish {
    seed: u64,
    read: Reading,
}

impl Wish {
    /// The picture of this number about a prompt.
    pub fn of(prompt: &str, number: usize) -> Self {
        let number = u64::try_from(number).unwrap_or_default();
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        let seed = prompt.bytes().fold(0xCBF2_9CE4_8422_2325, hash);
        let read = Reading::of(prompt, seed);
        Self { seed: seed.wrapping_add(number.wrapping_mul(0x9E37_79B9)), read }
    }

    /// One of so many things, the same for the same wish.
    pub fn pick(&self, count: usize) -> usize {
        Draws::seeded(self.seed).below(count)
    }
}

/// Paints a picture as it looks at a moment: clouds, waves and lights move with it.
pub fn paint(wish: &Wish, (width, height): (u32, u32), moment: f32) -> Pixmap {
    let Some(pixmap) = Pixmap::new(width.max(1), height.max(1)) else {
        // Nobody asks for more than memory holds.
        return retouch::dot();
    };
    let read = &wish.read;
    let mut canvas = Canvas { pixmap, draws: Draws::seeded(wish.seed), moment };
    sky::paint(&mut canvas, read);
    match read.scene {
        Scene::Sea => land::sea(&mut canvas, read),
        Scene::Forest => land::forest(&mut canvas, read),
        Scene::Mountains => land::mountains(&mut canvas, read),
        Scene::City => land::city(&mut canvas, read),
        Scene::Space => land::moon(&mut canvas, read),
        Scene::Desert => land::dunes(&mut canvas, read),
    }
    figures::paint(&mut canvas, read);
    canvas.vignette();
    canvas.pixmap
}

/// Who is in a wish, large and alone, with a white edge: nothing around it.
pub fn sticker(wish: &Wish) -> Pixmap {
    let Some(pixmap) = Pixmap::new(256, 256) else { return retouch::dot() };
    let mut canvas = Canvas { pixmap, draws: Draws::seeded(wish.seed), moment: 0.0 };
    figures::alone(&mut canvas, &wish.read);
    canvas.pixmap
}

/// What is painted on: all lengths are parts of its shorter side, all colours are `0xRRGGBB`.
struct Canvas {
    pixmap: Pixmap,
    draws: Draws,
    moment: f32,
}

impl Canvas {
    fn width(&self) -> f32 {
        self.pixmap.width() as f32
    }

    fn height(&self) -> f32 {
        self.pixmap.height() as f32
    }

    /// The unit of lengths.
    fn unit(&self) -> f32 {
        self.width().min(self.height())
    }

    /// A number from here to there.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.draws.below(10_001) as f32 / 10_000.0
    }

    fn fill(&mut self, path: Option<Path>, shader: Shader<'_>) {
        // A shape of no size is not there.
        let Some(path) = path else { return };
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    /// Fills with colours from the upper of two heights to the lower.
    fn fill_down(&mut self, path: Option<Path>, (top, bottom): (f32, f32), colours: &[Color]) {
        let (start, end) = (Point::from_xy(0.0, top), Point::from_xy(0.0, bottom));
        let (stops, whole) = (stops(colours), Transform::identity());
        let shader = LinearGradient::new(start, end, stops, SpreadMode::Pad, whole);
        let plain = Shader::SolidColor(colours.first().copied().unwrap_or(Color::BLACK));
        self.fill(path, shader.unwrap_or(plain));
    }

    /// Fills a disc with colours from its middle outwards.
    fn disc(&mut self, (x, y): (f32, f32), radius: f32, colours: &[Color]) {
        let (middle, stops) = (Point::from_xy(x, y), stops(colours));
        let (spread, whole) = (SpreadMode::Pad, Transform::identity());
        let shader = RadialGradient::new(middle, 0.0, middle, radius, stops, spread, whole);
        let path = tiny_skia::PathBuilder::from_circle(x, y, radius);
        self.fill(path, shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT)));
    }

    fn oval(&mut self, (x, y): (f32, f32), (wide, high): (f32, f32), colour: Color) {
        let bounds = tiny_skia::Rect::from_xywh(x - wide, y - high, wide * 2.0, high * 2.0);
        let path = bounds.and_then(tiny_skia::PathBuilder::from_oval);
        self.fill(path, Shader::SolidColor(colour));
    }

    fn rect(&mut self, (x, y): (f32, f32), (wide, high): (f32, f32)) -> Option<Path> {
        tiny_skia::Rect::from_xywh(x, y, wide, high).map(tiny_skia::PathBuilder::from_rect)
    }

    /// Darkens the corners, as lenses do.
    fn vignette(&mut self) {
        let (width, height) = (self.width(), self.height());
        let clear = Color::TRANSPARENT;
        let all = self.rect((0.0, 0.0), (width, height));
        let (middle, far) = (Point::from_xy(width / 2.0, height / 2.0), width.hypot(height) / 2.0);
        let stops = vec![
            GradientStop::new(0.0, clear),
            GradientStop::new(0.6, clear),
            GradientStop::new(1.0, shade(0x000000, 0.38)),
        ];
        let whole = Transform::identity();
        let shader = RadialGradient::new(middle, 0.0, middle, far, stops, SpreadMode::Pad, whole);
        self.fill(all, shader.unwrap_or(Shader::SolidColor(clear)));
    }
}

fn stops(colours: &[Color]) -> Vec<GradientStop> {
    let last = colours.len().saturating_sub(1).max(1) as f32;
    let stop = |(place, colour): (usize, &Color)| GradientStop::new(place as f32 / last, *colour);
    colours.iter().enumerate().map(stop).collect()
}

/// A colour, as opaque as this part of one.
fn shade(colour: u32, alpha: f32) -> Color {
    let [_, red, green, blue] = colour.to_be_bytes();
    let alpha = (alpha.clamp(0.0, 1.0) * 255.0) as u8;
    Color::from_rgba8(red, green, blue, alpha)
}

/// The colour on the way from one to another.
fn mix(from: u32, to: u32, way: f32) -> u32 {
    let (from, to) = (from.to_be_bytes(), to.to_be_bytes());
    let part = |place: usize| {
        let (low, high) = (f32::from(from[place]), f32::from(to[place]));
        (low + (high - low) * way.clamp(0.0, 1.0)) as u8
    };
    u32::from_be_bytes([0, part(1), part(2), part(3)])
}

#[cfg(test)]
mod tests;
