//! What Telegram was told about the bot and does not tell back, remembered as a hash; and who it says the bot is.

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::UpkeepTx;

impl UpkeepTx<'_> {
    /// Whether Telegram was told exactly this under this name.
    pub async fn was_told(&mut self, name: &str, hash: &[u8]) -> Result<bool, StoreError> {
        let told = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from telegram_setup
                where name = $1
                    and hash = $2
            ) as "told!"
            "#,
            name,
            hash,
        );
        Ok(answered(told.fetch_one(self.connection())).await?)
    }

    /// Keeps who Telegram says the bot is, for instances that have not asked.
    pub async fn keep_profile(
        &mut self,
        username: &str,
        is_inline: bool,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into telegram_profile (username, is_inline)
            values ($1, $2)
            on conflict on constraint telegram_profile_pkey
            do update set username = excluded.username, is_inline = excluded.is_inline, told_at = trt_now()
            "#,
            username,
            is_inline,
        );
        self.run(keep).await
    }

    /// Keeps what Telegram was told.
    pub async fn keep_told(&mut self, name: &str, hash: &[u8]) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into telegram_setup (name, hash)
            values ($1, $2)
            on conflict on constraint telegram_setup_pkey
            do update set hash = excluded.hash, told_at = trt_now()
            "#,
            name,
            hash,
        );
        self.run(keep).await
    }
}
