//! The control of a fake KIE by HTTP, for people and for programs in another process.
//!
//! `GET /__sim` shows everything; `POST /__sim` with one of these changes something:
//!
//! | body | does |
//! | --- | --- |
//! | `{"advance": 60}` | lets so many seconds pass |
//! | `{"arm": "lost_response", "times": 1}` | arms a fault; one with a code is `{"code": 500}` |
//! | `{"rates": [["malformed_look", 50]]}` | lets faults come by themselves, per thousand |
//! | `{"finish": "<task>"}` | ends a task well |
//! | `{"fail": "<task>", "code": "501", "message": "..."}` | ends it badly |
//! | `{"ring": "genuine", "task": "<task>"}` | sends a callback now; the words are those of [`Ring`] |
//! | `{"credits": 1000000}` | sets what is left, in millionths |
//! | `{"price": 4000000, "model": "z-image"}` | sets what a model costs |
//! | `{"deliver_to": ["127.0.0.1:8080"]}` | sends callbacks there, whatever host they name |
//!
//! A mistake is a 400 with a sentence.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{Method, Response};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Core, Fault, Rates, Ring, Verdict, callbacks};
use crate::fake::http::response;

const SHOWN: usize = 1_000;

#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Order {
    Advance { advance: u32 },
    Arm { arm: Fault, times: Option<usize> },
    Rates { rates: Vec<(Fault, u32)> },
    Finish { finish: String },
    Fail { fail: String, code: Option<String>, message: Option<String> },
    Ring { ring: Ring, task: String },
    Price { price: i64, model: String },
    Credits { credits: i64 },
    Deliver { deliver_to: Vec<std::net::SocketAddr> },
}

pub(crate) fn serve(core: &Arc<Core>, head: &Parts, body: &Bytes) -> Response<Body> {
    let (status, shown) = if head.method == Method::GET {
        (200, state(core))
    } else {
        let order =
            serde_json::from_slice(body).map_err(|_| "nobody knows this command".to_owned());
        match order.and_then(|order| obey(core, order)) {
            Ok(()) => (200, json!({ "ok": true })),
            Err(fault) => (400, json!({ "error": fault })),
        }
    };
    response(status, "application/json", shown.to_string())
}

fn obey(core: &Arc<Core>, order: Order) -> Result<(), String> {
    let now = core.clock.now();
    let known = |id: &str| match core.look(|world| world.job(id).is_some()) {
        true => Ok(()),
        false => Err(format!("there is no task {id}")),
    };
    match order {
        Order::Advance { advance } => {
            core.clock.advance(Duration::from_secs(advance.into()));
            core.with(|world| world.catches_up(core.clock.now()));
        }
        Order::Arm { arm, times } => {
            core.with(|world| world.faults.arm(arm, times.unwrap_or(1)));
        }
        Order::Rates { rates } => {
            let rates = rates.into_iter().fold(Rates::none(), |all, (f, n)| all.with(f, n));
            core.with(|world| world.faults.rates = rates);
        }
        Order::Finish { finish } => {
            known(&finish)?;
            core.with(|world| world.ends(&finish, now, Verdict::Success));
        }
        Order::Fail { fail, code, message } => {
            known(&fail)?;
            let code = code.unwrap_or_else(|| "501".to_owned());
            let message = message.unwrap_or_else(|| "Generation failed.".to_owned());
            core.with(|world| world.ends(&fail, now, Verdict::Fails { code, message }));
        }
        Order::Ring { ring, task } => {
            known(&task)?;
            if !callbacks::rings(core, &task, ring) {
                return Err(format!("the task {task} has no address to call"));
            }
        }
        Order::Credits { credits } => core.with(|world| world.ledger.set_credits(credits)),
        Order::Price { price, model } => core.with(|world| world.ledger.set_price(&model, price)),
        Order::Deliver { deliver_to } => core.with(|world| world.receivers = deliver_to),
    }
    Ok(())
}

fn state(core: &Core) -> Value {
    let now = core.clock.now();
    core.with(|world| {
        let tasks = world.tasks(now);
        let journal = &world.journal;
        json!({
            "now": now.as_secs_f64(),
            "credits": world.ledger.credits(),
            "tasks": newest(&tasks),
            "creates": newest(&journal.creates),
            "uploads": newest(&journal.uploads),
            "callbacks": newest(&journal.callbacks),
            "violations": journal.violations,
        })
    })
}

fn newest<T>(all: &[T]) -> &[T] {
    &all[all.len().saturating_sub(SHOWN)..]
}
