//! The address of the database: read once, by us, for both clients.
//!
//! sqlx serves the work pool, tokio-postgres the lock connection, and they disagree about what an
//! address may say (`sslmode=verify-full`, `sslrootcert`, `pgbouncer=true`). So neither reads it:
//!
//! ```text
//!   "postgres://..." ── parse ──> pieces ── parameters ──> DatabaseUrl
//!                         └─────────┴──> BadUrl              ├── pool_options()   work pool
//!                         (one sentence with the cure)       └── lock_connector() guard session
//! ```
//!
//! What is not said is as in libpq: the user is `PGUSER` or the account's, the database is called
//! like the user, the host is `localhost`, the port 5432. Other variables of libpq have no say, but
//! for `PGSSLCERT` and `PGSSLKEY`, which sqlx reads by itself.
//!
//! The password is in no message, in neither [`Display`](std::fmt::Display) nor
//! [`Debug`](std::fmt::Debug).

mod bad_url;
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
use tokio_postgres::config::{ChannelBinding, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

pub use bad_url::BadUrl;
pub use tls::BadCertificates;
use tls::{Roots, SslMode};

const DEFAULT_PORT: u16 = 5432;
const DEFAULT_CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const APPLICATION: &str = "trt";

/// Ports that only poolers use: `PgBouncer`'s own, Supabase's, and that of `DigitalOcean`.
const POOLED_PORTS: [u16; 3] = [6432, 6543, 25061];

/// Where the database is, who logs in, and how the way there is protected.
#[derive(Clone)]
pub struct DatabaseUrl {
    host: String,
    port: u16,
    user: String,
    password: Option<SecretString>,
    database: String,
    ssl_mode: SslMode,
    roots: Roots,
    application: String,
    connect_timeout: Duration,
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
        let mut ssl_mode = SslMode::in_force(wishes.ssl_mode, wishes.roots.as_ref())?;
        let host = pieces.host.unwrap_or_else(|| "localhost".to_owned());
        if host.starts_with('/') {
            // A socket of this machine: nothing to encrypt, and the server would refuse it.
            ssl_mode = SslMode::Disable;
        } else if ssl_mode == SslMode::Prefer && !near::is_near(&host) {
            // To prefer encryption is to do without it as soon as somebody in between says so.
            ssl_mode = SslMode::Require;
        }
        let port = pieces.port.unwrap_or(DEFAULT_PORT);
        let user = pieces.user.unwrap_or_else(account);
        Ok(Self {
            pooled: wishes.pooled.unwrap_or_else(|| looks_pooled(&host, port)),
            host,
            port,
            password: pieces.password.map(SecretString::from),
            database: pieces.database.unwrap_or_else(|| user.clone()),
            user,
            ssl_mode,
            roots: wishes.roots.unwrap_or(Roots::System),
            application: wishes.application.unwrap_or_else(|| APPLICATION.to_owned()),
            connect_timeout: wishes.connect_timeout.unwrap_or(DEFAULT_CONNECT_TIMEOUT),
            settings: wishes.settings,
            writable: wishes.writable,
            channel_binding: wishes.channel_binding,
        })
    }

    /// Whether a pooler is known or suspected there, behind which no session is one's own: such an
    /// address does for the work pool and never for the lock. `pgbouncer=false` overrules the guess.
    pub fn is_pooled(&self) -> bool {
        self.pooled
    }

    /// Whether what is said on the way to the database can be read there.
    pub fn protection(&self) -> Protection {
        match self.ssl_mode {
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => Protection::Encrypted,
            SslMode::Disable | SslMode::Prefer if near::is_near(&self.host) => Protection::Near,
            SslMode::Disable | SslMode::Prefer => Protection::Plain,
        }
    }

    /// For sqlx: the work pool and migrations.
    pub fn pool_options(&self) -> PgConnectOptions {
        // The variables of libpq that sqlx reads here are all replaced below, as far as they can be.
        let mut options = PgConnectOptions::new_without_pgpass()
            .host(&self.host)
            .port(self.port)
            .username(&self.user)
            .password(self.password.as_ref().map_or("", |secret| secret.expose_secret()))
            .database(&self.database)
            .ssl_mode(self.ssl_mode.for_pool())
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

    /// The way to the database for the lock, with the encryption that the address asks for.
    ///
    /// # Errors
    /// When certificates are to be checked and there is nothing to check them against.
    pub async fn lock_connector(&self) -> Result<Connector, BadCertificates> {
        Ok(match self.tls().await? {
            Some(tls) => Connector::new(self.lock_config(), tls),
            None => Connector::plain(self.lock_config()),
        })
    }

    /// For tokio-postgres: the lock connection.
    ///
    /// Its timeout bounds the TCP connection only: the caller must bound the whole of connecting.
    pub(crate) fn lock_config(&self) -> tokio_postgres::Config {
        let mut config = tokio_postgres::Config::new();
        config
            .host(&self.host)
            .port(self.port)
            .user(&self.user)
            .dbname(&self.database)
            .ssl_mode(self.ssl_mode.for_lock())
            .connect_timeout(self.connect_timeout)
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

    /// The encryption that goes with [`Self::lock_config`]; nothing where there is to be none.
    async fn tls(&self) -> Result<Option<MakeRustlsConnect>, BadCertificates> {
        tls::connector(self.ssl_mode, &self.roots).await
    }

    /// The name under which a connection for `purpose` is seen in `pg_stat_activity`.
    pub(crate) fn application_for(&self, purpose: &str) -> String {
        format!("{}/{purpose}", self.application)
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { user, host, port, database, .. } = self;
        let (open, close) = if host.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "postgres://{user}@{open}{host}{close}:{port}/{database}")
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

fn looks_pooled(host: &str, port: u16) -> bool {
    // Neon puts the mark at the end of the first label: ep-name-pooler.region.aws.neon.tech.
    let label = host.split('.').next().unwrap_or(host);
    label.ends_with("-pooler") || POOLED_PORTS.contains(&port)
}

/// Settings as the server's command line, spaces and backslashes protected.
fn command_line(settings: &[(String, String)]) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(' ', "\\ ");
    let words = settings.iter().map(|(name, value)| format!("-c {}={}", name, escaped(value)));
    words.collect::<Vec<_>>().join(" ")
}
