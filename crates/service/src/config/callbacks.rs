//! The secret part of the address at which KIE rings for an attempt.
//!
//! It is computed from the attempt's id, so that any instance knows a right one without asking the
//! database: who guesses costs us a hash and no more. The key comes from the bot's token, as the secret of
//! the webhook does; a new token changes it, and what was asked for under the old one is then known only
//! to the database, as are the random ones of earlier releases.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use secrecy::ExposeSecret;
use sha2::Sha256;
use uuid::Uuid;

use super::bot::BotToken;

/// What is hashed with the bot's token as key. Changing it sends every running task's ring to the database.
const PURPOSE: &[u8] = b"trt callback key";

/// Makes and knows the tokens of attempts.
#[derive(Clone)]
pub struct CallbackKey(Option<Hmac<Sha256>>);

impl CallbackKey {
    /// The key of this bot, the same on every instance.
    pub fn derived(token: &BotToken) -> Self {
        let secret = token.secret().expose_secret().as_bytes();
        // A key of any length is fine for this hash; the errors cannot come.
        let key = Hmac::<Sha256>::new_from_slice(secret)
            .map(|mac| mac.chain_update(PURPOSE).finalize().into_bytes());
        Self(key.and_then(|key| Hmac::<Sha256>::new_from_slice(&key)).ok())
    }

    pub fn token(&self, attempt: Uuid) -> [u8; 32] {
        match &self.0 {
            Some(key) => {
                key.clone().chain_update(attempt.as_bytes()).finalize().into_bytes().into()
            }
            None => [0; 32],
        }
    }

    /// Whether this is the token of the attempt; takes the same time wherever it differs.
    pub fn fits(&self, attempt: Uuid, token: &[u8]) -> bool {
        let Some(key) = &self.0 else { return false };
        key.clone().chain_update(attempt.as_bytes()).verify_slice(token).is_ok()
    }
}

impl fmt::Debug for CallbackKey {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("CallbackKey")
    }
}

#[cfg(test)]
mod tests {
    use super::{BotToken, CallbackKey, Uuid};

    fn key(token: &str) -> CallbackKey {
        CallbackKey::derived(&BotToken::parse(token).unwrap())
    }

    #[test]
    fn a_token_is_a_fixed_function_of_the_bot_and_the_attempt() {
        let attempt = Uuid::from_u128(1);
        // Computed with: KEY=$(printf 'trt callback key' | openssl dgst -sha256 -hmac '123456:abc' -hex);
        // printf '\0..\1' (16 bytes) | openssl dgst -sha256 -mac HMAC -macopt hexkey:$KEY
        assert_eq!(
            hex::encode(key("123456:abc").token(attempt)),
            "d27253ec98faf148196e7dc6270d9abc15106dd3f962447da133ceef2d6231e3"
        );
    }

    #[test]
    fn only_the_token_of_that_attempt_and_bot_fits() {
        let (ours, attempt) = (key("123456:abc"), Uuid::from_u128(1));
        let token = ours.token(attempt);
        let mut altered = token;
        altered[31] ^= 1;

        assert!(ours.fits(attempt, &token));
        assert!(!ours.fits(attempt, &altered));
        assert!(!ours.fits(attempt, &token[..16]), "half of one is none");
        assert!(!ours.fits(attempt, &[]));
        assert!(!ours.fits(Uuid::from_u128(2), &token));
        assert!(!key("123456:abd").fits(attempt, &token));
    }
}
