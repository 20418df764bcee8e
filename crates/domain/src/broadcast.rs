//! One message to many people: whom it is for, and how far it is.
//!
//! ```text
//!   draft ── started ──> on ── everybody has it, or never will ──> done
//!     │                 │  ^
//!     │           paused│  │resumed
//!     │                 v  │
//!     │                paused ── stopped ──> stopped <── stopped ── on
//!     └── dropped ──> stopped
//! ```
//!
//! Whether it has begun is a question of its time, not of its state: one that is on waits for it.

use crate::Language;
use crate::offers::PlanKey;

/// For whom a broadcast is: always only people who can be reached and want news.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Everybody.
    All,
    /// Who has paid.
    Paid,
    /// Who never has.
    NeverPaid,
    /// Of whom nothing was heard for so many days.
    Quiet(u16),
    /// Who is spoken to in this language.
    Language(Language),
    /// Who came by the link of this campaign.
    Campaign(String),
    /// Who has this plan now.
    Plan(PlanKey),
}

/// The longest name of a campaign: what a link of Telegram carries.
const MAX_CAMPAIGN: usize = 62;

/// The longest quiet that is asked for, in days.
const MAX_QUIET: u16 = 3_650;

impl Segment {
    /// Reads what an admin types: `all`, `paid`, `never paid`, `quiet 30`, `language ru`, `campaign x`, `plan x`.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let first = words.first()?.to_ascii_lowercase();
        match (first.as_str(), &words[1..]) {
            ("all", []) => Some(Self::All),
            ("paid", []) => Some(Self::Paid),
            ("never", [paid]) if paid.eq_ignore_ascii_case("paid") => Some(Self::NeverPaid),
            (kind, []) => Self::of(kind, ""),
            (kind, [detail]) => Self::of(kind, detail),
            _ => None,
        }
    }

    /// The segment of this kind with this detail, as rows and buttons have them.
    pub fn of(kind: &str, detail: &str) -> Option<Self> {
        Some(match (kind, detail) {
            ("all", "") => Self::All,
            ("paid", "") => Self::Paid,
            ("never-paid", "") => Self::NeverPaid,
            ("quiet", days) => {
                let days: u16 = days.parse().ok()?;
                Self::Quiet(Some(days).filter(|days| (1..=MAX_QUIET).contains(days))?)
            }
            ("language", code) => Self::Language(Language::from_code(&code.to_ascii_lowercase())?),
            ("campaign", name) => {
                let name = name.strip_prefix("c_").unwrap_or(name);
                let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
                let fits = (1..=MAX_CAMPAIGN).contains(&name.len()) && name.bytes().all(plain);
                Self::Campaign(fits.then(|| name.to_owned())?)
            }
            ("plan", key) => Self::Plan(PlanKey::new(&key.to_ascii_lowercase())?),
            _ => return None,
        })
    }

    /// Its kind, as rows and buttons have it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Paid => "paid",
            Self::NeverPaid => "never-paid",
            Self::Quiet(_) => "quiet",
            Self::Language(_) => "language",
            Self::Campaign(_) => "campaign",
            Self::Plan(_) => "plan",
        }
    }

    /// What it is narrowed down by; empty where there is nothing.
    pub fn detail(&self) -> String {
        match self {
            Self::All | Self::Paid | Self::NeverPaid => String::new(),
            Self::Quiet(days) => days.to_string(),
            Self::Language(language) => language.code().to_owned(),
            Self::Campaign(name) => name.clone(),
            Self::Plan(key) => key.to_string(),
        }
    }
}

/// How far a broadcast is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BroadcastState {
    /// It is being written.
    Draft,
    /// It goes out as soon as it is time.
    On,
    /// It waits for an admin.
    Paused,
    /// It went out.
    Done,
    /// An admin ended it.
    Stopped,
}

impl BroadcastState {
    /// Every one of them.
    pub const ALL: [Self; 5] = [Self::Draft, Self::On, Self::Paused, Self::Done, Self::Stopped];

    /// Its name in rows.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::On => "on",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Stopped => "stopped",
        }
    }

    /// The state of this name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Whether an admin can still do something about it.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::{BroadcastState, Segment};
    use crate::Language;

    #[test]
    fn what_an_admin_types_is_read_and_comes_back_from_its_row() {
        for (text, kind, detail) in [
            ("all", "all", ""),
            (" Paid ", "paid", ""),
            ("never paid", "never-paid", ""),
            ("never-paid", "never-paid", ""),
            ("quiet 30", "quiet", "30"),
            ("language RU", "language", "ru"),
            ("campaign Spring_1", "campaign", "Spring_1"),
            ("campaign c_spring", "campaign", "spring"),
            ("plan pro", "plan", "pro"),
        ] {
            let segment = Segment::read(text).unwrap_or_else(|| panic!("{text}"));

            assert_eq!((segment.kind(), segment.detail().as_str()), (kind, detail), "{text}");
            assert_eq!(Segment::of(kind, detail), Some(segment));
        }
        assert_eq!(Segment::read("language en"), Some(Segment::Language(Language::English)));
    }

    #[test]
    fn what_is_no_segment_is_not_read() {
        let long = format!("campaign {}", "a".repeat(63));
        for text in [
            "",
            "everybody",
            "all 3",
            "quiet",
            "quiet 0",
            "quiet -1",
            "quiet 99999",
            "quiet x",
            "language de",
            "campaign",
            "campaign a b",
            "campaign ж",
            "plan",
            &long,
        ] {
            assert_eq!(Segment::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_leads_back_to_its_state() {
        for state in BroadcastState::ALL {
            assert_eq!(BroadcastState::from_word(state.word()), Some(state));
        }
    }
}
