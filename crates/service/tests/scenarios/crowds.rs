//! Much at once: a backlog after an outage, and a neighbour who never stops.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use simulator::telegram::{Entry, Event};
use simulator::world::crowd::nonces_in;
use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;

use crate::path::program;

/// How much had piled up, and of how many people.
const ROWS: i64 = 20_000;
const PEOPLE: i64 = 400;

/// So much of it is watched being worked off; the bench watches fifty thousand.
const WATCHED: i64 = 5_000;

/// What may be held in memory while it is worked off.
const MOST_MEMORY_KB: u64 = 150 * 1024;

#[tokio::test]
async fn a_backlog_is_worked_off_in_order_and_within_bounds() {
    let mut world = World::build(program()).instances(1).start().await;
    world.stops_active().await;
    let people: Vec<i64> = (0..PEOPLE).map(|_| world.person("Ann").id()).collect();
    let (first, database) = (people[0], connect(&world.database_url()).await.unwrap());
    let fill = format!(
        "insert into inbox (update_id, lane, payload) \
         select n, {first} + n % {PEOPLE}, convert_to(format('{{\"update_id\":%s,\"message\":{{\
         \"message_id\":%s,\"date\":1,\"chat\":{{\"id\":%s,\"type\":\"private\"}},\"from\":{{\
         \"id\":%s,\"is_bot\":false,\"first_name\":\"Ann\"}},\"text\":\"nonce-%s-%s-\"}}}}', \
         n, n, {first} + n % {PEOPLE}, {first} + n % {PEOPLE}, {first} + n % {PEOPLE}, n), 'UTF8') \
         from generate_series(1, {ROWS}) as n"
    );
    database.batch_execute(&fill).await.unwrap();

    let place = world.starts_one().await;
    world.active().await;
    let began = Instant::now();
    world.telegram.waits_until("the first reply", |journal| journal.iter().any(is_reply)).await;
    let waited = began.elapsed();
    // The journal is looked at once, at the end: it is long.
    wait::until("a quarter of it worked off", PATIENCE * 2, async || {
        let health = world.instance(place).health().await?;
        (health["queue"]["total_processed"].as_i64()? >= WATCHED).then_some(())
    })
    .await
    .unwrap();

    let memory = memory_kb(world.instance(place).process.pid());
    let took = began.elapsed();
    println!("backlog: first reply after {waited:?}, {WATCHED} after {took:?}, {memory} kB");
    assert!(waited < Duration::from_secs(2), "the first reply came after {waited:?}");
    assert!(memory < MOST_MEMORY_KB, "{memory} kB were in use");
    world.kills(place).await;
    in_order(&world.telegram.journal());
    assert!(world.telegram.violations().is_empty());
}

fn is_reply(entry: &Entry) -> bool {
    matches!(&entry.event, Event::Called { method, applied: true, .. } if method == "sendMessage")
}

/// No update twice, and of each person in its order.
fn in_order(journal: &[Entry]) {
    let mut last: BTreeMap<i64, i64> = BTreeMap::new();
    let mut count = 0;
    for entry in journal.iter().filter(|entry| is_reply(entry)) {
        let Event::Called { chat: Some(chat), params, .. } = &entry.event else { continue };
        let text = params["text"].as_str().unwrap_or_default();
        for nonce in nonces_in(text) {
            let number = nonce.split('-').nth(2).unwrap().parse().unwrap();
            let before = last.insert(*chat, number).unwrap_or_default();
            assert!(before < number, "{number} of {chat} came after {before}");
            count += 1;
        }
    }
    assert!(count >= WATCHED / 2, "only {count} replies were seen");
}

/// The most memory a process has had.
#[expect(clippy::disallowed_methods, reason = "one small file that is no file")]
fn memory_kb(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or_default()
}

#[tokio::test]
async fn a_neighbour_who_never_stops_delays_nobody() {
    let world = World::build(program()).patient_lock().start().await;
    let mut crowd = world.crowd(50, 20).await;
    crowd.writes(60).await;
    let alone = world.ends(crowd.stops().await).await;

    let mut crowd = world.crowd(50, 20).await;
    let loud = world.person("Loud");
    let mut ticks = tokio::time::interval(Duration::from_millis(5));
    for number in 0..600 {
        ticks.tick().await;
        loud.says(&format!("loud-{number}")).await;
    }
    crowd.writes(1).await;
    let beside = world.ends(crowd.stops().await).await;

    println!("alone {:?}, beside a loud neighbour {:?}", alone.slowest, beside.slowest);
    // The bench measures how much; here it must not be his 600 messages that they wait for.
    assert!(beside.slowest < Duration::from_secs(2), "{beside:?}");
}
