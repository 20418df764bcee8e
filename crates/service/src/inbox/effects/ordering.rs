//! How an order becomes a generation, and how what it made is sent once more.
//!
//! Everything was checked purely on locked accounts before this. If it turns out otherwise here, the
//! books and the decision disagree: the transaction is rolled back and the update tried again.

use dialogue::generation as words;
use dialogue::{ConfirmedOrder, Form, PriceList, Screen};
use domain::generation::{Brief, Tempo};
use domain::{ChatId, GenerationId, InboxId, Language, Money, PersonId};
use store::outbox::Line;
use store::{Deed, Held, LeaderTx, NewGeneration, Priority, Saying, StoreError};
use telegram::request::{File, Keyboard, Request};
use tracing::debug;
use uuid::Uuid;

use super::showing::show;
use super::{say, tapped};
use crate::generations::showing;
use crate::inbox::events::Incoming;
use crate::render;
use crate::traces;

/// Begins a generation: the row, the money set apart, the message that tells how it goes.
pub(super) async fn begin(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    language: Language,
    order: &ConfirmedOrder,
    screen: Screen,
) -> Result<(), StoreError> {
    let (person, chat) = (incoming.event.person.id, incoming.event.chat.id);
    let offers = &prices.offers;
    let Some(model) = prices.catalogue.model(&order.model) else {
        return Err(StoreError::Broken("an order for a model that is not there"));
    };
    let tempo = Tempo::of(model);
    let brief = Brief::from_text(&order.brief);
    let new = NewGeneration {
        person,
        chat,
        update: incoming.update,
        quote: quote_number(person, order.quote),
        model: order.model.as_str(),
        input: &order.brief,
        price: order.price,
        cost: order.cost,
        deadline: tempo.wait(),
        patience: tempo.deadline(),
        variant: &order.variant,
        free_in: order.is_free.then_some(offers.time_zone.as_str()),
        has_files: brief.as_ref().is_none_or(|brief| !brief.files.is_empty()),
        repeats: order.repeats,
    };
    let Some(id) = tx.generations().request_generation(&new).await? else {
        return Err(StoreError::Broken("a quote that was not used had started a generation"));
    };
    if order.is_free && !tx.generations().use_free(id, offers.free.daily_budget).await? {
        return Err(StoreError::Broken("a free order beyond the budget of its day"));
    }
    if order.price > Money::ZERO {
        let until = (tempo.wait() + tempo.deadline()) * 2;
        if !matches!(tx.books().hold(person, id, order.price, until).await?, Held::Done(_)) {
            return Err(StoreError::Broken("an order without the money for it"));
        }
    }
    if let Some(brief) = brief {
        let settings = Brief { values: brief.settings(model), files: Vec::new() }.to_text();
        let (kind, key) = (model.kind.word(), model.key.as_str());
        tx.generations().keep_last(person, kind, key, &settings).await?;
    }
    // What is half open is tried by this order; who comes second only waits.
    tx.closures().claim_trials(id).await?;
    tx.note(Deed::Ordered(model.output));
    tell(tx, incoming, order, id, &words::cancellable(screen, language, id)).await?;
    traces::ordered(id);
    debug!(generation = id.get(), "[QUEUE] ordered");
    Ok(())
}

/// Shows the message that tells how a generation goes, and keeps which one that is.
async fn tell(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    order: &ConfirmedOrder,
    id: GenerationId,
    screen: &Screen,
) -> Result<(), StoreError> {
    let chat = incoming.event.chat.id;
    // A result is never wiped away: what repeats it is told of in a message of its own.
    let (row, message) = match order.repeats {
        Some(_) => {
            let told = incoming.in_place(render::message(chat, screen));
            (say(tx, chat, told).await?, None)
        }
        None => {
            let shown = show(tx, incoming, screen).await?;
            (shown.row, tapped(&incoming.event).filter(|_| shown.is_in_place))
        }
    };
    tx.generations().keep_status_row(id, row).await?;
    if let Some(message) = message {
        tx.generations().keep_status_message(id, message).await?;
    }
    Ok(())
}

/// The number of a quote, by which it begins one generation.
pub(crate) fn quote_number(person: PersonId, named_at: InboxId) -> Uuid {
    let number = |id: i64| u64::try_from(id).unwrap_or_default();
    Uuid::from_u64_pair(number(person.get()), number(named_at.get()))
}

/// Sends what a generation made once more: by Telegram's own copies, where it has them.
pub(super) async fn resend(
    tx: &mut LeaderTx<'_>,
    chat: ChatId,
    id: GenerationId,
    form: Form,
) -> Result<(), StoreError> {
    let files = tx.generations().result_files(id).await?;
    let none = Keyboard::new(Vec::new());
    let mut bodies = Vec::new();
    match form {
        // A copy that Telegram shrank cannot become the original: the bytes go again.
        Form::File => {
            for file in &files {
                let attached = File::Attached(format!("f{}", file.no));
                let request = Request::send_document(chat, &attached, "", &none);
                bodies.push((request, Some(id)));
            }
        }
        Form::Same => {
            let copies = showing::ways(&files).into_iter().zip(&files);
            let copies = copies
                .filter_map(|(way, file)| file.file_id.clone().map(|copy| (way, File::Id(copy))));
            let copies: Vec<_> = copies.collect();
            if !copies.is_empty() {
                bodies.push((showing::request(chat, &copies, "", &none), None));
            }
        }
    }
    for (request, generation) in bodies {
        let saying = render::saying(chat, Line::Results, Priority::Result, &request);
        tx.outbox().say(&Saying { generation, ..saying }).await?;
    }
    Ok(())
}
