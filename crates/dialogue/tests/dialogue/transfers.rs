//! Bank transfers, as they are looked up for the crawler.

use dialogue::{OtherPerson, TransferCase, TransferDesk, TransferList};
use domain::transfer::{Receipt, ReceiptKind, SeenBefore, TransferRequest, TransferState};
use domain::{Money, PersonId, TransferId};

/// What an operator wrote, with everything that Telegram could misread.
pub(crate) const DETAILS: &str = "Bank <&> \"Co\"\n4276 0000 1111 2222\nIvan I.";

/// Nobody has transferred anything yet.
pub(crate) fn desk() -> TransferDesk {
    TransferDesk::default()
}

/// One request for each state there is; further numbers are unknown.
pub(crate) fn case(id: TransferId, other: Option<OtherPerson>) -> Option<TransferCase> {
    let place = usize::try_from(id.get()).ok()?.checked_sub(1)?;
    let state = *TransferState::ALL.get(place)?;
    let seen = TransferState::ALL.map(|state| SeenBefore {
        id: TransferId::new(i64::MAX),
        person: PersonId::new(i64::MAX),
        state,
        is_same: state.is_open(),
    });
    Some(TransferCase { request: request(id, state), other: other?, seen: seen.to_vec() })
}

/// All of them wait, of which the list shows some.
pub(crate) fn list() -> TransferList {
    let first =
        (1..=TransferList::PAGE).map(|id| request(TransferId::new(id), TransferState::Received));
    TransferList { first: first.collect(), all: 1_000_000 }
}

fn request(id: TransferId, state: TransferState) -> TransferRequest {
    let is_decided = matches!(state, TransferState::Approved | TransferState::Refused);
    TransferRequest {
        id,
        person: PersonId::new(8),
        amount: Money::new(123_456_789),
        state,
        receipt: Some(Receipt {
            kind: ReceiptKind::Photo,
            file: "AgADexample".to_owned(),
            unique: "AQADexample".to_owned(),
            size: None,
        }),
        at: "31.12 23:59".to_owned(),
        decided_by: is_decided.then_some(PersonId::new(7)),
        reason: is_decided.then(|| "<why> & so".to_owned()),
    }
}
