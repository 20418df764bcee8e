//! Callbacks: letters to the address a task named, tried again when nobody takes them, and forgeries.
//!
//! ```text
//!   letter ── posted, 15 s ──> 200: done
//!      ^                        └── anything else, or nobody: 5 s, 30 s, 120 s later once more
//!      └── forged by a test: posted once
//! ```
//!
//! The first try is waited for, the others are not: a task goes on with its life. The signature covers
//! the id and the time, not the body, as KIE's does. Where receivers are set, a letter goes to one of
//! them instead of the host it names, in turn, as behind a balancer. Without them only addresses on
//! loopback are called: all others lead nowhere here.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Request, Uri, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use super::{CallbackSent, Core, Moment, View, payload};

/// How long a receiver may take; in real time.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The vendor says three retries and gives no figures.
const PAUSES: [Duration; 3] =
    [Duration::from_secs(5), Duration::from_secs(30), Duration::from_secs(120)];

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ring {
    /// What KIE would say now.
    Genuine,
    /// The same, twice.
    Duplicate,
    /// To an address whose last part somebody guessed.
    WrongToken,
    /// With a good signature, and results that are not KIE's.
    AlteredBody,
    /// About a task that does not exist.
    UnknownTask,
    /// A success, whatever has become of the task.
    StaleSuccess,
    /// With a signature by another key.
    WrongSignature,
    /// Signed well, an hour ago.
    OldTimestamp,
}

#[derive(Debug, Clone)]
pub(crate) struct Letter {
    task: String,
    url: String,
    body: Value,
    signed: Option<(u64, String)>,
}

pub(crate) fn letter(core: &Core, view: &View<'_>, moment: Moment) -> Option<Letter> {
    let (task, url) = (view.job.id.clone(), view.job.callback.clone()?);
    let signed = core.settings.hmac_key.as_ref().map(|key| sign(key, &task, unix()));
    Some(Letter { task, url, body: payload(view, moment), signed })
}

/// Sends a letter; what nobody takes is sent again later, without being waited for.
pub(crate) async fn delivers(core: &Arc<Core>, letter: Letter) {
    if attempt(core, &letter).await == Some(200) {
        return;
    }
    let own = Arc::clone(core);
    core.spawn(async move {
        for pause in PAUSES {
            own.clock.until(own.clock.now() + own.settings.pace.pause(pause)).await;
            if attempt(&own, &letter).await == Some(200) {
                return;
            }
        }
    });
}

/// Sends what a test wants to be sent, once.
pub(crate) fn rings(core: &Arc<Core>, id: &str, ring: Ring) -> bool {
    let forged = core.look(|world| {
        let job = world.job(id)?;
        let view = match ring {
            Ring::StaleSuccess | Ring::AlteredBody => View::claimed(job, core.files),
            _ => View::now(job, core.files, core.clock.now()),
        };
        letter(core, &view, Moment::End).map(|letter| forge(core, letter, ring))
    });
    let Some(letter) = forged else {
        return false;
    };
    let own = Arc::clone(core);
    core.spawn(async move {
        for _ in 0..if ring == Ring::Duplicate { 2 } else { 1 } {
            attempt(&own, &letter).await;
        }
    });
    true
}

fn forge(core: &Core, mut letter: Letter, ring: Ring) -> Letter {
    let key = core.settings.hmac_key.as_deref();
    match ring {
        Ring::Genuine | Ring::Duplicate | Ring::StaleSuccess => {}
        Ring::WrongToken => letter.url = guessed(&letter.url),
        Ring::AlteredBody => {
            letter.body = replaced(&letter.body, &core.files.to_string(), "results.example.org");
        }
        Ring::UnknownTask => {
            let other = "0".repeat(letter.task.len());
            letter.body = replaced(&letter.body, &letter.task, &other);
            letter.signed = key.map(|key| sign(key, &other, unix()));
        }
        Ring::WrongSignature => letter.signed = Some(sign("not-the-key", &letter.task, unix())),
        Ring::OldTimestamp => {
            letter.signed = key.map(|key| sign(key, &letter.task, unix() - 3600));
        }
    }
    letter
}

fn replaced(body: &Value, old: &str, new: &str) -> Value {
    serde_json::from_str(&body.to_string().replace(old, new)).unwrap_or_default()
}

/// The same address with another last part of the same length.
fn guessed(url: &str) -> String {
    let (front, query) = url.split_once('?').map_or((url, ""), |(front, query)| (front, query));
    let (front, last) = front.rsplit_once('/').unwrap_or((front, ""));
    let turned: String = last.chars().map(|c| if c == 'a' { 'b' } else { 'a' }).collect();
    if query.is_empty() { format!("{front}/{turned}") } else { format!("{front}/{turned}?{query}") }
}

fn sign(key: &str, task: &str, at: u64) -> (u64, String) {
    // A key of any length is taken, so there is always a signature.
    let signature = Hmac::<Sha256>::new_from_slice(key.as_bytes()).map(|mut mac| {
        mac.update(format!("{task}.{at}").as_bytes());
        STANDARD.encode(mac.finalize().into_bytes())
    });
    (at, signature.unwrap_or_default())
}

/// The caller's clock is real, so a signature's is, too.
fn unix() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

async fn attempt(core: &Core, letter: &Letter) -> Option<u16> {
    let target = core.with(|world| {
        let count = world.receivers.len();
        world.turn = world.turn.wrapping_add(1);
        world.receivers.get(world.turn.checked_rem(count)?).copied()
    });
    let url = match (target, letter.url.parse::<Uri>().ok()) {
        (Some(address), Some(url)) => {
            let path = url.path_and_query().map_or("/", |path| path.as_str());
            format!("http://{address}{path}").parse().ok()
        }
        (None, Some(url)) if is_near(&url) => Some(url),
        _ => None,
    };
    let status = match url {
        Some(url) => tokio::time::timeout(TIMEOUT, post(core, letter, url)).await.ok().flatten(),
        None => None,
    };
    let Letter { task, url, body, .. } = letter.clone();
    core.with(|world| world.journal.callback(CallbackSent { task, url, body, status }));
    status
}

fn is_near(url: &Uri) -> bool {
    url.scheme_str() == Some("http") && matches!(url.host(), Some("127.0.0.1" | "localhost"))
}

async fn post(core: &Core, letter: &Letter, url: Uri) -> Option<u16> {
    let mut request = Request::post(url).header(header::CONTENT_TYPE, "application/json");
    if let Some((at, signature)) = &letter.signed {
        request = request
            .header("X-Webhook-Timestamp", at.to_string())
            .header("X-Webhook-Signature", signature);
    }
    let request = request.body(Body::from(letter.body.to_string())).ok()?;
    core.client.request(request).await.ok().map(|response| response.status().as_u16())
}

#[cfg(test)]
mod tests {
    use super::{guessed, sign};

    #[test]
    fn a_signature_covers_the_task_and_the_time() {
        let (at, one) = sign("key", "task", 1_700_000_000);

        assert_eq!(at, 1_700_000_000);
        assert_eq!(one.len(), 44);
        assert_eq!(one, sign("key", "task", 1_700_000_000).1);
        assert_ne!(one, sign("key", "task", 1_700_000_001).1);
        assert_ne!(one, sign("yek", "task", 1_700_000_000).1);
    }

    #[test]
    fn a_guessed_address_has_the_same_shape() {
        assert_eq!(guessed("http://a/kie/ab?x=1"), "http://a/kie/ba?x=1");
        assert_eq!(guessed("http://a/kie/0f"), "http://a/kie/aa");
    }
}
