//! Pictures: how many dots they have.
//!
//! | format | from |
//! | --- | --- |
//! | PNG, BMP | the header, which a decoder has to believe |
//! | JPEG | the largest frame header; thumbnails in front are inside other segments |
//! | WebP | the largest of canvas and frames |
//! | GIF | the largest of screen and frames |
//! | TIFF | the largest of its directories, if they stand in the order of the file |
//!
//! HEIC and AVIF are boxes: see [`crate::iso`]. What trails behind a picture is not looked at: no
//! decoder shows it.

mod gif;
mod jpeg;
mod plain;
mod tiff;
mod webp;

pub(crate) use gif::Gif;
pub(crate) use jpeg::Jpeg;
pub(crate) use plain::Header;
pub(crate) use tiff::Tiff;
pub(crate) use webp::WebP;

use crate::{Kind, Measured};

fn picture(pixels: Option<(u32, u32)>) -> Measured {
    Measured { kind: Some(Kind::Image), milliseconds: None, pixels }
}
