//! The address of the database: read once, by us, for both clients.
//!
//! sqlx serves the work pool, tokio-postgres the lock connection, and they disagree about what an
//! address may say (`sslmode=verify-full`, `sslrootcert`, `pgbouncer=true`). So neither reads it:
//!
//! ```text
//!   "postgres://..." ── parse ──> pieces ── parameters ──> DatabaseUrl
//!                         └─────────┴──> BadUrl              ├── Way::new()       work pool
//!                         (one sentence with the cure)       └── lock_connector() guard session
//! ```
//!
//! An address may name several hosts, of which one is the primary: `hosts` reads them, [`crate::way`] finds it
//! for sqlx, and the connector of the lock does for tokio-postgres. `target_session_attrs=read-write` need not be
//! said then, for nothing here has a use for a standby.
//!
//! What is not said is as in libpq: the user is `PGUSER` or the account's, the database is called
//! like the user, the host is `localhost`, the port 5432. Other variables of libpq have no say, but
//! for `PGSSLCERT` and `PGSSLKEY`, which sqlx reads by itself.
//!
//! The password is in no message, in neither [`Display`](std::fmt::Display) nor
//! [`Debug`](std::fmt::Debug).

mod bad_url;
mod hosts;
mod near;
mod parameters;
mod parse;
mod percent;
#[cfg(test)]
mod tests;
mod tls;
mod verifiers;

use std::fmt;
use std::time::Duration;

use leadership::Connector;
use secrecy::{ExposeSecret, SecretString};
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use tokio_postgres::NoTls;
use tokio_postgres::config::{ChannelBinding, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

pub use bad_url::BadUrl;
pub(crate) use hosts::{Favourite, Host};
pub use tls::BadCertificates;
use tls::{Roots, SslMode};

const DEFAULT_CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const APPLICATION: &str = "trt";

/// Where the database is, who logs in, and how the way there is protected.
#[derive(Clone)]
pub struct DatabaseUrl {
    hosts: Vec<Host>,
    favourite: Favourite,
    user: String,
    password: Option<SecretString>,
    database: String,
    roots: Roots,
    application: String,
    /// How long each host is waited for.
    patience: Duration,
    settings: Vec<(String, String)>,
    writable: bool,
    channel_binding: ChannelBinding,
    pooled: bool,
}

/// Whether strangers can read what is said on the way to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// They cannot.
    Encrypted,
    /// There are none: the server is on this machine or in a network of one's own.
    Near,
    /// They can, and the address says that it is to be so.
    Plain,
}

impl DatabaseUrl {
    /// Reads an address.
    ///
    /// # Errors
    /// With one sentence that says what is wrong with it and what to write instead.
    pub fn parse(address: &str) -> Result<Self, BadUrl> {
        let mut pieces = parse::pieces(address)?;
        let wishes = parameters::read(&mut pieces)?;
        let ssl_mode = SslMode::in_force(wishes.ssl_mode, wishes.roots.as_ref())?;
        let hosts = Host::read(&pieces.hosts, &pieces.ports, ssl_mode)?;
        let user = pieces.user.unwrap_or_else(account);
        Ok(Self {
            pooled: wishes.pooled.unwrap_or_else(|| hosts.iter().any(Host::looks_pooled)),
            writable: wishes.writable || hosts.len() > 1,
            patience: wishes.connect_timeout.unwrap_or(DEFAULT_CONNECT_TIMEOUT),
            hosts,
            favourite: Favourite::default(),
            password: pieces.password.map(SecretString::from),
            database: pieces.database.unwrap_or_else(|| user.clone()),
            user,
            roots: wishes.roots.unwrap_or(Roots::System),
            application: wishes.application.unwrap_or_else(|| APPLICATION.to_owned()),
            settings: wishes.settings,
            channel_binding: wishes.channel_binding,
        })
    }

    /// Whether a pooler is known or suspected there, behind which no session is one's own: such an
    /// address does for the work pool and never for the lock. `pgbouncer=false` overrules the guess.
    pub fn is_pooled(&self) -> bool {
        self.pooled
    }

    /// Whether it names more than one host.
    pub fn names_several(&self) -> bool {
        self.hosts.len() > 1
    }

    /// Whether what is said on the way to the database can be read there: as on the worst of the ways.
    pub fn protection(&self) -> Protection {
        let of_host = |host: &Host| match host.ssl_mode {
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => Protection::Encrypted,
            SslMode::Disable | SslMode::Prefer if host.is_near() => Protection::Near,
            SslMode::Disable | SslMode::Prefer => Protection::Plain,
        };
        let ways: Vec<Protection> = self.hosts.iter().map(of_host).collect();
        let worst = [Protection::Plain, Protection::Near, Protection::Encrypted];
        worst.into_iter().find(|one| ways.contains(one)).unwrap_or(Protection::Plain)
    }

    /// For sqlx, each host with what to connect to it with: see [`crate::way`].
    pub(crate) fn pool_options(&self) -> Vec<(&Host, PgConnectOptions)> {
        self.hosts.iter().map(|host| (host, self.options_of(host))).collect()
    }

    fn options_of(&self, host: &Host) -> PgConnectOptions {
        // The variables of libpq that sqlx reads here are all replaced below, as far as they can be.
        let mut options = PgConnectOptions::new_without_pgpass()
            .host(&host.name)
            .port(host.port)
            .username(&self.user)
            .password(self.password.as_ref().map_or("", |secret| secret.expose_secret()))
            .database(&self.database)
            .ssl_mode(host.ssl_mode.for_pool())
            .ssl_root_cert_from_pem(Vec::new())
            .application_name(&self.application_for("work"))
            // Sqlx would log slow statements by itself, whole and as often as they come. What takes
            // too long here ends at the server's own limits, and is said by whoever waited.
            .disable_statement_logging();
        if let Roots::File(path) = &self.roots {
            options = options.ssl_root_cert(path);
        }
        if !self.settings.is_empty() {
            options = options.options(self.settings.iter().map(|(name, value)| (name, value)));
        }
        if self.pooled {
            // No statement outlives its transaction, and PgBouncer refuses unknown start parameters.
            options = options.statement_cache_capacity(0).extra_float_digits(None);
        }
        options
    }

    /// Whether only a server that takes writes will do.
    pub(crate) fn is_for_writing(&self) -> bool {
        self.writable
    }

    /// How long each host is waited for.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// The host that worked last; all that was made from one address knows of it.
    pub(crate) fn favourite(&self) -> Favourite {
        self.favourite.clone()
    }

    /// The way to the database for the lock, with the encryption that the address asks for.
    ///
    /// # Errors
    /// When certificates are to be checked and there is nothing to check them against.
    pub async fn lock_connector(&self) -> Result<Connector, BadCertificates> {
        let configs = self.lock_configs();
        Ok(match self.tls().await? {
            Some(tls) => Connector::to_one_of(configs, tls),
            None => Connector::to_one_of(configs, NoTls),
        })
    }

    /// For tokio-postgres: the lock connection, by each host.
    ///
    /// Its timeout bounds the TCP connection only: the caller must bound the whole of connecting.
    pub(crate) fn lock_configs(&self) -> Vec<tokio_postgres::Config> {
        self.hosts.iter().map(|host| self.lock_config_of(host)).collect()
    }

    fn lock_config_of(&self, host: &Host) -> tokio_postgres::Config {
        let mut config = tokio_postgres::Config::new();
        config
            .host(&host.name)
            .port(host.port)
            .user(&self.user)
            .dbname(&self.database)
            .ssl_mode(host.ssl_mode.for_lock())
            .connect_timeout(self.patience)
            .channel_binding(self.channel_binding)
            .application_name(self.application_for("lock"));
        if let Some(password) = &self.password {
            config.password(password.expose_secret());
        }
        if self.writable {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if !self.settings.is_empty() {
            config.options(command_line(&self.settings));
        }
        config
    }

    /// The encryption that goes with [`Self::lock_configs`]; nothing where there is to be none. The hosts
    /// differ in whether they want it, and not in what they would check.
    async fn tls(&self) -> Result<Option<MakeRustlsConnect>, BadCertificates> {
        let mut wanted = self.hosts.iter().map(|host| host.ssl_mode);
        match wanted.rfind(|mode| *mode != SslMode::Disable) {
            Some(mode) => tls::connector(mode, &self.roots).await,
            None => Ok(None),
        }
    }

    /// The name under which a connection for `purpose` is seen in `pg_stat_activity`.
    pub(crate) fn application_for(&self, purpose: &str) -> String {
        format!("{}/{purpose}", self.application)
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { user, hosts, database, .. } = self;
        let hosts: Vec<String> = hosts.iter().map(Host::to_string).collect();
        write!(f, "postgres://{user}@{}/{database}", hosts.join(","))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// The user libpq would log in as: sqlx knows how to find it.
fn account() -> String {
    PgConnectOptions::new_without_pgpass().get_username().to_owned()
}

/// Settings as the server's command line, spaces and backslashes protected.
fn command_line(settings: &[(String, String)]) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(' ', "\\ ");
    let words = settings.iter().map(|(name, value)| format!("-c {}={}", name, escaped(value)));
    words.collect::<Vec<_>>().join(" ")
}
