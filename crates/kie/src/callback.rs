//! KIE at our door: whose task it is about, and whether it is signed.
//!
//! A callback is a bell and nothing else. Its signature covers the id and the time but not the body,
//! so nothing of the body is believed: whoever rings, we go and [`look`](crate::Client::look).
//!
//! ```text
//!   body ── task_of ──> TaskId ── known, secret path, signature ──> look now
//!     └─ unreadable: thrown away
//! ```

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use wire::json::Object;

use crate::task_id::TaskId;

/// How old, or how early, a signature may be, in seconds.
const WINDOW: u64 = 300;

/// No body that is about one task is longer.
const LONGEST_BODY: usize = 4 * 1024 * 1024;

/// No part of a signature is longer.
const LONGEST_PART: usize = 256;

/// Whether KIE signed this: HMAC-SHA256 over the id, a dot and the time, in base64, made within five
/// minutes of now. The comparison takes the same time whatever is wrong.
pub fn signature_is_good(
    key: &SecretString,
    task_id: &str,
    timestamp: &str,
    signature_base64: &str,
    now_unix: i64,
) -> bool {
    let is_fresh = |made: i64| now_unix.abs_diff(made) <= WINDOW;
    signed_at(key, task_id, timestamp, signature_base64).is_some_and(is_fresh)
}

/// When KIE signed this, as far as the signature is KIE's, however long ago that was: far from now
/// means that it is a repetition, or that one of the two clocks is wrong.
pub fn signed_at(
    key: &SecretString,
    task_id: &str,
    timestamp: &str,
    signature_base64: &str,
) -> Option<i64> {
    let key = key.expose_secret();
    let parts = [task_id, timestamp, signature_base64];
    if key.is_empty() || parts.iter().any(|part| part.is_empty() || part.len() > LONGEST_PART) {
        return None;
    }
    let is_number = timestamp.bytes().all(|byte| byte.is_ascii_digit());
    let made = timestamp.parse().ok().filter(|_| is_number)?;
    let signature = STANDARD.decode(signature_base64).ok()?;
    let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).ok()?;
    let mac = mac.chain_update(task_id).chain_update(b".").chain_update(timestamp);
    mac.verify_slice(&signature).is_ok().then_some(made)
}

/// The task that a callback is about: in its data or beside it, in either spelling.
pub fn task_of(body: &[u8]) -> Option<TaskId> {
    if body.len() > LONGEST_BODY {
        return None;
    }
    let text = String::from_utf8_lossy(body);
    let root = Object::find(&text)?;
    let id = |object: &Object<'_>| {
        let names = ["taskId", "task_id"];
        names.iter().find_map(|name| object.text(name).and_then(TaskId::new))
    };
    let data = root.json("data");
    let inner = data.as_deref().and_then(Object::find);
    inner.as_ref().and_then(id).or_else(|| id(&root))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, proptest};

    use super::{SecretString, TaskId, signature_is_good, task_of};

    const NOW: i64 = 1_760_000_000;
    /// Computed with: printf 'abc.1760000000' | openssl dgst -sha256 -hmac 'hmac-key' -binary | base64
    const SIGNATURE: &str = "vBM1u9RlGKejLxBkrE7T97pY3Nwf8U4HGcsh6qHxkDU=";

    fn is_good(key: &str, task: &str, timestamp: &str, signature: &str, now: i64) -> bool {
        signature_is_good(&SecretString::from(key), task, timestamp, signature, now)
    }

    #[test]
    fn a_signature_of_kie_is_good_for_five_minutes() {
        for now in [NOW, NOW + 300, NOW - 300] {
            assert!(is_good("hmac-key", "abc", "1760000000", SIGNATURE, now));
        }
        for now in [NOW + 301, NOW - 301, 0, i64::MIN, i64::MAX] {
            assert!(!is_good("hmac-key", "abc", "1760000000", SIGNATURE, now), "{now}");
        }
    }

    #[test]
    fn any_other_signature_is_bad() {
        let good = |key, task, time, signature| is_good(key, task, time, signature, NOW);
        assert!(!good("other-key", "abc", "1760000000", SIGNATURE));
        // Right for a key of nothing, which everybody has.
        let unkeyed = "cUVaiqrh3wmqp5whIrBQxm4gLfvYTaeiVlexmLfqLvQ=";
        assert!(!good("", "abc", "1760000000", unkeyed));
        assert!(!good("hmac-key", "abd", "1760000000", SIGNATURE));
        assert!(!good("hmac-key", "abc.1760000000", "", SIGNATURE));
        assert!(!good("hmac-key", "abc", "1760000001", SIGNATURE));
        for time in ["+1760000000", " 1760000000", "1760000000.0", "9999999999999999999999", "x"] {
            assert!(!good("hmac-key", "abc", time, SIGNATURE), "{time}");
        }
        for signature in ["", "AAAA", "not base64!", &SIGNATURE[..43], &SIGNATURE.repeat(100)] {
            assert!(!good("hmac-key", "abc", "1760000000", signature), "{signature}");
        }
    }

    #[test]
    fn the_task_is_found_wherever_it_stands() {
        let abc = TaskId::new("abc");
        for body in [
            r#"{"code":200,"msg":"x","data":{"taskId":"abc","state":"success"}}"#,
            r#"{"code":200,"data":{"callbackType":"complete","task_id":"abc","data":[]}}"#,
            r#"{"code":200,"taskId":"abc","data":{"result_video_url":"https://a.b"}}"#,
            r#"{"task_id":"abc","data":null}"#,
            r#"{"data":"{\"taskId\":\"abc\"}"}"#,
            r#"{"taskId":"root","data":{"taskId":"","task_id":"abc"}}"#,
            r#"{"data":{"taskId":"abc","prompt":"\ud83d"}}"#,
        ] {
            assert_eq!(task_of(body.as_bytes()), abc, "{body}");
        }
        for body in
            ["", "{", "[]", "{}", r#"{"data":{"taskId":7}}"#, r#"{"data":{"taskId":"a b"}}"#]
        {
            assert_eq!(task_of(body.as_bytes()), None, "{body}");
        }
        let long = format!(r#"{{"taskId":"abc","x":"{}"}}"#, "x".repeat(5_000_000));
        assert_eq!(task_of(long.as_bytes()), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_body_can_be_looked_at(body: Vec<u8>) {
            let _ = task_of(&body);
        }
    }
}
