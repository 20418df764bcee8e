//! A host that reaches Telegram through a proxy only: files go up and down, and the proxy may die.
//!
//! Telegram is behind TLS and has a name that nobody but the proxy knows, as where it is blocked.

use std::sync::Arc;

use simulator::kie::Pace;
use simulator::telegram::journal::applied_with;
use simulator::world::{PATIENCE, World};
use testbed::forward::{Conduct, ForwardProxy};
use testbed::names::TELEGRAM;

use super::super::studio::{Books, build, files, gets_file, orders, says, somebody};
use super::{PICTURE, taps};

/// Signs that an address has to spell in another way.
const PASSWORD: &str = "canary@proxy:1/2";

/// A world behind a proxy that wants a login.
async fn behind(scheme: &str) -> (Arc<ForwardProxy>, World) {
    let proxy = ForwardProxy::with_login("trt bot", PASSWORD).await.unwrap();
    let proxy = Arc::new(proxy);
    let address = format!("{scheme}://trt%20bot:canary%40proxy%3A1%2F2@{}", proxy.address());
    let world = build().telegram_behind(&proxy).variable("TELEGRAM_PROXY", &address);
    (proxy, world.kie(|kie| kie.pace = Pace::Held).start().await)
}

async fn loses_nothing_behind(scheme: &str, asked: &str) {
    let (proxy, world) = behind(scheme).await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 100).await, somebody(&world, "Bob", 100).await);
    let (_, down) = proxy.bytes();

    // A photo comes down, the result of it goes up.
    ann.sends_photo(PICTURE, None).await;
    taps(&ann, "start:recraft-background:").await;
    let tasks = world.kie.waits_until("a task", |tasks| tasks.len() == 1);
    tasks.await;
    let size = u64::try_from(PICTURE.len()).unwrap();
    assert!(proxy.bytes().1 >= down + size, "the photo came through the proxy");
    orders(&bob, "imagen-4 a red cat").await;
    world.kie.waits_until("another task", |tasks| tasks.len() == 2).await;
    let (up, _) = proxy.bytes();
    world.kie.finishes(&world.kie.tasks()[0].id);
    let file = gets_file(&ann).await;
    let length = file.media[0].length;
    assert!(proxy.bytes().0 >= up + length, "{length} bytes went through the proxy");

    // It lets nobody on, dies, and returns: what was to be said waits.
    let active = world.active().await;
    proxy.behaves(Conduct::NoWayOn);
    proxy.dies().await;
    world.kie.finishes(&world.kie.tasks()[1].id);
    let refused = bob.says("nonce-1-1-").await;
    refused.accepted().await;
    let process = &world.instance(active).process;
    process.line("[OUTBOX] not sent yet: the proxy cannot be reached", PATIENCE).await.unwrap();
    assert_eq!(files(&bob), 0);
    let failed = proxy.failed();
    proxy.returns().await.unwrap();
    let turned_away = async || (proxy.failed() > failed).then_some(());
    testbed::wait::until("somebody turned away", PATIENCE, turned_away).await.unwrap();
    proxy.behaves(Conduct::Fair);
    gets_file(&bob).await;
    bob.waits_for(says("nonce-1-1-"), PATIENCE).await;

    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
    assert_eq!((files(&ann), files(&bob)), (1, 1));
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-1-1-"), 1);
    sees_names_and_bytes_only(&proxy, &world, asked);
}

/// The proxy was told Telegram's name and nothing else, and nobody was told its password.
fn sees_names_and_bytes_only(proxy: &ForwardProxy, world: &World, asked: &str) {
    let (_, secret) = world.telegram.token().split_once(':').unwrap();
    let log = proxy.log();
    assert!(!log.is_empty());
    for line in &log {
        let rest = line.strip_prefix(&format!("{asked} {TELEGRAM}:443 up "));
        let mut counts = rest.unwrap_or_else(|| panic!("{line}")).split(" down ");
        assert!(counts.all(|count| count.parse::<u64>().is_ok()), "{line}");
        assert!(!line.contains(secret), "{line}");
    }
    for instance in world.instances() {
        for line in instance.process.lines() {
            assert!(!line.contains("canary") && !line.contains(secret), "{line}");
        }
    }
}

#[tokio::test]
async fn behind_a_socks_proxy_that_dies_and_returns_nothing_is_lost() {
    loses_nothing_behind("socks5h", "SOCKS").await;
}

#[tokio::test]
async fn behind_an_http_proxy_that_dies_and_returns_nothing_is_lost_and_it_never_sees_the_token() {
    loses_nothing_behind("http", "CONNECT").await;
}
