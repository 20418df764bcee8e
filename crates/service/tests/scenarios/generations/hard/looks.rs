//! What KIE says when it is asked about a task: what is no answer is asked again, what is an end ends it.

use simulator::kie::Fault;

use super::{
    RICH, SUBMITTED, files, hears, held, is_delivered, is_free_of_charge, is_returned, silent,
    the_task,
};
use crate::generations::studio::{Books, build, gets_file, lines, orders, somebody};

#[tokio::test]
async fn a_look_without_an_answer_is_repeated() {
    let world = silent().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let faults = [
        Fault::LookCode(422),
        Fault::LookCode(500),
        Fault::MalformedLook,
        Fault::LookCut,
        Fault::LookCode(429),
        Fault::LookCode(455),
    ];
    let armed = faults.map(|fault| world.kie.faults().arm(fault, 1));

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    for (looks, armed) in armed.iter().enumerate() {
        books.time_passes(&format!("{} seconds", (looks + 1) * 6)).await;
        armed.fired().await;
        assert_eq!(files(&ann), 0);
        books
            .waits_until(&format!("exists (select from attempts where looks = {})", looks + 1))
            .await;
    }
    books.time_passes("1 minute").await;

    is_delivered(&world, &books, &ann, 1).await;
    assert_eq!(lines(&world, "ERROR", "[KIE]"), 0);
}

/// The record never appears: after the grace it is like a task that never ends.
#[tokio::test]
async fn a_task_that_nobody_can_see_is_waited_for_until_its_deadline() {
    let world = silent().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let absent = world.kie.faults().arm(Fault::LookCode(422), 3);

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    for (looks, age) in ["5 seconds", "5 minutes", "31 minutes"].into_iter().enumerate() {
        assert_eq!(books.sums().await.revenue, 0);
        books.time_passes(age).await;
        absent.fired_times(looks + 1).await;
        if looks < 2 {
            books
                .waits_until(&format!("exists (select from attempts where looks = {})", looks + 1))
                .await;
        }
    }

    is_returned(&world, &books, &ann, "lost 1", "It took far too long").await;
    // And yet it was there: the result is for nothing.
    books.time_passes("33 minutes").await;
    gets_file(&ann).await;
    hears(&ann, 0, "so it's free").await;
    world.ends_well().await;
    assert_eq!(files(&ann), 1);
    is_free_of_charge(&books, "lost 1").await;
    assert_eq!(world.kie.creates().len(), 1);
}

/// A rollback, an older release during a deploy, a model that was taken out of the settings.
#[tokio::test]
async fn a_task_of_a_model_that_this_release_does_not_know_is_delivered() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;

    books.does("update generations set model = 'of-another-release'").await;
    world.kie.finishes(&the_task(&world));

    is_delivered(&world, &books, &ann, 1).await;
}

/// Written by a release that kept no route: nobody can ask for it now, and its ring keeps nobody busy.
#[tokio::test]
async fn a_ring_about_a_task_that_cannot_be_looked_at_is_used_up() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;

    books
        .does(
            "update generations set model = 'of-another-release'; \
             update attempts set route = null, output = null",
        )
        .await;
    world.kie.finishes(&the_task(&world));
    books.waits_until("exists (select from attempts where looks > 0)").await;
    books.waits_until("not exists (select from doorbells)").await;

    assert_eq!(books.sums().await.states, ["submitted 1"], "nothing is given away");
    // The release that knows it is back.
    books.does("update generations set model = 'imagen-4'").await;
    books.time_passes("61 minutes").await;
    is_delivered(&world, &books, &ann, 1).await;
}

/// On a slow day everything would be charged for and given away, order after order.
#[tokio::test]
async fn on_a_slow_day_nobody_has_more_running_than_on_any_other() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    for number in 1..=3 {
        orders(&ann, "imagen-4 a red cat").await;
        let taken = format!("(select count(*) from attempts where state = 'submitted') = {number}");
        books.waits_until(&taken).await;
    }
    books.time_passes("31 minutes").await;
    books.waits_until("(select count(*) from generations where state = 'lost') = 3").await;

    let before = super::so_far(&ann);
    orders(&ann, "imagen-4 a red cat").await;
    hears(&ann, before, "You already have 3 in work, the most I take at once").await;
    assert_eq!(world.kie.creates().len(), 3);

    // KIE ends one of them, at last: it is delivered for nothing, and there is room again.
    world.kie.finishes(&world.kie.tasks()[0].id);
    gets_file(&ann).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until("(select count(*) from attempts) = 4").await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_task_that_never_ends_costs_nothing() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;

    orders(&ann, "imagen-4 a red cat [[sim:never]]").await;
    books.waits_until(SUBMITTED).await;
    books.time_passes("31 minutes").await;

    is_returned(&world, &books, &ann, "lost 1", "It took far too long").await;
    assert_eq!(world.kie.creates().len(), 1);
}

/// Every failure of a task has its own words, and costs nothing.
#[tokio::test]
async fn a_failed_task_is_explained_and_everything_comes_back() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let rows = [
        ("[[sim:policy]]", "its rules don't allow this"),
        ("[[sim:fail=422]]", "didn't accept the files or settings"),
        ("[[sim:fail=500]]", "The model failed"),
        ("[[sim:fail=501]]", "The model failed"),
        // The maker was silent for too long: its record says so.
        ("408", "It took far too long"),
    ];
    for (spell, words) in rows {
        let before = super::so_far(&ann);
        if spell == "408" {
            world.kie.faults().arm(Fault::LookCode(408), 1);
        }
        orders(&ann, &format!("imagen-4 a red cat {spell}")).await;
        let told = hears(&ann, before, words).await.text.replace('\u{A0}', " ");
        assert!(told.contains("Your balance: 100 ₽"), "{spell}: {told}");
    }
    books.all_ended().await;
    world.ends_well().await;
    is_free_of_charge(&books, "failed 5").await;
    assert_eq!(world.kie.creates().len(), 5);
}

#[tokio::test]
async fn a_key_that_is_refused_at_a_look_keeps_the_order_alive() {
    let world = silent().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let refused = world.kie.faults().arm(Fault::LookCode(401), 1);

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    books.time_passes("5 seconds").await;
    refused.fired().await;
    books.waits_until("exists (select from attempts where looks = 1)").await;
    assert_eq!(lines(&world, "ERROR", "[KIE] closed"), 1);
    books.time_passes("1 minute").await;

    is_delivered(&world, &books, &ann, 1).await;
}
