//! The server: connections in, answers out, and an orderly end.
//!
//! It is hyper's own server and not axum's, because that one waits for headers for ever: a few
//! hundred sockets that send a byte a second would tie it up. Who goes when there is no room is decided by
//! the [`Visitors`].
//!
//! Every step of a request has an end: its headers 5 s, its body 10 s, everything together a minute; an
//! answer that nobody reads 15 s.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use super::listener::Listener;
use super::reception::Reception;
use super::strangers::Strangers;
use super::visitors::{Place, Room, Visitors};
use super::webhook::Webhook;

/// What every server of ours allows.
const LIMITS: Limits = Limits {
    room: Room {
        all: 512,
        strangers_of_one_address: 64,
        longest_wait: Duration::from_secs(15),
        longest_request: Duration::from_secs(60),
    },
    headers: Duration::from_secs(5),
};

/// The headers of a request are no longer, and a connection has no larger buffer.
const BUFFER: usize = 16 * 1024;

/// A request has no more headers.
const HEADERS: usize = 64;

/// How often stuck connections are looked for.
const SWEEP: Duration = Duration::from_secs(1);

/// The pause after a connection could not be accepted.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// What the clients together, and each of them, may take.
#[derive(Debug, Clone, Copy)]
struct Limits {
    room: Room,
    /// The headers of a request must be complete within this; an idle connection ends as well.
    headers: Duration,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    stop: CancellationToken,
    cut: CancellationToken,
    accepting: JoinHandle<GracefulShutdown>,
}

impl Server {
    /// Serves these routes on a bound port.
    pub fn start(listener: Listener, webhook: Arc<Webhook>, router: Router) -> Self {
        let strangers = Arc::clone(&webhook.strangers);
        Self::start_within(LIMITS, listener, strangers, Reception::new(Some(webhook), router))
    }

    fn start_within(
        limits: Limits,
        listener: Listener,
        strangers: Arc<Strangers>,
        reception: Reception,
    ) -> Self {
        let address = listener.address();
        let (stop, cut) = (CancellationToken::new(), CancellationToken::new());
        let visitors = Visitors::new(limits.room);
        let headers = limits.headers;
        let door = Door { headers, socket: listener.socket, strangers, visitors, reception };
        let accepting = tokio::spawn(door.accept(stop.clone(), cut.clone()));
        info!(%address, "[HTTP] listening");
        Self { stop, cut, accepting }
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
    headers: Duration,
    socket: TcpListener,
    strangers: Arc<Strangers>,
    visitors: Arc<Visitors>,
    reception: Reception,
}

impl Door {
    /// Accepts connections until the stop, then hands out those that are open.
    async fn accept(self, stop: CancellationToken, cut: CancellationToken) -> GracefulShutdown {
        let connections = GracefulShutdown::new();
        let mut sweeps = tokio::time::interval(SWEEP);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let accepted = tokio::select! {
                () = stop.cancelled() => return connections,
                accepted = self.next(&cut, &mut sweeps) => accepted,
            };
            match accepted {
                Ok((stream, place)) => {
                    let serving = self.serve(stream, &place, connections.watcher());
                    tokio::spawn(async move {
                        place.visitor.end().run_until_cancelled(serving).await;
                        drop(place);
                    });
                }
                Err(error) => {
                    warn!(repeats = "accept", %error, "[HTTP] cannot accept a connection");
                    // Most likely there are no more files to be had.
                    self.visitors.make_room();
                    tokio::time::sleep(ACCEPT_AGAIN).await;
                }
            }
        }
    }

    /// The next connection, with a place for it; those who got stuck are swept out meanwhile.
    async fn next(
        &self,
        cut: &CancellationToken,
        sweeps: &mut Interval,
    ) -> std::io::Result<(TcpStream, Place)> {
        let arrival = async {
            let (stream, peer) = self.socket.accept().await?;
            let (peer, end) = (peer.ip(), cut.child_token());
            let own_address = self.strangers.own_address(peer);
            Ok((stream, self.visitors.enter(peer, own_address, end).await))
        };
        let mut arrival = std::pin::pin!(arrival);
        loop {
            tokio::select! {
                arrived = &mut arrival => return arrived,
                _ = sweeps.tick() => self.visitors.sweep(),
            }
        }
    }

    /// Answers the requests of one connection.
    fn serve(
        &self,
        stream: TcpStream,
        place: &Place,
        watcher: Watcher,
    ) -> impl Future<Output = ()> + use<> {
        let visitor = Arc::clone(&place.visitor);
        // Answers are small and complete; waiting for more to send along only delays them.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.headers)
            .max_buf_size(BUFFER)
            .max_headers(HEADERS)
            .serve_connection(TokioIo::new(stream), self.reception.serve(visitor));
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

    use super::{
        Arc, Duration, LIMITS, Limits, Listener, Reception, Room, Router, Server, Strangers,
        TcpStream,
    };
    use crate::config::TrustedProxies;

    const SOON: Duration = Duration::from_secs(20);
    const LONG: Duration = Duration::from_secs(600);

    struct Served {
        server: Server,
        port: u16,
    }

    async fn server(limits: Limits, router: Router) -> Served {
        let reception = Reception::new(None, router);
        let strangers = Arc::new(Strangers::new(TrustedProxies::default()));
        let listener = Listener::bind(0).await.unwrap();
        let port = listener.address().port();
        Served { server: Server::start_within(limits, listener, strangers, reception), port }
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
}
