//! What an answer to a create means.
//!
//! | code | without a telling sentence |
//! | --- | --- |
//! | 200 | the task, or unknown |
//! | 400 | policy |
//! | 401, 403, 433 | the key, unless Cloudflare said it |
//! | 402 | out of credits |
//! | 404, 505 | the model |
//! | 413, 422 | invalid |
//! | 429, 455 | later |
//! | 451 | the input |
//! | 500, 501, 531, any other refusal | failed |
//! | 408, a gateway's 502 to 504, no answer of KIE's form | unknown |

use std::time::Duration;

use wire::Answer;

use super::NotCreated;
use crate::envelope::{self, Envelope};
use crate::phrases::{About, about};
use crate::task_id::TaskId;

/// The window in which KIE counts creates: after a 429 it is waited out as a whole.
const WINDOW: Duration = Duration::from_secs(10);

/// What the answer means; `clean` makes a sentence of KIE fit to be kept.
pub(crate) fn judge(answer: &Answer, clean: impl Fn(&str) -> String) -> Result<TaskId, NotCreated> {
    let Some(envelope) = Envelope::open(answer) else { return Err(foreign(answer)) };
    let task = task(&envelope);
    if envelope.code == 200 {
        let unnamed = || NotCreated::Unknown("a success that names no task".to_owned());
        return task.ok_or_else(unnamed);
    }
    let said = envelope.message();
    let refusal = refusal(answer, envelope.code, &said, clean(&said));
    match (refusal, task) {
        (NotCreated::Failed(_) | NotCreated::Unknown(_), Some(task)) => Ok(task),
        (refusal, _) => Err(refusal),
    }
}

fn task(envelope: &Envelope<'_>) -> Option<TaskId> {
    let data = envelope.object()?;
    let id = data.text("taskId").or_else(|| data.text("task_id"))?;
    TaskId::new(id)
}

/// KIE says no: the code decides, and the sentence where the code says too little.
fn refusal(answer: &Answer, code: u16, said: &str, words: String) -> NotCreated {
    match code {
        // The last one: what this key may use is used up, whatever is left in our account.
        401 | 403 | 433 => return NotCreated::KeyRefused,
        402 => return NotCreated::OutOfCredits,
        404 | 505 => return NotCreated::ModelGone(words),
        429 => return NotCreated::Busy { wait: envelope::wait(answer, WINDOW) },
        451 => return NotCreated::InputGone(words),
        455 => return NotCreated::Maintenance,
        // Whether a silent upstream made something, its gateway does not know.
        408 | 502..=504 => return NotCreated::Unknown(format!("code {code}: {words}")),
        _ => {}
    }
    match (about(said), code) {
        (Some(About::Input), _) => NotCreated::InputGone(words),
        (Some(About::Policy), _) => NotCreated::Policy(words),
        (Some(About::Model), _) => NotCreated::ModelGone(words),
        (Some(About::Fields), _) | (_, 413 | 422) => NotCreated::Invalid(words),
        (_, 400) => NotCreated::Policy(words),
        // Over HTTP 200 only KIE itself can have said it; a code like 0 says nothing at all.
        (_, 405..) => NotCreated::Failed(format!("code {code}: {words}")),
        _ => NotCreated::Unknown(format!("code {code}: {words}")),
    }
}

/// Something on the way has answered, not KIE. What it turned away, KIE never saw.
fn foreign(answer: &Answer) -> NotCreated {
    let status = answer.status;
    match status {
        401 => NotCreated::KeyRefused,
        403 if envelope::is_block(answer) => {
            NotCreated::Failed("cloudflare takes us for a robot (403)".to_owned())
        }
        403 => NotCreated::KeyRefused,
        413 => NotCreated::Invalid("the request is too large (413)".to_owned()),
        429 => NotCreated::Busy { wait: envelope::wait(answer, WINDOW) },
        404 | 405 => NotCreated::Failed(format!("status {status} from something on the way")),
        _ => NotCreated::Unknown(format!("status {status} with an answer that is not kie's")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Duration, NotCreated, TaskId, judge};

    fn judged(status: u16, text: &str) -> Result<TaskId, NotCreated> {
        let answer = Answer { status, retry_after: None, text: text.to_owned() };
        judge(&answer, str::to_owned)
    }

    fn said(code: u16, message: &str) -> NotCreated {
        let body = format!(r#"{{"code":{code},"msg":"{message}","data":null}}"#);
        let within = judged(200, &body).unwrap_err();
        assert_eq!(judged(code, &body).unwrap_err(), within, "the status itself means the same");
        within
    }

    #[test]
    fn every_code_means_what_can_be_done_about_it() {
        let text = |words: &str| words.to_owned();
        let table = [
            (400, "Bad request", NotCreated::Policy(text("Bad request"))),
            (401, "no access", NotCreated::KeyRefused),
            (402, "Credits insufficient", NotCreated::OutOfCredits),
            (403, "not allowed from this IP", NotCreated::KeyRefused),
            (404, "Not Found", NotCreated::ModelGone(text("Not Found"))),
            (408, "x", NotCreated::Unknown(text("code 408: x"))),
            (413, "x", NotCreated::Invalid(text("x"))),
            (422, "x", NotCreated::Invalid(text("x"))),
            (429, "x", NotCreated::Busy { wait: Duration::from_secs(10) }),
            (433, "sub-key limit", NotCreated::KeyRefused),
            (451, "x", NotCreated::InputGone(text("x"))),
            (455, "x", NotCreated::Maintenance),
            (500, "Server exception", NotCreated::Failed(text("code 500: Server exception"))),
            (501, "x", NotCreated::Failed(text("code 501: x"))),
            (505, "x", NotCreated::ModelGone(text("x"))),
            (531, "x", NotCreated::Failed(text("code 531: x"))),
        ];
        for (code, message, meaning) in table {
            assert_eq!(said(code, message), meaning, "{code}");
        }
    }

    #[test]
    fn a_sentence_says_more_than_a_code_of_500() {
        let required = "This field is required";
        assert_eq!(said(500, required), NotCreated::Invalid(required.into()));
        assert_eq!(said(400, required), NotCreated::Invalid(required.into()));
        let paused = "This interface is temporarily paused";
        assert_eq!(said(500, paused), NotCreated::ModelGone(paused.into()));
        let fetch = "Image fetch failed. Check access settings";
        for code in [400, 422, 500] {
            assert_eq!(said(code, fetch), NotCreated::InputGone(fetch.into()));
        }
        let policy = "violates our content policy";
        for code in [400, 413, 422, 500, 501] {
            assert_eq!(said(code, policy), NotCreated::Policy(policy.into()));
        }
    }

    #[test]
    fn a_task_is_named_in_two_ways() {
        for name in ["taskId", "task_id"] {
            let body = format!(r#"{{"code":200,"msg":"success","data":{{"{name}":"abc"}}}}"#);
            assert_eq!(judged(200, &body), Ok(TaskId::new("abc").unwrap()));
        }
    }

    #[test]
    fn a_success_without_a_task_is_unknown() {
        let long = format!(r#"{{"taskId":"{}"}}"#, "x".repeat(200));
        let long = long.as_str();
        for data in ["null", "{}", r#"{"taskId":""}"#, r#"{"taskId":7}"#, r#""abc""#, "[]", long] {
            let judged = judged(200, &format!(r#"{{"code":200,"data":{data}}}"#));
            assert!(matches!(judged, Err(NotCreated::Unknown(_))), "{data}: {judged:?}");
        }
    }

    #[test]
    fn a_complaint_that_names_a_task_is_a_task_to_look_at() {
        for code in [0, 500, 501] {
            let body = format!(r#"{{"code":{code},"msg":"x","data":{{"taskId":"abc"}}}}"#);
            assert_eq!(judged(200, &body), Ok(TaskId::new("abc").unwrap()), "{code}");
        }
        let body = r#"{"code":402,"msg":"x","data":{"taskId":"abc"}}"#;
        assert_eq!(judged(200, body), Err(NotCreated::OutOfCredits));
    }

    #[test]
    fn an_answer_that_is_not_kies_proves_only_what_it_turned_away() {
        let page = "<html>nginx</html>";
        for status in [200, 204, 302, 400, 408, 500, 502, 503, 504, 520, 524] {
            let judged = judged(status, page);
            assert!(matches!(judged, Err(NotCreated::Unknown(_))), "{status}: {judged:?}");
        }
        assert_eq!(judged(401, page), Err(NotCreated::KeyRefused));
        assert_eq!(judged(403, page), Err(NotCreated::KeyRefused));
        assert!(matches!(judged(404, page), Err(NotCreated::Failed(_))));
        assert!(matches!(judged(429, page), Err(NotCreated::Busy { .. })));
        assert!(matches!(judged(403, "error code: 1010"), Err(NotCreated::Failed(_))));
        let gateway = r#"{"message":"upstream timed out"}"#;
        assert!(matches!(judged(504, gateway), Err(NotCreated::Unknown(_))));
    }
}
