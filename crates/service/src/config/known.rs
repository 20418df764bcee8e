//! The names we know: which are no longer supported, and which are probably misspelt.
//!
//! A misspelt variable is silently ignored by most programs, and its owner believes for months that
//! it works. So an unknown name with one of our prefixes is a warning that names the nearest known
//! one. It is no error: hosts and orchestrators set variables of their own.

use domain::spelling::distance;

use super::problems::Values;

/// Every variable of the contract.
const KNOWN: &[&str] = &[
    "ADMIN_CHAT_ID",
    "ADMIN_IDS",
    "BOT_MODE",
    "CONSOLE_TOKEN",
    "DATABASE_URL",
    "KIE_API_KEY",
    "KIE_API_URL",
    "KIE_RATE",
    "KIE_READ_RATE",
    "KIE_UPLOAD_URL",
    "KIE_WEBHOOK_HMAC_KEY",
    "LOCK_CALL_SECONDS",
    "LOCK_DATABASE_URL",
    "LOCK_HEARTBEAT_SECONDS",
    "LOCK_MODE",
    "LOCK_STALE_HEARTBEAT_SECONDS",
    "LOCK_TRUST_SECONDS",
    "LOCK_WAIT_SECONDS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "PASSIVE_MODE",
    "PASSIVE_NOTICE_AFTER_MS",
    "PORT",
    "RENDER_EXTERNAL_URL",
    "SETTINGS_DIR",
    "SHUTDOWN_DRAIN_SECONDS",
    "SUPPORT_CONTACT",
    "TELEGRAM_API_URL",
    "TELEGRAM_BOT_TOKEN",
    "TELEGRAM_CHAT_RATE",
    "TELEGRAM_RATE",
    "TRANSFER_DETAILS",
    "TRUSTED_PROXIES",
    "WEBHOOK_BASE_URL",
    "WEBHOOK_SECRET_TOKEN",
];

/// Prefixes that nobody but us should use here.
const PREFIXES: &[&str] = &["LOCK_", "PASSIVE_", "WEBHOOK_", "KIE_", "TELEGRAM_"];

/// Variables of the predecessor that would promise what is not true: name, reason, cure.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "USE_PTB",
        "is not supported: there is no second framework to switch to",
        "remove it; BOT_MODE chooses between webhook and polling",
    ),
    (
        "POLLING_MODE",
        "is not supported: two switches for one thing can contradict each other",
        "remove it and set BOT_MODE=polling",
    ),
    (
        "LOCAL_LOCK_FILE",
        "is not supported: a file on one machine cannot keep other machines from being active",
        "remove it; the lock is in PostgreSQL",
    ),
    (
        "LOCK_STALE_IDLE_SECONDS",
        "is not supported: idle time is no sign of death",
        "remove it; LOCK_STALE_HEARTBEAT_SECONDS decides by missing heartbeats",
    ),
];

/// Notes every variable that is set and refused.
pub(super) fn refuse(values: &mut Values) {
    for (name, reason, cure) in REFUSED {
        if values.optional(name).is_some() {
            values.problem(name, reason, cure);
        }
    }
}

/// Says which variables are set, look like ours, and are not.
pub(super) fn warnings(values: &Values) -> Vec<String> {
    let ours = |name: &&str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let known = |name: &str| KNOWN.contains(&name) || REFUSED.iter().any(|row| row.0 == name);
    let unknown = values.names().filter(ours).filter(|name| !known(name));
    unknown
        .map(|name| format!("{name} is not known and has no effect; is {} meant?", nearest(name)))
        .collect()
}

fn nearest(name: &str) -> &'static str {
    let least = KNOWN.iter().min_by_key(|known| distance(name, known));
    least.copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelt_name_finds_the_right_one() {
        let table = [
            ("LOCK_HEARTBEAT_SECOND", "LOCK_HEARTBEAT_SECONDS"),
            ("LOCK_HARTBEAT_SECONDS", "LOCK_HEARTBEAT_SECONDS"),
            ("TELEGRAM_TOKEN", "TELEGRAM_BOT_TOKEN"),
            ("KIE_KEY", "KIE_API_KEY"),
            ("WEBHOOK_URL", "WEBHOOK_BASE_URL"),
            ("PASSIVE_MOD", "PASSIVE_MODE"),
        ];
        for (misspelt, meant) in table {
            assert_eq!(nearest(misspelt), meant);
        }
    }
}
