//! The process itself: memory, spans that nobody takes; and tasks that keep ending, which no fault brings about.

use std::net::SocketAddr;
use std::time::Duration;

use simulator::telegram::{FakeTelegram, Settings};
use simulator::world::SECRET;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::stage::Stage;
use crate::studio::build;

pub(super) const FULL: [&str; 1] = ["TrtMemory"];
pub(super) const UNHEARD: [&str; 1] = ["TrtTraceSpansDropped"];

/// So many bodies at once, each as large as one may be.
const BODIES: usize = 400;
const BODY: usize = 1024 * 1024;

/// Longer than anybody waits for the rest of a body.
const REST: Duration = Duration::from_secs(30);

#[tokio::test]
async fn bodies_that_come_slowly_by_the_hundred_are_told_as_memory() {
    let Some(mut stage) = Stage::set(build().instances(1)).await else { return };
    let address = stage.world.instance(0).address();

    stage.begins(&FULL).await;
    let mut senders = JoinSet::new();
    for _ in 0..BODIES {
        senders.spawn(sends_for_ever(address));
    }
    stage.fire_all(&FULL).await;

    senders.shutdown().await;
    // What it took it keeps for a while; whoever cannot wait starts another.
    let old = stage.world.active().await;
    stage.world.starts_one().await;
    stage.world.stops(old).await;
    stage.reads_who_runs().await;
    stage.clear_all(&FULL).await;
    stage.world.ends_well().await;
    stage.ends(&FULL);
}

/// Somebody with the secret sends a body but for its last byte, waits until that is taken amiss, and begins again.
async fn sends_for_ever(address: SocketAddr) {
    let head = format!(
        "POST /webhook HTTP/1.1\r\nHost: {address}\r\nContent-Length: {BODY}\r\n\
         Content-Type: application/json\r\nX-Telegram-Bot-Api-Secret-Token: {SECRET}\r\n\r\n"
    );
    let most = vec![b' '; BODY - 1];
    loop {
        let sent = async {
            let mut stream = TcpStream::connect(address).await?;
            stream.write_all(head.as_bytes()).await?;
            stream.write_all(&most).await?;
            stream.read_to_end(&mut Vec::new()).await
        };
        let _ = tokio::time::timeout(REST, sent).await;
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn spans_for_an_address_at_which_no_collector_is_are_told() {
    // Somebody answers there, and wants no spans.
    let other = FakeTelegram::start(Settings::default()).await.unwrap();
    let endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
    let Some(mut stage) = Stage::set(build().variable(endpoint, &other.url())).await else {
        return;
    };

    stage.begins(&UNHEARD).await;
    let mut crowd = stage.world.crowd(10, 5).await;
    stage.fire_all(&UNHEARD).await;

    // A release without traces.
    let old = [stage.world.passive().await, stage.world.active().await];
    stage.world.begins_one_with(&[(endpoint, "")]).await;
    for place in old {
        stage.world.stops(place).await;
    }
    stage.reads_who_runs().await;
    stage.clear_all(&UNHEARD).await;
    crowd.writes(5).await;
    stage.world.ends(crowd.stops().await).await;
    stage.ends(&UNHEARD);
}
