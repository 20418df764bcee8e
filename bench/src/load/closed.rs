//! The closed loop: each connection sends its next update when the last one is answered.
//!
//! It shows how many updates per second a server takes, and says little about latency: a slow server
//! is asked less often. For that there is the open loop.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::connection::Outcome;
use super::{CONNECTIONS, Tally, Target, Worker};

/// What a closed loop brought.
#[derive(Debug)]
pub(crate) struct Closed {
    pub(crate) tally: Tally,
    /// From the first update to the last answer.
    pub(crate) took: Duration,
}

impl Closed {
    pub(crate) fn per_second(&self) -> f64 {
        self.tally.acked.len() as f64 / self.took.as_secs_f64()
    }
}

/// Sends for this long, or until the server is gone.
pub(crate) async fn run(target: &Target, length: Duration) -> Closed {
    let began = Instant::now();
    let until = began + length;
    let mut workers = JoinSet::new();
    for _ in 0..CONNECTIONS {
        workers.spawn(work(Worker::new(target.clone()), until));
    }
    let mut tally = Tally::default();
    for worker in workers.join_all().await {
        tally.add(worker);
    }
    Closed { tally, took: began.elapsed() }
}

async fn work(mut worker: Worker, until: Instant) -> Tally {
    loop {
        let now = Instant::now();
        if now >= until {
            break;
        }
        match worker.send(now).await {
            Some(Outcome::Acked) => {}
            // A server that refuses at once would be asked as fast as it can refuse.
            Some(Outcome::Refused(_)) => tokio::time::sleep(Duration::from_millis(1)).await,
            Some(Outcome::Broken) => {}
            None => break,
        }
    }
    worker.tally
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::{Duration, Target, run};
    use crate::load::update::Source;

    /// Answers `answers` times on each connection, then closes it.
    async fn server(answer: &'static str, answers: usize) -> Target {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut bytes = vec![0; 4096];
                    for _ in 0..answers {
                        // A request comes in one piece: it is smaller than a segment of loopback.
                        if stream.read(&mut bytes).await.unwrap_or(0) == 0 {
                            return;
                        }
                        let _ = stream.write_all(answer.as_bytes()).await;
                    }
                });
            }
        });
        Target { address, secret: "word".into(), source: Arc::new(Source::new()) }
    }

    #[tokio::test]
    async fn every_update_that_was_answered_is_counted_once() {
        let target = server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", usize::MAX).await;

        let mut closed = run(&target, Duration::from_millis(50)).await;

        let acked = &mut closed.tally.acked;
        assert!(!acked.is_empty());
        assert_eq!(acked.len() as u64, closed.tally.latency.len());
        let count = acked.len();
        acked.sort();
        acked.dedup();
        assert_eq!(acked.len(), count);
        assert_eq!(closed.tally.refused + closed.tally.broken, 0);
    }

    #[tokio::test]
    async fn refusals_and_broken_connections_are_no_acks() {
        let refusing = server("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", usize::MAX).await;
        let breaking = server("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", 1).await;
        let length = Duration::from_millis(50);

        let (refused, broken) = (run(&refusing, length).await, run(&breaking, length).await);

        assert!(refused.tally.acked.is_empty() && refused.tally.refused > 0);
        assert!(broken.tally.acked.is_empty() && broken.tally.broken > 0);
    }

    #[tokio::test]
    async fn a_server_that_is_gone_ends_the_loop_early() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let target = Target { address, secret: "word".into(), source: Arc::new(Source::new()) };

        let closed = run(&target, Duration::from_secs(60)).await;

        assert!(closed.took < Duration::from_secs(30));
        assert!(closed.tally.acked.is_empty());
    }
}
