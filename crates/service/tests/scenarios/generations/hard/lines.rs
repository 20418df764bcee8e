//! A result that is stuck on its way: its person is answered meanwhile, and each line keeps its order.

use std::time::{Duration, Instant};

use simulator::telegram::{Fault, Person};
use simulator::world::PATIENCE;

use super::{RICH, files, held, is_delivered, newest, the_task};
use crate::generations::studio::{Books, orders, says, somebody};

/// Commands, and how their answers begin.
const PAGES: [(&str, &str); 3] =
    [("/help", "\u{2753} How it works"), ("/terms", "Terms"), ("/privacy", "Your data")];

/// So soon somebody is answered whose result is stuck.
const SOON: Duration = Duration::from_secs(2);

#[tokio::test]
async fn whoever_waits_for_a_stuck_result_is_answered_meanwhile() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(super::SUBMITTED).await;
    let stuck = world.telegram.faults().on_method("sendPhoto", 1, Fault::Hold);
    world.kie.finishes(&the_task(&world));
    stuck.fired().await;

    for (command, words) in PAGES {
        let (before, asked) = (newest(&ann), Instant::now());
        ann.says(command).await;
        let answer = says(words);
        ann.waits_for(|bubble| bubble.message_id > before && answer(bubble), SOON).await;
        assert!(asked.elapsed() <= SOON, "{command} took {:?}", asked.elapsed());
    }
    assert_eq!(books.sums().await.states, ["succeeded 1"], "it is still stuck");
    stuck.release();

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn a_kill_in_the_middle_of_both_lines_loses_nothing_and_keeps_the_order_of_each() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    for order in ["imagen-4 a red cat", "imagen-4 a blue dog"] {
        orders(&ann, order).await;
    }
    let taken = "(select count(*) from attempts where state = 'submitted') = 2";
    books.waits_until(taken).await;
    let active = world.active().await;
    let before = newest(&ann);
    let photo = world.telegram.faults().on_method("sendPhoto", 1, Fault::Hold);
    for task in in_order(&world) {
        world.kie.finishes(&task);
        books.waits_until("exists (select from outbox where generation_id is not null)").await;
    }
    photo.fired().await;
    books.waits_until("(select count(*) from results) = 2").await;
    let page = world.telegram.faults().on_method("sendMessage", 1, Fault::Hold);
    for (command, _) in PAGES {
        ann.says(command).await.accepted().await;
    }
    page.fired().await;
    books.waits_until("not exists (select from inbox where done_at is null)").await;

    world.kills(active).await;
    photo.release();
    page.release();

    books.all_ended().await;
    for (_, words) in PAGES {
        let answer = says(words);
        ann.waits_for(|bubble| bubble.message_id > before && answer(bubble), PATIENCE).await;
    }
    world.ends_well().await;
    let pages = PAGES.map(|(_, words)| words);
    assert_eq!(heard(&ann, before, &pages), pages, "{:#?}", ann.chat());
    let pictures = heard_with_files(&ann, &["a red cat", "a blue dog"]);
    assert!(pictures.is_sorted(), "the cat was made first: {pictures:?}");
    assert!((2..=3).contains(&files(&ann)), "one may have come twice");
}

/// The tasks in the order in which they were asked for.
fn in_order(world: &simulator::world::World) -> Vec<String> {
    world.kie.tasks().into_iter().map(|task| task.id).collect()
}

/// Which of these words the bot began its messages with, in order; one that came twice in a row counts once.
fn heard<'w>(person: &Person, after: i64, words: &[&'w str]) -> Vec<&'w str> {
    let mut heard = Vec::new();
    for bubble in person.chat() {
        let said = words.iter().find(|words| bubble.text.starts_with(**words));
        if bubble.is_from_bot() && bubble.message_id > after {
            heard.extend(said);
        }
    }
    heard.dedup();
    heard
}

/// The places among these words of the pictures that came, in order.
fn heard_with_files(person: &Person, words: &[&str]) -> Vec<usize> {
    let pictures = person.chat().into_iter().filter(|bubble| !bubble.media.is_empty());
    let place = |text: String| words.iter().position(|words| text.contains(words));
    pictures.filter_map(|bubble| place(bubble.text)).collect()
}
