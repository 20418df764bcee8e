//! Instances that die at the commits of a payment: it is credited once all the same.
//!
//! ```text
//!   told ──> the instance that takes it: its row           ──> the active one: COMMIT of the credit ──> said
//!               killed before it arrives, or unheard             killed before or after it was decided
//! ```

use simulator::telegram::Person;
use simulator::world::{PATIENCE, World};
use testbed::proxy::{Fault, Moment, Way};
use testbed::wait;

use super::{STAR, agree, balance, build, invoice, payload, thanks};
use crate::generations::studio::{Books, says, somebody};

const BOOKED: &str = "select count(*) from payments";
const STORED: &str = "select count(*) from inbox where payload like '%successful_payment%'";

/// A world with somebody who has an invoice.
async fn ready() -> (World, Books, Person, i64, String) {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;
    world.ends_well().await;
    (world, books, ann, invoice.message_id, payload(&invoice))
}

/// It is credited once, told once, and a repetition changes nothing.
async fn is_credited_once(world: &World, books: &Books, ann: &Person) {
    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;
    let charge = world.telegram.stars().payments()[0].id.clone();
    world.telegram.stars().repeats(&charge).await.accepted().await;
    world.ends_well().await;
    agree(world, books).await;
    assert_eq!((balance(books, ann).await, thanks(ann)), (50 * STAR, 1));
}

/// The active instance dies while the COMMIT of the credit is held.
async fn the_active_one_dies(moment: Moment) {
    let (world, books, ann, message, _) = ready().await;
    let (active, passive) = (world.active().await, world.passive().await);
    world.routes_to(&[passive]);
    let held = world.instance(active).link.hold_commit_of(moment, "insert into payments");

    ann.pays(message).await.charge();
    let held = held.reached(PATIENCE).await.unwrap();
    let booked = i64::from(moment == Moment::AfterDecision);
    assert_eq!((books.number(BOOKED).await, thanks(&ann)), (booked, 0));
    world.kills(active).await;
    drop(held);

    is_credited_once(&world, &books, &ann).await;
}

#[tokio::test]
async fn killed_before_the_commit_of_a_credit_reaches_the_server_it_is_credited_once() {
    the_active_one_dies(Moment::BeforeRequest).await;
}

#[tokio::test]
async fn killed_after_the_commit_of_a_credit_was_decided_it_is_credited_once() {
    the_active_one_dies(Moment::AfterDecision).await;
}

/// The instance that takes the event dies while its row is on the way to the disk, or while nobody can be told that
/// it is there.
async fn the_one_that_stores_dies(way: Way) {
    let (world, books, ann, _, payload) = ready().await;
    let (active, passive) = (world.active().await, world.passive().await);
    world.routes_to(&[passive]);
    // Nothing is to be handled meanwhile: it is about the row.
    let frozen = world.freezes(active);
    let deaf = world.instance(passive).link.inject(Fault::OneWayLoss(way));

    world.telegram.stars().charges(&ann, &payload, 50).await;
    match way {
        Way::Up => {
            let lost = async || (deaf.fired() > 0).then_some(());
            wait::until("a statement lost on its way", PATIENCE, lost).await.unwrap();
            assert_eq!(books.number(STORED).await, 0);
        }
        Way::Down => books.waits_until(&format!("({STORED}) = 1")).await,
    }
    world.kills(passive).await;
    deaf.heal();
    world.wakes(frozen);
    world.routes_to(&[active]);

    is_credited_once(&world, &books, &ann).await;
}

#[tokio::test]
async fn killed_before_the_row_of_an_event_reaches_the_server_it_is_credited_once() {
    the_one_that_stores_dies(Way::Up).await;
}

#[tokio::test]
async fn killed_when_the_row_of_an_event_is_there_and_nobody_was_told_it_is_credited_once() {
    the_one_that_stores_dies(Way::Down).await;
}
