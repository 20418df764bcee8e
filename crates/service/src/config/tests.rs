//! The configuration as its owner sees it: defaults, problems, warnings, and no secret anywhere.

use std::time::Duration;

use secrecy::ExposeSecret;

use super::{BotMode, Config, LockMode, PassiveMode, Problems, Read, TrustedProxies};
use crate::logging::Format;

const REQUIRED: [(&str, &str); 4] = [
    ("TELEGRAM_BOT_TOKEN", "123456:canary-bot"),
    ("DATABASE_URL", "postgres://trt:canary-database@localhost/trt"),
    ("KIE_API_KEY", "canary-kie"),
    ("WEBHOOK_BASE_URL", "https://bot.example.org/"),
];

/// Reads the required variables with these put over them.
fn read(changes: &[(&str, &str)]) -> Result<Read, Problems> {
    Config::read(&owned(REQUIRED.iter().chain(changes)))
}

pub(super) fn owned<'a>(
    pairs: impl Iterator<Item = &'a (&'a str, &'a str)>,
) -> Vec<(String, String)> {
    pairs.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn problems(changes: &[(&str, &str)]) -> Vec<String> {
    match read(changes) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn the_required_variables_are_enough() {
    let Read { config, warnings } = read(&[]).unwrap();

    assert!(warnings.is_empty());
    assert_eq!(config.bot.id().get(), 123_456);
    assert_eq!(config.port, 8080);
    let BotMode::Webhook(address) = config.bot_mode else { panic!("webhook is the default") };
    assert_eq!(address.join("/webhook"), "https://bot.example.org/webhook");
    assert_eq!(config.webhook_secrets.accepted().len(), 1);
    assert_eq!(config.passive_mode, PassiveMode::Hold);
    assert_eq!(config.passive_notice_after, Duration::from_secs(3));
    assert_eq!(config.lock.mode, LockMode::WaitThenPassive);
    assert_eq!(config.lock.wait, Duration::from_secs(60));
    assert_eq!(config.lock.timing.stale(), Duration::from_secs(8));
    assert_eq!(config.drain, Duration::from_secs(10));
    assert_eq!(config.telegram.api.as_str(), "https://api.telegram.org");
    assert_eq!(config.telegram.rate.period(), Duration::from_millis(40));
    assert!(config.console.is_none() && config.admins.ids.is_empty());
    assert_eq!(config.trusted_proxies, TrustedProxies::default());
    assert_eq!(config.log.format, Format::Json);
}

#[test]
fn what_is_set_is_taken() {
    let Read { config, warnings } = read(&[
        ("PORT", "0"),
        ("BOT_MODE", "polling"),
        ("WEBHOOK_BASE_URL", ""),
        ("PASSIVE_MODE", "REJECT"),
        ("LOCK_MODE", "wait_then_handover"),
        ("LOCK_HEARTBEAT_SECONDS", "0.1"),
        ("LOCK_TRUST_SECONDS", "0.4"),
        ("LOCK_CALL_SECONDS", "0.3"),
        ("LOCK_STALE_HEARTBEAT_SECONDS", "0.8"),
        ("WEBHOOK_SECRET_TOKEN", "new, old"),
        ("ADMIN_IDS", "7 8"),
        ("ADMIN_CHAT_ID", "-100:3"),
        ("LOG_FORMAT", "pretty"),
        ("LOCK_DATABASE_URL", "postgres://direct"),
        ("TRUSTED_PROXIES", "10.0.0.0/8, 203.0.113.7"),
    ])
    .unwrap();

    assert!(warnings.is_empty());
    assert_eq!(config.port, 0);
    assert_eq!(config.bot_mode, BotMode::Polling);
    assert_eq!(config.passive_mode, PassiveMode::Reject);
    assert_eq!(config.lock.mode, LockMode::WaitThenHandover);
    assert_eq!(config.lock.timing.heartbeat(), Duration::from_millis(100));
    assert_eq!(config.webhook_secrets.registered().expose_secret(), "new");
    assert_eq!(config.admins.ids, [7, 8]);
    assert!(config.lock.database_url.is_some());
    assert!(config.trusted_proxies.trusts([203, 0, 113, 7].into()));
    assert_eq!(config.log.format, Format::Pretty);
}

#[test]
fn everything_that_is_missing_is_said_at_once() {
    let problems = Config::read(&[]).unwrap_err();

    let names: Vec<&str> = problems.iter().map(|problem| problem.variable.as_str()).collect();
    assert_eq!(names, ["TELEGRAM_BOT_TOKEN", "DATABASE_URL", "KIE_API_KEY", "WEBHOOK_BASE_URL"]);
    assert!(problems.iter().all(|problem| problem.wrong == "is missing"));
    let text = problems.to_string();
    assert!(
        text.starts_with("the configuration has 4 problems:\n  TELEGRAM_BOT_TOKEN is missing;")
    );
    assert_eq!(text.lines().count(), 5);
}

#[test]
fn a_bad_value_is_named_with_its_cure() {
    let table = [
        ("TELEGRAM_BOT_TOKEN", "canary", "does not look like a token; copy the whole token"),
        ("TELEGRAM_BOT_TOKEN", "  ", "is missing; get one"),
        ("WEBHOOK_BASE_URL", "http://bot.example.org", "is not https; Telegram sends"),
        ("WEBHOOK_BASE_URL", "canary", "is not a web address; give it as https://host"),
        ("PORT", "65536", "is not a whole number in its range; give a number from 0 to 65535"),
        ("PORT", "canary", "is not a whole number"),
        ("BOT_MODE", "canary", "is none of its words; choose webhook or polling"),
        ("PASSIVE_MODE", "canary", "is none of its words; choose HOLD or REJECT"),
        ("PASSIVE_NOTICE_AFTER_MS", "1.5", "is not a whole number"),
        ("LOCK_MODE", "canary", "choose wait_then_passive or wait_then_handover"),
        ("LOCK_WAIT_SECONDS", "-1", "is not a number of seconds"),
        ("LOCK_HEARTBEAT_SECONDS", "0", "give from 0.05 to 3600, with up to three decimals"),
        ("LOCK_TRUST_SECONDS", "2", "must be at least 3 x heartbeat 1s = 3s"),
        ("LOCK_STALE_HEARTBEAT_SECONDS", "7", "must be at least trust 4s x 1.01 + call 3s"),
        ("SHUTDOWN_DRAIN_SECONDS", "61", "give from 0 to 60"),
        ("WEBHOOK_SECRET_TOKEN", "canary canary", "is not what Telegram accepts; give one"),
        ("TELEGRAM_API_URL", "canary", "is not a web address"),
        ("TELEGRAM_PROXY", "socks5://u:canary@proxy:1", "; write socks5h:// instead of socks5://"),
        (
            "TELEGRAM_PROXY",
            "canary:1080",
            "is no proxy that we can use; give socks5h://host:port or",
        ),
        ("TELEGRAM_PROXY", "https://u:canary@proxy:1", "is no proxy that we can use"),
        ("TELEGRAM_RATE", "0", "is not a rate; give how many per second"),
        ("KIE_READ_RATE", "canary", "is not a rate"),
        ("ADMIN_IDS", "@canary", "is not a list of user ids; give user ids (numbers"),
        ("ADMIN_CHAT_ID", "@canary", "is not a chat; give the chat's number"),
        ("CONSOLE_TOKEN", "canary,canary", "is neither a token nor a list of name:token"),
        ("TRUSTED_PROXIES", "canary", "is not a list of addresses; give addresses or prefixes"),
        ("LOG_LEVEL", "canary", "is not a level; choose error, warn, info, debug or trace"),
        ("LOG_FORMAT", "canary", "is none of its words; choose json or pretty"),
    ];
    for (name, value, expected) in table {
        let found = problems(&[(name, value)]);

        assert_eq!(found.len(), 1, "{name}={value}: {found:?}");
        assert!(found[0].starts_with(name) && found[0].contains(expected), "{}", found[0]);
        assert!(!found[0].contains("canary"), "{}", found[0]);
    }
}

#[test]
fn a_proxy_that_would_see_the_token_is_refused_before_it_does() {
    let proxy = |url| [("TELEGRAM_PROXY", url), ("TELEGRAM_API_URL", "http://127.0.0.1:8081")];

    let found = problems(&proxy("http://u:canary@proxy:3128"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("TELEGRAM_PROXY would show the token to the proxy"));
    assert!(
        found[0].contains("; unset it for a Bot API server nearby") && !found[0].contains("canary")
    );
    assert_eq!(problems(&proxy("socks5h://proxy:1080")), [""; 0]);
}

#[test]
fn the_switches_of_the_predecessor_are_refused_with_the_reason() {
    let table = [
        ("USE_PTB", "no second framework"),
        ("POLLING_MODE", "set BOT_MODE=polling"),
        ("LOCAL_LOCK_FILE", "the lock is in PostgreSQL"),
        ("LOCK_STALE_IDLE_SECONDS", "idle time is no sign of death"),
    ];
    for (name, reason) in table {
        let found = problems(&[(name, "1")]);

        assert_eq!(found.len(), 1, "{name}");
        assert!(found[0].starts_with(name) && found[0].contains(reason), "{}", found[0]);
        assert!(problems(&[(name, " ")]).is_empty(), "a blank {name} counts as missing");
    }
}

#[test]
fn an_unknown_name_with_our_prefix_is_a_warning_and_others_are_nobodys_business() {
    let odd = [("LOCK_HEARTBEAT", "canary"), ("KIE_TOKEN", "canary"), ("HOME", "x"), ("A", "")];
    let warnings = read(&odd).unwrap().warnings;

    assert_eq!(warnings.len(), 2);
    assert!(warnings[0].starts_with("KIE_TOKEN is not known"));
    assert!(warnings[1].contains("is LOCK_HEARTBEAT_SECONDS meant?"), "{}", warnings[1]);
}

#[test]
fn the_address_of_render_is_as_good_as_our_own() {
    let render = ("RENDER_EXTERNAL_URL", "https://trt.onrender.com");
    let config = read(&[("WEBHOOK_BASE_URL", ""), render]).unwrap().config;

    let BotMode::Webhook(address) = config.bot_mode else { panic!("webhook is the default") };
    assert_eq!(address.as_str(), "https://trt.onrender.com");
}

#[test]
fn no_secret_is_ever_printed() {
    let secrets = [
        ("WEBHOOK_SECRET_TOKEN", "canary-webhook"),
        ("CONSOLE_TOKEN", "ann:canary-1"),
        ("KIE_WEBHOOK_HMAC_KEY", "canary-hmac"),
        ("LOCK_DATABASE_URL", "postgres://trt:canary-lock@localhost/trt"),
        ("LOCK_ODD", "canary-odd"),
        ("TELEGRAM_PROXY", "socks5h://bot:canary-proxy@proxy.example.org:1080"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://traces.example.org"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=canary-traces"),
    ];
    let fine = read(&secrets).unwrap();
    let broken = secrets.iter().copied().chain([("PORT", "canary-port"), ("USE_PTB", "canary")]);
    let broken: Vec<_> = broken.collect();
    let problems = read(&broken).unwrap_err();
    let only = Config::database_only(&owned(REQUIRED.iter()));

    assert_eq!(fine.warnings.len(), 2, "the odd variable and the short token");
    for text in [
        format!("{fine:?}"),
        format!("{fine:#?}"),
        format!("{problems} {problems:?}"),
        fine.warnings.join(" "),
        format!("{:?}", only.unwrap()),
        fine.config.shown().to_string(),
    ] {
        assert!(!text.contains("canary"), "{text}");
    }
}

#[test]
fn a_command_on_the_database_needs_only_its_address() {
    let read = |variables: &[(&str, &str)]| Config::database_only(&owned(variables.iter()));

    assert!(read(&[("DATABASE_URL", "postgres://x")]).unwrap().bot.is_none());
    let both = [("DATABASE_URL", "postgres://x"), ("TELEGRAM_BOT_TOKEN", "77:x")];
    assert_eq!(read(&both).unwrap().bot.unwrap().id().get(), 77);
    let missing = read(&[("TELEGRAM_BOT_TOKEN", "x")]).unwrap_err();
    assert_eq!(missing.iter().count(), 2);
}
