//! Answers as Telegram gives them, and as something on the way might.

use proptest::prelude::{ProptestConfig, any, proptest};
use secrecy::SecretString;

use super::{Answer, CallError, ChatId, Duration, Gone, Harmless, Reply, judge};
use crate::client::secret::Secret;

fn seen(status: u16, retry_after: Option<&str>, body: &[u8]) -> Result<Reply, CallError> {
    let token = Secret::new(SecretString::from("123:canary-canary")).unwrap();
    let retry_after = retry_after.and_then(|text| text.trim().parse().ok());
    let text = String::from_utf8_lossy(body).into_owned();
    judge(&Answer { status, retry_after, text }, &token.redactor)
}

fn refused(code: u16, description: &str) -> CallError {
    let body = format!(r#"{{"ok":false,"error_code":{code},"description":"{description}"}}"#);
    seen(code, None, body.as_bytes()).unwrap_err()
}

#[test]
fn a_result_is_a_reply() {
    let reply = seen(200, None, br#"{"ok":true,"result":{"message_id":5},"new":[[]]}"#).unwrap();

    assert_eq!(reply.raw(), r#"{"message_id":5}"#);
    assert_eq!(seen(200, None, br#"{"ok":true,"result":true}"#).unwrap().raw(), "true");
}

#[test]
fn descriptions_tell_refusals_apart() {
    let table = [
        (403, "Forbidden: bot was blocked by the user", CallError::Gone(Gone::Blocked)),
        (403, "Forbidden: user is deactivated", CallError::Gone(Gone::Deactivated)),
        (403, "Forbidden: bot was kicked from the supergroup chat", CallError::Gone(Gone::Kicked)),
        (403, "Forbidden: bot is not a member of the channel chat", CallError::Gone(Gone::Kicked)),
        (400, "Bad Request: chat not found", CallError::Gone(Gone::ChatNotFound)),
        (400, "Bad Request: can't parse entities: unclosed tag", CallError::NotParsed),
        (400, "Bad Request: message to edit not found", CallError::MessageMissing),
        (400, "Bad Request: message can't be edited", CallError::MessageMissing),
        (400, "Bad Request: message to delete not found", CallError::MessageMissing),
        (401, "Unauthorized", CallError::Unauthorized),
        (409, "Conflict: terminated", CallError::Conflict("Conflict: terminated".into())),
    ];
    for (code, description, meaning) in table {
        assert_eq!(refused(code, description), meaning, "{description}");
    }
    let same = "Bad Request: message is not modified: specified new message content is the same";
    assert_eq!(refused(400, same), CallError::Harmless(Harmless::NotModified));
    let late = "Bad Request: query is too old and response timeout expired or query ID is invalid";
    assert_eq!(refused(400, late), CallError::Harmless(Harmless::QueryTooOld));
    let rights = "Forbidden: not enough rights".to_owned();
    assert_eq!(refused(403, &rights), CallError::Refused { code: 403, description: rights });
}

#[test]
fn a_refusal_can_be_told_by_a_word_of_its_description() {
    let again = refused(400, "Bad Request: CHARGE_ALREADY_REFUNDED");

    assert!(again.describes("CHARGE_ALREADY_REFUNDED") && again.describes("charge_already"));
    assert!(!again.describes("CHARGE_ID_INVALID"));
    assert!(!CallError::Unknown("CHARGE_ALREADY_REFUNDED".into()).describes("CHARGE"));
}

#[test]
fn what_telegram_has_against_a_file_is_one_thing_to_the_caller() {
    let table = [
        (400, "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        (400, "Bad Request: IMAGE_PROCESS_FAILED"),
        (400, "Bad Request: VIDEO_FILE_INVALID"),
        (400, "Bad Request: wrong file identifier/HTTP URL specified"),
        (400, "Bad Request: invalid file_id"),
        (400, "Bad Request: can't use file of type Photo as Document"),
        (400, "Bad Request: wrong type of the web page content"),
        (400, "Bad Request: failed to get HTTP URL content"),
        (400, "Bad Request: file is too big"),
        (400, "Bad Request: file must be non-empty"),
        (400, "Bad Request: group send failed"),
        (413, "Request Entity Too Large"),
    ];
    for (code, description) in table {
        assert_eq!(refused(code, description), CallError::FileRefused(description.into()));
    }
    let long = "Bad Request: file of size 11 bytes is too big for a photo; the maximum size is 10";
    assert_eq!(refused(400, long), CallError::FileRefused(long.into()));
    let album = r#"Bad Request: failed to send message #2 with the error message \"PHOTO_INVALID_DIMENSIONS\""#;
    assert!(matches!(refused(400, album), CallError::FileRefused(_)));
    let page = seen(413, None, b"<html>413 Request Entity Too Large</html>").unwrap_err();
    assert_eq!(page, CallError::FileRefused("too large".into()));
}

#[test]
fn what_telegram_has_against_other_things_is_not_about_a_file() {
    for description in ["Bad Request: message is too long", "Bad Request: BUTTON_DATA_INVALID"] {
        let expected = CallError::Refused { code: 400, description: description.into() };
        assert_eq!(refused(400, description), expected);
    }
    let gone = "Bad Request: chat not found";
    assert_eq!(refused(400, gone), CallError::Gone(Gone::ChatNotFound));
}

#[test]
fn the_wait_is_taken_from_the_body_else_the_header_else_guessed() {
    let table = [
        (r#""parameters":{"retry_after":7}"#, Some("9"), 7),
        (r#""parameters":{"retry_after":"7"}"#, Some("9"), 9),
        (r#""parameters":[]"#, Some(" 9 "), 9),
        (r#""x":1"#, Some("soon"), 5),
        (r#""x":1"#, None, 5),
        (r#""parameters":{"retry_after":0}"#, None, 1),
        (r#""parameters":{"retry_after":99999999999}"#, None, 86_400),
    ];
    for (part, header, seconds) in table {
        let body = format!(r#"{{"ok":false,"error_code":429,"description":"Too Many",{part}}}"#);
        let error = seen(429, header, body.as_bytes()).unwrap_err();
        assert_eq!(error, CallError::RetryAfter(Duration::from_secs(seconds)), "{part}");
    }
    let page = seen(429, Some("3"), b"<html>slow down</html>").unwrap_err();
    assert_eq!(page, CallError::RetryAfter(Duration::from_secs(3)));
}

#[test]
fn a_group_that_moved_says_where_to() {
    let body =
        br#"{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded",
        "parameters":{"migrate_to_chat_id":-1001234567890}}"#;
    let moved = CallError::Migrated(ChatId::new(-1_001_234_567_890));
    assert_eq!(seen(400, None, body).unwrap_err(), moved);
}

#[test]
fn what_is_not_telegrams_answer_proves_nothing() {
    let table: [(u16, &[u8]); 9] = [
        (200, b""),
        (200, b"<html>"),
        (200, br#"{"ok":true}"#),
        (200, br#"{"result":true}"#),
        (302, b""),
        (403, b"blocked by the user"),
        (401, b"proxy says no"),
        (502, br#"{"ok":false,"error_code":502,"description":"Bad Gateway"}"#),
        (503, br#"{"ok":true,"result":true}"#),
    ];
    for (status, body) in table {
        let error = seen(status, None, body).unwrap_err();
        assert!(matches!(error, CallError::Unknown(_)), "{status}: {error:?}");
    }
}

#[test]
fn the_status_stands_in_for_a_missing_code() {
    let error = seen(404, None, br#"{"ok":false,"description":"Not Found"}"#).unwrap_err();
    assert_eq!(error, CallError::Refused { code: 404, description: "Not Found".into() });
}

#[test]
fn a_description_that_echoes_the_token_does_not_pass_it_on() {
    for code in [400, 403, 404, 409, 413, 418, 500] {
        let error = refused(code, "no method /bot123:canary-canary/x");
        assert!(!format!("{error:?} {error}").contains("canary"), "{error:?}");
        assert!(error.to_string().contains("***"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_answer_can_be_judged(status in 100_u16..600, body: Vec<u8>, header: Option<String>) {
        let _ = seen(status, header.as_deref(), &body);
    }

    #[test]
    fn any_wait_is_bounded(seconds in any::<i64>()) {
        let body = format!(r#"{{"ok":false,"error_code":429,"parameters":{{"retry_after":{seconds}}}}}"#);
        let Err(CallError::RetryAfter(wait)) = seen(429, None, body.as_bytes()) else {
            panic!("a 429 is a wait");
        };
        assert!((1..=86_400).contains(&wait.as_secs()));
    }
}
