//! Behind a pooler in transaction mode, where no session is one's own.

use store::{DatabaseUrl, PoolSettings, Store, migrations};
use testbed::bouncer::{Bouncer, PoolMode};
use testbed::server::Server;
use testbed::{Error, skip};

use crate::bench::replace_now;
use crate::sessions::CONFESS;

/// A server, a pooler in front of it, and its address; none where `PgBouncer` is not installed.
async fn pooled() -> Option<(Server, Bouncer, DatabaseUrl)> {
    let server = Server::start().await.unwrap();
    let bouncer = match Bouncer::start(&server, PoolMode::Transaction).await {
        Err(missing @ Error::NoProgram { .. }) => {
            skip::because(missing);
            return None;
        }
        started => started.unwrap(),
    };
    let address = server.url_through(bouncer.address(), "postgres");
    let url = DatabaseUrl::parse(&format!("{address}?pgbouncer=true")).unwrap();
    Some((server, bouncer, url))
}

#[tokio::test]
async fn stores_that_share_sessions_do_not_trip_over_each_other() {
    let Some((server, _bouncer, url)) = pooled().await else {
        return;
    };
    migrations::apply(&url).await.unwrap();
    let mut stores = Vec::new();
    for _ in 0..4 {
        stores.push(Store::open(&url, PoolSettings::default()).await.unwrap());
    }

    for round in 0..5 {
        for (number, store) in stores.iter().enumerate() {
            store.now().await.unwrap_or_else(|error| panic!("{round} {number}: {error}"));
        }
        let all = tokio::join!(stores[0].now(), stores[1].now(), stores[2].now(), stores[3].now());
        assert!(all.0.is_ok() && all.1.is_ok() && all.2.is_ok() && all.3.is_ok(), "{all:?}");
    }
    let again = migrations::apply(&url).await.unwrap();

    assert_eq!(again.applied, [0; 0]);
    drop(server);
}

#[tokio::test]
async fn a_transaction_brings_the_bounds_of_a_session_along() {
    let Some((server, _bouncer, url)) = pooled().await else {
        return;
    };
    migrations::apply(&url).await.unwrap();
    let store = Store::open(&url, PoolSettings::default()).await.unwrap();
    replace_now(&server.connect("postgres").await.unwrap(), CONFESS).await;

    let confession = store.now().await.unwrap_err().to_string();

    assert!(confession.contains("confession: 10s 5s 5s UTC trt/work"), "{confession}");
}
