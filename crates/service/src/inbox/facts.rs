//! What an answer waits for, looked up in the transaction that its step belongs to.
//!
//! ```text
//!   reply ──┬── now: no query, as for almost every update
//!           ├── balance: balances, plans and the last movements of the person, read
//!           ├── welcome: whether they are new, and if so the day's gifts locked while there are some: [`greeting`]
//!           ├── invitations: their code, made at the first look, and what came of it
//!           ├── plans: those of the person that are not over, read
//!           ├── other person: read, then their accounts locked
//!           ├── payment, payments, case, unanswered: what admins and their questioners look at: [`payments`]
//!           ├── order facts: what is closed, what they have and like, what they used for nothing and ordered last;
//!           │   for a card its samples, for a list how much models are used: [`shop`]
//!           ├── checkout: the same but for what they like, with their accounts locked
//!           ├── desk: what admins look at: [`desk`]
//!           ├── day: what today has come to, for an admin
//!           ├── transfer desk, case, list: the person's own bank transfer, somebody's, those that wait
//!           ├── history, generation: what they made before; a generation brings the order facts along
//!           ├── talks: conversations with operators and broadcasts, for admins
//!           └── reorder: the same with their accounts locked, and whether it is being repeated
//! ```
//!
//! Somebody whom the bot never met is given no accounts: a slip of an admin's finger would open them
//! for a stranger.

mod desk;
mod greeting;
mod growth;
mod payments;
mod shop;
mod talks;

use dialogue::{
    BalanceFacts, Checkout, FreeUsed, GenerationRecord, GenerationStatus, HistoryPage, Movement,
    OrderFacts, OtherPerson, PastOrder, PriceList, Reorder, Reply, RunningPlan, Showable, Step,
    Then,
};
use domain::catalogue::{MediaKind, ModelKey};
use domain::generation::{Failure, GenerationState};
use domain::payment::Subscription;
use domain::{Credits, GenerationId, Money, Offers, PersonId};
use store::closures::EVERYTHING;
use store::usage::Paces;
use store::{Conversation, LeaderTx, PastGeneration, Reach, StoreError};

pub(crate) use self::desk::dead_id;
pub(crate) use self::payments::{case, last as last_payments};
pub(crate) use self::talks::media_kind;
use super::handling::{Trouble, guarded};
use crate::inbox::Inbox;
use crate::operators::digest;

mod suspects;
mod transfers;

/// So many operations are shown with a balance.
const MOVEMENTS: i64 = 5;

/// Looks up what an answer waits for, and lets it go on with that.
pub(super) async fn answer(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    reply: Reply<'_>,
) -> Result<Step, Trouble> {
    let person = conversation.person;
    let zone = active.prices.offers.time_zone.as_str();
    match reply {
        Reply::Now(step) => Ok(step),
        Reply::WithBalance(then) => on(then, balance(tx, person, zone).await?),
        Reply::WithPlans(then) => on(then, plans(tx, person, zone).await?),
        Reply::WithWelcome(model, then) => {
            on(then, greeting::welcome(active, tx, conversation, model.as_ref()).await?)
        }
        Reply::WithGrowth(question) => growth::answer(tx, person, zone, question).await,
        Reply::WithInvitations(then) => on(then, greeting::invitations(tx, person).await?),
        Reply::WithOtherPerson(other, then) => on(then, other_person(tx, other).await?),
        Reply::WithPayment(charge, then) => {
            on(then, payments::payment(active, tx, person, &charge).await?)
        }
        Reply::WithPayments(whose, then) => on(then, payments::payments(tx, whose, zone).await?),
        Reply::WithUnanswered(then) => on(then, tx.people().unanswered(person).await?),
        Reply::WithCase(number, then) => {
            let request = tx.people().support_request(number).await?;
            on(then, case(tx, request).await?)
        }
        Reply::WithOrderFacts(model, then) => {
            on(then, with_favourites(active, tx, conversation, model.as_ref()).await?)
        }
        Reply::WithCheckout(model, then) => {
            on(then, checkout(active, tx, conversation, &model).await?)
        }
        Reply::WithHistory(page, then) => on(then, history(tx, person, page, zone).await?),
        Reply::WithGeneration(id, then) => {
            on(then, past_order(active, tx, conversation, id).await?)
        }
        Reply::WithReorder(id, model, then) => {
            on(then, reorder(active, tx, conversation, id, model).await?)
        }
        Reply::WithTransferDesk(receipt, then) => {
            on(then, transfers::desk(active, tx, person, receipt.as_ref()).await?)
        }
        Reply::WithTransferCase(id, then) => on(then, transfers::case(tx, id, zone).await?),
        Reply::WithTransfers(then) => on(then, transfers::list(tx, zone).await?),
        Reply::WithDesk(look) => desk::answer(active, tx, look).await,
        Reply::Talk(reply) => talks::answer(tx, reply, zone).await,
        Reply::WithDay(then) => on(then, digest::today(tx, zone).await?),
        Reply::WithSuspects(then) => on(then, suspects::list(tx, zone).await?),
    }
}

/// Goes on with what was found.
fn on<Facts>(then: Then<'_, Facts>, found: Facts) -> Result<Step, Trouble> {
    guarded(move || then(&found))
}

/// What ordering this model looks at, with the person's accounts locked.
async fn checkout(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    model: &ModelKey,
) -> Result<Checkout, StoreError> {
    let purse = tx.books().purse(conversation.person).await?;
    let available = purse.available();
    let order = order_facts(&active.prices, tx, conversation, Some(model), available).await?;
    let order = OrderFacts { spent: tx.books().spent(conversation.person).await?, ..order };
    Ok(Checkout { order, purse })
}

/// One generation of the person, with what ordering it again looks at.
async fn past_order(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    id: GenerationId,
) -> Result<PastOrder, StoreError> {
    let (person, prices) = (conversation.person, &active.prices);
    let zone = prices.offers.time_zone.as_str();
    let generation = tx.generations().past_generation(person, id, zone).await?.map(record);
    let model = generation.as_ref().and_then(|one| ModelKey::new(&one.model));
    let available = tx.books().balance(person).await?.available();
    let order = order_facts(prices, tx, conversation, model.as_ref(), available).await?;
    let showable = match &generation {
        Some(one) => shop::showable(tx, one.id, one.status).await?,
        None => Showable::Not,
    };
    // Only the button that makes it once more asks whether it was.
    Ok(PastOrder { generation, is_repeated: false, order, showable })
}

/// What ordering looks at, with what the person likes.
async fn with_favourites(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    model: Option<&ModelKey>,
) -> Result<OrderFacts, StoreError> {
    let person = conversation.person;
    let available = tx.books().balance(person).await?.available();
    let order = order_facts(&active.prices, tx, conversation, model, available).await?;
    let favourites = tx.generations().favourites(person).await?;
    let favourites = favourites.iter().filter_map(|key| ModelKey::new(key)).collect();
    // A list is of all models, a card is of one.
    let (uses, samples) = match model {
        Some(model) => (Vec::new(), shop::samples(tx, model).await?),
        None => (shop::uses(tx).await?, Vec::new()),
    };
    Ok(OrderFacts { favourites, uses, samples, ..order })
}

pub(crate) async fn plans(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    zone: &str,
) -> Result<Vec<RunningPlan>, StoreError> {
    let running = tx.books().subscriptions(person, zone).await?;
    let plan = |(plan, until): (Subscription, String)| RunningPlan {
        key: plan.plan,
        state: plan.state,
        until,
        first_charge: plan.first_charge,
    };
    Ok(running.into_iter().map(plan).collect())
}

async fn balance(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    zone: &str,
) -> Result<BalanceFacts, StoreError> {
    let balance = tx.books().balance(person).await?;
    let plans = plans(tx, person, zone).await?;
    let movements = tx.books().movements(person, MOVEMENTS, zone).await?;
    let movement = |one: store::Movement| {
        let store::Movement { kind, change, at, model } = one;
        Movement { kind, change, at, model }
    };
    Ok(BalanceFacts {
        available: balance.available(),
        held: balance.held,
        owed: balance.owed(),
        plans,
        movements: movements.into_iter().map(movement).collect(),
    })
}

async fn other_person(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
) -> Result<Option<OtherPerson>, StoreError> {
    let Some(met) = tx.people().acquaintance(person).await? else { return Ok(None) };
    Ok(Some(OtherPerson {
        purse: tx.books().purse(person).await?,
        language: met.speaks,
        is_reachable: met.reach == Reach::Reachable,
    }))
}

/// What ordering looks at; what the person likes is not among it.
pub(crate) async fn order_facts(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    model: Option<&ModelKey>,
    available: Money,
) -> Result<OrderFacts, StoreError> {
    let person = conversation.person;
    let usage = tx.generations().usage(person, &prices.offers.time_zone).await?;
    let paces = match model {
        Some(model) => tx.generations().paces(model.as_str()).await?,
        None => Paces::default(),
    };
    let closed = tx.closures().closed().await?;
    let last = tx.generations().last_used(person).await?;
    Ok(OrderFacts {
        available,
        plans: crate::payments::plans::keys(&usage.plans),
        generations: usage.jobs,
        spent: Vec::new(),
        free: FreeUsed {
            today: usage.today,
            hour: usage.hour,
            models: usage.models.iter().filter_map(shop::free_model).collect(),
            spent: free_spent(&prices.offers, usage.spent, usage.lost),
        },
        is_paused: conversation.is_banned
            || closed.paused.is_some()
            || closed.subjects.iter().any(|one| one == EVERYTHING),
        pause_words: closed.paused.unwrap_or_default(),
        closed: closed.subjects.iter().filter_map(|subject| ModelKey::new(subject)).collect(),
        closed_variants: closed.subjects,
        ceiling: ceiling(&prices.offers, closed.ceiling, usage.lost),
        favourites: Vec::new(),
        pace: paces.model,
        variant_paces: paces.variants,
        full_quality: conversation.full_quality,
        news_off: conversation.news_off,
        last: last.iter().filter_map(shop::last_used).collect(),
        uses: Vec::new(),
        samples: Vec::new(),
        channel: growth::channel(&prices.offers, tx, person).await?,
    })
}

/// A generation that is wanted anew, then its person's accounts, locked in this order.
async fn reorder(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    id: GenerationId,
    model: Option<ModelKey>,
) -> Result<Reorder, StoreError> {
    let (person, zone) = (conversation.person, active.prices.offers.time_zone.as_str());
    let generation = tx.generations().past_generation(person, id, zone).await?.map(record);
    let is_repeated = tx.generations().is_repeated(person, id).await?;
    let own = || generation.as_ref().and_then(|one| ModelKey::new(&one.model));
    let model = model.or_else(own);
    let purse = tx.books().purse(person).await?;
    let available = purse.available();
    let order = order_facts(&active.prices, tx, conversation, model.as_ref(), available).await?;
    let order = OrderFacts { spent: tx.books().spent(person).await?, ..order };
    // It is begun, not looked at.
    let showable = Showable::Not;
    Ok(Reorder { past: PastOrder { generation, is_repeated, order, showable }, purse })
}

/// What counts as used for nothing today: once all losses together come near their own budget, no more is
/// left for free use than they leave.
fn free_spent(offers: &Offers, spent: Credits, lost: Credits) -> Credits {
    let (free, losses) = (offers.free.daily_budget, offers.losses.daily_budget);
    let left = losses.minus(lost).unwrap_or(Credits::ZERO);
    spent.max(free.minus(left).unwrap_or(free))
}

/// The most that an order may cost us now: what KIE's balance pays, and on a day with losses no more than may
/// still be lost on it. Whoever orders more would only wait in vain.
fn ceiling(offers: &Offers, closed: Option<Credits>, lost: Credits) -> Option<Credits> {
    if !lost.is_positive() {
        return closed;
    }
    let left = offers.losses.most.minus(lost).unwrap_or(Credits::ZERO).max(Credits::ZERO);
    Some(closed.map_or(left, |closed| closed.min(left)))
}

/// What a person ordered last, the latest first.
pub(crate) async fn orders(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    most: i64,
    zone: &str,
) -> Result<Vec<GenerationRecord>, StoreError> {
    let rows = tx.generations().past_generations(person, 0, most, zone).await?;
    Ok(rows.into_iter().map(record).collect())
}

async fn history(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    page: u16,
    zone: &str,
) -> Result<HistoryPage, StoreError> {
    const PAGE: usize = HistoryPage::PAGE;
    let (skip, most) = (i64::from(page) * PAGE as i64, PAGE as i64 + 1);
    let mut rows = tx.generations().past_generations(person, skip, most, zone).await?;
    let has_more = rows.len() > PAGE;
    rows.truncate(PAGE);
    Ok(HistoryPage { generations: rows.into_iter().map(record).collect(), has_more })
}

fn record(past: PastGeneration) -> GenerationRecord {
    let failure = past.failure.as_deref().and_then(Failure::from_word);
    let status = match past.state {
        GenerationState::Requested => GenerationStatus::Waiting,
        GenerationState::Submitting | GenerationState::Submitted => GenerationStatus::Working,
        GenerationState::Succeeded => {
            failure.map_or(GenerationStatus::Arriving, GenerationStatus::Failed)
        }
        GenerationState::Delivered => GenerationStatus::Delivered,
        GenerationState::Cancelled => GenerationStatus::Cancelled,
        GenerationState::Lost => GenerationStatus::Failed(Failure::Timeout),
        GenerationState::Failed => GenerationStatus::Failed(failure.unwrap_or(Failure::Unknown)),
    };
    let file = |(kind, id): (String, String)| MediaKind::from_word(&kind).map(|kind| (kind, id));
    GenerationRecord {
        id: past.id,
        number: past.number,
        model: past.model,
        brief: past.input,
        price: past.price,
        is_free: past.is_free,
        status,
        at: past.at,
        ended: past.ended,
        files: u32::try_from(past.files.len()).unwrap_or_default(),
        file_ids: past.files.into_iter().filter_map(file).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Credits, Offers, ceiling, free_spent};

    #[test]
    fn nothing_is_free_any_more_once_the_losses_of_the_day_have_used_their_budget() {
        let offers = Offers::built_in().unwrap();
        let credits = |whole: i64| Credits::new(whole * 1_000_000);
        let counts = |spent, lost| free_spent(&offers, credits(spent), credits(lost));

        assert_eq!(counts(100, 100), credits(100));
        assert_eq!(
            counts(100, 500),
            credits(100),
            "500 of the losses are left, as many as are free"
        );
        assert_eq!(counts(100, 800), credits(300), "200 of the losses are left");
        assert_eq!(counts(100, 1_000), offers.free.daily_budget);
        assert!(counts(100, 5_000) >= offers.free.daily_budget);
    }

    #[test]
    fn what_costs_more_than_may_still_be_lost_today_is_not_taken() {
        let offers = Offers::built_in().unwrap();
        let credits = |whole: i64| Credits::new(whole * 1_000_000);
        let most = offers.losses.most;

        assert_eq!(ceiling(&offers, None, Credits::ZERO), None, "a dear one may go alone");
        let lost = credits(200);
        assert_eq!(ceiling(&offers, None, lost), most.minus(lost));
        assert_eq!(ceiling(&offers, Some(credits(5)), lost), Some(credits(5)));
        assert_eq!(ceiling(&offers, None, most.times(2).unwrap()), Some(Credits::ZERO));
    }
}
