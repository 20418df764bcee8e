//! Payments as operators look at them: what each brought, and what giving it back would end.
//!
//! ```text
//!   a charge ──> record ── what it brought ── what its plan, its reward and an earlier refusal say
//!   a person ──> the last records             nobody ──> what Telegram told of and nothing has booked
//! ```
//!
//! Reading locks nothing: whoever decides by a record has locked the accounts of its person before.
//! On failure: nothing is changed here.

use domain::payment::{Item, SubscriptionState};
use domain::{Money, PersonId, Stars};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

/// How a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentState {
    /// It is ours.
    Paid,
    /// It is on its way back.
    Refunding,
    /// It went back.
    Refunded,
}

/// A payment as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRecord {
    /// Telegram's name for it.
    pub charge: String,
    /// Who paid.
    pub person: PersonId,
    /// How many whole Stars.
    pub stars: i64,
    /// What it added to what was bought.
    pub amount: Money,
    /// What was given on top.
    pub bonus: Money,
    /// How it stands.
    pub state: PaymentState,
    /// What its invoice sold, if it was one of ours.
    pub item: Option<Item>,
    /// When it was paid, in a time zone, to be shown.
    pub at: String,
}

/// What giving a payment back ends or takes besides its balance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RefundTies {
    /// Who was rewarded for it, and with how much.
    pub reward: Option<(PersonId, Money)>,
    /// The plan that it pays for now, and until when that runs.
    pub plan: Option<PaidNow>,
    /// Why Telegram refused to give it back before.
    pub refused: Option<String>,
}

/// A plan that a payment pays for now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidNow {
    /// Its key; the plan may be gone from the offers.
    pub plan: String,
    /// Its last day in a time zone, to be shown.
    pub until: String,
    /// Telegram means to renew it.
    pub renews: bool,
    /// The charge of its first payment.
    pub first_charge: String,
}

/// A payment or its return that nothing has booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnbookedRecord {
    /// Telegram's name for the charge.
    pub charge: String,
    /// It went back.
    pub is_refund: bool,
    /// Whose it is.
    pub person: PersonId,
    /// Three letters.
    pub currency: String,
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// When it became known, in a time zone, to be shown.
    pub at: String,
}

impl BooksTx<'_> {
    /// A payment, if there is one with this charge.
    pub async fn payment_record(
        &mut self,
        charge: &str,
        zone: &str,
    ) -> Result<Option<PaymentRecord>, StoreError> {
        Ok(self.records(Some(charge), None, 1, zone).await?.into_iter().next())
    }

    /// The last payments of a person, the latest first.
    pub async fn last_payments(
        &mut self,
        person: PersonId,
        most: i64,
        zone: &str,
    ) -> Result<Vec<PaymentRecord>, StoreError> {
        self.records(None, Some(person), most, zone).await
    }

    async fn records(
        &mut self,
        charge: Option<&str>,
        person: Option<PersonId>,
        most: i64,
        zone: &str,
    ) -> Result<Vec<PaymentRecord>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            with wanted as (
                (
                    select charge_id
                    from payments
                    where charge_id = $1
                )
                union all
                (
                    select charge_id
                    from payments
                    where person_id = $2
                    order by paid_at desc
                    limit $3
                )
            )
            select
                payments.charge_id,
                payments.person_id,
                payments.stars,
                payments.amount,
                payments.bonus,
                payments.state,
                invoices.item as "item?",
                to_char(payments.paid_at at time zone $4, 'DD.MM.YYYY HH24:MI') as "at!"
            from wanted
            join payments on payments.charge_id = wanted.charge_id
            left join invoices on invoices.id = payments.invoice_id
            order by
                payments.paid_at desc,
                payments.charge_id
            "#,
            charge,
            person.map(PersonId::get),
            most,
            zone,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        rows.into_iter().map(Row::read).collect()
    }

    /// What giving a payment back ends or takes besides its balance.
    pub async fn refund_ties(
        &mut self,
        charge: &str,
        zone: &str,
    ) -> Result<RefundTies, StoreError> {
        let find = sqlx::query!(
            r#"
            select
                referrals.referrer_id as "referrer?",
                referrals.reward as "reward?",
                (
                    select money_calls.problem
                    from money_calls
                    where money_calls.subject = payments.charge_id
                        and money_calls.kind = 'refund'
                        and money_calls.state = 'refused'
                    order by money_calls.id desc
                    limit 1
                ) as "refused?",
                plan.plan as "plan?",
                plan.state as "plan_state?",
                plan.first_charge as "first_charge?",
                to_char(plan.until at time zone $2, 'DD.MM.YYYY') as "until?"
            from payments
            left join referrals on referrals.charge_id = payments.charge_id
                and referrals.taken_back is null
            left join subscriptions as plan on plan.invoice_id = payments.invoice_id
                and plan.state <> 'expired'
                and not exists (
                    select
                    from payments as later
                    where later.invoice_id = payments.invoice_id
                        and later.paid_at > payments.paid_at
                        and later.state <> 'refunded'
                )
            where payments.charge_id = $1
            "#,
            charge,
            zone,
        );
        let Some(row) = answered(find.fetch_optional(self.connection())).await? else {
            return Ok(RefundTies::default());
        };
        let reward = row.reward.map(Money::new).filter(|reward| reward.is_positive());
        let state = row.plan_state.as_deref().and_then(SubscriptionState::from_word);
        let plan = row.plan.zip(row.until).zip(row.first_charge);
        Ok(RefundTies {
            reward: row.referrer.map(PersonId::new).zip(reward),
            plan: plan.map(|((plan, until), first_charge)| PaidNow {
                plan,
                until,
                renews: state.is_some_and(SubscriptionState::renews),
                first_charge,
            }),
            refused: row.refused,
        })
    }

    /// Ends the plan that a payment pays for now, since the payment went back.
    pub async fn end_plan_of(&mut self, charge: &str) -> Result<(), StoreError> {
        let end = sqlx::query!(
            r#"
            update subscriptions
            set state = 'expired'
            from payments
            where payments.charge_id = $1
                and subscriptions.invoice_id = payments.invoice_id
            "#,
            charge,
        );
        self.run(end).await
    }

    /// What Telegram told of and nothing has booked, the latest first.
    pub async fn unbooked(
        &mut self,
        most: i64,
        zone: &str,
    ) -> Result<Vec<UnbookedRecord>, StoreError> {
        let find = sqlx::query!(
            r#"
            select
                told.charge_id,
                told.kind,
                told.person_id,
                told.currency,
                told.amount,
                to_char(told.told_at at time zone $2, 'DD.MM.YYYY HH24:MI') as "at!"
            from unbooked_payments as told
            left join payments on payments.charge_id = told.charge_id
            where payments.charge_id is null
                or (told.kind = 'refund' and payments.state <> 'refunded')
            order by
                told.told_at desc,
                told.charge_id
            limit $1
            "#,
            most,
            zone,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        let record = rows.into_iter().map(|row| UnbookedRecord {
            charge: row.charge_id,
            is_refund: row.kind == "refund",
            person: PersonId::new(row.person_id),
            currency: row.currency,
            amount: row.amount,
            at: row.at,
        });
        Ok(record.collect())
    }
}

/// A payment as the database has it.
struct Row {
    charge_id: String,
    person_id: i64,
    stars: i64,
    amount: i64,
    bonus: i64,
    state: String,
    item: Option<String>,
    at: String,
}

impl Row {
    fn read(self) -> Result<PaymentRecord, StoreError> {
        let state = match self.state.as_str() {
            "paid" => PaymentState::Paid,
            "refunding" => PaymentState::Refunding,
            "refunded" => PaymentState::Refunded,
            _ => return Err(StoreError::Broken("a payment in an unknown state")),
        };
        Ok(PaymentRecord {
            charge: self.charge_id,
            person: PersonId::new(self.person_id),
            stars: Stars::new(self.stars).rounded_up(),
            amount: Money::new(self.amount),
            bonus: Money::new(self.bonus),
            state,
            item: self.item.as_deref().and_then(Item::from_text),
            at: self.at,
        })
    }
}
