//! What an answer of Telegram means.
//!
//! The answer says more than its status: `{"ok":false,"error_code":400,"description":"..."}`, and
//! the descriptions are the only way to tell many refusals apart. They are compared without regard
//! to case. An answer that does not have this form is not Telegram's but that of something on the
//! way, and proves nothing about what was done, except for a 429 and a 413: a server that says those has
//! not passed the request on.

use std::time::Duration;

use domain::ChatId;
use wire::json::Object;
use wire::{Answer, Redactor};

use super::answer::Reply;
use super::error::{CallError, Gone, Harmless};

/// How long to wait when Telegram does not say.
const DEFAULT_WAIT: u64 = 5;

/// A chat is closed for a day at most, whatever Telegram asks for.
const LONGEST_WAIT: u64 = 24 * 60 * 60;

/// What the answer means.
pub(super) fn judge(answer: &Answer, redactor: &Redactor) -> Result<Reply, CallError> {
    let body = Object::find(&answer.text);
    let ok = body.as_ref().and_then(|body| body.flag("ok"));
    match (body, ok) {
        (Some(body), Some(true)) if answer.status < 300 => match body.get("result") {
            Some(result) => Ok(Reply::new(result)),
            None => Err(unreadable(answer.status)),
        },
        (Some(body), Some(false)) => Err(refusal(answer, &body, redactor)),
        _ if answer.status == 429 => Err(CallError::RetryAfter(wait(answer, None))),
        _ if answer.status == 413 => Err(CallError::FileRefused("too large".to_owned())),
        _ => Err(unreadable(answer.status)),
    }
}

fn unreadable(status: u16) -> CallError {
    CallError::Unknown(format!("status {status} with an answer that is not telegram's"))
}

fn refusal(answer: &Answer, body: &Object<'_>, redactor: &Redactor) -> CallError {
    let code = body.integer("error_code").and_then(|code| u16::try_from(code).ok());
    let code = code.unwrap_or(answer.status);
    let description = redactor.clean(&body.text("description").unwrap_or_default());
    let parameters = body.object("parameters");
    let parameter = |name| parameters.as_ref().and_then(|parameters| parameters.integer(name));
    if let Some(chat) = parameter("migrate_to_chat_id") {
        return CallError::Migrated(ChatId::new(chat));
    }
    let words = description.to_lowercase();
    let known = match code {
        401 => Some(CallError::Unauthorized),
        409 => Some(CallError::Conflict(description.clone())),
        429 => {
            let asked = parameter("retry_after").and_then(|seconds| u64::try_from(seconds).ok());
            Some(CallError::RetryAfter(wait(answer, asked)))
        }
        500.. => Some(CallError::Unknown(format!("status {code}: {description}"))),
        403 => first(&words, FORBIDDEN),
        413 => Some(CallError::FileRefused(description.clone())),
        400 => first(&words, BAD_REQUEST).or_else(|| about_a_file(&words, &description)),
        _ => None,
    };
    known.unwrap_or(CallError::Refused { code, description })
}

fn wait(answer: &Answer, asked: Option<u64>) -> Duration {
    let seconds = asked.or(answer.retry_after).unwrap_or(DEFAULT_WAIT);
    Duration::from_secs(seconds.clamp(1, LONGEST_WAIT))
}

fn first(words: &str, table: &[(&str, CallError)]) -> Option<CallError> {
    table.iter().find(|(part, _)| words.contains(part)).map(|(_, meaning)| meaning.clone())
}

fn about_a_file(words: &str, description: &str) -> Option<CallError> {
    let is_said = FILES.iter().any(|part| words.contains(part));
    is_said.then(|| CallError::FileRefused(description.to_owned()))
}

const FORBIDDEN: &[(&str, CallError)] = &[
    ("blocked by the user", CallError::Gone(Gone::Blocked)),
    ("user is deactivated", CallError::Gone(Gone::Deactivated)),
    ("bot was kicked", CallError::Gone(Gone::Kicked)),
    ("bot is not a member", CallError::Gone(Gone::Kicked)),
    ("can't initiate conversation", CallError::Gone(Gone::ChatNotFound)),
    ("chat was deleted", CallError::Gone(Gone::ChatNotFound)),
];

const BAD_REQUEST: &[(&str, CallError)] = &[
    ("can't parse entities", CallError::NotParsed),
    ("message is not modified", CallError::Harmless(Harmless::NotModified)),
    ("query is too old", CallError::Harmless(Harmless::QueryTooOld)),
    ("query id is invalid", CallError::Harmless(Harmless::QueryTooOld)),
    ("message to edit not found", CallError::MessageMissing),
    ("message can't be edited", CallError::MessageMissing),
    ("no text in the message to edit", CallError::MessageMissing),
    ("message to delete not found", CallError::MessageMissing),
    ("message can't be deleted", CallError::MessageMissing),
    ("message_id_invalid", CallError::MessageMissing),
    ("chat not found", CallError::Gone(Gone::ChatNotFound)),
    ("peer_id_invalid", CallError::Gone(Gone::ChatNotFound)),
    ("user is deactivated", CallError::Gone(Gone::Deactivated)),
];

/// What Telegram says when it is the file that it does not like.
const FILES: &[&str] = &[
    "photo_invalid_dimensions",
    "photo_ext_invalid",
    "photo_save_file_invalid",
    "photo_content_type_invalid",
    "image_process_failed",
    "video_file_invalid",
    "video_content_type_invalid",
    "document_invalid",
    "media_empty",
    "media_invalid",
    "file_parts_invalid",
    "file_reference_",
    "voice_messages_forbidden",
    "wrong file identifier",
    "wrong remote file",
    "wrong file_id",
    "invalid file_id",
    "can't use file of type",
    "type of file mismatch",
    "wrong type of the web page content",
    "failed to get http url content",
    "webpage_curl_failed",
    "webpage_media_empty",
    "file must be non-empty",
    "too big for a photo",
    "file is too big",
    "group send failed",
];

#[cfg(test)]
mod tests;
