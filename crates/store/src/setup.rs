//! What Telegram was told about the bot and does not tell back, remembered as a hash.

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
