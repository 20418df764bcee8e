//! What happened, in one sentence each: a blow, who took over after how long, what was lost, whether the books add up.
//!
//! ```text
//!   told ── somebody leads again, what was broken is whole ──> counted until every message from before has its
//!   reply ──> audited ──> closed: "#2 took over in 21 ms, 0 lost, books balanced"
//!     └── nobody leads for long: open, and says so
//! ```
//!
//! It keeps the last few. What it says of lost messages comes from the tally, of the books from the auditor, of the
//! time without a leader from the rows of the lock and from the moment of the blow.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::audit::Auditor;
use super::tally::Tally;

const KEPT: usize = 12;

/// What has no reply after so long is said to have none.
const LONGEST: Duration = Duration::from_secs(90);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blow {
    Kill(usize),
    Stop(usize),
    /// It ended, and nobody here has told it to.
    End(usize),
    Freeze(usize),
    Thaw(usize),
    Cut(usize),
    Heal(usize),
    Deploy,
    Database,
    /// KIE does not answer, until somebody lets it.
    Kie,
    /// Telegram refuses every call, until somebody lets it listen.
    Flood,
}

/// What the stage looks like when the story goes on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Present {
    /// The instance that leads, if one does.
    pub(super) leader: Option<usize>,
    /// Since that moment the lock has had other terms: the last one's instance, and all the time without a leader.
    pub(super) took_over: Option<(usize, f64)>,
    /// Whether what the blow began is still under way.
    pub(super) is_under_way: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Tale {
    pub(super) number: u64,
    /// Milliseconds since 1970.
    pub(super) at: u64,
    pub(super) kind: &'static str,
    pub(super) instance: Option<usize>,
    pub(super) words: String,
    pub(super) is_closed: bool,
    /// How long nobody led, in milliseconds.
    pub(super) leaderless: Option<f64>,
    #[serde(skip)]
    pub(super) blow: Blow,
    /// Whether the leader was hit.
    #[serde(skip)]
    pub(super) is_hit: bool,
    /// How many replies had come twice before it.
    #[serde(skip)]
    doubled: u64,
    #[serde(skip)]
    began: Instant,
    #[serde(skip)]
    whole: Option<Instant>,
    #[serde(skip)]
    audit: Option<u64>,
}

#[derive(Debug, Default)]
pub(super) struct Story {
    told: u64,
    tales: VecDeque<Tale>,
}

impl Story {
    /// Begins a tale; so many replies have come twice by now.
    pub(super) fn tells(&mut self, blow: Blow, at: u64, is_hit: bool, doubled: u64) {
        self.told += 1;
        let (kind, instance) = (blow.kind(), blow.instance());
        let began = Instant::now();
        self.tales.push_back(Tale {
            number: self.told,
            at,
            kind,
            instance,
            words: blow.head(is_hit),
            is_closed: false,
            leaderless: None,
            blow,
            is_hit,
            doubled,
            began,
            whole: None,
            audit: None,
        });
        while self.tales.len() > KEPT {
            self.tales.pop_front();
        }
    }

    pub(super) fn tales(&self) -> &VecDeque<Tale> {
        &self.tales
    }

    /// Lets every open tale go on; each has its own present.
    pub(super) fn goes_on(&mut self, tally: &Tally, auditor: &mut Auditor, presents: &[Present]) {
        for (tale, now) in self.tales.iter_mut().zip(presents).filter(|(tale, _)| !tale.is_closed) {
            tale.goes_on(*now, tally, auditor);
        }
    }
}

impl Tale {
    fn goes_on(&mut self, now: Present, tally: &Tally, auditor: &mut Auditor) {
        self.leaderless = now.took_over.map(|(_, gap)| gap);
        let is_led = now.leader.is_some()
            && (!self.is_hit || now.took_over.is_some() || self.is_spared(now));
        if now.is_under_way || !is_led {
            self.words = self.so_far(now);
            return;
        }
        let whole = *self.whole.get_or_insert_with(Instant::now);
        let is_late = self.began.elapsed() > LONGEST;
        if !is_late && !tally.is_done_until(whole) {
            self.words = format!("{}; the last replies are on their way", self.outcome(now));
            return;
        }
        let audit = *self.audit.get_or_insert_with(|| auditor.asks());
        if !auditor.has_done(audit) {
            return;
        }
        let lost = if is_late { tally.waiting_since(whole) } else { 0 };
        let books = match auditor.books().state {
            "balanced" => "books balanced".to_owned(),
            _ => format!("{} invariants of the books broken", auditor.books().broken.len()),
        };
        // Nobody can know whether Telegram has got a call that was in flight, so it is made again.
        let twice = match tally.doubled() - self.doubled {
            0 => String::new(),
            twice => format!(", {twice} said twice (in flight at the blow)"),
        };
        self.words = format!("{}, {lost} lost{twice}, {books}", self.outcome(now));
        self.is_closed = true;
    }

    /// Whether the leader that was hit leads on, since the blow was taken back in time.
    fn is_spared(&self, now: Present) -> bool {
        matches!(self.blow, Blow::Freeze(place) | Blow::Cut(place) if now.leader == Some(place))
    }

    /// How it stands while it is not over.
    fn so_far(&self, now: Present) -> String {
        let head = self.blow.head(self.is_hit);
        match (self.blow, now.leader) {
            (_, None) => format!("{head}; nobody leads yet, what people write waits"),
            (Blow::Kie | Blow::Flood, Some(_)) => head,
            (_, Some(_)) => format!("{head}; under way"),
        }
    }

    /// What came of it, as the beginning of a sentence.
    fn outcome(&self, now: Present) -> String {
        let took_over = |(place, gap): (usize, f64)| {
            let after = if gap >= 1_000.0 {
                format!("{:.1} s", gap / 1_000.0)
            } else {
                format!("{gap:.0} ms")
            };
            format!("#{} took over in {after}", place + 1)
        };
        let leads_on = || match now.leader {
            Some(leader) => format!("#{} leads on", leader + 1),
            None => "nobody leads".to_owned(),
        };
        match (self.blow, now.took_over) {
            (Blow::Deploy, Some((place, gap))) => {
                format!("Deployed: #{} leads, {gap:.0} ms without a leader in all", place + 1)
            }
            (Blow::Database, Some((place, gap))) => {
                format!("PostgreSQL is back: #{} leads after {:.1} s", place + 1, gap / 1_000.0)
            }
            (Blow::Thaw(place), _) if now.leader != Some(place) => {
                format!("#{} woke, saw that its term is over, and wrote nothing", place + 1)
            }
            (Blow::Heal(place), _) if now.leader != Some(place) => {
                format!("#{} has its database again and is PASSIVE", place + 1)
            }
            (Blow::Kie, _) => format!("KIE is back, {}", leads_on()),
            (Blow::Flood, _) => format!("Telegram listens again, {}", leads_on()),
            (_, Some(took)) if self.is_hit => took_over(took),
            _ => leads_on(),
        }
    }
}

impl Blow {
    fn kind(self) -> &'static str {
        match self {
            Self::Kill(_) => "kill",
            Self::Stop(_) => "stop",
            Self::End(_) => "end",
            Self::Freeze(_) => "freeze",
            Self::Thaw(_) => "thaw",
            Self::Cut(_) => "cut",
            Self::Heal(_) => "heal",
            Self::Deploy => "deploy",
            Self::Database => "database",
            Self::Kie => "kie",
            Self::Flood => "flood",
        }
    }

    fn instance(self) -> Option<usize> {
        match self {
            Self::Kill(place)
            | Self::Stop(place)
            | Self::End(place)
            | Self::Freeze(place)
            | Self::Thaw(place)
            | Self::Cut(place)
            | Self::Heal(place) => Some(place),
            Self::Deploy | Self::Database | Self::Kie | Self::Flood => None,
        }
    }

    /// What was done, and to whom.
    fn head(self, is_hit: bool) -> String {
        let whom = |place: usize| {
            let role = if is_hit { "the ACTIVE" } else { "a PASSIVE" };
            format!("#{}, {role} one", place + 1)
        };
        match self {
            Self::Kill(place) => format!("kill -9 for {}", whom(place)),
            Self::Stop(place) => format!("Stopping {}", whom(place)),
            Self::End(place) => format!("#{} ended by itself", place + 1),
            Self::Freeze(place) => format!("Froze {}, in the middle of its work", whom(place)),
            Self::Thaw(place) => format!("Woke #{}", place + 1),
            Self::Cut(place) => format!("Cut {}, from PostgreSQL", whom(place)),
            Self::Heal(place) => format!("Healed the link of #{}", place + 1),
            Self::Deploy => "A rolling deploy: a new one for each".to_owned(),
            Self::Database => "PostgreSQL went down as in a crash".to_owned(),
            Self::Kie => {
                "KIE is away: orders wait for it or give the money back, chats go on".to_owned()
            }
            Self::Flood => {
                "Telegram refuses every call with 429: replies wait in the outbox".to_owned()
            }
        }
    }
}
