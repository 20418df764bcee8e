//! The rules of what comes and goes outside of payments and attempts: the house's own Stars and credits.
//!
//! ```text
//!   withdrawals, gifts, other partners ──> Stars at Telegram, by their id in its list
//!   before these books began ────────────> the same, in one sum for each page of that list
//!   KIE has more than is known ──────────> credits were bought
//!   a difference, put right ─────────────> to or from `others`, by its number
//! ```
//!
//! No person's account is in any of them, so nothing has to be locked.

use crate::ledger::account::House;
use crate::ledger::operation::{Actor, Kind, Operation};
use crate::ledger::posting::{Draft, Place, Posting, Refusal};
use crate::money::{Credits, Stars};

/// Stars of Telegram's list that are no payment of ours: more than nothing came from the other account, less went
/// to it. `what` names them, once.
///
/// # Errors
/// When nothing moved, or the other account is not one of Stars.
pub fn stars_moved(what: &str, other: House, came: Stars) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::stars(what), Actor::Telegram, &[]);
    moved(draft, Kind::Stars, other, House::Telegram, came.get())
}

/// KIE credits were bought, as this reconciliation saw.
///
/// # Errors
/// When it was nothing.
pub fn topped_up(reconciliation: &str, credits: Credits) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::top_up(reconciliation), Actor::Bot, &[]);
    moved(draft, Kind::TopUp, House::Bought, House::Prepaid, credits.get())
}

/// An operator takes over how many Stars Telegram has: so many more, or less, than the books.
///
/// # Errors
/// When it is nothing.
pub fn stars_put_right(difference: i64, more: Stars) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::put_right(difference), Actor::Operator, &[]);
    moved(draft, Kind::PutRight, House::OtherStars, House::Telegram, more.get())
}

/// An operator takes over how many credits KIE has: so many more, or less, than the books.
///
/// # Errors
/// When it is nothing.
pub fn credits_put_right(difference: i64, more: Credits) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::put_right(difference), Actor::Operator, &[]);
    moved(draft, Kind::PutRight, House::OtherCredits, House::Prepaid, more.get())
}

/// More than nothing goes from the first account to the second, less goes back.
fn moved(
    draft: Draft,
    kind: Kind,
    from: House,
    to: House,
    amount: i64,
) -> Result<Posting, Refusal> {
    let size = amount.checked_abs().ok_or(Refusal::Nonsense)?;
    let (from, to) = if amount > 0 { (from, to) } else { (to, from) };
    draft.moves(kind, Place::House(from), Place::House(to), size)?.finish()
}

#[cfg(test)]
mod tests {
    use super::{credits_put_right, stars_moved, stars_put_right, topped_up};
    use crate::ledger::{House, Posting, Refusal};
    use crate::money::{Credits, Stars};

    fn leg(posting: Result<Posting, Refusal>) -> (String, i64, i64, i64) {
        let posting = posting.unwrap();
        let leg = posting.legs[0];
        assert_eq!((posting.legs.len(), posting.changes.len()), (1, 0));
        (posting.operation.to_string(), leg.debit.get(), leg.credit.get(), leg.amount)
    }

    #[test]
    fn what_came_is_taken_from_the_other_account_and_what_went_is_added_to_it() {
        let went = stars_moved("out:w1", House::Withdrawn, Stars::new(-500));
        assert_eq!(leg(went), ("stars:out:w1".to_owned(), 21, 22, 500));
        let came = stars_moved("in:x", House::OtherStars, Stars::new(7));
        assert_eq!(leg(came), ("stars:in:x".to_owned(), 24, 21, 7));
        assert_eq!(leg(topped_up("3", Credits::new(9))), ("topup:3".to_owned(), 40, 41, 9));
        let less = credits_put_right(4, Credits::new(-2));
        assert_eq!(leg(less), ("difference:4".to_owned(), 41, 44, 2));
        let more = stars_put_right(5, Stars::new(2));
        assert_eq!(leg(more), ("difference:5".to_owned(), 24, 21, 2));
    }

    #[test]
    fn nothing_moves_nothing() {
        assert_eq!(stars_moved("x", House::Gifts, Stars::new(0)), Err(Refusal::Nonsense));
        assert_eq!(stars_put_right(1, Stars::new(i64::MIN)), Err(Refusal::Nonsense));
        let credits_for_stars = stars_moved("x", House::Bought, Stars::new(1));
        assert_eq!(credits_for_stars, Err(Refusal::Nonsense));
    }
}
