//! What KIE charged without income: day by day, corrected when the truth comes; gifts within their budget.

use std::time::Duration;

use domain::generation::{Loss, LossCause};
use domain::{Credits, Money, PersonId};
use store::losses::{AtStake, Gifted, LossDay};
use store::{AttemptEnd, GenerationEnd, NewGeneration};
use uuid::Uuid;

use super::{ANNA, Fixture, LONG, MODEL, order};

const ZONE: &str = "Europe/Moscow";

fn loss(cause: LossCause, credits: i64) -> Loss {
    Loss { cause, credits: Credits::new(credits) }
}

impl Fixture {
    async fn puts_down(&self, attempt: Uuid, losses: &[Loss]) -> LossDay {
        self.does(async |tx| tx.books().book_losses(attempt, MODEL, losses, ZONE).await).await
    }

    /// What a day lost, by its total and by its rows; both say the same.
    async fn lost_on(&self, day: &str) -> i64 {
        let total =
            format!("select coalesce(sum(credits), 0)::bigint from loss_days where day = '{day}'");
        let total = self.number(&total).await;
        let rows =
            format!("select coalesce(sum(credits), 0)::bigint from losses where day = '{day}'");
        assert_eq!(self.number(&rows).await, total);
        total
    }
}

#[tokio::test]
async fn a_day_adds_up_what_is_lost_in_it_and_ends_at_midnight_of_its_zone() {
    let shop = Fixture::starts().await;
    let (_, first) = shop.is_making("one", LONG).await;
    let (_, second) = shop.is_making("two", LONG).await;
    // Half an hour before midnight in Moscow.
    shop.clock_shows("2026-03-01 20:30:00+00").await;

    let day = shop.puts_down(first, &[loss(LossCause::Failed, 70)]).await;
    let both = [loss(LossCause::Gift, 30), loss(LossCause::Overcharged, 200)];
    let later = shop.puts_down(second, &both).await;

    let half_an_hour = Duration::from_secs(1800);
    let (zero, total) = (Credits::ZERO, Credits::new(70));
    assert_eq!(day, LossDay { before: zero, total, rest: half_an_hour });
    assert_eq!((later.before.get(), later.total.get()), (70, 300));
    assert_eq!((shop.lost_on("2026-03-01").await, shop.lost_on("2026-03-02").await), (300, 0));
    shop.clock_shows("2026-03-01 21:00:00+00").await;
    assert_eq!(shop.puts_down(first, &[]).await.total, zero, "another day");
    assert_eq!(shop.lost_on("2026-03-01").await, 230);
}

#[tokio::test]
async fn the_truth_about_what_was_lost_counts_on_its_day_and_only_what_is_above_it_today() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.is_making("task", LONG).await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    shop.puts_down(attempt, &[loss(LossCause::Lost, 100)]).await;
    shop.clock_shows("2026-03-02 12:00:00+00").await;

    let dear = shop.puts_down(attempt, &[loss(LossCause::Late, 1_000)]).await;

    assert_eq!((dear.before.get(), dear.total.get()), (0, 900));
    assert_eq!((shop.lost_on("2026-03-01").await, shop.lost_on("2026-03-02").await), (100, 900));

    let (_, cheap) = shop.is_making("other", LONG).await;
    shop.clock_shows("2026-03-03 12:00:00+00").await;
    shop.puts_down(cheap, &[loss(LossCause::Lost, 100)]).await;
    shop.clock_shows("2026-03-04 12:00:00+00").await;
    shop.puts_down(cheap, &[loss(LossCause::Failed, 40)]).await;
    assert_eq!((shop.lost_on("2026-03-03").await, shop.lost_on("2026-03-04").await), (40, 0));
}

#[tokio::test]
async fn the_admins_are_told_once_a_day_and_free_use_closes_no_model() {
    let shop = Fixture::starts().await;
    let (_, free) = shop.is_making("one", LONG).await;
    let (_, failed) = shop.is_making("two", LONG).await;
    shop.puts_down(free, &[loss(LossCause::Free, 70)]).await;
    let losing = async || shop.does(async |tx| tx.books().losing_models(ZONE).await).await;
    let tell = async || shop.does(async |tx| tx.books().may_tell_of_losses(ZONE).await).await;

    assert!(losing().await.is_empty());
    shop.puts_down(failed, &[loss(LossCause::Failed, 70)]).await;

    assert_eq!(losing().await, [MODEL]);
    assert_eq!([tell().await, tell().await], [true, false]);
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_who_lose_something_at_once_add_up() {
    let shop = Fixture::starts().await;
    let mut attempts = Vec::new();
    for number in 0..30 {
        attempts.push(shop.is_making(&format!("task-{number}"), LONG).await.1);
    }

    let days = shop.all_do(30, async |tx, number| {
        let attempt = attempts[usize::try_from(number).unwrap()];
        tx.books().book_losses(attempt, MODEL, &[loss(LossCause::Failed, 10)], ZONE).await
    });

    let mut totals: Vec<i64> = days.await.iter().map(|day| day.total.get()).collect();
    totals.sort_unstable();
    assert_eq!(totals, (1..=30).map(|n| n * 10).collect::<Vec<i64>>(), "each saw the one before");
}

#[tokio::test]
async fn what_is_at_stake_is_what_is_lost_at_kie_and_on_its_way() {
    let shop = Fixture::starts().await;
    let stake = async || shop.active.store.at_stake(ZONE).await.unwrap();
    let at = |lost: i64, running: i64| AtStake {
        lost: Credits::new(lost),
        running: Credits::new(running),
    };
    assert_eq!(stake().await, at(0, 0));
    shop.orders(ANNA).await;
    assert_eq!(stake().await, at(0, 0), "it only waits");
    let (_, failing) = shop.is_making("one", LONG).await;
    let paid = NewGeneration { price: Money::new(64), ..order(ANNA) };
    let making =
        shop.does(async |tx| tx.generations().request_generation(&paid).await).await.unwrap();
    let attempt = shop.begins(making).await;
    assert_eq!(stake().await, at(0, 1_600_000));

    shop.ends_attempt(failing, AttemptEnd::Failed(None)).await;
    shop.puts_down(failing, &[loss(LossCause::Failed, 70)]).await;
    assert_eq!(stake().await, at(70, 800_000));

    // Made, and not delivered yet: its money may still have to go back.
    shop.ends_attempt(attempt, AttemptEnd::Succeeded(None)).await;
    let result = GenerationEnd::Succeeded { result: "{}" };
    shop.does(async |tx| tx.generations().end_generation(making, result).await).await;
    assert_eq!(stake().await, at(70, 800_000));
    shop.does(async |tx| tx.generations().mark_delivered(making).await).await;
    assert_eq!(stake().await, at(70, 0));
}

#[tokio::test]
async fn what_free_use_really_cost_replaces_the_estimate_in_the_budget_of_its_day() {
    let shop = Fixture::starts().await;
    let free = NewGeneration { free_in: Some(ZONE), ..order(ANNA) };
    let budget = Credits::new(8_000_000);
    let id = shop.does(async |tx| tx.generations().request_generation(&free).await).await.unwrap();
    assert!(shop.does(async |tx| tx.generations().use_free(id, budget).await).await);
    let spent = async || shop.number("select sum(spent)::bigint from free_days").await;
    assert_eq!(spent().await, 800_000);

    shop.does(async |tx| tx.books().keep_free_cost(id, Credits::new(4_000_000)).await).await;
    assert_eq!((spent().await, shop.broken().await), (4_000_000, vec![]));

    // It fails after all: the try goes back, what KIE charged does not.
    shop.does(async |tx| {
        tx.generations().end_generation(id, GenerationEnd::Failed("in a test")).await?;
        tx.generations().give_back_free(id).await
    })
    .await;
    assert_eq!((spent().await, shop.broken().await), (4_000_000, vec![]));
    shop.does(async |tx| tx.books().keep_free_cost(id, Credits::ZERO).await).await;
    assert_eq!((spent().await, shop.broken().await), (0, vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn newcomers_are_given_something_once_and_together_no_more_than_a_day_may_cost() {
    let shop = Fixture::starts().await;
    let (amount, budget) = (Money::new(1_000), Money::new(4_500));

    let gifts = shop.all_do(20, async |tx, number| {
        let person = PersonId::new(i64::from(number % 10) + 1);
        tx.people().conversation(person, None).await?;
        tx.books().give_gift(person, amount, ZONE, budget).await
    });
    let gifts = gifts.await;

    let count = |wanted| gifts.iter().filter(|gift| **gift == wanted).count();
    assert_eq!(count(Gifted::Done), 4, "{gifts:?}");
    assert_eq!(shop.number("select sum(given)::bigint from gift_days").await, 4_000);
    assert_eq!(shop.broken().await, []);
    let too_much =
        shop.does(async |tx| tx.books().give_gift(ANNA, Money::new(5_000), ZONE, budget).await);
    assert_eq!(too_much.await, Gifted::BudgetUsed, "not even on a day without gifts");
    shop.active.later("1 day").await;
    let next_day =
        async || shop.does(async |tx| tx.books().give_gift(ANNA, amount, ZONE, budget).await).await;
    assert_eq!([next_day().await, next_day().await], [Gifted::Done, Gifted::Already]);
}
