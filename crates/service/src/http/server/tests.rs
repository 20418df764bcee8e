//! The server on a port of its own: who finds room, and how it ends.

use std::net::Ipv4Addr;

use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::{
    Answers, Arc, Duration, LIMITS, Limits, Listener, Room, Router, Server, Strangers, TcpStream,
};
use crate::config::TrustedProxies;

const SOON: Duration = Duration::from_secs(20);
const LONG: Duration = Duration::from_secs(600);

struct Served {
    server: Server,
    port: u16,
}

async fn server(limits: Limits, router: Router) -> Served {
    let answers = Answers::new(None, router);
    let strangers = Arc::new(Strangers::new(TrustedProxies::default()));
    let listener = Listener::bind(0).unwrap();
    let port = listener.address().port();
    Served { server: Server::start_within(limits, listener, strangers, answers), port }
}

/// Room for two, and so long for headers.
fn limits(headers: Duration) -> Limits {
    Limits { room: Room { all: 2, ..LIMITS.room }, headers }
}

async fn connect(server: &Served) -> TcpStream {
    TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).await.unwrap()
}

async fn ask(server: &Served) -> TcpStream {
    let mut stream = connect(server).await;
    let request = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.unwrap();
    stream
}

async fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    timeout(SOON, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    answer
}

#[tokio::test]
async fn a_connection_over_the_limit_takes_the_place_of_the_oldest_that_only_waits() {
    let router = Router::new().route("/", get(async || "hello"));
    let server = server(limits(LONG), router).await;
    let mut first = connect(&server).await;
    first.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();
    // A whole request after it, so that the first one is surely the older one.
    assert!(answer(ask(&server).await).await.ends_with("hello"));
    let second = connect(&server).await;

    assert!(answer(ask(&server).await).await.ends_with("hello"), "it did not wait for a place");

    let mut rest = Vec::new();
    let closed = timeout(SOON, first.read_to_end(&mut rest)).await.unwrap();
    assert!(closed.is_err() || rest.is_empty(), "the first one had to go");
    drop(second);
}

#[tokio::test]
async fn headers_that_do_not_come_end_the_connection() {
    let headers = Duration::from_millis(100);
    let server = server(limits(headers), Router::new()).await;
    let mut stream = connect(&server).await;
    stream.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();

    let mut rest = Vec::new();
    timeout(SOON, stream.read_to_end(&mut rest)).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_stop_lets_a_request_in_hand_be_answered_and_cuts_off_what_takes_longer() {
    for (patience, answered) in [(SOON, true), (Duration::from_millis(100), false)] {
        let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (in_hand, wait) = (Arc::clone(&begun), Arc::clone(&go_on));
        let slow = get(async move || {
            in_hand.notify_one();
            wait.notified().await;
            "done"
        });
        let server = server(limits(LONG), Router::new().route("/", slow)).await;
        let stream = ask(&server).await;
        begun.notified().await;

        let began = Instant::now();
        let stop = tokio::spawn(server.server.stop(patience));
        if answered {
            go_on.notify_one();
        }
        stop.await.unwrap();

        assert_eq!(answer(stream).await.ends_with("done"), answered);
        assert!(began.elapsed() < SOON);
    }
}
