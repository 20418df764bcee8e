//! The promises, counted from Telegram's own journal and never from the tables of the program.
//!
//! | promise | counted |
//! | --- | --- |
//! | nothing is lost | every accepted message is quoted by a reply |
//! | nothing happens twice | by exactly one; a second only of a call in flight at a blow, and counted |
//! | order | the replies to one person come in the order of what they said |
//! | taps | an accepted tap is answered within a second |
//! | manners | neither Telegram nor KIE found anything wrong, every armed fault fired |
//! | secrets | no instance printed the token or the key |
//! | metrics | no instance shows a series that `docs/metrics.md` does not list, or somebody's id |
//!
//! Money alone is counted by the program: its own audit must find nothing in its books.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::Value;
use testbed::process::Process;
use testbed::promise::Promise;
use testbed::wait;

use super::crowd::{Talk, nonces_in};
use super::{PATIENCE, World};
use crate::telegram::{Entry, Event, Via};

/// A call in flight at a blow was applied this long before it at most, or this long after.
const IN_FLIGHT: Duration = Duration::from_millis(1_000);

/// An accepted tap is answered within this.
const TAP: Duration = Duration::from_secs(1);

/// Entries of the journal that are looked at in one go.
const PAGE: usize = 2_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Messages that were accepted and replied to.
    pub replied: usize,
    /// Replies that came twice: calls in flight when an instance was killed, frozen or cut off.
    pub twice: usize,
    pub taps: usize,
    /// The longest time from a message to its reply.
    pub slowest: Duration,
    /// The longest time without any reply while people were writing.
    pub silence: Duration,
}

impl World {
    /// Ends a scenario: everything accepted is replied to, and every promise was kept.
    pub async fn ends(&self, talk: Talk) -> Account {
        for said in &talk.said {
            said.update.accepted().await;
        }
        self.is_quiet(&talk).await;
        let journal = self.telegram.journal();
        let taps = taps(&journal, &talk);
        let _kept = Promise::that("nothing twice, in order, no secret told, the books in order");
        let replies = replies(&journal);
        let account = self.count(&talk, &replies);
        in_order(&talk, &replies);
        let violations = self.telegram.violations();
        assert!(violations.is_empty(), "Telegram complains: {violations:#?}");
        let violations = self.kie.violations();
        assert!(violations.is_empty(), "KIE complains: {violations:#?}");
        self.told_no_secret();
        self.metrics_are_listed().await;
        self.books_are_in_order().await;
        Account { taps, ..account }
    }

    /// Ends a scenario in which nobody counted what was said.
    pub async fn ends_well(&self) {
        self.ends(Talk::default()).await;
    }

    /// Waits until everything has its reply and the active instance has nothing more to say.
    async fn is_quiet(&self, talk: &Talk) {
        let mut missing: BTreeSet<&str> = talk.said.iter().map(|said| &*said.nonce).collect();
        let mut read = 0;
        // Read along, a page at a time: the links to the database run in this very thread, and a look
        // through the journal of an hour would hold them up.
        let quiet = wait::until("replies to all that was said", PATIENCE, async || {
            let page = self.telegram.journal_from(read, PAGE);
            read += page.len();
            for nonce in replies(&page).keys() {
                missing.remove(nonce.as_str());
            }
            missing.is_empty().then_some(())
        });
        let quiet = quiet.await;
        let kept = Promise::that("what was accepted is replied to");
        assert!(quiet.is_ok(), "accepted and never replied to: {missing:?}");
        drop(kept);
        self.catches_up(PATIENCE).await;
    }

    /// Waits for so long until the active instance has nothing left to do: before the end of a scenario in which much
    /// was held up.
    pub async fn catches_up(&self, within: Duration) {
        let empty = wait::until("an instance that has caught up", within, async || {
            for instance in &self.instances {
                let Some(health) = instance.health().await else { continue };
                let idle = |queue: &str| health[queue]["depth"].as_i64() == Some(0);
                if health["lock_state"] == "ACTIVE" && idle("queue") && idle("outbox") {
                    return Some(());
                }
            }
            None
        });
        empty.await.unwrap_or_else(|error| panic!("{error}"));
    }

    fn count(&self, talk: &Talk, replies: &Replies) -> Account {
        let blows = self.blows.lock().unwrap_or_else(|error| error.into_inner()).clone();
        let away = |at: Instant| {
            let away = |blow: &Instant| {
                at.saturating_duration_since(*blow).max(blow.saturating_duration_since(at))
            };
            blows.iter().map(away).min()
        };
        let (mut twice, mut slowest) = (0, Duration::ZERO);
        for said in &talk.said {
            let quoted = &replies[&said.nonce];
            slowest = slowest.max(quoted[0].1.saturating_duration_since(said.at));
            let more = quoted.len() - 1;
            let first = quoted[0].1;
            assert!(more <= 1, "{} was quoted {} times", said.nonce, quoted.len());
            let excused = away(first).is_some_and(|away| away < IN_FLIGHT);
            let nonce = &said.nonce;
            assert!(more == 0 || excused, "{nonce} twice, the next blow {:?} away", away(first));
            twice += more;
        }
        let silence = silence(talk, replies);
        Account { replied: talk.said.len(), twice, taps: 0, slowest, silence }
    }

    fn told_no_secret(&self) {
        let secret = self.telegram.token().split(':').nth(1).unwrap_or_default();
        for instance in &self.instances {
            let lines = instance.process.lines();
            let told = lines.iter().find(|line| line.contains(secret));
            assert!(told.is_none(), "an instance printed the token: {told:?}");
            let told = lines.iter().find(|line| line.contains(self.kie.key()));
            assert!(told.is_none(), "an instance printed the key of KIE: {told:?}");
            let panicked = lines.iter().find(|line| line.contains("panicked at"));
            assert!(panicked.is_none(), "an instance panicked: {panicked:?}");
        }
    }
}

/// By number: the entries of the journal that quoted it, and when.
type Replies = BTreeMap<String, Vec<(usize, Instant)>>;

fn replies(journal: &[Entry]) -> Replies {
    let mut replies = Replies::new();
    for entry in journal {
        let Event::Called { method, params, applied: true, .. } = &entry.event else { continue };
        if method != "sendMessage" {
            continue;
        }
        let text = params.get("text").and_then(Value::as_str).unwrap_or_default();
        for nonce in nonces_in(text) {
            replies.entry(nonce.to_owned()).or_default().push((entry.number, entry.at));
        }
    }
    replies
}

/// The first replies to each person come in the order of what they said.
fn in_order(talk: &Talk, replies: &Replies) {
    let mut last: BTreeMap<i64, (usize, &str)> = BTreeMap::new();
    for said in &talk.said {
        let place = replies[&said.nonce][0].0;
        if let Some((before, nonce)) = last.insert(said.person, (place, &said.nonce)) {
            assert!(before < place, "{} was replied to before {nonce}", said.nonce);
        }
    }
}

/// Counts the taps, each accepted and answered in time.
fn taps(journal: &[Entry], talk: &Talk) -> usize {
    let mut accepted = BTreeMap::new();
    let mut answered = BTreeMap::new();
    for entry in journal {
        match &entry.event {
            Event::Accepted { update_id } => accepted.insert(*update_id, entry.at),
            Event::Answered { update_id, .. } => answered.insert(*update_id, entry.at),
            // A tap that lay in a frozen process is answered with its acceptance as well, but Telegram
            // may find it too old.
            Event::Called { method, via: Via::Response { update_id }, .. }
                if method == "answerCallbackQuery" =>
            {
                answered.insert(*update_id, entry.at)
            }
            _ => None,
        };
    }
    let mut taps = 0;
    for tap in talk.taps.iter().filter(|tap| tap.is_accepted()) {
        let id = tap.update_id();
        let at = answered.get(&id).unwrap_or_else(|| panic!("tap {id} was never answered"));
        let late = at.saturating_duration_since(accepted[&id]);
        assert!(late < TAP, "tap {id} was answered {late:?} after it was accepted");
        taps += 1;
    }
    taps
}

/// The longest time between two replies, from the first thing said to the last.
fn silence(talk: &Talk, replies: &Replies) -> Duration {
    let (Some(first), Some(last)) = (talk.said.first(), talk.said.last()) else {
        return Duration::ZERO;
    };
    let mut times: Vec<Instant> = talk.said.iter().map(|said| replies[&said.nonce][0].1).collect();
    times.push(first.at);
    times.retain(|at| *at <= last.at);
    times.sort();
    let gap = |pair: &[Instant]| pair[1].saturating_duration_since(pair[0]);
    times.windows(2).map(gap).max().unwrap_or_default()
}

/// The last line of an audit begins like this.
const LAST: &str = "I26 ";

impl World {
    /// Runs `trt books audit` on the data of this world: no invariant is broken.
    pub async fn books_are_in_order(&self) {
        let audit = Process::build("trt books audit", &self.builder.program)
            .bare_environment()
            .args(["books", "audit"])
            .env("DATABASE_URL", self.database_url())
            .start()
            .unwrap_or_else(|error| panic!("{error}"));
        let status = audit.exit(PATIENCE).await.unwrap_or_else(|error| panic!("{error}"));
        // What it printed may arrive after its end.
        let said = wait::until("the last line of an audit", PATIENCE, async || {
            let lines = audit.lines();
            lines.iter().any(|line| line.starts_with(LAST)).then_some(lines)
        });
        let said = said.await.unwrap_or_else(|_| panic!("no audit: {}", audit.tail()));
        let _kept = Promise::that("the books are in order");
        let broken: Vec<&String> = said.iter().filter(|line| line.contains(" FAIL  ")).collect();
        assert!(broken.is_empty() && status.success(), "{status}, the books: {broken:#?}");
    }
}
