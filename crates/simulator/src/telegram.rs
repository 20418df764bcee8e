//! The fake Telegram: the Bot API over real HTTP, and delivery of updates as Telegram does it.
//!
//! ```text
//!   people ── says, taps ──> updates ── delivery, polling ──> the bot
//!      ^                                                        │
//!      └──────────── chats <── methods <── facts, faults <── calls of the Bot API
//! ```
//!
//! | module | owns |
//! | --- | --- |
//! | [`settings`] | how a fake is set up |
//! | [`world`] | everything it knows |
//! | [`person`], [`handle`], [`chat`] | people, what became of their doings, what they see |
//! | [`updates`], [`webhook`], [`delivery`], [`polling`] | updates and their ways to the bot |
//! | [`server`], [`request`], [`control`] | HTTP |
//! | [`files`] | files: what is kept of them, their ids, where the bot fetches them |
//! | [`inline`] | what inline queries are answered with
//! | [`payments`] | Stars: pay sheets, charges, subscriptions, the books about them |
//! | [`page`] | the chat page in a browser |
//! | [`calls`], [`facts`], [`check`], [`markup`], [`html`], [`flood`] | whether a call is good |
//! | [`methods`], [`refusal`] | what it does, or why not |
//! | [`faults`] | what a test breaks |
//! | [`journal`] | what happened |
//!
//! Not simulated: groups beyond being written to and who is in them, parse modes other than HTML, and the
//! slow start of a webhook that did not answer for long. Of payments: currencies other than Stars, paid media,
//! how many Stars a person has, and the receipt that takes the place of a pay button. Of files: their content (photos are
//! not compressed, small sizes have the bytes of the large one, nobody looks into a video or a
//! sound), fetching by address, the end of a path after an hour, and the kinds of files that
//! Telegram changes on its own but for a GIF.

pub mod journal;

pub(crate) mod page;

mod calls;
mod chat;
mod check;
mod control;
mod delivery;
mod facts;
mod faults;
mod files;
mod flood;
mod handle;
mod html;
mod inline;
mod markup;
mod methods;
mod payments;
mod person;
mod polling;
mod refusal;
mod request;
mod server;
mod settings;
mod updates;
mod webhook;
mod world;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::json;

use crate::fake;
use calls::Ending;
use chat::{Chat, Message, More};
use check::Call;
use facts::{Facts, Kind, Method, Parameter};
use faults::FaultBoard;
pub(crate) use files::picture::look;
use files::serving::Fetch;
use files::{Content, File, Files, Looks, Taking, picture, serving};
use flood::Flood;
use journal::Journal;
use methods::Done;
use page::backstage::Backstage;
use payments::{Payments, subscriptions};
use polling::{PollEnd, Pollers};
use refusal::{Blame, Refusal};
use request::{LARGEST_TEXT, Request, Upload};
use updates::{Born, Fate, Key, Update, Updates};
use webhook::{Registration, Target, Webhook, fault_of};
use world::{Core, World};

pub use crate::fake::faults::Armed;
pub use crate::fake::{BadFacts, StartError};
pub use chat::{Author, Bubble, Button};
pub use faults::{DeliveryFault, Fault, Faults};
pub use files::{Media, MediaKind};
pub use handle::{TapAnswer, UpdateHandle};
pub use inline::{InlineAnswer, InlineFile};
pub use journal::{Entry, Event, Outcome, Via};
pub use payments::sheet::PaySheet;
pub use payments::{Charge, Checkout, Stars, Subscription, Telling};
pub use person::{Impossible, Parcel, Person};
pub use settings::{Limits, Settings, Strictness, Timing};

/// A running fake; dropping it ends its server and its deliveries.
#[derive(Debug)]
pub struct FakeTelegram {
    core: Arc<Core>,
}

impl FakeTelegram {
    pub async fn start(settings: Settings) -> Result<Self, StartError> {
        let (listener, address) = fake::listen(settings.port).await?;
        let (world, patience) = (World::new(&settings), settings.patience);
        let core = Core::new(settings, Facts::read()?, [address; 2], patience, world);
        let core = Arc::new(core);
        server::spawn(&core, listener);
        Ok(Self { core })
    }

    /// What the product takes as the address of Telegram: calls go to `{url}/bot<token>/<method>`.
    pub fn url(&self) -> String {
        format!("http://{}", self.core.api)
    }

    pub fn token(&self) -> &str {
        &self.core.settings.token
    }

    /// Where updates go, in turn; may be changed at any time.
    pub fn deliver_to(&self, instances: Vec<SocketAddr>) {
        self.core.with(|world| world.webhook.addresses = instances);
    }

    pub fn set_secret(&self, secret: &str) {
        self.core.with(|world| world.webhook.secret = Some(secret.to_owned()));
    }

    pub(crate) fn opens_backstage(&self, backstage: Backstage) {
        self.core.with(|world| world.backstage = Some(backstage));
    }

    /// A person with a private chat; asking again for the same number gives the same chat.
    pub fn person(&self, id: i64, name: &str, language: &str) -> Person {
        Person::meet(&self.core, id, name, language)
    }

    /// Makes a group the bot can write to; its number is negative.
    pub fn group(&self, id: i64, title: &str) {
        let info = json!({ "id": id, "type": "supergroup", "title": title });
        self.core
            .with(|world| world.chats.entry(id).or_insert_with(|| Chat::new(info)).blocked = false);
    }

    /// Makes a channel with a name after the @.
    pub fn channel(&self, id: i64, name: &str) {
        let info = json!({ "id": id, "type": "channel", "title": name, "username": name });
        self.core.with(|world| world.chats.insert(id, Chat::new(info)));
    }

    /// Whether the bot is an administrator of a channel; it is, unless somebody says otherwise.
    pub fn administers(&self, channel: i64, is_administered: bool) {
        self.core.with(|world| {
            let Some(chat) = world.chats.get_mut(&channel) else {
                panic!("there is no chat {channel}")
            };
            chat.is_administered = is_administered;
        });
    }

    pub fn journal(&self) -> Vec<Entry> {
        self.core.look(|world| world.journal.entries().to_vec())
    }

    /// The entries of the journal from a place on, so many at most: for whoever reads along.
    pub fn journal_from(&self, place: usize, most: usize) -> Vec<Entry> {
        self.core.look(|world| world.journal.since(place).iter().take(most).cloned().collect())
    }

    /// Lets go of what is old: for a fake that runs for days, and whose journal is read along.
    pub fn forgets(&self, entries: usize, messages: usize) {
        self.core.tidy(|world| world.forget(entries, messages));
    }

    /// What the bot has done wrong, and faults that never fired; empty after a good test.
    pub fn violations(&self) -> Vec<String> {
        self.core.look(|world| {
            let _ = world.journal.entries();
            let mut all = world.violations.clone();
            all.extend(world.faults.never_fired());
            all
        })
    }

    pub async fn waits_until(&self, what: &str, condition: impl Fn(&[Entry]) -> bool) {
        self.core.expects(what, |world| condition(world.journal.entries())).await;
    }

    /// How many updates are neither accepted nor given up.
    pub fn pending(&self) -> usize {
        self.core.look(|world| world.updates.pending_count())
    }

    pub fn faults(&self) -> Faults {
        Faults { core: Arc::clone(&self.core) }
    }

    /// The next update gets this id, and those after it count on from there.
    pub fn jump_update_id(&self, to: i64) {
        self.core.with(|world| world.updates.next_id = to);
    }

    /// The next updates get these ids, in this order; then counting goes on as before.
    pub fn next_update_ids(&self, ids: impl IntoIterator<Item = i64>) {
        self.core.with(|world| world.updates.chosen.extend(ids));
    }

    /// Lets time pass for lifetimes, pauses and limits; what is due of subscriptions by then is paid.
    pub fn advance(&self, by: Duration) {
        self.core.clock.advance(by);
        self.core.with(|world| subscriptions::pay_what_is_due(&self.core, world));
    }

    /// What time it is here, in seconds since 1970.
    pub fn unix(&self) -> u64 {
        self.core.clock.unix()
    }

    /// Where bytes that are no update are delivered as one.
    pub fn bodies(&self) -> Bodies {
        Bodies { core: Arc::clone(&self.core) }
    }
}

impl Drop for FakeTelegram {
    fn drop(&mut self) {
        self.core.end.cancel();
    }
}

/// Poison for the webhook; from [`FakeTelegram::bodies`].
#[derive(Debug)]
pub struct Bodies {
    core: Arc<Core>,
}

impl Bodies {
    /// Delivers these bytes as the body of an update, in a queue of their own.
    ///
    /// The id of the handle is for the journal; the bytes need not contain it.
    pub async fn deliver(&self, body: impl Into<Bytes>) -> UpdateHandle {
        let body = body.into();
        let born = self.core.with(|world| self.core.create_bytes(world, body));
        UpdateHandle::new(&self.core, born)
    }
}
