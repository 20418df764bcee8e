//! What is for nothing: counted exactly, whoever else is at it, and given back when it came to nothing.

use domain::generation::Pace;
use domain::{Credits, GenerationId, PersonId};
use store::usage::{FreeModel, Usage};
use store::{AttemptEnd, GenerationEnd, Invariant, NewGeneration};

use super::{ANNA, BORIS, Fixture, LONG, MODEL, NOW, order};

const ZONE: &str = "Europe/Moscow";

/// Enough for ten.
const BUDGET: Credits = Credits::new(8_000_000);

const SPENT: &str = "select coalesce(sum(spent), 0)::bigint from free_days";
const USED: &str = "select coalesce(sum(used), 0)::bigint from free_use";

fn free_order(person: PersonId) -> NewGeneration<'static> {
    NewGeneration { free_in: Some(ZONE), ..order(person) }
}

impl Fixture {
    /// Orders something for nothing; none when the day's budget is used up.
    async fn orders_free(&self, person: PersonId, budget: Credits) -> Option<GenerationId> {
        let mut transaction = self.active.begin().await;
        let id = transaction
            .generations()
            .request_generation(&free_order(person))
            .await
            .unwrap()
            .unwrap();
        if transaction.generations().use_free(id, budget).await.unwrap() {
            transaction.commit().await.unwrap();
            Some(id)
        } else {
            transaction.rollback().await;
            None
        }
    }

    async fn usage(&self, person: PersonId) -> Usage {
        self.does(async |tx| tx.generations().usage(person, ZONE).await).await
    }
}

/// What was used of one model today and in the last hour.
fn used(model: &str, today: u32, hour: u32) -> FreeModel {
    FreeModel { model: model.to_owned(), today, hour }
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_people_at_once_never_pass_the_budget_of_the_day() {
    let shop = Fixture::starts().await;

    let got = shop.all_do(50, async |tx, number| {
        let person = PersonId::new(i64::from(number) + 1);
        tx.people().conversation(person, None).await?;
        let id = tx.generations().request_generation(&free_order(person)).await?.unwrap();
        let got = tx.generations().use_free(id, BUDGET).await?;
        if !got {
            // What cannot be had was never ordered.
            tx.generations().end_generation(id, GenerationEnd::Cancelled).await?;
        }
        Ok(got)
    });
    let got = got.await.into_iter().filter(|got| *got).count();

    println!("{got} of 50 got it");
    assert_eq!(got, 10);
    assert_eq!((shop.number(SPENT).await, shop.number(USED).await), (8_000_000, 10));
    assert_eq!(shop.broken().await, []);
}

/// KIE may still make it, and charge for it: on a slow day it would all be for nothing.
#[tokio::test]
async fn what_was_given_up_counts_as_running_and_as_used_until_kie_is_done_with_it() {
    let shop = Fixture::starts().await;
    let id = shop.orders_free(ANNA, BUDGET).await.unwrap();
    let attempt = shop.begins(id).await;
    shop.does(async |tx| tx.generations().attempt_taken(attempt, "task-1", NOW).await).await;
    shop.ends_attempt(attempt, AttemptEnd::Lost(Some(LONG))).await;
    shop.does(async |tx| tx.generations().end_generation(id, GenerationEnd::Lost).await).await;

    let lost = shop.usage(ANNA).await;
    shop.ends_attempt(attempt, AttemptEnd::Failed(None)).await;
    let over = shop.usage(ANNA).await;

    assert_eq!((lost.jobs, lost.today, lost.models), (1, 1, vec![used(MODEL, 1, 1)]));
    assert_eq!((over.jobs, over.today), (0, 1));
    assert_eq!(shop.broken().await, []);
}

#[tokio::test]
async fn what_alone_costs_more_than_the_budget_is_not_to_be_had() {
    let shop = Fixture::starts().await;

    let refused = shop.orders_free(ANNA, Credits::new(799_999)).await;
    let just_enough = shop.orders_free(ANNA, Credits::new(800_000)).await;
    let one_more = shop.orders_free(BORIS, Credits::new(800_000)).await;

    assert_eq!((refused, just_enough.is_some(), one_more), (None, true, None));
    assert_eq!((shop.number(SPENT).await, shop.number(USED).await), (800_000, 1));
}

#[tokio::test]
async fn a_free_try_that_came_to_nothing_counts_for_nobody() {
    let shop = Fixture::starts().await;
    let kept = shop.orders_free(ANNA, BUDGET).await.unwrap();
    let failed = shop.orders_free(ANNA, BUDGET).await.unwrap();
    let others = shop.orders_free(BORIS, BUDGET).await.unwrap();
    let fail = GenerationEnd::Failed("in a test");
    shop.does(async |tx| tx.generations().end_generation(failed, fail).await).await;
    assert_eq!(shop.broken().await, [Invariant::FreeUseCounts], "it is missed");

    shop.does(async |tx| tx.generations().give_back_free(failed).await).await;

    assert_eq!((shop.number(SPENT).await, shop.number(USED).await), (1_600_000, 2));
    assert_eq!(shop.broken().await, []);
    for id in [kept, others] {
        shop.does(async |tx| {
            tx.generations().end_generation(id, GenerationEnd::Cancelled).await?;
            tx.generations().give_back_free(id).await
        })
        .await;
    }
    assert_eq!((shop.number(SPENT).await, shop.number(USED).await), (0, 0));
    assert_eq!(shop.broken().await, []);
}

#[tokio::test]
async fn nothing_is_given_back_for_what_was_paid_for() {
    let shop = Fixture::starts().await;
    shop.orders_free(ANNA, BUDGET).await.unwrap();
    let paid = shop.orders(ANNA).await;

    shop.does(async |tx| tx.generations().give_back_free(paid).await).await;

    assert_eq!((shop.number(SPENT).await, shop.number(USED).await), (800_000, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn using_and_giving_back_at_once_adds_up() {
    let shop = Fixture::starts().await;
    let mut before = Vec::new();
    for _ in 0..8 {
        before.push(shop.orders_free(ANNA, BUDGET).await.unwrap());
    }

    let used = shop.all_do(16, async |tx, number| {
        let place = usize::try_from(number / 2).unwrap();
        if number % 2 == 0 {
            tx.people().conversation(ANNA, None).await?;
            tx.generations().end_generation(before[place], GenerationEnd::Cancelled).await?;
            tx.generations().give_back_free(before[place]).await?;
            return Ok(false);
        }
        let person = PersonId::new(i64::from(number) + 1);
        tx.people().conversation(person, None).await?;
        let id = tx.generations().request_generation(&free_order(person)).await?.unwrap();
        // There is room for all of them, whoever comes first.
        tx.generations().use_free(id, Credits::new(2 * BUDGET.get())).await
    });

    assert_eq!(used.await.into_iter().filter(|used| *used).count(), 8);
    assert_eq!((shop.number(SPENT).await, shop.number(USED).await), (6_400_000, 8));
    assert_eq!(shop.broken().await, []);
}

#[tokio::test]
async fn use_is_counted_by_the_day_of_the_zone_and_by_the_hour() {
    let shop = Fixture::starts().await;
    assert_eq!(shop.usage(ANNA).await, Usage::default());
    // Half an hour before midnight in Moscow, and half an hour after it.
    shop.clock_shows("2026-03-01 20:30:00+00").await;
    shop.orders_free(ANNA, BUDGET).await.unwrap();
    shop.orders_free(BORIS, BUDGET).await.unwrap();
    let evening = shop.usage(ANNA).await;
    shop.clock_shows("2026-03-01 21:15:00+00").await;
    shop.orders(ANNA).await;

    let night = shop.usage(ANNA).await;
    shop.clock_shows("2026-03-01 21:31:00+00").await;
    let later = shop.usage(ANNA).await;

    let both = Credits::parse("1.6").unwrap();
    let spent = Usage { spent: both, ..Usage::default() };
    assert_eq!(
        evening,
        Usage { jobs: 1, today: 1, hour: 1, models: vec![used(MODEL, 1, 1)], ..spent }
    );
    let quiet = Usage { jobs: 2, ..Usage::default() };
    assert_eq!(night, Usage { hour: 1, models: vec![used(MODEL, 0, 1)], ..quiet.clone() });
    assert_eq!(later, quiet);
}

#[tokio::test]
async fn what_came_to_nothing_is_not_counted_as_used() {
    let shop = Fixture::starts().await;
    let cancelled = shop.orders_free(ANNA, BUDGET).await.unwrap();
    shop.does(async |tx| {
        tx.generations().end_generation(cancelled, GenerationEnd::Cancelled).await?;
        tx.generations().give_back_free(cancelled).await
    })
    .await;

    assert_eq!(shop.usage(ANNA).await, Usage::default());
}

#[tokio::test]
async fn each_model_that_was_used_for_nothing_is_counted_for_itself() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    for model in [MODEL, "veo", "veo"] {
        let id = shop.orders_free(ANNA, BUDGET).await.unwrap();
        let rename = format!("update generations set model = '{model}' where id = {id}");
        shop.active.witness.batch_execute(&rename).await.unwrap();
    }
    shop.orders_free(BORIS, BUDGET).await.unwrap();

    let usage = shop.usage(ANNA).await;

    let models = vec![used("veo", 2, 2), used(MODEL, 1, 1)];
    assert_eq!((usage.today, usage.hour, usage.models), (3, 3, models));
}

/// Generations from this number to that one, an hour apart, each of so many seconds.
async fn make(shop: &Fixture, (first, last): (i64, i64), variant: &str, seconds: &str) {
    let text = format!(
        "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, price, \
            cost, state, deadline_at, result, variant, created_at, ended_at) \
         select {ANNA}, 1, n, gen_random_uuid(), '{MODEL}', '{{}}', 0, 0, 'succeeded', now(), \
            '{{}}', '{variant}', start, start + make_interval(secs => {seconds}) \
         from generate_series({first}, {last}) as n, \
            lateral (select timestamptz '2026-03-01 12:00+00' + n * interval '1 hour') as t (start)"
    );
    shop.active.witness.batch_execute(&text).await.unwrap();
}

#[tokio::test]
async fn the_pace_of_a_model_is_that_of_its_last_hundred_and_of_five_at_least() {
    let shop = Fixture::starts().await;
    let pace = async || shop.does(async |tx| tx.generations().pace(MODEL).await).await;

    // The older of them are slow; number 1 is the oldest.
    make(&shop, (1, 4), "", "900").await;
    let four = pace().await;
    make(&shop, (5, 5), "", "900").await;
    let five = pace().await;
    make(&shop, (6, 105), "", "n - 5").await;

    assert_eq!((four, five), (None, Some(Pace { usual: 900, slow: 900 })));
    // 50.5 and 90.1.
    assert_eq!(pace().await, Some(Pace { usual: 50, slow: 90 }));
    assert_eq!(shop.does(async |tx| tx.generations().pace("veo").await).await, None);
}

#[tokio::test]
async fn a_variant_with_enough_of_a_history_has_a_pace_of_its_own() {
    let shop = Fixture::starts().await;
    make(&shop, (1, 5), "small", "10").await;
    make(&shop, (6, 10), "large", "300").await;
    make(&shop, (11, 14), "rare", "5000").await;

    let paces = shop.does(async |tx| tx.generations().paces(MODEL).await).await;

    let pace = |seconds| Pace { usual: seconds, slow: seconds };
    let variants = [("large", pace(300)), ("small", pace(10))];
    assert_eq!(paces.variants, variants.map(|(name, pace)| (name.to_owned(), pace)));
    assert!(paces.model.is_some_and(|pace| pace.usual == 300 && pace.slow == 5000));
}

#[tokio::test]
async fn favourites_are_the_persons_own_and_the_latest_come_first() {
    let shop = Fixture::starts().await;
    let favour = async |model, kept| {
        shop.does(async |tx| tx.generations().favour(ANNA, model, kept).await).await
    };
    for (minute, model) in ["veo", "flux", "suno"].into_iter().enumerate() {
        shop.active.later(&format!("{minute} minutes")).await;
        favour(model, true).await;
    }
    shop.active.later("9 minutes").await;

    favour("veo", true).await;
    favour("flux", false).await;
    favour("nobody", false).await;

    assert_eq!(
        shop.does(async |tx| tx.generations().favourites(ANNA).await).await,
        ["suno", "veo"]
    );
    assert!(shop.does(async |tx| tx.generations().favourites(BORIS).await).await.is_empty());
}
