//! What nobody may see: the bot's token, and the addresses of Telegram's files, which hold it.
//!
//! The fake KIE searches every request as it comes; here the tables and the logs are searched too.

use simulator::kie::Fault;
use simulator::telegram::Parcel;
use simulator::world::PATIENCE;

use super::super::studio::{Books, build, gets_file, says, somebody};
use super::{PICTURE, taps};

/// Every table of ours with every row of it, as text.
async fn tables(books: &Books) -> Vec<(String, String)> {
    let names = "select string_agg(format('%I.%I', schemaname, tablename), ' ') from pg_tables \
        where schemaname not in ('pg_catalog', 'information_schema')";
    let mut all = Vec::new();
    for name in books.text(names).await.split(' ') {
        let rows = format!("select coalesce(string_agg(t::text, E'\\n'), '') from {name} t");
        all.push((name.to_owned(), books.text(&rows).await));
    }
    all
}

#[tokio::test]
async fn no_table_no_log_and_no_request_holds_the_token_or_an_address_of_a_file() {
    let builder = build().variable("LOG_LEVEL", "debug");
    let world = builder.start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    // Once without trouble, once with an upload that breaks: errors quote addresses.
    world.kie.faults().arm(Fault::UploadCode(500), 1);
    ann.says("/generate nano-banana-edit make it blue").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;
    ann.sends_album(&[Parcel::photo(PICTURE), Parcel::photo(PICTURE)]).await;
    ann.waits_for(says("2 of "), PATIENCE).await;
    taps(&ann, "enough:").await;
    taps(&ann, "go:").await;
    books.waits_until("exists (select from generations where not_before > trt_now())").await;
    books.time_passes("5 minutes").await;
    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;

    let token = world.telegram.token();
    let secret = token.split_once(':').unwrap().1;
    // Bytes are shown as hexadecimal digits.
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let wanted = [secret.to_owned(), hex(secret), "/file/bot".to_owned(), hex("/file/bot")];
    let holds = |text: &str| wanted.iter().find(|what| text.contains(what.as_str()));
    let tables = tables(&books).await;
    assert!(tables.len() > 20, "only {} tables were searched", tables.len());
    assert!(tables.iter().any(|(_, rows)| rows.contains("make it blue")), "the search is blind");
    for (name, rows) in &tables {
        assert_eq!(holds(rows), None, "in {name}");
    }
    for instance in world.instances() {
        assert!(instance.process.lines().len() > 3);
        for line in instance.process.lines() {
            assert_eq!(holds(&line), None, "in {line}");
        }
    }
    assert_eq!(holds(&world.kie.requests_text()), None);
    assert_eq!(world.kie.uploads().len(), 2);
}
