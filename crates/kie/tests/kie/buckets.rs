//! Our own limits, seen from the other side of the socket. How the windows slide is tested beside
//! them, on a clock that is told; here the windows are short and the clock is real.

use std::time::{Duration, Instant};

use domain::catalogue::Route;
use kie::{Client, NotCreated, Rate, Rates, TaskId};
use serde_json::json;

use crate::server::{KEY, Server, create, fields, fox};
use crate::soon;

const MADE: &str = r#"{"code":200,"msg":"success","data":{"taskId":"abc"}}"#;
const WINDOW: Duration = Duration::from_millis(300);

/// Two creates and three reads in each window.
fn client(server: &Server) -> Client {
    let rate = |count| Rate { count, window: WINDOW };
    let rates = Rates { creates: rate(2), reads: rate(3) };
    Client::new(&server.base, &server.base, KEY.into(), rates).unwrap()
}

#[tokio::test]
async fn creates_go_out_at_their_rate_whatever_the_callers_want() {
    let mut server = Server::answering(200, "", MADE).await;
    let client = client(&server);
    let start = Instant::now();
    let callers: Vec<_> = (0..5)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { create(&client, &fox(&fields(json!({})))).await })
        })
        .collect();
    let mut moments = Vec::new();
    for _ in 0..5 {
        server.request().await;
        moments.push(start.elapsed());
    }
    for caller in callers {
        soon(caller).await.unwrap().unwrap();
    }
    assert!(moments[2] >= WINDOW, "the third waits for the first: {moments:?}");
    assert!(moments[4] >= 2 * WINDOW, "{moments:?}");
}

#[tokio::test]
async fn reads_of_all_kinds_share_a_bucket_that_is_not_the_creates() {
    let server = Server::answering(200, "", r#"{"code":200,"msg":"success","data":1}"#).await;
    let (client, task) = (client(&server), TaskId::new("abc").unwrap());
    let fields = fields(json!({}));
    for _ in 0..2 {
        let _ = soon(create(&client, &fox(&fields))).await;
    }
    let start = Instant::now();
    let _ = soon(client.credits()).await;
    let _ = soon(client.link("https://a.b")).await;
    let _ = soon(client.look(Route::Market, &task)).await;
    let three = start.elapsed();
    let _ = soon(client.credits()).await;

    assert!(start.elapsed() >= WINDOW, "the fourth waits; three took {three:?}");
}

#[tokio::test]
async fn a_429_closes_the_bucket_before_the_caller_hears_of_it() {
    let server = Server::answering(200, "retry-after: 1\r\n", r#"{"code":429,"msg":"x"}"#).await;
    let (client, fields) = (client(&server), fields(json!({})));
    let start = Instant::now();
    let busy = soon(create(&client, &fox(&fields))).await;
    assert_eq!(busy, Err(NotCreated::Busy { wait: Duration::from_secs(1) }));

    let _ = soon(create(&client.clone(), &fox(&fields))).await;

    assert!(start.elapsed() >= Duration::from_secs(1), "{:?}", start.elapsed());
}

#[tokio::test]
async fn who_would_wait_for_minutes_is_told_so() {
    let mut server = Server::answering(429, "retry-after: 200\r\n", "").await;
    let (client, fields) = (client(&server), fields(json!({})));
    let _ = soon(create(&client, &fox(&fields))).await;
    server.request().await;
    tokio::time::pause();

    let told = create(&client, &fox(&fields)).await.unwrap_err();

    assert!(
        matches!(told, NotCreated::Busy { wait } if wait > Duration::from_secs(100)),
        "{told:?}"
    );
    assert!(server.is_quiet(), "nothing was sent");
}
