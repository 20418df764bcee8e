//! A refund of a plan's payment: the plan ends with it, and Telegram renews nothing.

use std::time::Duration;

use simulator::telegram::Bubble;
use simulator::world::PATIENCE;
use testbed::wait;

use super::{Cast, build, plain, says};

const DAY: Duration = Duration::from_secs(24 * 3600);

impl Cast {
    /// Anna subscribes to the plan Light; the charge of its first payment.
    async fn subscribes(&self) -> String {
        self.anna.says("/subscribe").await;
        let is_plans = |bubble: &Bubble| buy(bubble).is_some();
        let plans = self.anna.waits_for(is_plans, PATIENCE).await;
        self.anna.taps_on(plans.message_id, &buy(&plans).unwrap()).await;
        let link = |bubble: &Bubble| {
            let urls = bubble.buttons.iter().flatten().filter_map(|button| button.url.clone());
            urls.into_iter().find(|url| url.starts_with("https://t.me/$"))
        };
        let offer = self.anna.waits_for(|bubble| link(bubble).is_some(), PATIENCE).await;
        let charge = self.anna.pays_link(&link(&offer).unwrap()).await.charge();
        self.anna.waits_for(says("Thank you! Your plan"), PATIENCE).await;
        charge
    }
}

/// The data of the button that buys the plan.
fn buy(bubble: &Bubble) -> Option<String> {
    let data = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
    data.into_iter().find(|data| data == "bill:plan:light")
}

#[tokio::test]
async fn a_plan_whose_payment_goes_back_ends_and_is_not_renewed() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.subscribes().await;

    let look = cast.tells_admin(&format!("/admin refund {charge}"), "only a preview").await;
    assert!(plain(&look).contains("the plan ends with the refund"), "{}", look.text);
    cast.gives_back(&charge).await;

    let notice = cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    assert!(plain(&notice).contains("ended with it and won't renew"), "{}", notice.text);
    wait::until("Telegram to hear that it is not renewed", PATIENCE, async || {
        world.telegram.stars().subscriptions()[0].is_cancelled.then_some(())
    })
    .await
    .unwrap();
    world.ends_well().await;
    for _ in 0..32 {
        world.time_passes(DAY).await;
    }
    assert_eq!(world.telegram.stars().payments().len(), 1, "nothing was renewed");
    // They may take the plan anew.
    cast.anna.says("/subscribe").await;
    cast.anna.waits_for(|bubble| buy(bubble).is_some(), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 0);
}
