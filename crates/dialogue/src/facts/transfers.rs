//! What is looked up about bank transfers.

use domain::transfer::{SeenBefore, TransferRequest};
use domain::{Language, PersonId};

use super::OtherPerson;

/// What a person's own transfer looks at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TransferDesk {
    /// Their open request, locked until the step is written.
    pub open: Option<TransferRequest>,
    /// How many they made within a day.
    pub today: u32,
    /// Other requests that came with the receipt in question.
    pub seen: Vec<SeenBefore>,
    /// Who decides, if our messages reach them; looked up only for a receipt.
    pub admins: Vec<Reachable>,
}

/// Somebody whom our messages reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reachable {
    /// Who.
    pub person: PersonId,
    /// The language they are spoken to in.
    pub language: Language,
}

/// What the decision about a transfer looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferCase {
    /// The request, locked until the decision is written.
    pub request: TransferRequest,
    /// Whose it is, with their accounts locked after it.
    pub other: OtherPerson,
    /// Other requests that came with the same receipt.
    pub seen: Vec<SeenBefore>,
}

/// The transfers that wait for an admin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TransferList {
    /// The first of them, the oldest first.
    pub first: Vec<TransferRequest>,
    /// How many there are.
    pub all: u64,
}

impl TransferList {
    /// So many are listed.
    pub const PAGE: i64 = 8;
}
