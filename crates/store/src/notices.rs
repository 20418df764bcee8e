//! The notice that a passive instance may send, at most once a minute to each chat.
//!
//! The row is the permission: it is written by one upsert, so that of several instances one gets it.

use std::time::Duration;

use domain::{ChatId, Language, UpdateId};

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;

/// Whether a notice may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// It may, in the language the person chose, if they chose one.
    Send(Option<Language>),
    /// Somebody sent one less than a minute ago.
    TooSoon,
}

impl Intake {
    /// Asks for leave to send a notice; who gets it must send it.
    pub async fn claim_notice(&self, chat: ChatId, pause: Duration) -> Result<Notice, StoreError> {
        let mut transaction = self.side().transaction().await?;
        let claim = sqlx::query_scalar!(
            r#"
            insert into notices (chat_id, noticed_at)
            values ($1, trt_now())
            on conflict on constraint notices_pkey
            do update set noticed_at = excluded.noticed_at
            where notices.noticed_at <= trt_now() - make_interval(secs => $2)
            returning (select language from conversations where person_id = chat_id) as language
            "#,
            chat.get(),
            pause.as_secs_f64(),
        );
        let claimed = answered(claim.fetch_optional(transaction.connection())).await?;
        transaction.commit().await?;
        Ok(match claimed {
            Some(language) => Notice::Send(language.as_deref().and_then(Language::from_code)),
            None => Notice::TooSoon,
        })
    }

    /// Which of these updates nobody has handled yet.
    pub async fn still_pending(&self, updates: &[UpdateId]) -> Result<Vec<UpdateId>, StoreError> {
        let ids: Vec<i64> = updates.iter().map(|id| id.get()).collect();
        let mut read = self.side().read().await?;
        let pending = sqlx::query_scalar!(
            "select update_id from inbox where update_id = any ($1) and state = 0",
            &ids,
        );
        let pending = answered(pending.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(pending.into_iter().map(UpdateId::new).collect())
    }
}
