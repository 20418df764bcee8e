//! What people ordered last: one for each kind, their own, the latest first.

use super::{ANNA, BORIS, Fixture};

#[tokio::test]
async fn the_last_order_of_a_kind_takes_the_place_of_the_one_before() {
    let shop = Fixture::starts().await;
    let keep = async |minutes: u8, kind: &str, model: &str, settings: &str| {
        shop.active.later(&format!("{minutes} minutes")).await;
        shop.does(async |tx| tx.generations().keep_last(ANNA, kind, model, settings).await).await;
    };

    keep(1, "text-to-image", "z-image", "wide").await;
    keep(2, "music", "suno-song", "").await;
    keep(3, "text-to-image", "flux", "square").await;

    let last = async |person| {
        let last = shop.does(async |tx| tx.generations().last_used(person).await).await;
        last.into_iter().map(|(model, settings)| format!("{model} {settings}")).collect::<Vec<_>>()
    };
    assert_eq!(last(ANNA).await, ["flux square", "suno-song "]);
    assert_eq!(last(BORIS).await, [""; 0]);
}
