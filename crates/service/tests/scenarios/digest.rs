//! The daily digest: its figures are those of the books, and each day is told once, whatever dies or is away.

use std::time::Duration;

use simulator::telegram::Person;
use simulator::world::PATIENCE;
use tokio_postgres::Client;

use crate::generations::studio::{self, Books, gets_file, orders};
use crate::refunds::{Cast, plain, says};

const MARK: &str = "Margin:";

/// The books count Stars in billionths.
const STAR: i64 = 1_000_000_000;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The hour of the digest and a minute more, on the next day of the offers' time zone.
const TO_THE_HOUR: &str = "select extract(epoch from \
    ((trt_now() at time zone 'Europe/Moscow')::date + 1 + time '09:01') at time zone 'Europe/Moscow' \
    - trt_now())::bigint";

/// How long the day lasts.
const LEFT: &str = "select extract(epoch from \
    ((trt_now() at time zone 'Europe/Moscow')::date + 1) at time zone 'Europe/Moscow' \
    - trt_now())::bigint";

fn digests(admin: &Person) -> Vec<String> {
    admin.chat().iter().filter(|bubble| says(MARK)(bubble)).map(plain).collect()
}

async fn seconds(books: &Client, query: &str) -> Duration {
    let seconds: i64 = books.query_one(query, &[]).await.unwrap().get(0);
    Duration::from_secs(seconds.unsigned_abs())
}

/// What the books say of everything, in the words of the digest.
async fn of_the_books(books: &Client) -> Vec<String> {
    let number = async |query: &str| -> i64 { books.query_one(query, &[]).await.unwrap().get(0) };
    let sum = "select coalesce(sum(amount), 0)::bigint from transfers where";
    let stars = number(&format!("{sum} unit = 'stars' and kind = 'purchase'")).await / STAR;
    let back = number(&format!("{sum} unit = 'stars' and kind = 'refund'")).await / STAR;
    let spent = number(&format!("{sum} kind = 'capture'")).await;
    let cost = number(&format!("{sum} kind = 'cost'")).await;
    let bought = "select coalesce(sum(from_paid), 0)::bigint from holds where state = 1";
    let bought = number(bought).await;
    let count = "select count(*) from transfers where unit = 'stars' and kind = 'purchase'";
    let payments = number(count).await;
    assert!(payments > 0 && back > 0 && bought > 0 && cost > 0, "there is something to compare");
    // 1.20 roubles are a Star, which pays out 0.013 dollars; a credit is half a cent.
    let brings = bought * 10_000 * 13_000 / 1_200_000;
    let margin = (brings - cost * 5 / 1_000).div_euclid(10_000);
    let decimal = |number: i64| format!("{}.{:02}", number / 100, number % 100);
    vec![
        format!("Income: {payments} payments, {stars} ⭐. Gone back: {back} ⭐"),
        format!("Spent: {} ₽, {} ₽ of it bought", decimal(spent), decimal(bought)),
        format!("Cost: {}.{} credits", cost / 1_000_000, cost % 1_000_000 / 100_000),
        format!("Margin: ${}", decimal(margin)),
    ]
}

#[tokio::test]
async fn its_figures_are_those_of_the_books_and_each_day_is_told_once() {
    let mut world = studio::build().with_roles().start().await;
    let cast = Cast::meet(&world).await;
    let books = Books::open(&world).await;
    books
        .waits_until(
            "exists (select from periodic_work where name = 'daily-digest' and last_run_at is not null)",
        )
        .await;
    if seconds(&cast.books, LEFT).await < Duration::from_secs(600) {
        world.time_passes(Duration::from_secs(900)).await;
    }
    let charge = cast.tops_up(&cast.anna, 50).await;
    cast.tops_up(&cast.anna, 100).await;
    cast.gives_back(&charge).await;
    cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    orders(&cast.anna, "imagen-4 a red cat").await;
    gets_file(&cast.anna).await;
    books.all_ended().await;
    world.ends_well().await;

    let expected = of_the_books(&cast.books).await;
    let today = plain(&cast.tells_admin("/admin digest", MARK).await);
    for figure in &expected {
        assert!(today.contains(figure), "{figure}: {today}");
    }
    assert!(today.contains(", so far") && today.contains("1 paying"), "{today}");
    assert!(today.contains("1 delivered, 0 failed"), "{today}");
    assert!(today.chars().count() <= 900);

    // What was said is written down as said; whoever was to tell is dead at the hour.
    world.ends_well().await;
    world.kills_active().await;
    world.time_passes(seconds(&cast.books, TO_THE_HOUR).await).await;
    let before = cast.admin.newest();
    let told = cast.admin.waits_for_after(before, says(MARK), PATIENCE).await;
    let told = plain(&told);
    for figure in &expected {
        assert!(told.contains(figure), "{figure}: {told}");
    }
    assert!(!told.contains("so far") && told.contains("Takeovers: 1"), "{told}");
    world.starts_one().await;
    world.stops_active().await;
    world.active().await;
    world.ends_well().await;
    assert_eq!(digests(&cast.admin).len(), 2, "one was asked for");

    world.time_passes(3 * DAY).await;
    let before = cast.admin.newest();
    cast.admin.waits_for_after(before, says(MARK), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(digests(&cast.admin).len(), 3, "days that were skipped are not told");
}
