//! How an update comes into being: masked or not, its id, its queue, and somebody to deliver it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::world::{Core, Query, World};
use super::{Event, Nature, delivery, nature};

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
            "callback_query" | "pre_checkout_query" => update[&nature.kind]["id"].as_str(),
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
