//! The errors Telegram answers with, word for word where the product reads the words.
//!
//! A refusal is either a state of the world (a blocked bot, a message that is gone), which every
//! bot meets, or a mistake of the caller. Only mistakes become violations.

use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blame {
    /// The world is like that; a good bot copes.
    World,
    /// The caller sent something that can never work.
    Caller,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: u16,
    pub(crate) description: String,
    pub(crate) retry_after: Option<u64>,
    pub(crate) blame: Blame,
}

impl Refusal {
    /// A 400 because of the state of things.
    pub(crate) fn state(description: &str) -> Self {
        Self::new(400, format!("Bad Request: {description}"), Blame::World)
    }

    /// A 400 because of what was sent.
    pub(crate) fn mistake(description: impl std::fmt::Display) -> Self {
        Self::new(400, format!("Bad Request: {description}"), Blame::Caller)
    }

    /// A 409 of the polling kind.
    pub(crate) fn conflict(description: &str) -> Self {
        Self::new(409, format!("Conflict: {description}"), Blame::World)
    }

    pub(crate) fn flood(seconds: u64) -> Self {
        let description = format!("Too Many Requests: retry after {seconds}");
        Self { retry_after: Some(seconds), ..Self::new(429, description, Blame::World) }
    }

    pub(crate) fn blocked() -> Self {
        Self::status(403)
    }

    /// No such method: nothing but a typing error, or a gap of the table of facts.
    pub(crate) fn no_method() -> Self {
        Self { blame: Blame::Caller, ..Self::status(404) }
    }

    /// What the server says with a status, by itself or because of a fault.
    pub(crate) fn status(code: u16) -> Self {
        let description = match code {
            400 => "Bad Request: a fault of the test",
            401 => "Unauthorized",
            403 => "Forbidden: bot was blocked by the user",
            404 => "Not Found",
            413 => "Request Entity Too Large",
            _ => "Internal Server Error",
        };
        Self::new(code, description.to_owned(), Blame::World)
    }

    fn new(code: u16, description: String, blame: Blame) -> Self {
        Self { code, description, retry_after: None, blame }
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut body = json!({
            "ok": false, "error_code": self.code, "description": self.description,
        });
        if let Some(seconds) = self.retry_after {
            body["parameters"] = json!({ "retry_after": seconds });
        }
        body
    }
}

/// A chat that the bot does not know.
pub(crate) fn chat_not_found() -> Refusal {
    Refusal::state("chat not found")
}

/// An edit that changes nothing.
pub(crate) fn not_modified() -> Refusal {
    Refusal::state(
        "message is not modified: specified new message content and reply markup are exactly the \
         same as a current content and reply markup of the message",
    )
}

/// An answer to a query that is over or never was.
pub(crate) fn query_too_old() -> Refusal {
    Refusal::state("query is too old and response timeout expired or query ID is invalid")
}

#[cfg(test)]
mod tests {
    use super::{Refusal, json};

    #[test]
    fn a_flood_answer_says_how_long_to_wait() {
        let body = Refusal::flood(7).to_json();

        assert_eq!(body["error_code"], 429);
        assert_eq!(body["description"], "Too Many Requests: retry after 7");
        assert_eq!(body["parameters"], json!({ "retry_after": 7 }));
    }

    #[test]
    fn other_answers_have_no_parameters() {
        assert_eq!(
            Refusal::blocked().to_json(),
            json!({
                "ok": false, "error_code": 403,
                "description": "Forbidden: bot was blocked by the user",
            })
        );
    }
}
