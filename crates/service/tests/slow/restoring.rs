//! A backup under load, restored elsewhere to a moment in between, and what Telegram knows of what came after.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};
use testbed::process::Process;
use testbed::server::{Server, connect};
use testbed::wait;
use tokio_postgres::Client;

use crate::program;

/// A folder into which the server of any account may copy its log.
async fn archive() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("archive-{}", std::process::id()));
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let everybody = std::fs::Permissions::from_mode(0o777);
    tokio::fs::set_permissions(&folder, everybody).await.unwrap();
    folder
}

async fn world_with(archive: &Path) -> World {
    let command = format!("archive_command=cp %p {}/%f", archive.display());
    let world = World::build(program()).patient_lock();
    world.server_settings(&["archive_mode=on", &command]).start().await
}

async fn tops_up(person: &Person, stars: u32) {
    let before = person.newest();
    person.says(&format!("/topup {stars}")).await;
    let is_invoice = |bubble: &Bubble| bubble.invoice().is_some();
    let invoice = person.waits_for_after(before, is_invoice, PATIENCE).await;
    person.pays(invoice.message_id).await;
    let thanks = |bubble: &Bubble| bubble.is_from_bot() && bubble.text.contains("Thank you!");
    person.waits_for_after(invoice.message_id, thanks, PATIENCE).await;
}

async fn number(books: &Client, query: &str) -> i64 {
    books.query_one(query, &[]).await.unwrap().get(0)
}

/// Marks this moment in the log, and waits until something after it is archived.
async fn marks(books: &Client, point: &str) {
    let mark = "select pg_create_restore_point($1)";
    books.query_one(mark, &[&point]).await.unwrap();
}

async fn archived(books: &Client) {
    let switched: String =
        books.query_one("select pg_walfile_name(pg_switch_wal())", &[]).await.unwrap().get(0);
    let query = "select coalesce(last_archived_wal, '') >= $1 from pg_stat_archiver";
    wait::until("the log to be archived", PATIENCE, async || {
        let row = books.query_one(query, &[&switched]).await.unwrap();
        row.get::<_, bool>(0).then_some(())
    })
    .await
    .unwrap();
}

/// Runs `trt` on a database; what it printed.
async fn trt(database: &str, arguments: &[&str]) -> String {
    let process = Process::build("trt", program()).bare_environment().args(arguments);
    let process = process.env("DATABASE_URL", database).start().unwrap();
    let status = process.exit(PATIENCE).await.unwrap();
    let said = process.all_lines(PATIENCE).await.unwrap().join("\n");
    assert!(status.success(), "{arguments:?}: {said}");
    said
}

#[tokio::test]
async fn a_database_goes_back_to_a_moment_and_later_payments_are_found_by_telegrams_list() {
    let archive = archive().await;
    let mut world = world_with(&archive).await;
    let books = connect(&world.database_url()).await.unwrap();
    let anna = world.person("Anna");
    tops_up(&anna, 50).await;
    let mut crowd = world.crowd(20, 20).await;

    let copying = async {
        let copy = world.server().unwrap().back_up().await.unwrap();
        tops_up(&anna, 100).await;
        marks(&books, "before").await;
        tops_up(&anna, 250).await;
        archived(&books).await;
        copy
    };
    let (mut copy, ()) = tokio::join!(copying, crowd.writes(200));
    let payments = "select count(*) from payments";
    assert_eq!(number(&books, payments).await, 3);
    let updates = number(&books, "select count(*) from inbox").await;
    crowd.stops().await;
    for place in 0..world.instances().len() {
        world.kills(place).await;
    }

    copy.recover(&archive, "before").await.unwrap();
    let restored = goes_on(&mut world, &copy).await;
    let found = trt(&restored, &["books", "reconcile"]).await;

    assert!(found.contains("learned: 1 payment"), "{found}");
    trt(&restored, &["books", "audit"]).await;
    let books = connect(&restored).await.unwrap();
    assert_eq!(number(&books, payments).await, 3);
    let learned = "select count(*) from payments where source = 'import' and stars = 250000000000";
    assert_eq!(number(&books, learned).await, 1);
    let kept = number(&books, "select count(*) from inbox").await;
    assert!(kept < updates, "what was acknowledged since is gone for good: {kept} of {updates}");
    tokio::fs::remove_dir_all(&archive).await.unwrap();
}

/// The bot goes on from what was restored, which is in order before anybody touches it.
async fn goes_on(world: &mut World, copy: &Server) -> String {
    let restored = copy.url("postgres");
    trt(&restored, &["books", "audit"]).await;
    let books = connect(&restored).await.unwrap();
    assert_eq!(number(&books, "select count(*) from payments").await, 2);
    let address = [("DATABASE_URL", restored.as_str()), ("LOCK_DATABASE_URL", &restored)];
    let place = world.begins_one_with(&address).await;
    wait::until("the restored instance to be active", PATIENCE, async || {
        (world.instance(place).state().await.as_deref() == Some("ACTIVE")).then_some(())
    })
    .await
    .unwrap();
    // Telegram's list is believed about what is ten minutes old.
    let later = "create or replace function trt_now() returns timestamptz language sql stable \
                 as $$ select now() + interval '11 minutes' $$";
    books.batch_execute(later).await.unwrap();
    restored
}
