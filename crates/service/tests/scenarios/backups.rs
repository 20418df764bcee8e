//! A dump of the database, taken while people write, restored elsewhere: the books are whole and the bot starts on it.

use simulator::world::PATIENCE;
use testbed::database::Cluster;
use testbed::places::Binaries;
use testbed::process::Process;
use testbed::server::connect;

use crate::instance::program;
use crate::refunds::{Cast, build};

/// Runs a program of PostgreSQL to its end.
async fn postgres(name: &str, arguments: &[&str]) {
    let program = Binaries::find().unwrap().folder().join(name);
    let process = Process::build(name, program).args(arguments).start().unwrap();
    let status = process.exit(PATIENCE).await.unwrap();
    assert!(status.success(), "{name}: {:?}", process.lines());
}

#[tokio::test]
async fn a_dump_by_the_reader_is_restored_elsewhere_with_its_books_in_order() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    cast.tops_up(&cast.anna, 50).await;
    let file = std::env::temp_dir().join(format!("backup-{}", std::process::id()));
    let file = file.to_str().unwrap();
    let reader = world.database_url().replacen("//postgres@", "//trt_reader@", 1);

    let mut crowd = world.crowd(10, 20).await;
    let dump = ["--format=custom", "--dbname", &reader, "--file", file];
    tokio::join!(postgres("pg_dump", &dump), crowd.writes(40));
    crowd.stops().await;
    let elsewhere = Cluster::shared().await.unwrap().empty_database().await.unwrap();
    postgres("pg_restore", &["--exit-on-error", "--dbname", &elsewhere.url(), file]).await;
    tokio::fs::remove_file(file).await.unwrap();

    let audit = program(&["books", "audit"]).env("DATABASE_URL", elsewhere.url()).start().unwrap();
    let status = audit.exit(PATIENCE).await.unwrap();
    assert!(status.success(), "{:?}", audit.lines());
    let books = connect(&elsewhere.url()).await.unwrap();
    let sums = "select (select count(*) from payments), \
                (select sum(balance)::bigint from accounts where person_id is not null)";
    let (there, here) =
        (books.query_one(sums, &[]).await.unwrap(), cast.books.query_one(sums, &[]).await.unwrap());
    assert_eq!(there.get::<_, i64>(0), here.get::<_, i64>(0));
    assert_eq!(there.get::<_, i64>(1), here.get::<_, i64>(1));
    let read_only = "insert into notices (chat_id, noticed_at) values (1, now())";
    let reader = connect(&reader).await.unwrap();
    assert!(reader.batch_execute(read_only).await.is_err(), "whoever dumps writes nothing");
    world.ends_well().await;
}
