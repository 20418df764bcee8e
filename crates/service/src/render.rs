//! From what was decided to what Telegram is asked: screens as requests, requests as rows of the outbox.
//!
//! Pure but for the mark of the trace that a row belongs to. Whoever decides in a transaction, about an update or about a generation, writes with it what is to be
//! said; nothing is sent from here.

use dialogue::{CAPTION_UNITS, MediaKind, Press, Sample, SampleKind, Screen, Style};
use domain::{ChatId, MessageId};
use store::outbox::Line;
use store::{OnDoubt, Priority, Saying};
use telegram::request::{Button, File, Keyboard, Request};

use crate::traces;

pub(crate) fn message(chat: ChatId, screen: &Screen) -> Request {
    let (words, keyboard) = (screen.text.as_str(), keyboard(screen));
    match sample_of(screen) {
        Some(sample) => with_sample(chat, sample, words, &keyboard),
        None => Request::send_message(chat, words, &keyboard),
    }
}

/// What a screen is shown with, if its words fit below it.
pub(crate) fn sample_of(screen: &Screen) -> Option<&Sample> {
    screen.sample.as_ref().filter(|_| screen.text.units() <= CAPTION_UNITS)
}

/// A sample with these words below it.
pub(crate) fn with_sample(
    chat: ChatId,
    sample: &Sample,
    words: &str,
    keyboard: &Keyboard,
) -> Request {
    let file = File::Id(sample.file.clone());
    match sample.kind {
        SampleKind::Photo => Request::send_photo(chat, &file, words, keyboard),
        SampleKind::Video => Request::send_video(chat, &file, words, keyboard),
        SampleKind::Audio => Request::send_audio(chat, &file, words, keyboard),
    }
}

/// A file that somebody sent to us, sent on.
pub(crate) fn file(
    chat: ChatId,
    kind: MediaKind,
    id: &str,
    caption: &str,
    keyboard: &Keyboard,
) -> Request {
    let file = File::Id(id.to_owned());
    match kind {
        MediaKind::Photo => Request::send_photo(chat, &file, caption, keyboard),
        MediaKind::Video => Request::send_video(chat, &file, caption, keyboard),
        MediaKind::Audio => Request::send_audio(chat, &file, caption, keyboard),
        MediaKind::Voice => Request::send_voice(chat, &file, caption, keyboard),
        MediaKind::Document | MediaKind::Animation | MediaKind::VideoNote | MediaKind::Sticker => {
            Request::send_document(chat, &file, caption, keyboard)
        }
    }
}

/// A message changed into the words of a screen: this one, else the one that the row's `edits` names.
pub(crate) fn edit(chat: ChatId, message: Option<MessageId>, screen: &Screen) -> Request {
    Request::edit_text(chat, message, screen.text.as_str(), &keyboard(screen))
}

pub(crate) fn keyboard(screen: &Screen) -> Keyboard {
    let button = |button: &dialogue::Button| Button {
        text: button.text.clone(),
        press: match &button.press {
            Press::Data(tap) => telegram::request::Press::Data(tap.encode()),
            Press::Link(link) => telegram::request::Press::Link(link.clone()),
            Press::Inline(words) => telegram::request::Press::Inline(words.clone()),
        },
        style: match button.style {
            Style::Plain => telegram::request::Style::Plain,
            Style::Success => telegram::request::Style::Success,
            Style::Danger => telegram::request::Style::Danger,
        },
    };
    let rows = screen.keyboard.iter().map(|row| row.iter().map(button).collect());
    Keyboard::new(rows.collect())
}

/// A row that says this: a new message, said again when nobody knows whether it was, about no result.
pub(crate) fn saying(chat: ChatId, line: Line, priority: Priority, request: &Request) -> Saying {
    Saying {
        chat,
        line,
        priority,
        on_doubt: OnDoubt::Again,
        edits: None,
        revision: 0,
        generation: None,
        body: traces::stored(request),
    }
}
