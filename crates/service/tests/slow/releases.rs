//! The previous release and this one, taking turns: forward by a deploy, back by a rollback, under load.
//!
//! ```text
//!   previous, twice ──> this ──> previous ──> this
//!        each: new instances come, old ones go, the active one last; people write and order meanwhile
//! ```
//!
//! The schema is that of this release from the first deploy on. `TRT_OTHER_RELEASE` names the program of
//! another release instead of the one before this.

mod previous;

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::Value;
use simulator::kie::Pace;
use simulator::telegram::{Bubble, Person};
use simulator::world::crowd::Crowd;
use simulator::world::{PATIENCE, World};
use testbed::process::Process;
use testbed::promise::Promise;
use testbed::server::connect;
use testbed::{SOON, skip};

use crate::program;
use previous::Previous;

/// People who order while instances come and go, in each half of a deploy.
const BUYERS: usize = 4;

/// Lets whatever is started next be this program.
fn deploys(link: &Path, program: &Path) {
    let next = link.with_extension("next");
    symlink(program, &next).unwrap();
    std::fs::rename(&next, link).unwrap();
}

#[tokio::test]
async fn the_previous_release_and_this_one_take_turns_and_nothing_is_lost() {
    let previous = match Previous::built().await {
        Ok(previous) => previous,
        Err(why) => return skip::because(why),
    };
    let this = Path::new(program());
    let link = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("trt-{}", std::process::id()));
    deploys(&link, &previous.program);
    let world = World::build(&link).patient_lock().kie(|kie| kie.pace = Pace::Scaled(10));
    let mut world = world.start().await;
    let mut crowd = world.crowd(50, 20).await;
    let mut buyers = order(&world).await;

    for next in [this, &previous.program, this] {
        deploys(&link, next);
        buyers.extend(replace_all(&mut world, &mut crowd).await);
    }

    for buyer in &buyers {
        buyer.waits_for(is_picture, PATIENCE).await;
    }
    let account = world.ends(crowd.stops().await).await;
    println!("{} and this one, {} orders: {account:?}", previous.name, buyers.len());
    println!("warned of: {:#?}", warnings(&world));
    let kept = Promise::that("across releases nothing is done twice, and one is ACTIVE at a time");
    assert_eq!(account.twice, 0, "what was in hand was finished first");
    for buyer in &buyers {
        let pictures = buyer.chat().iter().filter(|bubble| is_picture(bubble)).count();
        assert_eq!(pictures, 1, "{} ordered one", buyer.id());
    }
    assert_eq!(world.kie.creates().len(), buyers.len(), "each order was made once");
    one_active_at_a_time(&world, 4).await;
    drop(kept);
    the_log_is_clean(&world).await;
}

/// New instances come, old ones go, the active one last; people go on writing and order. Who ordered?
async fn replace_all(world: &mut World, crowd: &mut Crowd) -> Vec<Person> {
    let instances = world.instances().iter().enumerate();
    let running = instances.filter(|(_, instance)| instance.process.status().is_none());
    let old: Vec<usize> = running.map(|(place, _)| place).collect();
    let active = world.active().await;
    world.starts_one().await;
    crowd.writes(40).await;
    for place in old.iter().filter(|place| **place != active) {
        world.stops(*place).await;
    }
    world.starts_one().await;
    crowd.writes(40).await;
    let mut buyers = order(world).await;
    world.stops(active).await;
    buyers.extend(order(world).await);
    crowd.writes(40).await;
    assert!(!old.contains(&world.active().await), "a new one is active");
    buyers
}

/// New people order a picture each, with what newcomers are given; it is made while they wait.
async fn order(world: &World) -> Vec<Person> {
    let mut buyers = Vec::with_capacity(BUYERS);
    for _ in 0..BUYERS {
        let buyer = world.person("Buyer");
        buyer.starts("").await;
        buyers.push(buyer);
    }
    for buyer in &buyers {
        buyer.waits_for(Bubble::is_from_bot, PATIENCE).await;
        buyer.says("a ginger cat on the Moon").await;
    }
    for buyer in &buyers {
        let offer = buyer.waits_for(|bubble| go(bubble).is_some(), PATIENCE).await;
        buyer.taps_on(offer.message_id, &go(&offer).unwrap()).await;
    }
    buyers
}

/// The data of the button that starts the work.
fn go(bubble: &Bubble) -> Option<String> {
    let mut data = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
    data.find(|data| data.starts_with("go:"))
}

fn is_picture(bubble: &Bubble) -> bool {
    bubble.is_from_bot() && !bubble.media.is_empty()
}

/// What instances warned of, and how often.
fn warnings(world: &World) -> BTreeMap<String, usize> {
    let mut warnings = BTreeMap::new();
    let lines = world.instances().iter().flat_map(|instance| instance.lines_at("WARN"));
    for line in lines {
        let line: Value = serde_json::from_str(&line).unwrap_or_default();
        let message = line["message"].as_str().unwrap_or_default().to_owned();
        *warnings.entry(message).or_default() += 1;
    }
    warnings
}

/// So many terms, each begun once and after the one before was given back.
async fn one_active_at_a_time(world: &World, terms: i64) {
    let client = connect(&world.database_url()).await.unwrap();
    let overlaps = "select count(*) filter (where event = 'claimed'), \
        count(*) filter (where event = 'claimed' and place > 1 \
            and (before <> 'sealed' or until > at or reason <> 'released')) \
        from (select event, reason, at, row_number() over terms as place, \
                lag(event) over terms as before, lag(at) over terms as until \
            from leader_history \
            where name not like '%/%' \
            window terms as (order by timeline, epoch, event)) history";
    let row = client.query_one(overlaps, &[]).await.unwrap();
    assert_eq!(
        (row.get::<_, i64>(0), row.get::<_, i64>(1)),
        (terms, 0),
        "terms, and those too early"
    );
    let lines = world.instances().iter().flat_map(|instance| instance.process.lines());
    let begun = lines.filter(|line| line.contains("[LOCK] PASSIVE → ACTIVE"));
    let epochs = begun.map(|line| serde_json::from_str::<Value>(&line).unwrap()["epoch"].as_i64());
    let epochs: Vec<Option<i64>> = epochs.collect();
    let different: BTreeSet<_> = epochs.iter().collect();
    assert_eq!((epochs.len(), different.len()), (4, 4), "{epochs:?}");
}

/// The rules for the log of a clean deploy, by the program itself.
async fn the_log_is_clean(world: &World) {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("log-{}", std::process::id()));
    let lines = world.instances().iter().flat_map(|instance| instance.process.lines());
    tokio::fs::write(&log, lines.collect::<Vec<_>>().join("\n")).await.unwrap();
    let check = Process::build("logcheck", program()).arg("logcheck").arg(&log);
    let check = check.args(["--minutes", "60"]).start().unwrap();
    let status = check.exit(SOON).await.unwrap();
    eprintln!("{}", check.all_lines(SOON).await.unwrap().join("\n"));
    assert!(status.success(), "the log of a clean deploy");
    tokio::fs::remove_file(&log).await.unwrap();
}
