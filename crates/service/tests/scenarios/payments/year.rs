//! A year of one subscriber, day by day: dates and credits are those of Telegram's own record.
//!
//! ```text
//!   day   0 subscribes ... 60 fails once      121 fails twice     160 cancels     165 returns
//!       230 a payment goes back      a renewal after 270 is never told of, and found      365 the end
//! ```

use std::time::Duration;

use simulator::telegram::Telling;
use simulator::world::PATIENCE;

use super::{IMPORTED, STAR, agree, agree_but_for, balance, build, link};
use crate::generations::studio::{Books, says, somebody};

const DAY: Duration = Duration::from_secs(86_400);

/// The date and the state of the plan, as the books have them.
const PLAN: &str = "select extract(epoch from until)::bigint || ' ' || state from subscriptions";

#[tokio::test]
async fn a_year_of_one_subscriber_is_what_telegram_has_on_record() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let stars = world.telegram.stars();
    let address = link(&ann, "Light").await;
    ann.pays_link(&address).await.charge();
    ann.waits_for(says("The plan Light runs until"), PATIENCE).await;
    let payload = stars.payments()[0].payload.clone();
    let mut lost = None;

    for day in 1..=365 {
        match day {
            55 => stars.runs_short(&ann, &payload, 1),
            115 => stars.runs_short(&ann, &payload, 2),
            160 => drop(ann.cancels_subscription(&payload).await.accepted().await),
            165 => drop(ann.resumes_subscription(&payload).await.unwrap().accepted().await),
            230 => {
                let charge = stars.payments().pop().unwrap().id;
                stars.goes_back(&charge).await;
            }
            270 => stars.next_events(1, Telling::Lost),
            _ => {}
        }
        let before = stars.payments().len();
        world.time_passes(DAY).await;
        let payments = stars.payments();
        // By the next day it was found in Telegram's list.
        let is_lost = day >= 270 && lost.is_none() && payments.len() > before;
        let unheard: Vec<String> = payments.iter().skip(before).map(|one| one.id.clone()).collect();
        if is_lost {
            lost = unheard.first().cloned();
            agree_but_for(&world, &books, &unheard).await;
        } else {
            agree(&world, &books).await;
            let plan = &stars.subscriptions()[0];
            let state = match (plan.is_cancelled, plan.is_failing()) {
                (true, _) => "canceled",
                (false, true) => "failed",
                (false, false) => "active",
            };
            let expected = format!("{} {state}", plan.until);
            books.waits_until(&format!("({PLAN}) = '{expected}'")).await;
        }
    }

    let payments = stars.payments();
    assert_eq!(payments.len(), 13);
    assert_eq!(books.text(IMPORTED).await, lost.unwrap());
    let kept = payments.iter().filter(|one| one.went_back.is_none());
    let kept: i64 = kept.map(|one| one.stars * STAR).sum();
    assert_eq!(balance(&books, &ann).await, kept);
    world.ends_well().await;
}
