//! The audit log: what people with power did, to whom, and why. It can only grow.

use domain::ledger::Actor;

use crate::error::StoreError;
use crate::views::BooksTx;

/// Something somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoggedAction<'a> {
    /// Who.
    pub actor: Actor,
    /// What, in one word.
    pub action: &'a str,
    /// To whom or what.
    pub subject: &'a str,
    /// How much, from what to what.
    pub details: &'a str,
    /// Why; never empty.
    pub reason: &'a str,
}

impl BooksTx<'_> {
    /// Writes a action down, in the commit that does it.
    ///
    /// # Errors
    /// When the database does not answer, or no reason is given.
    pub async fn log_action(&mut self, action: LoggedAction<'_>) -> Result<(), StoreError> {
        let write = sqlx::query!(
            r#"
            insert into audit_log (actor, action, subject, details, reason, epoch)
            values ($1, $2, $3, $4, $5, $6)
            "#,
            action.actor.to_string(),
            action.action,
            action.subject,
            action.details,
            action.reason,
            self.term().epoch(),
        );
        self.run(write).await
    }
}
