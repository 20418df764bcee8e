//! What generations made: where it is, that it arrived, and what is kept of it meanwhile.

use domain::{ChatId, GenerationId, MessageId};
use store::outbox::Line;
use store::{AttemptEnd, Ending, GenerationEnd, ResultFile};
use uuid::Uuid;

use super::{ANNA, Fixture, NOW};

/// So many pictures.
fn pictures(count: i16) -> Vec<ResultFile> {
    let picture = |no| ResultFile {
        no,
        kind: "image".to_owned(),
        mime: "image/png".to_owned(),
        bytes: (no > 0).then_some(1_000),
        url: format!("https://files.example/{}", Uuid::new_v4()),
        token: Uuid::new_v4().as_bytes().to_vec(),
        file_id: None,
        is_kept: false,
    };
    (0..count).map(picture).collect()
}

fn ids(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

impl Fixture {
    /// A generation that made so many pictures, none of them delivered.
    async fn makes(&self, task: &str, count: i16) -> (GenerationId, Vec<ResultFile>) {
        let (generation, attempt) = self.is_making(task, NOW).await;
        let files = pictures(count);
        self.does(async |tx| {
            assert!(tx.generations().end_attempt(attempt, AttemptEnd::Succeeded(None)).await?);
            let end = GenerationEnd::Succeeded { result: "{}" };
            assert!(tx.generations().end_generation(generation, end).await?);
            tx.generations().keep_results(generation, &files).await
        })
        .await;
        (generation, files)
    }

    /// Telegram's copies of the files of a generation.
    async fn copies(&self, generation: GenerationId) -> Vec<Option<String>> {
        let files = self.active.store.results(generation).await.unwrap();
        files.into_iter().map(|file| file.file_id).collect()
    }
}

#[tokio::test]
async fn results_are_read_as_they_were_kept_in_their_order() {
    let shop = Fixture::starts().await;
    let (generation, files) = shop.makes("task-1", 3).await;
    let (other, _) = shop.makes("task-2", 1).await;

    // Whoever finds it done once more changes nothing.
    shop.does(async |tx| tx.generations().keep_results(generation, &pictures(2)).await).await;

    assert_eq!(shop.active.store.results(generation).await.unwrap(), files);
    assert_eq!(shop.does(async |tx| tx.generations().result_files(generation).await).await, files);
    assert_eq!(shop.active.store.results(other).await.unwrap().len(), 1);
    assert_eq!(shop.active.store.results(GenerationId::new(77)).await.unwrap(), []);
}

#[tokio::test]
async fn a_link_leads_to_its_own_file_and_a_guess_nowhere() {
    let shop = Fixture::starts().await;
    let (_, files) = shop.makes("task-1", 2).await;
    let linked = async |token: &[u8]| shop.active.intake.linked(token).await.unwrap();

    assert_eq!(linked(&files[1].token).await.map(|file| file.url), Some(files[1].url.clone()));
    assert_eq!(linked(b"a guess").await, None);
}

#[tokio::test]
async fn a_delivery_counts_once_and_telegrams_copies_are_kept_in_order() {
    let shop = Fixture::starts().await;
    let (generation, _) = shop.makes("task-1", 3).await;
    let row = shop.says(Some(generation)).await;

    let first = shop
        .does(async |tx| tx.generations().delivered_by(row, &ids(&["a", "b", "c"])).await)
        .await;
    let second = shop
        .does(async |tx| tx.generations().delivered_by(row, &ids(&["x", "y", "z"])).await)
        .await;

    assert_eq!((first, second), (Some(generation), None));
    let copies = shop.copies(generation).await;
    assert_eq!(copies, ["a", "b", "c"].map(|id| Some(id.to_owned())));
    let arrived = "select count(*) from generations where state = 'delivered' \
                   and delivered_at is not null";
    assert_eq!(shop.number(arrived).await, 1);
}

#[tokio::test]
async fn copies_of_some_files_are_not_taken_for_copies_of_the_first_ones() {
    let shop = Fixture::starts().await;
    let (generation, _) = shop.makes("task-1", 2).await;
    let row = shop.says(Some(generation)).await;
    let delivers = async |copies: &[&str]| {
        shop.does(async |tx| tx.generations().delivered_by(row, &ids(copies)).await).await
    };

    let unknown = delivers(&[]).await;
    delivers(&["a document"]).await;
    delivers(&["one", "two", "too many"]).await;
    let nothing = shop.copies(generation).await;
    delivers(&["a", "b"]).await;

    assert_eq!((unknown, nothing), (Some(generation), vec![None, None]));
    assert_eq!(shop.copies(generation).await, [Some("a".to_owned()), Some("b".to_owned())]);
}

#[tokio::test]
async fn words_about_a_generation_deliver_nothing() {
    let shop = Fixture::starts().await;
    let (generation, _) = shop.makes("task-1", 1).await;
    let row = shop.says(None).await;

    let delivered =
        shop.does(async |tx| tx.generations().delivered_by(row, &ids(&["a"])).await).await;

    assert_eq!((delivered, shop.copies(generation).await), (None, vec![None]));
    assert_eq!(shop.number("select count(*) from generations where state = 'delivered'").await, 0);
}

#[tokio::test]
async fn what_arrives_late_stays_lost_and_its_copies_are_kept() {
    let shop = Fixture::starts().await;
    let (generation, attempt) = shop.is_making("task-1", NOW).await;
    shop.loses(generation, attempt, Some(NOW)).await;
    shop.does(async |tx| tx.generations().keep_results(generation, &pictures(1)).await).await;
    let row = shop.says(Some(generation)).await;

    let delivered =
        shop.does(async |tx| tx.generations().delivered_by(row, &ids(&["a"])).await).await;

    assert_eq!((delivered, shop.states(attempt).await[1].as_str()), (None, "lost"));
    assert_eq!(shop.copies(generation).await, [Some("a".to_owned())]);
}

#[tokio::test]
async fn a_message_that_brought_a_result_is_sent_and_says_which() {
    let shop = Fixture::starts().await;
    let (generation, _) = shop.makes("task-1", 1).await;
    let (row, attempt) = (shop.says(Some(generation)).await, Uuid::new_v4());
    let chats = shop.active.store.chats_waiting(ChatId::new(0), 10).await.unwrap();
    let lines = [(chats[0], Line::Results)];
    let outgoing = shop.active.store.outgoing(&lines, 10).await.unwrap();
    shop.does(async |tx| tx.outbox().claim_outgoing(&[(row, attempt)]).await).await;

    let ending = Ending::Delivered(Some(MessageId::new(42)), ids(&["a"]));
    shop.does(async |tx| tx.outbox().end_outgoing(&[(row, attempt, ending)]).await).await;

    assert_eq!((outgoing.len(), outgoing[0].generation), (1, Some(generation)));
    let sent = "select count(*) from outbox where state = 2 and message_id = 42 \
                and ended_at is not null and problem is null";
    assert_eq!(shop.number(sent).await, 1);
    assert_eq!(shop.active.store.outgoing(&lines, 10).await.unwrap(), []);
}

#[tokio::test]
async fn pieces_of_a_file_come_back_in_order_and_as_they_were_once_all_are_there() {
    let shop = Fixture::starts().await;
    let (generation, _) = shop.makes("task-1", 2).await;
    let pieces: [Vec<u8>; 3] = [vec![0; 1_048_576], b"\0\xff".to_vec(), b"end".to_vec()];
    for place in [2, 0, 1] {
        let number = i32::try_from(place).unwrap();
        shop.does(async |tx| {
            tx.generations().keep_piece(generation, 1, number, &pieces[place]).await
        })
        .await;
    }
    shop.does(async |tx| tx.generations().keep_piece(generation, 1, 1, b"another").await).await;

    let store = &shop.active.store;
    let half_way = store.kept_pieces(generation, 1).await.unwrap();
    shop.does(async |tx| tx.generations().file_kept(generation, 1).await).await;

    assert_eq!((half_way, store.kept_pieces(generation, 1).await.unwrap()), (0, 3));
    assert_eq!(store.kept_pieces(generation, 0).await.unwrap(), 0);
    for (number, piece) in (0..).zip(&pieces) {
        let kept = store.kept_piece(generation, 1, number).await.unwrap();
        assert!(kept.as_ref() == Some(piece), "piece {number}");
    }
    assert_eq!(store.kept_piece(generation, 1, 3).await.unwrap(), None);
    assert_eq!(store.kept_piece(generation, 0, 0).await.unwrap(), None);
}

#[tokio::test]
async fn a_piece_is_neither_empty_nor_too_long_nor_of_no_file() {
    let shop = Fixture::starts().await;
    let (generation, _) = shop.makes("task-1", 1).await;
    let too_long = vec![0; 1_048_577];
    for (no, bytes) in [(0, &[][..]), (0, &too_long), (1, b"of nothing")] {
        let mut transaction = shop.active.begin().await;
        let refused = transaction.generations().keep_piece(generation, no, 0, bytes).await;
        transaction.rollback().await;
        assert!(refused.is_err(), "{no}, {} bytes", bytes.len());
    }
}

#[tokio::test]
async fn a_delivery_is_given_up_once_and_never_in_the_middle_of_a_call() {
    let shop = Fixture::starts().await;
    let (generation, _) = shop.makes("task-1", 1).await;
    let (row, attempt) = (shop.says(Some(generation)).await, Uuid::new_v4());
    let gives_up =
        async || shop.does(async |tx| tx.generations().give_up_delivery(generation).await).await;
    shop.does(async |tx| tx.outbox().claim_outgoing(&[(row, attempt)]).await).await;

    assert!(!gives_up().await, "it is being sent");
    shop.does(async |tx| tx.outbox().end_outgoing(&[(row, attempt, Ending::Parked)]).await).await;
    assert!(gives_up().await);
    assert!(!gives_up().await);

    let dropped = "select count(*) from outbox where state = 3 and ended_at is not null";
    assert_eq!(shop.number(dropped).await, 1);
    assert_eq!(shop.does(async |tx| tx.outbox().unpark(ChatId::new(ANNA.get())).await).await, 0);
}
