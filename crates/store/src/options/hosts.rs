//! The hosts of an address: one server, or several of which one is the primary.
//!
//! ```text
//!   h1:5432,h2:5433,h3 ──> tried in order, from the one that worked last
//!                              └── whoever is silent for a second has the next one asked beside it
//! ```
//!
//! Each host is judged by itself: whether it is near, whether it is a socket, how it is encrypted. What
//! the address says of user, password, database and certificates is the same for all.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::bad_url::BadUrl;
use super::near;
use super::tls::SslMode;

const USUAL_HOST: &str = "localhost";
const USUAL_PORT: u16 = 5432;

/// A cluster has three or five; every connection may have to ask all of them.
const MOST: usize = 9;

/// Ports that only poolers use: `PgBouncer`'s own, Supabase's, and that of `DigitalOcean`.
const POOLED_PORTS: [u16; 3] = [6432, 6543, 25061];

/// One server of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Host {
    pub(super) name: String,
    pub(super) port: u16,
    pub(super) ssl_mode: SslMode,
}

/// The host to begin with: the one that worked last, as far as anybody knows. A hint and no more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Favourite(Arc<AtomicUsize>);

impl Host {
    /// The hosts of an address with the port of each, and the encryption that it gets.
    pub(super) fn read(
        names: &[String],
        ports: &[Option<u16>],
        ssl_mode: SslMode,
    ) -> Result<Vec<Self>, BadUrl> {
        if names.len() > MOST {
            return Err(BadUrl::TooManyHosts { most: MOST });
        }
        if ports.len() != 1 && ports.len() != names.len() {
            return Err(BadUrl::Unequal { hosts: names.len(), ports: ports.len() });
        }
        let port = |place: usize| ports.get(place).or(ports.first()).copied().flatten();
        let host = |(place, name): (usize, &String)| Self {
            name: if name.is_empty() { USUAL_HOST.to_owned() } else { name.clone() },
            port: port(place).unwrap_or(USUAL_PORT),
            ssl_mode,
        };
        Ok(names.iter().enumerate().map(host).map(Self::encrypted).collect())
    }

    /// What this host gets of the encryption that the address asks for.
    fn encrypted(mut self) -> Self {
        if self.name.starts_with('/') {
            // A socket of this machine: nothing to encrypt, and the server would refuse it.
            self.ssl_mode = SslMode::Disable;
        } else if self.ssl_mode == SslMode::Prefer && !near::is_near(&self.name) {
            // To prefer encryption is to do without it as soon as somebody in between says so.
            self.ssl_mode = SslMode::Require;
        }
        self
    }

    /// Whether nobody but us and our own can listen on the way to it.
    pub(super) fn is_near(&self) -> bool {
        near::is_near(&self.name)
    }

    pub(super) fn looks_pooled(&self) -> bool {
        // Neon puts the mark at the end of the first label: ep-name-pooler.region.aws.neon.tech.
        let label = self.name.split('.').next().unwrap_or(&self.name);
        label.ends_with("-pooler") || POOLED_PORTS.contains(&self.port)
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, port, .. } = self;
        let (open, close) = if name.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "{open}{name}{close}:{port}")
    }
}

impl Favourite {
    /// All places of so many hosts, the favourite first.
    pub(crate) fn first(&self, hosts: usize) -> impl ExactSizeIterator<Item = usize> + use<> {
        let first = self.0.load(Ordering::Relaxed);
        (0..hosts).map(move |turn| (first + turn) % hosts)
    }

    /// Whoever tries next begins here.
    pub(crate) fn is(&self, place: usize) {
        self.0.store(place, Ordering::Relaxed);
    }
}
