//! Creates: what goes out on every route, what comes back, and what a broken one means.

use std::time::Duration;

use domain::catalogue::Route;
use kie::{Client, NewTask, NoClient, NotCreated, Rates, TaskId};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::server::{Callable, Event, KEY, Server, Then, answer, client_of, create, fields, fox};
use crate::soon;

const MADE: &str = r#"{"code":200,"msg":"success","data":{"taskId":"abc","recordId":"abc"}}"#;

async fn outcome(server: &Server) -> NotCreated {
    let fields = fields(json!({ "prompt": "a fox" }));
    soon(create(&server.client(), &fox(&fields))).await.unwrap_err()
}

#[tokio::test]
async fn every_route_has_its_path_and_its_form() {
    const BELL: &str = "https://bot.example/kie/secret";
    let nowhere = "https://callback.invalid/none";
    let flat = |url: &str| json!({ "prompt": "fox", "callBackUrl": url });
    let with_model = json!({ "prompt": "fox", "model": "m/1", "callBackUrl": BELL });
    let market = json!({ "model": "m/1", "input": { "prompt": "fox" }, "callBackUrl": BELL });
    let table: [(Route, &str, Option<&str>, Value); 11] = [
        (Route::Market, "jobs/createTask", Some(BELL), market),
        (Route::Veo, "veo/generate", Some(BELL), with_model.clone()),
        (Route::Runway, "runway/generate", Some(BELL), flat(BELL)),
        (Route::Aleph, "aleph/generate", Some(BELL), flat(BELL)),
        (Route::Gpt4o, "gpt4o-image/generate", Some(BELL), flat(BELL)),
        (Route::FluxKontext, "flux/kontext/generate", Some(BELL), with_model),
        (Route::Suno, "generate", Some(BELL), flat(BELL)),
        (Route::Suno, "generate", None, flat(nowhere)),
        (Route::SunoCover, "generate/upload-cover", None, flat(nowhere)),
        (Route::SunoSounds, "generate/sounds", None, flat(nowhere)),
        (Route::SunoLyrics, "lyrics", None, flat(nowhere)),
    ];
    let mut server = Server::answering(200, "", MADE).await;
    let client = server.client();
    let fields = fields(json!({ "prompt": "fox" }));
    for (route, path, callback, body) in table {
        let task = NewTask { route, model: "m/1", fields: &fields, callback };

        let made = soon(create(&client, &task)).await;

        assert_eq!(made, Ok(TaskId::new("abc").unwrap()), "{route}");
        let request = server.request().await;
        assert_eq!(request.line(), format!("POST /api/v1/{path}"));
        assert_eq!(serde_json::from_slice::<Value>(&request.body).unwrap(), body, "{route}");
        assert_eq!(request.header("content-type"), Some("application/json"));
        let length = request.body.len().to_string();
        assert_eq!(request.header("content-length"), Some(length.as_str()));
        assert_eq!(request.header("transfer-encoding"), None);
        assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
        let agent = request.header("user-agent").unwrap();
        assert!(agent.starts_with("Mozilla/5.0 ") && agent.contains("TRT/"), "{agent}");
    }
}

#[tokio::test]
async fn numbers_and_texts_go_out_as_the_catalogue_has_them() {
    let mut server = Server::answering(200, "", MADE).await;
    let fields = fields(json!({ "duration": "5", "seed": 5, "weight": 0.65, "loop": true }));

    soon(create(&server.client(), &fox(&fields))).await.unwrap();

    let body = String::from_utf8(server.request().await.body).unwrap();
    for part in [r#""duration":"5""#, r#""seed":5"#, r#""weight":0.65"#, r#""loop":true"#] {
        assert!(body.contains(part), "{body}");
    }
}

#[tokio::test]
async fn every_code_means_the_same_within_and_as_the_status() {
    let text = |said: &str| said.to_owned();
    let table = [
        (400, NotCreated::Policy(text("said"))),
        (401, NotCreated::KeyRefused),
        (402, NotCreated::OutOfCredits),
        (403, NotCreated::KeyRefused),
        (404, NotCreated::ModelGone(text("said"))),
        (408, NotCreated::Unknown(text("code 408: said"))),
        (413, NotCreated::Invalid(text("said"))),
        (422, NotCreated::Invalid(text("said"))),
        (433, NotCreated::KeyRefused),
        (451, NotCreated::InputGone(text("said"))),
        (455, NotCreated::Maintenance),
        (500, NotCreated::Failed(text("code 500: said"))),
        (501, NotCreated::Failed(text("code 501: said"))),
        (505, NotCreated::ModelGone(text("said"))),
        (531, NotCreated::Failed(text("code 531: said"))),
    ];
    let mut expected = Vec::new();
    let mut script = Vec::new();
    for (code, meaning) in table {
        for (status, name) in [(200, "msg"), (200, "message"), (code, "msg")] {
            let body = format!(r#"{{"code":{code},"{name}":"said","data":null}}"#);
            script.push(Then::Answer(answer(status, "", body.as_bytes())));
            expected.push((meaning.clone(), status, body));
        }
    }
    let mut server = Server::in_turn(script).await;
    let (client, fields) = (server.client(), fields(json!({ "prompt": "a fox" })));
    for (meaning, status, body) in expected {
        let error = soon(create(&client, &fox(&fields))).await.unwrap_err();
        assert_eq!(error, meaning, "{status} {body}");
        server.request().await;
        assert!(server.is_quiet(), "nothing is asked twice");
    }
}

#[tokio::test]
async fn a_429_says_how_long_to_wait_or_means_the_whole_window() {
    let inner = r#"{"code":429,"msg":"x"}"#;
    for (status, body, header, seconds) in [
        (200, inner, "", 10),
        (429, inner, "retry-after: 7\r\n", 7),
        (429, "slow down", "Retry-After: 7\r\n", 7),
    ] {
        let server = Server::answering(status, header, body).await;
        let busy = NotCreated::Busy { wait: Duration::from_secs(seconds) };
        assert_eq!(outcome(&server).await, busy, "{status} {body}");
    }
}

#[tokio::test]
async fn cloudflare_is_not_an_opinion_about_our_key() {
    let server = Server::answering(403, "", "error code: 1010").await;
    assert!(matches!(outcome(&server).await, NotCreated::Failed(_)));
}

#[tokio::test]
async fn nobody_knows_what_became_of_a_create_without_a_whole_answer() {
    let long = " ".repeat(5 * 1024 * 1024) + MADE;
    let table = [
        Then::Cut(vec![]),
        Then::Cut(b"HTTP/1.1 200 OK\r\ncontent-le".to_vec()),
        Then::Cut(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"code\":200,".to_vec()),
        Then::Cut(b"SMTP ready\r\n".to_vec()),
        Then::Answer(answer(200, "", b"{\"code\":200,\"data\":{\"taskId\":\"ab")),
        Then::Answer(answer(200, "", b"{\"code\":200,\"msg\":\"success\",\"data\":null}")),
        Then::Answer(answer(500, "", b"<html>internal</html>")),
        Then::Answer(answer(502, "", b"<html>bad gateway</html>")),
        Then::Answer(answer(200, "", long.as_bytes())),
    ];
    for then in table {
        let mut server = Server::start(then).await;
        let error = outcome(&server).await;
        assert!(matches!(error, NotCreated::Unknown(_)), "{error:?}");
        server.request().await;
        assert!(server.is_quiet(), "never a blind second one");
    }
}

#[tokio::test]
async fn nothing_is_sent_on_to_another_address() {
    for status in [301, 302, 303, 307, 308] {
        let mut server = Server::answering(status, "location: /elsewhere\r\n", "").await;
        let (client, fields) = (server.client(), fields(json!({})));

        let error = soon(create(&client, &fox(&fields))).await.unwrap_err();

        assert!(matches!(error, NotCreated::Unknown(_)), "{status}: {error:?}");
        server.request().await;
        drop(client);
        assert!(matches!(server.event().await, Event::Closed), "there is no second request");
    }
}

#[tokio::test]
async fn a_create_that_reaches_nobody_was_not_sent() {
    let fields = fields(json!({}));
    let error = soon(create(&client_of(&Server::nobody().await), &fox(&fields))).await.unwrap_err();
    assert!(matches!(error, NotCreated::NotSent(_)), "{error:?}");
}

#[tokio::test]
async fn a_connection_that_closes_at_once_is_no_verdict_of_kie() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    let fields = fields(json!({}));

    let error = soon(create(&client_of(&base), &fox(&fields))).await.unwrap_err();

    // Which of the two depends on whether the body was handed over before the end was noticed.
    assert!(matches!(error, NotCreated::Unknown(_) | NotCreated::NotSent(_)), "{error:?}");
}

#[tokio::test]
async fn an_answer_to_a_create_is_waited_for_a_minute() {
    let mut server = Server::start(Then::Silence).await;
    let client = server.client();
    let creating = tokio::spawn(async move { create(&client, &fox(&fields(json!({})))).await });
    server.request().await;
    let start = tokio::time::Instant::now();
    // From here on nothing but time can happen.
    tokio::time::pause();

    let error = creating.await.unwrap().unwrap_err();

    assert_eq!(error, NotCreated::Unknown("no answer within 60 s".into()));
    assert!(start.elapsed() > Duration::from_secs(58), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_handshake_that_never_ends_leaves_the_create_unsent() {
    // Somebody listens and says nothing: with TLS the body cannot have gone before the handshake.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("https://{}", listener.local_addr().unwrap());
    let creating =
        tokio::spawn(async move { create(&client_of(&base), &fox(&fields(json!({})))).await });
    let (_socket, _) = soon(listener.accept()).await.unwrap();
    tokio::time::pause();

    let error = creating.await.unwrap().unwrap_err();

    assert!(matches!(error, NotCreated::NotSent(_)), "{error:?}");
}

#[tokio::test]
async fn dropping_a_create_closes_its_socket() {
    let mut server = Server::start(Then::Silence).await;
    let client = server.client();
    let creating = tokio::spawn(async move { create(&client, &fox(&fields(json!({})))).await });
    server.request().await;

    creating.abort();

    assert!(matches!(server.event().await, Event::Closed));
}

#[tokio::test]
async fn an_address_or_a_key_that_cannot_be_used_is_refused() {
    let new = |api: &str, key: &str| Client::new(api, "https://a.b", key.into(), Rates::default());
    for base in
        ["", "api.kie.ai", "ftp://a.b", "http://", "https://a.b/?x", "https://a#b", "https://u@a"]
    {
        assert_eq!(new(base, KEY).unwrap_err(), NoClient::Address, "{base}");
        let other = Client::new("https://a.b", base, KEY.into(), Rates::default());
        assert_eq!(other.unwrap_err(), NoClient::Address, "{base}");
    }
    assert_eq!(new("https://a.b", "a b").unwrap_err(), NoClient::Key);
    assert_eq!(new("https://a.b", "").unwrap_err(), NoClient::Key);
    assert!(new("https://api.kie.ai/", KEY).is_ok());
}
