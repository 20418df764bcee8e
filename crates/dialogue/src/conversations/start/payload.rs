//! What a deep link carries behind `/start`.
//!
//! Telegram lets an address carry up to 64 of `A-Z a-z 0-9 _ -`. The beginning says what it is.

/// What a deep link of ours carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartPayload {
    /// `ref_<code>`: the person was invited by the owner of this code.
    Referral(String),
    /// `m_<key>`: the person came for the model with this key.
    Model(String),
    /// `c_<campaign>`: the person came from this campaign.
    Campaign(String),
}

/// What Telegram carries.
const MAX_BYTES: usize = 64;

impl StartPayload {
    /// Reads what came behind `/start`, if it looks like one of ours.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if text.len() > MAX_BYTES || !text.bytes().all(plain) {
            return None;
        }
        let (kind, detail) = text.split_once('_').filter(|(_, detail)| !detail.is_empty())?;
        match kind {
            "ref" => Some(Self::Referral(detail.to_owned())),
            "m" if is_key(detail) => Some(Self::Model(detail.to_owned())),
            "c" => Some(Self::Campaign(detail.to_owned())),
            _ => None,
        }
    }

    /// The payload as it stood in the address; [`StartPayload::parse`] reads it back.
    pub fn to_text(&self) -> String {
        match self {
            Self::Referral(code) => format!("ref_{code}"),
            Self::Model(key) => format!("m_{key}"),
            Self::Campaign(campaign) => format!("c_{campaign}"),
        }
    }
}

/// Whether this can be the key of a model: `[a-z0-9-]{2,24}`.
fn is_key(text: &str) -> bool {
    let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (2..=24).contains(&text.len()) && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::StartPayload;
    use crate::example::random;

    #[test]
    fn the_beginning_says_what_it_is() {
        let read = StartPayload::parse;

        assert_eq!(read("ref_a_b"), Some(StartPayload::Referral("a_b".to_owned())));
        assert_eq!(read("m_z-image"), Some(StartPayload::Model("z-image".to_owned())));
        assert_eq!(read("c_Spring-1"), Some(StartPayload::Campaign("Spring-1".to_owned())));
    }

    #[test]
    fn what_cannot_be_ours_is_not_read() {
        let long = format!("ref_{}", "a".repeat(61));
        for text in
            ["", "_", "ref", "ref_", "x_a", "m_a", "m_Z-image", "m_a_b", "c_ж", "c_a b", &long]
        {
            assert_eq!(StartPayload::parse(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(random())]

        #[test]
        fn what_is_read_is_written_the_same(
            kind in "(ref|m|c|x)?",
            detail in "[A-Za-z0-9_-]{0,70}",
            noise in any::<String>(),
        ) {
            for text in [format!("{kind}_{detail}"), format!("{kind}_{noise}")] {
                if let Some(payload) = StartPayload::parse(&text) {
                    assert_eq!(payload.to_text(), text);
                }
            }
        }
    }
}
