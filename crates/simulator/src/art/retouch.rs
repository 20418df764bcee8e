//! A person's photo, changed: what an editing model would have made of it, seen from far away.

use tiny_skia::{
    BlendMode, Color, FilterQuality, LinearGradient, Mask, Paint, Pixmap, PixmapPaint, Point,
    SpreadMode, Transform,
};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Wish, shade, stops};

/// No photo with more pixels is worth the wait.
const MOST: usize = 40_000_000;

/// What becomes of a photo.
#[derive(Debug, Clone, Copy)]
pub enum Look<'w> {
    /// It gets the colours of a wish.
    Tinted(&'w Wish),
    /// It stays as it is.
    Kept,
    /// What is around its middle is taken away.
    CutOut,
}

/// A photo with its longer side this long; none when it cannot be read.
pub fn retouch(photo: &[u8], look: Look<'_>, side: u32) -> Option<Pixmap> {
    let photo = png(photo).or_else(|| jpeg(photo))?;
    let scale = side as f32 / photo.width().max(photo.height()) as f32;
    let [wide, high] =
        [photo.width(), photo.height()].map(|length| (length as f32 * scale).max(1.0));
    let mut made = Pixmap::new(wide as u32, high as u32)?;
    let mask = matches!(look, Look::CutOut).then(|| middle(wide, high)).flatten();
    let smooth = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    let scaled = Transform::from_scale(scale, scale);
    made.draw_pixmap(0, 0, photo.as_ref(), &smooth, scaled, mask.as_ref());
    if let Look::Tinted(wish) = look {
        let mood = wish.read.mood;
        let light = [shade(mood.sky[0], 0.75), shade(mood.sky[1], 0.6), shade(mood.light, 0.7)];
        glaze(&mut made, &light, BlendMode::SoftLight);
        let tint = [shade(mood.accent, 0.3), shade(mood.sky[2], 0.35)];
        glaze(&mut made, &tint, BlendMode::Color);
    }
    Some(made)
}

/// An oval that leaves out the corners.
fn middle(wide: f32, high: f32) -> Option<Mask> {
    let bounds = tiny_skia::Rect::from_xywh(wide * 0.08, high * 0.05, wide * 0.84, high * 0.9)?;
    let mut mask = Mask::new(wide as u32, high as u32)?;
    let oval = tiny_skia::PathBuilder::from_oval(bounds)?;
    mask.fill_path(&oval, tiny_skia::FillRule::Winding, true, Transform::identity());
    Some(mask)
}

/// The smallest picture there is.
pub(super) fn dot() -> Pixmap {
    Pixmap::new(1, 1).unwrap_or_else(|| unreachable!("one pixel fits into memory"))
}

/// Lays colours over a picture, from its top to its bottom.
fn glaze(made: &mut Pixmap, colours: &[Color], blend_mode: BlendMode) {
    let bottom = made.height() as f32;
    let (start, end) = (Point::from_xy(0.0, 0.0), Point::from_xy(0.0, bottom));
    let whole = Transform::identity();
    let shader = LinearGradient::new(start, end, stops(colours), SpreadMode::Pad, whole);
    let all = tiny_skia::Rect::from_xywh(0.0, 0.0, made.width() as f32, bottom);
    if let (Some(shader), Some(all)) = (shader, all) {
        let paint = Paint { shader, blend_mode, ..Paint::default() };
        made.fill_rect(all, &paint, whole, None);
    }
}

fn png(bytes: &[u8]) -> Option<Pixmap> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(
        png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
    );
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size().filter(|size| *size <= MOST * 4)?];
    let info = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(info.buffer_size());
    match info.color_type {
        png::ColorType::Rgba => {}
        png::ColorType::GrayscaleAlpha => {
            pixels = pixels
                .chunks_exact(2)
                .flat_map(|grey| [grey[0], grey[0], grey[0], grey[1]])
                .collect();
        }
        _ => return None,
    }
    opaque(pixels, info.width, info.height)
}

fn jpeg(bytes: &[u8]) -> Option<Pixmap> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions().filter(|(width, height)| width * height <= MOST)?;
    let pixels = decoder.decode().ok()?;
    opaque(pixels, u32::try_from(width).ok()?, u32::try_from(height).ok()?)
}

/// A picture of these pixels; what shines through is laid on black.
fn opaque(mut pixels: Vec<u8>, width: u32, height: u32) -> Option<Pixmap> {
    for pixel in pixels.chunks_exact_mut(4).filter(|pixel| pixel[3] != 255) {
        let alpha = u16::from(pixel[3]);
        for part in &mut pixel[..3] {
            *part = u8::try_from(u16::from(*part) * alpha / 255).unwrap_or(u8::MAX);
        }
        pixel[3] = 255;
    }
    Pixmap::from_vec(pixels, tiny_skia::IntSize::from_wh(width, height)?)
}
