//! Requests that speak to a person: messages, edits, deletions, and what the chat says is being done.

use domain::{ChatId, MessageId};

use super::{Keyboard, MESSAGE, Method, Request};

/// What the chat says is being done, for five seconds or until something is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChatAction {
    /// A picture is being sent.
    Photo,
    /// A video is being sent.
    Video,
    /// A sound is being sent.
    Voice,
    /// A file is being sent.
    Document,
    /// A message is being written.
    Typing,
}

impl ChatAction {
    const fn word(self) -> &'static str {
        match self {
            Self::Photo => "upload_photo",
            Self::Video => "upload_video",
            Self::Voice => "upload_voice",
            Self::Document => "upload_document",
            Self::Typing => "typing",
        }
    }
}

impl Request {
    /// A new message, in the HTML that Telegram understands.
    pub fn send_message(chat: ChatId, text_html: &str, keyboard: &Keyboard) -> Self {
        Self::to(Method::SendMessage, chat).with_html("text", text_html).with_keyboard(keyboard)
    }

    /// New text and buttons for a message. Without its id the request is a draft: the id is set by
    /// [`with_message_id`](Self::with_message_id) once it is known.
    pub fn edit_text(
        chat: ChatId,
        message: Option<MessageId>,
        html: &str,
        keyboard: &Keyboard,
    ) -> Self {
        let request =
            Self::to(Method::EditMessageText, chat).with_html("text", html).with_keyboard(keyboard);
        match message {
            Some(message) => request.with(MESSAGE, message.get()),
            None => request,
        }
    }

    /// Takes a message away. Without its id the request is a draft, as an edit is.
    pub fn delete_message(chat: ChatId, message: Option<MessageId>) -> Self {
        let request = Self::to(Method::DeleteMessage, chat);
        match message {
            Some(message) => request.with(MESSAGE, message.get()),
            None => request,
        }
    }

    /// Shows above a chat what is being done there.
    pub fn chat_action(chat: ChatId, action: ChatAction) -> Self {
        Self::to(Method::SendChatAction, chat).with("action", action.word())
    }
}
