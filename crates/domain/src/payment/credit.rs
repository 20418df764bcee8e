//! What a payment brings.
//!
//! ```text
//!   its invoice, paid by whom it is for, as many Stars as it says ──> what the invoice says
//!   anything else ──────────────────────────────────────────────────> what so many Stars buy, nothing on top
//! ```
//!
//! The amount is Telegram's: whatever was paid is credited to who paid it, whether or not it should have been.

use crate::id::PersonId;
use crate::money::Money;
use crate::offers::Offers;
use crate::payment::Sale;

/// What a payment adds to the balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credit {
    /// What was bought.
    pub amount: Money,
    /// What is given on top.
    pub bonus: Money,
    /// It pays the invoice it names: what that sells is sold.
    pub fits: bool,
}

impl Credit {
    /// What so many Stars of a payer bring, given who may pay the invoice and what that sells; none if they
    /// cannot be counted.
    pub fn of(
        offers: &Offers,
        payer: PersonId,
        stars: u32,
        invoice: Option<(PersonId, &Sale)>,
    ) -> Option<Self> {
        let fitting = invoice.filter(|(person, sale)| *person == payer && sale.stars == stars);
        match fitting {
            Some((_, sale)) => Some(Self { amount: sale.amount, bonus: sale.bonus, fits: true }),
            None => {
                let amount = offers.bought(stars).filter(|amount| amount.is_positive())?;
                Some(Self { amount, bonus: Money::ZERO, fits: false })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Credit, Offers, PersonId};
    use crate::offers::PackKey;

    #[test]
    fn a_payment_brings_what_its_invoice_says_to_whom_it_is_for() {
        let offers = Offers::built_in().unwrap();
        let sale = offers.pack_sale(&PackKey::new("stars-500").unwrap()).unwrap();
        let (anna, boris) = (PersonId::new(1), PersonId::new(2));
        let credit = |payer, stars| Credit::of(&offers, payer, stars, Some((anna, &sale))).unwrap();

        let own = credit(anna, 500);
        assert_eq!((own.amount.get(), own.bonus.get(), own.fits), (60_000, 1_800, true));
        let strangers = credit(boris, 500);
        assert_eq!((strangers.amount.get(), strangers.bonus.get()), (60_000, 0));
        assert!(!strangers.fits && !credit(anna, 499).fits);
        let unknown = Credit::of(&offers, boris, 10, None).unwrap();
        assert_eq!((unknown.amount.get(), unknown.fits), (1_200, false));
        assert_eq!(Credit::of(&offers, boris, 0, None), None);
    }
}
