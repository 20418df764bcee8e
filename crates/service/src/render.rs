//! From what was decided to what Telegram is asked: screens as requests, requests as rows of the outbox.
//!
//! Pure. Whoever decides in a transaction, about an update or about a generation, writes with it what is to be
//! said; nothing is sent from here.

use dialogue::{Press, Screen, Style};
use domain::{ChatId, MessageId};
use store::outbox::Line;
use store::{OnDoubt, Priority, Saying};
use telegram::request::{Button, Keyboard, Request};

pub(crate) fn message(chat: ChatId, screen: &Screen) -> Request {
    Request::send_message(chat, screen.text.as_str(), &keyboard(screen))
}

/// A message changed into a screen: this one, else the one that the row's `edits` names.
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
        body: request.to_bytes(),
    }
}
