//! Payments that go back: by an admin, by Telegram, by themselves; whatever dies on the way.

mod kills;
mod plans;
pub(crate) mod tests_of_payments;

use domain::News;
use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, Fault, Person};
use simulator::world::{Builder, PATIENCE, World};
use testbed::server::connect;
use tokio_postgres::Client;

use crate::notices::kinds::hears;
use crate::path::program;

/// The one admin of these worlds.
pub(crate) const ADMIN: i64 = 7;

/// A world in which the program has no more rights than it needs.
pub(crate) fn build() -> Builder {
    World::build(program()).patient_lock().with_roles().variable("ADMIN_IDS", &ADMIN.to_string())
}

pub(crate) fn plain(bubble: &Bubble) -> String {
    bubble.text.replace('\u{A0}', " ")
}

pub(crate) fn says(words: &str) -> impl Fn(&Bubble) -> bool {
    let words = words.to_owned();
    move |bubble| bubble.is_from_bot() && plain(bubble).contains(&words)
}

/// An English admin and an English customer, both of whom the bot has met, and the books.
pub(crate) struct Cast {
    pub(crate) admin: Person,
    pub(crate) anna: Person,
    pub(crate) books: Client,
}

impl Cast {
    pub(crate) async fn meet(world: &World) -> Self {
        let (admin, anna) = (world.telegram.person(ADMIN, "Ada", "en"), world.person("Anna"));
        for somebody in [&admin, &anna] {
            somebody.says("/menu").await;
            somebody.waits_for(Bubble::is_from_bot, PATIENCE).await;
        }
        Self { admin, anna, books: connect(&world.database_url()).await.unwrap() }
    }

    /// Somebody asks for an invoice over so many Stars and pays it; Telegram's name for the charge.
    pub(crate) async fn tops_up(&self, person: &Person, stars: u32) -> String {
        let before = person.newest();
        person.says(&format!("/topup {stars}")).await;
        let is_invoice = |bubble: &Bubble| bubble.invoice().is_some();
        let invoice = person.waits_for_after(before, is_invoice, PATIENCE).await;
        let charge = person.pays(invoice.message_id).await.charge();
        person.waits_for_after(before, says("Thank you!"), PATIENCE).await;
        charge
    }

    /// The admin writes, and sees an answer that says this.
    pub(crate) async fn tells_admin(&self, command: &str, words: &str) -> Bubble {
        let before = self.admin.newest();
        self.admin.says(command).await;
        self.admin.waits_for_after(before, says(words), PATIENCE).await
    }

    /// The admin gives a payment back; the question that was confirmed.
    pub(crate) async fn gives_back(&self, charge: &str) -> Bubble {
        let command = format!("/admin refund {charge} it was blurred");
        let question = self.tells_admin(&command, "Give this payment back?").await;
        self.admin.taps_on(question.message_id, "Confirm").await;
        question
    }

    pub(crate) async fn number(&self, query: &str) -> i64 {
        self.books.query_one(query, &[]).await.unwrap().get(0)
    }

    /// What somebody has and owes, in roubles as they read it.
    pub(crate) async fn balance_of(&self, person: &Person) -> String {
        let before = person.newest();
        person.says("/balance").await;
        plain(&person.waits_for_after(before, says("Available"), PATIENCE).await)
    }
}

/// How often somebody was told something with these words.
pub(crate) fn told(world: &World, person: &Person, words: &str) -> usize {
    let texts = applied_in(&world.telegram.journal(), person.id());
    texts.iter().filter(|text| text.contains(words)).count()
}

#[tokio::test]
pub(crate) async fn a_payment_is_looked_at_confirmed_and_goes_back_once() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;

    let list = cast
        .tells_admin(&format!("/admin payments {}", cast.anna.id()), "The last payments of")
        .await;
    assert!(plain(&list).contains("50 ⭐") && list.text.contains(&charge), "{}", list.text);
    let look = cast.tells_admin(&format!("/admin refund {charge}"), "only a preview").await;
    assert!(plain(&look).contains("Taken from the balance: 60 ₽"), "{}", look.text);
    assert_eq!(world.telegram.stars().balance(), 50, "a look changes nothing");
    let command = format!("/admin refund {charge} it was blurred");
    let question = cast.tells_admin(&command, "Give this payment back?").await;
    cast.admin.double_taps(question.message_id, "Confirm").await;

    let notice = cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    assert!(plain(&notice).contains("60 ₽"), "{}", notice.text);
    cast.admin.waits_for(says("It went back"), PATIENCE).await;
    for command in [format!("/admin refund {charge}"), format!("/admin refund {charge} again")] {
        cast.tells_admin(&command, "has gone back already").await;
    }
    cast.tells_admin("/admin refund nobody-paid-this why", "I don't know a payment").await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 0);
    assert!(world.telegram.stars().payments()[0].went_back.is_some());
    assert_eq!(told(&world, &cast.anna, "went back to you"), 1);
    let logged = "select count(*) from audit_log join audit_words on audit_id = id where action = 'refund' and actor = 'admin:7' \
                  and audit_words.reason = 'it was blurred'";
    assert_eq!(cast.number(logged).await, 1);
}

#[tokio::test]
async fn what_was_spent_becomes_a_debt_that_the_next_payment_fills_first() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;
    // As if it had been spent.
    let command = format!("/admin adjust {} -45 spent", cast.anna.id());
    let question = cast.tells_admin(&command, "Correct a balance?").await;
    cast.admin.taps_on(question.message_id, "Confirm").await;
    cast.anna.waits_for(says("Support took"), PATIENCE).await;

    cast.gives_back(&charge).await;
    let notice = cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    assert!(plain(&notice).contains("Still owed after an earlier refund: 45 ₽"), "{}", notice.text);
    let balance = cast.balance_of(&cast.anna).await;
    assert!(balance.contains("Available: 0 ₽") && balance.contains("You owe: 45 ₽"), "{balance}");
    cast.tops_up(&cast.anna, 100).await;

    let balance = cast.balance_of(&cast.anna).await;
    assert!(balance.contains("Available: 75 ₽") && !balance.contains("You owe"), "{balance}");
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 100);
}

#[tokio::test]
async fn a_refund_that_telegram_refuses_is_undone_told_and_can_be_asked_for_again() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;
    let refused = world.telegram.faults().on_method("refundStarPayment", 1, Fault::Status(400));

    cast.gives_back(&charge).await;
    refused.fired().await;
    let notice = cast.anna.waits_for(says("Telegram didn't take it"), PATIENCE).await;
    assert!(plain(&notice).contains("60 ₽"), "{}", notice.text);
    cast.admin.waits_for(says("Telegram refuses the refund"), PATIENCE).await;
    hears(&cast.admin, News::RefundRefused).await;
    let look = cast.tells_admin(&format!("/admin refund {charge}"), "only a preview").await;
    assert!(look.text.contains("Telegram refused this refund before"), "{}", look.text);
    cast.gives_back(&charge).await;

    cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 0);
    assert_eq!(told(&world, &cast.anna, "went back to you"), 1);
    assert_eq!(cast.number("select count(*) from refused_refunds").await, 1);
}

#[tokio::test]
async fn what_telegram_gives_back_by_itself_is_taken_told_and_never_asked_for() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;

    world.telegram.stars().goes_back(&charge).await;

    cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    let notice = hears(&cast.admin, News::Refund).await;
    assert!(plain(&notice).contains("Gone back: 50 ⭐"), "{}", notice.text);
    world.ends_well().await;
    let asked = "select count(*) from money_calls where kind = 'refund'";
    assert_eq!(cast.number(asked).await, 0);
    let balance = cast.balance_of(&cast.anna).await;
    assert!(balance.contains("Available: 0 ₽"), "{balance}");
}

#[tokio::test]
async fn a_crowd_of_buyers_is_one_notice_an_hour_with_their_sum() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    cast.tops_up(&cast.anna, 50).await;
    let notice = hears(&cast.admin, News::Sale).await;
    assert!(plain(&notice).contains("Sold: 50 ⭐ from"), "{}", notice.text);

    for stars in [100, 250] {
        cast.tops_up(&cast.anna, stars).await;
    }
    world.ends_well().await;
    assert_eq!(told(&world, &cast.admin, "Sold:"), 1, "the hour is not over");
    world.time_passes(std::time::Duration::from_secs(3_601)).await;

    cast.admin.waits_for(says("Sold: 2 payments, 350 ⭐ together"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(told(&world, &cast.admin, "Sold:"), 2);
}
