//! The key: where it goes, and the texts from which it must be kept.
//!
//! It is exposed in one place, where the header of a request is made; the [`Redactor`] searches for
//! it, as it stands and as an address would spell it.

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};
use wire::Redactor;

/// A key that can stand in a header.
pub(crate) struct Key {
    header: HeaderValue,
    pub(crate) redactor: Redactor,
}

impl Key {
    /// `None` when it has a character that no bearer token has.
    pub(crate) fn new(text: SecretString) -> Option<Self> {
        let key = text.expose_secret();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        if key.is_empty() || !key.bytes().all(fits) {
            return None;
        }
        let mut header = HeaderValue::from_str(&format!("Bearer {key}")).ok()?;
        header.set_sensitive(true);
        let encoded = key.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        Some(Self { header, redactor: Redactor::new([key.to_owned(), encoded]) })
    }

    /// The value of the header `Authorization`. It does not show itself.
    pub(crate) fn header(&self) -> HeaderValue {
        self.header.clone()
    }
}

#[cfg(test)]
mod tests {
    use wire::LONGEST_TEXT;

    use super::Key;

    fn key(text: &str) -> Option<Key> {
        Key::new(text.into())
    }

    #[test]
    fn the_key_is_blotted_out_however_it_is_spelled() {
        let key = key("canary/canary==").unwrap();

        assert_eq!(key.redactor.clean("no canary/canary==,\ncanary%2Fcanary%3D%3D"), "no ***, ***");
        let long = "x".repeat(LONGEST_TEXT - 3) + "canary/canary==";
        assert!(!key.redactor.clean(&long).contains("canary"));
        assert_eq!(key.redactor.clean(&"я".repeat(1_000)).chars().count(), LONGEST_TEXT);
        assert!(!format!("{:?}", key.header()).contains("canary"));
    }

    #[test]
    fn a_key_that_no_header_would_keep_is_refused() {
        for text in ["", "a b", "a\nb", "ключ", "a\"b"] {
            assert!(key(text).is_none(), "{text}");
        }
    }
}
