//! Payments and questions as a crawler finds them: of every kind there is.

use dialogue::{
    PaymentFacts, PaymentLine, PaymentList, PaymentStanding, SupportCase, UnbookedLine,
};
use domain::ledger::Purse;
use domain::offers::{PackKey, PlanKey};
use domain::payment::Item;
use domain::{Language, Money, PersonId, SupportTopic};

/// The payment with this charge: its first letter says how it stands.
pub(crate) fn payment(charge: &str, purse: Purse) -> Option<PaymentFacts> {
    let standing = match charge.chars().next()? {
        'p' => PaymentStanding::Paid,
        'w' => PaymentStanding::Refunding,
        'b' => PaymentStanding::Refunded,
        _ => return None,
    };
    let plan = PlanKey::new("light").map(|plan| (plan, "18.12.2026".to_owned()));
    Some(PaymentFacts {
        payment: PaymentLine { charge: charge.to_owned(), ..line(standing, None) },
        purse,
        reward: Some((PersonId::new(9), Money::new(1_500))),
        plan,
        refused: Some("Bad Request: <CHARGE_NOT_FOUND>".to_owned()),
        rest: None,
    })
}

fn line(standing: PaymentStanding, item: Option<Item>) -> PaymentLine {
    PaymentLine {
        charge: "stx&81<".repeat(12),
        person: PersonId::new(8),
        stars: 500,
        amount: Money::new(60_000),
        bonus: Money::new(1_800),
        item,
        at: "18.11.2026 20:00".to_owned(),
        standing,
    }
}

/// Everything that can have been sold, in every way it can stand.
pub(crate) fn list() -> PaymentList {
    let items = [
        None,
        Some(Item::Amount),
        Some(Item::Test),
        PackKey::new("stars-50").map(Item::Pack),
        PackKey::new("gone").map(Item::Pack),
        PlanKey::new("light").map(Item::Plan),
        PlanKey::new("gone").map(Item::Plan),
    ];
    let standings = [PaymentStanding::Paid, PaymentStanding::Refunding, PaymentStanding::Refunded];
    // As many as are looked up, those among them that no offer of today names.
    let payments = items.into_iter().rev().take(5).zip(standings.into_iter().cycle());
    let unbooked = [true, false].map(|is_refund| UnbookedLine {
        charge: "update:3<".to_owned(),
        is_refund,
        person: PersonId::new(8),
        currency: "U<D".to_owned(),
        amount: -1,
        at: "18.11.2026 20:00".to_owned(),
    });
    PaymentList {
        payments: payments.map(|(item, standing)| line(standing, item)).collect(),
        unbooked: unbooked.into(),
    }
}

/// The question with this number; those above ten are nobody's.
pub(crate) fn case(number: i64) -> Option<SupportCase> {
    (number <= 10).then_some(SupportCase {
        number,
        person: (number != 5).then_some(PersonId::new(8)),
        language: Language::Russian,
        is_reachable: number != 2,
        is_answered: number == 3,
        topic: SupportTopic::Payment,
        is_closed: number == 4,
        is_letter: false,
    })
}
