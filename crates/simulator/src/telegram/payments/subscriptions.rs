//! Subscriptions: paid again when time is moved past their date.
//!
//! ```text
//!   first payment ──> running ──┬── its date ──> renewed: a new charge, a later date
//!                      ^        ├── no Stars ──> failed, told once; tried again a day later, over after the third
//!                      │        └── cancelled by the person or the bot, told ──> over at its date
//!                      └── switched on again by the person, unless the bot has cancelled it and not undone that
//! ```
//!
//! Nothing happens by itself: renewals are made by [`FakeTelegram::advance`](super::super::FakeTelegram::advance),
//! each at its own date, in the order of their dates.

use std::sync::Arc;

use serde_json::json;

use super::sheet::{self, Purpose};
use super::{STARS, Sold, booking};
use crate::telegram::world::{Core, World};
use crate::telegram::{Born, Refusal};

/// After how many seconds what has failed is tried again, and how often at most.
const AGAIN: u64 = 24 * 3600;
const TRIES: u32 = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    pub person: i64,
    /// The payload of every payment of it.
    pub payload: String,
    pub first_charge: String,
    /// Until when it is paid, in seconds since 1970.
    pub until: u64,
    pub is_cancelled: bool,
    pub is_over: bool,
    sold: Arc<Sold>,
    /// The bot has cancelled it: the person cannot switch it on again.
    is_withheld: bool,
    /// When something is next due.
    next: u64,
    /// So many of the next payments will fail, and so many have in a row.
    pub(super) to_fail: u32,
    failed: u32,
}

impl Subscription {
    pub(super) fn begun(person: i64, sold: &Arc<Sold>, charge: &str, until: u64) -> Self {
        Self {
            person,
            payload: sold.payload.clone(),
            first_charge: charge.to_owned(),
            until,
            is_cancelled: false,
            is_over: false,
            sold: Arc::clone(sold),
            is_withheld: false,
            next: until,
            to_fail: 0,
            failed: 0,
        }
    }

    /// The last try to renew it has failed, and there will be another.
    pub fn is_failing(&self) -> bool {
        self.failed > 0 && !self.is_over
    }
}

/// Makes every payment that is due by now, in the order of their dates.
pub(crate) fn pay_what_is_due(core: &Arc<Core>, world: &mut World) {
    let now = core.clock.unix();
    loop {
        let due = world.payments.subscriptions.iter().enumerate();
        let due = due.filter(|(_, one)| !one.is_over && one.next <= now);
        let Some((place, _)) = due.min_by_key(|(place, one)| (one.next, *place)) else { return };
        pay(core, world, place);
    }
}

fn pay(core: &Arc<Core>, world: &mut World, place: usize) {
    let (now, asks) = (core.clock.unix(), world.payments.asks_before_renewals);
    let Some(one) = world.payments.subscriptions.get_mut(place) else { return };
    if one.is_cancelled {
        one.is_over = true;
    } else if one.to_fail > 0 {
        one.to_fail -= 1;
        fail(core, world, place);
    } else if asks {
        // Whatever becomes of the question, it is asked again only after a day.
        one.next = now + AGAIN;
        let (payer, sold) = (one.person, Arc::clone(&one.sold));
        sheet::open(core, world, (payer, Purpose::Renewal(place)), &sold, STARS);
    } else {
        renew(core, world, place);
    }
}

fn fail(core: &Arc<Core>, world: &mut World, place: usize) {
    let one = &mut world.payments.subscriptions[place];
    one.failed += 1;
    one.next += AGAIN;
    one.is_over = one.failed >= TRIES;
    if one.failed == 1 {
        says(core, world, place, "failed");
    }
}

/// Charges for one more period; the charge.
pub(super) fn renew(core: &Arc<Core>, world: &mut World, place: usize) -> String {
    let now = core.clock.unix();
    let one = &mut world.payments.subscriptions[place];
    let sold = Arc::clone(&one.sold);
    // After a failure the new period begins when it is paid.
    let at = one.next.min(now);
    one.until = at + sold.period.unwrap_or_default();
    (one.next, one.failed) = (one.until, 0);
    let (payer, until) = (one.person, one.until);
    let period = booking::Period { until, is_first: false };
    booking::charge(core, world, payer, &sold, at, Some(period))
}

/// Tells the bot how a subscription stands now.
fn says(core: &Arc<Core>, world: &mut World, place: usize, state: &str) -> Born {
    let one = &world.payments.subscriptions[place];
    let user = world.people.get(&one.person);
    let content = json!({ "user": user, "invoice_payload": one.payload, "state": state });
    booking::tell(core, world, "subscription", content)
}

/// The subscription of a person with this payload that is not over.
fn place(world: &World, person: i64, payload: &str) -> Option<usize> {
    let is_it = |one: &Subscription| one.person == person && one.payload == payload;
    world.payments.subscriptions.iter().rposition(|one| is_it(one) && !one.is_over)
}

/// The person cancels it, or switches it on again; the event, if Telegram lets them.
pub(crate) fn set_by_person(
    core: &Arc<Core>,
    world: &mut World,
    (person, payload): (i64, &str),
    cancelled: bool,
) -> Option<Born> {
    let place = place(world, person, payload)?;
    let one = &mut world.payments.subscriptions[place];
    if one.is_cancelled == cancelled || (!cancelled && one.is_withheld) {
        return None;
    }
    one.is_cancelled = cancelled;
    Some(says(core, world, place, if cancelled { "canceled" } else { "active" }))
}

/// The bot cancels it, or lets the person switch it on again.
pub(crate) fn set_by_bot(
    core: &Arc<Core>,
    world: &mut World,
    (person, first_charge): (i64, &str),
    cancelled: bool,
) -> Result<(), Refusal> {
    let is_it = |one: &Subscription| one.person == person && one.first_charge == first_charge;
    let place = world.payments.subscriptions.iter().position(is_it);
    let place = place.ok_or_else(|| Refusal::state("CHARGE_ID_INVALID"))?;
    let one = &mut world.payments.subscriptions[place];
    one.is_withheld = cancelled;
    if cancelled && !one.is_cancelled && !one.is_over {
        one.is_cancelled = true;
        says(core, world, place, "canceled");
    }
    Ok(())
}

/// Lets the next payments of a subscription fail.
pub(super) fn runs_short(world: &mut World, person: i64, payload: &str, times: u32) {
    let place = place(world, person, payload);
    let place = place.unwrap_or_else(|| panic!("{person} has no subscription {payload}"));
    world.payments.subscriptions[place].to_fail = times;
}
