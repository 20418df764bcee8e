//! Telegram: who it says we are, and where it sends updates.
//!
//! Addresses that Telegram names are shown by their host only: some bots have their token in the
//! path, and whoever set a wrong one may have done so.

use serde_json::Value;
use telegram::client::{CallError, Client};
use telegram::request::Chatless;
use telegram::throttle::{Rates, Throttle};

use super::{Deployment, delivery, polled};
use crate::cli::checklist::Verdict;
use crate::config::{BotMode, Config};

/// Whether Telegram knows our token, and as the bot whose number it begins with.
pub(super) async fn known(it: &Deployment) -> Verdict {
    let me = match ask(&it.config, &Chatless::get_me()).await {
        Ok(me) => me,
        Err(verdict) => return verdict,
    };
    let (own, theirs) = (it.config.bot.id().get(), me["id"].as_i64());
    if theirs != Some(own) {
        let theirs = theirs.unwrap_or_default();
        return Verdict::fail(
            format!("Telegram says we are bot {theirs}, and the token says {own}"),
            "set TELEGRAM_BOT_TOKEN to the token as @BotFather gave it, and TELEGRAM_API_URL to \
             the Bot API itself",
        );
    }
    let name = me["username"].as_str().unwrap_or_default();
    Verdict::pass(format!("Telegram knows us as @{name}, bot {own}"))
}

/// Whether people can send their results to friends from any chat.
pub(super) async fn shared(it: &Deployment) -> Verdict {
    match ask(&it.config, &Chatless::get_me()).await {
        Ok(me) => by_inline(&me),
        Err(verdict) => verdict,
    }
}

fn by_inline(me: &Value) -> Verdict {
    if me["supports_inline_queries"] == true {
        return Verdict::pass("people can send their results to friends from any chat");
    }
    Verdict::warn(
        "inline mode is off, so \"send to a friend\" sends only a link to the bot",
        "send /setinline to @BotFather and choose this bot; the active instance sees it when it next starts",
    )
}

/// Whether updates come to us.
pub(super) async fn delivered(it: &Deployment) -> Verdict {
    let info = match ask(&it.config, &Chatless::get_webhook_info()).await {
        Ok(info) => info,
        Err(verdict) => return verdict,
    };
    match &it.config.bot_mode {
        BotMode::Webhook(base) => {
            let is_telegrams_own = it.config.telegram.api.as_str().starts_with("https://");
            let by_port = delivery::by_port(base.as_str(), is_telegrams_own);
            by_port.unwrap_or_else(|| by_webhook(&info, &base.join("/webhook")))
        }
        BotMode::Polling => match by_polling(&info) {
            Some(verdict) => verdict,
            None => polled::alone(it).await,
        },
    }
}

fn by_webhook(info: &Value, wanted: &str) -> Verdict {
    let url = info["url"].as_str().unwrap_or_default();
    if url.is_empty() {
        return Verdict::warn(
            "no webhook is set",
            "start an instance: the active one sets it; if one is active, look for [WEBHOOK] in \
             its log",
        );
    }
    if url != wanted {
        let (theirs, ours) = (host(url), host(wanted));
        let place = if theirs == ours { "another path there".to_owned() } else { theirs };
        return Verdict::fail(
            format!("updates go to {place} and not to {ours}/webhook"),
            "correct WEBHOOK_BASE_URL, or stop the other program that sets the webhook of this \
             bot; the active instance then sets it anew within a minute",
        );
    }
    let pending = info["pending_update_count"].as_i64().unwrap_or_default();
    delivery::judge(&host(wanted), pending, info["last_error_message"].as_str())
}

/// What is in the way of polling, if that is a webhook.
fn by_polling(info: &Value) -> Option<Verdict> {
    match info["url"].as_str().unwrap_or_default() {
        "" => None,
        url => Some(Verdict::fail(
            format!("a webhook is set to {}, so Telegram refuses every poll", host(url)),
            "remove it with the Bot API's deleteWebhook, or set BOT_MODE=webhook",
        )),
    }
}

/// Whoever speaks to Telegram in the name of this deployment, by its proxy if it has one.
pub(super) fn client(config: &Config) -> Result<Client, Verdict> {
    let (api, token) = (config.telegram.api.as_str(), config.bot.secret().clone());
    let (proxy, throttle) = (config.telegram.proxy.clone(), Throttle::new(Rates::default()));
    Client::through(proxy, api, token, throttle)
        .map_err(|error| Verdict::fail(error.to_string(), "correct TELEGRAM_API_URL"))
}

pub(super) async fn ask(config: &Config, request: &Chatless) -> Result<Value, Verdict> {
    let reply = client(config)?.ask(request).await;
    let api = config.telegram.api.as_str();
    reply.and_then(|reply| reply.read()).map_err(|error| explain(error, api))
}

pub(super) fn explain(error: CallError, api: &str) -> Verdict {
    match error {
        CallError::Unauthorized => Verdict::fail(
            "Telegram does not know TELEGRAM_BOT_TOKEN",
            "copy the token from @BotFather anew: it was mistyped or revoked",
        ),
        CallError::RetryAfter(wait) => Verdict::fail(
            format!("Telegram asks to wait for {} s", wait.as_secs()),
            "look again then",
        ),
        CallError::NotSent(why) | CallError::Unknown(why) if why.contains("certificate") => {
            Verdict::fail(
                format!("what answers at {} cannot show that it is Telegram: {why}", host(api)),
                "see that this machine's clock is right, that it has the usual authorities \
                 (ca-certificates), and that nobody opens its connections on the way",
            )
        }
        CallError::NotSent(why) | CallError::Unknown(why) => Verdict::fail(
            format!("Telegram cannot be reached at {}: {why}", host(api)),
            "see that this machine may connect there; where Telegram is blocked set TELEGRAM_PROXY to \
             a proxy that reaches it (socks5h:// or http://); correct TELEGRAM_API_URL if it is set",
        ),
        other => Verdict::fail(other.to_string(), "see that TELEGRAM_API_URL is the Bot API"),
    }
}

/// The scheme and the host of an address.
pub(super) fn host(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    // What stands before an @ is a name and a password.
    let host = rest[..end].rsplit('@').next().unwrap_or_default();
    if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{by_inline, by_polling, by_webhook, host};

    const WANTED: &str = "https://bot.example.org/webhook";

    fn line(info: &Value) -> String {
        by_webhook(info, WANTED).named("webhook").to_string()
    }

    #[test]
    fn our_own_webhook_is_fine_and_an_old_error_alone_is_no_trouble() {
        let fine = json!({"url": WANTED, "pending_update_count": 3});
        let old = json!({"url": WANTED, "pending_update_count": 0, "last_error_message": "502"});

        assert_eq!(line(&fine), "PASS webhook: updates go to https://bot.example.org, 3 pending");
        assert!(line(&old).starts_with("PASS"));
    }

    #[test]
    fn a_delivery_that_fails_now_is_a_warning_with_its_reason() {
        let info = json!({"url": WANTED, "pending_update_count": 9, "last_error_message": "odd"});
        let known = json!({"url": WANTED, "pending_update_count": 9,
            "last_error_message": "Wrong response from the webhook: 401 Unauthorized"});

        let (line, known) = (line(&info), line(&known));
        assert!(line.starts_with("WARN webhook: 9 updates are pending and"), "{line}");
        assert!(known.starts_with("FAIL webhook: 9 updates wait, and what stands"), "{known}");
    }

    #[test]
    fn another_webhook_fails_and_its_path_is_not_shown() {
        let other = json!({"url": "https://old.example.org/123456:canary"});
        let path = json!({"url": "https://bot.example.org/123456:canary"});

        let (other, path) = (line(&other), line(&path));

        assert!(other.starts_with("FAIL webhook: updates go to https://old.example.org and not"));
        assert!(path.starts_with("FAIL webhook: updates go to another path there and not to"));
        assert!(!other.contains("canary") && !path.contains("canary"));
        assert!(line(&json!({"url": ""})).starts_with("WARN webhook: no webhook is set; start"));
    }

    #[test]
    fn inline_mode_that_is_off_is_told_with_its_cure() {
        let line = |on: bool| {
            by_inline(&json!({"supports_inline_queries": on})).named("inline").to_string()
        };

        assert!(line(true).starts_with("PASS inline: "), "{}", line(true));
        assert!(line(false).starts_with("WARN inline: inline mode is off"), "{}", line(false));
        assert!(line(false).contains("/setinline to @BotFather"));
        let nothing = by_inline(&json!({})).named("inline").to_string();
        assert!(nothing.starts_with("WARN"), "{nothing}");
    }

    #[test]
    fn polling_wants_no_webhook() {
        let set = by_polling(&json!({"url": WANTED})).unwrap().named("webhook").to_string();

        assert!(set.contains("deleteWebhook"), "{set}");
        assert_eq!(by_polling(&json!({"url": ""})), None);
    }

    #[test]
    fn only_the_host_of_an_address_is_shown() {
        let table = [
            ("https://a.b:8/c?d", "https://a.b:8"),
            ("http://u:p@a/c", "http://a"),
            ("a.b/c", "a.b"),
        ];
        for (address, shown) in table {
            assert_eq!(host(address), shown);
        }
    }
}
