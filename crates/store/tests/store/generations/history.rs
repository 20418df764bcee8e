//! What people made before: their own and nobody else's.

use domain::generation::GenerationState;
use domain::{GenerationId, Money};
use store::{GenerationEnd, NewGeneration, PastGeneration, ResultFile};

use super::{ANNA, BORIS, Fixture, MODEL, order};

const ZONE: &str = "Europe/Moscow";

fn past(id: GenerationId, number: i64, at: &str) -> PastGeneration {
    PastGeneration {
        id,
        number,
        model: MODEL.to_owned(),
        input: "{}".to_owned(),
        price: Money::ZERO,
        is_free: false,
        state: GenerationState::Requested,
        failure: None,
        at: at.to_owned(),
        ended: None,
        files: Vec::new(),
    }
}

#[tokio::test]
async fn history_is_the_persons_own_with_the_latest_first_page_by_page() {
    let shop = Fixture::starts().await;
    let page = async |person, skip, most| {
        shop.does(async |tx| tx.generations().past_generations(person, skip, most, ZONE).await)
            .await
    };
    shop.clock_shows("2026-03-01 20:30:00+00").await;
    let first = shop.orders(ANNA).await;
    let others = shop.orders(BORIS).await;
    shop.clock_shows("2026-03-01 21:30:00+00").await;
    let second = shop.orders(ANNA).await;

    let annas = page(ANNA, 0, 10).await;
    let older = page(ANNA, 1, 1).await;
    let beyond = page(ANNA, 2, 10).await;

    assert_eq!(annas, [past(second, 2, "02.03 00:30"), past(first, 1, "01.03 23:30")]);
    assert_eq!((older, beyond), (vec![past(first, 1, "01.03 23:30")], Vec::new()));
    assert_eq!(page(BORIS, 0, 10).await, [past(others, 1, "01.03 23:30")]);
}

#[tokio::test]
async fn one_generation_is_shown_to_its_person_and_to_nobody_else() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let annas = shop.orders(ANNA).await;
    let one = async |person, id| {
        shop.does(async |tx| tx.generations().past_generation(person, id, ZONE).await).await
    };

    assert_eq!(one(ANNA, annas).await, Some(past(annas, 1, "01.03 15:00")));
    assert_eq!(one(BORIS, annas).await, None);
    assert_eq!(one(ANNA, GenerationId::new(77)).await, None);
}

#[tokio::test]
async fn history_says_how_it_ended_and_what_telegram_has_of_it() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let free = NewGeneration { free_in: Some(ZONE), ..order(ANNA) };
    let free =
        shop.does(async |tx| tx.generations().request_generation(&free).await).await.unwrap();
    let failed = shop.orders(ANNA).await;
    let file = |no, kind: &str| ResultFile {
        no,
        kind: kind.to_owned(),
        mime: "image/png".to_owned(),
        bytes: None,
        url: "https://files.example".to_owned(),
        token: vec![u8::try_from(no).unwrap()],
        file_id: None,
        is_kept: false,
    };
    let files = [file(0, "video"), file(1, "image")];
    shop.clock_shows("2026-03-01 12:05:00+00").await;
    let row = shop.says(Some(free)).await;
    shop.does(async |tx| {
        tx.generations().end_generation(free, GenerationEnd::Succeeded { result: "{}" }).await?;
        tx.generations().keep_results(free, &files).await?;
        tx.generations().end_generation(failed, GenerationEnd::Failed("policy")).await
    })
    .await;
    let on_its_way =
        shop.does(async |tx| tx.generations().past_generation(ANNA, free, ZONE).await).await;
    let copies = ["v".to_owned(), "i".to_owned()];
    shop.does(async |tx| tx.generations().delivered_by(row, &copies).await).await;

    let page =
        shop.does(async |tx| tx.generations().past_generations(ANNA, 0, 10, ZONE).await).await;
    let one = shop.does(async |tx| tx.generations().past_generation(ANNA, free, ZONE).await).await;

    let ended = Some("01.03 15:05".to_owned());
    let expected = |state| PastGeneration {
        state,
        is_free: true,
        ended: ended.clone(),
        ..past(free, 1, "01.03 15:00")
    };
    let named = |kind: &str, id: &str| (kind.to_owned(), id.to_owned());
    let delivered = PastGeneration {
        files: vec![named("video", "v"), named("image", "i")],
        ..expected(GenerationState::Delivered)
    };
    let failed = PastGeneration {
        state: GenerationState::Failed,
        failure: Some("policy".to_owned()),
        ended: ended.clone(),
        ..past(failed, 2, "01.03 15:00")
    };
    assert_eq!(on_its_way, Some(expected(GenerationState::Succeeded)));
    assert_eq!(page, [failed, delivered.clone()]);
    assert_eq!(one, Some(delivered));
}

#[tokio::test]
async fn orders_are_counted_for_each_person_also_those_that_an_older_release_writes() {
    let shop = Fixture::starts().await;
    let number = async |id: GenerationId| {
        let number = format!("select number from generations where id = {id}");
        shop.active.witness.query_one(&number, &[]).await.unwrap().get::<_, i64>(0)
    };
    let mut ids = Vec::new();
    for person in [ANNA, BORIS, ANNA, ANNA] {
        ids.push(shop.orders(person).await);
    }
    // The release before this one names no number.
    let old = "insert into generations \
        (person_id, chat_id, inbox_id, quote_id, model, input, price, cost, deadline_at) \
        select person_id, chat_id, -7, gen_random_uuid(), model, input, price, cost, deadline_at \
        from generations where id = $1 returning id";
    let row = shop.active.witness.query_one(old, &[&ids[1].get()]).await.unwrap();
    ids.push(GenerationId::new(row.get(0)));

    let mut numbers = Vec::new();
    for id in &ids {
        numbers.push(number(*id).await);
    }

    assert_eq!(numbers, [1, 1, 2, 3, 2]);
    let twice = "update generations set number = 1 where person_id = $1 and number = 2";
    let refused = shop.active.witness.execute(twice, &[&ANNA.get()]).await.unwrap_err();
    let constraint = refused.as_db_error().and_then(|error| error.constraint()).map(str::to_owned);
    assert_eq!(constraint.as_deref(), Some("generations_number_once"));
}

#[tokio::test]
async fn a_generation_is_repeated_while_another_of_it_is_alive_or_was_ordered_just_now() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let (first, other) = (shop.orders(ANNA).await, shop.orders(ANNA).await);
    let is_repeated = async |person, id| {
        shop.does(async |tx| tx.generations().is_repeated(person, id).await).await
    };
    assert!(!is_repeated(ANNA, first).await);

    let new = NewGeneration { repeats: Some(first), ..order(ANNA) };
    let again = shop.does(async |tx| tx.generations().request_generation(&new).await).await;
    let again = again.unwrap();
    shop.clock_shows("2026-03-01 13:00:00+00").await;
    assert!(is_repeated(ANNA, first).await, "it is alive");
    assert!(!is_repeated(ANNA, other).await && !is_repeated(BORIS, first).await);

    shop.does(async |tx| tx.generations().end_generation(again, GenerationEnd::Lost).await).await;
    assert!(!is_repeated(ANNA, first).await, "it is over, and was ordered an hour ago");
    shop.clock_shows("2026-03-01 12:00:09+00").await;
    assert!(is_repeated(ANNA, first).await, "it was ordered just now");
}
