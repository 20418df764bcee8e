//! What people can send to friends: their own, the newest first, and nobody else's.

use store::{GenerationEnd, Intake, ResultFile, SharedFile};

use super::{ANNA, BORIS, Fixture, MODEL};
use crate::bench::url;

/// A file that was made.
fn file(no: i16, kind: &str, token: u8) -> ResultFile {
    ResultFile {
        no,
        kind: kind.to_owned(),
        mime: "image/png".to_owned(),
        bytes: Some(7),
        url: "https://files.example".to_owned(),
        token: vec![token, u8::try_from(no).unwrap()],
        file_id: None,
        is_kept: false,
    }
}

impl Fixture {
    /// Somebody has a result of so many files, of which Telegram has copies that begin like this.
    async fn has_result(&self, person: domain::PersonId, files: i16, copies: &str) -> i64 {
        let id = self.orders(person).await;
        let row = self.says(Some(id)).await;
        let token = u8::try_from(id.get()).unwrap();
        let files: Vec<ResultFile> = (0..files).map(|no| file(no, "image", token)).collect();
        let names: Vec<String> = files.iter().map(|file| format!("{copies}{}", file.no)).collect();
        self.does(async |tx| {
            tx.generations().end_generation(id, GenerationEnd::Succeeded { result: "{}" }).await?;
            tx.generations().keep_results(id, &files).await?;
            tx.generations().delivered_by(row, &names).await
        })
        .await;
        id.get()
    }
}

fn ids(files: &[SharedFile]) -> Vec<&str> {
    files.iter().map(|file| file.file_id.as_str()).collect()
}

#[tokio::test]
async fn everybody_finds_their_own_with_the_newest_first_and_what_is_named_before_all() {
    let shop = Fixture::starts().await;
    let intake = Intake::new(&url(&shop.active.database));
    shop.has_result(ANNA, 1, "a").await;
    shop.has_result(BORIS, 1, "x").await;
    shop.has_result(ANNA, 2, "b").await;
    // Not delivered, and of words alone: nothing that could be sent on.
    shop.orders(ANNA).await;
    shop.has_result(ANNA, 0, "").await;

    let annas = intake.shareable(ANNA, None, 20).await.unwrap();
    let first = intake.shareable(ANNA, Some(1), 20).await.unwrap();
    let few = intake.shareable(ANNA, Some(1), 2).await.unwrap();
    let boris = intake.shareable(BORIS, Some(2), 20).await.unwrap();
    let nobody = intake.shareable(domain::PersonId::new(77), None, 20).await.unwrap();

    assert_eq!(ids(&annas.files), ["b0", "b1", "a0"]);
    assert_eq!(ids(&first.files), ["a0", "b0", "b1"]);
    assert_eq!(ids(&few.files), ["a0", "b0"]);
    assert_eq!(ids(&boris.files), ["x0"]);
    assert_eq!(nobody, store::Shareable::default());
    let expected = SharedFile {
        number: 2,
        model: MODEL.to_owned(),
        kind: "image".to_owned(),
        mime: "image/png".to_owned(),
        bytes: Some(7),
        file_id: "b0".to_owned(),
    };
    assert_eq!(annas.files[0], expected);
}

#[tokio::test]
async fn the_way_to_the_bot_comes_along_once_it_is_known() {
    let shop = Fixture::starts().await;
    let intake = Intake::new(&url(&shop.active.database));
    let before = intake.shareable(ANNA, None, 20).await.unwrap();
    for name in ["old_bot", "trt_bot"] {
        shop.does(async |tx| tx.upkeep().keep_profile(name, true).await).await;
    }
    let invitations = shop.does(async |tx| {
        tx.people().conversation(ANNA, Some("ru")).await?;
        tx.people().keep_language(ANNA, domain::Language::English).await?;
        tx.people().invitations(ANNA).await
    });
    let code = invitations.await.code;

    let after = intake.shareable(ANNA, None, 20).await.unwrap();

    assert_eq!((before.username, before.code, before.language), (None, None, None));
    assert_eq!(after.username.as_deref(), Some("trt_bot"));
    assert_eq!(after.code.as_deref(), Some(code.as_str()));
    assert_eq!(after.language, Some(domain::Language::English));
    assert_eq!(
        shop.does(async |tx| tx.people().invite_code(ANNA).await).await.as_deref(),
        Some(code.as_str())
    );
}
