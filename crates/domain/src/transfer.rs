//! Paying in by bank transfer: a request of a person, evidence, and the decision of an admin.
//!
//! ```text
//!   waiting ── a receipt ──> received ──┬── approved: the balance grows, once
//!      ├── withdrawn by the person      └── refused, with a reason
//!      └── expired: a day without a receipt
//! ```
//!
//! A receipt is evidence and nothing else: whatever is sent, money moves by an admin's decision alone.

use crate::admin::AdminAction;
use crate::id::{PersonId, TransferId};
use crate::money::Money;
use crate::offers::Offers;
use crate::payment::MOST_STARS;

/// So many requests a person may make within a day: an admin has to look at each receipt.
pub const DAILY: u32 = 5;

/// Where no pack says it, the least that is transferred is what so many Stars would bring.
const LEAST_STARS: u32 = 50;

/// How a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferState {
    /// The person knows where to, and has not shown that it was done.
    Waiting,
    /// There is a receipt, and nobody has decided.
    Received,
    /// It was credited.
    Approved,
    /// An admin said no.
    Refused,
    /// The person changed their mind.
    Withdrawn,
    /// No receipt came in time.
    Expired,
}

impl TransferState {
    /// Every one of them.
    pub const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Received,
        Self::Approved,
        Self::Refused,
        Self::Withdrawn,
        Self::Expired,
    ];

    /// Its name in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Received => "received",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
        }
    }

    /// The state of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Whether something may still happen to it.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Received)
    }
}

/// What a receipt was sent as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiptKind {
    /// A picture.
    Photo,
    /// A file.
    Document,
}

impl ReceiptKind {
    /// Its name in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Document => "document",
        }
    }

    /// The kind of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Photo, Self::Document].into_iter().find(|kind| kind.word() == word)
    }
}

/// What a person sent to show that they transferred something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// What it was sent as.
    pub kind: ReceiptKind,
    /// Telegram's id of it, by which it can be sent on.
    pub file: String,
    /// Telegram's id of the file itself, the same whoever sends it.
    pub unique: String,
    /// How large it is, in bytes and pixels: a file that is uploaded anew has a new id, but not a new size.
    pub size: Option<String>,
}

impl Receipt {
    /// How large a file is, if Telegram said it to the byte.
    pub fn size_of(
        kind: ReceiptKind,
        bytes: Option<u64>,
        pixels: Option<(u32, u32)>,
    ) -> Option<String> {
        let (width, height) = pixels.unwrap_or_default();
        Some(format!("{} {width}x{height} {}", kind.word(), bytes.filter(|bytes| *bytes > 0)?))
    }
}

/// A request, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferRequest {
    /// Its number.
    pub id: TransferId,
    /// Whose.
    pub person: PersonId,
    /// How much they say they transfer.
    pub amount: Money,
    /// How it stands.
    pub state: TransferState,
    /// What shows it.
    pub receipt: Option<Receipt>,
    /// When it was made, ready to be shown.
    pub at: String,
    /// Who decided.
    pub decided_by: Option<PersonId>,
    /// And why.
    pub reason: Option<String>,
}

/// Another request that came with the same file, or with one that looks the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenBefore {
    /// Its number.
    pub id: TransferId,
    /// Whose it was.
    pub person: PersonId,
    /// What became of it.
    pub state: TransferState,
    /// The very same file; else only one of exactly the same size.
    pub is_same: bool,
}

/// What an admin decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The money is there.
    Approve,
    /// It is not.
    Refuse,
}

impl Verdict {
    /// How a request stands from then on.
    pub const fn state(self) -> TransferState {
        match self {
            Self::Approve => TransferState::Approved,
            Self::Refuse => TransferState::Refused,
        }
    }

    /// What the admin does who decides so.
    pub const fn action(self) -> AdminAction {
        match self {
            Self::Approve => AdminAction::Approve,
            Self::Refuse => AdminAction::Refuse,
        }
    }

    /// Its name in the audit log, and as an admin types it.
    pub const fn word(self) -> &'static str {
        self.action().word()
    }

    /// The verdict of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Approve, Self::Refuse].into_iter().find(|verdict| verdict.word() == word)
    }
}

/// The least and the most that one request may ask for: what the smallest pack costs, and what the most Stars that
/// can be paid at once would bring. Far below what an admin's correction may move.
pub fn bounds(offers: &Offers) -> (Money, Money) {
    let smallest = offers.packs.iter().map(|pack| pack.stars).min().unwrap_or(LEAST_STARS);
    let worth = |stars| offers.bought(stars).unwrap_or(Money::ZERO);
    (worth(smallest), worth(MOST_STARS))
}

#[cfg(test)]
mod tests {
    use super::{Receipt, ReceiptKind, TransferState, Verdict, bounds};
    use crate::{Money, Offers};

    #[test]
    fn every_word_is_read_as_it_was_written() {
        for state in TransferState::ALL {
            assert_eq!(TransferState::from_word(state.word()), Some(state));
        }
        for verdict in [Verdict::Approve, Verdict::Refuse] {
            assert_eq!(Verdict::from_word(verdict.word()), Some(verdict));
            assert!(!verdict.state().is_open());
        }
        assert_eq!(TransferState::from_word("paid"), None);
        assert_eq!(ReceiptKind::from_word("video"), None);
    }

    #[test]
    fn two_files_look_the_same_only_if_their_size_is_known_to_the_byte() {
        let size = |bytes| Receipt::size_of(ReceiptKind::Photo, bytes, Some((90, 160)));

        assert_eq!(size(Some(48_211)), Some("photo 90x160 48211".to_owned()));
        assert_eq!((size(None), size(Some(0))), (None, None));
    }

    #[test]
    fn a_transfer_is_at_least_a_small_pack_and_at_most_what_stars_could_pay() {
        let (least, most) = bounds(&Offers::built_in().unwrap());

        assert_eq!((least, most), (Money::new(6_000), Money::new(1_200_000)));
    }
}
