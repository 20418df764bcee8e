//! The buttons about bank transfers.

use domain::TransferId;
use domain::transfer::Verdict;

use super::{Tap, number};

/// What a button about a bank transfer says to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransferTap {
    /// Pay in by bank transfer, or see how the last one stands.
    Open,
    /// This one is not made after all.
    Withdraw(TransferId),
    /// An admin looks at one.
    Look(TransferId),
    /// An admin accepts one.
    Approve(TransferId),
    /// An admin does not.
    Refuse(TransferId),
}

impl TransferTap {
    /// The button of an admin that asks for a verdict.
    pub(crate) const fn judge(id: TransferId, verdict: Verdict) -> Self {
        match verdict {
            Verdict::Approve => Self::Approve(id),
            Verdict::Refuse => Self::Refuse(id),
        }
    }

    pub(super) fn encode(self) -> String {
        match self {
            Self::Open => "transfer:open".to_owned(),
            Self::Withdraw(id) => format!("transfer:withdraw:{id}"),
            Self::Look(id) => format!("transfer:look:{id}"),
            Self::Approve(id) => format!("transfer:approve:{id}"),
            Self::Refuse(id) => format!("transfer:refuse:{id}"),
        }
    }

    pub(super) fn decode(detail: &str) -> Option<Tap> {
        if detail == "open" {
            return Some(Tap::Transfer(Self::Open));
        }
        let (word, id) = detail.split_once(':')?;
        let id = TransferId::new(number(id).filter(|id| *id > 0)?);
        let tap = match word {
            "withdraw" => Self::Withdraw(id),
            "look" => Self::Look(id),
            "approve" => Self::Approve(id),
            "refuse" => Self::Refuse(id),
            _ => return None,
        };
        Some(Tap::Transfer(tap))
    }
}
