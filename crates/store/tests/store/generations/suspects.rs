//! Fresh accounts that live on what is free, as admins see them.

use domain::PersonId;
use store::operators::guard::Suspect;

use super::{ANNA, BORIS, Fixture};

const CLARA: PersonId = PersonId::new(7_000_000_003);

/// Somebody has had so many things for nothing, so many days ago.
async fn had_for_nothing(shop: &Fixture, person: PersonId, times: u32, days: u32) {
    let text = format!(
        "insert into generations (person_id, chat_id, inbox_id, quote_id, model, input, price, \
            cost, state, deadline_at, result, delivered_at, ended_at, free_day) \
         select {person}, 1, (random() * 1e12)::bigint, gen_random_uuid(), 'veo', '{{}}', 0, 1, \
            'delivered', now(), '{{}}', trt_now(), trt_now(), \
            (trt_now() at time zone 'UTC')::date - {days} \
         from generate_series(1, {times})"
    );
    shop.active.witness.batch_execute(&text).await.unwrap();
}

async fn suspects(shop: &Fixture, most: i64) -> Vec<Suspect> {
    shop.does(async |tx| tx.upkeep().suspects("UTC", most).await).await
}

#[tokio::test]
async fn whoever_is_new_and_takes_most_for_nothing_comes_first_and_the_rest_not_at_all() {
    let shop = Fixture::starts().await;
    shop.does(async |tx| tx.people().conversation(CLARA, None).await).await;
    had_for_nothing(&shop, ANNA, 2, 0).await;
    had_for_nothing(&shop, BORIS, 1, 1).await;
    had_for_nothing(&shop, CLARA, 9, 0).await;
    had_for_nothing(&shop, BORIS, 9, 8).await;
    let aged = format!(
        "update conversations set created_at = trt_now() - interval '31 days' where person_id = {CLARA}; \
         insert into guard_refusals (person_id, refused) values ({BORIS}, 2)"
    );
    shop.active.witness.batch_execute(&aged).await.unwrap();

    let found = suspects(&shop, 10).await;

    let anna = Suspect { person: ANNA, score: 4, free: 2, refused: 0, days: 0, siblings: 0 };
    let boris = Suspect { person: BORIS, score: 12, free: 1, refused: 2, days: 0, siblings: 0 };
    assert_eq!(found, [boris, anna], "whoever has been here for a month is no newcomer");
    assert_eq!(suspects(&shop, 1).await, [boris]);
}
