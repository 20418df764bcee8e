//! What people made before: their own and nobody else's.

use domain::generation::GenerationState;
use domain::{GenerationId, Money};
use store::{GenerationEnd, NewGeneration, PastGeneration, ResultFile};

use super::{ANNA, BORIS, Fixture, MODEL, order};

const ZONE: &str = "Europe/Moscow";

fn past(id: GenerationId, at: &str) -> PastGeneration {
    PastGeneration {
        id,
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

    assert_eq!(annas, [past(second, "02.03 00:30"), past(first, "01.03 23:30")]);
    assert_eq!((older, beyond), (vec![past(first, "01.03 23:30")], Vec::new()));
    assert_eq!(page(BORIS, 0, 10).await, [past(others, "01.03 23:30")]);
}

#[tokio::test]
async fn one_generation_is_shown_to_its_person_and_to_nobody_else() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let annas = shop.orders(ANNA).await;
    let one = async |person, id| {
        shop.does(async |tx| tx.generations().past_generation(person, id, ZONE).await).await
    };

    assert_eq!(one(ANNA, annas).await, Some(past(annas, "01.03 15:00")));
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
        ..past(free, "01.03 15:00")
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
        ..past(failed, "01.03 15:00")
    };
    assert_eq!(on_its_way, Some(expected(GenerationState::Succeeded)));
    assert_eq!(page, [failed, delivered.clone()]);
    assert_eq!(one, Some(delivered));
}
