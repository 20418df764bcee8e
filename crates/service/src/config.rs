//! The configuration: everything the environment says, read once, checked together.
//!
//! ```text
//!   variables ──> Config::read ──┬──> Read { config, warnings }
//!                                └──> Problems: every one of them, one line each
//! ```
//!
//! Reading is pure: the caller hands the variables in, so that a test needs no environment of its
//! own. A blank value counts as a missing one, since hosting panels cannot always remove a variable.
//!
//! On failure: nobody wants to find the third mistake after the third deploy, so all problems are
//! collected and shown at once, and the process ends with status 2. No message ever repeats a
//! value, secret or not: a token pasted into the wrong field is still a token.

mod address;
mod admins;
mod bot;
mod callbacks;
mod console;
mod database;
mod lock;
pub(crate) mod problems;
mod proxies;
mod shown;
mod smoke;
mod telegram_proxy;
mod traces;
pub(crate) mod values;
mod variables;
mod webhook;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use store::DatabaseUrl;
use telegram::client::Proxy;

pub use address::Address;
pub use admins::{AdminChat, Admins};
pub use bot::BotToken;
pub use callbacks::CallbackKey;
pub use console::ConsoleTokens;
pub use lock::{LockMode, LockSettings};
pub use problems::{Problem, Problems};
pub use proxies::TrustedProxies;
pub use smoke::SmokeOnly;
pub use traces::{Share, TraceSettings};
pub use values::Rate;
pub(crate) use variables::{is_secret, names as variable_names};
pub use webhook::{BotMode, WebhookSecrets};

use crate::logging::LogSettings;
use problems::Values;

/// The variables of an environment, with their values.
pub type Variables = [(String, String)];

#[derive(Debug, Clone)]
pub struct Config {
    pub bot: BotToken,
    pub database_url: DatabaseUrl,
    /// The HTTP port; 0 lets the kernel choose.
    pub port: u16,
    pub bot_mode: BotMode,
    pub webhook_secrets: WebhookSecrets,
    pub passive_mode: PassiveMode,
    /// How long an update may wait before its sender is told.
    pub passive_notice_after: Duration,
    pub lock: LockSettings,
    /// How long work in hand may take after the sign to stop.
    pub drain: Duration,
    pub telegram: TelegramSettings,
    pub kie: KieSettings,
    pub admins: Admins,
    /// Who may see the metrics and the console; nobody is asked when there is none.
    pub console: Option<ConsoleTokens>,
    /// Whose word about a client's address is taken.
    pub trusted_proxies: TrustedProxies,
    /// Where to transfer money by hand; none turns that off.
    pub transfer_details: Option<String>,
    pub support_contact: Option<String>,
    /// The commit that this was built of, by the word of the host.
    pub commit: Option<String>,
    pub log: LogSettings,
    /// Where traces go; nowhere turns them off.
    pub traces: Option<TraceSettings>,
}

/// What a passive instance does with an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassiveMode {
    /// Stores it for the active one.
    Hold,
    /// Says that the service is updating.
    Reject,
}

#[derive(Debug, Clone)]
pub struct TelegramSettings {
    pub api: Address,
    /// What lies between us and Telegram, if anything does.
    pub proxy: Option<Proxy>,
    pub rate: Rate,
    /// Messages to one private chat.
    pub chat_rate: Rate,
    /// Messages and taps of one person.
    pub person_rate: Rate,
}

#[derive(Debug, Clone)]
pub struct KieSettings {
    /// The key of the account that pays.
    pub key: SecretString,
    pub api: Address,
    pub upload: Address,
    pub rate: Rate,
    pub read_rate: Rate,
    /// Checks the signature of a callback, when there is one.
    pub webhook_key: Option<SecretString>,
}

/// A configuration without problems, and what is odd about it all the same.
#[derive(Debug, Clone)]
pub struct Read {
    pub config: Config,
    pub warnings: Vec<String>,
}

/// What `trt migrate` and `trt lock` need.
#[derive(Debug, Clone)]
pub struct DatabaseOnly {
    pub database_url: DatabaseUrl,
    /// The direct way to the same database, when the other leads through a pooler.
    pub lock_database_url: Option<DatabaseUrl>,
    /// The bot whose lock row is meant; without it there must be exactly one row.
    pub bot: Option<BotToken>,
}

impl Config {
    pub fn read(variables: &Variables) -> Result<Read, Problems> {
        let mut values = Values::new(variables);
        variables::refuse(&mut values);
        let bot = bot::read(&mut values);
        let database_url = database::read(&mut values);
        let kie = read_kie(&mut values);
        let bot_mode = webhook::read_mode(&mut values);
        let webhook_secrets = webhook::read_secrets(&mut values, bot.as_ref());
        let port = read_port(&mut values);
        let passive_mode = values::choice(
            &mut values,
            "PASSIVE_MODE",
            &[("HOLD", PassiveMode::Hold), ("REJECT", PassiveMode::Reject)],
        );
        let notice = values::whole(&mut values, "PASSIVE_NOTICE_AFTER_MS", 0..=600_000);
        let lock = lock::read(&mut values);
        let drain = values::seconds(&mut values, "SHUTDOWN_DRAIN_SECONDS", 0..=60_000);
        let telegram = read_telegram(&mut values);
        let admins = admins::read(&mut values);
        let console = console::read(&mut values);
        let trusted_proxies = proxies::read(&mut values);
        let log = LogSettings::read(&mut values);
        let traces = traces::read(&mut values);
        let mut warnings = variables::warnings(&values);
        warnings.extend(console.iter().flat_map(ConsoleTokens::warnings));
        let transfer_details = values.optional("TRANSFER_DETAILS");
        let support_contact = values.optional("SUPPORT_CONTACT");
        let commit = values.optional("RENDER_GIT_COMMIT");
        let parts = (bot, database_url, kie, bot_mode, webhook_secrets);
        let (Some(bot), Some(database_url), Some(kie), Some(bot_mode), Some(webhook_secrets)) =
            parts
        else {
            return Err(values.into_problems());
        };
        let config = Self {
            bot,
            database_url,
            port,
            bot_mode,
            webhook_secrets,
            passive_mode,
            passive_notice_after: Duration::from_millis(notice),
            lock,
            drain,
            telegram,
            kie,
            admins,
            console,
            trusted_proxies,
            transfer_details,
            support_contact,
            commit,
            log,
            traces,
        };
        values.finish(Read { config, warnings })
    }

    /// What is odd about the variables, whether or not the configuration has problems besides.
    pub fn unknown(variables: &Variables) -> Vec<String> {
        variables::warnings(&Values::new(variables))
    }

    /// Reads the port, at which `trt health` asks.
    pub fn port_only(variables: &Variables) -> Result<u16, Problems> {
        let mut values = Values::new(variables);
        let port = read_port(&mut values);
        values.finish(port)
    }

    /// Reads the folder with settings files, which is all that `trt catalogue` needs.
    pub fn settings_only(variables: &Variables) -> Option<PathBuf> {
        settings_dir(&Values::new(variables))
    }

    /// Reads what the commands need that only talk to the database.
    pub fn database_only(variables: &Variables) -> Result<DatabaseOnly, Problems> {
        let mut values = Values::new(variables);
        let database_url = database::read(&mut values);
        let lock_database_url = database::read_lock(&mut values);
        let bot = bot::read_if_set(&mut values);
        LogSettings::read(&mut values);
        let Some(database_url) = database_url else { return Err(values.into_problems()) };
        values.finish(DatabaseOnly { database_url, lock_database_url, bot })
    }
}

fn read_port(values: &mut Values) -> u16 {
    u16::try_from(values::whole(values, "PORT", 0..=65_535)).unwrap_or_default()
}

fn settings_dir(values: &Values) -> Option<PathBuf> {
    values.optional("SETTINGS_DIR").map(PathBuf::from)
}

fn read_telegram(values: &mut Values) -> TelegramSettings {
    let api = address::read(values, "TELEGRAM_API_URL");
    TelegramSettings {
        proxy: telegram_proxy::read(values, &api),
        api,
        rate: values::rate(values, "TELEGRAM_RATE"),
        chat_rate: values::rate(values, "TELEGRAM_CHAT_RATE"),
        person_rate: values::rate(values, "PERSON_RATE"),
    }
}

fn read_kie(values: &mut Values) -> Option<KieSettings> {
    let key = values.secret("KIE_API_KEY", "make one at https://kie.ai/api-key and set it");
    let api = address::read(values, "KIE_API_URL");
    let upload = address::read(values, "KIE_UPLOAD_URL");
    let rate = values::rate(values, "KIE_RATE");
    let read_rate = values::rate(values, "KIE_READ_RATE");
    let webhook_key = values.optional("KIE_WEBHOOK_HMAC_KEY").map(SecretString::from);
    Some(KieSettings { key: key?, api, upload, rate, read_rate, webhook_key })
}
