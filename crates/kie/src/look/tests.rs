//! Records of every route, as KIE writes them.

use domain::Credits;
use domain::catalogue::Route;
use serde_json::{Value, json};

use super::{Answer, NoAnswer, Stage, TaskId, TaskOutput, TaskStatus, Why, judge};

fn look_at(route: Route, status: u16, text: &str) -> Result<TaskStatus, NoAnswer> {
    let answer = Answer { status, retry_after: None, text: text.to_owned() };
    judge(route, &TaskId::new("t1").unwrap(), &answer, str::to_owned)
}

fn sight(route: Route, data: &Value) -> TaskStatus {
    look_at(route, 200, &json!({ "code": 200, "msg": "success", "data": data }).to_string())
        .unwrap()
}

fn stage(route: Route, data: Value) -> Stage {
    sight(route, &data).stage
}

fn files(urls: &[&str]) -> Stage {
    let files = urls.iter().map(|url| (*url).to_owned()).collect();
    Stage::Done(TaskOutput { files, text: None })
}

fn words(text: &str) -> Stage {
    Stage::Done(TaskOutput { files: vec![], text: Some(text.to_owned()) })
}

fn failed(why: Why, message: &str) -> Stage {
    Stage::Failed { why, message: message.to_owned() }
}

const A: &str = "https://tempfile.aiquickdraw.com/a.png";
const B: &str = "https://tempfile.aiquickdraw.com/b.png";

#[test]
fn the_market_goes_through_its_states() {
    for state in ["waiting", "queuing", "generating", "brand_new", ""] {
        let data = json!({ "taskId": "t1", "state": state, "resultJson": "", "failCode": null });
        assert_eq!(stage(Route::Market, data), Stage::Working, "{state}");
    }
    let done =
        |result: Value| stage(Route::Market, json!({ "state": "success", "resultJson": result }));
    assert_eq!(done(json!(format!(r#"{{"resultUrls":["{A}","{B}","{A}"]}}"#))), files(&[A, B]));
    assert_eq!(done(json!({ "resultUrls": [A] })), files(&[A]), "an object instead of a text");
    for empty in [json!(""), json!(null), json!({}), json!({ "resultUrls": [] }), json!("nonsense")]
    {
        assert_eq!(done(empty.clone()), Stage::Empty, "{empty}");
    }
}

#[test]
fn the_results_of_the_market_have_many_forms() {
    let done =
        |result: Value| stage(Route::Market, json!({ "state": "success", "resultJson": result }));
    assert_eq!(done(json!({ "resultUrls": A })), files(&[A]), "a scalar");
    assert_eq!(done(json!({ "resultUrls": format!(r#"["{A}"]"#) })), files(&[A]), "a text");
    let frames = json!({ "resultUrls": [A], "firstFrameUrl": [B], "lastFrameUrl": B });
    assert_eq!(done(frames), files(&[A]), "the frames were not asked for");
    let song = json!({ "data": [{ "audio_url": A, "image_url": B }, { "audio_url": B }] });
    assert_eq!(done(song), files(&[A, B]));
    assert_eq!(done(json!({ "videoUrl": A, "coverImageUrl": B })), files(&[A]));
    assert_eq!(done(json!({ "coverImageUrl": B })), files(&[B]));
    assert_eq!(done(json!([A, B])), files(&[A, B]), "a bare list");
    assert_eq!(done(json!(A)), files(&[A]), "a bare address");
    let masks = json!({ "resultObject": { "subject_status": 1, "mask_urls": [A, B] } });
    assert_eq!(done(masks), files(&[A, B]));
    let spoken = json!({ "resultObject": { "language_code": "ru", "text": "Привет" } });
    assert_eq!(done(spoken), words("Привет"));
    assert_eq!(done(json!({ "resultObject": "hello" })), words("hello"));
    assert_eq!(done(json!({ "resultObject": { "n": 1 } })), Stage::Empty);
    let odd = json!({ "resultUrls": ["ftp://a", 5, null, "x y", A] });
    assert_eq!(done(odd), files(&[A]), "what is no address is left out");
    let many: Vec<String> = (0..40).map(|n| format!("https://a.b/{n}")).collect();
    let Stage::Done(output) = done(json!({ "resultUrls": many })) else { panic!("not done") };
    assert_eq!(output.files, many[..16]);
}

#[test]
fn a_failure_says_why_by_sentence_and_code() {
    let table = [
        (json!("400"), "Your prompt violates the policy", Why::Policy),
        (json!("400"), "rejected", Why::Policy),
        (json!("400"), "The image could not be read", Why::BadInput),
        (json!(422), "whatever", Why::BadInput),
        (json!("451"), "whatever", Why::BadInput),
        (json!("500"), "Internal Error, Please try again later.", Why::Provider),
        (json!("500"), "flagged as sensitive", Why::Policy),
        (json!("500"), "generation timed out", Why::Timeout),
        (json!("501"), "generation failed", Why::Provider),
        (json!(null), "", Why::Provider),
    ];
    for (code, message, why) in table {
        let data = json!({ "state": "fail", "failCode": code, "failMsg": message });
        assert_eq!(stage(Route::Market, data), failed(why, message), "{code} {message}");
    }
}

#[test]
fn veo_and_flux_count_by_a_flag() {
    for (route, response) in [
        (Route::Veo, json!({ "taskId": "x", "resultUrls": [A], "originUrls": [B] })),
        (Route::Veo, json!({ "resultUrls": format!("[\"{A}\"]") })),
        (Route::Veo, json!({ "resultUrls": [], "originUrls": [A] })),
        (Route::FluxKontext, json!({ "originImageUrl": B, "resultImageUrl": A })),
    ] {
        let data = json!({ "taskId": "t1", "successFlag": 1, "response": response });
        assert_eq!(stage(route, data), files(&[A]), "{response}");
        assert_eq!(stage(route, json!({ "successFlag": 0, "response": null })), Stage::Working);
        assert_eq!(stage(route, json!({ "successFlag": 1, "response": null })), Stage::Empty);
        assert_eq!(stage(route, json!({ "successFlag": 9 })), Stage::Working);
        for flag in [2, 3] {
            let data = json!({ "successFlag": flag, "errorCode": 501, "errorMessage": "broken" });
            assert_eq!(stage(route, data), failed(Why::Provider, "broken"));
        }
    }
}

#[test]
fn runway_keeps_its_video_for_a_while() {
    let info = json!({ "videoId": "v", "videoUrl": A, "imageUrl": B });
    let data = |state: &str, expired: i32| {
        json!({ "taskId": "t1", "state": state, "videoInfo": info, "expireFlag": expired,
            "failCode": 0, "failMsg": "" })
    };
    assert_eq!(stage(Route::Runway, data("success", 0)), files(&[A]));
    assert_eq!(stage(Route::Runway, data("success", 1)), Stage::Empty);
    for state in ["wait", "queueing", "generating"] {
        assert_eq!(stage(Route::Runway, data(state, 0)), Stage::Working);
    }
    assert!(matches!(stage(Route::Runway, data("fail", 0)), Stage::Failed { .. }));
}

#[test]
fn aleph_tells_running_from_failed_by_the_error_beside_its_flag() {
    let data = |flag: i32, code: Value, message: Value| {
        json!({ "successFlag": flag, "errorCode": code, "errorMessage": message,
            "response": { "resultVideoUrl": A, "resultImageUrl": B } })
    };
    assert_eq!(stage(Route::Aleph, data(1, json!(0), json!(""))), files(&[A]));
    assert_eq!(stage(Route::Aleph, data(0, json!(0), json!(""))), Stage::Working);
    assert_eq!(stage(Route::Aleph, data(0, json!(null), json!(null))), Stage::Working);
    let broken = data(0, json!(500), json!("broken"));
    assert_eq!(stage(Route::Aleph, broken), failed(Why::Provider, "broken"));
}

#[test]
fn the_4o_image_has_a_flag_and_a_status() {
    let data = |flag: i32, status: &str| {
        json!({ "successFlag": flag, "status": status, "progress": "0.50",
            "response": { "resultUrls": [A] }, "errorMessage": "x" })
    };
    assert_eq!(stage(Route::Gpt4o, data(1, "SUCCESS")), files(&[A]));
    assert_eq!(stage(Route::Gpt4o, data(0, "GENERATING")), Stage::Working);
    for status in ["CREATE_TASK_FAILED", "GENERATE_FAILED"] {
        for flag in [0, 2] {
            assert_eq!(stage(Route::Gpt4o, data(flag, status)), failed(Why::Provider, "x"));
        }
    }
}

#[test]
fn a_song_is_done_when_suno_says_success_and_not_before() {
    let track =
        |url: &str| json!({ "id": "x", "audioUrl": url, "streamAudioUrl": B, "imageUrl": B });
    let data = |status: &str, tracks: Value| json!({ "taskId": "t1", "status": status, "response": { "sunoData": tracks } });
    for route in [Route::Suno, Route::SunoCover, Route::SunoSounds] {
        let both = json!([track(A), track(B)]);
        for status in ["PENDING", "TEXT_SUCCESS", "FIRST_SUCCESS", "NEW_WORD"] {
            assert_eq!(stage(route, data(status, both.clone())), Stage::Working, "{status}");
        }
        assert_eq!(stage(route, data("SUCCESS", both.clone())), files(&[A, B]));
        assert_eq!(stage(route, data("SUCCESS", json!([]))), Stage::Empty);
        let one = json!([track(A), track("")]);
        assert_eq!(stage(route, data("SUCCESS", one.clone())), files(&[A]));

        assert_eq!(stage(route, data("CALLBACK_EXCEPTION", both)), files(&[A, B]));
        assert_eq!(stage(route, data("CALLBACK_EXCEPTION", one)), Stage::Working);
        assert_eq!(stage(route, data("CALLBACK_EXCEPTION", json!(null))), Stage::Working);
        for (status, why) in [
            ("CREATE_TASK_FAILED", Why::Provider),
            ("GENERATE_AUDIO_FAILED", Why::Provider),
            ("SENSITIVE_WORD_ERROR", Why::Policy),
        ] {
            assert_eq!(stage(route, data(status, json!(null))), failed(why, status));
        }
    }
}

#[test]
fn the_words_of_a_song_are_a_text() {
    let data = |status: &str| {
        json!({ "status": status, "response": { "taskId": "t1", "data": [
            { "text": "[Verse]\nla", "title": "One", "status": "complete" },
            { "text": "", "title": "Nothing" },
            { "text": "lo", "title": "" }] } })
    };
    let both = words("One\n\n[Verse]\nla\n\n* * *\n\nlo");
    assert_eq!(stage(Route::SunoLyrics, data("SUCCESS")), both);
    assert_eq!(stage(Route::SunoLyrics, data("CALLBACK_EXCEPTION")), both);
    assert_eq!(stage(Route::SunoLyrics, data("PENDING")), Stage::Working);
    assert!(matches!(
        stage(Route::SunoLyrics, data("GENERATE_LYRICS_FAILED")),
        Stage::Failed { .. }
    ));
    let nothing = json!({ "status": "SUCCESS", "response": { "data": [] } });
    assert_eq!(stage(Route::SunoLyrics, nothing), Stage::Empty);
}

#[test]
fn a_record_that_is_not_visible_yet_is_absent() {
    for route in Route::ALL {
        for (status, body) in [
            (200, r#"{"code":422,"msg":"recordInfo is null","data":null}"#),
            (422, r#"{"code":422,"msg":"recordInfo is null","data":null}"#),
            (200, r#"{"code":404,"msg":"Task not found"}"#),
            (404, r#"{"code":404,"message":"Task not found","data":null}"#),
            (200, r#"{"code":200,"msg":"success","data":null}"#),
            (200, r#"{"code":200,"msg":"success","data":{}}"#),
        ] {
            assert_eq!(look_at(*route, status, body).unwrap().stage, Stage::Absent, "{body}");
        }
    }
}

#[test]
fn a_record_that_names_only_its_task_has_just_begun() {
    for route in Route::ALL {
        assert_eq!(stage(*route, json!({ "taskId": "t1" })), Stage::Working);
    }
}

#[test]
fn codes_of_a_look_are_no_verdict_unless_they_end_the_task() {
    let said = |code: u16, message: &str| {
        look_at(Route::Market, 200, &format!(r#"{{"code":{code},"msg":"{message}","data":null}}"#))
    };
    for code in [400, 402, 451, 455, 500, 505] {
        assert!(matches!(said(code, "x"), Err(NoAnswer::Later(_))), "{code}");
    }
    assert_eq!(said(401, "x"), Err(NoAnswer::KeyRefused));
    assert!(matches!(said(429, "x"), Err(NoAnswer::Busy { .. })));
    assert_eq!(said(408, "x").unwrap().stage, failed(Why::Timeout, "x"));
    assert_eq!(said(501, "x").unwrap().stage, failed(Why::Provider, "x"));
    assert_eq!(said(531, "x").unwrap().stage, failed(Why::Provider, "x"));
    assert_eq!(said(400, "policy").unwrap().stage, failed(Why::Policy, "policy"));
}

#[test]
fn a_record_is_believed_more_than_the_code_around_it() {
    let body = r#"{"code":501,"msg":"x","data":{"taskId":"t1","state":"fail","failMsg":"nsfw"}}"#;
    assert_eq!(look_at(Route::Market, 200, body).unwrap().stage, failed(Why::Policy, "nsfw"));
}

#[test]
fn what_cannot_be_read_is_asked_for_again() {
    for (status, body) in [
        (200, r#"{"code":200,"data":{"state":"succ"#),
        (200, ""),
        (502, "<html>"),
        (404, "<html>"),
        (408, "<html>"),
        (500, r#"{"error":"x"}"#),
        (200, r#"{"code":200,"data":{"taskId":"t2","state":"success"}}"#),
    ] {
        let seen = look_at(Route::Market, status, body);
        assert!(matches!(seen, Err(NoAnswer::Later(_))), "{body}: {seen:?}");
    }
}

#[test]
fn the_charge_is_exact_and_the_request_is_found_in_the_record() {
    let url = "https://bot.example/kie/secret";
    let nested = json!({ "model": "m", "callBackUrl": url, "input": r#"{"prompt":"fox"}"# });
    for (name, param) in [
        ("param", json!(nested.to_string())),
        ("param", nested.clone()),
        ("paramJson", json!(nested.to_string())),
        ("param", json!(json!({ "input": nested.to_string() }).to_string())),
    ] {
        let sight = sight(Route::Market, &json!({ "state": "success", name: param }));
        assert_eq!(sight.callback.as_deref(), Some(url), "{param}");
        assert!(!format!("{sight:?}").contains("secret"));
    }
    for (digits, units) in [("0.98", 980_000), ("3.24", 3_240_000), ("\"12\"", 12_000_000)] {
        let body =
            format!(r#"{{"code":200,"data":{{"state":"fail","creditsConsumed":{digits}}}}}"#);
        let sight = look_at(Route::Market, 200, &body).unwrap();
        assert_eq!(sight.charged, Some(Credits::new(units)), "{digits}");
    }
    let without = sight(Route::Market, &json!({ "state": "fail", "creditsConsumed": -1 }));
    assert_eq!((without.charged, without.callback), (None, None));
}

#[test]
fn half_a_surrogate_pair_in_a_prompt_does_not_hide_the_result() {
    let body = format!(
        r#"{{"code":200,"data":{{"status":"SUCCESS","param":"\ud83d","response":{{"sunoData":[
            {{"prompt":"cut \ud83d","audioUrl":"{A}"}}]}}}}}}"#
    );
    assert_eq!(look_at(Route::Suno, 200, &body).unwrap().stage, files(&[A]));
}
