//! The bot's token, its numeric id, and the name of the lock that both make.
//!
//! The id is public and stands in rows and logs; the token never does. The lock's name contains the
//! token, so it is handed out as a secret and only its hash reaches PostgreSQL.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use super::problems::Values;

const NAME: &str = "TELEGRAM_BOT_TOKEN";
const CURE: &str = "copy the whole token that @BotFather gave, digits:letters";

/// The number Telegram knows the bot by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotId(i64);

#[derive(Debug, Clone)]
pub struct BotToken {
    id: BotId,
    token: SecretString,
}

impl BotId {
    pub fn get(self) -> i64 {
        self.0
    }
}

impl fmt::Display for BotId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl BotToken {
    /// Reads `<digits>:<secret>`.
    pub fn parse(text: &str) -> Option<Self> {
        let (digits, secret) = text.split_once(':')?;
        let secret_is_fine = !secret.is_empty()
            && secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if !secret_is_fine || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let id = digits.parse().ok().filter(|id| *id > 0)?;
        Some(Self { id: BotId(id), token: SecretString::from(text) })
    }

    pub fn id(&self) -> BotId {
        self.id
    }

    /// The token, for calls to Telegram.
    pub fn secret(&self) -> &SecretString {
        &self.token
    }

    /// The name whose hash is the key of the lock.
    pub fn lock_name(&self) -> SecretString {
        SecretString::from(format!("telegram_polling:{}", self.token.expose_secret()))
    }
}

pub(super) fn read(values: &mut Values) -> Option<BotToken> {
    let text = values.required(NAME, "get one from @BotFather and set it")?;
    parse(values, &text)
}

pub(super) fn read_if_set(values: &mut Values) -> Option<BotToken> {
    let text = values.optional(NAME)?;
    parse(values, &text)
}

fn parse(values: &mut Values, text: &str) -> Option<BotToken> {
    let token = BotToken::parse(text);
    if token.is_none() {
        values.problem(NAME, "does not look like a token", CURE);
    }
    token
}

#[cfg(test)]
mod tests {
    use super::{BotToken, ExposeSecret};

    #[test]
    fn a_token_gives_its_number_and_the_name_of_the_lock() {
        let token = BotToken::parse("123456:AbC_d-9").unwrap();

        assert_eq!(token.id().get(), 123_456);
        assert_eq!(token.secret().expose_secret(), "123456:AbC_d-9");
        assert_eq!(token.lock_name().expose_secret(), "telegram_polling:123456:AbC_d-9");
    }

    #[test]
    fn what_is_no_token_is_refused() {
        let wrong =
            ["", ":", "123456", "123456:", ":abc", "12a:abc", "-5:abc", "0:abc", "1:a b", "1:a:b"];
        for text in wrong {
            assert!(BotToken::parse(text).is_none(), "{text}");
        }
    }
}
