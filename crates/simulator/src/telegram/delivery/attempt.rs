//! One attempt: a POST to an instance, or to all of them when a fault wants duplicates.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use hyper::Request;
use tokio::task::JoinSet;

use crate::telegram::{Core, DeliveryFault, Event, Outcome, Target, Update};

/// The header that proves an update comes from Telegram.
const SECRET: &str = "X-Telegram-Bot-Api-Secret-Token";

const LARGEST_ANSWER: usize = 1 << 20;

#[derive(Debug)]
pub(super) enum Reply {
    Delivered(Bytes),
    Refused(Setback),
}

#[derive(Debug)]
pub(super) struct Setback {
    /// When, on the fake's clock. The pause counts from here, not from when somebody looks at it:
    /// a test that has read of the attempt may move the clock at once.
    pub(super) at: Duration,
    /// Seconds, if the instance named them.
    pub(super) retry_after: Option<u64>,
    pub(super) why: String,
}

pub(super) async fn send(
    core: &Arc<Core>,
    update: &Arc<Update>,
    target: &Target,
    number: u32,
) -> Reply {
    let duplicate = core.with(|world| world.faults.on_delivery(DeliveryFault::Duplicate));
    if !duplicate {
        return one(core, update, target, target.instance, number).await;
    }
    let mut instances = target.all.clone();
    if instances.len() == 1 {
        instances.push(target.instance);
    }
    let mut all = JoinSet::new();
    for instance in instances {
        let (core, update, target) = (Arc::clone(core), Arc::clone(update), target.clone());
        all.spawn(async move { one(&core, &update, &target, instance, number).await });
    }
    // One instance that took it is enough; and one answer is executed, as there is one update.
    let replies = all.join_all().await;
    let delivered = |reply: &Reply| matches!(reply, Reply::Delivered(_));
    let at = replies.iter().position(delivered).unwrap_or_default();
    let reply = replies.into_iter().nth(at);
    reply.unwrap_or_else(|| refused(core, "Connection closed"))
}

async fn one(
    core: &Arc<Core>,
    update: &Update,
    target: &Target,
    instance: SocketAddr,
    number: u32,
) -> Reply {
    let begun = Instant::now();
    let answer =
        tokio::time::timeout(core.settings.timing.timeout, post(core, update, target, instance));
    let (outcome, reply) = match answer.await {
        Err(_) => (Outcome::TimedOut, refused(core, "Read timeout expired")),
        Ok(Err(why)) => (Outcome::Broken(why.clone()), refused(core, &why)),
        Ok(Ok(answer)) => judge(core, answer),
    };
    let (update_id, latency) = (update.update_id, begun.elapsed());
    let attempt = Event::Attempt { update_id, number, instance, outcome, latency };
    core.with(|world| world.journal.write(attempt));
    reply
}

fn refused(core: &Core, why: &str) -> Reply {
    Reply::Refused(Setback { at: core.clock.now(), retry_after: None, why: why.to_owned() })
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

fn judge(core: &Core, answer: Answer) -> (Outcome, Reply) {
    let status = answer.status;
    if core.with(|world| world.faults.on_delivery(DeliveryFault::DropResponse)) {
        return (Outcome::Lost(status.as_u16()), refused(core, "Connection closed"));
    }
    let outcome = Outcome::Status(status.as_u16());
    if status.is_success() {
        return (outcome, Reply::Delivered(answer.body));
    }
    let retry_after = answer.headers.get(header::RETRY_AFTER);
    let retry_after = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
    let why = format!("Wrong response from the webhook: {status}");
    (outcome, Reply::Refused(Setback { at: core.clock.now(), retry_after, why }))
}

async fn post(
    core: &Core,
    update: &Update,
    target: &Target,
    instance: SocketAddr,
) -> Result<Answer, String> {
    let mut request = Request::post(format!("http://{instance}{}", target.path))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT_ENCODING, "gzip, deflate");
    if let Some(secret) = &target.secret {
        request = request.header(SECRET, secret);
    }
    let request = request.body(Body::from(update.body.clone())).map_err(|e| e.to_string())?;
    let response = core.client.request(request).await.map_err(|error| sentence(&error))?;
    let (head, body) = response.into_parts();
    let body = axum::body::to_bytes(Body::new(body), LARGEST_ANSWER).await;
    let body = body.map_err(|error| sentence(&error))?;
    Ok(Answer { status: head.status, headers: head.headers, body })
}

/// The error with its causes: the outermost alone says nothing.
fn sentence(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
