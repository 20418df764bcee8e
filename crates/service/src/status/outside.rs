//! What is known of KIE, of the webhook and of the lock's history: read by the survey, the same on every instance.
//!
//! ```text
//!   active: KIE or Telegram answered ──┐
//!   survey: what the active one wrote ─┴──> the younger of the two is shown, with its age
//! ```
//!
//! On failure: what was known stays, and grows old. What Telegram said about the webhook is too old to be shown
//! after some minutes, since somebody else may have changed it; KIE's credits are shown with their age.

use std::time::Duration;

use domain::Credits;
use serde_json::{Value, json};
use store::survey::{KieStatus, Survey, Takeovers, WebhookStatus};
use tokio::time::Instant;

use super::Board;
use crate::metrics;

/// The webhook is looked at several times as often.
const BELIEVED: Duration = Duration::from_secs(300);

/// Two pollers end each other's polls more than once in this time.
const CONFLICTS: Duration = Duration::from_secs(60);

/// What is known of the world outside.
#[derive(Debug, Default)]
pub(super) struct Outside {
    kie: Option<Learned<KieStatus>>,
    webhook: Option<Learned<WebhookStatus>>,
    takeovers: Option<Takeovers>,
    everything_closed: bool,
    /// When our last two polls were ended by somebody else's, the newer first.
    conflicts: [Option<Instant>; 2],
}

/// Something that was true some time ago.
#[derive(Debug)]
struct Learned<T> {
    what: T,
    /// How old it was when we learned it.
    age: Duration,
    at: Instant,
}

impl<T> Learned<T> {
    fn new(what: T, age: Duration) -> Self {
        Self { what, age, at: Instant::now() }
    }

    fn age(&self, now: Instant) -> Duration {
        self.age + now.saturating_duration_since(self.at)
    }
}

/// Takes news over what is known, unless they are older.
fn learn<T>(known: &mut Option<Learned<T>>, what: T, age: Duration) {
    if known.as_ref().is_none_or(|known| age <= known.age(Instant::now())) {
        *known = Some(Learned::new(what, age));
    }
}

impl Outside {
    pub(super) fn kie(&self, now: Instant) -> Value {
        let kie = self.kie.as_ref();
        json!({
            "status": kie.map(|kie| &kie.what.status),
            "credits": kie.and_then(|kie| kie.what.credits).map(whole),
            "age_seconds": kie.map(|kie| kie.age(now).as_secs()),
        })
    }

    pub(super) fn webhook(&self, now: Instant) -> Value {
        let webhook = self.fresh_webhook(now);
        json!({
            "url_ok": webhook.map(|webhook| webhook.fits),
            "pending": webhook.and_then(|webhook| webhook.pending),
            "last_error": webhook.and_then(|webhook| webhook.problem.as_ref()),
        })
    }

    /// The takeovers of the lock's history, for health.
    pub(super) fn takeovers(&self) -> Value {
        let takeovers = self.takeovers.as_ref();
        json!({
            "count": takeovers.map(|takeovers| takeovers.count),
            "last_hour": takeovers.map(|takeovers| takeovers.last_hour),
            "last_reason": takeovers.and_then(|takeovers| takeovers.last_reason.as_ref()),
        })
    }

    /// The takeovers of the last hour, for metrics.
    pub(super) fn takeovers_last_hour(&self) -> Option<i64> {
        self.takeovers.as_ref().map(|takeovers| takeovers.last_hour)
    }

    /// Whether the webhook leads to us and what waits at Telegram, for metrics.
    pub(super) fn webhook_numbers(&self, now: Instant) -> Option<(bool, Option<i64>)> {
        self.fresh_webhook(now).map(|webhook| (webhook.fits, webhook.pending))
    }

    /// Whether KIE is well, what it has left and how many days that lasts, for metrics.
    pub(super) fn kie_numbers(&self) -> Option<(bool, Option<f64>, Option<f64>)> {
        let kie = &self.kie.as_ref()?.what;
        let daily_use = kie.daily_use.filter(|daily| daily.is_positive());
        let days = |(left, daily): (Credits, Credits)| left.get() as f64 / daily.get() as f64;
        let days = kie.credits.zip(daily_use).map(days);
        Some((kie.status == "ok", kie.credits.map(whole), days))
    }

    /// Whether Telegram delivers somewhere else.
    pub(super) fn is_webhook_wrong(&self, now: Instant) -> bool {
        self.fresh_webhook(now).is_some_and(|webhook| !webhook.fits)
    }

    /// Whether somebody else asks for our updates: the poll of an instance before us ends one of ours, and
    /// no second one.
    pub(super) fn is_polled_by_others(&self, now: Instant) -> bool {
        let is_recent = |at: &Instant| now.saturating_duration_since(*at) <= CONFLICTS;
        self.conflicts.iter().all(|at| at.as_ref().is_some_and(is_recent))
    }

    /// Whether nothing can be ordered.
    pub(super) fn is_everything_closed(&self) -> bool {
        self.everything_closed
    }

    /// Whether KIE's credits are used up within a day at the present pace.
    pub(super) fn is_short_of_credits(&self) -> bool {
        self.kie.as_ref().is_some_and(|kie| runs_out(kie.what.credits, kie.what.daily_use))
    }

    fn fresh_webhook(&self, now: Instant) -> Option<&WebhookStatus> {
        let webhook = self.webhook.as_ref().filter(|webhook| webhook.age(now) <= BELIEVED);
        webhook.map(|webhook| &webhook.what)
    }
}

impl Board {
    /// Somebody looked at what all instances share.
    pub fn surveyed(&self, survey: Survey) {
        let mut facts = self.facts.lock();
        facts.queues.seen(survey.inbox, survey.outbox);
        let outside = &mut facts.outside;
        outside.takeovers = Some(survey.takeovers);
        outside.everything_closed = survey.everything_closed;
        if let Some(kie) = survey.kie {
            let age = kie.age;
            learn(&mut outside.kie, kie, age);
        }
        if let Some(webhook) = survey.webhook {
            let age = webhook.age;
            learn(&mut outside.webhook, webhook, age);
        }
    }

    /// What Telegram says about our webhook just now.
    pub fn webhook(&self, fits: bool, pending: Option<i64>, problem: Option<String>) {
        let found = WebhookStatus { fits, pending, problem, age: Duration::ZERO };
        self.facts.lock().outside.webhook = Some(Learned::new(found, Duration::ZERO));
    }

    /// Telegram ended our poll just now, because somebody else polls or wants a webhook.
    pub(crate) fn poll_ended_by_another(&self) {
        metrics::poll_ended();
        let conflicts = &mut self.facts.lock().outside.conflicts;
        *conflicts = [Some(Instant::now()), conflicts[0]];
    }

    /// How KIE answered just now; what it has left for us is known from before.
    pub(crate) fn kie(&self, standing: &'static str) {
        self.kie_has(standing, None, None);
    }

    /// How KIE answered just now, what it has left for us, and what a day takes of it, as far as that is news.
    pub(crate) fn kie_has(
        &self,
        standing: &str,
        credits: Option<Credits>,
        daily_use: Option<Credits>,
    ) {
        let known = &mut self.facts.lock().outside.kie;
        let before = known.take().map(|kie| kie.what);
        let found = KieStatus {
            status: standing.to_owned(),
            credits: credits.or(before.as_ref().and_then(|kie| kie.credits)),
            daily_use: daily_use.or(before.as_ref().and_then(|kie| kie.daily_use)),
            age: Duration::ZERO,
        };
        *known = Some(Learned::new(found, Duration::ZERO));
    }

    /// The word for how KIE answered last.
    pub(crate) fn kie_status(&self) -> Option<String> {
        self.facts.lock().outside.kie.as_ref().map(|kie| kie.what.status.clone())
    }
}

/// Whether credits are used up within a day, if a day takes that much.
pub(crate) fn runs_out(credits: Option<Credits>, daily_use: Option<Credits>) -> bool {
    credits.is_some_and(|left| left.get() <= daily_use.map_or(0, Credits::get))
}

/// Credits as a number with a fraction, for people and programs outside.
fn whole(credits: Credits) -> f64 {
    credits.get() as f64 / 1_000_000.0
}
