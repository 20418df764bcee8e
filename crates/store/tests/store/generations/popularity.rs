//! How much models are used: by people and days, by those who keep them, this week and before.

use domain::PersonId;
use store::usage::popularity::Popularity;

use super::{ANNA, BORIS, Fixture};

const CLARA: PersonId = PersonId::new(7_000_000_003);

/// Somebody got something of a model so many days and hours ago.
async fn got(shop: &Fixture, person: PersonId, model: &str, days: u32, hours: u32, state: &str) {
    let made = match state {
        "delivered" => "'{}', trt_now()",
        _ => "null, null",
    };
    let text = format!(
        "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, price, \
            cost, state, deadline_at, result, delivered_at, created_at, ended_at) \
         select {person}, 1, (random() * 1e12)::bigint, gen_random_uuid(), '{model}', '{{}}', 0, 0, \
            '{state}', now(), {made}, ago, ago \
         from (select trt_now() - make_interval(days => {days}, hours => {hours})) as t (ago)"
    );
    shop.active.witness.batch_execute(&text).await.unwrap();
}

fn count(model: &str, [people, repeats, keepers, week, earlier]: [u32; 5]) -> Popularity {
    Popularity { model: model.to_owned(), people, repeats, keepers, week, earlier }
}

async fn counted(shop: &Fixture, models: &[&str]) -> Vec<Popularity> {
    shop.does(async |tx| tx.upkeep().count_use(models).await).await;
    shop.does(async |tx| tx.generations().popularity().await).await
}

#[tokio::test]
async fn a_person_counts_once_a_day_and_for_what_they_got_only() {
    let shop = Fixture::starts().await;
    shop.does(async |tx| tx.people().conversation(CLARA, None).await).await;
    // Ten in one day of one person are as much as one.
    for hours in 1..=10 {
        got(&shop, ANNA, "flux", 0, hours, "delivered").await;
    }
    got(&shop, BORIS, "flux", 9, 1, "delivered").await;
    got(&shop, BORIS, "flux", 2, 1, "delivered").await;
    got(&shop, BORIS, "flux", 40, 1, "delivered").await;
    got(&shop, CLARA, "flux", 1, 1, "failed").await;
    for person in [ANNA, CLARA] {
        shop.does(async |tx| tx.generations().favour(person, "flux", true).await).await;
    }

    let found = counted(&shop, &["flux", "veo"]).await;

    assert_eq!(found, [count("flux", [2, 1, 2, 2, 1])], "nobody used the other one");
}

#[tokio::test]
async fn nobody_counts_for_more_than_a_few_days() {
    let shop = Fixture::starts().await;
    for days in 0..28 {
        got(&shop, ANNA, "flux", days, 1, "delivered").await;
    }

    assert_eq!(counted(&shop, &["flux"]).await, [count("flux", [1, 5, 0, 1, 3])]);
}

#[tokio::test]
async fn what_is_counted_again_takes_the_place_of_what_was_counted() {
    let shop = Fixture::starts().await;
    got(&shop, ANNA, "flux", 0, 1, "delivered").await;
    assert_eq!(counted(&shop, &["flux"]).await, [count("flux", [1, 0, 0, 1, 0])]);

    got(&shop, BORIS, "flux", 0, 1, "delivered").await;
    got(&shop, BORIS, "veo", 0, 1, "delivered").await;
    let both = counted(&shop, &["flux", "veo"]).await;
    assert_eq!(both, [count("flux", [2, 0, 0, 2, 0]), count("veo", [1, 0, 0, 1, 0])]);

    shop.active.later("8 days").await;
    assert_eq!(counted(&shop, &["flux", "veo"]).await[0], count("flux", [2, 0, 0, 0, 2]));
    shop.does(async |tx| tx.upkeep().forget_use(&["veo"]).await).await;
    let left = shop.does(async |tx| tx.generations().popularity().await).await;
    assert_eq!(left.len(), 1, "the catalogue no longer has the other one");
}
