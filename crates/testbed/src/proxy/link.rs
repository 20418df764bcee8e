//! One connection through the proxy: two pumps and whatever ends them.
//!
//! ```text
//!   accepted ── connected ── talking ──┬── both ends have closed ──> closed
//!                                      ├── cut after N bytes ──────> closed
//!                                      ├── reset, held COMMIT cut ─> reset at both ends
//!                                      ├── half-open ──────────────> client reset, server kept
//!                                      └── silence ────────────────> both kept, nothing passes again
//! ```

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use super::board::{Board, Passage, Strike};
use super::framing::{Framer, Piece, Protocol};
use super::hold::Moment;
use super::{Fault, Way};

const CHUNK: usize = 16 * 1024;
/// Chunks on their way at once: enough for latency, still back-pressure for floods.
const IN_FLIGHT: usize = 64;

/// Why a connection is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Closed,
    Reset,
    HalfOpen,
    Silent,
}

/// Accepts connections until the proxy is dropped; their tasks end with this one.
pub(super) async fn accept(
    listener: TcpListener,
    server: SocketAddr,
    protocol: Protocol,
    board: Arc<Board>,
) {
    let mut links = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                if let Ok((client, _)) = accepted {
                    links.spawn(carry(client, server, protocol, Arc::clone(&board)));
                }
            }
            Some(_) = links.join_next() => {}
        }
    }
}

async fn carry(mut client: TcpStream, server: SocketAddr, protocol: Protocol, board: Arc<Board>) {
    let born = board.version();
    let _counted = board.count_connection();
    let connected = async {
        // In a blackhole the client's kernel got an answer, but the server hears nothing.
        board.until_flowing(Way::Up).await;
        TcpStream::connect(server).await
    };
    let mut server = tokio::select! {
        strike = board.struck(born) => match strike {
            Strike::Silence => return silent(client).await,
            Strike::Reset | Strike::HalfOpen => return reset(client),
        },
        connected = connected => match connected {
            Ok(server) => server,
            Err(_) => return reset(client),
        },
    };
    let end = tokio::select! {
        biased;
        strike = board.struck(born) => match strike {
            Strike::Reset => End::Reset,
            Strike::HalfOpen => End::HalfOpen,
            Strike::Silence => End::Silent,
        },
        end = talk(&mut client, &mut server, protocol, &board) => end,
    };
    match end {
        End::Closed => {}
        End::Reset => {
            reset(client);
            reset(server);
        }
        End::HalfOpen => {
            reset(client);
            board.until_healed(Fault::HalfOpen).await;
            reset(server);
        }
        End::Silent => silent((client, server)).await,
    }
}

/// Keeps what it is given open, and never says anything again.
async fn silent<T>(kept: T) {
    std::future::pending::<()>().await;
    drop(kept);
}

async fn talk(
    client: &mut TcpStream,
    server: &mut TcpStream,
    protocol: Protocol,
    board: &Board,
) -> End {
    // Small messages must not wait for each other; a stream that refuses is gone already.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (up, down) = Framer::pair(protocol);
    let (from_client, to_client) = client.split();
    let (from_server, to_server) = server.split();
    let both = tokio::try_join!(
        pump(Way::Up, from_client, to_server, up, board),
        pump(Way::Down, from_server, to_client, down, board),
    );
    both.err().unwrap_or(End::Closed)
}

/// Carries one way until its sender closes; `Err` ends the whole connection.
async fn pump(
    way: Way,
    mut from: ReadHalf<'_>,
    mut to: WriteHalf<'_>,
    mut framer: Framer,
    board: &Board,
) -> Result<(), End> {
    let (queue, mut arrivals) = mpsc::channel(IN_FLIGHT);
    let reading = async move {
        let mut buffer = vec![0; CHUNK];
        loop {
            let count = from.read(&mut buffer).await.map_err(|_| End::Reset)?;
            let arrival = Instant::now() + board.latency(way);
            let piece = buffer[..count].to_vec();
            if count == 0 || queue.send((arrival, piece)).await.is_err() {
                return Ok(());
            }
        }
    };
    let writing = async move {
        while let Some((arrival, bytes)) = arrivals.recv().await {
            // A timer rounds up to a millisecond, so it is only asked when there is a latency.
            if arrival > Instant::now() {
                sleep_until(arrival).await;
            }
            for piece in framer.feed(&bytes) {
                pass(way, piece, &mut to, board).await?;
            }
        }
        pass(way, Piece::Plain(framer.rest()), &mut to, board).await?;
        to.shutdown().await.map_err(|_| End::Reset)
    };
    tokio::try_join!(reading, writing).map(drop)
}

/// Writes a piece, or does to it what the board says.
async fn pass(way: Way, piece: Piece, to: &mut WriteHalf<'_>, board: &Board) -> Result<(), End> {
    let bytes = match piece {
        Piece::Plain(bytes) if bytes.is_empty() => return Ok(()),
        Piece::Plain(bytes) => bytes,
        Piece::Commit(bytes, asked) => {
            let moment = match way {
                Way::Up => Moment::BeforeRequest,
                Way::Down => Moment::AfterDecision,
            };
            if !board.holds().pass(moment, &asked).await {
                return Err(End::Reset);
            }
            bytes
        }
    };
    board.until_flowing(way).await;
    match board.passage(way, bytes.len()) {
        Passage::All => to.write_all(&bytes).await.map_err(|_| End::Reset),
        Passage::CutAt(length) => {
            let written = to.write_all(&bytes[..length]).await;
            // Closed in order, so that the bytes before the cut do arrive.
            let closed = to.shutdown().await;
            Err(if written.and(closed).is_ok() { End::Closed } else { End::Reset })
        }
    }
}

/// Closes with RST instead of FIN.
fn reset(stream: TcpStream) {
    // A stream that refuses the option is closed already.
    let _ = stream.set_zero_linger();
    drop(stream);
}
