//! A person's own data: all of it in a file, and none of it in a dump of the database once they are deleted.

use std::path::Path;

use serde_json::{Value, json};
use simulator::kie::Pace;
use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};
use testbed::places::Binaries;
use testbed::process::Process;
use testbed::wait;

use crate::generations::studio::{asks_for, gets_file, newest, orders, says};
use crate::refunds::{Cast, build};

/// A small picture of one colour, as people send them.
const PICTURE: &[u8] = include_bytes!("generations/people/picture.png");

/// What only this person would say, by where it ends up.
const PLANTED: [(&str, &str); 14] = [
    ("name", "Zephyrine-Quux"),
    ("prompt", "plantedprompt a heron on a lamp post"),
    ("draft", "plantedkept a walrus in the fog"),
    ("support", "plantedquestion where is my heron"),
    ("answer", "plantedanswer it is on its way"),
    ("reason", "plantedreason she was so patient"),
    ("refund", "plantedrefund it was blurred"),
    ("caption", "plantedcaption make it blue"),
    ("callback", "plantedcallback"),
    ("campaign", "c_plantedcampaign"),
    ("group", "plantedgroup hello everybody"),
    ("dead letter", "plantedletter nobody can read"),
    ("unsent", "plantedunsent nobody can say"),
    ("request", "plantedrequest of an operator"),
];

fn planted(place: &str) -> &'static str {
    PLANTED.iter().find(|(name, _)| *name == place).unwrap().1
}

/// Anna leaves a trace in every place there is.
async fn plants(world: &World, cast: &Cast) {
    let (anna, id) = (&cast.anna, cast.anna.id());
    anna.starts(planted("campaign")).await;
    anna.waits_for(says("Anna"), PATIENCE).await;
    let charge = cast.tops_up(anna, 50).await;
    let raw = |update: Value| async move { anna.sends_raw(update).await.accepted().await };
    let from = json!({
        "id": id, "is_bot": false, "first_name": planted("name"), "language_code": "en",
    });
    let before = anna.newest();
    raw(json!({ "message": {
        "message_id": 90_001, "date": 1_800_000_000, "from": from, "text": "/help",
        "chat": { "id": id, "type": "private", "first_name": planted("name") },
    } }))
    .await;
    anna.waits_for_after(before, says("How it works"), PATIENCE).await;
    raw(json!({ "message": {
        "message_id": 90_002, "date": 1_800_000_000, "from": from, "text": planted("group"),
        "chat": { "id": -1_000_000_000_777_i64, "type": "supergroup", "title": "friends" },
    } }))
    .await;
    raw(json!({ "callback_query": {
        "id": "7001", "from": from, "chat_instance": "1", "data": planted("callback"),
    } }))
    .await;
    orders(anna, &format!("z-image {}", planted("prompt"))).await;
    gets_file(anna).await;
    anna.says("/paysupport").await;
    anna.waits_for(says("Write what happened"), PATIENCE).await;
    anna.says(planted("support")).await;
    anna.waits_for(says("Passed on"), PATIENCE).await;
    let case = cast.number("select id from support_requests").await;
    cast.tells_admin(&format!("/admin answer {case} {}", planted("answer")), "Sent to").await;
    let adjust = format!("/admin adjust {id} 5 {}", planted("reason"));
    let question = cast.tells_admin(&adjust, "Balance now").await;
    cast.admin.taps_on(question.message_id, "Confirm").await;
    anna.waits_for(says(planted("reason")), PATIENCE).await;
    let refund = format!("/admin refund {charge} {}", planted("refund"));
    let question = cast.tells_admin(&refund, "Give this payment back?").await;
    cast.admin.taps_on(question.message_id, "Confirm").await;
    anna.waits_for(says("went back to you"), PATIENCE).await;
    let before = anna.newest();
    anna.sends_photo(PICTURE, Some(planted("caption"))).await;
    anna.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await;
    asks_for(anna, &format!("z-image {}", planted("draft"))).await;
    behind_the_back(world, cast).await;
}

/// What only goes wrong now and then.
async fn behind_the_back(_world: &World, cast: &Cast) {
    let id = cast.anna.id();
    let (letter, unsent) = (planted("dead letter"), planted("unsent"));
    let wrong = format!(
        "insert into dead_letters \
             (reference, inbox_id, update_id, lane, attempts, problem, epoch, received_at, payload) \
         values ('ABCD2345', -1, -1, {id}, 5, 'no {letter}', 1, now(), convert_to('{letter}', 'UTF8')); \
         insert into outbox (chat_id, priority, state, ended_at, problem, body) \
         values ({id}, 0, 3, now(), 'no {unsent}', convert_to('{unsent}', 'UTF8')); \
         insert into operator_requests \
             (id, kind, subject, reason, requested_by, expires_at, state, outcome, done_at) \
         values (gen_random_uuid(), 'dead-drop', 'ABCD2345', '{}', 'operator', now(), 1, 'done', now())",
        planted("request"),
    );
    cast.books.batch_execute(&wrong).await.unwrap();
}

/// What a dump of the database holds of what was planted.
async fn left(world: &World) -> Vec<&'static str> {
    let database = world.database_url();
    let (_, name) = database.rsplit_once('/').unwrap();
    let file = std::env::temp_dir().join(format!("dump-{}-{name}", std::process::id()));
    let dump = dump(&database, &file).await;
    let is_left = |words: &&str| dump.contains(*words) || dump.contains(&hex::encode(words));
    let left = PLANTED.iter().map(|(_, words)| *words).filter(is_left);
    left.collect()
}

async fn dump(database: &str, file: &Path) -> String {
    let program = Binaries::find().unwrap().folder().join("pg_dump");
    let dump = Process::build("pg_dump", program).arg("--dbname").arg(database).arg("--file");
    let dump = dump.arg(file).start().unwrap();
    assert!(dump.exit(PATIENCE).await.unwrap().success(), "{:?}", dump.lines());
    let text = tokio::fs::read_to_string(file).await.unwrap();
    tokio::fs::remove_file(file).await.unwrap();
    text
}

/// The file with everything.
async fn own_data(person: &Person) -> String {
    let before = person.newest();
    person.says("/my_data").await;
    let is_file = |bubble: &Bubble| {
        bubble.media.iter().any(|file| file.file_name.as_deref() == Some("my-data.json"))
    };
    let sent = person.waits_for_after(before, is_file, PATIENCE).await;
    String::from_utf8(sent.media[0].bytes.clone().unwrap().to_vec()).unwrap()
}

async fn leaves(person: &Person) -> Bubble {
    let before = person.newest();
    person.says("/delete_me").await;
    let question = person.waits_for_after(before, says("Delete everything?"), PATIENCE).await;
    person.taps_on(question.message_id, "Delete everything").await.answered().await;
    question
}

#[tokio::test]
async fn who_is_deleted_leaves_nothing_behind_but_the_books() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    plants(&world, &cast).await;
    assert_eq!(left(&world).await.len(), PLANTED.len(), "all of it is there before");
    let told = own_data(&cast.anna).await;
    // What operators asked of each other is not hers to read.
    for (place, words) in PLANTED.iter().filter(|(place, _)| *place != "request") {
        assert!(told.contains(words), "{place}: {told}");
    }
    let again = cast.anna.newest();
    cast.anna.says("/my_data").await;
    cast.anna.waits_for_after(again, says("You've just asked for it"), PATIENCE).await;

    leaves(&cast.anna).await;

    cast.anna.waits_for(says("Deleted."), PATIENCE).await;
    let swept = wait::until("nothing of her to be left", PATIENCE, async || {
        left(&world).await.is_empty().then_some(())
    });
    if swept.await.is_err() {
        panic!("still there: {:?}", left(&world).await);
    }
    assert_eq!(cast.number("select count(*) from departures").await, 0);
    world.books_are_in_order().await;
    // She comes back as a newcomer, and is given no second gift.
    let gifts = "select count(*) from transfers where kind = 'gift'";
    let given = cast.number(gifts).await;
    let before = cast.anna.newest();
    cast.anna.says("/start").await;
    cast.anna.waits_for_after(before, says("Anna"), PATIENCE).await;
    let before = cast.anna.newest();
    cast.anna.says("/history").await;
    cast.anna.waits_for_after(before, says("Everything you create will be here"), PATIENCE).await;
    assert_eq!(cast.number(gifts).await, given);
    world.ends_well().await;
}

#[tokio::test]
async fn what_is_being_made_is_waited_for_and_comes_before_the_deletion() {
    let world = build().kie(|kie| kie.pace = Pace::Held).start().await;
    let cast = Cast::meet(&world).await;
    cast.tops_up(&cast.anna, 50).await;
    orders(&cast.anna, "z-image a heron").await;
    world.kie.waits_until("a task", |tasks| tasks.len() == 1).await;

    let question = leaves(&cast.anna).await;

    cast.anna.waits_for(says("still being created"), PATIENCE).await;
    for task in world.kie.tasks() {
        world.kie.finishes(&task.id);
    }
    gets_file(&cast.anna).await;
    let soon = "update periodic_work set next_run_at = now() where name = 'finish-leaving'";
    let gone = wait::until("the deletion", PATIENCE, async || {
        cast.books.batch_execute(soon).await.unwrap();
        cast.anna.chat().into_iter().find(|bubble| says("Deleted.")(bubble))
    });
    let gone = gone.await.unwrap();
    assert!(gone.message_id > question.message_id && newest(&cast.anna) >= gone.message_id);
    assert_eq!(cast.number("select count(*) from results").await, 0);
    world.ends_well().await;
}
