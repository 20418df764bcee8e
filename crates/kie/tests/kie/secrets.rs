//! The key is in one header, and nowhere else, whatever goes wrong. Nor is the address of the bell.

use std::error::Error;

use bytes::Bytes;
use domain::catalogue::Route;
use futures_util::stream::{self, StreamExt};
use kie::{Client, NewTask, Rates, TaskId, TaskStatus, Upload};
use serde_json::json;

use crate::server::{Callable, KEY, Server, Then, answer, client_of, create, enveloped, fields};
use crate::soon;

const BELL: &str = "https://bot.example/kie/bell-bell-bell";

#[track_caller]
fn assert_clean(shown: &str) {
    let lower = shown.to_lowercase();
    assert!(!lower.contains("canary") && !lower.contains("bell-bell"), "{shown}");
}

/// Everything an error can be made to say.
fn all_of(error: &impl Error) -> String {
    let mut shown = format!("{error} {error:?} {error:#?}");
    let mut source = error.source();
    while let Some(reason) = source {
        shown.push_str(&format!(" {reason} {reason:?}"));
        source = reason.source();
    }
    shown
}

fn upload(body: Vec<std::io::Result<Bytes>>) -> Upload {
    let body = stream::iter(body).boxed();
    Upload { name: "a.png".into(), mime: "image/png".into(), length: None, body }
}

/// How many calls there are.
const CALLS: usize = 5;

/// Makes every call there is, and looks at what each says.
async fn everything_is_clean(client: &Client) {
    let (fields, id) = (fields(json!({})), TaskId::new("abc").unwrap());
    let task = NewTask { route: Route::Market, model: "m", fields: &fields, callback: Some(BELL) };
    if let Err(error) = soon(create(client, &task)).await {
        assert_clean(&all_of(&error));
    }
    match soon(client.look(Route::Market, &id)).await {
        Ok(TaskStatus { stage, .. }) => assert_clean(&format!("{stage:?}")),
        Err(error) => assert_clean(&all_of(&error)),
    }
    if let Err(error) = soon(client.credits()).await {
        assert_clean(&all_of(&error));
    }
    if let Err(error) = soon(client.link(BELL)).await {
        assert_clean(&all_of(&error));
    }
    let file = upload(vec![Ok(Bytes::from_static(b"x"))]);
    if let Err(error) = soon(client.upload(file)).await {
        assert_clean(&all_of(&error));
    }
}

#[tokio::test]
async fn no_error_shows_a_secret_even_if_the_other_side_echoes_it() {
    let echo = format!("no such thing: Bearer {KEY} {}", "x".repeat(250));
    let bell = format!("cannot call {BELL} with {KEY}");
    let mut table = Vec::new();
    for code in [200, 400, 401, 402, 403, 404, 408, 413, 422, 429, 451, 500, 501, 502] {
        let body = json!({ "code": code, "msg": echo, "data": null }).to_string();
        table.push(Then::Answer(answer(code, "retry-after: 1\r\n", body.as_bytes())));
    }
    for words in [&echo, &bell] {
        let failed = json!({ "state": "fail", "failCode": "500", "failMsg": echo });
        table.extend([
            Then::Answer(answer(200, "", enveloped(&failed).as_bytes())),
            Then::Cut(format!("HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{words}").into()),
            Then::Cut(format!("{words}\r\n\r\n").into()),
            Then::Answer(answer(200, "", words.as_bytes())),
            Then::Answer(answer(302, &format!("location: /{KEY}\r\n"), words.as_bytes())),
        ]);
    }
    let rounds = table.len();
    let script = table.into_iter().flat_map(|then| vec![then; CALLS]).collect();
    let server = Server::in_turn(script).await;
    let client = server.client();
    for _ in 0..rounds {
        everything_is_clean(&client).await;
    }
    // The address of the bell goes out with a create only; whoever echoes it there is blotted out.
    let body = json!({ "code": 422, "msg": bell }).to_string();
    let server = Server::answering(200, "", &body).await;
    let fields = fields(json!({}));
    let task = NewTask { route: Route::Suno, model: "m", fields: &fields, callback: Some(BELL) };
    assert_clean(&all_of(&soon(create(&server.client(), &task)).await.unwrap_err()));
}

#[tokio::test]
async fn no_failure_on_the_way_shows_a_secret() {
    let closed = Server::nobody().await;
    for base in [closed.clone(), closed.replace("http:", "https:")] {
        everything_is_clean(&client_of(&base)).await;
    }
}

#[tokio::test]
async fn a_broken_file_does_not_make_the_key_appear() {
    let server = Server::start(Then::Silence).await;
    let broken = std::io::Error::other(format!("cannot fetch with {KEY}"));
    let file = upload(vec![Ok(Bytes::from_static(b"x")), Err(broken)]);

    let error = soon(server.client().upload(file)).await.unwrap_err();

    assert_clean(&all_of(&error));
}

#[tokio::test]
async fn nothing_shows_a_secret_by_debug() {
    let server = Server::start(Then::Silence).await;
    let client = server.client();
    let fields = fields(json!({ "prompt": KEY }));
    let task = NewTask { route: Route::Market, model: "m", fields: &fields, callback: Some(BELL) };

    assert_clean(&format!("{client:?} {client:#?} {task:?} {:?}", upload(vec![])));
    let error =
        Client::new(&format!("https://a.b/?{KEY}"), &server.base, KEY.into(), Rates::default());
    assert_clean(&all_of(&error.unwrap_err()));
}

#[tokio::test]
async fn long_messages_are_cut_and_on_one_line() {
    let said = format!("first\r\nsecond\u{7}{}", "я".repeat(1_000));
    let server = Server::answering(200, "", &json!({ "code": 422, "msg": said }).to_string()).await;
    let fields = fields(json!({}));
    let task = NewTask { route: Route::Market, model: "m", fields: &fields, callback: None };

    let error = soon(create(&server.client(), &task)).await.unwrap_err();

    let kie::NotCreated::Invalid(message) = error else { panic!("{error:?}") };
    assert_eq!(message.chars().count(), 300);
    assert!(message.starts_with("first  second я"), "{message}");
}
