//! What cannot be ordered now, and how that ends.

use std::time::Duration;

use store::closures::EVERYTHING;

use super::Workshop;

const MINUTE: Duration = Duration::from_secs(60);

impl Workshop {
    async fn closes(&self, subject: &str, pause: Option<Duration>, reason: &str) -> bool {
        self.does(async |tx| tx.close_subject(subject, pause, reason).await).await
    }

    async fn opens_again(&self, subject: &str) -> bool {
        self.does(async |tx| tx.open_subject(subject).await).await
    }

    /// What is closed, as everybody sees it.
    async fn closed(&self) -> Vec<String> {
        let mut seen = self.active.store.closed().await.unwrap();
        let mut in_a_transaction = self.does(async |tx| tx.closed().await).await;
        seen.sort_unstable();
        in_a_transaction.sort_unstable();
        assert_eq!(seen, in_a_transaction);
        seen
    }

    async fn reason(&self, subject: &str) -> String {
        let query = "select reason from closures where subject = $1";
        self.active.witness.query_one(query, &[&subject]).await.unwrap().get(0)
    }
}

#[tokio::test]
async fn failures_in_a_row_are_counted_until_something_works() {
    let shop = Workshop::opens().await;
    let fails = async |model| shop.does(async |tx| tx.count_failure(model).await).await;

    let counted = [fails("veo").await, fails("veo").await, fails("flux").await];
    let was_closed = shop.opens_again("veo").await;
    let anew = [fails("veo").await, fails("flux").await];

    assert_eq!((counted, was_closed, anew), ([1, 2, 1], false, [1, 2]));
    assert!(shop.closed().await.is_empty(), "a failure by itself closes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_at_once_are_all_counted() {
    let shop = Workshop::opens().await;

    let mut counted = shop.all_do(16, async |tx, _| tx.count_failure("veo").await).await;

    counted.sort_unstable();
    assert_eq!(counted, (1..=16).collect::<Vec<u32>>());
}

#[tokio::test]
async fn overcharges_are_counted_and_nothing_that_works_takes_them_back() {
    let shop = Workshop::opens().await;
    let charges = async || shop.does(async |tx| tx.count_overcharge("veo fast").await).await;

    let first = charges().await;
    shop.opens_again("veo fast").await;

    assert_eq!((first, charges().await), (1, 2));
}

#[tokio::test]
async fn what_is_closed_for_a_while_is_open_again_in_time() {
    let shop = Workshop::opens().await;

    let news = shop.closes("veo", Some(MINUTE), "provider").await;
    let again = shop.closes("veo", Some(MINUTE), "provider").await;
    let closed = shop.closed().await;
    shop.active.later("61 seconds").await;

    assert_eq!((news, again, closed), (true, false, vec!["veo".to_owned()]));
    assert!(shop.closed().await.is_empty());
    assert!(shop.closes("veo", Some(MINUTE), "provider").await, "that is news once more");
}

#[tokio::test]
async fn what_works_opens_what_is_closed_and_only_once_is_that_news() {
    let shop = Workshop::opens().await;
    shop.does(async |tx| tx.count_failure("veo").await).await;
    shop.closes("veo", Some(MINUTE), "provider").await;
    shop.closes(EVERYTHING, Some(MINUTE), "out of credits").await;

    let opened = [
        shop.opens_again("veo").await,
        shop.opens_again("veo").await,
        shop.opens_again("nobody").await,
    ];

    assert_eq!(opened, [true, false, false]);
    assert_eq!(shop.closed().await, [EVERYTHING]);
    shop.active.later("61 seconds").await;
    assert!(!shop.opens_again(EVERYTHING).await, "time had opened it");
}

#[tokio::test]
async fn what_is_closed_for_good_is_opened_neither_by_a_success_nor_by_time() {
    let shop = Workshop::opens().await;
    assert!(shop.closes("veo fast", None, "overcharged").await);

    let opened = shop.opens_again("veo fast").await;
    let news = shop.closes("veo fast", Some(MINUTE), "provider").await;
    shop.active.later("10 years").await;

    assert_eq!((opened, news), (false, false));
    assert_eq!(shop.closed().await, ["veo fast"]);
    assert_eq!(shop.reason("veo fast").await, "overcharged");
}

#[tokio::test]
async fn of_two_closures_the_longer_one_counts() {
    let shop = Workshop::opens().await;
    shop.closes("veo", Some(10 * MINUTE), "gone").await;

    shop.closes("veo", Some(MINUTE), "provider").await;
    shop.active.later("5 minutes").await;
    let (still, why) = (shop.closed().await, shop.reason("veo").await);
    shop.closes("veo", Some(10 * MINUTE), "provider").await;
    shop.active.later("12 minutes").await;

    assert_eq!((still, why.as_str()), (vec!["veo".to_owned()], "gone"));
    assert_eq!(shop.closed().await, ["veo"]);
    assert_eq!(shop.reason("veo").await, "provider");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_close_at_once_one_raises_the_alarm() {
    let shop = Workshop::opens().await;
    // Of one subject there is something to lock, of the other there is not.
    shop.does(async |tx| tx.count_failure("veo").await).await;
    for subject in ["veo", EVERYTHING] {
        let news = shop.all_do(16, async |tx, _| {
            tx.close_subject(subject, Some(MINUTE), "out of credits").await
        });

        assert_eq!(news.await.into_iter().filter(|news| *news).count(), 1, "{subject}");
    }
}
