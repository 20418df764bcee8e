//! Every variable of the contract, once: its name, what it is when it is not set, what it means.
//!
//! Readers take names and defaults from here, and `docs/configuration.md` is written from it; a test
//! compares them, and `BLESS=1` writes the page anew.
//!
//! A misspelt variable is silently ignored by most programs, and its owner believes for months that
//! it works. So an unknown name with one of our prefixes is a warning that names the nearest known
//! one. It is no error: hosts and orchestrators set variables of their own.

use domain::spelling::distance;

use super::problems::Values;
use Unset::{Is, Means, Needed};

/// One variable of the contract.
pub(super) struct Variable {
    name: &'static str,
    unset: Unset,
    is_secret: bool,
    #[cfg_attr(not(test), expect(dead_code, reason = "the page is written by the test"))]
    meaning: &'static str,
}

/// What holds while a variable is not set.
enum Unset {
    /// The process does not start.
    Needed,
    /// As if this were set.
    Is(&'static str),
    /// What this says.
    Means(
        #[cfg_attr(not(test), expect(dead_code, reason = "the page is written by the test"))]
        &'static str,
    ),
}

const fn plain(name: &'static str, unset: Unset, meaning: &'static str) -> Variable {
    Variable { name, unset, is_secret: false, meaning }
}

const fn secret(name: &'static str, unset: Unset, meaning: &'static str) -> Variable {
    Variable { name, unset, is_secret: true, meaning }
}

/// The variables, by what they are about.
const GROUPS: &[(&str, &[Variable])] = &[
    (
        "The bot and its way in",
        &[
            secret("TELEGRAM_BOT_TOKEN", Needed, "the token that @BotFather gave"),
            plain("BOT_MODE", Is("webhook"), "`webhook`: Telegram calls us; `polling`: we ask"),
            plain(
                "WEBHOOK_BASE_URL",
                Means("`RENDER_EXTERNAL_URL`"),
                "our public https address, for the webhook",
            ),
            plain("RENDER_EXTERNAL_URL", Means("none"), "the same, set by hosts that know it"),
            secret(
                "WEBHOOK_SECRET_TOKEN",
                Means("from the token"),
                "what Telegram presents; the first of several is registered",
            ),
            plain("PORT", Is("8080"), "where HTTP is served; 0 lets the system choose"),
            plain(
                "TRUSTED_PROXIES",
                Means("nobody"),
                "whose `X-Forwarded-For` is believed, by comma",
            ),
            plain("TELEGRAM_API_URL", Is("https://api.telegram.org"), "where Telegram is"),
            secret(
                "TELEGRAM_PROXY",
                Means("none"),
                "`socks5h://` or `http://`, with `user:password@` if need be, where this host cannot reach \
                 Telegram; for calls to Telegram only",
            ),
            plain("TELEGRAM_RATE", Is("25"), "messages a second in all"),
            plain("TELEGRAM_CHAT_RATE", Is("1"), "messages a second to one private chat"),
            plain("PERSON_RATE", Is("1"), "messages and taps a second of one person; 120 at once"),
        ],
    ),
    (
        "The database and the role",
        &[
            secret(
                "DATABASE_URL",
                Needed,
                "`postgres://user:password@host:5432/database`; of several hosts, `h1,h2:5433,h3`, the primary is used",
            ),
            secret(
                "LOCK_DATABASE_URL",
                Means("`DATABASE_URL`"),
                "the direct way, past a pooler; several hosts as well",
            ),
            plain(
                "LOCK_MODE",
                Is("wait_then_passive"),
                "`wait_then_passive`: a newer instance waits; `wait_then_handover`: it asks for the role",
            ),
            plain("LOCK_WAIT_SECONDS", Is("60"), "how long it waits before it asks"),
            plain("LOCK_HEARTBEAT_SECONDS", Is("1"), "H: a beat every so often"),
            plain("LOCK_TRUST_SECONDS", Is("4"), "R: how long a holder trusts its last beat"),
            plain("LOCK_CALL_SECONDS", Is("3"), "C: how long a cancelled call may live on"),
            plain(
                "LOCK_STALE_HEARTBEAT_SECONDS",
                Is("8"),
                "T: when the server ends a silent holder's session",
            ),
            plain("SHUTDOWN_DRAIN_SECONDS", Is("10"), "how long work in hand may take at the end"),
            plain(
                "PASSIVE_MODE",
                Is("HOLD"),
                "`HOLD`: a passive instance stores updates; `REJECT`: it says that we are updating",
            ),
            plain(
                "PASSIVE_NOTICE_AFTER_MS",
                Is("3000"),
                "who waits longer for an answer is told, in `HOLD`",
            ),
        ],
    ),
    (
        "KIE",
        &[
            secret("KIE_API_KEY", Needed, "the key of the account that pays"),
            plain("KIE_API_URL", Is("https://api.kie.ai"), "where its API is"),
            plain("KIE_UPLOAD_URL", Is("https://kieai.redpandaai.co"), "where files go"),
            plain("KIE_RATE", Is("2"), "generations begun a second"),
            plain("KIE_READ_RATE", Is("10"), "questions a second"),
            secret(
                "KIE_WEBHOOK_HMAC_KEY",
                Means("no signatures"),
                "checks signatures of callbacks",
            ),
        ],
    ),
    (
        "People and operators",
        &[
            plain("ADMIN_IDS", Means("nobody"), "Telegram's ids of the admins, by comma or space"),
            plain(
                "ADMIN_CHAT_ID",
                Means("each admin"),
                "where they are told: `chat` or `chat:topic`",
            ),
            plain("SUPPORT_CONTACT", Means("none"), "whom a person can write to"),
            plain(
                "TRANSFER_DETAILS",
                Means("none"),
                "where money can be transferred by hand, `\\n` for a new line; an admin decides about each",
            ),
            plain(
                "SETTINGS_DIR",
                Means("the built-in ones"),
                "the folder with catalogue and offers",
            ),
            secret(
                "CONSOLE_TOKEN",
                Means("open metrics"),
                "who sees `/metrics` and `/diag`: tokens, or `name:token`",
            ),
            plain(
                "LOG_LEVEL",
                Is("info"),
                "`error` to `trace`, and by comma `target=level` for parts",
            ),
            plain("LOG_FORMAT", Is("json"), "`json` for programs, `pretty` for people"),
            plain(
                "RENDER_GIT_COMMIT",
                Means("none"),
                "the commit it was built of, for `/health`, where the build did not say it by `TRT_COMMIT`",
            ),
            plain(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                Means("no traces"),
                "traces go there by OTLP over HTTP with JSON; `/v1/traces` is added",
            ),
            secret(
                "OTEL_EXPORTER_OTLP_HEADERS",
                Means("none"),
                "what is sent there with each request: `name=value` by comma, `%20` for a space",
            ),
            plain("OTEL_SERVICE_NAME", Is("trt"), "what we are called there"),
            plain(
                "OTEL_TRACES_SAMPLER_ARG",
                Is("1"),
                "the share of traces that is kept, from 0 to 1",
            ),
        ],
    ),
];

fn all() -> impl Iterator<Item = &'static Variable> {
    GROUPS.iter().flat_map(|(_, variables)| variables.iter())
}

/// Whether the contract has, or refuses, a variable of this name.
pub(super) fn is_known(name: &str) -> bool {
    all().any(|variable| variable.name == name) || REFUSED.iter().any(|row| row.0 == name)
}

/// The names of the contract.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all().map(|variable| variable.name)
}

/// Whether the value of this variable is shown to nobody.
pub(crate) fn is_secret(name: &str) -> bool {
    all().any(|variable| variable.name == name && variable.is_secret)
}

/// What a variable is when it is not set; nothing where that is no value.
pub(super) fn default(name: &str) -> &'static str {
    match all().find(|variable| variable.name == name).map(|variable| &variable.unset) {
        Some(Is(value)) => value,
        Some(Needed | Means(_)) | None => "",
    }
}

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
    let unknown = values.names().filter(ours).filter(|name| !is_known(name));
    unknown
        .map(|name| format!("{name} is not known and has no effect; is {} meant?", nearest(name)))
        .collect()
}

fn nearest(name: &str) -> &'static str {
    all()
        .map(|known| known.name)
        .min_by_key(|known| (distance(name, known), *known))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
