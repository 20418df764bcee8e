//! What KIE says to a creation, code by code: what the person hears, what is charged, how often it was
//! asked. The codes that close something are in `closing`.

use simulator::kie::Fault;
use simulator::telegram::Person;
use simulator::world::{PATIENCE, World};

use super::{KOPECKS, PAUSED, RICH, hears, so_far};
use crate::generations::studio::{Books, build, files, lines, orders, says, somebody};

/// One code, how often KIE says it to one order, and what comes of it.
struct Row {
    code: i64,
    times: usize,
    words: &'static str,
}

const fn row(code: i64, times: usize, words: &'static str) -> Row {
    Row { code, times, words }
}

#[tokio::test]
async fn a_refusal_for_good_is_explained_and_everything_comes_back() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let rows = [
        row(400, 1, "its rules don't allow this"),
        row(413, 1, "its rules don't allow this"),
        row(422, 1, "didn't accept the files or settings"),
        // A file may have been late: it is brought once more.
        row(451, 2, "can no longer read the file you sent"),
    ];

    let mut asked = 0;
    for Row { code, times, words } in rows {
        world.kie.faults().arm(Fault::Code(code), times);
        let before = so_far(&ann);
        orders(&ann, &format!("imagen-4 a red cat {code}")).await;
        asked += times;
        let told = hears(&ann, before, words).await.text.replace('\u{A0}', " ");
        assert!(told.contains("Returned in full"), "{code}: {told}");
        assert!(told.contains("Your balance: 100 ₽"), "{code}: {told}");
        assert_eq!(world.kie.creates().len(), asked, "{code}");
    }

    is_all_back(&world, &books, &ann, "failed 4").await;
    // Our own catalogue promised that it would be taken, so somebody has to look.
    assert_eq!(lines(&world, "ERROR", "does not take a request"), 1);
    assert_eq!(lines(&world, "ERROR", "[KIE]"), 1);
}

#[tokio::test]
async fn a_server_that_fails_is_not_asked_again() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    for code in [500, 501, 531] {
        world.kie.faults().arm(Fault::Code(code), 1);
        let (before, asked) = (so_far(&ann), world.kie.creates().len());
        orders(&ann, &format!("imagen-4 a red cat {code}")).await;
        hears(&ann, before, "The model failed. It wasn't your fault.").await;
        assert_eq!(world.kie.creates().len() - asked, 1, "{code}");
    }

    is_all_back(&world, &books, &ann, "failed 3").await;
}

#[tokio::test]
async fn a_refusal_for_now_is_waited_out_and_the_order_is_made() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let mut seconds = 0;
    // Too many at once, and repairs.
    let rows = [row(429, 1, ""), row(455, 2, "")];

    for Row { code, times, .. } in &rows {
        let armed = world.kie.faults().arm(Fault::Code(*code), *times);
        let (got, asked) = (files(&ann), world.kie.creates().len());
        orders(&ann, &format!("imagen-4 a red cat {code}")).await;
        for time in 1..=*times {
            armed.fired_times(time).await;
            books.waits_until(PAUSED).await;
            seconds += 40;
            books.time_passes(&format!("{seconds} seconds")).await;
        }
        let quotes = says(&format!("a red cat {code}"));
        ann.waits_for(|bubble| !bubble.media.is_empty() && quotes(bubble), PATIENCE).await;
        assert_eq!(files(&ann), got + 1, "{code}");
        assert_eq!(world.kie.creates().len() - asked, times + 1, "{code}");
    }

    books.all_ended().await;
    world.ends_well().await;
    let (sums, price) = (books.sums().await, price(&books).await);
    assert_eq!(sums.states, ["delivered 2"]);
    assert_eq!((sums.available, sums.held, sums.revenue), (KOPECKS - price, 0, price));
    assert_eq!(world.kie.tasks().len(), rows.len());
    assert_eq!(lines(&world, "ERROR", "[KIE]"), 0);
}

/// A pause of KIE does not keep somebody's money longer than the order may take.
#[tokio::test]
async fn repairs_that_outlast_the_deadline_give_the_money_back() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.kie.faults().arm(Fault::Code(455), 1);

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(PAUSED).await;
    books.time_passes("20 seconds").await;
    ann.waits_for(says("isn't answering right now. I keep trying"), PATIENCE).await;
    books.time_passes("31 minutes").await;

    hears(&ann, 0, "It waited in the queue too long and never started").await;
    is_all_back(&world, &books, &ann, "failed 1").await;
    assert_eq!(world.kie.creates().len(), 1);
}

async fn price(books: &Books) -> i64 {
    books.number("select sum(price)::bigint from generations").await
}

/// Nobody was charged for anything.
async fn is_all_back(world: &World, books: &Books, person: &Person, states: &str) {
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(files(person), 0);
    super::is_free_of_charge(books, states).await;
    assert!(world.kie.tasks().is_empty());
}
