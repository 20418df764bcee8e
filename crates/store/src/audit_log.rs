//! The audit log: what people with power did, to whom, what was before and after, and why. It can only grow.
//!
//! ```text
//!   log_action ──> audit_log: who, what, to whom, before, after ──── stays for ever
//!                      └── a trigger ──> audit_words: why, as typed ──> may be removed, never be changed
//! ```
//!
//! On failure: everything is rolled back with the transaction that did it.

use domain::AdminAction;
use domain::ledger::Actor;

use crate::error::StoreError;
use crate::leader_tx::Deed;
use crate::views::BooksTx;

/// Something somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoggedAction<'a> {
    /// Who.
    pub actor: Actor,
    /// What.
    pub action: AdminAction,
    /// To whom or what.
    pub subject: &'a str,
    /// How that stood before; empty where nothing of it changed.
    pub before: &'a str,
    /// How it stands from then on.
    pub after: &'a str,
    /// What else there is to know; never what somebody typed.
    pub details: &'a str,
    /// Why, in the words of who did it; never empty. Kept apart, so that it can be removed.
    pub reason: &'a str,
}

impl BooksTx<'_> {
    /// Writes an action down, in the commit that does it.
    ///
    /// # Errors
    /// When the database does not answer, or no reason is given.
    pub async fn log_action(&mut self, action: LoggedAction<'_>) -> Result<(), StoreError> {
        let write = sqlx::query!(
            r#"
            insert into audit_log (actor, action, subject, before, after, details, reason, epoch)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            "#,
            action.actor.to_string(),
            action.action.word(),
            action.subject,
            action.before,
            action.after,
            action.details,
            action.reason,
            self.term().epoch(),
        );
        self.run(write).await?;
        self.note(Deed::Acted(action.action));
        Ok(())
    }
}
