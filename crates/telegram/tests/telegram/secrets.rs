//! The token is in the path of every address, and nowhere else, whatever goes wrong.

use std::error::Error;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use telegram::client::{Attachment, CallError, Client};
use telegram::request::{Chatless, File, Keyboard, Request};
use telegram::throttle::Throttle;
use tokio::net::TcpListener;

use crate::server::{CHAT, Callable, Server, TOKEN, Then, answer, hello, turn};
use crate::soon;

#[track_caller]
fn assert_clean(shown: &str) {
    let lower = shown.to_lowercase();
    assert!(!lower.contains("canary") && !lower.contains("123456"), "{shown}");
}

/// Everything an error can be made to say.
fn all_of(error: &CallError) -> String {
    let mut shown = format!("{error} {error:?} {error:#?}");
    let mut source = error.source();
    while let Some(reason) = source {
        shown.push_str(&format!(" {reason} {reason:?}"));
        source = reason.source();
    }
    shown
}

#[tokio::test]
async fn no_error_shows_the_token_even_if_the_other_side_echoes_it() {
    let echo = format!("no such thing: /bot{TOKEN}/sendMessage");
    let refusal = |code: u16| {
        let body = format!(r#"{{"ok":false,"error_code":{code},"description":"{echo}"}}"#);
        Then::Answer(answer(code, "", &body))
    };
    let mut table: Vec<Then> = [400, 401, 403, 404, 409, 413, 429, 500, 502].map(refusal).into();
    table.extend([
        Then::Cut(vec![]),
        Then::Cut(format!("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{echo}").into()),
        Then::Cut(format!("{echo}\r\n\r\n").into()),
        Then::Answer(answer(200, "", &echo)),
        Then::Answer(answer(200, "", format!(r#"{{"ok":true,"echo":"{echo}"}}"#))),
        Then::Answer(answer(302, &format!("location: /bot{TOKEN}/x\r\n"), &echo)),
        Then::Answer(answer(502, "", &echo)),
    ]);
    for then in table {
        let server = Server::start(then.clone()).await;
        let call = server.client().call(turn().await, &hello());
        let error = soon(call).await.unwrap_err();
        assert_clean(&all_of(&error));
    }
}

#[tokio::test]
async fn no_failure_on_the_way_shows_the_token() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closed = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let client = Client::new(&closed, TOKEN.into(), Throttle::default()).unwrap();
    let error = soon(client.call(turn().await, &hello())).await.unwrap_err();
    assert!(matches!(error, CallError::NotSent(_)), "{error:?}");
    assert_clean(&all_of(&error));
    // One that does not speak TLS.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("https://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    let client = Client::new(&base, TOKEN.into(), Throttle::default()).unwrap();
    let error = soon(client.call(turn().await, &hello())).await.unwrap_err();
    assert_clean(&all_of(&error));
}

#[tokio::test]
async fn a_silent_server_does_not_make_the_token_appear() {
    let mut server = Server::start(Then::Silence).await;
    let call = tokio::spawn(server.client().call(turn().await, &hello()));
    server.request().await;
    tokio::time::pause();
    assert_clean(&all_of(&call.await.unwrap().unwrap_err()));
}

#[tokio::test]
async fn a_broken_file_does_not_make_the_token_appear() {
    let server = Server::start(Then::Silence).await;
    let words = format!("cannot fetch /file/bot{TOKEN}/photo.jpg");
    let file = Attachment {
        name: "f0".into(),
        file_name: "f".into(),
        mime: String::new(),
        length: None,
        body: stream::iter([Ok(Bytes::from_static(b"x")), Err(std::io::Error::other(words))])
            .boxed(),
    };
    let photo = Request::send_photo(CHAT, &File::Attached("f0".into()), "", &Keyboard::NONE);

    let error = soon(server.client().upload(turn().await, &photo, vec![file])).await;

    assert_clean(&all_of(&error.unwrap_err()));
}

#[tokio::test]
async fn no_download_shows_the_token() {
    let echo = format!("no such thing: /file/bot{TOKEN}/a.jpg");
    let refusal = format!(r#"{{"ok":false,"error_code":400,"description":"{echo}"}}"#);
    for then in [
        Then::Answer(answer(400, "", &refusal)),
        Then::Answer(answer(404, "", &echo)),
        Then::Answer(answer(302, &format!("location: /file/bot{TOKEN}/x\r\n"), "")),
        Then::Cut(echo.into()),
    ] {
        let server = Server::start(then).await;
        let error = soon(server.client().download("a.jpg")).await.unwrap_err();
        assert_clean(&all_of(&error));
    }
    let server =
        Server::start(Then::Cut("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx".into())).await;
    let mut download = soon(server.client().download("a.jpg")).await.unwrap();
    assert_clean(&format!("{download:?} {download:#?}"));
    let mut last = soon(download.body.next()).await.unwrap();
    while let Ok(piece) = last {
        assert_eq!(piece, "x");
        last = soon(download.body.next()).await.unwrap();
    }
    let error = last.unwrap_err();
    assert_clean(&format!("{error} {error:?} {error:#?}"));
}

#[tokio::test]
async fn nothing_shows_the_token_by_debug() {
    let server = Server::start(Then::Silence).await;
    let client = server.client();
    let webhook = Chatless::set_webhook(&format!("https://a.b/{TOKEN}"), TOKEN, &[], 1);
    let call = client.ask(&webhook);

    assert_clean(&format!("{client:?} {client:#?}"));
    assert_clean(&format!("{call:?} {call:#?} {:?}", call.sent()));
    assert_clean(&format!("{webhook:?} {:?} {:?}", turn().await, Throttle::default()));
    let error = Client::new(&format!("https://a.b/?{TOKEN}"), TOKEN.into(), Throttle::default());
    let error = error.unwrap_err();
    assert_clean(&format!("{error} {error:?}"));
}
