//! The server: connections in, answers out, and an orderly end.
//!
//! It is hyper's own server and not axum's, because that one waits for headers for ever: a few
//! hundred sockets that send a byte a second would tie it up. Who goes when there is no room is decided by
//! the [`Visitors`].
//!
//! ```text
//!   request ──┬── /webhook ───────> Webhook::receive
//!             └── anything else ──> Router
//! ```
//!
//! The way through a router takes several boxes, a match of the path and a list of extensions, which an
//! update needs none of. Of either kind of request its [`Visitor`] hears when it begins and when it is
//! answered.
//!
//! Every step of a request has an end: its headers 5 s, its body 10 s, everything together a minute; an
//! answer that nobody reads 15 s.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use super::listener::Listener;
use super::strangers::Strangers;
use super::visitors::{Place, Room, Visitor, Visitors};
use super::webhook::{PATH, Webhook};

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
        Self::start_within(LIMITS, listener, strangers, Answers::new(Some(webhook), router))
    }

    fn start_within(
        limits: Limits,
        listener: Listener,
        strangers: Arc<Strangers>,
        answers: Answers,
    ) -> Self {
        let address = listener.address();
        let (stop, cut) = (CancellationToken::new(), CancellationToken::new());
        let visitors = Visitors::new(limits.room);
        let headers = limits.headers;
        let answers = Arc::new(answers);
        let door = Door { headers, socket: listener.socket, strangers, visitors, answers };
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
    answers: Arc<Answers>,
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
        let (answers, visitor) = (Arc::clone(&self.answers), Arc::clone(&place.visitor));
        let answer = service_fn(move |request| {
            let (answers, visitor) = (Arc::clone(&answers), Arc::clone(&visitor));
            Box::pin(async move { answers.answer(&visitor, request).await })
        });
        // Answers are small and complete; waiting for more to send along only delays them.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.headers)
            .max_buf_size(BUFFER)
            .max_headers(HEADERS)
            .serve_connection(TokioIo::new(stream), answer);
        async move {
            if let Err(error) = watcher.watch(connection).await {
                debug!(%error, "[HTTP] a connection ended early");
            }
        }
    }
}

/// Who answers a request: the webhook what comes by the thousand, the router all else.
struct Answers {
    webhook: Option<Arc<Webhook>>,
    router: TowerToHyperService<Router>,
}

impl Answers {
    fn new(webhook: Option<Arc<Webhook>>, router: Router) -> Self {
        Self { webhook, router: TowerToHyperService::new(router) }
    }

    async fn answer(
        &self,
        visitor: &Arc<Visitor>,
        mut request: Request<Incoming>,
    ) -> Result<Response, Infallible> {
        visitor.begins();
        let response = match &self.webhook {
            Some(webhook) if request.uri().path() == PATH => {
                let (parts, body) = request.into_parts();
                Ok(webhook.receive(visitor, &parts, body).await)
            }
            Some(_) | None => {
                request.extensions_mut().insert(Arc::clone(visitor));
                self.router.call(request).await
            }
        };
        visitor.waits();
        response
    }
}

#[cfg(test)]
mod tests;
