//! Texts from outside, without secrets, on one line.
//!
//! An error of the library quotes the address of its request, and the other side or a proxy may echo
//! whatever was sent. So every such text goes through a [`Redactor`] that knows the secrets in all
//! their spellings. It is also cut, since a proxy may answer with a whole page, and put on one line,
//! since it ends in logs.

use std::error::Error;

use secrecy::{ExposeSecret, SecretString};

use crate::proxy::ProxyTrouble;

/// A text that came from outside is kept up to here, in characters.
pub const LONGEST_TEXT: usize = 300;

/// Blots out the secrets that it knows.
#[derive(Default)]
pub struct Redactor {
    spellings: Vec<SecretString>,
}

impl Redactor {
    /// One that knows a secret in these spellings, the longest first.
    pub fn new(spellings: impl IntoIterator<Item = String>) -> Self {
        Self { spellings: spellings.into_iter().map(SecretString::from).collect() }
    }

    /// A text from outside: without the secret, on one line, not too long.
    pub fn clean(&self, text: &str) -> String {
        let blotted = self
            .spellings
            .iter()
            .fold(text.to_owned(), |text, spelling| text.replace(spelling.expose_secret(), "***"));
        one_line(&blotted)
    }

    /// What went wrong in the library, with all its reasons and without its address. What is about a
    /// proxy begins with how far one got with it.
    pub fn explain(&self, error: reqwest::Error) -> String {
        match ProxyTrouble::of(&error) {
            Some(trouble) => self.clean(&format!("{trouble}: {}", reasons(error))),
            None => self.clean(&reasons(error)),
        }
    }
}

/// A text on one line and not too long.
pub fn one_line(text: &str) -> String {
    let on_one_line = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(LONGEST_TEXT).map(on_one_line).collect()
}

/// An error of the library with all its reasons, without the address, which may be a secret.
pub fn reasons(error: reqwest::Error) -> String {
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
