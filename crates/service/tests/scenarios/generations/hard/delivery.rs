//! Telegram, when it does not take a result at once or as it is.

use std::time::{Duration, Instant};

use simulator::telegram::{Entry, Event, Fault, MediaKind};
use simulator::world::{PATIENCE, World};
use testbed::{SOON, wait};
use tokio::task::JoinSet;

use super::{RICH, files, is_delivered, is_paid};
use crate::generations::studio::{Books, build, gets_file, orders, says, somebody, status_is_gone};
use crate::web;

#[tokio::test]
async fn a_picture_that_must_wait_comes_after_the_pause() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.telegram.faults().on_method("sendPhoto", 1, Fault::RetryAfter(1));

    orders(&ann, "imagen-4 a red cat").await;

    is_delivered(&world, &books, &ann, 1).await;
    let journal = world.telegram.journal();
    let calls: Vec<Instant> = journal
        .iter()
        .filter(
            |entry| matches!(&entry.event, Event::Called { method, .. } if method == "sendPhoto"),
        )
        .map(|entry| entry.at)
        .collect();
    assert_eq!(calls.len(), 2);
    assert!(calls[1] - calls[0] >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_picture_that_was_cut_off_comes_again_and_is_paid_once() {
    let world = build().start().await;
    let mut people = Vec::new();
    for (fault, copies) in [
        (Fault::CutBefore, 1),
        (Fault::CutWithin, 1),
        (Fault::Status(502), 1),
        // It arrived, and we cannot know: one duplicate, and no more.
        (Fault::CutAfter, 2),
    ] {
        let ann = somebody(&world, "Ann", RICH).await;
        let armed = world.telegram.faults().on_method("sendPhoto", 1, fault);

        orders(&ann, "imagen-4 a red cat").await;
        armed.fired().await;
        gets_file(&ann).await;
        status_is_gone(&ann).await;
        people.push((ann, fault, copies));
    }
    let books = Books::open(&world).await;
    books.all_ended().await;
    world.ends_well().await;
    for (person, fault, copies) in people {
        assert_eq!(files(&person), copies, "{fault:?}");
    }
    let sums = books.sums().await;
    assert_eq!((sums.states, sums.held), (vec!["delivered 4".to_owned()], 0));
    assert_eq!(sums.available + sums.revenue, 40_000);
    assert_eq!(world.kie.creates().len(), 4);
}

#[tokio::test]
async fn a_picture_that_telegram_refuses_comes_as_a_file_and_then_as_a_link() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", RICH).await);
    let refuses = |method| world.telegram.faults().on_method(method, 1, Fault::Status(413));

    refuses("sendPhoto");
    orders(&ann, "imagen-4 a red cat").await;
    assert_eq!(gets_file(&ann).await.media[0].kind, MediaKind::Document);
    refuses("sendPhoto");
    refuses("sendDocument");
    orders(&bob, "imagen-4 a red cat").await;
    let links = bob.waits_for(says("here are links"), PATIENCE).await;
    assert!(links.html.contains("https://bot.example.org/r/"), "{}", links.html);

    for person in [&ann, &bob] {
        status_is_gone(person).await;
    }
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!((files(&ann), files(&bob)), (1, 0));
    let sums = books.sums().await;
    assert_eq!((sums.states, sums.held), (vec!["delivered 2".to_owned()], 0));
    assert!(sums.revenue > 0);
    assert_eq!(sums.available + sums.revenue, 20_000);
    assert_eq!(world.kie.creates().len(), 2);
}

#[tokio::test]
async fn a_film_of_sixty_megabytes_comes_as_a_link_that_leads_to_it() {
    let mut world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;

    orders(&ann, "kling-3-turbo-t2v a red cat [[sim:size=60MB]]").await;

    let links = ann.waits_for(says("here are links"), PATIENCE).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(files(&ann), 0);
    is_paid(&books).await;
    assert_eq!(world.kie.creates().len(), 1);
    let uploads = ["sendVideo", "sendDocument"];
    let tried = |entry: &&Entry| matches!(&entry.event, Event::Called { method, .. } if uploads.contains(&method.as_str()));
    assert_eq!(world.telegram.journal().iter().filter(tried).count(), 0, "nobody tried in vain");

    let path = links.html.split("https://bot.example.org").nth(1).unwrap();
    let path = path.split('"').next().unwrap();
    for place in 0..2 {
        let address = world.instance(place).address();
        let found = web::get(address, path, &[]).await;
        assert_eq!(found.status, 302, "{}", found.head);
        let target = format!("location: {}/direct/", world.kie.upload_url());
        assert!(found.head.contains(&target), "{}", found.head);
        for nonsense in
            [format!("{path}00"), path.to_uppercase().replace("/R/", "/r/"), "/r/x".to_owned()]
        {
            assert_eq!(web::get(address, &nonsense, &[]).await.status, 410, "{nonsense}");
        }
    }
    world.kie.advance(Duration::from_secs(15 * 24 * 3_600));
    // One that has not asked yet: the others know an address for some minutes.
    let other = world.starts_one().await;
    let gone = web::get(world.instance(other).address(), path, &["Accept-Language: ru"]).await;
    assert_eq!(gone.status, 410, "after two weeks KIE has nothing any more");
}

/// Orders a film that comes as a link; the path of the link.
async fn gets_a_link(world: &World, books: &Books) -> String {
    let ann = somebody(world, "Ann", RICH).await;
    orders(&ann, "kling-3-turbo-t2v a red cat [[sim:size=60MB]]").await;
    let links = ann.waits_for(says("here are links"), PATIENCE).await;
    books.all_ended().await;
    let path = links.html.split("https://bot.example.org").nth(1).unwrap();
    path.split('"').next().unwrap().to_owned()
}

/// How often KIE was asked for a fresh address.
fn questions(world: &World) -> usize {
    world.kie.requests_text().matches("/common/download-url").count()
}

#[tokio::test]
async fn a_link_that_is_asked_for_often_costs_kie_one_question() {
    let world = build().instances(1).start().await;
    let books = Books::open(&world).await;
    let path = gets_a_link(&world, &books).await;
    let (before, address) = (questions(&world), world.instance(0).address());

    let mut asked = JoinSet::new();
    for _ in 0..40 {
        let path = path.clone();
        asked.spawn(async move { web::get(address, &path, &[]).await.status });
    }
    let statuses = asked.join_all().await;

    assert!(statuses.iter().all(|status| *status == 302), "{statuses:?}");
    assert_eq!(questions(&world) - before, 1);
    world.ends_well().await;
}

#[tokio::test]
async fn while_kie_is_busy_a_link_says_when_to_come_again() {
    let world = build().instances(1).start().await;
    let books = Books::open(&world).await;
    let path = gets_a_link(&world, &books).await;
    let address = world.instance(0).address();
    world.kie.faults().arm(simulator::kie::Fault::LinkCode(429), 1);

    let busy = web::get(address, &path, &["Accept-Language: ru"]).await;
    assert_eq!(busy.status, 503, "{}", busy.head);
    assert!(busy.head.contains("\r\nretry-after: 5"), "{}", busy.head);
    assert!(busy.body.contains("http-equiv=\"refresh\""), "{}", busy.body);
    assert!(busy.body.contains("Результат на месте"), "{}", busy.body);

    let found = wait::until("an address", SOON, async || {
        let answer = web::get(address, &path, &[]).await;
        (answer.status == 302).then_some(())
    });
    found.await.unwrap();
    world.ends_well().await;
}
