//! Half a year of two hundred subscribers with seeded lives: in sum what Telegram has on record.
//!
//! Both instances hear of everything, and three times the one that is active dies.

use std::time::Duration;

use futures_util::future::join_all;
use simulator::telegram::{DeliveryFault, Person};
use simulator::world::{PATIENCE, World};

use super::{STAR, agree, build, link};
use crate::generations::studio::{Books, says, somebody};
use testbed::draws::{Draws, printed_seed};

const PEOPLE: usize = 200;
const STEPS: u32 = 90;

/// Less than the grace: a plan whose renewal comes in the same step is not over before it.
const STEP: Duration = Duration::from_secs(2 * 86_400);

#[tokio::test]
async fn half_a_year_of_two_hundred_subscribers_is_what_telegram_has_on_record() {
    let mut draws = Draws::seeded(printed_seed());
    let mut world = build().start().await;
    let books = Books::open(&world).await;
    let people = join_all((0..PEOPLE).map(|number| {
        let (world, plan) = (&world, if draws.once_in(3) { "Pro" } else { "Light" });
        async move {
            let person = somebody(world, &format!("P{number}"), 0).await;
            let address = link(&person, plan).await;
            person.pays_link(&address).await.charge();
            person.waits_for(says("runs until"), PATIENCE).await;
            person
        }
    }))
    .await;
    agree(&world, &books).await;

    let doubled = world.telegram.faults().deliveries(usize::MAX, DeliveryFault::Duplicate);
    for step in 0..STEPS {
        lives(&world, &people, &mut draws).await;
        world.time_passes(STEP).await;
        if step % (STEPS / 3) == STEPS / 4 {
            world.kills_active().await;
            world.starts_one().await;
        }
        agree(&world, &books).await;
    }

    doubled.disarm();
    // Who is not over at Telegram has the same date here, and who is over is over.
    let stars = world.telegram.stars();
    let mut expected: Vec<String> =
        stars.subscriptions().iter().map(|one| format!("{} {}", one.person, one.until)).collect();
    expected.sort();
    let dates = "select string_agg(person_id || ' ' || extract(epoch from until)::bigint, e'\\n' \
                 order by (person_id || ' ' || extract(epoch from until)::bigint) collate \"C\") \
                 from subscriptions";
    assert_eq!(books.text(dates).await, expected.join("\n"));
    let payments = stars.payments();
    let kept: i64 =
        payments.iter().filter(|one| one.went_back.is_none()).map(|one| one.stars).sum();
    let wallets = "select coalesce(sum(balance), 0)::bigint from accounts \
                   where kind in ('paid', 'bonus', 'debt') and person_id is not null";
    assert_eq!(books.number(wallets).await, kept * STAR);
    println!("{} payments of {} people", payments.len(), people.len());
    world.ends_well().await;
}

/// What happens to people in a few days.
async fn lives(world: &World, people: &[Person], draws: &mut Draws) {
    let stars = world.telegram.stars();
    let payments = stars.payments();
    for plan in stars.subscriptions().iter().filter(|plan| !plan.is_over) {
        let Some(person) = people.iter().find(|one| one.id() == plan.person) else { continue };
        if plan.is_cancelled && draws.once_in(8) {
            person.resumes_subscription(&plan.payload).await;
        } else if !plan.is_cancelled && draws.once_in(60) {
            person.cancels_subscription(&plan.payload).await;
        } else if draws.once_in(40) {
            let times = if draws.once_in(4) { 9 } else { 1 };
            stars.runs_short(person, &plan.payload, times);
        }
        if draws.once_in(150) {
            let mut own = payments.iter().rev().filter(|one| one.person == person.id());
            if let Some(charge) = own.next().filter(|one| one.went_back.is_none()) {
                stars.goes_back(&charge.id).await;
            }
        }
    }
}
