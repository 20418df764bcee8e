//! How Telegram shows the files of a result: the same way each time.
//!
//! Telegram takes its own copy of a file only as what it was sent as before. So the way follows from
//! the files alone, when they are delivered and whenever somebody wants them again.
//!
//! On failure: what Telegram does not show this way it is asked to take as documents, by whoever sends.

use domain::ChatId;
use store::ResultFile;
use telegram::request::{AlbumItem, AlbumKind, File, Keyboard, Request};

/// What Telegram takes as a photo.
const LARGEST_PHOTO: i64 = 10 * 1024 * 1024;

/// How a file is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Photo,
    Video,
    Audio,
    Voice,
    Document,
}

/// How each of these files is shown, the only one or all of them together.
pub(crate) fn ways(files: &[ResultFile]) -> Vec<Way> {
    if let [file] = files {
        return vec![if is_large_picture(file) { Way::Document } else { way(file) }];
    }
    let ways: Vec<Way> = files.iter().map(way).collect();
    // Sounds and documents go only with their own kind.
    let visual = |way: &Way| matches!(way, Way::Photo | Way::Video);
    let together = ways.iter().all(visual) || ways.iter().all(|way| *way == Way::Audio);
    if together && !files.iter().any(is_large_picture) {
        return ways;
    }
    vec![Way::Document; files.len()]
}

/// A message with these files: an album, unless there is only one. An album has no buttons.
pub(crate) fn request(
    chat: ChatId,
    shown: &[(Way, File)],
    caption: &str,
    keyboard: &Keyboard,
) -> Request {
    if let [(way, file)] = shown {
        return match way {
            Way::Photo => Request::send_photo(chat, file, caption, keyboard),
            Way::Video => Request::send_video(chat, file, caption, keyboard),
            Way::Audio => Request::send_audio(chat, file, caption, keyboard),
            Way::Voice => Request::send_voice(chat, file, caption, keyboard),
            Way::Document => Request::send_document(chat, file, caption, keyboard),
        };
    }
    let items = shown.iter().enumerate().map(|(place, (way, file))| AlbumItem {
        kind: match way {
            Way::Photo => AlbumKind::Photo,
            Way::Video => AlbumKind::Video,
            Way::Audio => AlbumKind::Audio,
            Way::Voice | Way::Document => AlbumKind::Document,
        },
        file: file.clone(),
        caption_html: if place == 0 { caption.to_owned() } else { String::new() },
    });
    Request::send_media_group(chat, &items.collect::<Vec<_>>())
}

fn way(file: &ResultFile) -> Way {
    match (file.kind.as_str(), file.mime.as_str()) {
        ("image", "image/png" | "image/jpeg" | "image/webp") => Way::Photo,
        ("video", "video/mp4") => Way::Video,
        ("audio", "audio/ogg") => Way::Voice,
        ("audio", "audio/mpeg" | "audio/mp4") => Way::Audio,
        _ => Way::Document,
    }
}

fn is_large_picture(file: &ResultFile) -> bool {
    way(file) == Way::Photo && file.bytes.is_some_and(|bytes| bytes > LARGEST_PHOTO)
}

#[cfg(test)]
mod tests {
    use super::{LARGEST_PHOTO, ResultFile, Way, ways};

    fn file(mime: &str, bytes: i64) -> ResultFile {
        ResultFile {
            no: 0,
            kind: mime.split('/').next().unwrap().to_owned(),
            mime: mime.to_owned(),
            bytes: Some(bytes),
            url: String::new(),
            token: Vec::new(),
            file_id: None,
            is_kept: false,
        }
    }

    #[test]
    fn a_file_alone_is_shown_as_what_it_is_unless_telegram_would_not() {
        let table = [
            ("image/png", LARGEST_PHOTO, Way::Photo),
            ("image/png", LARGEST_PHOTO + 1, Way::Document),
            ("image/gif", 1, Way::Document),
            ("video/mp4", LARGEST_PHOTO + 1, Way::Video),
            ("video/webm", 1, Way::Document),
            ("audio/ogg", 1, Way::Voice),
            ("audio/mpeg", 1, Way::Audio),
            ("audio/wav", 1, Way::Document),
        ];
        for (mime, bytes, way) in table {
            assert_eq!(ways(&[file(mime, bytes)]), [way], "{mime} {bytes}");
        }
    }

    #[test]
    fn files_that_do_not_go_together_are_documents() {
        let [small, large] = [1, LARGEST_PHOTO + 1].map(|bytes| file("image/png", bytes));
        let [video, sound, voice] =
            ["video/mp4", "audio/mpeg", "audio/ogg"].map(|mime| file(mime, 1));
        let both = |one: &ResultFile, other: &ResultFile| ways(&[one.clone(), other.clone()]);

        assert_eq!(both(&small, &video), [Way::Photo, Way::Video]);
        assert_eq!(both(&sound, &sound), [Way::Audio; 2]);
        assert_eq!(both(&small, &large), [Way::Document; 2]);
        assert_eq!(both(&small, &sound), [Way::Document; 2]);
        assert_eq!(both(&voice, &voice), [Way::Document; 2]);
    }
}
