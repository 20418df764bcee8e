//! Calls: what goes out, what comes back, and what a broken one means.

use std::time::Duration;

use domain::MessageId;
use serde_json::{Value, json};
use telegram::client::{CallError, Client, Gone, NoClient};
use telegram::request::Chatless;
use telegram::throttle::Throttle;
use tokio::net::TcpListener;

use crate::server::{CHAT, Callable, Event, Server, TOKEN, Then, answer, head, hello, turn};
use crate::soon;

const SENT: &str = r#"{"ok":true,"result":{"message_id":77}}"#;

async fn outcome(server: &Server) -> CallError {
    soon(server.client().call(turn().await, &hello())).await.unwrap_err()
}

#[tokio::test]
async fn a_call_says_what_it_wants_and_brings_the_result_back() {
    let mut server = Server::answering(200, "", SENT).await;
    let call = server.client().call(turn().await, &hello());
    let sent = call.sent();
    assert!(!sent.is_sent(), "nothing happens before it is awaited");

    let reply = soon(call).await.unwrap();

    assert_eq!(reply.message_id(), Some(MessageId::new(77)));
    assert!(sent.is_sent());
    let request = server.request().await;
    let path = format!("post /bot{}/sendmessage http/1.1\r\n", TOKEN.to_lowercase());
    let head = head(&request);
    assert!(head.starts_with(&path), "{head}");
    assert!(head.contains("\r\ncontent-type: application/json\r\n"));
    assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", request.body.len())));
    assert!(!head.contains("transfer-encoding"), "{head}");
    assert_eq!(
        serde_json::from_slice::<Value>(&request.body).unwrap(),
        json!({ "chat_id": 5, "text": "<b>hello</b>", "parse_mode": "HTML" })
    );
}

#[tokio::test]
async fn calls_one_after_the_other_share_a_connection() {
    let mut server = Server::answering(200, "", SENT).await;
    let client = server.client();
    for _ in 0..3 {
        soon(client.call(turn().await, &hello())).await.unwrap();
        assert_eq!(server.request().await.connection, 1);
    }
}

#[tokio::test]
async fn a_429_freezes_the_chat_before_the_caller_hears_of_it() {
    let body = r#"{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 7",
        "parameters":{"retry_after":7}}"#;
    let table = [(body, "retry-after: 9\r\n", 7), ("slow down", "retry-after: 9\r\n", 9)];
    for (body, header, seconds) in table {
        let server = Server::answering(429, header, body).await;
        let throttle = Throttle::default();
        let client = server.client_with(throttle.clone());

        let error = soon(client.call(turn().await, &hello())).await.unwrap_err();

        assert_eq!(error, CallError::RetryAfter(Duration::from_secs(seconds)));
        assert!(throttle.frozen_for(CHAT) > Duration::from_secs(seconds - 1));
        assert!(throttle.frozen_for(domain::ChatId::new(6)).is_zero());
    }
}

#[tokio::test]
async fn refusals_of_telegram_are_told_apart() {
    let refusal = |code: u16, words: &str| {
        (code, format!(r#"{{"ok":false,"error_code":{code},"description":"{words}"}}"#))
    };
    let table = [
        (refusal(403, "Forbidden: bot was blocked by the user"), CallError::Gone(Gone::Blocked)),
        (refusal(400, "Bad Request: can't parse entities: x"), CallError::NotParsed),
        (refusal(400, "Bad Request: message to edit not found"), CallError::MessageMissing),
        (refusal(401, "Unauthorized"), CallError::Unauthorized),
        (refusal(409, "Conflict: x"), CallError::Conflict("Conflict: x".into())),
    ];
    for ((status, body), meaning) in table {
        let server = Server::answering(status, "", &body).await;
        assert_eq!(outcome(&server).await, meaning);
    }
}

#[tokio::test]
async fn nobody_knows_what_became_of_a_call_without_a_whole_answer() {
    let table = [
        Then::Cut(vec![]),
        Then::Cut("HTTP/1.1 200 OK\r\ncontent-le".into()),
        Then::Cut("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"ok\":true,".into()),
        Then::Cut("SMTP ready\r\n".into()),
        Then::Answer(answer(502, "", "<html>bad gateway</html>")),
    ];
    for then in table {
        let server = Server::start(then.clone()).await;
        let error = outcome(&server).await;
        assert!(matches!(error, CallError::Unknown(_)), "{then:?}: {error:?}");
    }
}

#[tokio::test]
async fn nothing_is_sent_on_to_another_address() {
    let mut server = Server::answering(302, "location: /elsewhere\r\n", "").await;
    let client = server.client();

    let error = soon(client.call(turn().await, &hello())).await.unwrap_err();

    assert!(matches!(error, CallError::Unknown(_)), "{error:?}");
    assert!(head(&server.request().await).contains("/sendmessage"));
    drop(client);
    assert!(matches!(server.event().await, Event::Closed), "there is no second request");
}

#[tokio::test]
async fn a_call_that_reaches_nobody_was_not_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let client = Client::new(&base, TOKEN.into(), Throttle::default()).unwrap();
    let call = client.call(turn().await, &hello());
    let sent = call.sent();

    let error = soon(call).await.unwrap_err();

    assert!(matches!(error, CallError::NotSent(_)), "{error:?}");
    assert!(!sent.is_sent());
}

#[tokio::test]
async fn an_answer_is_waited_for_twenty_seconds_and_longer_in_a_long_poll() {
    let long_poll = Chatless::get_updates(1, Duration::from_secs(25), &["message"]);
    for seconds in [20, 45] {
        let mut server = Server::start(Then::Silence).await;
        let call = match seconds {
            20 => server.client().call(turn().await, &hello()),
            _ => server.client().ask(&long_poll),
        };
        let call = tokio::spawn(call);
        server.request().await;
        let start = tokio::time::Instant::now();
        // From here on nothing but time can happen.
        tokio::time::pause();

        let error = call.await.unwrap().unwrap_err();

        tokio::time::resume();
        assert_eq!(error, CallError::Unknown(format!("no answer within {seconds} s")));
        assert!(start.elapsed() > Duration::from_secs(seconds - 2), "{:?}", start.elapsed());
    }
}

#[tokio::test]
async fn dropping_a_call_closes_its_socket() {
    let mut server = Server::start(Then::Silence).await;
    let call = tokio::spawn(server.client().call(turn().await, &hello()));
    server.request().await;

    call.abort();

    assert!(matches!(server.event().await, Event::Closed));
}

#[tokio::test]
async fn an_address_or_a_token_that_cannot_be_used_is_refused() {
    for base in ["", "api.telegram.org", "ftp://a.b", "http://", "https://a.b/?x=1", "https://a#b"]
    {
        let error = Client::new(base, TOKEN.into(), Throttle::default()).unwrap_err();
        assert_eq!(error, NoClient::Address, "{base}");
    }
    let error = Client::new("https://a.b", "1:2/3".into(), Throttle::default()).unwrap_err();
    assert_eq!(error, NoClient::Token);
    telegram::client::install_tls();
    telegram::client::install_tls();
    assert!(Client::new("https://api.telegram.org/", TOKEN.into(), Throttle::default()).is_ok());
}
