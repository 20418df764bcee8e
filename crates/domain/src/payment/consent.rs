//! Whether a payment may begin: the answer to a pre-checkout query.
//!
//! ```text
//!   not our payload, no such invoice ──> Unknown
//!   somebody else pays ────────────────> NotYours      other currency or amount ──> Changed
//!   too old, or taken back ────────────> Expired       paid already ──────────────> Paid
//!   a plan that the person has ────────> Subscribed    a renewal of a plan ───────> yes, whatever else
//! ```
//!
//! It is asked with what one read of the database found. A yes is no promise to us: the payment that follows
//! is credited by what Telegram says was paid, and one that comes without a yes is credited as well.

use crate::id::PersonId;
use crate::payment::Item;
use crate::reading::words;

/// Telegram's name for Stars.
pub const STARS_CURRENCY: &str = "XTR";

/// A renewal may be asked for this long before the date: seconds.
const EARLY: i64 = 2 * 24 * 3600;

/// What Telegram asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query<'a> {
    /// Who pays.
    pub payer: PersonId,
    /// Three letters.
    pub currency: &'a str,
    /// How many whole Stars.
    pub amount: i64,
}

/// What is known of the invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceFacts {
    /// Who may pay it.
    pub person: PersonId,
    /// What it sells.
    pub item: Item,
    /// For how many whole Stars.
    pub stars: u32,
    /// It may be paid until then; seconds since 1970.
    pub expires: i64,
    /// It was paid, or taken back.
    pub is_over: bool,
    /// Until when the subscription runs that this very invoice began.
    pub renews: Option<i64>,
    /// Whether the person has this plan by another invoice, and it will be renewed.
    pub has_plan: bool,
}

words! {
    /// Why a payment may not begin.
    pub enum Refused {
        /// Nothing of ours.
        Unknown = "unknown",
        /// Somebody else's invoice.
        NotYours = "not-yours",
        /// Not what the invoice says.
        Changed = "changed",
        /// It is too old, or was taken back.
        Expired = "expired",
        /// It was paid.
        Paid = "paid",
        /// The person has this plan.
        Subscribed = "subscribed",
    }
}

/// Judges a query at a moment, in seconds since 1970.
pub fn consent(query: Query<'_>, invoice: Option<&InvoiceFacts>, now: i64) -> Result<(), Refused> {
    let invoice = invoice.ok_or(Refused::Unknown)?;
    if invoice.person != query.payer {
        return Err(Refused::NotYours);
    }
    if query.currency != STARS_CURRENCY || query.amount != i64::from(invoice.stars) {
        return Err(Refused::Changed);
    }
    if let Some(until) = invoice.renews {
        // Telegram asks for the next month; with a month still to come it is a second purchase.
        return if until - EARLY <= now { Ok(()) } else { Err(Refused::Subscribed) };
    }
    if invoice.is_over {
        return Err(Refused::Paid);
    }
    if invoice.has_plan {
        return Err(Refused::Subscribed);
    }
    if now >= invoice.expires {
        return Err(Refused::Expired);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{InvoiceFacts, Item, PersonId, Query, Refused, consent};

    const NOW: i64 = 1_000_000_000;
    const DAY: i64 = 24 * 3600;

    fn invoice() -> InvoiceFacts {
        InvoiceFacts {
            person: PersonId::new(7),
            item: Item::Amount,
            stars: 50,
            expires: NOW + DAY,
            is_over: false,
            renews: None,
            has_plan: false,
        }
    }

    const QUERY: Query<'_> = Query { payer: PersonId::new(7), currency: "XTR", amount: 50 };

    #[test]
    fn what_the_invoice_says_may_be_paid_by_whom_it_is_for() {
        assert_eq!(consent(QUERY, Some(&invoice()), NOW), Ok(()));
    }

    #[test]
    fn anything_else_is_refused_for_its_own_reason() {
        let refused =
            |query, invoice: InvoiceFacts| consent(query, Some(&invoice), NOW).unwrap_err();

        assert_eq!(consent(QUERY, None, NOW), Err(Refused::Unknown));
        let stranger = Query { payer: PersonId::new(8), ..QUERY };
        assert_eq!(refused(stranger, invoice()), Refused::NotYours);
        assert_eq!(refused(Query { amount: 49, ..QUERY }, invoice()), Refused::Changed);
        assert_eq!(refused(Query { currency: "USD", ..QUERY }, invoice()), Refused::Changed);
        assert_eq!(refused(QUERY, InvoiceFacts { expires: NOW, ..invoice() }), Refused::Expired);
        assert_eq!(refused(QUERY, InvoiceFacts { is_over: true, ..invoice() }), Refused::Paid);
        assert_eq!(
            refused(QUERY, InvoiceFacts { has_plan: true, ..invoice() }),
            Refused::Subscribed
        );
    }

    #[test]
    fn a_renewal_is_never_refused_and_a_second_month_at_once_is() {
        let renewing = |until| InvoiceFacts {
            renews: Some(until),
            is_over: true,
            expires: NOW - 90 * DAY,
            ..invoice()
        };

        assert_eq!(consent(QUERY, Some(&renewing(NOW + DAY)), NOW), Ok(()));
        assert_eq!(consent(QUERY, Some(&renewing(NOW - 5 * DAY)), NOW), Ok(()));
        assert_eq!(consent(QUERY, Some(&renewing(NOW + 25 * DAY)), NOW), Err(Refused::Subscribed));
    }
}
