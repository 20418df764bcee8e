//! Transactions and the balance, as the bot may read them: oldest first, page by page.

use serde_json::{Value, json};

use super::Payments;
use crate::telegram::world::World;

/// Stars that came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transaction {
    /// The charge at this place; it belongs to a subscription with such a period.
    Payment { place: usize, period: Option<u64> },
    /// That charge went back.
    Refund { place: usize, at: u64 },
    /// The owner of the bot took Stars out.
    Withdrawal { number: usize, stars: i64, at: u64 },
    /// The bot gave a person something that costs Stars.
    Gift { number: usize, person: i64, stars: i64, at: u64 },
}

/// So many transactions from a place on.
pub(crate) fn page(world: &World, offset: usize, limit: usize) -> Value {
    let page = world.payments.transactions.iter().skip(offset).take(limit);
    json!({ "transactions": page.map(|one| shown(world, *one)).collect::<Vec<_>>() })
}

fn shown(world: &World, transaction: Transaction) -> Value {
    let charges = &world.payments.charges;
    let buyer = |place: usize, kind: &str| {
        let charge = &charges[place];
        json!({
            "type": "user", "transaction_type": kind, "user": world.people.get(&charge.person),
            "invoice_payload": charge.payload,
        })
    };
    match transaction {
        Transaction::Payment { place, period } => {
            let mut source = buyer(place, "invoice_payment");
            if let Some(period) = period {
                source["subscription_period"] = json!(period);
            }
            let charge = &charges[place];
            json!({ "id": charge.id, "amount": charge.stars, "date": charge.at, "source": source })
        }
        Transaction::Refund { place, at } => {
            let (charge, receiver) = (&charges[place], buyer(place, "invoice_payment"));
            json!({ "id": charge.id, "amount": charge.stars, "date": at, "receiver": receiver })
        }
        Transaction::Withdrawal { number, stars, at } => {
            let state = json!({ "type": "succeeded", "date": at, "url": "https://fragment.com" });
            let receiver = json!({ "type": "fragment", "withdrawal_state": state });
            json!({ "id": format!("out{number}"), "amount": stars, "date": at, "receiver": receiver })
        }
        Transaction::Gift { number, person, stars, at } => {
            let user = world.people.get(&person);
            let receiver =
                json!({ "type": "user", "transaction_type": "gift_purchase", "user": user });
            json!({ "id": format!("out{number}"), "amount": stars, "date": at, "receiver": receiver })
        }
    }
}

impl Payments {
    /// How many Stars the bot has; below nothing, when more went out than came.
    pub(crate) fn balance(&self) -> i64 {
        let moved = |transaction: &Transaction| match *transaction {
            Transaction::Payment { place, .. } => self.charges[place].stars,
            Transaction::Refund { place, .. } => -self.charges[place].stars,
            Transaction::Withdrawal { stars, .. } | Transaction::Gift { stars, .. } => -stars,
        };
        self.transactions.iter().map(moved).sum()
    }
}
