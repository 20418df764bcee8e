//! Promo codes, and who used them.
//!
//! ```text
//!   make_promo ──> open ── promo, locked ── judged ── use_promo, and the grant ──> one use more
//!                    └── end_promo, its last use, its time ──> over, for ever
//! ```
//!
//! Whoever looks at a code in order to use it locks its row first: of fifty who come at once each waits for the one
//! before, and sees what is left then. A person's conversation is locked before the code, the code before their
//! accounts. Twice the database says no: to one use more than there are, and to a second use by one person.
//!
//! On failure: everything is part of the caller's commit, and rolled back with it.

use domain::promo::{Promo, PromoCode, PromoStanding, PromoTerms};
use domain::{Money, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

/// A code as somebody finds it who wants to use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPromo {
    /// How it stands; locked until the transaction ends.
    pub promo: Promo,
    /// This person has used it.
    pub is_used_by_them: bool,
}

/// A code as the database has it.
struct Row {
    code: String,
    amount: i64,
    most_uses: i32,
    used: i32,
    is_ended: bool,
    is_over: bool,
    until: String,
}

impl Row {
    fn read(self) -> Result<Promo, StoreError> {
        let code = PromoCode::read(&self.code).ok_or(StoreError::Broken("a code that is none"))?;
        let standing = if self.is_ended {
            PromoStanding::Ended
        } else if self.is_over {
            PromoStanding::Over
        } else if self.used >= self.most_uses {
            PromoStanding::UsedUp
        } else {
            PromoStanding::Open
        };
        let count = |number: i32| u32::try_from(number).unwrap_or_default();
        Ok(Promo {
            code,
            amount: Money::new(self.amount),
            most_uses: count(self.most_uses),
            used: count(self.used),
            standing,
            until: self.until,
        })
    }
}

impl BooksTx<'_> {
    /// A code as this person finds it, locked; none if there is no such code.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn promo(
        &mut self,
        code: &PromoCode,
        person: PersonId,
        zone: &str,
    ) -> Result<Option<FoundPromo>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                code,
                amount,
                most_uses,
                used,
                ended_at is not null as "is_ended!",
                ends_at <= trt_now() as "is_over!",
                to_char(ends_at at time zone $2, 'DD.MM HH24:MI') as "until!"
            from promo_codes
            where code = $1
            for no key update
            "#,
            code.as_str(),
            zone,
        );
        let Some(row) = answered(find.fetch_optional(self.connection())).await? else {
            return Ok(None);
        };
        // A statement of its own: it sees what was committed while the lock was waited for.
        let look = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from promo_uses
                where code = $1
                    and person_id = $2
            ) as "is_used!"
            "#,
            code.as_str(),
            person.get(),
        );
        let is_used_by_them = answered(look.fetch_one(self.connection())).await?;
        Ok(Some(FoundPromo { promo: row.read()?, is_used_by_them }))
    }

    /// Counts a use of a locked code that can be used; its grant is posted in the same commit. False: it cannot.
    ///
    /// # Errors
    /// When the database does not answer, or this person has used it.
    pub async fn use_promo(
        &mut self,
        code: &PromoCode,
        person: PersonId,
    ) -> Result<bool, StoreError> {
        let count = sqlx::query!(
            r#"
            with counted as (
                update promo_codes
                set used = used + 1
                where code = $1
                    and used < most_uses
                    and ended_at is null
                    and ends_at > trt_now()
                returning code, amount
            )
            insert into promo_uses (code, person_id, amount)
            select
                code,
                $2,
                amount
            from counted
            "#,
            code.as_str(),
            person.get(),
        );
        Ok(answered(count.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// Makes a code; false: there is one of that name, or was.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn make_promo(
        &mut self,
        promo: &PromoTerms,
        admin: PersonId,
    ) -> Result<bool, StoreError> {
        let number = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        let make = sqlx::query!(
            r#"
            insert into promo_codes (code, amount, most_uses, made_by, ends_at)
            values ($1, $2, $3, $4, trt_now() + make_interval(days => $5))
            on conflict on constraint promo_codes_pkey do nothing
            "#,
            promo.code.as_str(),
            promo.amount.get(),
            number(promo.most_uses),
            admin.get(),
            number(promo.days),
        );
        Ok(answered(make.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// Ends a code before its time; false: it is over already.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn end_promo(
        &mut self,
        code: &PromoCode,
        admin: PersonId,
    ) -> Result<bool, StoreError> {
        let end = sqlx::query!(
            r#"
            update promo_codes
            set ended_by = $2,
                ended_at = trt_now()
            where code = $1
                and ended_at is null
            "#,
            code.as_str(),
            admin.get(),
        );
        Ok(answered(end.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// The newest codes, and how many there are in all.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn promos(&mut self, most: i64, zone: &str) -> Result<(Vec<Promo>, u64), StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                code,
                amount,
                most_uses,
                used,
                ended_at is not null as "is_ended!",
                ends_at <= trt_now() as "is_over!",
                to_char(ends_at at time zone $2, 'DD.MM HH24:MI') as "until!"
            from promo_codes
            order by starts_at desc, code
            limit $1
            "#,
            most,
            zone,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        let found = rows.into_iter().map(Row::read).collect::<Result<_, _>>()?;
        let count = sqlx::query_scalar!(r#"select count(*) as "count!" from promo_codes"#);
        let count = answered(count.fetch_one(self.connection())).await?;
        Ok((found, u64::try_from(count).unwrap_or_default()))
    }
}
