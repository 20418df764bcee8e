//! What operators are told of money: once a minute for each kind, with how often, and nobody waits.

use std::time::Duration;

use domain::PersonId;
use domain::payment::MoneyNews::{self, Refund, Sale};
use store::operators::news::Happened;

use crate::bench::Active;

const MINUTE: Duration = Duration::from_secs(60);
const ANNA: PersonId = PersonId::new(7_000_000_001);

impl Active {
    async fn hears(&self, news: MoneyNews, stars: i64) {
        self.does(async |tx| tx.operators().add_news(news, ANNA, stars, "why").await).await;
    }

    async fn tells(&self, news: MoneyNews) -> Option<(u32, i64)> {
        let told = self.does(async |tx| tx.operators().take_news(news).await).await;
        told.map(|told| (told.count, told.stars))
    }

    async fn untold(&self) -> Vec<MoneyNews> {
        let mut untold = self.store.untold_news(MINUTE).await.unwrap();
        untold.sort_unstable();
        untold
    }
}

#[tokio::test]
async fn the_first_is_told_at_once_and_the_rest_a_minute_later_together() {
    let active = Active::on_a_new_database().await;
    assert_eq!(active.untold().await, []);
    active.hears(Sale, 50).await;
    assert_eq!(active.untold().await, [Sale]);
    assert_eq!(active.tells(Sale).await, Some((1, 50)));

    for stars in [100, 250] {
        active.hears(Sale, stars).await;
    }
    active.hears(Refund, 5).await;
    assert_eq!(active.untold().await, [Refund], "each kind has a minute of its own");
    active.later("61 seconds").await;
    assert_eq!(active.untold().await, [Sale, Refund]);

    assert_eq!(active.tells(Sale).await, Some((2, 350)));
    assert_eq!((active.tells(Sale).await, active.untold().await), (None, vec![Refund]));
    assert_eq!(active.number("select count(*) from operator_news where event = 'sale'").await, 0);
}

#[tokio::test]
async fn those_who_pay_wait_neither_for_each_other_nor_for_who_tells() {
    let active = Active::on_a_new_database().await;
    active.hears(Sale, 1).await;
    let (mut first, mut second) = (active.begin().await, active.begin().await);
    first.operators().add_news(Sale, ANNA, 2, "").await.unwrap();
    second.operators().add_news(Sale, ANNA, 3, "").await.unwrap();

    assert_eq!(active.tells(Sale).await, Some((1, 1)), "what is not committed is not told");
    first.commit().await.unwrap();
    second.commit().await.unwrap();

    assert_eq!(active.tells(Sale).await, Some((2, 5)));
}

#[tokio::test]
async fn what_telegram_says_is_kept_within_bounds() {
    let active = Active::on_a_new_database().await;
    let long = format!("a\0{}", "я".repeat(500));
    active.does(async |tx| tx.operators().add_news(Sale, ANNA, 1, &long).await).await;

    let Some(Happened { subject, .. }) =
        active.does(async |tx| tx.operators().take_news(Sale).await).await
    else {
        panic!("nothing is told")
    };
    assert_eq!((subject.len(), &subject[..3]), (199, "aя"));
}
