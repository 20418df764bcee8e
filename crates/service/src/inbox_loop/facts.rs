//! What a decision needs to know beyond the conversation, looked up in its own transaction.
//!
//! ```text
//!   needs ──┬── nothing: no query, as for almost every update
//!           ├── books: balances and the last movements of the person, read
//!           └── card: another person read, then their accounts locked
//! ```
//!
//! Somebody whom the bot never met is given no accounts: a slip of an admin's finger would open them
//! for a stranger.

use dialogue::{Books, Card, Known, Movement, Needs};
use domain::{Language, PersonId};
use store::{LeaderTx, Reach, StoreError};

use crate::active::Active;

/// So many operations are shown with a balance.
const MOVEMENTS: i64 = 5;

/// Adds what the decision about a deed of this person needs to what is known.
pub(super) async fn find(
    active: &Active,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    needs: Needs,
    mut known: Known,
) -> Result<Known, StoreError> {
    match needs {
        Needs::Nothing => {}
        Needs::Books => {
            let zone = active.offers.time_zone.as_str();
            known.books = Some(books(tx, person, zone).await?);
        }
        Needs::Card(other) => known.card = card(tx, other).await?,
    }
    Ok(known)
}

async fn books(tx: &mut LeaderTx<'_>, person: PersonId, zone: &str) -> Result<Books, StoreError> {
    let balance = tx.balance(person).await?;
    let movements = tx.movements(person, MOVEMENTS, zone).await?;
    let movement =
        |one: store::Movement| Movement { kind: one.kind, change: one.change, at: one.at };
    Ok(Books {
        available: balance.available(),
        held: balance.held,
        owed: balance.owed(),
        movements: movements.into_iter().map(movement).collect(),
    })
}

async fn card(tx: &mut LeaderTx<'_>, person: PersonId) -> Result<Option<Card>, StoreError> {
    let Some(met) = tx.acquaintance(person).await? else { return Ok(None) };
    let guessed = Language::guess(met.language_tag.as_deref());
    Ok(Some(Card {
        purse: tx.purse(person).await?,
        language: met.language.unwrap_or(guessed),
        is_reachable: met.reach == Reach::Reachable,
    }))
}
