//! The test payment of an admin: one Star that comes back by itself.

use simulator::telegram::{Bubble, Fault};
use simulator::world::PATIENCE;

use super::{Cast, build, plain, says, told};

impl Cast {
    /// The admin pays one Star to see that payments work.
    async fn pays_a_test(&self) -> String {
        let before = self.admin.newest();
        self.admin.says("/admin pay test").await;
        let is_invoice = |bubble: &Bubble| bubble.invoice().is_some();
        let invoice = self.admin.waits_for_after(before, is_invoice, PATIENCE).await;
        assert_eq!(invoice.invoice().unwrap()["total_amount"], 1);
        self.admin.pays(invoice.message_id).await.charge()
    }
}

#[tokio::test]
pub(crate) async fn a_test_payment_goes_back_by_itself_and_says_how_it_went() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;

    let charge = cast.pays_a_test().await;
    world.telegram.stars().repeats(&charge).await.accepted().await;

    cast.admin.waits_for(says("The test payment has arrived"), PATIENCE).await;
    let done = cast.admin.waits_for(says("The test payment went well"), PATIENCE).await;
    assert!(plain(&done).contains("0 ₽"), "{}", done.text);
    cast.tells_admin(&format!("/admin refund {charge} why"), "has gone back already").await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 0);
    let logged = "select count(*) from audit_log where action = 'test-payment'";
    assert_eq!(cast.number(logged).await, 1);
    let nothing = "select count(*) from accounts where person_id = 7 and balance <> 0";
    assert_eq!(cast.number(nothing).await, 0);
    for word in ["Sold:", "Gone back:"] {
        assert_eq!(told(&world, &cast.admin, word), 0, "a test is no news");
    }
}

#[tokio::test]
async fn a_test_payment_that_telegram_keeps_is_said_and_can_be_given_back_later() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let refused = world.telegram.faults().on_method("refundStarPayment", 1, Fault::Status(400));

    let charge = cast.pays_a_test().await;
    refused.fired().await;
    let words = "Telegram refuses to give it back";
    let said = cast.admin.waits_for(says(words), PATIENCE).await;
    assert!(said.text.contains(&format!("/admin refund {charge} test")), "{}", said.text);
    assert_eq!(world.telegram.stars().balance(), 1);
    cast.gives_back(&charge).await;

    cast.admin.waits_for(says("The test payment went well"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 0);
}
