//! Generations: what people ordered.
//!
//! [`domain::generation::state`] draws their life.
//!
//! This file owns how a generation begins and how it ends; each end happens once, in the commit that
//! settles its hold. A quote starts one generation, however often it is confirmed.

mod status;
mod uploads;

use std::time::Duration;

use domain::generation::{Delay, GenerationState};
use domain::{ChatId, Credits, GenerationId, InboxId, MessageId, Money, OutboxId, PersonId};
use uuid::Uuid;

pub use status::Pauses;
pub(crate) use uploads::FRESH;
pub use uploads::Unbrought;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// An order, as it was confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGeneration<'a> {
    /// Who ordered it.
    pub person: PersonId,
    /// Where its result goes.
    pub chat: ChatId,
    /// The update that confirmed it.
    pub update: InboxId,
    /// The quote it confirms.
    pub quote: Uuid,
    /// The model's key.
    pub model: &'a str,
    /// The request as it goes to KIE, as JSON.
    pub input: &'a str,
    /// What it costs the person.
    pub price: Money,
    /// What it costs us, by the catalogue.
    pub cost: Credits,
    /// How long it may wait until KIE takes it.
    pub deadline: Duration,
    /// How long it may take from then on.
    pub patience: Duration,
    /// Which price of the model applies.
    pub variant: &'a str,
    /// It is for nothing, on the present day of this time zone.
    pub free_in: Option<&'a str>,
    /// Files must be brought to KIE before it can be made.
    pub has_files: bool,
    /// The generation that it repeats, if it was ordered by the button below that one's result.
    pub repeats: Option<GenerationId>,
}

/// A generation as the loop that makes it needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generation {
    /// Its number.
    pub id: GenerationId,
    /// Which one of its person's it is.
    pub number: i64,
    /// Who ordered it.
    pub person: PersonId,
    /// Where its result goes.
    pub chat: ChatId,
    /// The model's key.
    pub model: String,
    /// What was ordered.
    pub input: String,
    /// What it costs the person.
    pub price: Money,
    /// What the catalogue said it costs us.
    pub cost: Credits,
    /// It is for nothing.
    pub is_free: bool,
    /// Which price of the model applies.
    pub variant: String,
    /// The row of the outbox whose message tells how it goes.
    pub status_row: Option<OutboxId>,
    /// That message, if it is the tapped one; its row may never learn its number.
    pub status_message: Option<MessageId>,
    /// How often that message changed.
    pub revision: i32,
    /// It is neither done nor given up.
    pub is_alive: bool,
}

/// A generation whose status message is due to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Its number.
    pub id: GenerationId,
    /// Who ordered it.
    pub person: PersonId,
    /// Seconds since KIE took it.
    pub seconds: i64,
    /// Where it stands, if KIE has not taken it.
    pub waiting: Option<Place>,
}

/// Where an order stands that KIE has not taken yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Among all that wait, from 1; as far as is counted.
    pub number: i64,
    /// Why it was put off, while it is.
    pub delay: Option<Delay>,
}

/// How a generation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GenerationEnd<'a> {
    /// There is a result.
    Succeeded {
        /// What it is, as JSON.
        result: &'a str,
    },
    /// It came to nothing, for this reason.
    Failed(&'a str),
    /// Nobody will ever know.
    Lost,
    /// The person took it back in time.
    Cancelled,
}

impl GenerationsTx<'_> {
    /// Writes an order down, unless its quote has started one: then `None`.
    pub async fn request_generation(
        &mut self,
        order: &NewGeneration<'_>,
    ) -> Result<Option<GenerationId>, StoreError> {
        let request = sqlx::query_scalar!(
            r#"
            insert into generations (
                person_id, chat_id, inbox_id, quote_id, model, input, price, cost, deadline_at,
                variant, free_day, patience, has_files, repeats
            )
            values (
                $1, $2, $3, $4, $5, $6, $7, $8, trt_now() + make_interval(secs => $9),
                $10, (trt_now() at time zone $11)::date, $12, $13, $14
            )
            on conflict on constraint generations_quote_once do nothing
            returning id
            "#,
            order.person.get(),
            order.chat.get(),
            order.update.get(),
            order.quote,
            order.model,
            order.input,
            order.price.get(),
            order.cost.get(),
            order.deadline.as_secs_f64(),
            order.variant,
            order.free_in,
            i32::try_from(order.patience.as_secs()).unwrap_or(i32::MAX),
            order.has_files,
            order.repeats.map(GenerationId::get),
        );
        let id = answered(request.fetch_optional(self.connection())).await?;
        Ok(id.map(GenerationId::new))
    }

    /// The generation that a quote has started.
    pub async fn generation_of(&mut self, quote: Uuid) -> Result<Option<GenerationId>, StoreError> {
        let find = sqlx::query_scalar!("select id from generations where quote_id = $1", quote);
        let id = answered(find.fetch_optional(self.connection())).await?;
        Ok(id.map(GenerationId::new))
    }

    /// Ends a generation that may still end so; whether it did. The next revision of its status message is the one
    /// that says so.
    pub async fn end_generation(
        &mut self,
        generation: GenerationId,
        end: GenerationEnd<'_>,
    ) -> Result<bool, StoreError> {
        let (state, result, failure) = match end {
            GenerationEnd::Succeeded { result } => (GenerationState::Succeeded, Some(result), None),
            GenerationEnd::Failed(failure) => (GenerationState::Failed, None, Some(failure)),
            GenerationEnd::Lost => (GenerationState::Lost, None, None),
            GenerationEnd::Cancelled => (GenerationState::Cancelled, None, None),
        };
        let end = sqlx::query!(
            r#"
            update generations
            set state = $2,
                result = $3,
                failure = $4,
                ended_at = trt_now(),
                revision = revision + 1
            where id = $1
                and state = any ($5)
            "#,
            generation.get(),
            state.word(),
            result,
            failure,
            &state.words_before(),
        );
        Ok(answered(end.execute(self.connection())).await?.rows_affected() == 1)
    }
    /// The result of a generation reached its person; whether it was still on its way.
    pub async fn mark_delivered(&mut self, generation: GenerationId) -> Result<bool, StoreError> {
        let mark = sqlx::query!(
            r#"
            update generations
            set state = 'delivered',
                delivered_at = trt_now()
            where id = $1
                and state = 'succeeded'
            "#,
            generation.get(),
        );
        Ok(answered(mark.execute(self.connection())).await?.rows_affected() == 1)
    }
}
