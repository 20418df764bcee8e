//! The key, and the texts from which it must be kept.
//!
//! It is exposed in two places: where the header of a request is made, and here, where a text that
//! came from outside is searched for it. Such texts are also cut, since a proxy may answer with a
//! whole page, and put on one line, since they end in logs.

use std::error::Error;

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

/// A text that came from outside is kept up to here, in characters.
const LONGEST_TEXT: usize = 300;

/// A key that can stand in a header.
pub(crate) struct Key {
    text: SecretString,
    header: HeaderValue,
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
        Some(Self { text, header })
    }

    /// The value of the header `Authorization`. It does not show itself.
    pub(crate) fn header(&self) -> HeaderValue {
        self.header.clone()
    }

    /// A text from outside: without the key, on one line, not too long.
    pub(crate) fn clean(&self, text: &str) -> String {
        let key = self.text.expose_secret();
        let encoded = key.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        let text = text.replace(key, "***").replace(&encoded, "***");
        one_line(&text)
    }

    /// What went wrong in the library, with all its reasons and without its address.
    pub(crate) fn explain(&self, error: reqwest::Error) -> String {
        self.clean(&reasons(error))
    }
}

/// A text on one line and not too long.
pub(crate) fn one_line(text: &str) -> String {
    let on_one_line = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(LONGEST_TEXT).map(on_one_line).collect()
}

/// An error of the library with all its reasons, without the address, which may be a signed one.
pub(crate) fn reasons(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(reason) = source {
        text.push_str(": ");
        text.push_str(&reason.to_string());
        source = reason.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Key, LONGEST_TEXT};

    fn key(text: &str) -> Option<Key> {
        Key::new(text.into())
    }

    #[test]
    fn the_key_is_blotted_out_however_it_is_spelled() {
        let key = key("canary/canary==").unwrap();

        assert_eq!(key.clean("no canary/canary==,\ncanary%2Fcanary%3D%3D"), "no ***, ***");
        let long = "x".repeat(LONGEST_TEXT - 3) + "canary/canary==";
        assert!(!key.clean(&long).contains("canary"));
        assert_eq!(key.clean(&"я".repeat(1_000)).chars().count(), LONGEST_TEXT);
        assert!(!format!("{:?}", key.header()).contains("canary"));
    }

    #[test]
    fn a_key_that_no_header_would_keep_is_refused() {
        for text in ["", "a b", "a\nb", "ключ", "a\"b"] {
            assert!(key(text).is_none(), "{text}");
        }
    }
}
