//! The states of the tables are those of the domain, and so is what may follow each.

use domain::generation::{AttemptState, GenerationState};
use store::{AttemptEnd, GenerationEnd};

use super::{ANNA, Fixture};

/// The words that a constraint names, in their order.
async fn words(shop: &Fixture, constraint: &str) -> Vec<String> {
    let query = "select pg_get_constraintdef(oid) from pg_constraint where conname = $1";
    let row = shop.active.witness.query_one(query, &[&constraint]).await.unwrap();
    let text: String = row.get(0);
    text.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

#[tokio::test]
async fn the_tables_know_the_states_of_the_domain_and_no_others() {
    let shop = Fixture::starts().await;

    let generations = words(&shop, "generations_state_known").await;
    let attempts = words(&shop, "attempts_state_known").await;

    assert_eq!(generations, GenerationState::ALL.map(GenerationState::word));
    assert_eq!(attempts, AttemptState::ALL.map(AttemptState::word));
}

#[tokio::test]
async fn a_generation_ends_only_as_its_state_allows() {
    let shop = Fixture::starts().await;
    let ends = [
        (GenerationState::Succeeded, GenerationEnd::Succeeded { result: "{}" }),
        (GenerationState::Failed, GenerationEnd::Failed("policy")),
        (GenerationState::Lost, GenerationEnd::Lost),
        (GenerationState::Cancelled, GenerationEnd::Cancelled),
    ];
    let put = "update generations set state = $2, result = '{}', \
               ended_at = case when $2 not in ('requested', 'submitting', 'submitted') \
               then trt_now() end, \
               delivered_at = case when $2 = 'delivered' then trt_now() end where id = $1";
    for before in GenerationState::ALL {
        for (after, end) in ends {
            let id = shop.orders(ANNA).await;
            shop.active.witness.execute(put, &[&id.get(), &before.word()]).await.unwrap();

            let ended = shop.does(async |tx| tx.generations().end_generation(id, end).await).await;

            assert_eq!(ended, before.next().contains(&after), "{before:?} to {after:?}");
        }
    }
}

#[tokio::test]
async fn an_attempt_ends_only_as_its_state_allows() {
    let shop = Fixture::starts().await;
    let ends = [
        (AttemptState::Rejected, AttemptEnd::Rejected),
        (AttemptState::Succeeded, AttemptEnd::Succeeded(None)),
        (AttemptState::Failed, AttemptEnd::Failed(None)),
        (AttemptState::Lost, AttemptEnd::Lost(None)),
    ];
    let put = "update attempts set state = $2, \
               ended_at = case when $2 not in ('submitting', 'submitted', 'ambiguous') \
               then trt_now() end where id::text = $1";
    for before in AttemptState::ALL {
        for (after, end) in ends {
            let attempt = shop.begins(shop.orders(ANNA).await).await;
            let name = attempt.to_string();
            shop.active.witness.execute(put, &[&name, &before.word()]).await.unwrap();

            let is_news = shop.ends_attempt(attempt, end).await;

            // What is lost once more was known.
            let may = before.next().contains(&after) && before != after;
            assert_eq!(is_news, may, "{before:?} to {after:?}");
        }
    }
}
