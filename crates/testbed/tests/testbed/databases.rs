//! A database per test, from a template the caller prepares.

use std::sync::atomic::{AtomicU32, Ordering};

use testbed::Error;
use testbed::database::Cluster;
use tokio_postgres::NoTls;

async fn prepare(url: String) -> Result<(), Error> {
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    let carried = tokio::spawn(connection);
    client.batch_execute("create table marks (n int); insert into marks values (7)").await.unwrap();
    drop(client);
    carried.await.unwrap().unwrap();
    Ok(())
}

#[tokio::test]
async fn databases_of_one_template_share_its_contents_and_nothing_else() {
    let cluster = Cluster::shared().await.unwrap();
    let template = cluster.template("testbed-shared-contents", prepare).await.unwrap();
    let first = template.database().await.unwrap();
    let second = template.database().await.unwrap();

    let client = first.connect().await.unwrap();
    client.batch_execute("insert into marks values (8)").await.unwrap();

    let other = second.connect().await.unwrap();
    let row = other.query_one("select count(*), sum(n) from marks", &[]).await.unwrap();
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (1, 7));
}

#[tokio::test]
async fn a_template_is_prepared_once_however_many_ask_at_once() {
    static PREPARED: AtomicU32 = AtomicU32::new(0);
    let cluster = Cluster::shared().await.unwrap();
    let name = format!("testbed-once-{}", std::process::id());
    let ask = || {
        cluster.template(&name, async |url| {
            PREPARED.fetch_add(1, Ordering::AcqRel);
            prepare(url).await
        })
    };

    let (a, b, c, d) = tokio::join!(ask(), ask(), ask(), ask());

    assert!(a.is_ok() && b.is_ok() && c.is_ok() && d.is_ok());
    assert_eq!(PREPARED.load(Ordering::Acquire), 1);
}

#[tokio::test]
async fn a_template_that_was_left_half_done_is_made_anew() {
    let cluster = Cluster::shared().await.unwrap();
    let name = format!("testbed-half-{}", std::process::id());
    let failed = cluster.template(&name, async |_| Err(Error::NoAccount)).await;
    assert!(failed.is_err());

    let template = cluster.template(&name, prepare).await.unwrap();

    let database = template.database().await.unwrap();
    let client = database.connect().await.unwrap();
    assert!(client.query_one("select n from marks", &[]).await.is_ok());
}

#[tokio::test]
async fn a_dropped_database_is_gone_even_with_open_connections() {
    let cluster = Cluster::shared().await.unwrap();
    let (kept, dropped) =
        (cluster.empty_database().await.unwrap(), cluster.empty_database().await.unwrap());
    let open = dropped.connect().await.unwrap();
    let name = dropped.name().to_owned();

    drop(dropped);

    let witness = kept.connect().await.unwrap();
    let query = "select count(*) from pg_database where datname = $1";
    let found: i64 = witness.query_one(query, &[&name]).await.unwrap().get(0);
    assert_eq!(found, 0);
    assert!(open.query_one("select 1", &[]).await.is_err());
}
