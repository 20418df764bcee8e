//! Samples: the newest three of a model, gone when they are taken away or Telegram has them no longer.

use domain::GenerationId;
use store::StoredSample;

use super::{ANNA, Fixture};

fn sample(model: &str, kind: &str, file: &str) -> StoredSample {
    StoredSample { model: model.to_owned(), kind: kind.to_owned(), file: file.to_owned() }
}

impl Fixture {
    /// An admin shows a file of a generation of their own, a minute after what was done before.
    async fn shows(&self, minute: u32, sample: &StoredSample) -> GenerationId {
        self.active.later(&format!("{minute} minutes")).await;
        let id = self.orders(ANNA).await;
        self.does(async |tx| tx.generations().show_sample(sample, id, ANNA).await).await;
        id
    }

    async fn samples(&self, model: &str) -> Vec<String> {
        let found = self.does(async |tx| tx.generations().samples(model).await).await;
        found.into_iter().map(|sample| sample.file).collect()
    }
}

#[tokio::test]
async fn the_newest_three_of_a_model_are_kept() {
    let shop = Fixture::starts().await;
    for (minute, file) in (1..).zip(["a", "b", "c", "d"]) {
        shop.shows(minute, &sample("flux", "photo", file)).await;
    }
    shop.shows(5, &sample("suno", "audio", "s")).await;
    shop.shows(6, &sample("flux", "photo", "b")).await;

    assert_eq!(shop.samples("flux").await, ["b", "d", "c"], "shown again it is the newest");
    assert_eq!(shop.samples("suno").await, ["s"]);
    assert_eq!(shop.samples("veo").await, [""; 0]);
}

#[tokio::test]
async fn a_sample_leaves_with_its_generation_or_with_its_file() {
    let shop = Fixture::starts().await;
    let one = shop.shows(1, &sample("flux", "photo", "a")).await;
    let two = shop.shows(2, &sample("flux", "photo", "b")).await;
    let is_shown = async |id| shop.does(async |tx| tx.generations().is_sample(id).await).await;
    assert!(is_shown(one).await && is_shown(two).await);

    shop.does(async |tx| tx.generations().hide_sample(one).await).await;
    assert_eq!(shop.samples("flux").await, ["b"]);
    let dropped = async || shop.does(async |tx| tx.generations().drop_sample("b").await).await;
    assert!(dropped().await && !dropped().await);
    assert!(!is_shown(one).await && !is_shown(two).await);
}

#[tokio::test]
async fn a_greeting_has_the_newest_of_each_model_that_can_be_seen() {
    let shop = Fixture::starts().await;
    let all = [("flux", "photo", "a"), ("flux", "photo", "b"), ("suno", "audio", "s")];
    for (minute, (model, kind, file)) in (1..).zip(all.into_iter().chain([("veo", "video", "v")])) {
        shop.shows(minute, &sample(model, kind, file)).await;
    }

    let newest = shop.does(async |tx| tx.generations().newest_samples().await).await;

    assert_eq!(newest, [sample("veo", "video", "v"), sample("flux", "photo", "b")]);
}
