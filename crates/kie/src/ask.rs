//! The small questions, and what it means when a question is not answered.
//!
//! Asking changes nothing, so there are only three things to do about a missing answer: wait as
//! long as KIE wants, call the operator, or ask again later.

use std::time::Duration;

use domain::Credits;
use wire::{Answer, json};

use crate::decimal;
use crate::envelope::{self, Envelope};

/// How long we do not ask after a 429 that does not say: reads are counted by the second.
const WINDOW: Duration = Duration::from_secs(2);

/// No address of KIE is longer.
pub(crate) const LONGEST_ADDRESS: usize = 4_096;

/// The codes by which KIE says that an address is not that of a file it has.
const GONE: [u16; 4] = [400, 404, 410, 422];

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// Too many questions at once; ask after this long.
    #[error("kie asks to wait for {} s", .wait.as_secs())]
    Busy {
        /// How long we should not ask.
        wait: Duration,
    },
    /// KIE does not know the key, or not from here: for the operator.
    #[error("kie refuses our key")]
    KeyRefused,
    /// The network, KIE or what it wrote is broken; ask again.
    #[error("no answer: {0}")]
    Later(String),
}

/// Why there is no link to a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoLink {
    /// KIE has no such file any more; asking again is in vain.
    #[error("kie does not have the file")]
    Gone,
    /// It does not say.
    #[error("{0}")]
    NoAnswer(NoAnswer),
}

/// The answers that mean the same to every question: who may not ask, and who must wait.
pub(crate) fn refusal(answer: &Answer, code: u16) -> Option<NoAnswer> {
    match code {
        401 => Some(NoAnswer::KeyRefused),
        403 if envelope::is_block(answer) => {
            Some(NoAnswer::Later("cloudflare takes us for a robot (403)".to_owned()))
        }
        403 => Some(NoAnswer::KeyRefused),
        429 => Some(NoAnswer::Busy { wait: envelope::wait(answer, WINDOW) }),
        _ => None,
    }
}

/// What an answer without KIE's form means.
pub(crate) fn foreign(answer: &Answer) -> NoAnswer {
    let unreadable = || format!("status {} with an answer that is not kie's", answer.status);
    refusal(answer, answer.status).unwrap_or_else(|| NoAnswer::Later(unreadable()))
}

/// The credits that an answer to `chat/credit` names.
pub(crate) fn credits(
    answer: &Answer,
    clean: impl Fn(&str) -> String,
) -> Result<Credits, NoAnswer> {
    let data = data(answer, clean)?;
    let digits = json::text(data).unwrap_or_else(|| data.to_owned());
    let unreadable = || NoAnswer::Later("the balance is not a number".to_owned());
    decimal::credits(&digits).ok_or_else(unreadable)
}

/// The address that an answer to `common/download-url` names.
pub(crate) fn link(answer: &Answer, clean: impl Fn(&str) -> String) -> Result<String, NoLink> {
    // What other questions would repeat: here the question itself is what KIE does not take.
    let code = Envelope::open(answer).map_or(answer.status, |envelope| envelope.code);
    if GONE.contains(&code) {
        return Err(NoLink::Gone);
    }
    let data = data(answer, clean).map_err(NoLink::NoAnswer)?;
    let link = json::text(data).filter(|text| is_address(text));
    link.ok_or_else(|| NoLink::NoAnswer(NoAnswer::Later("the answer has no link".to_owned())))
}

fn data(answer: &Answer, clean: impl Fn(&str) -> String) -> Result<&str, NoAnswer> {
    let envelope = Envelope::open(answer).ok_or_else(|| foreign(answer))?;
    if let Some(refusal) = refusal(answer, envelope.code) {
        return Err(refusal);
    }
    let missing = || {
        let said = clean(&envelope.message());
        NoAnswer::Later(format!("code {}: {said}", envelope.code))
    };
    let data = envelope.data().filter(|_| envelope.code == 200);
    data.map(serde_json::value::RawValue::get).ok_or_else(missing)
}

/// Whether this can be an address of the web.
pub(crate) fn is_address(text: &str) -> bool {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && text.len() <= LONGEST_ADDRESS && !text.contains(|c: char| c.is_control() || c == ' ')
}

#[cfg(test)]
mod tests {
    use super::{Answer, Credits, NoAnswer, NoLink, credits, is_address, link};

    fn answer(status: u16, text: &str) -> Answer {
        Answer { status, retry_after: None, text: text.to_owned() }
    }

    fn balance(text: &str) -> Result<Credits, NoAnswer> {
        credits(&answer(200, text), str::to_owned)
    }

    #[test]
    fn a_balance_is_exact() {
        for data in ["72.62", "\"72.62\"", "72.61999999999999"] {
            let body = format!(r#"{{"code":200,"msg":"success","data":{data}}}"#);
            assert_eq!(balance(&body), Ok(Credits::new(72_620_000)), "{data}");
        }
        for body in [r#"{"code":200,"data":null}"#, r#"{"code":200,"data":{}}"#, "{", "72.62"] {
            assert!(matches!(balance(body), Err(NoAnswer::Later(_))), "{body}");
        }
    }

    #[test]
    fn refusals_are_told_apart() {
        assert_eq!(balance(r#"{"code":401,"msg":"x"}"#), Err(NoAnswer::KeyRefused));
        assert!(matches!(balance(r#"{"code":429,"msg":"x"}"#), Err(NoAnswer::Busy { .. })));
        let said = balance(r#"{"code":500,"msg":"oops"}"#);
        assert_eq!(said, Err(NoAnswer::Later("code 500: oops".to_owned())));
        let blocked = credits(&answer(403, "error code: 1010"), str::to_owned);
        assert!(matches!(blocked, Err(NoAnswer::Later(_))), "{blocked:?}");
    }

    #[test]
    fn a_link_is_an_address() {
        let ask = |text: &str| link(&answer(200, text), str::to_owned);
        let good = r#"{"code":200,"data":"https://a.b/c?d=e"}"#;
        assert_eq!(ask(good), Ok("https://a.b/c?d=e".to_owned()));
        let later = |text| matches!(ask(text), Err(NoLink::NoAnswer(NoAnswer::Later(_))));
        assert!(later(r#"{"code":200,"data":"ftp://a"}"#));
        assert!(later(r#"{"code":500,"msg":"oops"}"#));
        assert!(later("{"));
        assert_eq!(ask(r#"{"code":422,"msg":"foreign"}"#), Err(NoLink::Gone));
        let busy = ask(r#"{"code":429,"msg":"x"}"#);
        assert!(matches!(busy, Err(NoLink::NoAnswer(NoAnswer::Busy { .. }))), "{busy:?}");
        for text in ["", "a.b", "javascript:x", "https://a b", "https://a\nb"] {
            assert!(!is_address(text), "{text}");
        }
        assert!(!is_address(&format!("https://{}", "a".repeat(5_000))));
    }
}
