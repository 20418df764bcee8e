//! What somebody wants to pay for.

use domain::offers::{PackKey, PlanKey};

use super::number;

/// What somebody wants to pay for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Bill {
    /// A pack.
    Pack(PackKey),
    /// So many Stars.
    Stars(u32),
    /// A plan.
    Plan(PlanKey),
}

impl Bill {
    pub(super) fn encode(&self) -> String {
        match self {
            Self::Pack(key) => format!("pack:{key}"),
            Self::Stars(stars) => format!("stars:{stars}"),
            Self::Plan(key) => format!("plan:{key}"),
        }
    }

    pub(super) fn decode(text: &str) -> Option<Self> {
        let (word, detail) = text.split_once(':')?;
        match word {
            "pack" => PackKey::new(detail).map(Self::Pack),
            "stars" => number(detail).map(Self::Stars),
            "plan" => PlanKey::new(detail).map(Self::Plan),
            _ => None,
        }
    }
}
