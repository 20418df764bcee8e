//! An answer to a creation that does not come: nobody is asked twice who may have done it.

use std::net::{Ipv4Addr, SocketAddr};

use simulator::kie::Fault;
use simulator::world::PATIENCE;
use testbed::proxy::Moment;
use tokio::net::{TcpListener, TcpStream};

use super::gate::Gate;
use super::{
    DOUBTFUL, KOPECKS, PAUSED, RICH, files, hears, is_delivered, is_returned, silent, the_task,
};
use crate::generations::studio::{
    Books, Sums, build, gets_file, orders, says, somebody, status_is_gone,
};

#[tokio::test]
async fn a_task_whose_answer_was_lost_is_found_by_its_ring() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.kie.faults().arm(Fault::LostResponse, 1);

    orders(&ann, "imagen-4 a red cat").await;

    is_delivered(&world, &books, &ann, 1).await;
}

/// The ring is all we have of this task, so a look that fails must not use it up.
#[tokio::test]
async fn a_ring_about_a_doubtful_task_survives_looks_that_fail() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.kie.faults().arm(Fault::LostResponse, 1);
    let looks = [Fault::LookCode(500), Fault::MalformedLook, Fault::LookCode(422)];
    let armed = looks.map(|look| world.kie.faults().arm(look, 1));

    orders(&ann, "imagen-4 a red cat").await;
    for (place, armed) in armed.iter().enumerate() {
        armed.fired().await;
        let due = format!("exists (select from attempts where looks = {})", place + 1);
        books.waits_until(&due).await;
        books.time_passes(&format!("{} seconds", (place + 1) * 5)).await;
    }

    is_delivered(&world, &books, &ann, 1).await;
}

/// Nobody else looks at an attempt that is being submitted: until its term ends it would hang.
#[tokio::test]
async fn what_kie_said_is_written_down_although_the_database_refuses_it_at_first() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    books.refuses_attempts(&["rejected", "ambiguous"], 3).await;

    world.kie.faults().arm(Fault::Code(429), 1);
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(PAUSED).await;
    books.time_passes("40 seconds").await;
    gets_file(&ann).await;
    let lost = world.kie.faults().arm(Fault::LostResponse, 1);
    orders(&ann, "imagen-4 a blue cat").await;
    lost.fired().await;

    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(files(&ann), 2);
    for state in ["rejected", "ambiguous"] {
        let tries = books.number(&format!("select last_value from refused_{state}")).await;
        assert!(tries > 3, "{state} was tried {tries} times only");
    }
    assert_eq!(world.kie.creates().len(), 3, "what may have been made is not asked for again");
}

#[tokio::test]
async fn a_task_whose_answer_was_lost_and_that_never_rings_costs_nothing() {
    let world = silent().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.kie.faults().arm(Fault::LostResponse, 1);

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(DOUBTFUL).await;
    books.time_passes("31 minutes").await;

    is_returned(&world, &books, &ann, "lost 1", "It took far too long").await;
    assert_eq!(world.kie.creates().len(), 1);
    the_task(&world);
}

/// Cut off after the whole request had gone, or a gateway that does not know: it looks the same.
#[tokio::test]
async fn a_create_that_nobody_answered_is_not_repeated_although_nothing_was_made() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", RICH).await);
    for (number, (person, fault)) in
        [(&ann, Fault::CutBeforeMaking), (&bob, Fault::Code(408))].into_iter().enumerate()
    {
        world.kie.faults().arm(fault, 1);
        orders(person, "imagen-4 a red cat").await;
        let doubtful = "(select count(*) from attempts where state = 'ambiguous')";
        books.waits_until(&format!("{doubtful} = {}", number + 1)).await;
    }

    books.time_passes("31 minutes").await;

    for person in [&ann, &bob] {
        hears(person, 0, "It took far too long").await;
        status_is_gone(person).await;
    }
    books.all_ended().await;
    world.ends_well().await;
    let states = vec!["lost 2".to_owned()];
    let nothing = Sums { states, available: 2 * KOPECKS, held: 0, revenue: 0 };
    assert_eq!(books.sums().await, nothing);
    assert_eq!((world.kie.creates().len(), world.kie.tasks().len()), (2, 0));
}

/// The attempt is on disk, and whoever wrote it never heard so: KIE was not asked yet.
#[tokio::test]
async fn an_attempt_that_was_committed_without_our_knowing_is_made_anew() {
    let world = build().instances(1).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let gate = Gate::close(&world, "insert on attempts", "true").await;
    orders(&ann, "imagen-4 a red cat").await;
    gate.reached().await;
    let held = world.instance(0).link.hold_commit_of(Moment::AfterDecision, "insert into attempts");
    gate.opens().await;
    held.reached(PATIENCE).await.unwrap().cut();
    books.waits_until("exists (select from attempts where state = 'rejected')").await;
    books.time_passes("5 seconds").await;

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn kie_that_cannot_be_reached_is_asked_again() {
    let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let world = build().variable("KIE_API_URL", &format!("http://{address}")).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(PAUSED).await;
    assert!(world.kie.creates().is_empty());
    let kie: SocketAddr = world.kie.url().trim_start_matches("http://").parse().unwrap();
    let opened = TcpListener::bind(address).await.unwrap();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = opened.accept().await {
            tokio::spawn(async move {
                let mut far = TcpStream::connect(kie).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
            });
        }
    });
    books.time_passes("5 seconds").await;

    is_delivered(&world, &books, &ann, 1).await;
    the_task(&world);
}

/// KIE says that it failed and made nothing, and made it: the money is back, the picture comes for nothing.
#[tokio::test]
async fn a_create_that_said_500_and_was_made_is_not_asked_again_and_costs_nothing() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.kie.faults().arm(Fault::CodeMade(500), 1);

    orders(&ann, "imagen-4 a red cat").await;

    ann.waits_for(says("The model failed"), PATIENCE).await;
    gets_file(&ann).await;
    world.ends_well().await;
    assert_eq!(files(&ann), 1);
    let sums = books.sums().await;
    assert_eq!(sums.states, ["failed 1"]);
    assert_eq!((sums.available, sums.held, sums.revenue), (KOPECKS, 0, 0));
    assert_eq!((world.kie.creates().len(), world.kie.tasks().len()), (1, 1));
}
