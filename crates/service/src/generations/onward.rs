//! What the buttons below a result offer, and what is offered in place of one that failed: what it costs its person
//! now.
//!
//! Looked up in the transaction that ends the generation, after what it settles: a free try that was used counts, and so
//! does what is closed by its failure.

use dialogue::OrderFacts;
use dialogue::generation::{self as words, GenerationFacts, NextBest, Onward, Share};
use domain::{ModelKey, PersonId};
use store::{Conversation, LeaderTx, StoreError};

use crate::generations::Generations;
use crate::inbox::facts::order_facts;

/// What the buttons below a result offer.
pub(super) async fn onward(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    facts: &GenerationFacts<'_>,
) -> Result<Onward, StoreError> {
    let model = facts.model.map(|model| model.key.clone());
    let order = order(active, tx, conversation, model.as_ref()).await?;
    let repeat = words::repeat_price(facts, &active.prices, &order);
    Ok(Onward { repeat, share: share(active, tx, conversation.person).await? })
}

/// The model that is offered in place of one that failed.
pub(super) async fn next_best(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    facts: &GenerationFacts<'_>,
) -> Result<Option<NextBest>, StoreError> {
    let of_all = order(active, tx, conversation, None).await?;
    let Some(found) = words::next_best(facts, &active.prices, &of_all) else { return Ok(None) };
    // What is free of that very model is only known when it is asked for.
    let own = order(active, tx, conversation, Some(&found.model)).await?;
    let price = words::instead_price(facts, &active.prices, &own, &found.model);
    Ok(price.map(|price| NextBest { price, ..found }))
}

async fn order(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    model: Option<&ModelKey>,
) -> Result<OrderFacts, StoreError> {
    let available = tx.books().balance(conversation.person).await?.available();
    order_facts(&active.prices, tx, conversation, model, available).await
}

async fn share(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
) -> Result<Option<Share>, StoreError> {
    if active.bot.is_inline() {
        return Ok(Some(Share::Inline));
    }
    let Some(username) = active.bot.username.get() else { return Ok(None) };
    let code = tx.people().invite_code(person).await?;
    Ok(Some(Share::Link(words::invite_link(username, code.as_deref()))))
}
