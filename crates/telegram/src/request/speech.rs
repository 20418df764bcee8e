//! Requests that speak to a person: messages and edits.

use domain::{ChatId, MessageId};

use super::{Keyboard, MESSAGE, Method, Request};

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
}
