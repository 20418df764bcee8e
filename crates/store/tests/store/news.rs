//! What operators are told: once in the pause of each kind, with how often, and nobody waits.

use std::time::Duration;

use domain::News::{self, AuditFinding, Refund, Sale, Unbooked};
use domain::PersonId;

use crate::bench::Active;

const ANNA: PersonId = PersonId::new(7_000_000_001);

impl Active {
    async fn hears(&self, news: News, stars: i64) {
        self.does(async |tx| tx.operators().add_news(news, ANNA, stars, "why").await).await;
    }

    async fn tells(&self, news: News) -> Option<(u32, i64)> {
        let told = self.does(async |tx| tx.operators().take_news(news).await).await;
        told.map(|told| (told.count, told.stars))
    }

    async fn untold(&self) -> Vec<News> {
        let mut untold = self.store.untold_news().await.unwrap();
        untold.sort_unstable();
        untold
    }

    async fn watches(&self, state: &str, patience: u64) -> bool {
        let patience = Duration::from_secs(patience);
        self.does(async |tx| tx.operators().watch("kie", state, patience).await).await
    }
}

#[tokio::test]
async fn the_first_is_told_at_once_and_the_rest_after_the_pause_of_its_kind_together() {
    let active = Active::on_a_new_database().await;
    assert_eq!(active.untold().await, []);
    active.hears(Unbooked, 50).await;
    active.hears(Sale, 50).await;
    assert_eq!(active.untold().await, [Sale, Unbooked]);
    for news in [Sale, Unbooked] {
        assert_eq!(active.tells(news).await, Some((1, 50)));
    }

    for stars in [100, 250] {
        active.hears(Unbooked, stars).await;
        active.hears(Sale, stars).await;
    }
    active.hears(Refund, 5).await;
    assert_eq!(active.untold().await, [Refund], "each kind has a pause of its own");
    assert_eq!(active.tells(Unbooked).await, None, "whoever asks: it is too early");
    active.later("61 seconds").await;
    assert_eq!(active.untold().await, [Refund, Unbooked], "sales are summed up for an hour");

    assert_eq!(active.tells(Unbooked).await, Some((2, 350)));
    assert_eq!((active.tells(Unbooked).await, active.untold().await), (None, vec![Refund]));
    assert_eq!(
        active.number("select count(*) from operator_news where event = 'unbooked'").await,
        0
    );
    active.later("61 minutes").await;
    assert_eq!(active.tells(Sale).await, Some((2, 350)));
}

#[tokio::test]
async fn those_who_pay_wait_neither_for_each_other_nor_for_who_tells() {
    let active = Active::on_a_new_database().await;
    active.hears(Unbooked, 1).await;
    let (mut first, mut second) = (active.begin().await, active.begin().await);
    first.operators().add_news(Unbooked, ANNA, 2, "").await.unwrap();
    second.operators().add_news(Unbooked, ANNA, 3, "").await.unwrap();

    assert_eq!(active.tells(Unbooked).await, Some((1, 1)), "what is not committed is not told");
    first.commit().await.unwrap();
    second.commit().await.unwrap();

    active.later("61 seconds").await;
    assert_eq!(active.tells(Unbooked).await, Some((2, 5)));
}

#[tokio::test]
async fn a_clock_that_was_set_back_silences_nobody() {
    let active = Active::on_a_new_database().await;
    active.later("1 year").await;
    active.hears(Unbooked, 1).await;
    assert_eq!(active.tells(Unbooked).await, Some((1, 1)));

    active.later("1 minute").await;
    active.hears(Unbooked, 2).await;

    assert_eq!(active.untold().await, [Unbooked]);
    assert_eq!(active.tells(Unbooked).await, Some((1, 2)));
}

#[tokio::test]
async fn what_is_nobodys_is_counted_and_its_last_subjects_are_named_within_bounds() {
    let active = Active::on_a_new_database().await;
    let long = format!("a\0{}", "я".repeat(500));
    for number in 0..6 {
        let subject = if number == 5 { long.clone() } else { format!("I{number}") };
        active
            .does(async |tx| {
                tx.operators().add_trouble(AuditFinding, 1 + number, &subject, "where").await
            })
            .await;
    }

    let told = active.does(async |tx| tx.operators().take_news(AuditFinding).await).await.unwrap();

    assert_eq!((told.count, told.stars, told.person), (21, 0, None));
    let names: Vec<&str> = told.last.iter().map(|subject| subject.name.as_str()).collect();
    assert_eq!(
        (names[0].len(), &names[0][..3], &names[1..]),
        (199, "aя", &["I4", "I3", "I2", "I1"][..])
    );
    assert_eq!(told.last[0].details, "where");
}

#[tokio::test]
async fn what_lasts_is_told_once_and_again_only_after_it_was_otherwise() {
    let active = Active::on_a_new_database().await;
    assert!(!active.watches("unreachable", 60).await, "it may be over in a moment");
    active.later("61 seconds").await;
    assert!(active.watches("unreachable", 60).await);
    assert!(!active.watches("unreachable", 60).await);
    assert!(active.watches("ok", 0).await, "no patience, no wait");
    assert!(!active.watches("unreachable", 60).await);
    active.later("122 seconds").await;
    assert!(active.watches("unreachable", 60).await);
}

#[tokio::test]
async fn a_new_term_is_known_once_with_why_it_began() {
    let active = Active::on_a_new_database().await;
    let name = active.term.name().to_owned();
    let mut terms = Vec::new();
    for _ in 0..2 {
        terms.push(active.does(async |tx| tx.operators().new_terms(&name).await).await);
    }
    assert_eq!((terms[0].len(), terms[0][0].reason.as_str()), (1, "free"));
    assert_eq!(terms[1], []);
}
