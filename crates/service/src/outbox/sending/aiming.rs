//! Which message a call is about, when the row was written before that message had a number.

use domain::MessageId;
use telegram::request::Request;

/// An edit at its message, once that is known; a message of its own if it never came to be, or if nobody
/// knows it any more: what was said leaves after a week, and somebody may come back later than that.
pub(super) fn aimed(request: Request, target: Option<Option<MessageId>>) -> Request {
    match target {
        Some(Some(message)) => request.with_message_id(message),
        Some(None) => request.as_send(),
        None if request.lacks_message() => request.as_send(),
        None => request,
    }
}

/// A change at its message, if that is known.
pub(super) fn pinned(request: Request, target: Option<Option<MessageId>>) -> Request {
    match target {
        Some(Some(message)) => request.with_message_id(message),
        Some(None) | None => request,
    }
}

#[cfg(test)]
mod tests {
    use domain::ChatId;
    use telegram::request::Keyboard;

    use super::{MessageId, Request, aimed, pinned};

    #[test]
    fn an_edit_of_nothing_that_is_known_becomes_a_message() {
        let chat = ChatId::new(7);
        let edit = |message| Request::edit_text(chat, message, "hello", &Keyboard::NONE);
        let (known, other) = (MessageId::new(5), MessageId::new(6));
        let send = edit(None).as_send();

        assert_eq!(aimed(edit(None), Some(Some(known))), edit(Some(known)));
        assert_eq!(aimed(edit(None), Some(None)), send, "its message never came to be");
        assert_eq!(aimed(edit(None), None), send, "nobody knows its message any more");
        assert_eq!(aimed(edit(Some(other)), None), edit(Some(other)), "it names its message");
        assert_eq!(aimed(send.clone(), None), send);
        let delete = |message| Request::delete_message(chat, message);
        assert_eq!(aimed(delete(None), Some(Some(known))), delete(Some(known)));
        for target in [Some(None), None] {
            assert!(aimed(delete(None), target).lacks_message(), "there is nothing to take away");
            assert!(pinned(edit(None), target).lacks_message(), "there is nothing to change");
        }
        assert_eq!(pinned(edit(None), Some(Some(known))), edit(Some(known)));
    }
}
