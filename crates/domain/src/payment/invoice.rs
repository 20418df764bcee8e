//! Invoices: what one sells, and the name by which Telegram gives it back to us.
//!
//! The payload of an invoice is its id and nothing else: who may pay it, how much, and what it brings is
//! looked up, never read from what a client can forge.

use crate::id::{InboxId, PersonId};
use crate::money::Money;
use crate::offers::{Offers, PackKey, PlanKey};

/// Telegram takes no more Stars for one invoice of ours.
pub const MOST_STARS: u32 = 10_000;

/// What stands before the id in a payload.
const PREFIX: &str = "trt-";

/// Our id of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InvoiceId(u128);

impl InvoiceId {
    /// The id with this number.
    pub const fn new(number: u128) -> Self {
        Self(number)
    }

    /// The invoice that an update of a person asked for; handled again, it asks for the same one.
    pub fn of(person: PersonId, update: InboxId) -> Self {
        let half = |number: i64| u128::from(number.unsigned_abs());
        Self(half(person.get()) << 64 | half(update.get()))
    }

    /// Its number.
    pub const fn get(self) -> u128 {
        self.0
    }

    /// The payload of the invoice.
    pub fn to_payload(self) -> String {
        format!("{PREFIX}{:032x}", self.0)
    }

    /// The invoice with this payload, if it is one of ours.
    pub fn from_payload(payload: &str) -> Option<Self> {
        let digits = payload.strip_prefix(PREFIX)?;
        let plain = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if digits.len() != 32 || !digits.bytes().all(plain) {
            return None;
        }
        u128::from_str_radix(digits, 16).ok().map(Self)
    }
}

/// What an invoice sells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A pack of the offers.
    Pack(PackKey),
    /// As many Stars as the person wants.
    Amount,
    /// Thirty days of a plan, and all that follow until it is cancelled.
    Plan(PlanKey),
    /// One Star of an admin, to see that payments work; it goes back by itself.
    Test,
}

impl Item {
    /// The item as the books have it; [`Item::from_text`] reads it back.
    pub fn to_text(&self) -> String {
        match self {
            Self::Pack(key) => format!("pack:{}", key.as_str()),
            Self::Amount => "amount".to_owned(),
            Self::Plan(key) => format!("plan:{}", key.as_str()),
            Self::Test => "test".to_owned(),
        }
    }

    /// The item of this text.
    pub fn from_text(text: &str) -> Option<Self> {
        match text.split_once(':') {
            Some(("pack", key)) => PackKey::new(key).map(Self::Pack),
            Some(("plan", key)) => PlanKey::new(key).map(Self::Plan),
            Some(_) => None,
            None if text == "amount" => Some(Self::Amount),
            None if text == "test" => Some(Self::Test),
            None => None,
        }
    }
}

/// What an invoice sells, for how much, and what it brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    /// What.
    pub item: Item,
    /// For how many whole Stars.
    pub stars: u32,
    /// What is added to what was bought.
    pub amount: Money,
    /// What is given on top.
    pub bonus: Money,
}

impl Offers {
    /// A pack as it is sold now.
    pub fn pack_sale(&self, key: &PackKey) -> Option<Sale> {
        let pack = self.pack(key)?;
        let (amount, bonus) = (self.bought(pack.stars)?, self.bonus(pack)?);
        Some(Sale { item: Item::Pack(key.clone()), stars: pack.stars, amount, bonus })
    }

    /// So many Stars, without a pack.
    pub fn amount_sale(&self, stars: u32) -> Option<Sale> {
        let amount = self.bought(stars).filter(|amount| amount.is_positive())?;
        (stars <= MOST_STARS).then_some(Sale {
            item: Item::Amount,
            stars,
            amount,
            bonus: Money::ZERO,
        })
    }

    /// One Star, to see that payments work.
    pub fn test_sale(&self) -> Option<Sale> {
        self.amount_sale(1).map(|sale| Sale { item: Item::Test, ..sale })
    }

    /// Thirty days of a plan as they are sold now.
    pub fn plan_sale(&self, key: &PlanKey) -> Option<Sale> {
        let plan = self.plan(key)?;
        let item = Item::Plan(key.clone());
        Some(Sale { item, stars: plan.stars, amount: plan.included, bonus: Money::ZERO })
    }
}

#[cfg(test)]
mod tests {
    use super::{InvoiceId, Item, MOST_STARS};
    use crate::id::{InboxId, PersonId};
    use crate::offers::{Offers, PackKey, PlanKey};

    #[test]
    fn a_payload_names_one_invoice_and_nothing_else_does() {
        let id = InvoiceId::of(PersonId::new(7), InboxId::new(9));

        assert_eq!(InvoiceId::from_payload(&id.to_payload()), Some(id));
        assert_ne!(id, InvoiceId::of(PersonId::new(9), InboxId::new(7)));
        let upper = id.to_payload().to_uppercase();
        for payload in
            ["", "trt-", "trt-7", "topup_7_9", "trt-+0000000000000000000000000000007", &upper]
        {
            assert_eq!(InvoiceId::from_payload(payload), None, "{payload}");
        }
    }

    #[test]
    fn an_item_is_read_back_as_it_was_written() {
        let pack = Item::Pack(PackKey::new("stars-50").unwrap());
        let plan = Item::Plan(PlanKey::new("pro").unwrap());
        for item in [pack, Item::Amount, plan, Item::Test] {
            assert_eq!(Item::from_text(&item.to_text()), Some(item));
        }
        for text in ["", "pack", "pack:", "gift:x", "amount:5"] {
            assert_eq!(Item::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_sold_brings_what_the_offers_say() {
        let offers = Offers::built_in().unwrap();

        let large = offers.pack_sale(&PackKey::new("stars-500").unwrap()).unwrap();
        assert_eq!((large.stars, large.amount.get(), large.bonus.get()), (500, 60_000, 1_800));
        let light = offers.plan_sale(&PlanKey::new("light").unwrap()).unwrap();
        assert_eq!((light.stars, light.amount.get(), light.bonus.get()), (299, 35_880, 0));
        assert_eq!(offers.amount_sale(1).unwrap().amount.get(), 120);
        assert_eq!(offers.amount_sale(0), None);
        assert_eq!(offers.amount_sale(MOST_STARS + 1), None);
        assert_eq!(offers.pack_sale(&PackKey::new("gone").unwrap()), None);
    }
}
