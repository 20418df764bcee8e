//! What is held of a person: no table of the schema is forgotten, and every statement about them can be run.

use std::collections::BTreeSet;

use domain::PersonId;
use store::leaving::sweeping::Swept;
use store::leaving::{HELD, Leaving, Told};

use crate::bench::Active;

const ANNA: PersonId = PersonId::new(7_000_000_001);
const ADMIN: i64 = 1_000_000_007;

#[tokio::test]
async fn every_table_is_on_the_list_of_what_is_held_of_people_once() {
    let active = Active::on_a_new_database().await;
    let tables = "select relname::text from pg_class \
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')";
    let tables = active.witness.query(tables, &[]).await.unwrap();
    let tables: BTreeSet<String> = tables.iter().map(|row| row.get(0)).collect();

    let listed: Vec<&str> = HELD.iter().map(|held| held.table).collect();

    let unlisted: Vec<_> =
        tables.iter().filter(|table| !listed.contains(&table.as_str())).collect();
    assert!(
        unlisted.is_empty(),
        "say in crates/store/src/leaving/held.rs what becomes of {unlisted:?}"
    );
    let gone: Vec<_> = listed.iter().filter(|table| !tables.contains(**table)).collect();
    assert!(gone.is_empty(), "there are no such tables: {gone:?}");
    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len(), "each once");
}

#[tokio::test]
async fn what_names_a_person_is_no_table_of_nobody() {
    let active = Active::on_a_new_database().await;
    let named = "select table_name::text from information_schema.columns \
                 where table_schema = 'public' \
                 and column_name in ('person_id', 'invited_id', 'lane', 'chat_id', 'admin_id')";
    let named = active.witness.query(named, &[]).await.unwrap();
    for row in named {
        let table: String = row.get(0);
        let held = HELD.iter().find(|held| held.table == table);
        let Some(held) = held else { continue };
        assert!(!matches!(held.leaving, Leaving::Nobody), "{table} names people");
    }
}

#[tokio::test]
async fn everything_held_of_a_person_can_be_told_and_taken_away() {
    let active = Active::on_a_new_database().await;
    active.does(async |tx| tx.people().conversation(ANNA, Some("en")).await).await;
    active.does(async |tx| tx.people().keep_state(ANNA, "a walrus").await).await;

    let told = active.store.held_of(ANNA).await.unwrap();
    let asked = HELD.iter().filter(|held| matches!(held.told, Told::Rows(_))).count();
    assert_eq!(told.len(), asked);
    let told = told.iter().find(|part| part.table == "conversations").unwrap();
    assert!(told.rows[0].contains("a walrus"), "{:?}", told.rows);

    let swept = active
        .does(async |tx| {
            tx.people().ask_to_leave(ANNA).await?;
            assert!(!tx.people().is_awaited(ANNA).await?);
            assert_eq!(tx.people().next_leaver(0).await?, Some(ANNA));
            tx.people().erase(ANNA).await?;
            tx.people().sweep(ANNA, &[ADMIN], 100).await
        })
        .await;
    assert_eq!(swept, Swept::Done);
    assert_eq!(active.number("select count(*) from departures").await, 0);
    let left = "select count(*) from conversations \
                where state = '' and language_tag is null and deleted_at is not null";
    assert_eq!(active.number(left).await, 1);
}

#[tokio::test]
async fn a_sweep_goes_batch_by_batch_and_waits_for_what_is_being_sent() {
    let active = Active::on_a_new_database().await;
    let anna = ANNA.get();
    let plant = format!(
        "insert into inbox (update_id, lane, state, done_at, payload) \
         select number, case when number % 2 = 0 then {anna} else 5 end, 1, now(), 'words' \
         from generate_series(1, 10) as number; \
         insert into inbox (update_id, lane, payload) values (11, {anna}, 'new words'); \
         insert into outbox (chat_id, priority, state, ended_at, attempt, epoch, body) values \
         ({anna}, 0, 2, now(), null, null, 'words'), \
         ({anna}, 0, 1, null, gen_random_uuid(), 1, 'words'), \
         ({ADMIN}, 0, 2, now(), null, null, 'about her'), \
         (5, 0, 2, now(), null, null, 'about somebody else')"
    );
    active.witness.batch_execute(&plant).await.unwrap();
    let sweep = async || active.does(async |tx| tx.people().sweep(ANNA, &[ADMIN], 4).await).await;
    active.does(async |tx| tx.people().ask_to_leave(ANNA).await).await;

    assert_eq!(sweep().await, Swept::More);
    assert_eq!(sweep().await, Swept::More);
    assert_eq!(sweep().await, Swept::HeldUp);
    assert_eq!(sweep().await, Swept::HeldUp);
    let sent = "update outbox set state = 2, ended_at = now() where state = 1";
    active.witness.batch_execute(sent).await.unwrap();
    assert_eq!(sweep().await, Swept::Done);

    let full = "select count(*) from inbox where payload <> ''";
    assert_eq!(active.number(full).await, 6, "those of others, and what came since");
    assert_eq!(active.number("select count(*) from outbox where body <> ''").await, 1);
}

#[tokio::test]
async fn what_was_ordered_is_forgotten_after_its_time_and_not_before() {
    let active = Active::on_a_new_database().await;
    let anna = ANNA.get();
    let plant = format!(
        "insert into conversations (person_id) values ({anna}); \
         insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, price, cost, \
             state, deadline_at, result, ended_at, delivered_at) \
         select {anna}, {anna}, day, gen_random_uuid(), 'z-image', 'words', 0, 0, 'delivered', \
             now(), 'text', now() - make_interval(days => day), now() \
         from generate_series(1, 10) as day; \
         insert into results (generation_id, no, kind, mime, url, token, file_id, created_at) \
         select id, 0, 'image', 'image/png', 'https://x', convert_to(id::text, 'UTF8'), 'f', ended_at \
         from generations"
    );
    active.witness.batch_execute(&plant).await.unwrap();
    let forget = async |rows| {
        active.does(async |tx| tx.upkeep().forget_words(5, rows).await).await
            + active.does(async |tx| tx.upkeep().forget_files(5, rows).await).await
    };

    assert_eq!(forget(2).await, 4, "a batch at a time");
    assert_eq!(forget(100).await, 8);
    assert_eq!(forget(100).await, 0);

    let words = "select count(*) from generations where input = 'words' and result = 'text'";
    assert_eq!(active.number(words).await, 4);
    let files = "select count(*) from results where file_id = 'f' and url <> ''";
    assert_eq!(active.number(files).await, 4);
}
