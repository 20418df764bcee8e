//! Paying in: what people pay, what Telegram's own record says of it, and what the books say.
//!
//! ```text
//!   invoice, link ──> sheet ──> the bot is asked ──> charged ──> told, or not ──> the books
//!                                                       └── Telegram's record ──── agree ┘
//! ```
//!
//! | part | shows |
//! | --- | --- |
//! | [`topup`] | an invoice, paid once, twice, by another sum |
//! | [`kills`] | the same with instances that die at their commits |
//! | [`kept`] | orders that a payment begins, or does not |
//! | [`forged`] | who is refused, in words and in time |
//! | [`plans`] | subscriptions, from their link to their end |
//! | [`year`], [`lives`] | a year of one subscriber, half a year of two hundred |

mod forged;
mod kept;
mod kills;
mod lives;
mod plans;
mod topup;
mod year;

use simulator::telegram::{Bubble, Charge, Person};
use simulator::world::{Builder, PATIENCE, World};

use crate::generations::studio::{ADMIN, Books, newest};
use crate::path::program;

/// What one Star brings, in kopecks.
pub(crate) const STAR: i64 = 120;

/// A world in which the program has no more rights than it needs.
fn build() -> Builder {
    World::build(program()).patient_lock().with_roles().variable("ADMIN_IDS", &ADMIN.to_string())
}

/// Somebody asks for an invoice over so many Stars.
pub(crate) async fn invoice(person: &Person, stars: u32) -> Bubble {
    let before = newest(person);
    person.says(&format!("/topup {stars}")).await;
    next_invoice(person, before).await
}

pub(crate) async fn next_invoice(person: &Person, after: i64) -> Bubble {
    person.waits_for_after(after, |bubble| bubble.invoice().is_some(), PATIENCE).await
}

/// The payload of an invoice in a chat: what the bot wrote behind `/start` is the same.
pub(crate) fn payload(invoice: &Bubble) -> String {
    invoice.invoice().unwrap()["start_parameter"].as_str().unwrap().to_owned()
}

/// Somebody chooses a plan by its name and gets its address.
pub(crate) async fn link(person: &Person, plan: &str) -> String {
    let before = newest(person);
    person.says("/subscribe").await;
    let named = format!("{plan} · ");
    let choice = |bubble: &Bubble| {
        let mut buttons = bubble.buttons.iter().flatten();
        buttons.find(|button| button.text.starts_with(&named)).and_then(|one| one.data.clone())
    };
    let page = person.waits_for_after(before, |bubble| choice(bubble).is_some(), PATIENCE).await;
    person.taps_on(page.message_id, &choice(&page).unwrap()).await.answered().await;
    let address = |bubble: &Bubble| {
        let mut buttons = bubble.buttons.iter().flatten().filter_map(|button| button.url.clone());
        buttons.find(|url| url.starts_with("https://t.me/$"))
    };
    let told = |bubble: &Bubble| address(bubble).is_some();
    let told = person.waits_for_after(page.message_id, told, PATIENCE).await;
    address(&told).unwrap()
}

/// A payment as the books have it, by Telegram's record. Telegram's list, from which some are imported, has no date
/// of a subscription.
fn line(charge: &Charge, imported: &str) -> String {
    let until = charge.until.filter(|_| !imported.contains(&charge.id));
    let until = until.map_or("-".to_owned(), |until| until.to_string());
    let state = if charge.went_back.is_some() { "refunded" } else { "paid" };
    let Charge { id, person, stars, is_renewal, .. } = charge;
    format!("{id} {person} {stars} {} {until} {is_renewal} {state}", stars * STAR)
}

/// Every payment as the books have it.
const PAYMENTS: &str = "select coalesce(string_agg(concat_ws(' ', charge_id, person_id, \
        stars / 1000000000, amount, coalesce(extract(epoch from until)::bigint::text, '-'), \
        renewal::text, state), e'\\n' order by charge_id collate \"C\"), '') from payments";

/// The charges that were found in Telegram's list before their event came.
const IMPORTED: &str =
    "select coalesce(string_agg(charge_id, ' '), '') from payments where source = 'import'";

/// The Stars that Telegram keeps for us, by the ledger.
const STARS: &str = "select (coalesce(sum(case when credit_id = 21 then amount else -amount end), 0) \
        / 1000000000)::bigint from transfers where 21 in (credit_id, debit_id)";

/// Waits until every payment in Telegram's record is in the books, then holds one against the other: each once,
/// from whom, how much, until when, whether it went back; and the Stars in all.
pub(crate) async fn agree(world: &World, books: &Books) {
    agree_but_for(world, books, &[]).await;
}

/// The same, but for payments that nobody has told the bot of so far.
pub(crate) async fn agree_but_for(world: &World, books: &Books, unheard: &[String]) {
    let stars = world.telegram.stars();
    let told: Vec<Charge> =
        stars.payments().into_iter().filter(|one| !unheard.contains(&one.id)).collect();
    let back = told.iter().filter(|charge| charge.went_back.is_some()).count();
    let all = format!(
        "(select count(*) from payments) >= {} and \
         (select count(*) from payments where state = 'refunded') >= {back}",
        told.len()
    );
    books.waits_until(&all).await;
    let imported = books.text(IMPORTED).await;
    let mut lines: Vec<String> = told.iter().map(|charge| line(charge, &imported)).collect();
    lines.sort();
    assert_eq!(books.text(PAYMENTS).await, lines.join("\n"));
    let kept: i64 = told.iter().filter(|one| one.went_back.is_none()).map(|one| one.stars).sum();
    assert_eq!(books.number(STARS).await, kept);
    if unheard.is_empty() {
        assert_eq!(kept, stars.balance());
    }
}

/// What somebody has bought and been given and may spend, in kopecks.
pub(crate) async fn balance(books: &Books, person: &Person) -> i64 {
    let sum = "select coalesce(sum(balance), 0)::bigint from accounts \
               where kind in ('paid', 'bonus') and person_id = ";
    books.number(&format!("{sum}{}", person.id())).await
}

/// How often somebody was told that their payment has come.
fn thanks(person: &Person) -> usize {
    person.chat().iter().filter(|bubble| bubble.text.contains("Thank you!")).count()
}
