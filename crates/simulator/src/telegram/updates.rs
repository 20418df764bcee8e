//! Updates from their creation to their end: ids, queues, lifetimes.
//!
//! ```text
//!   create ──> pending ── answered 2xx, or confirmed by an offset ──> Accepted
//!      │          └────── lifetime over, or dropped by a call ──────> Gone
//!      └── left out by allowed_updates ─────────────────────────────> Gone
//! ```
//!
//! Each pending update stands in one queue, named by its [`Key`]. Telegram delivers one update of
//! a queue at a time and different queues side by side: the messages of a chat are in one queue,
//! the taps of a person in another, payments in a third.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::world::{Core, Query, World};
use super::{Event, delivery};

/// What Telegram creates unless it is asked for more.
const UNASKED: &[&str] = &["chat_member", "message_reaction", "message_reaction_count"];

/// Which queue an update stands in: a lane by its kind, and whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key(u8, i64);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Fate {
    Accepted(Instant),
    Gone,
}

#[derive(Debug)]
pub(crate) struct Update {
    /// Its number among all updates; ids may repeat, this does not.
    pub(crate) number: u64,
    pub(crate) update_id: i64,
    pub(crate) body: Bytes,
    pub(crate) key: Key,
    pub(crate) expires: Duration,
}

#[derive(Debug, Default)]
pub(crate) struct Updates {
    /// What counting goes on from, and what comes first.
    pub(crate) next_id: i64,
    pub(crate) chosen: VecDeque<i64>,
    created: u64,
    pending: BTreeMap<u64, Arc<Update>>,
    queues: HashMap<Key, VecDeque<u64>>,
    fates: HashMap<u64, Fate>,
    /// `None`: everything but what has to be asked for.
    pub(crate) allowed: Option<Vec<String>>,
}

impl Updates {
    pub(crate) fn first_id(next_id: i64) -> Self {
        Self { next_id, ..Self::default() }
    }

    pub(crate) fn next_id(&mut self) -> i64 {
        self.chosen.pop_front().unwrap_or_else(|| {
            self.next_id += 1;
            self.next_id - 1
        })
    }

    pub(crate) fn wants(&self, kind: &str) -> bool {
        match &self.allowed {
            Some(kinds) if !kinds.is_empty() => kinds.iter().any(|wanted| wanted == kind),
            _ => !UNASKED.contains(&kind),
        }
    }

    /// A number for an update that is not wanted and ends here.
    pub(crate) fn never(&mut self) -> u64 {
        self.created += 1;
        self.fates.insert(self.created, Fate::Gone);
        self.created
    }

    /// Puts an update into its queue; true when the queue is new and needs somebody to empty it.
    pub(crate) fn add(
        &mut self,
        update_id: i64,
        nature: &Nature,
        body: Bytes,
        now: Duration,
    ) -> (Arc<Update>, bool) {
        self.created += 1;
        let (number, expires) = (self.created, now + nature.lifetime);
        // Without an owner an update waits for nobody and nobody waits for it.
        let key = nature.key.unwrap_or(Key(u8::MAX, i64::try_from(number).unwrap_or_default()));
        let update = Arc::new(Update { number, update_id, body, key, expires });
        self.pending.insert(number, Arc::clone(&update));
        let is_new = !self.queues.contains_key(&key);
        self.queues.entry(key).or_default().push_back(number);
        (update, is_new)
    }

    /// The next update of a queue: its head, or the one `pick` chooses of so many. `None` removes
    /// the queue.
    pub(crate) fn next_of(
        &mut self,
        key: Key,
        pick: impl FnOnce(usize) -> usize,
    ) -> Option<Arc<Update>> {
        let queue = self.queues.get_mut(&key)?;
        queue.retain(|number| self.pending.contains_key(number));
        if queue.is_empty() {
            self.queues.remove(&key);
            return None;
        }
        let number = queue.get(pick(queue.len())).or_else(|| queue.front())?;
        self.pending.get(number).cloned()
    }

    pub(crate) fn is_pending(&self, number: u64) -> bool {
        self.pending.contains_key(&number)
    }

    /// Ends an update; false when it had ended before.
    pub(crate) fn settle(&mut self, number: u64, fate: Fate) -> bool {
        let was_pending = self.pending.remove(&number).is_some();
        if was_pending {
            self.fates.insert(number, fate);
        }
        was_pending
    }

    pub(crate) fn fate(&self, number: u64) -> Option<Fate> {
        self.fates.get(&number).copied()
    }

    /// Forgets what became of all but the newest, once there are twice as many.
    pub(crate) fn forget(&mut self, kept: usize) {
        if self.fates.len() >= 2 * kept {
            let kept = u64::try_from(kept).unwrap_or(u64::MAX);
            let oldest = self.created.saturating_sub(kept);
            self.fates.retain(|number, _| *number > oldest);
        }
    }

    /// What is pending, in the order of creation.
    pub(crate) fn pending(&self) -> impl DoubleEndedIterator<Item = &Arc<Update>> {
        self.pending.values()
    }

    pub(crate) fn pending_count(&self) -> usize {
        self.pending.len()
    }
}

/// What an update is about, as far as delivery cares.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Nature {
    pub(crate) kind: String,
    pub(crate) person: Option<i64>,
    pub(crate) key: Option<Key>,
    pub(crate) lifetime: Duration,
}

/// Reads the nature of an update from its fields.
pub(crate) fn nature(update: &Value) -> Nature {
    let fields = update.as_object();
    let kind = fields.and_then(|fields| fields.keys().find(|name| *name != "update_id"));
    let kind = kind.cloned().unwrap_or_default();
    let content = &update[kind.as_str()];
    let chat = content["chat"]["id"].as_i64();
    let user = content["from"]["id"].as_i64().or(content["user"]["id"].as_i64());
    let (lane, owner, seconds) = match kind.as_str() {
        "inline_query" => (1, user, 30),
        "chosen_inline_result" => (2, user, 600),
        "callback_query" => (3, user, 150),
        "pre_checkout_query" | "shipping_query" => (4, user, 150),
        "my_chat_member" | "chat_member" => (5, chat, 86_400),
        "business_message" => (11, chat, 86_400),
        "purchased_paid_media" => (12, user, 86_400),
        _ => (0, chat.or(user), 86_400),
    };
    Nature {
        kind,
        person: user.or(chat),
        key: owner.map(|owner| Key(lane, owner)),
        lifetime: Duration::from_secs(seconds),
    }
}

/// Bytes that are no update live as long as a message.
const RAW_LIFETIME: Duration = Duration::from_secs(86_400);

#[derive(Debug, Clone)]
pub(crate) struct Born {
    pub(crate) number: u64,
    pub(crate) update_id: i64,
    pub(crate) query: Option<String>,
}

impl Core {
    pub(crate) fn create(self: &Arc<Self>, world: &mut World, kind: &str, content: Value) -> Born {
        let mut update = Map::new();
        update.insert(kind.to_owned(), content);
        self.create_from(world, update)
    }

    /// Creates an update out of its fields; an `update_id` among them is kept.
    pub(crate) fn create_from(
        self: &Arc<Self>,
        world: &mut World,
        fields: Map<String, Value>,
    ) -> Born {
        let mut update = Value::Object(fields);
        let nature = nature(&update);
        if !nature.kind.is_empty() && !world.updates.wants(&nature.kind) {
            world.journal.write(Event::Masked { kind: nature.kind });
            return Born { number: world.updates.never(), update_id: 0, query: None };
        }
        let own_id = update["update_id"].as_i64();
        let update_id = own_id.unwrap_or_else(|| world.updates.next_id());
        update["update_id"] = json!(update_id);
        let query = match nature.kind.as_str() {
            "callback_query" | "pre_checkout_query" | "inline_query" => {
                update[&nature.kind]["id"].as_str()
            }
            _ => None,
        };
        let query = query.map(str::to_owned);
        if let Some(id) = &query {
            let (created, born) = (self.clock.now(), Instant::now());
            world.queries.insert(id.clone(), Query { update_id, created, born, answered: None });
        }
        let born = self.enqueue(world, update_id, nature, Bytes::from(update.to_string()));
        Born { query, ..born }
    }

    /// Creates an update whose body is whatever these bytes are.
    pub(crate) fn create_bytes(self: &Arc<Self>, world: &mut World, body: Bytes) -> Born {
        let update_id = world.updates.next_id();
        let kind = "raw".to_owned();
        let nature = Nature { kind, person: None, key: None, lifetime: RAW_LIFETIME };
        self.enqueue(world, update_id, nature, body)
    }

    fn enqueue(
        self: &Arc<Self>,
        world: &mut World,
        update_id: i64,
        nature: Nature,
        body: Bytes,
    ) -> Born {
        let (update, is_new) = world.updates.add(update_id, &nature, body, self.clock.now());
        let Nature { kind, person, .. } = nature;
        world.journal.write(Event::Created { update_id, kind, person });
        if is_new {
            delivery::spawn(self, update.key);
        }
        Born { number: update.number, update_id, query: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Bytes, Duration, Fate, Update, Updates, nature};
    use serde_json::json;

    fn add(updates: &mut Updates, update_id: i64) -> (Arc<Update>, bool) {
        let message = nature(&json!({ "message": { "chat": { "id": 7 } } }));
        updates.add(update_id, &message, Bytes::new(), Duration::ZERO)
    }

    #[test]
    fn a_message_and_a_tap_of_one_person_stand_in_different_queues() {
        let message = nature(&json!({ "update_id": 1, "message": { "chat": { "id": 7 } } }));
        let tap = nature(&json!({ "update_id": 2, "callback_query": { "from": { "id": 7 } } }));
        let pay = nature(&json!({ "update_id": 3, "pre_checkout_query": { "from": { "id": 7 } } }));

        assert_ne!(message.key, tap.key);
        assert_ne!(tap.key, pay.key);
        assert_eq!(message.lifetime, Duration::from_secs(86_400));
        assert_eq!(tap.lifetime, Duration::from_secs(150));
    }

    #[test]
    fn chosen_ids_come_first_and_counting_goes_on_after_a_jump() {
        let mut updates = Updates::first_id(10);
        updates.chosen.extend([5, 3]);

        let mut ids: Vec<_> = (0..3).map(|_| updates.next_id()).collect();
        updates.next_id = 1000;
        ids.push(updates.next_id());
        ids.push(updates.next_id());

        assert_eq!(ids, [5, 3, 10, 1000, 1001]);
    }

    #[test]
    fn a_queue_keeps_its_head_until_it_is_settled() {
        let mut updates = Updates::first_id(1);
        let (first, is_new) = add(&mut updates, 1);
        let (second, again) = add(&mut updates, 2);

        assert_eq!((is_new, again), (true, false));
        assert_eq!(updates.next_of(first.key, |_| 0).unwrap().number, first.number);
        assert!(updates.settle(first.number, Fate::Gone));
        assert!(!updates.settle(first.number, Fate::Gone));
        assert_eq!(updates.next_of(first.key, |_| 0).unwrap().number, second.number);
        updates.settle(second.number, Fate::Gone);
        assert!(updates.next_of(first.key, |_| 0).is_none());
        assert!(add(&mut updates, 3).1);
    }

    #[test]
    fn an_empty_list_wants_everything_but_what_has_to_be_asked_for() {
        let mut updates = Updates::first_id(1);
        assert!(updates.wants("message") && !updates.wants("chat_member"));
        updates.allowed = Some(vec![]);
        assert!(updates.wants("message") && !updates.wants("chat_member"));
        updates.allowed = Some(vec!["message".to_owned()]);
        assert!(updates.wants("message") && !updates.wants("callback_query"));
    }
}
