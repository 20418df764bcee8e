//! Requests that speak to a person: messages, edits, and signs of life.

use domain::{ChatId, MessageId};

use super::{Keyboard, MESSAGE, Method, Request};

/// What the app shows under the bot's name for some seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChatAction {
    /// It writes.
    Typing,
    /// It sends a picture.
    UploadPhoto,
    /// It sends a video.
    UploadVideo,
    /// It sends a sound.
    UploadVoice,
    /// It sends a file.
    UploadDocument,
}

impl ChatAction {
    const fn name(self) -> &'static str {
        match self {
            Self::Typing => "typing",
            Self::UploadPhoto => "upload_photo",
            Self::UploadVideo => "upload_video",
            Self::UploadVoice => "upload_voice",
            Self::UploadDocument => "upload_document",
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

    /// Removes a message; possible for two days.
    pub fn delete_message(chat: ChatId, message: MessageId) -> Self {
        Self::to(Method::DeleteMessage, chat).with(MESSAGE, message.get())
    }

    /// Shows what the bot is doing, for five seconds or until it speaks.
    pub fn chat_action(chat: ChatId, action: ChatAction) -> Self {
        Self::to(Method::SendChatAction, chat).with("action", action.name())
    }
}
