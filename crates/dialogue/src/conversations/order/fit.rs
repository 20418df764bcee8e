//! Whether a file will do for an input: what it is, how large, how long.
//!
//! ```text
//!   Sent ── kind_of, picked ──> Picked ── fit ──┬──> it fits
//!                                               └──> Misfit: the first thing that is wrong
//! ```
//!
//! What was sent is judged by what Telegram says of it, which is what the sender's app claims. Nothing is
//! read here. What is not known is not held against a file, unless its price depends on it.

use domain::catalogue::{Input, Media, MediaKind, Model};

use crate::draft::Picked;
use crate::event::{MediaKind as SentAs, Sent};

/// The largest file that a bot can read from Telegram, in megabytes.
pub(crate) const MAX_MEGABYTES: u32 = 20;

const MEGABYTE: u64 = 1024 * 1024;

/// Telegram tells how long a file plays in whole seconds, and the rest of one is charged as another. The
/// price that is named is the most that an honest file can cost; it is settled from what is measured.
const REST_OF_A_SECOND: u32 = 999;

/// Why a file will not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misfit {
    /// Telegram does not give it to bots: it must be smaller.
    TooHeavyForTelegram,
    /// It must have at most so many megabytes.
    TooHeavy(u32),
    /// It must be of another kind.
    OtherKind,
    /// It must be of another format.
    OtherFormat,
    /// It must play for at most so many seconds.
    TooLong(u32),
    /// It must have at most so many pixels on its longer side.
    TooLarge(u32),
    /// The price depends on how long or large it is, and Telegram does not say.
    Unmeasured,
}

/// Types and the endings that stand for them in the catalogue.
const FORMATS: &[(&str, &str)] = &[
    ("image/jpeg", "jpg"),
    ("image/jpg", "jpg"),
    ("image/png", "png"),
    ("image/webp", "webp"),
    ("image/gif", "gif"),
    ("image/bmp", "bmp"),
    ("image/heic", "heic"),
    ("image/tiff", "tiff"),
    ("video/mp4", "mp4"),
    ("video/quicktime", "mov"),
    ("video/x-matroska", "mkv"),
    ("video/matroska", "mkv"),
    ("video/webm", "webm"),
    ("video/x-msvideo", "avi"),
    ("audio/mpeg", "mp3"),
    ("audio/mp3", "mp3"),
    ("audio/wav", "wav"),
    ("audio/x-wav", "wav"),
    ("audio/vnd.wave", "wav"),
    ("audio/mp4", "m4a"),
    ("audio/x-m4a", "m4a"),
    ("audio/m4a", "m4a"),
    ("audio/aac", "aac"),
    ("audio/ogg", "ogg"),
    ("audio/opus", "ogg"),
    ("audio/flac", "flac"),
    ("audio/x-flac", "flac"),
];

/// What a file is to a model; none if no model could use it.
pub(crate) fn kind_of(sent: &Sent) -> Option<MediaKind> {
    match sent.kind {
        SentAs::Photo => Some(MediaKind::Image),
        SentAs::Video | SentAs::Animation | SentAs::VideoNote => Some(MediaKind::Video),
        SentAs::Audio | SentAs::Voice => Some(MediaKind::Audio),
        SentAs::Document => match type_of(sent)?.split('/').next() {
            Some("image") => Some(MediaKind::Image),
            Some("video") => Some(MediaKind::Video),
            Some("audio") => Some(MediaKind::Audio),
            _ => None,
        },
        SentAs::Sticker => None,
    }
}

impl Sent {
    /// Whether it claims to be plain text.
    pub fn is_text(&self) -> bool {
        let ending = self.name.as_deref().and_then(ending_of);
        let is_plain = self.mime.as_deref().is_some_and(|mime| mime.starts_with("text/plain"));
        self.kind == SentAs::Document && (is_plain || ending.as_deref() == Some("txt"))
    }
}

/// Whether Telegram will not give a file to us.
pub(crate) fn is_too_heavy(sent: &Sent) -> bool {
    sent.bytes.is_some_and(|bytes| bytes > u64::from(MAX_MEGABYTES) * MEGABYTE)
}

/// What is kept of a file.
pub(crate) fn picked(sent: &Sent, kind: MediaKind) -> Picked {
    Picked {
        file: sent.file.clone(),
        kind,
        mime: type_of(sent),
        bytes: sent.bytes,
        milliseconds: sent.milliseconds.map(|told| told.saturating_add(REST_OF_A_SECOND)),
        pixels: sent.pixels,
        album: sent.album.clone(),
    }
}

/// Its type: as it is said, else by how it was sent, else by the ending of its name.
fn type_of(sent: &Sent) -> Option<String> {
    let by_way = match sent.kind {
        SentAs::Photo => Some("image/jpeg"),
        SentAs::Voice => Some("audio/ogg"),
        SentAs::Video | SentAs::Animation | SentAs::VideoNote => Some("video/mp4"),
        SentAs::Audio | SentAs::Document | SentAs::Sticker => None,
    };
    let by_name = || {
        let ending = sent.name.as_deref().and_then(ending_of)?;
        FORMATS.iter().find(|(_, format)| *format == ending).map(|(mime, _)| *mime)
    };
    let is_known = |mime: &&str| !mime.is_empty() && *mime != "application/octet-stream";
    let said = sent.mime.as_deref().filter(is_known).map(str::to_ascii_lowercase);
    said.or_else(|| by_way.or_else(by_name).map(str::to_owned))
}

/// The ending of a file's name, as the catalogue writes it.
fn ending_of(name: &str) -> Option<String> {
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    Some(if ending == "jpeg" { "jpg".to_owned() } else { ending })
}

/// Looks whether an input takes a file.
pub(super) fn fit(
    model: &Model,
    input: &Input,
    media: &Media,
    file: &Picked,
) -> Result<(), Misfit> {
    let is_over =
        |megabytes: u32| file.bytes.is_some_and(|bytes| bytes > u64::from(megabytes) * MEGABYTE);
    if file.kind != media.kind {
        return Err(Misfit::OtherKind);
    }
    if is_over(MAX_MEGABYTES) {
        return Err(Misfit::TooHeavyForTelegram);
    }
    let format = |mime: &str| FORMATS.iter().find(|(known, _)| *known == mime).map(|(_, f)| *f);
    let takes = |format: &str| media.formats.iter().any(|one| one == format || is_jpg(one, format));
    let is_other = match file.mime.as_deref().map(format) {
        // A type without a name here is none that any model takes.
        Some(None) => !media.formats.is_empty(),
        Some(Some(format)) => !media.formats.is_empty() && !takes(format),
        None => false,
    };
    if is_other {
        return Err(Misfit::OtherFormat);
    }
    if is_over(media.max_mb) {
        return Err(Misfit::TooHeavy(media.max_mb));
    }
    measured(model, input, media, file)
}

fn is_jpg(one: &str, format: &str) -> bool {
    one == "jpeg" && format == "jpg"
}

fn measured(model: &Model, input: &Input, media: &Media, file: &Picked) -> Result<(), Misfit> {
    if let (Some(most), Some(length)) = (media.max_seconds, file.milliseconds)
        && length / 1000 > most
    {
        return Err(Misfit::TooLong(most));
    }
    if let (Some(most), Some((width, height))) = (media.max_side, file.pixels)
        && width.max(height) > most
    {
        return Err(Misfit::TooLarge(most));
    }
    let counts = model.prices.iter().any(|row| row.measure.as_ref() == Some(&input.name));
    let is_measured = match media.kind {
        MediaKind::Image => file.pixels.is_some(),
        MediaKind::Video | MediaKind::Audio => file.milliseconds.is_some(),
    };
    if counts && !is_measured { Err(Misfit::Unmeasured) } else { Ok(()) }
}
