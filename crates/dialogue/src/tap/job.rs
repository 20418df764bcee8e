//! What a button of a generation carries besides its number.
//!
//! ```text
//!   vary:7:640         once more at once, at this price in the smallest units
//!   instead:7:z-image  by another model
//!   recall:7           taken back, from its receipt
//! ```

use domain::catalogue::ModelKey;
use domain::{GenerationId, Money};

use super::{GenerationAction, Tap, number};

/// Something about a generation, with what is said along.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum JobTap {
    /// Make it once more at once, another way, if it still costs this.
    Vary(GenerationId, Money),
    /// Order the same from another model.
    Instead(GenerationId, ModelKey),
    /// Take it back, and show its receipt.
    Recall(GenerationId),
}

impl JobTap {
    /// The generation it is about.
    pub const fn generation(&self) -> GenerationId {
        match self {
            Self::Vary(id, _) | Self::Instead(id, _) | Self::Recall(id) => *id,
        }
    }

    pub(super) fn encode(&self) -> String {
        match self {
            Self::Vary(id, price) => format!("vary:{id}:{}", price.get()),
            Self::Instead(id, key) => format!("instead:{id}:{key}"),
            Self::Recall(id) => format!("recall:{id}"),
        }
    }

    pub(super) fn decode(subject: &str, detail: &str) -> Option<Self> {
        let id = |text: &str| {
            let id: i64 = number(text)?;
            (id > 0).then_some(GenerationId::new(id))
        };
        match subject {
            "vary" => {
                let (generation, price) = detail.split_once(':')?;
                let price = Money::new(number(price)?);
                (price >= Money::ZERO).then_some(Self::Vary(id(generation)?, price))
            }
            "instead" => {
                let (generation, key) = detail.split_once(':')?;
                Some(Self::Instead(id(generation)?, ModelKey::new(key)?))
            }
            "recall" => id(detail).map(Self::Recall),
            _ => None,
        }
    }
}

/// What is about generations.
pub(super) fn decode_generation(subject: &str, detail: &str) -> Option<Tap> {
    match subject {
        "past" => Some(Tap::Past(number(detail)?)),
        "job" => {
            let (word, id) = detail.split_once(':')?;
            let action = GenerationAction::ALL.into_iter().find(|action| action.word() == word)?;
            let id: i64 = number(id)?;
            (id > 0).then_some(Tap::Generation(GenerationId::new(id), action))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use domain::catalogue::ModelKey;
    use domain::{GenerationId, Money};

    use super::JobTap;
    use crate::tap::{GenerationAction, MAX_BYTES, Tap};

    #[test]
    fn what_is_written_is_read_back_and_fits_on_a_button() {
        let id = GenerationId::new(i64::MAX);
        let key = ModelKey::new("a-name-of-24-characters-").unwrap();
        for tap in
            [JobTap::Vary(id, Money::new(i64::MAX)), JobTap::Instead(id, key), JobTap::Recall(id)]
        {
            let tap = Tap::Job(tap);
            assert!(tap.encode().len() <= MAX_BYTES, "{tap:?}");
            assert_eq!(Tap::decode(&tap.encode()), Some(tap));
        }
    }

    #[test]
    fn what_nobody_wrote_is_not_read() {
        for data in [
            "vary:7",
            "vary:7:-1",
            "vary:0:1",
            "vary:7:01",
            "vary:7:1:1",
            "instead:7:",
            "instead:-7:z-image",
            "instead:7:Z",
            "recall:",
            "recall:7:1",
            "recall:+7",
        ] {
            assert_eq!(Tap::decode(data), None, "{data}");
        }
    }

    #[test]
    fn a_button_of_old_still_says_that_a_variation_is_wanted() {
        let vary = Tap::Generation(GenerationId::new(7), GenerationAction::Vary);
        assert_eq!(Tap::decode("job:vary:7"), Some(vary));
    }
}
