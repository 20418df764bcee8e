//! Senders that are slow, or do not send at all.

use std::net::SocketAddr;
use std::time::Duration;

use testbed::SOON;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::{Door, SECRET, head, secret_line};
use crate::web::Answer;

const SLOW_SENDERS: usize = 50;
const IDLE: usize = 500;

/// Begins with this and goes on with a byte a second until the other side hangs up. Tells how long
/// that took, and what was answered.
async fn trickle(address: SocketAddr, beginning: Vec<u8>) -> (Duration, Vec<u8>) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let begun = Instant::now();
    let (mut reading, mut writing) = stream.split();
    let write = async {
        let mut written = writing.write_all(&beginning).await;
        while written.is_ok() {
            // Not a wait for something: this is how slow a slow sender is.
            tokio::time::sleep(Duration::from_secs(1)).await;
            written = writing.write_all(b"x").await;
        }
        std::future::pending::<()>().await;
    };
    let mut answer = Vec::new();
    tokio::select! {
        () = write => {}
        // An orderly end or a reset: both are a closed connection.
        _ = reading.read_to_end(&mut answer) => {}
    }
    (begun.elapsed(), answer)
}

/// Many slow senders at once; others are served meanwhile.
async fn beset(door: &Door, beginning: &[u8]) -> Vec<(Duration, Vec<u8>)> {
    let mut slow = JoinSet::new();
    for _ in 0..SLOW_SENDERS {
        slow.spawn(trickle(door.trt.address, beginning.to_vec()));
    }
    door.serves_others(1).await;
    assert!(slow.try_join_next().is_none(), "they were all there meanwhile");
    timeout(SOON, slow.join_all()).await.unwrap()
}

#[tokio::test]
async fn a_body_at_a_byte_a_second_is_cut_off_while_others_are_served() {
    let door = Door::open().await;
    let beginning = head(&[&secret_line(SECRET), "Content-Length: 1000"]);

    for (open, answer) in beset(&door, &beginning).await {
        assert!(open < Duration::from_secs(10 + 4), "cut off after {open:?}");
        let answer = Answer::parse(&answer);
        assert_eq!(answer.status, 503);
        assert!(answer.head.contains("\r\nretry-after: "), "{}", answer.head);
    }
    assert_eq!(door.number("select count(*) from inbox_unreadable").await, 0);
    door.is_well().await;
}

#[tokio::test]
async fn headers_at_a_byte_a_second_are_cut_off_while_others_are_served() {
    let door = Door::open().await;
    let beginning = b"POST /webhook HTTP/1.1\r\nHost: x\r\nX-Slow: ";

    for (open, _) in beset(&door, beginning).await {
        assert!(open < Duration::from_secs(5 + 4), "cut off after {open:?}");
    }
    door.is_well().await;
}

#[tokio::test]
async fn five_hundred_idle_connections_keep_nobody_out() {
    let door = Door::open().await;
    let mut idle = Vec::new();
    for _ in 0..IDLE {
        idle.push(TcpStream::connect(door.trt.address).await.unwrap());
    }

    door.serves_others(1).await;

    let mut byte = [0];
    let open = idle.iter().filter(|stream| stream.try_read(&mut byte).is_err()).count();
    assert_eq!(open, IDLE, "they were all open meanwhile");
    drop(idle);
    door.is_well().await;
}
