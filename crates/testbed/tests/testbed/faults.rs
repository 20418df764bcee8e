//! Each fault of the chaos proxy does what it says, and tells that it did.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use testbed::SOON;
use testbed::proxy::{ChaosProxy, Fault, Way};
use testbed::server::{self, Server};
use testbed::wait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_postgres::Client;

/// Long enough for an answer that is going to come over loopback, short enough for one that is not.
const A_WHILE: Duration = Duration::from_millis(300);

/// A server that sends back what it gets.
async fn echo_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut from, mut to) = stream.split();
                tokio::io::copy(&mut from, &mut to).await
            });
        }
    });
    address
}

async fn echo_through(proxy: &ChaosProxy, text: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    ask(&mut stream, text).await.unwrap()
}

async fn ask(stream: &mut TcpStream, text: &[u8]) -> std::io::Result<Vec<u8>> {
    stream.write_all(text).await?;
    let mut answer = vec![0; text.len()];
    stream.read_exact(&mut answer).await?;
    Ok(answer)
}

async fn connect(server: &Server, proxy: &ChaosProxy) -> Client {
    server::connect(&server.url_through(proxy.address(), "postgres")).await.unwrap()
}

async fn backend(client: &Client) -> i32 {
    client.query_one("select pg_backend_pid()", &[]).await.unwrap().get(0)
}

async fn session_lives(witness: &Client, backend: i32) -> bool {
    let query = "select exists (select from pg_stat_activity where pid = $1)";
    witness.query_one(query, &[&backend]).await.unwrap().get(0)
}

#[tokio::test]
async fn without_a_fault_everything_passes_unharmed() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let (mut from, mut to) = stream.split();
    let sent: Vec<u8> = (0..1_u32 << 20).flat_map(u32::to_le_bytes).collect();

    let mut received = Vec::new();
    let (_, _) = tokio::join!(
        async {
            to.write_all(&sent).await.unwrap();
            to.shutdown().await.unwrap();
        },
        async { from.read_to_end(&mut received).await.unwrap() },
    );

    assert!(received == sent, "{} of {} bytes came back", received.len(), sent.len());
    wait::until("the end", SOON, async || (proxy.connections() == 0).then_some(())).await.unwrap();
}

#[tokio::test]
async fn latency_delays_what_comes_its_way_and_keeps_the_order() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let delay = Duration::from_millis(250);
    let slow = proxy.inject(Fault::Latency { way: Way::Down, delay });

    let start = Instant::now();
    assert_eq!(echo_through(&proxy, b"first second third").await, b"first second third");

    assert!(start.elapsed() >= delay);
    assert!(slow.heal() > 0);
    let unhurried = timeout(SOON, echo_through(&proxy, b"now")).await;
    assert_eq!(unhurried.unwrap(), b"now");
}

#[tokio::test]
async fn latency_leaves_the_other_way_alone() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = ChaosProxy::tcp(listener.local_addr().unwrap()).await.unwrap();
    let mut client = TcpStream::connect(proxy.address()).await.unwrap();
    let (mut server, _) = listener.accept().await.unwrap();

    let for_ever = SOON * 100;
    let slow = proxy.inject(Fault::Latency { way: Way::Down, delay: for_ever });
    client.write_all(b"up").await.unwrap();
    let mut received = [0; 2];
    timeout(SOON, server.read_exact(&mut received)).await.unwrap().unwrap();
    server.write_all(b"down").await.unwrap();

    slow.strikes(SOON).await.unwrap();
    assert!(timeout(A_WHILE, client.read_u8()).await.is_err());
}

#[tokio::test]
async fn a_blackhole_keeps_both_ends_open_and_delivers_when_it_is_healed() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    ask(&mut stream, b"before").await.unwrap();

    let hole = proxy.inject(Fault::Blackhole);
    stream.write_all(b"inside").await.unwrap();
    let mut answer = [0; 6];
    assert!(timeout(A_WHILE, stream.read_exact(&mut answer)).await.is_err(), "nothing arrives");
    let mut late = TcpStream::connect(proxy.address()).await.unwrap();
    assert!(timeout(A_WHILE, ask(&mut late, b"late")).await.is_err(), "new ones get nowhere");
    hole.heal();

    // `read_exact` was dropped before it had read anything.
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"inside");
}

#[tokio::test]
async fn a_silence_outlives_itself_for_connections_that_met_it_and_for_no_others() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let mut old = TcpStream::connect(proxy.address()).await.unwrap();
    ask(&mut old, b"before").await.unwrap();

    let silence = proxy.inject(Fault::Silence);
    assert!(timeout(A_WHILE, ask(&mut old, b"inside")).await.is_err(), "nothing arrives");
    let mut late = TcpStream::connect(proxy.address()).await.unwrap();
    assert!(timeout(A_WHILE, ask(&mut late, b"late")).await.is_err(), "new ones get nowhere");
    silence.heal();

    for stream in [&mut old, &mut late] {
        assert!(timeout(A_WHILE, ask(stream, b"after")).await.is_err(), "neither word nor end");
    }
    assert_eq!(echo_through(&proxy, b"new").await, b"new");
}

#[tokio::test]
async fn one_way_loss_lets_the_server_act_and_the_client_wait() {
    let server = Server::start().await.unwrap();
    let proxy = ChaosProxy::postgres(server.address()).await.unwrap();
    let client = connect(&server, &proxy).await;
    let witness = server.connect("postgres").await.unwrap();
    witness.batch_execute("create table marks (n int)").await.unwrap();
    let marks = async || -> i64 {
        witness.query_one("select count(*) from marks", &[]).await.unwrap().get(0)
    };

    let loss = proxy.inject(Fault::OneWayLoss(Way::Down));
    let insert = client.batch_execute("insert into marks values (1)");
    tokio::pin!(insert);
    assert!(timeout(A_WHILE, &mut insert).await.is_err(), "the answer is lost");
    assert_eq!(marks().await, 1, "but the server has acted");
    loss.heal();
    insert.await.unwrap();

    let loss = proxy.inject(Fault::OneWayLoss(Way::Up));
    let insert = client.batch_execute("insert into marks values (2)");
    tokio::pin!(insert);
    assert!(timeout(A_WHILE, &mut insert).await.is_err());
    assert_eq!(marks().await, 1, "the server has heard nothing");
    loss.heal();
    insert.await.unwrap();
    assert_eq!(marks().await, 2);
}

#[tokio::test]
async fn a_half_open_link_is_gone_for_the_client_and_alive_for_the_server() {
    let server = Server::start().await.unwrap();
    let proxy = ChaosProxy::postgres(server.address()).await.unwrap();
    let client = connect(&server, &proxy).await;
    let witness = server.connect("postgres").await.unwrap();
    client.batch_execute("select pg_advisory_lock(42)").await.unwrap();
    let session = backend(&client).await;

    let broken = proxy.inject(Fault::HalfOpen);
    wait::until("the client to notice", SOON, async || client.is_closed().then_some(()))
        .await
        .unwrap();

    let lock = "select pg_try_advisory_lock(42)";
    let taken: bool = witness.query_one(lock, &[]).await.unwrap().get(0);
    assert!(!taken, "the dead client's session still holds its lock");
    assert!(session_lives(&witness, session).await);
    let newcomer = connect(&server, &proxy).await;
    assert_ne!(backend(&newcomer).await, session, "a new connection passes");

    assert_eq!(broken.heal(), 1);
    wait::until("the server to notice", SOON, async || {
        (!session_lives(&witness, session).await).then_some(())
    })
    .await
    .unwrap();
    backend(&newcomer).await;
}

#[tokio::test]
async fn a_reset_ends_old_and_new_connections_at_both_ends() {
    let server = Server::start().await.unwrap();
    let proxy = ChaosProxy::postgres(server.address()).await.unwrap();
    let client = connect(&server, &proxy).await;
    let session = backend(&client).await;
    let mut bare = TcpStream::connect(proxy.address()).await.unwrap();
    wait::until("both", SOON, async || (proxy.connections() == 2).then_some(())).await.unwrap();

    let storm = proxy.inject(Fault::Reset);

    let refusal = bare.read(&mut [0; 1]).await.unwrap_err();
    assert_eq!(refusal.kind(), ErrorKind::ConnectionReset, "RST, not an orderly end");
    wait::until("the client to notice", SOON, async || client.is_closed().then_some(()))
        .await
        .unwrap();
    let witness = server.connect("postgres").await.unwrap();
    wait::until("the server to notice", SOON, async || {
        (!session_lives(&witness, session).await).then_some(())
    })
    .await
    .unwrap();
    let url = server.url_through(proxy.address(), "postgres");
    assert!(server::connect(&url).await.is_err(), "new ones are reset, too");
    assert!(storm.heal() >= 3);
    backend(&connect(&server, &proxy).await).await;
}

#[tokio::test]
async fn a_cut_lets_exactly_its_bytes_pass_and_strikes_once() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let cut = proxy.inject(Fault::CutAfter { way: Way::Down, bytes: 5 });
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();

    stream.write_all(b"abc").await.unwrap();
    let mut received = vec![0; 3];
    stream.read_exact(&mut received).await.unwrap();
    stream.write_all(b"defgh").await.unwrap();
    // The end may be a close or a reset; what came before it counts.
    while let Ok(byte) = stream.read_u8().await {
        received.push(byte);
    }

    assert_eq!(received, b"abcde");
    assert_eq!(cut.fired(), 1);
    assert_eq!(echo_through(&proxy, b"the next connection is whole").await.len(), 28);
    cut.heal();
}

#[tokio::test]
async fn a_cut_does_not_wait_for_the_next_byte() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let cut = proxy.inject(Fault::CutAfter { way: Way::Up, bytes: 4 });
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();

    stream.write_all(b"four").await.unwrap();

    cut.strikes(SOON).await.unwrap();
    timeout(SOON, async { while stream.read_u8().await.is_ok() {} }).await.unwrap();
}

#[tokio::test]
async fn two_faults_at_once_both_count() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let delay = Duration::from_millis(100);
    let up = proxy.inject(Fault::Latency { way: Way::Up, delay });
    let down = proxy.inject(Fault::Latency { way: Way::Down, delay });

    let start = Instant::now();
    echo_through(&proxy, b"there and back").await;

    assert!(start.elapsed() >= delay * 2);
    up.heal();
    down.heal();
}

#[tokio::test]
#[should_panic(expected = "was injected but never fired")]
async fn a_fault_that_never_fired_fails_the_test() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();

    let hole = proxy.inject(Fault::Blackhole);

    hole.heal();
}

#[tokio::test]
async fn a_dropped_proxy_ends_its_connections() {
    let proxy = ChaosProxy::tcp(echo_server().await).await.unwrap();
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    ask(&mut stream, b"hello").await.unwrap();

    drop(proxy);

    let end = timeout(SOON, stream.read(&mut [0; 1])).await.unwrap();
    assert!(matches!(end, Ok(0) | Err(_)));
}
