//! The server: connections in, answers out, and an orderly end.
//!
//! It is hyper's own server and not axum's, because that one waits for headers for ever: a few
//! hundred sockets that send a byte a second would tie it up.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use super::listener::Listener;
use super::reception::Reception;
use super::webhook::Webhook;

/// What every server of ours allows.
const LIMITS: Limits = Limits { connections: 512, headers: Duration::from_secs(5) };

/// The pause after a connection could not be accepted.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// What the clients together, and each of them, may take.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// At most this many connections at once; others wait in the kernel's queue.
    connections: usize,
    /// The headers of a request must be complete within this; an idle connection ends as well.
    headers: Duration,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    stop: CancellationToken,
    cut: CancellationToken,
    accepting: JoinHandle<GracefulShutdown>,
}

impl Server {
    /// Serves these routes on a bound port.
    pub fn start(listener: Listener, webhook: Arc<Webhook>, router: Router) -> Self {
        Self::start_within(LIMITS, listener, Reception::new(Some(webhook), router))
    }

    fn start_within(limits: Limits, listener: Listener, reception: Reception) -> Self {
        let address = listener.address();
        let (stop, cut) = (CancellationToken::new(), CancellationToken::new());
        let door = Door { limits, socket: listener.socket, reception };
        let accepting = tokio::spawn(door.accept(stop.clone(), cut.clone()));
        info!(%address, "[HTTP] listening");
        Self { address, stop, cut, accepting }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Accepts no more, lets requests in hand be answered, and cuts off what takes longer.
    pub async fn stop(self, within: Duration) {
        self.stop.cancel();
        if let Ok(connections) = self.accepting.await {
            let open = connections.count();
            if tokio::time::timeout(within, connections.shutdown()).await.is_err() {
                debug!(open, "[HTTP] cut off what was still in hand");
            }
        }
        self.cut.cancel();
    }
}

/// Where connections come in.
struct Door {
    limits: Limits,
    socket: TcpListener,
    reception: Reception,
}

impl Door {
    /// Accepts connections until the stop, then hands out those that are open.
    async fn accept(self, stop: CancellationToken, cut: CancellationToken) -> GracefulShutdown {
        let connections = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(self.limits.connections));
        loop {
            let accepted = tokio::select! {
                () = stop.cancelled() => return connections,
                accepted = self.next(&places) => accepted,
            };
            match accepted {
                Ok((stream, place)) => {
                    let serving = self.serve(stream, connections.watcher());
                    let cut = cut.clone();
                    tokio::spawn(async move {
                        cut.run_until_cancelled(serving).await;
                        drop(place);
                    });
                }
                Err(error) => {
                    warn!(repeats = "accept", %error, "[HTTP] cannot accept a connection");
                    tokio::time::sleep(ACCEPT_AGAIN).await;
                }
            }
        }
    }

    /// The next connection, once there is a place for it.
    async fn next(
        &self,
        places: &Arc<Semaphore>,
    ) -> std::io::Result<(TcpStream, OwnedSemaphorePermit)> {
        let place = Arc::clone(places).acquire_owned().await.map_err(std::io::Error::other)?;
        let (stream, _) = self.socket.accept().await?;
        Ok((stream, place))
    }

    /// Answers the requests of one connection.
    fn serve(&self, stream: TcpStream, watcher: Watcher) -> impl Future<Output = ()> + use<> {
        // Answers are small and complete; waiting for more to send along only delays them.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.headers)
            .serve_connection(TokioIo::new(stream), self.reception.clone());
        async move {
            if let Err(error) = watcher.watch(connection).await {
                debug!(%error, "[HTTP] a connection ended early");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::Notify;
    use tokio::time::{Instant, timeout};

    use super::{Arc, Duration, Limits, Listener, Reception, Router, Server, TcpStream};

    const SOON: Duration = Duration::from_secs(20);
    const LONG: Duration = Duration::from_secs(600);

    async fn server(limits: Limits, router: Router) -> Server {
        let reception = Reception::new(None, router);
        Server::start_within(limits, Listener::bind(0).await.unwrap(), reception)
    }

    async fn connect(server: &Server) -> TcpStream {
        TcpStream::connect((Ipv4Addr::LOCALHOST, server.address().port())).await.unwrap()
    }

    async fn ask(server: &Server) -> TcpStream {
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
    async fn a_connection_over_the_limit_waits_until_another_ends() {
        let limits = Limits { connections: 2, headers: LONG };
        let server = server(limits, Router::new().route("/", get(async || "hello"))).await;
        let (first, _second) = (connect(&server).await, connect(&server).await);
        let mut third = ask(&server).await;

        let early = timeout(Duration::from_millis(200), third.read_u8()).await;
        assert!(early.is_err(), "it was served beside two others");
        drop(first);

        assert!(answer(third).await.ends_with("hello"));
    }

    #[tokio::test]
    async fn headers_that_do_not_come_end_the_connection() {
        let headers = Duration::from_millis(100);
        let server = server(Limits { connections: 2, headers }, Router::new()).await;
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
            let limits = Limits { connections: 2, headers: LONG };
            let server = server(limits, Router::new().route("/", slow)).await;
            let stream = ask(&server).await;
            begun.notified().await;

            let began = Instant::now();
            let stop = tokio::spawn(server.stop(patience));
            if answered {
                go_on.notify_one();
            }
            stop.await.unwrap();

            assert_eq!(answer(stream).await.ends_with("done"), answered);
            assert!(began.elapsed() < SOON);
        }
    }
}
