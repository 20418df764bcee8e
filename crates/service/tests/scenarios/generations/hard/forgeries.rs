//! Callbacks that are not KIE's: they are turned away, or only make us ask.

use std::net::SocketAddr;

use simulator::kie::Ring;
use simulator::world::World;

use super::{DOUBTFUL, RICH, SUBMITTED, held, is_delivered, the_task};
use crate::generations::studio::{Books, files, orders, somebody};
use crate::web;

const KEY: &str = "a-key-of-the-bell";

#[tokio::test]
async fn a_forged_ring_is_turned_away_or_has_no_effect() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let task = the_task(&world);
    let known = world.kie.tasks()[0].callback.clone().unwrap();
    let before = books.sums().await;

    for (ring, status) in [
        (Ring::WrongToken, 404),
        (Ring::AlteredBody, 200),
        (Ring::UnknownTask, 200),
        (Ring::StaleSuccess, 200),
    ] {
        let rings = world.kie.callbacks().len();
        world.kie.rings(&task, ring);
        world.kie.hears_until("the ring", |all| all.len() > rings).await;
        assert_eq!(world.kie.callbacks()[rings].status, Some(status), "{ring:?}");
    }
    let path = known.strip_prefix("https://bot.example.org").unwrap();
    let token = path.rsplit('/').next().unwrap();
    let address = world.instance(world.active().await).address();
    for (path, body, status) in [
        (format!("/kie-callback/00000000-0000-4000-8000-000000000000/{token}"), "{}", 404),
        (format!("/kie-callback/nobody/{token}"), "{}", 404),
        (path.replace(token, &token.to_uppercase()), "{}", 404),
        (path.to_owned(), "", 200),
        (path.to_owned(), "{\"data\":", 200),
        (path.to_owned(), "[1, 2]", 200),
    ] {
        assert_eq!(posted(address, &path, body).await, status, "{path} {body}");
    }
    let heard = "not exists (select from doorbells)";
    books.waits_until(heard).await;
    assert_eq!(books.sums().await, before, "nobody paid, nobody was paid back");
    assert_eq!(files(&ann), 0);

    world.kie.finishes(&task);
    is_delivered(&world, &books, &ann, 1).await;
}

/// The path is secret; even who knows it can only make us ask about tasks that are not ours.
#[tokio::test]
async fn a_ring_that_names_a_strangers_task_gives_nobody_their_result() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", RICH).await);
    orders(&bob, "imagen-4 a blue dog").await;
    books.waits_until(SUBMITTED).await;
    let bobs = the_task(&world);
    world.kie.faults().arm(simulator::kie::Fault::LostResponse, 1);
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(DOUBTFUL).await;
    let anns = world.kie.tasks()[1].clone();
    world.kie.finishes(&bobs);
    super::super::studio::gets_file(&bob).await;

    let path = anns.callback.clone().unwrap();
    let path = path.strip_prefix("https://bot.example.org").unwrap();
    let address = world.instance(world.active().await).address();
    let body = format!("{{\"data\":{{\"taskId\":\"{bobs}\"}}}}");
    assert_eq!(posted(address, path, &body).await, 200);
    books.waits_until("not exists (select from doorbells)").await;
    assert_eq!(files(&ann), 0, "a result of somebody else");

    world.kie.finishes(&anns.id);
    super::super::studio::gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!((files(&ann), files(&bob)), (1, 1));
    assert_eq!(books.sums().await.states, ["delivered 2"]);
    assert_eq!(world.kie.creates().len(), 2);
}

#[tokio::test]
async fn with_a_key_only_signed_rings_are_heard() {
    let world = held()
        .variable("KIE_WEBHOOK_HMAC_KEY", KEY)
        .kie(|kie| kie.hmac_key = Some(KEY.to_owned()))
        .start()
        .await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let task = the_task(&world);

    for (ring, status) in [
        (Ring::WrongSignature, 404),
        (Ring::OldTimestamp, 404),
        (Ring::Genuine, 200),
        (Ring::WrongToken, 404),
    ] {
        let rings = world.kie.callbacks().len();
        world.kie.rings(&task, ring);
        world.kie.hears_until("the ring", |all| all.len() > rings).await;
        assert_eq!(world.kie.callbacks()[rings].status, Some(status), "{ring:?}");
    }
    let address = world.instance(world.active().await).address();
    let path = unsigned(&world);
    assert_eq!(posted(address, &path, &format!("{{\"taskId\":\"{task}\"}}")).await, 404);
    assert_eq!(posted(address, &path, "").await, 404);

    world.kie.finishes(&task);
    is_delivered(&world, &books, &ann, 1).await;
}

/// Attempts of an earlier release have tokens that only the database knows.
#[tokio::test]
async fn a_random_token_of_an_earlier_release_is_still_known() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let task = the_task(&world);
    let path = unsigned(&world);
    let (pair, ours) = path.rsplit_once('/').unwrap();
    let old = "0123456789abcdef0123456789abcdef";
    let forget = format!(
        "with old as (update attempts set token = decode('{old}', 'hex') returning 1) \
         select count(*) from old"
    );
    assert_eq!(books.number(&forget).await, 1);

    for place in 0..2 {
        let address = world.instance(place).address();
        for (token, body, status) in [
            (old, "{}".to_owned(), 200),
            (&old.replace('0', "1"), "{}".to_owned(), 404),
            (old, "x".repeat(65 * 1024), 413),
            // Fits the id, and is not the one that the attempt was made with.
            (ours, "{}".to_owned(), 404),
        ] {
            assert_eq!(posted(address, &format!("{pair}/{token}"), &body).await, status, "{token}");
        }
    }
    world.kie.finishes(&task);
    is_delivered(&world, &books, &ann, 1).await;
}

fn unsigned(world: &World) -> String {
    let known = world.kie.tasks()[0].callback.clone().unwrap();
    known.strip_prefix("https://bot.example.org").unwrap().to_owned()
}

/// Rings by hand; the status of the answer.
async fn posted(address: SocketAddr, path: &str, body: &str) -> u16 {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    web::send(address, request).await.status
}
