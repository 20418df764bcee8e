//! How updates reach us, and the secret that Telegram presents with each.
//!
//! Several secrets may be listed, so that one can be replaced without losing an update: the first
//! is registered, all are accepted. Without any, one is derived from the bot's token; every instance
//! derives the same.

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use super::address::Address;
use super::bot::BotToken;
use super::problems::Values;
use super::values;

const SECRETS: &str = "WEBHOOK_SECRET_TOKEN";

/// What is hashed with the token as key. Changing it changes the secret of every running bot.
const PURPOSE: &[u8] = b"trt webhook secret";

/// How updates reach us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotMode {
    /// Telegram calls us at this address.
    Webhook(Address),
    /// The active instance asks Telegram.
    Polling,
}

/// The secrets of the webhook, at least one.
#[derive(Debug, Clone)]
pub struct WebhookSecrets(Vec<SecretString>);

impl WebhookSecrets {
    /// The one Telegram is told to present.
    pub fn registered(&self) -> &SecretString {
        &self.0[0]
    }

    /// All that are accepted, the registered one first.
    pub fn accepted(&self) -> &[SecretString] {
        &self.0
    }

    fn derived(token: &BotToken) -> Self {
        let mut bytes = [0_u8; 32];
        // A key of any length is fine for this hash; the error cannot come.
        if let Ok(mut mac) =
            Hmac::<Sha256>::new_from_slice(token.secret().expose_secret().as_bytes())
        {
            mac.update(PURPOSE);
            bytes = mac.finalize().into_bytes().into();
        }
        Self(vec![SecretString::from(hex::encode(bytes))])
    }
}

pub(super) fn read_mode(values: &mut Values) -> Option<BotMode> {
    let polls = values::choice(values, "BOT_MODE", &[("webhook", false), ("polling", true)]);
    if polls {
        return Some(BotMode::Polling);
    }
    let name = ["WEBHOOK_BASE_URL", "RENDER_EXTERNAL_URL"]
        .into_iter()
        .find(|name| values.optional(name).is_some())
        .unwrap_or("WEBHOOK_BASE_URL");
    let cure = "set it to the public https address of this service, or set BOT_MODE=polling";
    let text = values.required(name, cure)?;
    Address::parse_public(&text)
        .map_err(|fault| fault.note(values, name))
        .ok()
        .map(BotMode::Webhook)
}

pub(super) fn read_secrets(
    values: &mut Values,
    token: Option<&BotToken>,
) -> Option<WebhookSecrets> {
    let Some(text) = values.optional(SECRETS) else { return token.map(WebhookSecrets::derived) };
    let secrets: Vec<&str> = text.split(',').map(str::trim).collect();
    if !secrets.iter().all(|secret| is_secret(secret)) {
        let cure = "give one or several by comma, each 1 to 256 characters of A-Z a-z 0-9 _ -";
        values.problem(SECRETS, "is not what Telegram accepts", cure);
        return None;
    }
    Some(WebhookSecrets(secrets.into_iter().map(SecretString::from).collect()))
}

fn is_secret(text: &str) -> bool {
    (1..=256).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::{BotToken, ExposeSecret, WebhookSecrets, is_secret};

    #[test]
    fn the_derived_secret_is_a_fixed_function_of_the_token() {
        let derive = |token| {
            let secrets = WebhookSecrets::derived(&BotToken::parse(token).unwrap());
            secrets.registered().expose_secret().to_owned()
        };

        // Computed with: printf 'trt webhook secret' | openssl dgst -sha256 -hmac '123456:abc'
        assert_eq!(
            derive("123456:abc"),
            "200cef0bae1a4f43e25300a667ce6ffadc75876a729af56288ffec2e9131ffda"
        );
        assert_ne!(derive("123456:abc"), derive("123456:abd"));
        assert!(is_secret(&derive("123456:abc")));
    }

    #[test]
    fn a_secret_is_what_telegram_accepts() {
        let longest = "a".repeat(256);
        let longer = "a".repeat(257);
        for (text, fine) in [("aZ0_-", true), (&longest, true), (&longer, false), ("", false)] {
            assert_eq!(is_secret(text), fine);
        }
        for text in ["a b", "a.b", "ä", "a\n"] {
            assert!(!is_secret(text));
        }
    }
}
