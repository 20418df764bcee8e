//! Newcomers: the gift that is said is the gift that is given, and whoever invited them is remembered.

use std::path::Path;

use futures_util::future::join_all;
use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, DeliveryFault, Person};
use simulator::world::{Builder, PATIENCE, World};
use testbed::proxy::Moment;
use testbed::server::connect;
use tokio_postgres::Client;

use crate::crashes::HANDLING;
use crate::path::program;

const OFFERS: &str = include_str!("../../../domain/offers.toml");

/// A gift as it is told of in each language.
const GIFTS: [&str; 2] = ["10 ₽ · 9 ⭐", "9 ⭐ · 10 ₽"];

/// A world in which the program has no more rights than it needs.
fn build() -> Builder {
    World::build(program()).patient_lock().with_roles()
}

/// The same with a budget for gifts of one's own.
async fn with_gifts(name: &str, budget: &str) -> Builder {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("newcomers").join(name);
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let line = "daily_budget = \"500\"                # for all newcomers";
    assert!(OFFERS.contains(line), "the offers have no {line}");
    let offers = OFFERS.replace(line, &format!("daily_budget = \"{budget}\" # for all newcomers"));
    tokio::fs::write(folder.join("offers.toml"), offers).await.unwrap();
    build().variable("SETTINGS_DIR", folder.to_str().unwrap())
}

fn plain(bubble: &Bubble) -> String {
    bubble.text.replace('\u{A0}', " ")
}

/// Whether a text tells of a gift.
fn is_gift(text: &str) -> bool {
    let text = text.replace('\u{A0}', " ");
    GIFTS.iter().any(|gift| text.contains(gift))
}

/// Whether the bot tells of a gift.
fn gives(bubble: &Bubble) -> bool {
    bubble.is_from_bot() && is_gift(&bubble.text)
}

fn says(words: &str) -> impl Fn(&Bubble) -> bool {
    let words = words.to_owned();
    move |bubble| bubble.is_from_bot() && plain(bubble).contains(&words)
}

/// The first answer of the bot to somebody.
async fn first_answer(person: &Person) -> Bubble {
    person.waits_for(Bubble::is_from_bot, PATIENCE).await
}

/// How often somebody was told of a gift.
fn told_of_gift(world: &World, person: &Person) -> usize {
    let texts = applied_in(&world.telegram.journal(), person.id());
    texts.iter().filter(|text| is_gift(text)).count()
}

struct Books(Client);

impl Books {
    async fn open(world: &World) -> Self {
        Self(connect(&world.database_url()).await.unwrap())
    }

    async fn number(&self, query: &str) -> i64 {
        self.0.query_one(query, &[]).await.unwrap().get(0)
    }

    /// How many gifts there are, and what people have of them.
    async fn gifts(&self) -> (i64, i64) {
        let count = "select count(*) from transfers where kind = 'gift'";
        let bonus = "select coalesce(sum(balance), 0)::bigint from accounts where kind = 'bonus'";
        (self.number(count).await, self.number(bonus).await)
    }
}

#[tokio::test]
async fn a_first_start_gives_the_gift_and_says_so_and_a_second_one_does_not() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (anna, john) = (world.speaker("Anna", "ru"), world.speaker("John", "en"));

    anna.starts("").await;
    john.starts("m_z-image").await;

    let (hello, card) = (plain(&first_answer(&anna).await), plain(&first_answer(&john).await));
    assert!(hello.contains("Подарок") && hello.contains(GIFTS[0]), "{hello}");
    assert!(card.contains("Z-Image") && card.contains("gift") && card.contains(GIFTS[1]), "{card}");
    for person in [&anna, &john] {
        let before = person.newest();
        person.starts("").await;
        let again = person.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await;
        assert!(!gives(&again), "{}", again.text);
    }
    anna.says("/balance").await;
    let balance = plain(&anna.waits_for(says("Баланс"), PATIENCE).await);
    assert!(balance.contains("Доступно: 10 ₽") && balance.contains("Подарок: +10 ₽"), "{balance}");
    world.ends_well().await;
    assert_eq!(books.gifts().await, (2, 2_000));
}

#[tokio::test]
async fn fifty_newcomers_at_once_are_given_what_the_day_allows_and_nobody_hears_of_more() {
    let world = with_gifts("seven", "79.99").await.start().await;
    let books = Books::open(&world).await;
    let people: Vec<Person> = (0..50).map(|number| world.person(&format!("P{number}"))).collect();

    join_all(people.iter().map(|person| person.starts(""))).await;
    join_all(people.iter().map(first_answer)).await;

    world.ends_well().await;
    assert_eq!(books.gifts().await, (7, 7_000));
    let with_gift = "select count(*) from accounts where kind = 'bonus' and balance = 1000 \
                     and person_id = ";
    for person in &people {
        let given = books.number(&format!("{with_gift}{}", person.id())).await;
        let told = told_of_gift(&world, person);
        assert_eq!(i64::try_from(told).unwrap(), given, "what is said is what is given");
    }
    let welcomed = "select count(*) from conversations where welcomed_at is not null";
    assert_eq!(books.number(welcomed).await, 50);
}

#[tokio::test]
async fn an_update_that_reaches_two_instances_brings_one_gift() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = world.person("Ann");

    let duplicate = world.telegram.faults().deliveries(1, DeliveryFault::Duplicate);
    ann.starts("").await.accepted().await;
    duplicate.fired().await;
    let lost = world.telegram.faults().deliveries(1, DeliveryFault::DropResponse);
    ann.starts("").await.accepted().await;
    lost.fired().await;

    ann.waits_for(gives, PATIENCE).await;
    world.ends_well().await;
    assert_eq!((books.gifts().await, told_of_gift(&world, &ann)), ((1, 1_000), 1));
}

#[tokio::test]
async fn a_kill_while_the_gift_is_committed_neither_loses_it_nor_gives_it_twice() {
    for moment in [Moment::BeforeRequest, Moment::AfterDecision] {
        let world = build().start().await;
        let books = Books::open(&world).await;
        let (active, passive) = (world.active().await, world.passive().await);
        world.routes_to(&[passive]);
        world.ends_well().await;
        let held = world.instance(active).link.hold_commit_of(moment, HANDLING);

        let ann = world.person("Ann");
        ann.starts("").await.accepted().await;
        let held = held.reached(PATIENCE).await.unwrap();
        let decided = i64::from(moment == Moment::AfterDecision);
        assert_eq!(books.gifts().await, (decided, 1_000 * decided), "it is the gift's commit");
        world.kills(active).await;
        drop(held);

        ann.waits_for(gives, PATIENCE).await;
        world.ends_well().await;
        assert_eq!(books.gifts().await, (1, 1_000), "{moment:?}");
    }
}

#[tokio::test]
async fn who_invited_a_friend_is_kept_although_the_friend_comes_by_another_link_later() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (host, rival, friend) =
        (world.person("Host"), world.person("Rival"), world.person("Friend"));
    let mut links = Vec::new();
    for person in [&host, &rival] {
        person.starts("").await;
        person.says("/invite").await;
        let page = plain(&person.waits_for(says("Your link:"), PATIENCE).await);
        assert!(page.contains("13 ⭐ · 15 ₽") && page.contains("No friends have come"), "{page}");
        links.push(payload(&page));
    }

    for (start, hello) in [
        (links[0].as_str(), GIFTS[1]),
        ("m_z-image", "Z-Image"),
        ("c_spring", "Hello, Friend"),
        (links[1].as_str(), "Hello, Friend"),
    ] {
        let before = friend.newest();
        friend.starts(start).await;
        friend.waits_for_after(before, says(hello), PATIENCE).await;
    }

    let before = host.newest();
    host.says("/invite").await;
    let page =
        host.waits_for_after(before, says("Friends who came: 1. Topped up: 0."), PATIENCE).await;
    assert_eq!(payload(&plain(&page)), links[0], "a link is good for ever");
    host.starts(&links[0]).await;
    world.ends_well().await;
    let kept = format!(
        "select referrer_id from referrals where invited_id = {} \
         and (select count(*) from referrals) = 1",
        friend.id()
    );
    assert_eq!(books.number(&kept).await, host.id());
    let first = format!(
        "select count(*) from conversations where person_id = {} and start_payload = '{}'",
        friend.id(),
        links[0]
    );
    assert_eq!(books.number(&first).await, 1);
}

/// What the link on a page carries.
fn payload(page: &str) -> String {
    let (_, rest) = page.split_once("?start=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}
