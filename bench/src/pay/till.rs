//! The stub of Telegram with a list of Stars, and of KIE with credits: everything else is `true`.
//!
//! The list is worked out, not kept: the transaction at each place is the same however often it is asked for.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::routing::any;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::stub;

/// A second ago each, and the last of them an hour ago: nobody waits for an event any more.
const LAST: i64 = 3_600;

/// A list of payments of one Star; its people take turns.
#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    pub(super) count: i64,
    pub(super) people: i64,
}

/// A running stub; ends when it is dropped.
#[derive(Debug)]
pub(super) struct Till {
    pub(super) address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Till {
    pub(super) async fn start(list: List) -> Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let address = listener.local_addr()?;
        let routes = Router::new()
            .route("/{bot}/{method}", any(answer))
            .route("/api/v1/chat/credit", any(credits))
            .with_state(list);
        let serving = tokio::spawn(async move {
            // An error would show as a server that does not start.
            let _ = axum::serve(listener, routes).await;
        });
        Ok(Self { address, serving })
    }
}

impl Drop for Till {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl List {
    fn page(self, asked: &Value) -> Value {
        let offset = asked["offset"].as_i64().unwrap_or_default();
        let end = self.count.min(offset + asked["limit"].as_i64().unwrap_or(100));
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = now.map_or(0, |now| i64::try_from(now.as_secs()).unwrap_or_default());
        let one = |place: i64| {
            json!({
                "id": format!("c{place}"),
                "amount": 1,
                "date": now - LAST - (self.count - place),
                "source": {
                    "type": "user",
                    "transaction_type": "invoice_payment",
                    "user": { "id": place % self.people + 1, "is_bot": false, "first_name": "Ann" },
                    "invoice_payload": "bench",
                },
            })
        };
        json!({ "transactions": (offset..end).map(one).collect::<Vec<_>>() })
    }
}

type Answer = ([(HeaderName, &'static str); 1], String);

async fn answer(
    State(list): State<List>,
    Path((_, method)): Path<(String, String)>,
    body: Bytes,
) -> Answer {
    let result = match method.as_str() {
        "getStarTransactions" => list.page(&serde_json::from_slice(&body).unwrap_or_default()),
        "getMyStarBalance" => json!({ "amount": list.count }),
        other => stub::result(other),
    };
    json_body(&json!({ "ok": true, "result": result }))
}

async fn credits() -> Answer {
    json_body(&json!({ "code": 200, "msg": "success", "data": 100_000 }))
}

fn json_body(body: &Value) -> Answer {
    ([(CONTENT_TYPE, "application/json")], body.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::List;

    #[test]
    fn a_page_is_the_same_whenever_it_is_asked_for_and_the_last_one_is_short() {
        let list = List { count: 150, people: 7 };

        let first = list.page(&json!({ "offset": 0, "limit": 100 }));
        let last = list.page(&json!({ "offset": 100, "limit": 100 }));
        let after = list.page(&json!({ "offset": 150, "limit": 100 }));

        let ids = |page: &serde_json::Value| page["transactions"].as_array().unwrap().len();
        assert_eq!((ids(&first), ids(&last), ids(&after)), (100, 50, 0));
        assert_eq!(last["transactions"][0]["id"], "c100");
        assert_eq!(last["transactions"][0]["source"]["user"]["id"], 100 % 7 + 1);
    }
}
