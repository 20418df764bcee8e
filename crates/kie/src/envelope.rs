//! The form that all answers of KIE have.
//!
//! ```text
//!   {"code": 200, "msg": "success", "data": {...} | 72.62 | "https://..." | null}
//! ```
//!
//! The HTTP status is 200 as a rule, whatever happened, and `code` is the real one; sometimes both
//! are. Where they differ the one that complains counts, and of two that complain the inner one,
//! which is KIE's own. An answer without a `code` is not KIE's but that of something on the way, and
//! proves nothing about what was done.

use std::time::Duration;

use serde_json::value::RawValue;
use wire::Answer;
use wire::json::Object;

/// A wait is no longer than this, whatever KIE asks for.
const LONGEST_WAIT: u64 = 300;

/// How long to wait after a 429: as asked, or as long as that window is.
pub(crate) fn wait(answer: &Answer, window: Duration) -> Duration {
    let asked = answer.retry_after.map(|s| Duration::from_secs(s.clamp(1, LONGEST_WAIT)));
    asked.unwrap_or(window)
}

/// Whether this is Cloudflare, which takes us for a robot; the key has nothing to do with it.
pub(crate) fn is_block(answer: &Answer) -> bool {
    let text = answer.text.to_lowercase();
    answer.status == 403 && (text.contains("error code: 1") || text.contains("cloudflare"))
}

/// An answer that KIE gave.
pub(crate) struct Envelope<'a> {
    pub(crate) code: u16,
    root: Object<'a>,
}

impl<'a> Envelope<'a> {
    /// `None` when the answer has not this form.
    pub(crate) fn open(answer: &'a Answer) -> Option<Self> {
        let root = Object::find(&answer.text)?;
        let inner = u16::try_from(root.spelled_integer("code")?).ok()?;
        let code = if answer.status >= 400 && inner == 200 { answer.status } else { inner };
        Some(Self { code, root })
    }

    /// In KIE's words, as they came.
    pub(crate) fn message(&self) -> String {
        let said = |name| self.root.text(name).filter(|text| !text.is_empty());
        said("msg").or_else(|| said("message")).unwrap_or_default()
    }

    pub(crate) fn data(&self) -> Option<&'a RawValue> {
        self.root.get("data")
    }

    /// The data, if it is an object.
    pub(crate) fn object(&self) -> Option<Object<'a>> {
        Object::find(self.data()?.get())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Answer, Envelope};

    fn answer(status: u16, text: &str) -> Answer {
        Answer { status, retry_after: None, text: text.to_owned() }
    }

    #[test]
    fn the_status_that_complains_counts() {
        let table = [
            (200, "200", 200),
            (200, "422", 422),
            (200, "\"455\"", 455),
            (429, "429", 429),
            (500, "200", 500),
            (400, "422", 422),
        ];
        for (status, inner, code) in table {
            let answer = answer(status, &format!(r#"{{"code":{inner},"msg":"x"}}"#));
            assert_eq!(Envelope::open(&answer).unwrap().code, code, "{status} {inner}");
        }
    }

    #[test]
    fn the_message_has_two_names() {
        for text in [
            r#"{"code":1,"msg":"x"}"#,
            r#"{"code":1,"message":"x"}"#,
            r#"{"code":1,"msg":"","message":"x"}"#,
            r#"{"code":1,"msg":null,"message":"x"}"#,
        ] {
            assert_eq!(Envelope::open(&answer(200, text)).unwrap().message(), "x", "{text}");
        }
    }

    #[test]
    fn what_has_no_code_is_not_from_kie() {
        for text in ["", "<html>", "{}", r#"{"code":null}"#, r#"{"code":-1}"#, r#"["code"]"#] {
            assert!(Envelope::open(&answer(200, text)).is_none(), "{text}");
        }
    }

    #[test]
    fn a_wait_is_as_long_as_asked_within_reason() {
        let wait = |retry_after| {
            let answer = Answer { retry_after, ..answer(429, "") };
            super::wait(&answer, Duration::from_secs(10)).as_secs()
        };
        assert_eq!([wait(None), wait(Some(7)), wait(Some(0))], [10, 7, 1]);
        assert_eq!(wait(Some(u64::MAX)), 300);
    }
}
