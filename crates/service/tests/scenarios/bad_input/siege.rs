//! A siege: hundreds of connections without a secret, and those with one notice nothing.
//!
//! The besiegers have a thread of their own, so that what is measured is the instance and not its clients.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use testbed::SOON;
use testbed::proxy::{ChaosProxy, Fault, Way};
use testbed::server::Server;
use testbed::wait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{Door, head, said, secret_line};
use crate::web;

/// How long the slow ones stay, and how slow they are.
const HELD: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_secs(1);

/// So often somebody with a secret comes: no faster than updates are handled.
const ASKED: Duration = Duration::from_millis(100);

/// Everybody with a secret is answered within this.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Guessed pairs: one in this time, for so long.
const GUESS: Duration = Duration::from_millis(5);
const GUESSING: Duration = Duration::from_secs(6);

/// Besiegers in a thread of their own, until they are called off.
struct Siege {
    off: CancellationToken,
    connected: Arc<AtomicUsize>,
    besiegers: JoinHandle<Vec<u16>>,
}

impl Siege {
    /// Runs this in its own thread until it is called off; it tells the statuses it saw.
    fn lay<F>(
        besiege: impl FnOnce(CancellationToken, Arc<AtomicUsize>) -> F + Send + 'static,
    ) -> Self
    where
        F: Future<Output = Vec<u16>>,
    {
        let (off, connected) = (CancellationToken::new(), Arc::<AtomicUsize>::default());
        let (until, counter) = (off.clone(), Arc::clone(&connected));
        let besiegers = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(besiege(until, counter))
        });
        Self { off, connected, besiegers }
    }

    /// Ends it; what was answered.
    fn end(self) -> Vec<u16> {
        self.off.cancel();
        self.besiegers.join().unwrap()
    }
}

/// What the slow ones begin with, and how many of each there are: 600 in all.
fn beginnings() -> [(usize, Vec<u8>); 4] {
    let body = "Host: x\r\nContent-Length: 60000\r\n\r\n";
    let wrong = secret_line("canary-wrong");
    [
        (400, format!("POST /kie-callback/a/b HTTP/1.1\r\n{body}").into_bytes()),
        (40, format!("POST /webhook HTTP/1.1\r\n{wrong}\r\n{body}").into_bytes()),
        (40, format!("GET /r/00112233445566778899aabbccddeeff HTTP/1.1\r\n{body}").into_bytes()),
        (120, b"POST /webhook HTTP/1.1\r\nHost: x\r\nX-Slow: ".to_vec()),
    ]
}

/// Sits there with a byte a second, and comes back whenever it is sent away.
async fn sits(address: SocketAddr, beginning: Vec<u8>, connected: Arc<AtomicUsize>) {
    loop {
        if let Ok(mut stream) = TcpStream::connect(address).await {
            connected.fetch_add(1, Ordering::Relaxed);
            let (mut reading, mut writing) = stream.split();
            let (mut buffer, mut written) = ([0; 512], writing.write_all(&beginning).await);
            while written.is_ok() {
                tokio::select! {
                    // An orderly end or a reset: both are a closed connection.
                    read = reading.read(&mut buffer) => if matches!(read, Ok(0) | Err(_)) { break },
                    // Not a wait for something: this is how slow a slow sender is.
                    () = sleep(PAUSE) => written = writing.write_all(b"x").await,
                }
            }
        }
        sleep(PAUSE).await;
    }
}

#[tokio::test]
async fn six_hundred_slow_connections_keep_nobody_waiting_who_has_a_secret() {
    let door = Door::open().await;
    let address = door.trt.address;
    let siege = Siege::lay(async move |off, connected| {
        let mut slow = JoinSet::new();
        for (number, beginning) in beginnings() {
            for _ in 0..number {
                slow.spawn(sits(address, beginning.clone(), Arc::clone(&connected)));
            }
        }
        off.cancelled().await;
        Vec::new()
    });
    wait::until("six hundred connections", SOON, async || {
        (siege.connected.load(Ordering::Relaxed) >= 600).then_some(())
    })
    .await
    .unwrap();

    let (begun, mut updates, mut slowest) = (Instant::now(), 0, Duration::ZERO);
    let mut pace = interval(ASKED);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while begun.elapsed() < HELD {
        pace.tick().await;
        for path in ["/live", "/health"] {
            let asked = Instant::now();
            assert_eq!(door.trt.get(path).await.status, 200);
            slowest = slowest.max(asked.elapsed());
        }
        let (asked, update) = (Instant::now(), said(updates, 77, "/help").to_string());
        assert_eq!(door.deliver(update).await.status, 200);
        slowest = slowest.max(asked.elapsed());
        updates += 1;
        assert!(slowest < AT_ONCE, "{slowest:?} after {:?}", begun.elapsed());
    }

    let connected = siege.connected.load(Ordering::Relaxed);
    siege.end();
    assert!(connected > 1_200, "they came back whenever they were sent away: {connected}");
    door.is_idle().await;
    assert_eq!(door.number("select count(*) from inbox").await, updates);
    door.is_well().await;
}

/// A pair that nobody was given, in the form in which ours are; every second one in that of earlier releases.
fn guessed(number: u64) -> Vec<u8> {
    let token = if number.is_multiple_of(2) { 64 } else { 32 };
    let path =
        format!("/kie-callback/{:08x}-0000-4000-8000-000000000000/{number:0token$x}", number);
    let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
    format!("{head}Content-Length: 2\r\n\r\n{{}}").into_bytes()
}

#[tokio::test]
async fn two_hundred_guessed_pairs_a_second_do_not_hold_up_updates() {
    // A database in another room of the data centre, where every round trip counts.
    let server = Server::start().await.unwrap();
    let proxy = ChaosProxy::tcp(server.address()).await.unwrap();
    let door = Door::at(&server.url_through(proxy.address(), "postgres")).await;
    let delay = Duration::from_millis(5);
    let slow = [Way::Up, Way::Down].map(|way| proxy.inject(Fault::Latency { way, delay }));
    let address = door.trt.address;
    let siege = Siege::lay(async move |off, _| {
        let (mut ticks, mut guesses) = (interval(GUESS), JoinSet::new());
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let mut number = 0;
        while off.run_until_cancelled(ticks.tick()).await.is_some() {
            guesses.spawn(async move { web::send(address, guessed(number)).await.status });
            number += 1;
        }
        guesses.join_all().await
    });

    let (begun, mut took) = (Instant::now(), Vec::new());
    while begun.elapsed() < GUESSING {
        let (asked, number) = (Instant::now(), i64::try_from(took.len()).unwrap());
        assert_eq!(door.deliver(said(number, 77, "/help").to_string()).await.status, 200);
        took.push(asked.elapsed());
    }

    let statuses = siege.end();
    took.sort();
    let p95 = took[took.len() * 95 / 100];
    assert!(statuses.len() > 600, "{} guesses", statuses.len());
    assert!(statuses.iter().all(|status| *status == 404), "{statuses:?}");
    assert!(p95 < Duration::from_millis(250), "{p95:?} of {took:?}");
    for fault in slow {
        fault.heal();
    }
    door.is_well().await;
}

#[tokio::test]
async fn a_guessed_pair_is_turned_away_before_its_body_and_the_connection_ends() {
    let door = Door::open().await;
    for length in ["Content-Length: 60000", "Content-Length: 99", "Transfer-Encoding: chunked"] {
        for path in ["/kie-callback/a/b", "/kie-callback/00000000-0000-4000-8000-000000000000/00"] {
            let mut stream = TcpStream::connect(door.trt.address).await.unwrap();
            let request = format!("POST {path} HTTP/1.1\r\nHost: x\r\n{length}\r\n\r\n");
            stream.write_all(request.as_bytes()).await.unwrap();

            let (begun, mut answer) = (Instant::now(), Vec::new());
            timeout(SOON, stream.read_to_end(&mut answer)).await.unwrap().unwrap();

            assert!(answer.starts_with(b"HTTP/1.1 404"), "{}", String::from_utf8_lossy(&answer));
            assert!(begun.elapsed() < Duration::from_secs(3), "{path} waited for its body");
        }
    }
    door.is_well().await;
}

#[tokio::test]
async fn two_mebibytes_in_chunks_are_refused_everywhere() {
    let door = Door::open().await;
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x1_0000));
    let body = format!("{}0\r\n\r\n", chunk.repeat(32));
    let secret = secret_line(super::SECRET);
    let webhook = head(&[&secret, "Transfer-Encoding: chunked"]);
    let callback = String::from_utf8(webhook.clone()).unwrap();
    let callback = callback.replace("/webhook", "/kie-callback/a/b").into_bytes();

    for (head, status) in [(webhook, 413), (callback, 404)] {
        let request = [head.as_slice(), body.as_bytes()].concat();
        assert_eq!(web::send(door.trt.address, request).await.status, status);
    }
    door.is_well().await;
}
