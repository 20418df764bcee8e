//! How fast one person may write and tap: some at once, then one after the other.
//!
//! ```text
//!   an event ── a token is left ──> handled
//!                └── none ──┬── a message, nothing said for a while ──> "wait N s", said once
//!                           └── a tap, or said already ──> silence
//! ```
//!
//! An update that comes too fast is handled by that: nothing is decided, and the person was told to send it again.
//! Money, blocking and unblocking are never too fast, and neither are admins.
//!
//! Kept in memory by the active instance, for so many people at most: after a hand-over everybody has a full bucket.
//! Whoever is not in it has one as well, so those who were quiet are forgotten first.
//!
//! Nothing can fail here.

use std::collections::HashMap;
use std::time::Duration;

use dialogue::{Action, Event, Role};
use domain::PersonId;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::http::bucket::{Allowance, Bucket};

/// So many at once after a pause: an album, some taps, a few words.
const AT_ONCE: f64 = 120.0;

/// More people are not remembered: some megabytes.
const MOST: usize = 20_000;

/// A chat is told once in so long.
const TOLD: Duration = Duration::from_secs(10);

/// Whether something is too fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is handled.
    Go,
    /// It is too fast, and the person is told how many seconds to wait.
    Wait(u32),
    /// It is too fast, and they know.
    Quiet,
}

/// The buckets of those who did something of late.
#[derive(Debug)]
pub(crate) struct Pace {
    allowance: Allowance,
    people: Mutex<HashMap<PersonId, Kept>>,
}

#[derive(Debug)]
struct Kept {
    bucket: Bucket,
    told: Option<Instant>,
}

impl Pace {
    /// Everybody may do so much a second in the long run.
    pub(crate) fn new(per_second: f64) -> Self {
        Self { allowance: Allowance { per_second, at_once: AT_ONCE }, people: Mutex::default() }
    }

    /// Whether an event is too fast.
    pub(super) fn judge(&self, event: &Event, role: Role) -> Verdict {
        let is_tap = match &event.action {
            Action::Blocked | Action::Returned => return Verdict::Go,
            Action::Tapped { .. } => true,
            Action::Said(_) | Action::SentMedia(_) | Action::SentText(_) | Action::Other => false,
        };
        if role == Role::Admin {
            return Verdict::Go;
        }
        let mut people = self.people.lock();
        make_room(&mut people);
        let kept = people
            .entry(event.person.id)
            .or_insert_with(|| Kept { bucket: Bucket::full(self.allowance), told: None });
        if kept.bucket.take() {
            return Verdict::Go;
        }
        let now = Instant::now();
        let knows = kept.told.is_some_and(|told| now.duration_since(told) < TOLD);
        if is_tap || knows {
            return Verdict::Quiet;
        }
        kept.told = Some(now);
        Verdict::Wait(whole_seconds(kept.bucket.until_next()))
    }
}

/// Forgets those who have been quiet, and everybody if nobody has.
fn make_room(people: &mut HashMap<PersonId, Kept>) {
    if people.len() < MOST {
        return;
    }
    people.retain(|_, kept| !kept.bucket.is_full());
    if people.len() >= MOST {
        people.clear();
    }
}

fn whole_seconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use dialogue::{Action, Chat, ChatKind, Event, Person, Role};
    use domain::{ChatId, PersonId};
    use tokio::time::advance;

    use super::{AT_ONCE, Duration, MOST, Pace, Verdict};

    fn event(person: i64, action: Action) -> Event {
        Event {
            person: Person { id: PersonId::new(person), name: String::new(), language_tag: None },
            chat: Chat { id: ChatId::new(person), kind: ChatKind::Private },
            action,
            reply_to: None,
            styles: Vec::new(),
        }
    }

    fn words(person: i64) -> Event {
        event(person, Action::Said("a cat".to_owned()))
    }

    fn tap(person: i64) -> Event {
        event(person, Action::Tapped { data: "menu:home".to_owned(), message: None })
    }

    fn spend(pace: &Pace, person: i64) {
        for _ in 0..AT_ONCE as usize {
            assert_eq!(pace.judge(&tap(person), Role::Person), Verdict::Go);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_too_fast_is_told_once_in_a_while_and_taps_are_quiet() {
        let pace = Pace::new(0.25);
        spend(&pace, 7);

        assert_eq!(pace.judge(&tap(7), Role::Person), Verdict::Quiet);
        assert_eq!(pace.judge(&words(7), Role::Person), Verdict::Wait(4));
        assert_eq!(pace.judge(&words(7), Role::Person), Verdict::Quiet);
        assert_eq!(pace.judge(&words(8), Role::Person), Verdict::Go, "nobody waits for others");
        assert_eq!(pace.judge(&words(7), Role::Admin), Verdict::Go);
        assert_eq!(pace.judge(&event(7, Action::Blocked), Role::Person), Verdict::Go);
        advance(Duration::from_secs(4)).await;
        assert_eq!(pace.judge(&words(7), Role::Person), Verdict::Go);
        assert_eq!(pace.judge(&words(7), Role::Person), Verdict::Quiet);
        advance(Duration::from_millis(6_100)).await;
        assert_eq!(pace.judge(&words(7), Role::Person), Verdict::Go);
        assert!(matches!(pace.judge(&words(7), Role::Person), Verdict::Wait(_)));
    }

    #[tokio::test(start_paused = true)]
    async fn memory_is_bounded_and_the_fast_are_remembered_longest() {
        let pace = Pace::new(0.25);
        spend(&pace, 7);
        for person in 0..=MOST {
            pace.judge(&words(1_000 + person as i64), Role::Person);
            advance(Duration::from_millis(1)).await;
        }

        assert!(pace.people.lock().len() <= MOST);
    }
}
