//! What the loops of one term share, and what all terms of a process do.

use std::ops::Deref;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use dialogue::{BotFacts, Role, Shelf};
use domain::PersonId;
use domain::offers::Currency;
use leadership::{Reason, Term};
use store::{DatabaseUrl, Intake, Store};
use telegram::client::Client;
use telegram::throttle::Throttle;
use tokio::time::Instant;

use crate::arrivals::Pressure;
use crate::arrivals::registration::Wanted;
use crate::config::Address;
use crate::config::AdminChat;
use crate::config::CallbackKey;
use crate::process::wake::Wake;
use crate::status::Board;

/// So long after an unexplained end of the last holder rows are taken with care.
const CARE: Duration = Duration::from_secs(60);

/// A call whose body is sent gets this long when the term drains; every other is dropped at once.
pub(crate) const LAST_ANSWER: Duration = Duration::from_millis(500);

/// What every term of this process works with.
#[derive(Debug, Clone)]
pub(crate) struct Tools {
    /// Where the work pool of a term is opened.
    pub(crate) database_url: DatabaseUrl,
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
    /// What is sold and for how much.
    pub(crate) shelf: Arc<Shelf>,
    /// KIE, who makes it.
    pub(crate) kie: kie::Client,
    /// Where the world reaches us; nowhere when we ask for updates ourselves.
    pub(crate) public: Option<Address>,
    /// Makes the secret part of the address at which KIE rings.
    pub(crate) callbacks: CallbackKey,
    /// Where Telegram is to deliver updates; none when we ask for them ourselves.
    pub(crate) webhook: Option<Wanted>,
    /// How long a call of a lost term can still be under way: R + C.
    pub(crate) doubt: Duration,
    /// When the server ends a silent holder's session: T.
    pub(crate) stale_after: Duration,
}

/// Everything the active instance works with, from activation to the end of its term.
#[derive(Debug)]
pub(crate) struct Active {
    /// The proof.
    pub(crate) term: Term,
    /// The work pool.
    pub(crate) store: Store,
    /// What other terms of this process work with as well.
    pub(crate) tools: Tools,
    /// When this term began.
    pub(crate) since: Instant,
    /// How often everything was closed since KIE last took a request.
    pub(crate) closings: AtomicU32,
}

impl Deref for Active {
    type Target = Tools;

    fn deref(&self) -> &Tools {
        &self.tools
    }
}

/// What the bot knows of itself.
#[derive(Debug, Default)]
pub(crate) struct Myself {
    /// Its name, once Telegram has told.
    pub(crate) username: OnceLock<String>,
    /// Whom a person can write to.
    pub(crate) support: Option<String>,
    /// Who may do what no user may.
    pub(crate) admins: Vec<PersonId>,
    /// Where they are told what happens; none means each of them.
    pub(crate) admin_chat: Option<AdminChat>,
}

impl Active {
    /// Whether the last holder ended without a word, and not long ago.
    pub(crate) fn takes_care(&self) -> bool {
        self.was_unclean() && self.since.elapsed() < CARE
    }

    /// Pauses with work in hand: a drain ends the pause.
    pub(crate) async fn rest(&self, pause: Duration) {
        tokio::select! {
            () = self.term.draining() => {}
            () = tokio::time::sleep(pause) => {}
        }
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
    pub(crate) fn facts(&self, currency: Currency) -> BotFacts {
        let username = self.username.get().cloned();
        BotFacts { username, support: self.support.clone(), currency }
    }

    /// What a person may do.
    pub(crate) fn role(&self, person: PersonId) -> Role {
        if self.admins.contains(&person) { Role::Admin } else { Role::Person }
    }
}
