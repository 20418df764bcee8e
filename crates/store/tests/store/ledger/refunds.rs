//! What an operator sees of a payment before it goes back, and what ends with it.

use std::time::Duration;

use domain::ledger::Actor;
use domain::offers::{Offers, PlanKey};
use domain::payment::InvoiceId;
use domain::{InboxId, Money, PersonId, Stars};
use store::NewPayment;
use store::invoices::NewInvoice;
use store::money_calls::{MoneyCallEnd, MoneyCallKind};
use store::payments::{PaymentState, RefundTies};
use store::subscriptions::{PaidPlan, PlanEnd};

use super::{ADMIN, ANNA, BORIS, Clerk};
use crate::bench::Active;

const ZONE: &str = "Europe/Moscow";
const HOUR: Duration = Duration::from_secs(3600);

impl Clerk<'_> {
    async fn ties(&self, charge: &str) -> RefundTies {
        self.does(async |tx| tx.books().refund_ties(charge, ZONE).await).await
    }

    /// Anna pays for a month of the plan that she has by this invoice.
    async fn pays_month(&self, id: InvoiceId, charge: &str, month: i64) {
        let key = PlanKey::new("light").unwrap();
        let sale = Offers::built_in().unwrap().plan_sale(&key).unwrap();
        let until = 2_000_000_000 + month * 30 * 24 * 3600;
        let new = NewInvoice { id, person: ANNA, sale: &sale, lives: HOUR, kept: None };
        self.does(async |tx| {
            tx.books().open_invoice(&new).await?;
            let stars = Stars::whole(299).unwrap();
            let payment = NewPayment {
                invoice: Some(id),
                until: Some(until),
                paid: Some(1_900_000_000 + month),
                ..NewPayment::plain(charge, ANNA, stars, sale.amount)
            };
            tx.books().pay(payment).await?;
            let (plan, end) = (&key, PlanEnd::Told(until));
            let is_first = month == 0;
            let paid = PaidPlan { invoice: id, person: ANNA, plan, charge, is_first, end };
            tx.books().renew_subscription(paid).await
        })
        .await;
    }
}

#[tokio::test]
async fn a_payment_is_found_by_its_charge_and_by_its_person() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    for charge in ["c1", "c2", "c3"] {
        clerk.is_paid(ANNA, charge, 100).await;
    }
    clerk.is_paid(BORIS, "b1", 100).await;
    clerk.does(async |tx| tx.books().begin_refund("c2", Actor::Admin(ADMIN), "why").await).await;

    let find = async |charge: &'static str| {
        clerk.does(async |tx| tx.books().payment_record(charge, ZONE).await).await
    };
    let found = find("c2").await.unwrap();
    assert_eq!((found.person, found.stars, found.amount), (ANNA, 1, Money::new(100)));
    assert_eq!((found.state, found.item), (PaymentState::Refunding, None));
    assert_eq!(find("nobody").await, None);
    let last = async |person: PersonId, most| {
        let found = clerk.does(async |tx| tx.books().last_payments(person, most, ZONE).await).await;
        found.into_iter().map(|payment| payment.charge).collect::<Vec<_>>()
    };
    assert_eq!((last(ANNA, 9).await.len(), last(ANNA, 2).await.len()), (3, 2));
    assert_eq!(last(BORIS, 9).await, ["b1"]);
    let by = clerk.does(async |tx| tx.books().refunded_by("c2").await).await;
    assert_eq!(by, Some(ADMIN));
    assert_eq!(clerk.does(async |tx| tx.books().refunded_by("c1").await).await, None);
}

#[tokio::test]
async fn only_the_last_month_of_a_plan_is_the_plan() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let id = InvoiceId::of(ANNA, InboxId::new(1));
    clerk.pays_month(id, "m0", 0).await;
    let plan = clerk.ties("m0").await.plan.unwrap();
    assert_eq!((plan.plan.as_str(), plan.first_charge.as_str()), ("light", "m0"));
    assert!(plan.renews && plan.until.len() == 10, "{plan:?}");

    clerk.pays_month(id, "m1", 1).await;
    assert_eq!(clerk.ties("m0").await.plan, None, "an earlier month pays for nothing any more");
    let plan = clerk.ties("m1").await.plan.unwrap();
    assert_eq!(plan.first_charge, "m0", "Telegram wants to hear the first one");
    clerk.does(async |tx| tx.books().end_plan_of("m1").await).await;

    assert_eq!(clerk.ties("m1").await.plan, None);
    let running = clerk.does(async |tx| tx.books().subscriptions(ANNA, ZONE).await).await;
    assert_eq!(running, []);
}

#[tokio::test]
async fn why_telegram_refused_before_is_known_the_next_time() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    assert_eq!(clerk.ties("c1").await, RefundTies::default());
    for why in ["first", "second"] {
        let kind = MoneyCallKind::Refund;
        clerk.does(async |tx| tx.books().ask_telegram(kind, "c1", ANNA).await).await;
        let due = active.store.due_money_calls(9).await.unwrap();
        let refused = MoneyCallEnd::Refused(why);
        assert!(clerk.does(async |tx| tx.books().end_money_call(due[0].id, refused).await).await);
        assert_eq!(clerk.ties("c1").await.refused.as_deref(), Some(why));
    }
}

#[tokio::test]
async fn what_nothing_has_booked_is_listed_until_it_is() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let told = |is_refund| store::Unbooked {
        charge: "c1",
        is_refund,
        person: ANNA,
        currency: "USD",
        amount: 5,
        payload: "",
        update: InboxId::new(3),
    };
    for is_refund in [false, true] {
        clerk.does(async |tx| tx.books().keep_unbooked(told(is_refund)).await).await;
    }
    let listed = async || {
        let found = clerk.does(async |tx| tx.books().unbooked(9, ZONE).await).await;
        found.iter().map(|one| one.is_refund).collect::<Vec<_>>()
    };
    assert_eq!(listed().await.len(), 2);
    clerk.is_paid(ANNA, "c1", 100).await;

    assert_eq!(listed().await, [true], "it was paid, and has not gone back yet");
    clerk.does(async |tx| tx.books().told_of_refund("c1").await).await;
    assert_eq!(listed().await, [false; 0]);
    active.books_are_in_order().await;
}
