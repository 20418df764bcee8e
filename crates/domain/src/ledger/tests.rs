//! The rules by example, and that no sequence of them makes or loses money.

use proptest::prelude::*;

use super::rules::{self, Split, Taken};
use super::{Account, Actor, Bucket, Grant, House, Kind, Leg, Operation, Posting, Purse, Refusal};
use crate::id::{AccountId, GenerationId, HoldId, InboxId, PersonId, TransferId};
use crate::money::{Credits, Money, Stars};

const ANNA: PersonId = PersonId::new(7);
const ADMIN: PersonId = PersonId::new(1);
const ORDER: GenerationId = GenerationId::new(31);
const HOLD: HoldId = HoldId::new(5);

/// A person's purse; its accounts have ids from `first`.
fn purse(person: PersonId, first: i64, [paid, bonus, held, debt]: [i64; 4]) -> Purse {
    let account = |id, balance| Account {
        id: AccountId::new(first + id),
        balance: Money::new(balance),
        version: 0,
    };
    Purse {
        person,
        paid: account(0, paid),
        bonus: account(1, bonus),
        held: account(2, held),
        debt: account(3, debt),
    }
}

fn anna(balances: [i64; 4]) -> Purse {
    purse(ANNA, 1000, balances)
}

/// The purse after a posting, which was made for the versions it has.
fn after(purse: Purse, posting: &Posting) -> Purse {
    for account in Bucket::ALL.map(|bucket| *purse.account(bucket)) {
        let change = posting.changes.iter().find(|change| change.account == account.id);
        assert!(change.is_none_or(|change| change.before == account.version));
    }
    purse.after(posting)
}

fn balances(purse: &Purse) -> [i64; 4] {
    Bucket::ALL.map(|bucket| purse.account(bucket).balance.get())
}

fn split(bonus: i64, paid: i64) -> Split {
    Split { bonus: Money::new(bonus), paid: Money::new(paid) }
}

#[test]
fn bonus_is_spent_before_what_was_bought() {
    let parts = rules::split(&anna([100, 30, 0, 0]), Money::new(50)).unwrap();

    assert_eq!(parts, split(30, 20));
}

#[test]
fn what_somebody_had_elsewhere_fills_their_debt_first_and_is_an_operators_correction() {
    let owing = anna([5, 0, 0, -30]);

    let posting = rules::import(&owing, Money::new(100)).unwrap();

    assert_eq!(posting.operation.as_str(), "import:7");
    assert_eq!(posting.actor, Actor::Operator);
    assert_eq!(balances(&after(owing, &posting)), [75, 0, 0, 0]);
    for amount in [0, -1] {
        assert_eq!(rules::import(&owing, Money::new(amount)), Err(Refusal::Nonsense));
    }
}

#[test]
fn a_short_balance_says_what_is_missing() {
    let refused = rules::split(&anna([10, 5, 90, 0]), Money::new(50));

    assert_eq!(refused, Err(Refusal::Short { missing: Money::new(35) }));
}

#[test]
fn who_owes_something_starts_nothing() {
    let refused = rules::split(&anna([100, 0, 0, -4]), Money::new(50));

    assert_eq!(refused, Err(Refusal::InDebt { owed: Money::new(4) }));
    assert_eq!(anna([100, 0, 0, -4]).available(), Money::ZERO);
}

#[test]
fn what_is_released_goes_back_where_it_came_from() {
    let before = anna([100, 30, 0, 0]);
    let held = after(before, &rules::hold(&before, ORDER, HOLD, split(30, 20)).unwrap());
    assert_eq!(balances(&held), [80, 0, 50, 0]);

    let released = after(held, &rules::release(&held, HOLD, split(30, 20)).unwrap());

    assert_eq!(balances(&released), [100, 30, 0, 0]);
}

#[test]
fn capture_and_release_of_a_hold_are_the_same_operation() {
    let held = anna([0, 0, 50, 0]);
    let captured = rules::capture(&held, HOLD, split(30, 20)).unwrap();
    let released = rules::release(&held, HOLD, split(30, 20)).unwrap();

    assert_eq!(captured.operation, released.operation);
    assert_eq!(balances(&after(held, &captured)), [0, 0, 0, 0]);
    let (revenue, _, _) = House::Revenue.entry();
    assert_eq!(captured.legs.iter().map(|leg| leg.credit).collect::<Vec<_>>(), [revenue]);
}

#[test]
fn a_lower_price_gives_back_what_was_bought_first_and_never_more_than_is_held() {
    let held = anna([0, 0, 50, 0]);
    let to = |price: i64| rules::reprice(&held, ORDER, HOLD, split(30, 20), Money::new(price));

    let (posting, left) = to(35).unwrap();
    assert_eq!((balances(&after(held, &posting)), left), ([15, 0, 35, 0], split(30, 5)));
    let (posting, left) = to(10).unwrap();
    assert_eq!((balances(&after(held, &posting)), left), ([20, 20, 10, 0], split(10, 0)));
    for price in [-1, 0, 50, 51] {
        assert_eq!(to(price), Err(Refusal::Nonsense), "{price}");
    }
}

#[test]
fn more_than_is_held_cannot_be_captured() {
    let refused = rules::capture(&anna([500, 0, 49, 0]), HOLD, split(30, 20));

    assert_eq!(refused, Err(Refusal::Short { missing: Money::new(1) }));
}

#[test]
fn a_payment_fills_the_debt_first() {
    let owing = anna([0, 0, 0, -40]);
    let posting =
        rules::purchase(&owing, "charge", Stars::new(1), Money::new(100), Money::ZERO).unwrap();

    assert_eq!(balances(&after(owing, &posting)), [60, 0, 0, 0]);
    let kinds: Vec<Kind> = posting.legs.iter().map(|leg| leg.kind).collect();
    assert_eq!(kinds, [Kind::Purchase, Kind::DebtPaid, Kind::Purchase]);
}

#[test]
fn a_refund_of_what_was_spent_becomes_a_debt_and_can_be_undone() {
    let before = anna([58, 10, 0, 0]);
    let (posting, taken) =
        rules::refund(&before, "charge", 1, Money::new(100), Money::ZERO, Actor::Admin(ADMIN))
            .unwrap();
    assert_eq!(taken, Taken { taken: Money::new(58), bonus: Money::ZERO, owed: Money::new(42) });
    let owing = after(before, &posting);
    assert_eq!(balances(&owing), [0, 10, 0, -42]);

    let again = after(owing, &rules::unrefund(&owing, "charge", 1, taken).unwrap());

    assert_eq!(balances(&again), [58, 10, 0, 0]);
}

#[test]
fn what_a_purchase_brought_on_top_is_given_and_goes_back_with_it() {
    let bought = |purse: &Purse| {
        rules::purchase(purse, "charge", Stars::new(1), Money::new(100), Money::new(8)).unwrap()
    };
    let empty = anna([0, 0, 0, 0]);
    let rich = after(empty, &bought(&empty));
    assert_eq!(balances(&rich), [100, 8, 0, 0]);

    let refund = |purse: &Purse| {
        rules::refund(purse, "charge", 1, Money::new(100), Money::new(8), Actor::Bot).unwrap()
    };
    assert_eq!(balances(&after(rich, &refund(&rich).0)), [0, 0, 0, 0]);
    let spent = anna([100, 3, 0, 0]);
    let (posting, taken) = refund(&spent);
    assert_eq!(balances(&after(spent, &posting)), [0, 0, 0, -5], "what was spent of it is owed");
    let owing = after(spent, &posting);
    let again = after(owing, &rules::unrefund(&owing, "charge", 1, taken).unwrap());
    assert_eq!(balances(&again), [100, 3, 0, 0]);
}

#[test]
fn a_reward_is_taken_back_as_far_as_it_is_there_and_never_becomes_a_debt() {
    let take = |bonus: i64, amount: i64| {
        let before = anna([100, bonus, 30, 0]);
        let back = rules::take_back(&before, Grant::Referral, "8", Money::new(amount)).unwrap();
        back.map(|(posting, taken)| (balances(&after(before, &posting)), taken.get()))
    };

    assert_eq!(take(40, 15), Some(([100, 25, 30, 0], 15)));
    assert_eq!(take(9, 15), Some(([100, 0, 30, 0], 9)));
    assert_eq!(take(0, 15), None);
    let (given, back) = (Operation::grant(Grant::Referral, "8"), "unreferral:8");
    let (posting, _) = rules::take_back(&anna([0, 15, 0, 0]), Grant::Referral, "8", Money::new(15))
        .unwrap()
        .unwrap();
    assert_eq!((posting.operation.as_str(), given.as_str()), (back, "referral:8"));
}

#[test]
fn an_admin_takes_what_was_bought_first_and_no_more_than_there_is() {
    let before = anna([30, 20, 0, 0]);
    let taken = rules::adjust(&before, InboxId::new(9), ADMIN, Money::new(-40)).unwrap();
    assert_eq!(balances(&after(before, &taken)), [0, 10, 0, 0]);

    let refused = rules::adjust(&before, InboxId::new(9), ADMIN, Money::new(-51));

    assert_eq!(refused, Err(Refusal::Short { missing: Money::new(1) }));
}

#[test]
fn an_admins_gift_fills_the_debt_first() {
    let owing = anna([0, 0, 0, -15]);
    let posting = rules::adjust(&owing, InboxId::new(9), ADMIN, Money::new(20)).unwrap();

    assert_eq!(balances(&after(owing, &posting)), [5, 0, 0, 0]);
}

#[test]
fn amounts_without_sense_are_refused() {
    let rich = anna([i64::MAX, 0, 0, 0]);
    let nonsense = Err(Refusal::Nonsense);
    assert_eq!(rules::purchase(&rich, "c", Stars::new(1), Money::new(1), Money::ZERO), nonsense);
    assert_eq!(rules::purchase(&rich, "c", Stars::ZERO, Money::new(1), Money::ZERO), nonsense);
    assert_eq!(rules::grant(&rich, Grant::Gift, "c", Money::new(-1)), nonsense);
    assert_eq!(rules::grant(&rich, Grant::Gift, "c", Money::ZERO), nonsense);
    assert_eq!(rules::take_back(&rich, Grant::Referral, "c", Money::ZERO), Err(Refusal::Nonsense));
    assert_eq!(rules::adjust(&rich, InboxId::new(9), ADMIN, Money::ZERO), nonsense);
    assert_eq!(rules::adjust(&rich, InboxId::new(9), ADMIN, Money::new(i64::MIN)), nonsense);
    assert_eq!(rules::split(&rich, Money::ZERO), Err(Refusal::Nonsense));
    assert_eq!(rules::cost("attempt", Credits::ZERO), nonsense);
    assert_eq!(rules::suspense("attempt", Credits::ZERO), nonsense);
    let transfer = |amount| rules::bank_transfer(&rich, TransferId::new(9), ADMIN, amount);
    assert_eq!(transfer(Money::ZERO), nonsense);
    assert_eq!(transfer(Money::new(-1)), nonsense);
    assert_eq!(transfer(Money::new(1)), nonsense, "more than can be counted");
    assert_eq!(rules::transfer(&rich, &rich, "c", Money::new(1)), nonsense);
}

#[test]
fn the_legs_of_one_operation_see_each_other() {
    let before = anna([100, 30, 0, 0]);
    let posting = rules::hold(&before, ORDER, HOLD, split(30, 20)).unwrap();

    let held: Vec<_> = posting.legs.iter().filter_map(|leg| leg.credit_after).collect();
    assert_eq!(held.iter().map(|s| (s.balance, s.version)).collect::<Vec<_>>(), [(30, 1), (50, 2)]);
    assert_eq!(posting.changes.len(), 3);
}

#[test]
fn every_cause_has_a_key_of_its_own() {
    let keys = [
        Operation::purchase("1"),
        Operation::grant(Grant::Gift, "1"),
        Operation::grant(Grant::Promo, "1"),
        Operation::grant(Grant::Referral, "1"),
        Operation::take_back(Grant::Referral, "1"),
        Operation::adjust(InboxId::new(1)),
        Operation::hold(GenerationId::new(1)),
        Operation::reprice(GenerationId::new(1)),
        Operation::settle(HoldId::new(1)),
        Operation::refund("1", 1),
        Operation::refund("1", 2),
        Operation::refunded("1", 1),
        Operation::unrefund("1", 1),
        Operation::unrefund("1", 2),
        Operation::cost("1"),
        Operation::suspense("1"),
        Operation::unsuspense("1"),
        Operation::compensate(GenerationId::new(1)),
        Operation::transfer("1"),
        Operation::bank_transfer(TransferId::new(1)),
    ];
    let mut texts: Vec<&str> = keys.iter().map(Operation::as_str).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), keys.len());
}

/// What a sum of legs does to a person's accounts.
fn net(legs: &[Leg], purse: &Purse) -> [i64; 4] {
    Bucket::ALL.map(|bucket| {
        let id = purse.account(bucket).id;
        let gets = |leg: &Leg| if leg.credit == id { leg.amount } else { 0 };
        let gives = |leg: &Leg| if leg.debit == id { leg.amount } else { 0 };
        legs.iter().map(|leg| gets(leg) - gives(leg)).sum()
    })
}

proptest! {
    /// Balances are what the legs say, versions count the legs, and no account ends on a side of
    /// zero where it may not be.
    #[test]
    fn a_posting_says_exactly_what_its_legs_do(
        paid in 0_i64..1_000, bonus in 0_i64..1_000, held in 0_i64..1_000, debt in -1_000_i64..=0,
        which in 0_usize..10, amount in -1_500_i64..1_500,
    ) {
        let before = anna([paid, bonus, held, debt]);
        let other = purse(PersonId::new(8), 2000, [500, 0, 0, 0]);
        let money = Money::new(amount);
        let parts = split(amount / 3, amount - amount / 3);
        let posting = match which {
            0 => rules::purchase(&before, "c", Stars::new(1), money, money),
            1 => rules::adjust(&before, InboxId::new(1), ADMIN, money),
            2 => rules::split(&before, money).and_then(|s| rules::hold(&before, ORDER, HOLD, s)),
            3 => rules::capture(&before, HOLD, parts),
            4 => rules::release(&before, HOLD, parts),
            5 => rules::refund(&before, "c", 1, money, money, Actor::Bot).map(|(posting, _)| posting),
            6 => rules::reprice(&before, ORDER, HOLD, split(held / 2, held - held / 2), money)
                .map(|(posting, _)| posting),
            7 => match rules::take_back(&before, Grant::Referral, "c", money) {
                Ok(Some((posting, _))) => Ok(posting),
                Ok(None) => return Ok(()),
                Err(refusal) => Err(refusal),
            },
            8 => rules::bank_transfer(&before, TransferId::new(1), ADMIN, money),
            _ => rules::transfer(&before, &other, "c", money),
        };
        let Ok(posting) = posting else { return Ok(()) };
        let end = after(before, &posting);
        let moved = net(&posting.legs, &before);
        for (bucket, moved) in Bucket::ALL.into_iter().zip(moved) {
            let (was, is) = (before.account(bucket), end.account(bucket));
            prop_assert_eq!(is.balance.get(), was.balance.get() + moved);
            let touched =
                posting.legs.iter().filter(|l| l.debit == is.id || l.credit == is.id).count();
            prop_assert_eq!(usize::try_from(is.version - was.version).unwrap(), touched);
            if bucket == Bucket::Debt {
                prop_assert!(is.balance <= Money::ZERO);
            } else {
                prop_assert!(is.balance >= Money::ZERO);
            }
        }
        prop_assert!(posting.legs.iter().all(|leg| leg.amount > 0 && leg.debit != leg.credit));
    }
}
