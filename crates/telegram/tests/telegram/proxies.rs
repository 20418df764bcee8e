//! A proxy before Telegram: what it is told, and what its troubles are called.

use secrecy::SecretString;
use telegram::client::{CallError, Client, NoClient, Proxy, ProxyTrouble};
use telegram::request::{Chatless, Request};
use telegram::throttle::Throttle;
use testbed::forward::{Conduct, ForwardProxy};
use testbed::tls::TlsFront;

use crate::server::{Event, Server, TOKEN, hello, turn};
use crate::soon;

/// A name that only a proxy knows.
const NAME: &str = "telegram.trt.test";

const SOCKS: &str = "http://telegram.trt.test";
const HTTP: &str = "https://telegram.trt.test";

fn client(proxy: &str, base: &str) -> Client {
    let proxy = Proxy::parse(proxy).unwrap();
    Client::through(Some(proxy), base, SecretString::from(TOKEN), Throttle::default()).unwrap()
}

/// What became of a call that the proxy did not let through: it was not sent.
async fn not_sent(client: &Client, request: &Request) -> String {
    match soon(client.call(turn().await, request)).await {
        Err(CallError::NotSent(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_socks_proxy_looks_the_name_up_and_carries_calls_and_files() {
    let mut server = Server::answering(200, "", r#"{"ok":true,"result":true}"#).await;
    let proxy = ForwardProxy::with_login("a user", "pass@word").await.unwrap();
    proxy.leads(NAME, server.base.trim_start_matches("http://").parse().unwrap());
    let address = format!("socks5h://a%20user:pass%40word@{}", proxy.address());
    let client = client(&address, SOCKS);

    let reply = soon(client.ask(&Chatless::get_me())).await.unwrap();
    let file = soon(client.download("photos/file_1.jpg")).await.unwrap();

    assert!(reply.read::<bool>().unwrap());
    assert_eq!(file.length, Some(25));
    assert!(server.request().await.line().ends_with("/getMe"));
    assert!(server.request().await.line().starts_with("GET /file/bot"));
    let (up, down) = proxy.bytes();
    assert!(up > 100 && down > 50, "{up} {down}");
    assert!(proxy.log().iter().all(|line| line.starts_with("SOCKS telegram.trt.test:80 up ")));
}

#[tokio::test]
async fn an_http_proxy_is_told_a_name_and_never_a_path() {
    let server = Server::answering(200, "", "{}").await;
    let front =
        TlsFront::start(NAME, server.base.trim_start_matches("http://").parse().unwrap()).await;
    let front = front.unwrap();
    let proxy = ForwardProxy::start().await.unwrap();
    proxy.leads(NAME, front.address());
    let client = client(&format!("http://{}", proxy.address()), HTTP);

    // Nobody has told this process to trust the one behind it: it gets no further than its certificate.
    let why = not_sent(&client, &hello()).await;

    assert!(why.contains("certificate"), "{why}");
    let log = proxy.log();
    assert!(log[0].starts_with("CONNECT telegram.trt.test:443 up "), "{log:?}");
    let plain = Proxy::parse("http://127.0.0.1:1").unwrap();
    let refused = Client::through(Some(plain), SOCKS, TOKEN.into(), Throttle::default());
    assert_eq!(refused.unwrap_err(), NoClient::Seen);
}

#[tokio::test]
async fn the_troubles_of_a_proxy_are_told_apart_and_nothing_was_sent() {
    let mut server = Server::answering(200, "", r#"{"ok":true,"result":true}"#).await;
    let to = server.base.trim_start_matches("http://").parse().unwrap();
    for (scheme, base) in [("socks5h", SOCKS), ("http", HTTP)] {
        let (open, locked) = (ForwardProxy::start(), ForwardProxy::with_login("u", "p"));
        let (open, locked) = (open.await.unwrap(), locked.await.unwrap());
        for proxy in [&open, &locked] {
            proxy.leads(NAME, to);
        }
        let at = |login: &str, proxy: &ForwardProxy| {
            client(&format!("{scheme}://{login}{}", proxy.address()), base)
        };
        let without = at("", &locked);
        let table = [
            (at("u:wrong@", &locked), Conduct::Fair, ProxyTrouble::Login),
            (without, Conduct::Fair, ProxyTrouble::Login),
            (at("", &open), Conduct::NoWayOn, ProxyTrouble::NoWayOn),
            (at("", &open), Conduct::HangsUp, ProxyTrouble::Garbled),
        ];
        for (client, conduct, expected) in table {
            open.behaves(conduct);
            let failed = open.failed() + locked.failed();

            let why = not_sent(&client, &hello()).await;
            let no_sign = soon(client.sign_of_life()).await.unwrap_err();

            assert!(why.starts_with(&format!("{expected}: ")), "{scheme} {expected:?}: {why}");
            assert_eq!(no_sign.trouble, Some(expected), "{no_sign:?}");
            assert!(open.failed() + locked.failed() >= failed + 2, "the fault happened");
            assert!(!format!("{why} {no_sign:?} {client:?}").contains("wrong"), "{why}");
        }
        open.dies().await;
        let client = at("u:wrong@", &open);
        let why = not_sent(&client, &hello()).await;
        assert!(why.starts_with("the proxy cannot be reached: "), "{why}");
        let no_sign = soon(client.sign_of_life()).await.unwrap_err();
        assert_eq!(no_sign.trouble, Some(ProxyTrouble::Away), "{no_sign:?}");
    }
    assert!(server.is_quiet(), "nothing came through");
}

#[tokio::test]
async fn a_proxy_that_says_nothing_is_given_up_and_one_that_dies_later_leaves_a_doubt() {
    let mut server = Server::start(crate::server::Then::Silence).await;
    let proxy = ForwardProxy::start().await.unwrap();
    proxy.leads(NAME, server.base.trim_start_matches("http://").parse().unwrap());
    let client = client(&format!("socks5h://{}", proxy.address()), SOCKS);

    let call = tokio::spawn(client.call(turn().await, &hello()));
    assert!(matches!(server.event().await, Event::Request(_)), "all of it has arrived");
    proxy.dies().await;
    let doubt = soon(call).await.unwrap().unwrap_err();
    proxy.returns().await.unwrap();
    proxy.behaves(Conduct::Hangs);
    let why = not_sent(&client, &hello()).await;

    assert!(matches!(doubt, CallError::Unknown(_)), "{doubt:?}");
    assert!(why.contains("timed out"), "{why}");
}
