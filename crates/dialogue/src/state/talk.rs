//! What the person writes to somebody else: to operators, or as an operator to everybody.
//!
//! ```text
//!   Menu ── a question ──→ Support ── a message, or anything else ──→ Menu
//!   Menu ── a part of a broadcast is asked for ──→ Broadcast ── it came, or anything else ──→ Menu
//! ```

use domain::{BroadcastId, SupportTopic};
use serde::{Deserialize, Serialize};

/// What the person was asked to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Talk {
    /// What they want to know of the operators; with an album: its first file has come, and the rest goes the same
    /// way.
    Support(SupportTopic, Option<String>),
    /// A part of a broadcast.
    Broadcast(BroadcastId, BroadcastPart),
}

/// A part of a broadcast that is typed or sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BroadcastPart {
    /// What it says and shows.
    Words,
    /// Whom it is for.
    Segment,
    /// What can be tapped below it.
    Buttons,
    /// When it begins.
    Start,
}

impl BroadcastPart {
    /// Every one of them.
    pub const ALL: [Self; 4] = [Self::Words, Self::Segment, Self::Buttons, Self::Start];

    /// Its name in rows and on buttons.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Segment => "segment",
            Self::Buttons => "buttons",
            Self::Start => "start",
        }
    }

    /// The part of this name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.word() == word)
    }
}

/// The stored form; without a topic it is from a release that knew of payments alone.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredTalk {
    album: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    topic: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    broadcast: Option<(i64, String)>,
}

impl Talk {
    pub(super) fn to_stored(&self) -> StoredTalk {
        match self {
            Self::Support(topic, album) => StoredTalk {
                album: album.clone(),
                topic: Some(topic.word().to_owned()),
                broadcast: None,
            },
            Self::Broadcast(id, part) => StoredTalk {
                album: None,
                topic: None,
                broadcast: Some((id.get(), part.word().to_owned())),
            },
        }
    }
}

impl StoredTalk {
    pub(super) fn read(self) -> Option<Talk> {
        if let Some((id, part)) = self.broadcast {
            let part = BroadcastPart::from_word(&part)?;
            return Some(Talk::Broadcast(BroadcastId::new(id), part));
        }
        let topic = match self.topic {
            Some(word) => SupportTopic::from_word(&word)?,
            None => SupportTopic::Payment,
        };
        Some(Talk::Support(topic, self.album))
    }
}
