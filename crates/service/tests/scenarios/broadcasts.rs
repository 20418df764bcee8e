//! One message to many people: behind whatever people wait for, once each, whoever is active.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use simulator::telegram::{Bubble, Entry, Event};
use simulator::world::crowd::{Said, Talk, nonces_in};
use simulator::world::{PATIENCE, World};
use testbed::wait;

use crate::path::program;
use crate::refunds::{ADMIN, Cast, says};

/// So many people have it besides those who write meanwhile.
const PEOPLE: i64 = 2_000;

/// The first of them.
const FIRST: i64 = 50_000;

/// What it says, and nothing else does.
const NEWS: &str = "We <paint> better now";

/// Who wrote this long before a kill may not have been answered by then.
const UNANSWERED: Duration = Duration::from_secs(1);

/// Whoever wrote while nobody was active is answered within this all the same.
const TAKEOVER: Duration = Duration::from_secs(6);

/// Ten times what Telegram allows.
fn world() -> simulator::world::Builder {
    let world = World::build(program()).variable("ADMIN_IDS", &ADMIN.to_string());
    world.variable("TELEGRAM_RATE", "250")
}

/// Makes people whom the bot has met.
async fn meets(world: &World, cast: &Cast, people: i64) {
    for id in FIRST..FIRST + people {
        drop(world.telegram.person(id, "Ann", "en"));
    }
    let meet = format!(
        "insert into conversations (person_id, language_tag) \
         select id, 'en' from generate_series({FIRST}, {FIRST} + {people} - 1) as id"
    );
    cast.books.batch_execute(&meet).await.unwrap();
}

/// The admin writes a draft that says this; its number and its page.
pub(crate) async fn drafts(cast: &Cast, words: &str) -> (i64, Bubble) {
    let list = cast.tells_admin("/admin broadcast", "One message to many people").await;
    cast.admin.taps_on(list.message_id, "cast:new").await;
    cast.admin.waits_for(says("Send the text."), PATIENCE).await;
    let page = cast.tells_admin(words, "a draft").await;
    let id = cast.number("select max(id) from broadcasts").await;
    (id, page)
}

/// The admin sends it, and meant to; their finger trembles.
async fn sends(cast: &Cast, id: i64, page: &Bubble) {
    cast.admin.taps_on(page.message_id, &format!("cast:{id}:launch")).await;
    cast.admin.waits_for(says("Send it to"), PATIENCE).await;
    cast.admin.double_taps(page.message_id, &format!("cast:{id}:send")).await;
    cast.admin.waits_for(says("Next in line"), PATIENCE).await;
}

/// How often each chat was told the news.
fn told(journal: &[Entry]) -> BTreeMap<i64, usize> {
    let mut told = BTreeMap::new();
    for entry in journal {
        let Event::Called { method, chat: Some(chat), params, applied: true, .. } = &entry.event
        else {
            continue;
        };
        let text = params["text"].as_str().unwrap_or_default();
        // The pages of the admin quote it.
        if method == "sendMessage" && text.starts_with("We &lt;paint&gt;") {
            *told.entry(*chat).or_default() += 1;
        }
    }
    told
}

/// Waits until so many have it. The journal is looked at only once, at the end: it is long.
async fn until_told(cast: &Cast, count: i64) {
    let delivered = "select (select sum(delivered) from broadcasts)::bigint \
        + (select count(*) from outbox where line = 2 and state = 2)";
    let reached = wait::until("so many to be told", PATIENCE, async || {
        (cast.number(delivered).await >= count).then_some(())
    });
    reached.await.unwrap();
}

/// How long people waited for their replies, the longest last.
struct Waits {
    /// Of those who wrote while somebody was active.
    usual: Vec<Duration>,
    /// Of those who wrote from a moment before the kill until somebody was active again.
    around_the_kill: Vec<Duration>,
}

fn waits(journal: &[Entry], talk: &Talk, kill: Instant, again: Instant) -> Waits {
    let mut replied: BTreeMap<&str, Instant> = BTreeMap::new();
    for entry in journal {
        let Event::Called { params, applied: true, .. } = &entry.event else { continue };
        for nonce in nonces_in(params["text"].as_str().unwrap_or_default()) {
            replied.entry(nonce).or_insert(entry.at);
        }
    }
    let is_near = |said: &&Said| said.at + UNANSWERED > kill && said.at < again;
    let (near, far): (Vec<&Said>, Vec<&Said>) = talk.said.iter().partition(is_near);
    let sorted = |said: Vec<&Said>| {
        let wait = |said: &Said| replied[said.nonce.as_str()].saturating_duration_since(said.at);
        let mut waits: Vec<Duration> = said.into_iter().map(wait).collect();
        waits.sort();
        waits
    };
    Waits { usual: sorted(far), around_the_kill: sorted(near) }
}

#[tokio::test]
async fn everybody_has_it_once_across_a_hand_over_and_a_kill_and_nobody_waits_for_it() {
    let mut world = world().start().await;
    let cast = Cast::meet(&world).await;
    meets(&world, &cast, PEOPLE).await;
    let crowd = world.crowd(20, 20).await;
    let (id, page) = drafts(&cast, NEWS).await;
    assert!(page.text.contains(&format!("{}", PEOPLE + 22)), "{}", page.text);
    let began = Instant::now();
    sends(&cast, id, &page).await;

    until_told(&cast, 500).await;
    world.stops_active().await;
    world.starts_one().await;
    until_told(&cast, 1_100).await;
    let kill = Instant::now();
    world.kills_active().await;
    world.active().await;
    let again = Instant::now();
    let query = format!("select count(*) from broadcasts where id = {id} and state = 'done'");
    wait::until("it to be done", PATIENCE * 2, async || {
        (cast.number(&query).await == 1).then_some(())
    })
    .await
    .unwrap();
    let took = began.elapsed();

    let talk = crowd.stops().await;
    let said = Talk { said: talk.said.clone(), taps: Vec::new() };
    world.ends(talk).await;
    let Waits { usual, around_the_kill } = waits(&world.telegram.journal(), &said, kill, again);
    let longest = around_the_kill.last().copied().unwrap_or_default();
    let left_out = around_the_kill.len();
    assert!(usual.len() > 100, "{} wrote meanwhile", usual.len());
    let told = told(&world.telegram.journal());
    let twice = told.values().filter(|times| **times > 1).count();
    let counted = async |what: &str| {
        cast.number(&format!("select {what} from broadcasts where id = {id}")).await
    };
    let (delivered, doubtful) = (counted("delivered").await, counted("doubtful").await);
    let p99 = usual[usual.len() * 99 / 100];
    println!(
        "{} told, {doubtful} in doubt, in {took:?}; of {} replies p99 {p99:?}; left out of that \
         {left_out}, who wrote around the kill ({:?} without anybody active): {longest:?} at most",
        told.len(),
        usual.len(),
        again - kill,
    );
    assert_eq!(twice, 0, "nobody has it twice");
    assert_eq!(delivered + doubtful, PEOPLE + 22, "everybody is counted once");
    let untold = PEOPLE + 22 - i64::try_from(told.len()).unwrap();
    assert!((0..=doubtful).contains(&untold), "{untold} do not have it, {doubtful} are in doubt");
    assert!(p99 < Duration::from_secs(1), "replies took {p99:?}");
    assert!(left_out * 4 < usual.len(), "{left_out} of {} are few", usual.len());
    assert!(longest < TAKEOVER, "whoever wrote around the kill waited {longest:?}");
    let page = cast.tells_admin("/admin broadcast", "One message to many people").await;
    cast.admin.taps_on(page.message_id, &format!("cast:{id}:look")).await;
    cast.admin.waits_for(says(&format!("Delivered: {delivered}")), PATIENCE).await;
}

#[tokio::test]
pub(crate) async fn it_is_held_goes_on_and_reaches_only_those_who_want_it() {
    let world = world().variable("TELEGRAM_RATE", "20").start().await;
    let cast = Cast::meet(&world).await;
    meets(&world, &cast, 60).await;
    let gone = world.telegram.person(FIRST, "Ann", "en");
    gone.blocks().await;
    // Telegram told us of that; as if it had not, the bot finds it out by itself.
    let forget = "update conversations set unreachable_since = null";
    wait::until("the bot to hear of it", PATIENCE, async || {
        let heard = "select count(*) from conversations where unreachable_since is not null";
        (cast.number(heard).await == 1).then_some(())
    })
    .await
    .unwrap();
    cast.books.batch_execute(forget).await.unwrap();
    let before = cast.anna.newest();
    cast.anna.says("/settings").await;
    let settings = cast.anna.waits_for_after(before, says("News: on"), PATIENCE).await;
    cast.anna.taps_on(settings.message_id, "news:off").await;
    cast.anna.waits_for(says("News: off"), PATIENCE).await;

    let (id, page) = drafts(&cast, NEWS).await;
    assert!(page.text.contains("People: 61"), "{}", page.text);
    cast.admin.taps_on(page.message_id, &format!("cast:{id}:preview")).await;
    cast.admin.waits_for(|bubble| bubble.text == NEWS, PATIENCE).await;
    sends(&cast, id, &page).await;
    until_told(&cast, 10).await;
    cast.admin.double_taps(page.message_id, &format!("cast:{id}:pause")).await;
    cast.admin.waits_for(says("held"), PATIENCE).await;
    let calls = "select count(*) from outbox where line = 2 and state in (0, 1)";
    wait::until("what was under way to end", PATIENCE, async || {
        (cast.number(calls).await == 0).then_some(())
    })
    .await
    .unwrap();
    let held = told(&world.telegram.journal()).len();
    assert!(held < 55, "it was held in its course: {held}");
    cast.admin.double_taps(page.message_id, &format!("cast:{id}:resume")).await;
    let query = format!("select blocked from broadcasts where id = {id} and state = 'done'");
    let blocked = wait::until("it to be done", PATIENCE, async || {
        let row = cast.books.query_opt(&query, &[]).await.unwrap()?;
        Some(row.get::<_, i64>(0))
    });

    assert_eq!(blocked.await.unwrap(), 1);
    let told = told(&world.telegram.journal());
    assert!(!told.contains_key(&cast.anna.id()), "she does not want news");
    assert!(!told.contains_key(&FIRST));
    // The admin has it from the preview as well.
    let once = told.iter().filter(|(chat, times)| **chat != ADMIN && **times == 1).count();
    assert_eq!((once, told.len(), told[&ADMIN]), (59, 60, 2));
    let logged = "select count(*) from audit_log where action like 'broadcast-%'";
    assert_eq!(cast.number(logged).await, 3, "started, held, gone on");
    world.ends_well().await;
}

#[tokio::test]
async fn it_looks_as_its_admin_wrote_it_in_the_preview_and_to_everybody() {
    let world = world().start().await;
    let cast = Cast::meet(&world).await;
    let list = cast.tells_admin("/admin broadcast", "One message to many people").await;
    cast.admin.taps_on(list.message_id, "cast:new").await;
    cast.admin.waits_for(says("Send the text."), PATIENCE).await;
    let entities = json!([
        { "type": "bold", "offset": 0, "length": 7 },
        { "type": "italic", "offset": 3, "length": 4 },
        { "type": "text_link", "offset": 8, "length": 4, "url": "https://example.org/?a=1&b=2" },
        { "type": "custom_emoji", "offset": 0, "length": 2, "custom_emoji_id": "5" },
        { "type": "bold", "offset": "odd" },
    ]);
    let written = json!({ "message": {
        "message_id": 900,
        "date": 1,
        "from": { "id": ADMIN, "is_bot": false, "first_name": "Ada", "language_code": "en" },
        "chat": { "id": ADMIN, "type": "private", "first_name": "Ada" },
        "text": "\u{1F44D} News here <&>",
        "entities": entities,
    } });
    cast.admin.sends_raw(written).await.accepted().await;
    let page = cast.admin.waits_for(says("a draft"), PATIENCE).await;
    let id = cast.number("select max(id) from broadcasts").await;
    cast.admin.taps_on(page.message_id, &format!("cast:{id}:preview")).await;
    cast.admin.waits_for(|bubble| bubble.text == "\u{1F44D} News here <&>", PATIENCE).await;
    sends(&cast, id, &page).await;
    until_told(&cast, 2).await;

    world.ends_well().await;
    let looks = "<b>\u{1F44D} <i>News</i></b> <a href=\"https://example.org/?a=1&amp;b=2\">here</a> &lt;&amp;&gt;";
    let journal = world.telegram.journal();
    let sent = journal.iter().filter(|entry| match &entry.event {
        Event::Called { params, applied: true, .. } => params["text"].as_str() == Some(looks),
        _ => false,
    });
    assert_eq!(sent.count(), 3, "the preview, and everybody: the admin and Anna");
}
