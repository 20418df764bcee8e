//! The tokens of the console: who may look inside.
//!
//! One token, or `name:token` pairs so that the audit log can tell people apart. What is presented
//! is compared with all of them, each by its hash and without an early end, so that the time of an
//! answer says nothing.

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::problems::Values;

const NAME: &str = "CONSOLE_TOKEN";

/// Whoever uses the one token that has no name.
const NAMELESS: &str = "console";

/// A token shorter than this can be guessed.
const SHORT: usize = 16;

/// The tokens that open the console, at least one.
#[derive(Debug, Clone)]
pub struct ConsoleTokens(Vec<(String, SecretString)>);

impl ConsoleTokens {
    /// Reads one token or `name:token` pairs.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let mut tokens: Vec<(String, SecretString)> = Vec::new();
        for part in &parts {
            let (name, token) = match part.split_once(':') {
                Some(pair) => pair,
                None if parts.len() == 1 => (NAMELESS, *part),
                None => return None,
            };
            let word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic());
            let repeated = tokens.iter().any(|(known, _)| known == name);
            if !word(name) || !word(token) || repeated {
                return None;
            }
            tokens.push((name.to_owned(), SecretString::from(token)));
        }
        Some(Self(tokens))
    }

    /// The name of the one who presents this token, if it is good.
    pub fn owner(&self, presented: &str) -> Option<&str> {
        let presented = Sha256::digest(presented);
        let mut owner = None;
        for (name, token) in &self.0 {
            let known = Sha256::digest(token.expose_secret());
            if bool::from(known.as_slice().ct_eq(presented.as_slice())) {
                owner = Some(name.as_str());
            }
        }
        owner
    }

    /// Says whose token is too short to be safe.
    pub(super) fn warnings(&self) -> Vec<String> {
        let short = self.0.iter().filter(|(_, token)| token.expose_secret().len() < SHORT);
        let warning = |_| {
            format!("{NAME} has a token of fewer than {SHORT} characters, which can be guessed")
        };
        short.map(warning).collect()
    }
}

pub(super) fn read(values: &mut Values) -> Option<ConsoleTokens> {
    let text = values.optional(NAME)?;
    let tokens = ConsoleTokens::parse(&text);
    if tokens.is_none() {
        let cure = "give one token, or name:token pairs with different names, separated by comma";
        values.problem(NAME, "is neither a token nor a list of name:token", cure);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::ConsoleTokens;

    #[test]
    fn a_single_token_opens_without_a_name() {
        let tokens = ConsoleTokens::parse("correct-horse-battery").unwrap();

        assert_eq!(tokens.owner("correct-horse-battery"), Some("console"));
        for wrong in ["", "correct-horse", "correct-horse-battery ", "Correct-horse-battery"] {
            assert_eq!(tokens.owner(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pairs_tell_people_apart() {
        let tokens = ConsoleTokens::parse("ann:secret-one, bob:secret:two").unwrap();

        assert_eq!(tokens.owner("secret-one"), Some("ann"));
        assert_eq!(tokens.owner("secret:two"), Some("bob"));
        assert_eq!(tokens.owner("ann:secret-one"), None);
    }

    #[test]
    fn what_cannot_be_told_apart_is_refused() {
        for text in ["", "a,b", "ann:x,bob", "ann:", ":x", "ann:x,ann:y", "a b", "ann:x,,bob:y"] {
            assert!(ConsoleTokens::parse(text).is_none(), "{text}");
        }
    }
}
