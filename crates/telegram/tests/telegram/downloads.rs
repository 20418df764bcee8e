//! Downloads: where a file is, its bytes as they come, and what cannot be had.

use std::io;
use std::time::Duration;

use futures_util::StreamExt;
use telegram::client::{CallError, Client, Download};
use telegram::throttle::Throttle;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::server::{Callable, Event, Server, TOKEN, Then, answer, head};
use crate::soon;

const LARGEST: usize = 20 * 1024 * 1024;

async fn outcome(server: &Server, path: &str) -> CallError {
    soon(server.client().download(path)).await.unwrap_err()
}

/// All bytes of a file, or how it broke off.
async fn read(mut download: Download) -> io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    while let Some(piece) = soon(download.body.next()).await {
        whole.extend_from_slice(&piece?);
    }
    Ok(whole)
}

/// A server that begins an answer with these bytes and is then done, or does nothing more.
async fn beginning(head: String, bytes: Vec<u8>, then: Then) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut asked = Vec::new();
        while !asked.ends_with(b"\r\n\r\n") {
            socket.read_buf(&mut asked).await.unwrap();
        }
        socket.write_all(head.as_bytes()).await.unwrap();
        // The other side hangs up when it has had enough.
        let _ = socket.write_all(&bytes).await;
        if matches!(then, Then::Silence) {
            std::future::pending::<()>().await;
        }
    });
    Client::new(&base, TOKEN.into(), Throttle::default()).unwrap()
}

#[tokio::test]
async fn a_file_is_found_and_fetched() {
    let place =
        r#"{"ok":true,"result":{"file_id":"f","file_size":5,"file_path":"photos/a b.jpg"}}"#;
    let mut server = Server::answering(200, "", place).await;
    let file = soon(server.client().file("f")).await.unwrap();
    assert_eq!((file.path.as_str(), file.size), ("photos/a b.jpg", Some(5)));
    assert_eq!(server.request().await.body, br#"{"file_id":"f"}"#);

    let mut server = Server::answering(200, "", "bytes").await;
    let download = soon(server.client().download(&file.path)).await.unwrap();
    assert_eq!(download.length, Some(5));
    assert_eq!(read(download).await.unwrap(), b"bytes");
    let request = server.request().await;
    let line = format!("get /file/bot{}/photos/a%20b.jpg http/1.1\r\n", TOKEN.to_lowercase());
    assert!(head(&request).starts_with(&line), "{}", request.head);
}

#[tokio::test]
async fn a_file_that_telegram_does_not_give_is_refused_at_once() {
    let too_big = r#"{"ok":false,"error_code":400,"description":"Bad Request: file is too big"}"#;
    let large = r#"{"ok":true,"result":{"file_id":"f","file_size":20971521,"file_path":"a"}}"#;
    let nowhere = r#"{"ok":true,"result":{"file_id":"f","file_size":5}}"#;
    for (status, body) in [(400, too_big), (200, large), (200, nowhere)] {
        let server = Server::answering(status, "", body).await;
        let error = soon(server.client().file("f")).await.unwrap_err();
        assert!(matches!(error, CallError::FileRefused(_)), "{error:?}");
    }
}

#[tokio::test]
async fn a_path_that_leads_elsewhere_is_never_asked_for() {
    let mut server = Server::answering(200, "", "secrets").await;
    let client = server.client();
    for path in ["../bot1:a/getMe", "/etc/passwd", "a//b", "http://a.b/c", "a/..", ""] {
        let error = soon(client.download(path)).await.unwrap_err();
        assert!(matches!(error, CallError::FileRefused(_)), "{path}: {error:?}");
    }
    soon(client.download("photos/a.jpg")).await.unwrap();
    assert!(server.request().await.head.contains("/photos/a.jpg "), "it is the first request");
}

#[tokio::test]
async fn a_file_above_20_mb_is_refused_before_its_bytes_or_broken_off() {
    let announced = |length: usize| format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
    let client = beginning(announced(LARGEST + 1), vec![], Then::Silence).await;
    let error = soon(client.download("a")).await.unwrap_err();
    assert_eq!(error, CallError::FileRefused("file is too big".into()));

    for (length, is_good) in [(LARGEST, true), (LARGEST + 1, false)] {
        let unknown = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_owned();
        let client = beginning(unknown, vec![7; length], Then::Cut(vec![])).await;
        let download = soon(client.download("a")).await.unwrap();
        assert_eq!(download.length, None);
        let read = read(download).await;
        assert_eq!(read.as_ref().map(Vec::len).ok(), is_good.then_some(length));
        if let Err(error) = read {
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        }
    }
}

#[tokio::test]
async fn what_cannot_be_fetched_now_can_be_tried_again_and_what_is_not_there_cannot() {
    let not_found = r#"{"ok":false,"error_code":404,"description":"Not Found"}"#;
    let server = Server::answering(404, "", not_found).await;
    let error = outcome(&server, "a").await;
    assert_eq!(error, CallError::Refused { code: 404, description: "Not Found".into() });
    let server = Server::answering(401, "", r#"{"ok":false,"error_code":401}"#).await;
    assert_eq!(outcome(&server, "a").await, CallError::Unauthorized);

    for then in [
        Then::Cut(vec![]),
        Then::Answer(answer(502, "", "<html>")),
        Then::Answer(answer(302, "location: http://127.0.0.1:1/x\r\n", "")),
        Then::Answer(answer(206, "", r#"{"ok":true,"result":1}"#)),
    ] {
        let server = Server::start(then.clone()).await;
        let error = outcome(&server, "a").await;
        assert!(matches!(error, CallError::NotSent(_)), "{then:?}: {error:?}");
    }
}

#[tokio::test]
async fn a_file_that_breaks_off_or_stops_ends_with_an_error() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n".to_owned();
    let client = beginning(head.clone(), b"abc".to_vec(), Then::Cut(vec![])).await;
    let error = read(soon(client.download("a")).await.unwrap()).await.unwrap_err();
    assert!(!error.to_string().contains("CANARY"), "{error}");

    let client = beginning(head, b"abc".to_vec(), Then::Silence).await;
    let mut download = soon(client.download("a")).await.unwrap();
    assert_eq!(soon(download.body.next()).await.unwrap().unwrap(), "abc");
    let begun = tokio::time::Instant::now();
    // From here on nothing but time can happen.
    tokio::time::pause();
    let error = download.body.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    assert!(begun.elapsed() < Duration::from_secs(25), "{:?}", begun.elapsed());
    assert!(download.body.next().await.is_none(), "an error is the last item");
}

#[tokio::test]
async fn a_silent_server_is_waited_for_twenty_seconds() {
    let mut server = Server::start(Then::Silence).await;
    let client = server.client();
    let asking = tokio::spawn(async move { client.download("a").await.map(|_| ()) });
    server.request().await;
    tokio::time::pause();

    let error = asking.await.unwrap().unwrap_err();

    tokio::time::resume();
    assert_eq!(error, CallError::NotSent("no answer within 20 s".into()));
    assert!(matches!(server.event().await, Event::Closed), "nobody waits any more");
}
