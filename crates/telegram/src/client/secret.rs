//! The token, and the texts from which it must be kept.
//!
//! It is exposed in two places: where addresses are made, and here, where a text that came from
//! outside is searched for it. Such texts are also cut, since a proxy may answer with a whole page.

use std::error::Error;

use secrecy::{ExposeSecret, SecretString};

/// A text that came from outside is kept up to here, in characters.
const LONGEST_TEXT: usize = 300;

/// A part of a token that is shorter than this is no secret and may be found anywhere.
const SHORTEST_SECRET: usize = 8;

/// A token that can be part of an address.
pub(super) struct Secret(SecretString);

impl Secret {
    /// `None` when the token has a character that an address would not keep.
    pub(super) fn new(token: SecretString) -> Option<Self> {
        let text = token.expose_secret();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b":_-".contains(&byte);
        (!text.is_empty() && text.bytes().all(fits)).then_some(Self(token))
    }

    /// The address of a method. Whatever holds it must not be shown.
    pub(super) fn address(&self, base: &str, method: &str) -> String {
        format!("{base}/bot{}/{method}", self.0.expose_secret())
    }

    /// The address of a file. Whatever holds it must not be shown.
    pub(super) fn file_address(&self, base: &str, path: &str) -> String {
        format!("{base}/file/bot{}/{path}", self.0.expose_secret())
    }

    /// A text from outside: without the token, on one line, not too long.
    pub(super) fn clean(&self, text: &str) -> String {
        let token = self.0.expose_secret();
        let secret = token.split_once(':').map_or(token, |(_, secret)| secret);
        let mut text = text.replace(token, "***").replace(&token.replace(':', "%3A"), "***");
        if secret.len() >= SHORTEST_SECRET {
            text = text.replace(secret, "***");
        }
        let on_one_line = |c: char| if c.is_control() { ' ' } else { c };
        text.chars().take(LONGEST_TEXT).map(on_one_line).collect()
    }

    /// What went wrong in the library, with all its reasons and without its address.
    pub(super) fn explain(&self, error: reqwest::Error) -> String {
        let error = error.without_url();
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(reason) = source {
            text.push_str(": ");
            text.push_str(&reason.to_string());
            source = reason.source();
        }
        self.clean(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_TEXT, Secret, SecretString};

    fn secret(token: &str) -> Option<Secret> {
        Secret::new(SecretString::from(token))
    }

    #[test]
    fn the_token_is_blotted_out_however_it_is_spelled() {
        let secret = secret("123:canary-canary").unwrap();

        let echo = "no /bot123:canary-canary/x, 123%3Acanary-canary,\ncanary-canary";
        assert_eq!(secret.clean(echo), "no /bot***/x, ***, ***");
        let long = "x".repeat(LONGEST_TEXT - 3) + "123:canary-canary";
        assert!(!secret.clean(&long).contains("canary"));
        assert_eq!(secret.clean(&"я".repeat(1_000)).chars().count(), LONGEST_TEXT);
    }

    #[test]
    fn a_token_that_an_address_would_not_keep_is_refused() {
        for token in ["", "1:a/b", "1:a?b", "1:a#b", "1:a b", "1:%20", "1:я"] {
            assert!(secret(token).is_none(), "{token}");
        }
    }
}
