//! What one client can take from the others: nothing.

use std::time::Duration;

use testbed::SOON;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use crate::instance::Instance;
use crate::web;

const SLOW_CLIENTS: usize = 300;

/// Sends a header byte by byte until the other side hangs up; tells how long that took.
async fn trickle(mut stream: TcpStream) -> Duration {
    let begun = Instant::now();
    let (mut reading, mut writing) = stream.split();
    let write = async {
        while writing.write_all(b"x").await.is_ok() {
            // Not a wait for something: this is how slow a slow sender is.
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        std::future::pending::<()>().await;
    };
    let mut answer = Vec::new();
    tokio::select! {
        () = write => {}
        // An orderly end or a reset: both are a closed connection.
        _ = reading.read_to_end(&mut answer) => {}
    }
    begun.elapsed()
}

#[tokio::test]
async fn slow_senders_are_closed_after_five_seconds_while_others_are_served() {
    let trt = Instance::start(&[]).await;
    let mut slow = Vec::new();
    for _ in 0..SLOW_CLIENTS {
        let mut stream = TcpStream::connect(trt.address).await.unwrap();
        stream.write_all(b"GET /health HTTP/1.1\r\nX: ").await.unwrap();
        slow.push(tokio::spawn(trickle(stream)));
    }

    assert_eq!(trt.get("/live").await.status, 200);
    assert!(slow.iter().all(|client| !client.is_finished()), "they were all open meanwhile");

    for client in slow {
        let open = timeout(SOON, client).await.unwrap().unwrap();
        assert!(open > Duration::from_secs(2), "closed too early, after {open:?}");
    }
    assert_eq!(trt.get("/live").await.status, 200);
}

#[tokio::test]
async fn a_body_over_one_mebibyte_is_refused_unread() {
    let trt = Instance::start(&[]).await;
    let request = "POST /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
                   Content-Length: 1048577\r\n\r\n";

    assert_eq!(web::send(trt.address, request).await.status, 413);
}

#[tokio::test]
async fn nonsense_gets_400_and_hurts_nobody() {
    let trt = Instance::start(&[]).await;

    assert_eq!(web::send(trt.address, "\u{1}\u{2}\r\n\r\n").await.status, 400);
    assert_eq!(trt.get("/live").await.status, 200);
}
