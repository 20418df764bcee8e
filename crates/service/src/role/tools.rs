//! What every term of a process works with. A loop is handed what it uses of it, and nothing else.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use dialogue::{BotFacts, PriceList, Role};
use domain::guard::{Guard, GuardChange};
use domain::offers::Currency;
use domain::{ChatId, PersonId};
use parking_lot::Mutex;
use store::{DatabaseUrl, Intake};
use telegram::client::Client;
use telegram::throttle::Throttle;

use crate::arrivals::Pressure;
use crate::arrivals::registration::Wanted;
use crate::config::Address;
use crate::config::AdminChat;
use crate::config::CallbackKey;
use crate::process::wake::Wake;
use crate::status::Board;

/// A call whose body is sent gets this long when the term drains; every other is dropped at once.
pub(crate) const LAST_ANSWER: Duration = Duration::from_millis(500);

#[derive(Debug, Clone)]
pub(crate) struct Tools {
    /// Where the work pool of a term is opened.
    pub(crate) database_url: DatabaseUrl,
    /// The way in, and for facts that come too late.
    pub(crate) intake: Intake,
    pub(crate) telegram: Client,
    /// Whose turn it is to speak to it.
    pub(crate) throttle: Throttle,
    pub(crate) board: Board,
    pub(crate) wake: Wake,
    pub(crate) pressure: Pressure,
    pub(crate) bot: Arc<BotProfile>,
    pub(crate) prices: Arc<PriceList>,
    pub(crate) kie: kie::Client,
    /// Where the world reaches us; nowhere when we ask for updates ourselves.
    pub(crate) public: Option<Address>,
    /// Makes the secret part of the address at which KIE rings.
    pub(crate) callbacks: CallbackKey,
    /// Where Telegram is to deliver updates; none when we ask for them ourselves.
    pub(crate) webhook: Option<Wanted>,
    /// What one person may do a second in the long run.
    pub(crate) person_rate: f64,
    /// How long a call of a lost term can still be under way: R + C.
    pub(crate) doubt: Duration,
    /// When the server ends a silent holder's session: T.
    pub(crate) stale_after: Duration,
}

#[derive(Debug, Default)]
pub(crate) struct BotProfile {
    /// Its name, once Telegram has told.
    pub(crate) username: OnceLock<String>,
    /// People can look for their results from any chat, as far as Telegram has told; asked anew in every term.
    pub(crate) is_inline: AtomicBool,
    pub(crate) support: Option<String>,
    /// Where money can be transferred by hand.
    pub(crate) transfer: Option<String>,
    pub(crate) admins: Vec<PersonId>,
    /// Words that orders must not hold, as they stand now.
    pub(crate) guard: Mutex<KnownGuard>,
    /// Where they are told what happens; none means each of them.
    pub(crate) admin_chat: Option<AdminChat>,
}

/// The words that orders must not hold, as far as they were read from the database.
#[derive(Debug, Default)]
pub(crate) struct KnownGuard {
    /// As of this version; none: not yet.
    version: Option<i64>,
    lists: Arc<Guard>,
}

impl BotProfile {
    pub(crate) fn facts(&self, currency: Currency) -> BotFacts {
        let username = self.username.get().cloned();
        let has_admins = !self.admins.is_empty();
        // Where nobody could decide about a transfer, none is offered.
        let transfer = self.transfer.clone().filter(|_| has_admins);
        let support = self.support.clone();
        let is_inline = self.is_inline();
        let guard = Arc::clone(&self.guard.lock().lists);
        BotFacts { username, support, transfer, currency, has_admins, is_inline, guard }
    }

    /// Whether people can look for their results from any chat.
    pub(crate) fn is_inline(&self) -> bool {
        self.is_inline.load(Ordering::Relaxed)
    }

    /// Whether admins work together there, whatever the topic.
    pub(crate) fn is_admin_chat(&self, chat: ChatId) -> bool {
        self.admin_chat.is_some_and(|admins| admins.chat == chat.get())
    }

    /// The chats in which operators read.
    pub(crate) fn desks(&self) -> Vec<i64> {
        match self.admin_chat {
            Some(chat) => vec![chat.chat],
            None => self.admins.iter().map(|admin| admin.get()).collect(),
        }
    }

    /// Whether the words that orders must not hold are known as of this version.
    pub(crate) fn knows_guard(&self, version: i64) -> bool {
        self.guard.lock().version == Some(version)
    }

    /// Takes over what admins changed of the words that orders must not hold.
    pub(crate) fn set_guard(&self, version: i64, settings: &Guard, changes: Vec<GuardChange>) {
        let lists = Arc::new(settings.with(changes));
        *self.guard.lock() = KnownGuard { version: Some(version), lists };
    }

    /// The numbers of operators, and of the chat in which they are told what happens.
    pub(crate) fn operators(&self) -> Vec<i64> {
        let chat = self.admin_chat.map(|place| place.chat);
        self.admins.iter().map(|admin| admin.get()).chain(chat).collect()
    }

    /// What a person may do.
    pub(crate) fn role(&self, person: PersonId) -> Role {
        if self.admins.contains(&person) { Role::Admin } else { Role::Person }
    }
}
