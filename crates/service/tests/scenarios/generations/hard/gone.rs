//! Files that KIE has lost before they were delivered: nobody pays for them, and nobody gets dead links.

use std::time::Duration;

use simulator::kie::{Fault, Ring};
use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

use super::gate::Gate;
use super::{KOPECKS, RICH, files, hears, held, newest, the_task};
use crate::generations::studio::{Books, build, gets_file, orders, says, somebody};

/// After so long KIE has nothing any more.
const LOST: Duration = Duration::from_secs(15 * 24 * 3_600);

/// Both results have been looked at, and stand before the gate.
const BOTH: &str = "(select count(*) from pg_locks \
    where locktype = 'advisory' and not granted and objid = 4711 \
        and database = (select oid from pg_database where datname = current_database())) = 2";

#[tokio::test]
async fn what_is_gone_before_it_was_delivered_is_paid_back_at_once_and_told() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", 0).await);
    let cleo = somebody(&world, "Cleo", RICH).await;
    orders(&cleo, "imagen-4 a red cat").await;
    gets_file(&cleo).await;
    books.all_ended().await;

    let gate = Gate::close(&world, "insert on results", "true").await;
    orders(&ann, "imagen-4 a red cat").await;
    orders(&bob, "z-image a red cat").await;
    gate.reached().await;
    books.waits_until(BOTH).await;
    world.kie.advance(LOST);
    gate.opens().await;

    let told = ann.waits_for(says("I couldn't bring it to you"), PATIENCE).await;
    let text = told.text.replace('\u{A0}', " ");
    assert!(text.contains("Returned in full") && text.contains("balance: 100 ₽"), "{text}");
    let told = bob.waits_for(says("I couldn't bring it to you"), PATIENCE).await;
    assert!(told.text.contains("It cost you nothing"), "{}", told.text);
    let given_up = "(select count(*) from generations where failure = 'undelivered') = 2";
    books.waits_until(given_up).await;

    // What was delivered once is gone as well: told, and paid for all the same.
    let before = newest(&cleo);
    cleo.says("/history").await;
    let history = hears(&cleo, before, "a red cat").await;
    taps(&cleo, &history, "job:receipt:").await;
    let receipt = cleo.waits_for(says("Paid: 6 ⭐ · 6.40 ₽"), PATIENCE).await;
    taps(&cleo, &receipt, "job:file:").await;
    hears(&cleo, before, "There's nothing to send").await;

    world.ends_well().await;
    assert_eq!((files(&ann), files(&bob), files(&cleo)), (0, 0, 1));
    no_links(&[&ann, &bob, &cleo]);
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 1", "succeeded 2"]);
    assert_eq!((sums.available, sums.held), (2 * KOPECKS - 640, 0));
    let dead = "select count(*) from outbox where state = 3 and problem like 'its files are gone%'";
    assert_eq!(books.number(dead).await, 3);
}

/// A day later an address of KIE is dead and the file is not: whoever asks KIE gets another.
#[tokio::test]
async fn a_result_is_taken_after_a_day_in_which_nobody_could_ask_for_it() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(super::SUBMITTED).await;
    let away = world.kie.faults().arm(Fault::LookCode(500), usize::MAX);
    world.kie.finishes(&the_task(&world));
    away.fired().await;
    world.kie.advance(Duration::from_secs(25 * 3_600));
    away.disarm();
    world.kie.rings(&the_task(&world), Ring::Genuine);

    super::is_delivered(&world, &books, &ann, 1).await;
}

/// Nobody was given a link.
fn no_links(people: &[&Person]) {
    for person in people {
        let links = person.chat().into_iter().filter(|bubble| bubble.html.contains("/r/"));
        assert_eq!(links.count(), 0, "{:#?}", person.chat());
    }
}

/// Taps the button whose data begins like this.
async fn taps(person: &Person, bubble: &Bubble, start: &str) {
    let mut data = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
    let data = data.find(|data| data.starts_with(start)).unwrap();
    person.taps_on(bubble.message_id, &data).await.answered().await;
}
