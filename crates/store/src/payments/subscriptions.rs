//! Subscriptions: plans that Telegram renews, and until when each runs.
//!
//! ```text
//!   paid, with Telegram's date ──> active ──┬── canceled, failed, replaced: runs on until its date
//!            ^                              └── over and its grace with it ──> expired
//!            └── renewed: a later date ─────────┘
//! ```
//!
//! Only a later date moves anything; an event that comes late changes nothing that is newer. On failure: part
//! of the caller's commit.

use std::time::Duration;

use domain::PersonId;
use domain::offers::PlanKey;
use domain::payment::{InvoiceId, Subscription, SubscriptionState};
use sqlx::types::time::OffsetDateTime;
use uuid::Uuid;

use crate::error::StoreError;
use crate::payments::invoices::uuid;
use crate::transaction::answered;
use crate::views::BooksTx;

/// What a payment says of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaidPlan<'a> {
    /// The invoice that every payment of it names.
    pub invoice: InvoiceId,
    /// Whose it is.
    pub person: PersonId,
    /// To what.
    pub plan: &'a PlanKey,
    /// The charge of this payment.
    pub charge: &'a str,
    /// It begins with this payment.
    pub is_first: bool,
    /// When it ends now.
    pub end: PlanEnd,
}

/// What is known of the end of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanEnd {
    /// Telegram's own date, in seconds since 1970.
    Told(i64),
    /// The payment was found among Telegram's transactions, which have no such date: one period of Telegram's
    /// after the end that was known, or after the payment if nothing was.
    NextPeriod {
        /// When it was paid, in seconds since 1970.
        paid: i64,
        /// How long a period is.
        period: Duration,
    },
}

impl BooksTx<'_> {
    /// Takes over what a payment says; whether the subscription runs longer by that.
    pub async fn renew_subscription(&mut self, paid: PaidPlan<'_>) -> Result<bool, StoreError> {
        let (told, since, period) = match paid.end {
            PlanEnd::Told(date) => (Some(date), 0, 0.0),
            PlanEnd::NextPeriod { paid, period } => (None, paid, period.as_secs_f64()),
        };
        let renew = sqlx::query!(
            r#"
            insert into subscriptions (invoice_id, person_id, plan, until, first_charge)
            values (
                $1, $2, $3,
                coalesce(to_timestamp($4::bigint), to_timestamp($5::bigint) + make_interval(secs => $6)),
                $7
            )
            on conflict on constraint subscriptions_pkey
            do update
            set until = coalesce(
                    to_timestamp($4::bigint),
                    subscriptions.until + make_interval(secs => $6)
                ),
                state = case
                    when subscriptions.state = 'replaced' then 'replaced'
                    else 'active'
                end,
                first_charge = case
                    when $8 then excluded.first_charge
                    else subscriptions.first_charge
                end
            where coalesce(
                    to_timestamp($4::bigint),
                    subscriptions.until + make_interval(secs => $6)
                ) > subscriptions.until
            "#,
            uuid(paid.invoice),
            paid.person.get(),
            paid.plan.as_str(),
            told,
            since,
            period,
            paid.charge,
            paid.is_first,
        );
        Ok(answered(renew.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// The subscriptions of a person that are not over, the one that ends last first; each with its last day
    /// in a time zone, to be shown.
    pub async fn subscriptions(
        &mut self,
        person: PersonId,
        zone: &str,
    ) -> Result<Vec<(Subscription, String)>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                invoice_id,
                plan,
                state,
                until,
                to_char(until at time zone $2, 'DD.MM.YYYY') as "last_day!",
                first_charge
            from subscriptions
            where person_id = $1
                and state <> 'expired'
            order by
                until desc,
                invoice_id
            "#,
            person.get(),
            zone,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        rows.into_iter().map(Row::read).collect()
    }

    /// Puts a subscription into a state, unless it is over; the state it was in before, if it changed. That it is
    /// cancelled is no news of one that was replaced: we have cancelled it.
    pub async fn move_subscription(
        &mut self,
        invoice: InvoiceId,
        state: SubscriptionState,
    ) -> Result<Option<SubscriptionState>, StoreError> {
        let change = sqlx::query_scalar!(
            r#"
            update subscriptions
            set state = $2
            from subscriptions as before
            where subscriptions.invoice_id = $1
                and before.invoice_id = $1
                and before.state not in ($2, 'expired')
                and not (before.state = 'replaced' and $2 = 'canceled')
            returning before.state
            "#,
            uuid(invoice),
            state.word(),
        );
        let before = answered(change.fetch_optional(self.connection())).await?;
        Ok(before.as_deref().and_then(SubscriptionState::from_word))
    }

    /// Ends what is over, its grace included; whose they were.
    pub async fn expire_subscriptions(
        &mut self,
        grace: Duration,
        most: i64,
    ) -> Result<Vec<(PersonId, String)>, StoreError> {
        let expire = sqlx::query!(
            r#"
            with over as (
                select invoice_id
                from subscriptions
                where state <> 'expired'
                    and until + case
                        when state in ('active', 'failed') then make_interval(secs => $1)
                        else interval '0'
                    end <= trt_now()
                order by until
                limit $2
                for update skip locked
            )
            update subscriptions
            set state = 'expired'
            from over
            where subscriptions.invoice_id = over.invoice_id
            returning
                subscriptions.person_id,
                subscriptions.plan
            "#,
            grace.as_secs_f64(),
            most,
        );
        let rows = answered(expire.fetch_all(self.connection())).await?;
        Ok(rows.into_iter().map(|row| (PersonId::new(row.person_id), row.plan)).collect())
    }
}

/// A subscription as the database has it.
struct Row {
    invoice_id: Uuid,
    plan: String,
    state: String,
    until: OffsetDateTime,
    last_day: String,
    first_charge: String,
}

impl Row {
    fn read(self) -> Result<(Subscription, String), StoreError> {
        let plan = PlanKey::new(&self.plan);
        let state = SubscriptionState::from_word(&self.state);
        let (Some(plan), Some(state)) = (plan, state) else {
            return Err(StoreError::Broken("a subscription to something unknown"));
        };
        let subscription = Subscription {
            invoice: InvoiceId::new(self.invoice_id.as_u128()),
            plan,
            state,
            until: self.until.unix_timestamp(),
            first_charge: self.first_charge,
        };
        Ok((subscription, self.last_day))
    }
}
