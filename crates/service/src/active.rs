//! What the loops of one term share.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use dialogue::BotFacts;
use leadership::{Reason, Term};
use store::{Intake, Store};
use telegram::client::Client;
use telegram::throttle::Throttle;
use tokio::time::Instant;

use crate::accept::Pressure;
use crate::registration::Wanted;
use crate::status::Board;
use crate::wake::Wake;

/// So long after an unexplained end of the last holder rows are taken with care.
const CARE: Duration = Duration::from_secs(60);

/// Everything the active instance works with, from activation to the end of its term.
#[derive(Debug)]
pub(crate) struct Active {
    /// The proof.
    pub(crate) term: Term,
    /// The work pool.
    pub(crate) store: Store,
    /// The way in, and for facts that come too late.
    pub(crate) intake: Intake,
    /// Telegram.
    pub(crate) telegram: Client,
    /// Whose turn it is to speak to it.
    pub(crate) throttle: Throttle,
    /// What this process shows.
    pub(crate) board: Board,
    /// Hints.
    pub(crate) wake: Wake,
    /// How hard updates come in.
    pub(crate) pressure: Pressure,
    /// What the bot knows of itself.
    pub(crate) bot: Arc<Myself>,
    /// Where Telegram is to deliver updates; none when we ask for them ourselves.
    pub(crate) webhook: Option<Wanted>,
    /// How long a call of the last holder can still be under way: R + C.
    pub(crate) doubt: Duration,
    /// When this term began.
    pub(crate) since: Instant,
}

/// What the bot knows of itself.
#[derive(Debug, Default)]
pub(crate) struct Myself {
    /// Its name, once Telegram has told.
    pub(crate) username: OnceLock<String>,
    /// Whom a person can write to.
    pub(crate) support: Option<String>,
}

impl Active {
    /// Whether the last holder ended without a word, and not long ago.
    pub(crate) fn takes_care(&self) -> bool {
        self.was_unclean() && self.since.elapsed() < CARE
    }

    /// Whether the last holder may have left calls under way.
    pub(crate) fn was_unclean(&self) -> bool {
        match self.term.reason() {
            Reason::Free | Reason::Released => false,
            Reason::HolderDied | Reason::HolderSilent => true,
        }
    }
}

impl Myself {
    pub(crate) fn facts(&self) -> BotFacts {
        BotFacts { username: self.username.get().cloned(), support: self.support.clone() }
    }
}
