//! S1: a `/start` goes in through `/webhook` and its reply comes out, within three seconds.
//!
//! ```text
//!   POST /webhook ──> stored ──> handled ──> reply written ──> reply sent
//!                                              └ without admins this is as far as it can be seen
//! ```
//!
//! The first admin gets a menu by it. Without admins it is done in the name of a number that
//! Telegram has given to nobody, whose reply is written and can be sent to nobody.

use std::time::Duration;

use domain::{ChatId, UpdateId};
use serde_json::{Value, json};
use store::{PoolSettings, ReplyState, Store, StoreError};
use tokio::time::Instant;
use uuid::Uuid;

use super::Site;
use crate::cli::checklist::Verdict;
use crate::cli::instance::Instance;

/// A person waits no longer than this.
const LONGEST: Duration = Duration::from_secs(3);

/// How often the rows are looked at meanwhile.
const LOOK: Duration = Duration::from_millis(50);

/// The highest number a person can have, by Telegram's word; given to nobody.
const NOBODY: i64 = (1 << 52) - 1;

const POOL: PoolSettings = PoolSettings { connections: 1, acquire: Duration::from_secs(5) };

/// Whose message it is, and how far its way can be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sender {
    /// An admin, who gets the reply.
    Admin(i64),
    /// Nobody; the reply is written and that is all.
    Nobody,
}

/// Whether a `/start` is answered in time.
pub(super) async fn is_answered(site: &Site) -> Verdict {
    let sender = match site.config.admins.ids.first() {
        Some(id) => Sender::Admin(*id),
        None => Sender::Nobody,
    };
    let Some(instance) = entrance(site).await else {
        return Verdict::fail("there is no instance to write to", "give its address with --url");
    };
    let store = match Store::open(&site.config.database_url, POOL).await {
        Ok(store) => store,
        Err(error) => return away(&error),
    };
    let update_id = negative();
    let begun = Instant::now();
    let secret = site.config.webhook_secrets.registered();
    let verdict = match instance.deliver(secret, &start(update_id, sender.id())).await {
        Err(why) => Verdict::fail(why, "see that an instance runs there and look at its log"),
        Ok(answer) if answer.status != 200 => refused(instance.url(), answer.status),
        Ok(_) => follow(&store, update_id, sender, begun).await,
    };
    store.close().await;
    verdict
}

/// An update that nobody has to answer, to see how quickly it is taken.
pub(super) fn nothing() -> Value {
    json!({ "update_id": negative().get(), "smoke": {} })
}

/// What an instance says that does not take an update.
pub(super) fn refused(url: &str, status: u16) -> Verdict {
    let found = format!("{url} answers /webhook with {status}");
    match status {
        401 => Verdict::fail(
            found,
            "set WEBHOOK_SECRET_TOKEN or TELEGRAM_BOT_TOKEN as the instances have it",
        ),
        503 => Verdict::fail(found, "see that the instance reaches its database: ask its /ready"),
        _ => Verdict::fail(found, "give the address of an instance itself"),
    }
}

/// The active instance if there is one: in REJECT mode another one would not store the update.
async fn entrance(site: &Site) -> Option<&Instance> {
    for instance in &site.instances {
        if instance.seen_state().await.is_ok_and(|seen| seen.state == "ACTIVE") {
            return Some(instance);
        }
    }
    site.instances.first()
}

async fn follow(store: &Store, update: UpdateId, sender: Sender, begun: Instant) -> Verdict {
    loop {
        let state = match store.reply_to(update, ChatId::new(sender.id())).await {
            Ok(state) => state,
            Err(error) => return away(&error),
        };
        let millis = begun.elapsed().as_millis();
        match (state, sender) {
            (ReplyState::Sent, _) => {
                return Verdict::pass(format!("answered within {millis} ms"));
            }
            (ReplyState::Written, Sender::Nobody) => {
                return Verdict::pass(format!("the reply was written within {millis} ms"));
            }
            _ if begun.elapsed() >= LONGEST => return too_late(state),
            _ => tokio::time::sleep(LOOK).await,
        }
    }
}

fn too_late(state: ReplyState) -> Verdict {
    let (found, cure) = match state {
        ReplyState::NoUpdate => (
            "the update is not in the database",
            "give smoke the DATABASE_URL that the instances have",
        ),
        ReplyState::Waiting => (
            "the update is stored and nobody handles it",
            "see that an instance is active: `trt lock status`, then [QUEUE] in its log",
        ),
        ReplyState::Rejected => (
            "a passive instance has turned the update away",
            "give the address of the active instance, too",
        ),
        ReplyState::SetAside => (
            "the update could not be handled and was set aside",
            "look for [QUEUE] in the log of the active instance",
        ),
        ReplyState::Silent => (
            "the update was handled and nothing is to be said",
            "run the release that this command is from",
        ),
        ReplyState::Written | ReplyState::Sent => (
            "the reply is written and Telegram does not have it",
            "see that the first of ADMIN_IDS has started the bot, then look for [OUTBOX] in the \
             log of the active instance",
        ),
    };
    Verdict::fail(format!("{found} after {} s", LONGEST.as_secs()), cure)
}

fn away(error: &StoreError) -> Verdict {
    Verdict::fail(error.to_string(), "see that DATABASE_URL is right and the database answers")
}

fn start(update: UpdateId, person: i64) -> Value {
    json!({
        "update_id": update.get(),
        "message": {
            "message_id": 1,
            "date": 0,
            "chat": { "id": person, "type": "private" },
            "from": { "id": person, "is_bot": false, "first_name": "Smoke" },
            "text": "/start",
        },
    })
}

/// A number that Telegram gives to no update, and that nobody has used.
fn negative() -> UpdateId {
    let (random, _) = Uuid::new_v4().as_u64_pair();
    // Half of the numbers are left to whoever else may need some.
    UpdateId::new(-1 - (random >> 2).cast_signed())
}

impl Sender {
    fn id(self) -> i64 {
        match self {
            Self::Admin(id) => id,
            Self::Nobody => NOBODY,
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::UpdateId;
    use telegram::envelope::{self, Kind};

    use super::{NOBODY, negative, nothing, start};

    #[test]
    fn an_update_of_ours_has_a_negative_number_of_its_own() {
        let (one, other) = (negative(), negative());

        assert!(one.get() < 0 && other.get() < 0);
        assert_ne!(one, other);
    }

    #[test]
    fn a_start_is_read_as_a_message_of_its_sender() {
        let body = start(UpdateId::new(-7), NOBODY).to_string();

        let read = envelope::read(body.as_bytes()).unwrap();

        assert_eq!((read.update_id, read.lane), (UpdateId::new(-7), NOBODY));
        assert_eq!(read.kind, Kind::Message);
    }

    #[test]
    fn nothing_is_read_as_something_that_nobody_answers() {
        let read = envelope::read(nothing().to_string().as_bytes()).unwrap();

        assert_eq!((read.kind, read.lane), (Kind::Other, 0));
        assert!(read.update_id.get() < 0);
    }
}
