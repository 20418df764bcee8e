//! Questions: where they go, what a record says, and that nothing but the answer ends a task.

use std::time::Duration;

use domain::Credits;
use domain::catalogue::Route;
use kie::{NoAnswer, NoLink, Stage, TaskId, Why};
use serde_json::{Value, json};

use crate::server::{Callable, Event, KEY, Server, Then, answer, client_of, enveloped};
use crate::soon;

const A: &str = "https://tempfile.aiquickdraw.com/a.mp4";

fn task() -> TaskId {
    TaskId::new("t&1").unwrap()
}

fn files(stage: Stage) -> Vec<String> {
    match stage {
        Stage::Done(output) => output.files,
        other => panic!("not done: {other:?}"),
    }
}

#[tokio::test]
async fn every_route_has_its_record() {
    let urls = json!({ "resultUrls": [A] });
    let song = json!({ "sunoData": [{ "audioUrl": A }] });
    let table: [(Route, &str, Value); 9] = [
        (
            Route::Market,
            "jobs/recordInfo",
            json!({ "state": "success", "resultJson": urls.to_string() }),
        ),
        (Route::Veo, "veo/record-info", json!({ "successFlag": 1, "response": urls })),
        (
            Route::Runway,
            "runway/record-detail",
            json!({ "state": "success", "videoInfo": { "videoUrl": A } }),
        ),
        (
            Route::Aleph,
            "aleph/record-info",
            json!({ "successFlag": 1, "response": { "resultVideoUrl": A } }),
        ),
        (Route::Gpt4o, "gpt4o-image/record-info", json!({ "successFlag": 1, "response": urls })),
        (
            Route::FluxKontext,
            "flux/kontext/record-info",
            json!({ "successFlag": 1, "response": { "resultImageUrl": A } }),
        ),
        (Route::Suno, "generate/record-info", json!({ "status": "SUCCESS", "response": song })),
        (
            Route::SunoCover,
            "generate/record-info",
            json!({ "status": "SUCCESS", "response": song }),
        ),
        (
            Route::SunoSounds,
            "generate/record-info",
            json!({ "status": "SUCCESS", "response": song }),
        ),
    ];
    for (route, path, data) in table {
        let mut server = Server::answering(200, "", &enveloped(&data)).await;

        let seen = soon(server.client().look(route, &task())).await.unwrap();

        assert_eq!(files(seen.stage), [A], "{route}");
        let request = server.request().await;
        assert_eq!(request.line(), format!("GET /api/v1/{path}?taskId=t%261"));
        assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
        assert!(request.header("user-agent").unwrap().contains("TRT/"));
    }
    let words = json!({ "status": "SUCCESS", "response": { "data": [{ "text": "la" }] } });
    let mut server = Server::answering(200, "", &enveloped(&words)).await;
    let seen = soon(server.client().look(Route::SunoLyrics, &task())).await.unwrap();
    assert!(matches!(seen.stage, Stage::Done(output) if output.text.as_deref() == Some("la")));
    assert!(server.request().await.line().starts_with("GET /api/v1/lyrics/record-info?taskId="));
}

#[tokio::test]
async fn the_record_of_a_live_answer_is_read_as_it_came() {
    // As captured: the input is a text within a text, nothing has failed, the charge is a fraction.
    let body = r#"{"code":200,"msg":"success","data":{"taskId":"t&1","model":"nano-banana-2",
        "state":"success","param":"{\"callBackUrl\":\"https://bot.example/kie/x\",\"input\":\"{\\\"prompt\\\":\\\"fox\\\"}\",\"model\":\"nano-banana-2\"}",
        "resultJson":"{\"resultUrls\":[\"https://tempfile.aiquickdraw.com/a.mp4\"]}",
        "failCode":null,"failMsg":null,"costTime":274,"completeTime":1774500000000,
        "createTime":1774499726000,"creditsConsumed":3.24}}"#;
    let server = Server::answering(200, "", body).await;

    let seen = soon(server.client().look(Route::Market, &task())).await.unwrap();

    assert_eq!(seen.callback.as_deref(), Some("https://bot.example/kie/x"));
    assert_eq!(seen.charged, Some(Credits::new(3_240_000)));
    assert_eq!(files(seen.stage), [A]);
}

#[tokio::test]
async fn a_look_right_after_the_create_finds_nothing_yet() {
    for (status, body) in [
        (200, r#"{"code":422,"msg":"recordInfo is null","data":null}"#),
        (404, r#"{"code":404,"msg":"Task not found","data":null}"#),
    ] {
        let server = Server::answering(status, "", body).await;
        let seen = soon(server.client().look(Route::Market, &task())).await.unwrap();
        assert_eq!((seen.stage, seen.callback, seen.charged), (Stage::Absent, None, None));
    }
}

#[tokio::test]
async fn a_removed_model_fails_in_its_record() {
    let data = json!({ "state": "fail", "failCode": "500", "creditsConsumed": 0,
        "failMsg": "Internal Error, Please try again later." });
    let server = Server::answering(200, "", &enveloped(&data)).await;

    let seen = soon(server.client().look(Route::Market, &task())).await.unwrap();

    assert!(matches!(seen.stage, Stage::Failed { why: Why::Provider, .. }), "{seen:?}");
    assert_eq!(seen.charged, Some(Credits::ZERO));
}

#[tokio::test]
async fn what_cannot_be_read_is_asked_for_again_by_the_caller_only() {
    let long = " ".repeat(5 * 1024 * 1024) + &enveloped(&json!({ "state": "success" }));
    let table = [
        Then::Cut(vec![]),
        Then::Cut(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"code\":200,".to_vec()),
        Then::Answer(answer(200, "", b"{\"code\":200,\"data\":{\"state\":\"succ")),
        Then::Answer(answer(200, "", b"{\"code\":500,\"msg\":\"oops\",\"data\":null}")),
        Then::Answer(answer(503, "", b"<html>")),
        Then::Answer(answer(302, "location: /x\r\n", b"")),
        Then::Answer(answer(200, "", long.as_bytes())),
        Then::Answer(answer(403, "", b"error code: 1010")),
    ];
    for then in table {
        let mut server = Server::start(then).await;
        let seen = soon(server.client().look(Route::Market, &task())).await;
        assert!(matches!(seen, Err(NoAnswer::Later(_))), "{seen:?}");
        server.request().await;
        assert!(server.is_quiet());
    }
    let seen = soon(client_of(&Server::nobody().await).look(Route::Veo, &task())).await;
    assert!(matches!(seen, Err(NoAnswer::Later(_))), "{seen:?}");
}

#[tokio::test]
async fn a_question_waits_fifteen_seconds() {
    let mut server = Server::start(Then::Silence).await;
    let client = server.client();
    let look = tokio::spawn(async move { client.look(Route::Market, &task()).await });
    server.request().await;
    tokio::time::pause();

    let seen = look.await.unwrap();

    assert_eq!(seen, Err(NoAnswer::Later("no answer within 15 s".into())));
    assert!(matches!(server.event().await, Event::Closed));
}

#[tokio::test]
async fn the_balance_is_exact() {
    let mut server =
        Server::answering(200, "", r#"{"code":200,"msg":"success","data":72.62}"#).await;

    let credits = soon(server.client().credits()).await;

    assert_eq!(credits, Ok(Credits::new(72_620_000)));
    assert_eq!(server.request().await.line(), "GET /api/v1/chat/credit");
    let server = Server::answering(200, "", r#"{"code":401,"msg":"no access"}"#).await;
    assert_eq!(soon(server.client().credits()).await, Err(NoAnswer::KeyRefused));
}

#[tokio::test]
async fn a_link_is_asked_for_with_the_address_of_the_result() {
    let body = r#"{"code":200,"msg":"success","data":"https://direct.example/a?sign=1"}"#;
    let mut server = Server::answering(200, "", body).await;

    let link = soon(server.client().link(A)).await;

    assert_eq!(link.as_deref(), Ok("https://direct.example/a?sign=1"));
    let request = server.request().await;
    assert_eq!(request.line(), "POST /api/v1/common/download-url");
    assert_eq!(serde_json::from_slice::<Value>(&request.body).unwrap(), json!({ "url": A }));
    let server = Server::answering(200, "", r#"{"code":422,"msg":"foreign"}"#).await;
    assert_eq!(soon(server.client().link(A)).await, Err(NoLink::Gone));
}

#[tokio::test]
async fn a_429_says_how_long_nobody_should_ask() {
    for (header, seconds) in [("retry-after: 4\r\n", 4), ("", 2)] {
        let server = Server::answering(200, header, r#"{"code":429,"msg":"x"}"#).await;
        let seen = soon(server.client().look(Route::Market, &task())).await;
        assert_eq!(seen, Err(NoAnswer::Busy { wait: Duration::from_secs(seconds) }));
    }
}
