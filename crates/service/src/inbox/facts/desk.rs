//! What admins look at: read in the transaction of their update, bounded everywhere.
//!
//! On failure: rolled back with the update, and looked up again with it.

use dialogue::{
    ClosureLine, DeadKey, DeadLine, DeskLook, DifferenceRow, ModelSales, ModelsDesk, NoteLine,
    PauseFacts, PauseForm, PersonCard, PersonName, ReceiptLine, RoleFacts, Step,
};
use domain::{GenerationId, PersonId};
use store::closures::Closure;
use store::desk::{Named, TermLine};
use store::operators::{Dead, DeadId};
use store::{LeaderTx, StoreError};
use time::macros::format_description;

use super::{balance, history, on, record};
use crate::inbox::Inbox;
use crate::inbox::handling::Trouble;

/// So many people, notes, transfers or lines of a list are looked up.
const MOST: i64 = 8;

/// So many terms of the role.
const TERMS: i64 = 10;

/// So many days count for what models brought.
const DAYS: u32 = 30;

/// So much can be closed: every model, with room for variants.
const CLOSURES: i64 = 500;

/// Looks it up, and lets the answer go on with that.
pub(super) async fn answer(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    look: DeskLook<'_>,
) -> Result<Step, Trouble> {
    let zone = active.prices.offers.time_zone.as_str();
    match look {
        DeskLook::People(words, then) => {
            let found = tx.operators().find_people(&words, MOST).await?;
            on(then, found.into_iter().map(named).collect())
        }
        DeskLook::Person(person, then) => on(then, card(tx, person, zone).await?),
        DeskLook::Books(person, then) => on(then, balance(tx, person, zone).await?),
        DeskLook::Generations(person, then) => on(then, history(tx, person, 0, zone).await?),
        DeskLook::Generation(id, then) => {
            let Some(owner) = tx.operators().owner_of(id).await? else { return on(then, None) };
            on(then, generation(tx, owner, id, zone).await?)
        }
        DeskLook::Notes(person, then) => {
            let notes = tx.operators().notes_about(person, MOST, zone).await?;
            let line =
                |one: store::desk::Note| NoteLine { at: one.at, by: one.by, words: one.words };
            on(then, notes.into_iter().map(line).collect())
        }
        DeskLook::Receipts(person, then) => on(then, receipts(tx, person, zone).await?),
        DeskLook::Models(then) => on(then, models(tx).await?),
        DeskLook::Closures(then) => on(then, closures(tx).await?),
        DeskLook::Dead(then) => {
            let list = tx.operators().dead_list(MOST).await?;
            let total = u32::try_from(list.total).unwrap_or(u32::MAX);
            on(then, (list.shown.iter().filter_map(dead).collect(), total))
        }
        DeskLook::DeadOne(key, then) => {
            let found = tx.operators().dead(&dead_id(key)).await?;
            on(then, found.as_ref().and_then(|part| dead(&part.dead)))
        }
        DeskLook::Differences(then) => on(then, differences(tx).await?),
        DeskLook::Role(then) => on(then, role(tx, zone).await?),
        DeskLook::Pause(then) => {
            let store::desk::Pause { form, words, since } = tx.operators().pause(zone).await?;
            let form = PauseForm::from_word(form.word()).unwrap_or(PauseForm::Open);
            on(then, PauseFacts { form, words, since })
        }
    }
}

/// How what was set aside is called where it is kept.
pub(crate) fn dead_id(key: DeadKey) -> DeadId {
    match key {
        DeadKey::Update(id) => DeadId::Update(id),
        DeadKey::Send(id) => DeadId::Send(id),
    }
}

fn named(found: Named) -> PersonName {
    let Named { person, name, username } = found;
    PersonName { person, name, username }
}

async fn card(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    zone: &str,
) -> Result<Option<PersonCard>, StoreError> {
    let Some(found) = tx.operators().person_card(person, zone).await? else { return Ok(None) };
    let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Some(PersonCard {
        balance: balance(tx, person, zone).await?,
        named: named(found.named),
        speaks: found.speaks,
        is_reachable: found.is_reachable,
        met: found.met,
        orders: count(found.orders),
        delivered: count(found.delivered),
        payments: count(found.payments),
        stars: found.stars,
        notes: count(found.notes),
        banned: found.banned,
    }))
}

async fn generation(
    tx: &mut LeaderTx<'_>,
    owner: PersonId,
    id: GenerationId,
    zone: &str,
) -> Result<Option<(PersonId, dialogue::GenerationRecord)>, StoreError> {
    let found = tx.generations().past_generation(owner, id, zone).await?;
    Ok(found.map(|past| (owner, record(past))))
}

async fn receipts(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    zone: &str,
) -> Result<Vec<ReceiptLine>, StoreError> {
    let found = tx.operators().transfers_of(person, MOST, zone).await?;
    let line = |one: store::desk::people::TransferLine| ReceiptLine {
        id: one.id,
        at: one.at,
        amount: one.amount,
        state: one.state,
    };
    Ok(found.into_iter().map(line).collect())
}

async fn models(tx: &mut LeaderTx<'_>) -> Result<ModelsDesk, StoreError> {
    let sales = tx.operators().sales(DAYS).await?;
    let sales = sales.into_iter().map(|one| ModelSales {
        model: one.model,
        delivered: one.delivered,
        revenue: one.revenue,
        bought: one.bought,
        cost: one.cost,
    });
    Ok(ModelsDesk { sales: sales.collect(), closures: closures(tx).await? })
}

async fn closures(tx: &mut LeaderTx<'_>) -> Result<Vec<ClosureLine>, StoreError> {
    let found = tx.closures().list(CLOSURES).await?;
    let line = |one: Closure| ClosureLine {
        subject: one.subject,
        cause: one.cause,
        by: one.by,
        note: one.note,
        until: one.until,
    };
    Ok(found.into_iter().map(line).collect())
}

fn dead(one: &Dead) -> Option<DeadLine> {
    let key = DeadKey::read(&one.id.to_string())?;
    let format = format_description!("[day].[month] [hour]:[minute]");
    Some(DeadLine {
        key,
        person: one.person,
        at: one.at.format(&format).unwrap_or_default(),
        tries: u32::try_from(one.tries).unwrap_or_default(),
        problem: one.problem.clone(),
        reference: one.reference.clone(),
        end: one.end.as_ref().map(|end| end.what.clone()),
    })
}

async fn differences(tx: &mut LeaderTx<'_>) -> Result<Vec<DifferenceRow>, StoreError> {
    let found = tx.books().open_differences(MOST).await?;
    let row = |one: store::Difference| DifferenceRow {
        id: one.id,
        kind: one.kind.to_string(),
        subject: one.subject,
        details: one.details,
        since: one.since,
    };
    Ok(found.into_iter().map(row).collect())
}

async fn role(tx: &mut LeaderTx<'_>, zone: &str) -> Result<RoleFacts, StoreError> {
    let epoch = tx.operators().epoch();
    let terms = tx.operators().last_terms(TERMS, zone).await?;
    let holder = terms.iter().find(|one| one.epoch == epoch).map(|one| one.instance.clone());
    let line = |one: TermLine| {
        let TermLine { epoch, reason, instance, at } = one;
        format!("{at} #{epoch} {reason} {}", instance.chars().take(8).collect::<String>())
    };
    let terms = terms.into_iter().map(line).collect();
    Ok(RoleFacts { epoch, holder: holder.unwrap_or_default(), terms })
}
