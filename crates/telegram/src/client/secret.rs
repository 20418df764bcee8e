//! The token: where it goes, and the texts from which it must be kept.
//!
//! It is exposed in one place, where addresses are made; the [`Redactor`] searches for it, as it
//! stands, as an address would spell it, and without the bot's number.

use secrecy::{ExposeSecret, SecretString};
use wire::Redactor;

/// A part of a token that is shorter than this is no secret and may be found anywhere.
const SHORTEST_SECRET: usize = 8;

/// A token that can be part of an address.
pub(super) struct Secret {
    token: SecretString,
    pub(super) redactor: Redactor,
}

impl Secret {
    /// `None` when the token has a character that an address would not keep.
    pub(super) fn new(token: SecretString) -> Option<Self> {
        let text = token.expose_secret();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b":_-".contains(&byte);
        if text.is_empty() || !text.bytes().all(fits) {
            return None;
        }
        let secret = text.split_once(':').map_or(text, |(_, secret)| secret);
        let secret = Some(secret.to_owned()).filter(|secret| secret.len() >= SHORTEST_SECRET);
        let whole = [text.to_owned(), text.replace(':', "%3A")];
        let redactor = Redactor::new(whole.into_iter().chain(secret));
        Some(Self { token, redactor })
    }

    /// The address of a method. Whatever holds it must not be shown.
    pub(super) fn address(&self, base: &str, method: &str) -> String {
        format!("{base}/bot{}/{method}", self.token.expose_secret())
    }

    /// The address of a file. Whatever holds it must not be shown.
    pub(super) fn file_address(&self, base: &str, path: &str) -> String {
        format!("{base}/file/bot{}/{path}", self.token.expose_secret())
    }
}

#[cfg(test)]
mod tests {
    use wire::LONGEST_TEXT;

    use super::{Secret, SecretString};

    fn secret(token: &str) -> Option<Secret> {
        Secret::new(SecretString::from(token))
    }

    #[test]
    fn the_token_is_blotted_out_however_it_is_spelled() {
        let secret = secret("123:canary-canary").unwrap();

        let echo = "no /bot123:canary-canary/x, 123%3Acanary-canary,\ncanary-canary";
        assert_eq!(secret.redactor.clean(echo), "no /bot***/x, ***, ***");
        let long = "x".repeat(LONGEST_TEXT - 3) + "123:canary-canary";
        assert!(!secret.redactor.clean(&long).contains("canary"));
        assert_eq!(secret.redactor.clean(&"я".repeat(1_000)).chars().count(), LONGEST_TEXT);
    }

    #[test]
    fn a_token_that_an_address_would_not_keep_is_refused() {
        for token in ["", "1:a/b", "1:a?b", "1:a#b", "1:a b", "1:%20", "1:я"] {
            assert!(secret(token).is_none(), "{token}");
        }
    }
}
