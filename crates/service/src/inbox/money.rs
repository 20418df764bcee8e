//! An update that tells of money: nobody is asked what they meant, the books are.
//!
//! ```text
//!   successful_payment ──┬── credited ──> told; the order that its invoice keeps is begun, if all is as it was
//!                        ├── known ─────> nothing
//!                        └── in another currency, unreadable ──> kept, for operators
//!   refunded_payment ────> taken back and told, or kept if nobody knows the payment
//!   subscription ────────> how it stands now
//!   pre_checkout_query ──> refused at the door, or it would not be here: operators are told why
//! ```
//!
//! Only the payment of the invoice that was opened from an order begins that order, within its time, by the same
//! decision as a tap on its button; any other payment offers the button. On failure: everything is rolled back.

use dialogue::paying::{self, After};
use dialogue::refunding::test_paid;
use dialogue::{Action, Effect, Scene, State, Step, Tap, decide};
use domain::InboxId;
use domain::payment::consent::STARS_CURRENCY;
use domain::payment::{InvoiceId, Item, Query, Refused, consent};
use store::{Conversation, LeaderTx, Source, StoreError, Unbooked};
use telegram::update::{self, PreCheckout, Update};
use tracing::{debug, error};

use super::events::{self, Incoming, Told};
use super::handling::{News, Trouble, guarded, scene};
use super::{effects, facts};
use crate::inbox::Inbox;
use crate::payments::booking::{self, Credited, Paid};
use crate::payments::{plans, refunds};

/// Handles what an update tells of money, if it does.
pub(super) async fn handle(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    id: InboxId,
    payload: &[u8],
) -> Result<News, Trouble> {
    if let Some(told) = guarded(|| events::subscription(payload))? {
        plans::on_update(tx, &told).await?;
        return Ok(News::default());
    }
    if let Update::PreCheckout(asked) = guarded(|| update::read(payload))? {
        refused(tx, &asked).await?;
        return Ok(News::default());
    }
    let mut news = News::default();
    for told in guarded(|| events::money(payload, id))? {
        let booked = match (told.currency.as_str(), told.is_refund) {
            (STARS_CURRENCY, true) => refunds::on_refunded(&active.prices, tx, &told.charge)
                .await?
                .map(|chats| News { chats, ordered: false }),
            (STARS_CURRENCY, false) => paid(active, tx, id, &told).await?,
            _ => None,
        };
        match booked {
            Some(more) => {
                news.chats.extend(more.chats);
                news.ordered |= more.ordered;
            }
            None => keep(tx, id, &told).await?,
        }
    }
    Ok(news)
}

/// Tells operators that somebody could not pay. Why is looked up once more: the answer was given at the door, by any
/// instance, which writes nothing but the update. What could be paid now could not be looked up then.
async fn refused(tx: &mut LeaderTx<'_>, asked: &PreCheckout) -> Result<(), StoreError> {
    let found = match InvoiceId::from_payload(&asked.payload) {
        Some(id) => tx.books().invoice_facts(id).await?,
        None => None,
    };
    let query =
        Query { payer: asked.from.id, currency: &asked.currency, amount: asked.total_amount };
    let (facts, now) = found.unzip();
    let judged = consent(query, facts.as_ref(), now.unwrap_or_default());
    let why = judged.err().map_or("away", Refused::word);
    tx.operators().add_news(domain::News::PaymentRefused, asked.from.id, 0, why).await
}

/// Credits a payment and says so; none if it cannot be booked.
async fn paid(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    id: InboxId,
    told: &Told,
) -> Result<Option<News>, Trouble> {
    let conversation = tx.people().conversation(told.person, None).await?;
    let payment = Paid {
        person: told.person,
        charge: told.charge.clone(),
        stars: told.amount,
        payload: told.payload.clone(),
        is_renewal: told.is_recurring && !told.is_first,
        until: told.until,
        period: None,
        at: told.at,
        source: Source::Update,
    };
    let credited = match booking::credit(&active.prices, tx, &payment).await? {
        Credited::Done(news) => *news,
        Credited::Already => return Ok(Some(News::default())),
        Credited::Unbookable => return Ok(None),
    };
    let language = conversation.speaks();
    let kept = credited.invoice.as_ref().and_then(|invoice| invoice.kept.as_deref());
    let begins = match kept {
        Some(kept) => begins(active, tx, &conversation, id, kept).await?,
        None => None,
    };
    if sold(&credited) == Some(&Item::Test) {
        let chat = booking::say(tx, told.person, &test_paid(language)).await?;
        return Ok(Some(News { chats: vec![chat], ordered: false }));
    }
    let plan = credited.invoice.as_ref().and_then(|invoice| match &invoice.sale.item {
        Item::Plan(key) => Some(plans::title(&active.prices.offers, language, key)),
        Item::Pack(_) | Item::Amount | Item::Test => None,
    });
    let after = match (plan.zip(credited.plan_until.as_deref()), kept, &begins) {
        (Some((plan, until)), _, _) => {
            After::Plan { plan, until, waits: booking::waits(&conversation) }
        }
        (None, Some(_), Some(_)) => After::Begun,
        (None, Some(_), None) => After::NotBegun,
        (None, None, _) => booking::waits(&conversation).map_or(After::Nothing, After::Waits),
    };
    let screen = paying::credited(language, &active.prices.offers, credited.sums, &after);
    let mut chats = credited.chats;
    chats.push(booking::say(tx, told.person, &screen).await?);
    let ordered = begins.is_some();
    if let Some((incoming, step)) = begins {
        chats.extend(effects::apply(active, tx, &incoming, &conversation, step).await?);
    }
    Ok(Some(News { chats, ordered }))
}

fn sold(credited: &booking::News) -> Option<&Item> {
    credited.invoice.as_ref().map(|invoice| &invoice.sale.item)
}

/// The step that begins a kept order, if it may begin now.
async fn begins(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    id: InboxId,
    kept: &str,
) -> Result<Option<(Incoming, Step)>, Trouble> {
    let order = State::from_text(kept);
    let State::Ordering(draft) = &order else { return Ok(None) };
    let Some(quote) = draft.quote else { return Ok(None) };
    let number = effects::quote_number(conversation.person, quote.named_at);
    if tx.generations().generation_of(number).await?.is_some() {
        return Ok(None);
    }
    let data = Tap::Go(quote.mark()).encode();
    let action = Action::Tapped { data, message: None };
    effects::keep_up(active, tx, conversation).await?;
    let incoming = Incoming::meant(conversation.person, action, id);
    let mut scene =
        Scene { state: order.clone(), ..scene(active, &incoming.event, id, conversation) };
    scene.language = conversation.speaks();
    let scene = &mut scene;
    let reply = guarded(move || decide(scene))?;
    let step = facts::answer(active, tx, conversation, reply).await?;
    if !step.effects.iter().any(|effect| matches!(effect, Effect::Begin(..))) {
        debug!("[MONEY] a kept order does not begin");
        return Ok(None);
    }
    // Whatever else the person is at stays as it is; only this very order is no longer waiting.
    let present = State::from_text(&conversation.state);
    let state = if present == order { step.state } else { present };
    Ok(Some((incoming, Step { state, effects: step.effects })))
}

/// Keeps what nothing books: nothing of it may be lost.
async fn keep(tx: &mut LeaderTx<'_>, id: InboxId, told: &Told) -> Result<(), Trouble> {
    let unbooked = Unbooked {
        charge: &told.charge,
        is_refund: told.is_refund,
        person: told.person,
        currency: &told.currency,
        amount: told.amount,
        payload: &told.payload,
        update: id,
    };
    if tx.books().keep_unbooked(unbooked).await? {
        let kind = if told.is_refund { "refund" } else { "payment" };
        tx.operators().add_news(domain::News::Unbooked, told.person, 0, kind).await?;
        error!(kind, update = id.get(), "[MONEY] told of and not booked: it is kept");
    }
    Ok(())
}
