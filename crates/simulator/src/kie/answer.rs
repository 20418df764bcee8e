//! Answers: the envelope that everything of KIE comes in, and what breaks instead of an answer.
//!
//! The HTTP status is 200 whatever happened; `code` is the real one. [`super::Settings::real_statuses`]
//! makes them the same.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use serde_json::{Value, json};
use tokio_util::sync::DropGuard;

use crate::fake::http::response;
use crate::fake::serving::Serving;

#[derive(Debug)]
pub(crate) enum Answer {
    Said(Said),
    Raw(Response<Body>),
    Cut,
    /// Nothing is said, and the connection stays open.
    Hangs,
}

#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i64,
    message: String,
    data: Value,
    retry_after: Option<u64>,
    /// Uploads carry one field more.
    success: Option<bool>,
    /// Let go when the answer has been handed over.
    told: Option<DropGuard>,
}

impl Said {
    pub(crate) fn good(data: Value) -> Self {
        Self { data, ..Self::code(200, "success") }
    }

    pub(crate) fn code(code: i64, message: impl Into<String>) -> Self {
        let (message, data) = (message.into(), Value::Null);
        Self { code, message, data, retry_after: None, success: None, told: None }
    }

    pub(crate) fn uploaded(data: Value) -> Self {
        Self { data, ..Self::code(200, "File uploaded successfully") }.about_upload()
    }

    /// A code with the words that usually go with it.
    pub(crate) fn usual(code: i64) -> Self {
        let message = match code {
            400 => "Your request was flagged by the content policy",
            401 => "You do not have access permissions",
            402 => "Credits insufficient",
            404 => "Not Found",
            408 => "Upstream is currently experiencing service issues",
            413 => "The input matches an existing work",
            422 => "recordInfo is null",
            429 => "Your call frequency is too high. Please try again later.",
            433 => "The usage limit of this key has been reached",
            451 => {
                "Failed to fetch the image. Verify any access limits set by your service provider"
            }
            455 => "The system is currently undergoing maintenance. Please try again later.",
            505 => "This feature is disabled",
            _ => "Server exception, please try again later or contact customer service",
        };
        Self::code(code, message)
    }

    /// The request came too early: so long it has to wait.
    pub(crate) fn too_early(wait: Duration) -> Self {
        Self { retry_after: Some(wait.as_secs() + 1), ..Self::usual(429) }
    }

    /// An answer about an upload says once more whether it is good.
    pub(crate) fn about_upload(self) -> Self {
        Self { success: Some(self.code == 200), ..self }
    }

    pub(crate) fn telling(self, told: DropGuard) -> Self {
        Self { told: Some(told), ..self }
    }

    fn body(&self) -> Value {
        let mut body = json!({ "code": self.code, "msg": self.message, "data": self.data });
        if let Some(success) = self.success {
            body["success"] = json!(success);
        }
        body
    }

    /// The first half of what would have been said.
    pub(crate) fn half(self) -> Answer {
        let text = self.body().to_string();
        let half: String = text.chars().take(text.chars().count() / 2).collect();
        Answer::Raw(response(200, "application/json", half))
    }

    pub(crate) fn into_response(self, real_statuses: bool) -> Response<Body> {
        let text = self.body().to_string();
        let status = if real_statuses { self.code } else { 200 };
        let body = Body::new(Serving::whole(text.into(), self.told));
        let mut response = response(u16::try_from(status).unwrap_or(500), "application/json", body);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<Said> for Answer {
    fn from(said: Said) -> Self {
        Self::Said(said)
    }
}
