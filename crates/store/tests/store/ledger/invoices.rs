//! Invoices, subscriptions and calls about money on a real PostgreSQL.

use std::time::Duration;

use domain::offers::{Offers, PackKey, PlanKey};
use domain::payment::{InvoiceId, Sale, SubscriptionState};
use domain::{InboxId, PersonId, Stars};
use store::invoices::NewInvoice;
use store::money_calls::{MoneyCallEnd, MoneyCallKind};
use store::subscriptions::{PaidPlan, PlanEnd};
use store::{Intake, NewPayment, Posted, Source};

use super::{ANNA, BORIS};
use crate::bench::{Active, app};

const DAY: i64 = 24 * 3600;
const HOUR: Duration = Duration::from_secs(3600);

fn pack() -> Sale {
    Offers::built_in().unwrap().pack_sale(&PackKey::new("stars-500").unwrap()).unwrap()
}

fn plan() -> (PlanKey, Sale) {
    let key = PlanKey::new("light").unwrap();
    let sale = Offers::built_in().unwrap().plan_sale(&key).unwrap();
    (key, sale)
}

fn new(id: InvoiceId, sale: &Sale) -> NewInvoice<'_> {
    NewInvoice { id, person: ANNA, sale, lives: HOUR, kept: None }
}

#[tokio::test]
async fn an_invoice_keeps_an_order_until_it_is_paid_or_the_person_lets_it_go() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.meets(&[ANNA, BORIS]).await;
    let sale = pack();
    let ids = [1, 2].map(|update| InvoiceId::of(ANNA, InboxId::new(update)));
    for id in ids {
        let kept = NewInvoice { kept: Some(("an order", HOUR)), ..new(id, &sale) };
        clerk.does(async |tx| tx.books().open_invoice(&kept).await).await;
    }
    let read = async |id| clerk.does(async |tx| tx.books().invoice(id).await).await.unwrap();
    assert_eq!(read(ids[0]).await.kept.as_deref(), Some("an order"));
    assert_eq!(read(ids[0]).await.sale, sale);

    clerk.does(async |tx| tx.books().mark_invoice_paid(ids[0]).await).await;
    assert_eq!((read(ids[0]).await.is_paid, read(ids[0]).await.kept), (true, None));
    clerk.does(async |tx| tx.books().let_go(BORIS).await).await;
    assert_eq!(read(ids[1]).await.kept.as_deref(), Some("an order"));
    clerk.does(async |tx| tx.books().let_go(ANNA).await).await;
    assert_eq!(read(ids[1]).await.kept, None);

    let unknown = InvoiceId::of(BORIS, InboxId::new(9));
    assert_eq!(clerk.does(async |tx| tx.books().invoice(unknown).await).await, None);
}

#[tokio::test]
async fn a_payment_brings_what_its_invoice_says_and_what_comes_on_top() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.meets(&[ANNA]).await;
    let (sale, id) = (pack(), InvoiceId::of(ANNA, InboxId::new(1)));
    clerk.does(async |tx| tx.books().open_invoice(&new(id, &sale)).await).await;
    let stars = Stars::whole(i64::from(sale.stars)).unwrap();
    let payment = NewPayment {
        bonus: sale.bonus,
        invoice: Some(id),
        paid: Some(1_000_000_000),
        source: Source::Update,
        ..NewPayment::plain("c1", ANNA, stars, sale.amount)
    };
    let pay = async || clerk.does(async |tx| tx.books().pay(payment).await).await;

    assert_eq!([pay().await, pay().await], [Posted::Done, Posted::Already]);
    assert_eq!(clerk.balance(ANNA).await, [60_000, 1_800, 0, 0]);
    active.books_are_in_order().await;
    let told = clerk.does(async |tx| tx.books().told_of_refund("c1").await).await;
    assert!(matches!(told, store::GivenBack::Done(ANNA, _)), "{told:?}");
    assert_eq!(clerk.balance(ANNA).await, [0, 0, 0, 0]);
    let again = clerk.does(async |tx| tx.books().told_of_refund("c1").await).await;
    assert_eq!(again, store::GivenBack::Already);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn only_a_later_date_moves_the_end_of_a_subscription() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.meets(&[ANNA]).await;
    let ((key, sale), id) = (plan(), InvoiceId::of(ANNA, InboxId::new(1)));
    clerk.does(async |tx| tx.books().open_invoice(&new(id, &sale)).await).await;
    let now = active.number("select extract(epoch from trt_now())::bigint").await;
    let renew = async |charge: &'static str, is_first, end| {
        let paid = PaidPlan { invoice: id, person: ANNA, plan: &key, charge, is_first, end };
        clerk.does(async |tx| tx.books().renew_subscription(paid).await).await
    };
    let until = async || {
        let all = clerk.does(async |tx| tx.books().subscriptions(ANNA, "UTC").await).await;
        let one = &all[0].0;
        (one.until, one.state, one.first_charge.clone())
    };

    assert!(renew("c1", true, PlanEnd::Told(now + 30 * DAY)).await);
    assert!(renew("c2", false, PlanEnd::Told(now + 60 * DAY)).await);
    assert!(!renew("c1", true, PlanEnd::Told(now + 30 * DAY)).await, "an old event comes late");
    let active_one = (now + 60 * DAY, SubscriptionState::Active, "c1".to_owned());
    assert_eq!(until().await, active_one);

    let period = Duration::from_secs(30 * 24 * 3600);
    assert!(renew("c3", false, PlanEnd::NextPeriod { paid: now, period }).await);
    assert!(!renew("c3", false, PlanEnd::Told(now + 90 * DAY)).await, "its event came late");
    assert_eq!(until().await.0, now + 90 * DAY);
}

#[tokio::test]
async fn a_pre_checkout_is_judged_by_one_read_of_any_instance() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.meets(&[ANNA]).await;
    let (key, sale) = plan();
    let ids = [1, 2].map(|update| InvoiceId::of(ANNA, InboxId::new(update)));
    for id in ids {
        clerk.does(async |tx| tx.books().open_invoice(&new(id, &sale)).await).await;
    }
    let intake = Intake::new(&app(&active.database));
    let facts = async |id| intake.invoice_facts(id).await.unwrap().unwrap();
    let (first, now) = facts(ids[0]).await;
    assert_eq!((first.person, first.stars, first.renews, first.has_plan), (ANNA, 299, None, false));

    let end = PlanEnd::Told(now + 30 * DAY);
    let paid =
        PaidPlan { invoice: ids[0], person: ANNA, plan: &key, charge: "c", is_first: true, end };
    clerk.does(async |tx| tx.books().renew_subscription(paid).await).await;
    let (own, other) = (facts(ids[0]).await.0, facts(ids[1]).await.0);
    assert_eq!((own.renews, own.has_plan), (Some(now + 30 * DAY), false));
    assert_eq!((other.renews, other.has_plan), (None, true));
    assert_eq!(intake.invoice_facts(InvoiceId::new(7)).await.unwrap(), None);
    intake.close().await;
}

#[tokio::test]
async fn a_subscription_is_over_after_its_date_and_its_grace() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let people = [1, 2, 3].map(|number| PersonId::new(7_000_000_000 + number));
    clerk.meets(&people).await;
    let ((key, sale), now) = (plan(), active.number("select extract(epoch from now())::bigint"));
    let now = now.await;
    let ends = [now - DAY, now - DAY, now - 4 * DAY];
    for (person, end) in people.into_iter().zip(ends) {
        let id = InvoiceId::of(person, InboxId::new(1));
        let invoice = NewInvoice { person, ..new(id, &sale) };
        let end = PlanEnd::Told(end);
        let paid = PaidPlan { invoice: id, person, plan: &key, charge: "c", is_first: true, end };
        clerk
            .does(async |tx| {
                tx.books().open_invoice(&invoice).await?;
                tx.books().renew_subscription(paid).await
            })
            .await;
    }
    let canceled = InvoiceId::of(people[1], InboxId::new(1));
    let moved = clerk
        .does(async |tx| tx.books().move_subscription(canceled, SubscriptionState::Canceled).await)
        .await;
    assert_eq!(moved, Some(SubscriptionState::Active));

    let grace = Duration::from_secs(3 * 24 * 3600);
    let mut over = clerk.does(async |tx| tx.books().expire_subscriptions(grace, 10).await).await;
    over.sort();

    assert_eq!(over, [(people[1], "light".to_owned()), (people[2], "light".to_owned())]);
}

#[tokio::test]
async fn a_call_about_money_is_due_until_it_is_booked() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let ask = async || {
        clerk
            .does(async |tx| tx.books().ask_telegram(MoneyCallKind::Refund, "c1", ANNA).await)
            .await;
    };
    let due = async || clerk.store.due_money_calls(10).await.unwrap();
    let end = async |id, how| clerk.does(async |tx| tx.books().end_money_call(id, how).await).await;
    ask().await;
    ask().await;
    let calls = due().await;
    assert_eq!((calls.len(), calls[0].subject.as_str(), calls[0].tries), (1, "c1", 0));

    assert!(end(calls[0].id, MoneyCallEnd::Later(Duration::ZERO, "no answer")).await);
    assert_eq!(due().await[0].tries, 1);
    assert!(end(calls[0].id, MoneyCallEnd::Later(HOUR, "no answer")).await);
    assert_eq!(due().await, []);
    assert!(end(calls[0].id, MoneyCallEnd::Done).await);
    assert!(!end(calls[0].id, MoneyCallEnd::Refused("late")).await, "it has ended");
    ask().await;
    assert_eq!(due().await.len(), 1, "it may be asked again");
}
