//! A year of one subscriber, day by day: dates and credits are those of Telegram's own record.
//!
//! ```text
//!   day   0 subscribes      60 fails once      121 fails twice      160 cancels      165 returns
//!       230 the payment goes back, and the plan ends with it      235 subscribes anew
//!       295 is never told of, and found the day after              365 the end
//! ```

use std::time::Duration;

use simulator::telegram::{Person, Telling};
use simulator::world::{PATIENCE, World};
use testbed::wait;

use super::{IMPORTED, STAR, agree, agree_but_for, balance, build, link};
use crate::generations::studio::{Books, somebody};

const DAY: Duration = Duration::from_secs(86_400);

/// The renewal at the end of this day is lost.
const LOST: u32 = 294;

/// The date and the state of the plan, as the books have them.
const PLAN: &str = "select extract(epoch from until)::bigint || ' ' || state from subscriptions \
        order by until desc limit 1";

/// What happens at the beginning of a day.
async fn begins(day: u32, world: &World, ann: &Person) {
    let stars = world.telegram.stars();
    let payload = || stars.payments().pop().unwrap().payload;
    match day {
        0 | 235 => drop(ann.pays_link(&link(ann, "Light").await).await.charge()),
        55 => stars.runs_short(ann, &payload(), 1),
        115 => stars.runs_short(ann, &payload(), 2),
        160 => drop(ann.cancels_subscription(&payload()).await.accepted().await),
        165 => drop(ann.resumes_subscription(&payload()).await.unwrap().accepted().await),
        230 => {
            stars.goes_back(&stars.payments().pop().unwrap().id).await;
            let ended = async || stars.subscriptions()[0].is_cancelled.then_some(());
            wait::until("Telegram to be told that it ends", PATIENCE, ended).await.unwrap();
        }
        LOST => stars.next_events(1, Telling::Lost),
        _ => {}
    }
}

/// How the plan stands by Telegram's record.
fn stands(world: &World) -> String {
    let plan = world.telegram.stars().subscriptions().pop().unwrap();
    let charges = world.telegram.stars().payments();
    let paid = charges.iter().rfind(|charge| charge.payload == plan.payload).unwrap();
    let state = match (paid.went_back, plan.is_cancelled, plan.is_failing()) {
        (Some(_), ..) => "expired",
        (None, true, _) => "canceled",
        (None, false, true) => "failed",
        (None, false, false) => "active",
    };
    format!("{} {state}", plan.until)
}

#[tokio::test]
async fn a_year_of_one_subscriber_is_what_telegram_has_on_record() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let stars = world.telegram.stars();
    let mut lost = Vec::new();

    for day in 0..=365 {
        begins(day, &world, &ann).await;
        let before = stars.payments().len();
        world.time_passes(DAY).await;
        if day == LOST {
            let payments = stars.payments();
            lost.extend(payments.iter().skip(before).map(|one| one.id.clone()));
            agree_but_for(&world, &books, &lost).await;
            continue;
        }
        agree(&world, &books).await;
        books.waits_until(&format!("({PLAN}) = '{}'", stands(&world))).await;
    }

    let payments = stars.payments();
    assert_eq!((payments.len(), lost.len()), (13, 1));
    assert_eq!(books.text(IMPORTED).await, lost[0], "Telegram's list has it");
    let kept = payments.iter().filter(|one| one.went_back.is_none());
    let kept: i64 = kept.map(|one| one.stars * STAR).sum();
    assert_eq!(balance(&books, &ann).await, kept);
    world.ends_well().await;
}
