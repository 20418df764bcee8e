//! What cannot be ordered now, and how that ends.

mod counting;
mod dear;
mod trials;

use std::time::Duration;

use domain::{GenerationId, PersonId};
use store::NewGeneration;
use store::closures::{ClosedNow, Closing, Closure, EVERYTHING, Shut};

use super::{ANNA, BORIS, Fixture, MODEL, order};

const MINUTE: Duration = Duration::from_secs(60);

impl Fixture {
    async fn closes(&self, subject: &str, pause: Option<Duration>, cause: &str) -> Shut {
        let closing = Closing::by_itself(subject, pause, cause);
        self.does(async |tx| tx.closures().close_subject(closing).await).await
    }

    /// An operator opens it.
    async fn opens_again(&self, subject: &str) -> bool {
        self.does(async |tx| tx.closures().open_subject(subject).await).await
    }

    /// A generation shows that it works.
    async fn works(&self, subject: &str, generation: GenerationId) -> bool {
        self.does(async |tx| {
            Ok(!tx.closures().subjects_work(&[subject], generation).await?.is_empty())
        })
        .await
    }

    async fn closed_now(&self) -> ClosedNow {
        self.does(async |tx| tx.closures().closed().await).await
    }

    /// What is closed.
    async fn closed(&self) -> Vec<String> {
        let mut subjects = self.closed_now().await.subjects;
        subjects.sort_unstable();
        subjects
    }

    /// Which orders can be made now.
    async fn makeable(&self) -> Vec<GenerationId> {
        let waiting = self.active.store.waiting_generations(10, None).await.unwrap();
        waiting.into_iter().map(|row| row.generation).collect()
    }

    /// What operators see.
    async fn listed(&self) -> Vec<Closure> {
        self.active.intake.closures(10).await.unwrap()
    }

    async fn reason(&self, subject: &str) -> String {
        let query = "select reason from closures where subject = $1";
        self.active.witness.query_one(query, &[&subject]).await.unwrap().get(0)
    }

    /// Orders something that may take so long.
    async fn orders_for(&self, person: PersonId, deadline: Duration) -> GenerationId {
        let new = NewGeneration { deadline, ..order(person) };
        self.does(async |tx| tx.generations().request_generation(&new).await).await.unwrap()
    }
}

#[tokio::test]
async fn what_is_closed_says_why_since_when_by_whom_and_until_when() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00Z").await;
    let by_ann = Closing {
        subject: EVERYTHING,
        pause: None,
        cause: "operator",
        by: "operator:ann",
        note: "moving house",
    };
    shop.does(async |tx| tx.closures().close_subject(by_ann).await).await;
    shop.closes(MODEL, Some(MINUTE), "gone").await;

    let listed = shop.listed().await;

    let by_an_operator = Closure {
        subject: EVERYTHING.to_owned(),
        cause: "operator".to_owned(),
        since: Some("2026-03-01T12:00:00Z".to_owned()),
        by: "operator:ann".to_owned(),
        note: "moving house".to_owned(),
        until: None,
        is_over: false,
        trial: None,
        pauses: 1,
        above: None,
        wanted: None,
    };
    let by_itself = Closure {
        subject: MODEL.to_owned(),
        cause: "gone".to_owned(),
        by: "bot".to_owned(),
        note: String::new(),
        until: Some("2026-03-01T12:01:00Z".to_owned()),
        ..by_an_operator.clone()
    };
    assert_eq!(listed, [by_an_operator, by_itself]);
    assert_eq!(shop.closed().await, [EVERYTHING, MODEL]);
}

#[tokio::test]
async fn closing_is_news_once_until_it_is_opened() {
    let shop = Fixture::starts().await;

    let first = shop.closes("veo", Some(MINUTE), "gone").await;
    let second = shop.closes("veo", Some(MINUTE), "gone").await;
    shop.active.later("61 seconds").await;
    let third = shop.closes("veo", Some(MINUTE), "gone").await;
    let opened = [shop.opens_again("veo").await, shop.opens_again("veo").await];

    assert_eq!([first, second, third], [Shut::Anew, Shut::Already, Shut::Again]);
    assert_eq!(opened, [true, false]);
    assert!(shop.closed().await.is_empty() && shop.listed().await.is_empty());
    assert_eq!(shop.closes("veo", Some(MINUTE), "gone").await, Shut::Anew);
}

#[tokio::test]
async fn of_two_closures_the_longer_one_counts() {
    let shop = Fixture::starts().await;
    shop.closes("veo", Some(10 * MINUTE), "gone").await;

    shop.closes("veo", Some(MINUTE), "keeps_failing").await;
    shop.active.later("5 minutes").await;
    let (still, why) = (shop.closed().await, shop.reason("veo").await);
    shop.closes("veo", Some(10 * MINUTE), "keeps_failing").await;
    shop.active.later("12 minutes").await;

    assert_eq!((still, why.as_str()), (vec!["veo".to_owned()], "gone"));
    assert_eq!(shop.closed().await, ["veo"]);
    assert_eq!(shop.reason("veo").await, "keeps_failing");
}

#[tokio::test]
async fn what_an_operator_closed_is_opened_by_an_operator_alone() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    assert_eq!(shop.closes(EVERYTHING, None, "operator").await, Shut::Anew);

    let again = shop.closes(EVERYTHING, Some(MINUTE), "out_of_credits").await;
    shop.active.later("10 years").await;
    let worked = shop.works(EVERYTHING, generation).await;
    let paid = shop.does(async |tx| tx.closures().open_everything("operator").await).await;

    assert_eq!((again, worked, paid), (Shut::Already, false, false));
    assert_eq!(shop.reason(EVERYTHING).await, "operator");
    assert_eq!(shop.closed().await, [EVERYTHING]);
    assert!(shop.opens_again(EVERYTHING).await);
}

#[tokio::test]
async fn credits_open_everything_only_if_the_want_of_them_closed_it_and_a_key_is_tried() {
    let shop = Fixture::starts().await;
    let paid =
        async || shop.does(async |tx| tx.closures().open_everything("out_of_credits").await).await;

    let tries =
        async || shop.does(async |tx| tx.closures().try_everything("key_refused").await).await;

    shop.closes(EVERYTHING, Some(MINUTE), "key_refused").await;
    let another = paid().await;
    let tried = [tries().await, tries().await];
    assert!(shop.closed().await.is_empty() && shop.listed().await[0].is_over, "it is half open");
    assert_eq!(tried, [true, false]);
    shop.opens_again(EVERYTHING).await;
    shop.closes(EVERYTHING, Some(MINUTE), "out_of_credits").await;
    let waits = shop.active.store.waits_for_balance().await.unwrap();

    assert_eq!((another, waits, paid().await, paid().await), (false, true, true, false));
    assert!(!shop.active.store.waits_for_balance().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_close_at_once_one_raises_the_alarm() {
    let shop = Fixture::starts().await;
    // Of one subject there is something to lock, of the other there is not.
    shop.opens_again("veo").await;
    shop.closes("veo", Some(MINUTE), "gone").await;
    shop.opens_again("veo").await;
    for subject in ["veo", EVERYTHING] {
        let closing = Closing::by_itself(subject, Some(MINUTE), "out_of_credits");
        let news = shop.all_do(16, async |tx, _| tx.closures().close_subject(closing).await).await;

        assert_eq!(news.into_iter().filter(|shut| *shut == Shut::Anew).count(), 1, "{subject}");
    }
}

#[tokio::test]
async fn what_an_older_release_closed_for_good_is_tried_after_a_day() {
    let shop = Fixture::starts().await;
    // As the older release writes it.
    let closed = "insert into closures (subject, overcharges, closed_until, reason) \
                  values ('veo fast', 2, 'infinity', 'overcharged')";
    shop.active.witness.batch_execute(closed).await.unwrap();
    let closing = Closing { by: "operator:ann", ..Closing::by_itself("veo", None, "overcharged") };
    shop.does(async |tx| tx.closures().close_subject(closing).await).await;

    shop.does(async |tx| tx.closures().forget_failures(10).await).await;
    let before = shop.closed().await;
    shop.active.later("25 hours").await;

    assert_eq!(before, ["veo", "veo fast"]);
    assert_eq!(shop.closed().await, ["veo"], "what an operator closed stays closed");
}
