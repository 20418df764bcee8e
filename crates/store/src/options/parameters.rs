//! The parameters of an address: which are obeyed, which do no harm, which cannot be obeyed.
//!
//! An unknown one is refused rather than passed over: a misspelt `sslmode` would otherwise mean an
//! unencrypted connection that nobody asked for.

use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::config::ChannelBinding;

use super::bad_url::BadUrl;
use super::parse::{self, Pieces};
use super::tls::{Roots, SslMode};

/// Accepted without effect: habits of other clients, and what is set here in another way.
const HARMLESS: [&str; 24] = [
    "client_encoding",
    "connection_limit",
    "fallback_application_name",
    "gsslib",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "krbsrvname",
    "load_balance_hosts",
    "max_protocol_version",
    "min_protocol_version",
    "pool_timeout",
    "prepared_statements",
    "prepareThreshold",
    "sslcompression",
    "sslsni",
    "ssl_min_protocol_version",
    "statement-cache-capacity",
    "statement_cache_size",
    "supa",
    "tcp_user_timeout",
    "uselibpqcompat",
    "workaround",
];

const CLIENT_CERTIFICATES: &str = "client certificates are not supported, log in by password";

/// Known, and not to be passed over in silence.
const UNSUPPORTED: [(&str, &str); 8] = [
    ("hostaddr", "write the numeric address as the host"),
    ("passfile", "write the password into the address"),
    ("replication", "an ordinary session is needed"),
    ("schema", "say options=-csearch_path=NAME"),
    ("service", "write the address out"),
    ("sslcert", CLIENT_CERTIFICATES),
    ("sslcrl", "certificates are not checked for revocation"),
    ("sslkey", CLIENT_CERTIFICATES),
];

/// What the parameters say beyond user, host and the like.
pub(super) struct Wishes {
    pub(super) ssl_mode: Option<SslMode>,
    pub(super) roots: Option<Roots>,
    pub(super) application: Option<String>,
    pub(super) connect_timeout: Option<Duration>,
    pub(super) settings: Vec<(String, String)>,
    pub(super) writable: bool,
    pub(super) channel_binding: ChannelBinding,
    pub(super) pooled: Option<bool>,
}

/// Reads the parameters; those that repeat a piece of the address replace it, as in libpq.
pub(super) fn read(pieces: &mut Pieces) -> Result<Wishes, BadUrl> {
    let mut wishes = Wishes {
        ssl_mode: None,
        roots: None,
        application: None,
        connect_timeout: None,
        settings: Vec::new(),
        writable: false,
        channel_binding: ChannelBinding::Prefer,
        pooled: None,
    };
    for (name, value) in std::mem::take(&mut pieces.parameters) {
        match name.as_str() {
            "user" => pieces.user = Some(value),
            "password" => pieces.password = Some(value),
            "host" => pieces.hosts = value.split(',').map(str::to_owned).collect(),
            "port" => pieces.ports = parse::ports(&value)?,
            "dbname" => pieces.database = Some(value),
            _ => wishes.read(&name, value)?,
        }
    }
    Ok(wishes)
}

impl Wishes {
    fn read(&mut self, name: &str, value: String) -> Result<(), BadUrl> {
        let wrong = |name, allowed| Err(BadUrl::Value { name, allowed });
        match (name, value.as_str()) {
            ("sslmode", mode) => self.ssl_mode = Some(SslMode::read(mode)?),
            // The form of JDBC, which libpq takes as well.
            ("ssl", "true") => self.ssl_mode = Some(SslMode::Require),
            ("ssl", _) => return wrong("ssl", "true; use sslmode for anything else"),
            ("sslrootcert", "system") => self.roots = Some(Roots::System),
            ("sslrootcert", "") => return wrong("sslrootcert", "a file or system"),
            ("sslrootcert", path) => self.roots = Some(Roots::File(PathBuf::from(path))),
            ("sslnegotiation", "postgres") => {}
            ("sslnegotiation", _) => return wrong("sslnegotiation", "postgres"),
            ("application_name", _) => self.application = Some(value),
            ("connect_timeout", _) => match value.parse().map(Duration::from_secs) {
                // Zero means for ever to libpq; here it means: as if nothing had been said.
                Ok(timeout) => self.connect_timeout = Some(timeout).filter(|t| !t.is_zero()),
                Err(_) => return wrong("connect_timeout", "a whole number of seconds"),
            },
            ("options", _) => self.settings.extend(settings(&value)?),
            ("target_session_attrs", "any") => {}
            ("target_session_attrs", "read-write" | "primary") => self.writable = true,
            ("target_session_attrs", _) => {
                return wrong("target_session_attrs", "any, read-write or primary: TRT writes");
            }
            ("channel_binding", "disable") => self.channel_binding = ChannelBinding::Disable,
            ("channel_binding", "prefer") => self.channel_binding = ChannelBinding::Prefer,
            ("channel_binding", "require") => self.channel_binding = ChannelBinding::Require,
            ("channel_binding", _) => {
                return wrong("channel_binding", "disable, prefer or require");
            }
            ("gssencmode", "disable" | "prefer") => {}
            ("gssencmode", _) => return wrong("gssencmode", "disable or prefer"),
            ("pgbouncer", "true") => self.pooled = Some(true),
            ("pgbouncer", "false") => self.pooled = Some(false),
            ("pgbouncer", _) => return wrong("pgbouncer", "true or false"),
            (name, _) => return refusal(name),
        }
        Ok(())
    }
}

/// Refuses a parameter that is not obeyed, unless it does no harm.
fn refusal(name: &str) -> Result<(), BadUrl> {
    if HARMLESS.contains(&name) {
        return Ok(());
    }
    Err(match UNSUPPORTED.iter().find(|(known, _)| *known == name) {
        Some((name, cure)) => BadUrl::Unsupported { name, cure },
        None => BadUrl::Unknown { name: name.to_owned() },
    })
}

/// The settings in a command line of the server: `-c name=value`, `-cname=value`, `--name=value`.
///
/// They are taken apart because sqlx takes pairs only. A backslash protects the next character.
fn settings(line: &str) -> Result<Vec<(String, String)>, BadUrl> {
    let wrong =
        || BadUrl::Value { name: "options", allowed: "of the form -c name=value or --name=value" };
    let mut settings = Vec::new();
    let mut words = words(line).into_iter();
    while let Some(word) = words.next() {
        let setting = match word.strip_prefix("-c") {
            Some("") => words.next().ok_or_else(wrong)?,
            Some(rest) => rest.to_owned(),
            None => word.strip_prefix("--").ok_or_else(wrong)?.to_owned(),
        };
        let (name, value) = setting.split_once('=').ok_or_else(wrong)?;
        settings.push((name.replace('-', "_"), value.to_owned()));
    }
    Ok(settings)
}

fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, words.last_mut()) {
            (' ', _) => words.push(String::new()),
            ('\\', Some(word)) => word.extend(letters.next()),
            (_, Some(word)) => word.push(letter),
            (_, None) => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
