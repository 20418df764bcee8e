//! How the elector gets its connection: whatever TLS the caller wants, one type here.
//!
//! ```text
//!   open ──> the host that worked last ──> the next ──> ... ──> the last one's error
//!               └── each is waited for as long as its configuration says; the last one for as long as the
//!                   caller has patience
//! ```
//!
//! Where several servers may be the primary each has a configuration of its own. One that says nothing at
//! all costs a share of the time and no more, and whoever gives up half-way begins with the next one.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Client, Config, NoTls, Socket};

/// Nobody answers a connection attempt later than this.
const PATIENCE: Duration = Duration::from_secs(5);

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;
/// Carries the connection until it ends.
pub(crate) type Carrier = Boxed<Result<(), tokio_postgres::Error>>;
type Opened = Result<(Client, Carrier), tokio_postgres::Error>;

/// Opens direct connections to one database.
#[derive(Clone)]
pub struct Connector {
    open: Arc<dyn Fn() -> Boxed<Opened> + Send + Sync>,
}

impl Connector {
    /// Connects as `config` says, with this TLS.
    pub fn new<T>(config: Config, tls: T) -> Self
    where
        T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
        T::Stream: Send + 'static,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        Self::to_one_of(vec![config], tls)
    }

    /// Connects as the first of these says that leads anywhere, the one that worked last before the
    /// others: one configuration for each server that may be the primary.
    ///
    /// Each should ask for [`TargetSessionAttrs::ReadWrite`](tokio_postgres::config::TargetSessionAttrs), for
    /// a standby answers as well; its `connect_timeout` bounds all of connecting to it.
    ///
    /// # Panics
    /// Without any.
    pub fn to_one_of<T>(mut configs: Vec<Config>, tls: T) -> Self
    where
        T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
        T::Stream: Send + 'static,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        assert!(!configs.is_empty(), "somewhere to connect to");
        for config in &mut configs {
            if config.get_connect_timeout().is_none() {
                config.connect_timeout(PATIENCE);
            }
        }
        let (configs, first) = (Arc::new(configs), Arc::new(AtomicUsize::new(0)));
        let open = move || -> Boxed<Opened> {
            let (configs, first, tls) = (Arc::clone(&configs), Arc::clone(&first), tls.clone());
            Box::pin(async move { to_one(&configs, &first, tls).await })
        };
        Self { open: Arc::new(open) }
    }

    /// Connects as `config` says, without TLS.
    pub fn plain(config: Config) -> Self {
        Self::new(config, NoTls)
    }

    pub(crate) async fn open(&self) -> Opened {
        (self.open)().await
    }

    /// Connects for a few questions; the connection lives as long as the client.
    pub(crate) async fn client(&self) -> Result<Client, tokio_postgres::Error> {
        let (client, carrier) = self.open().await?;
        tokio::spawn(async { drop(carrier.await) });
        Ok(client)
    }
}

/// Connects to one server after the other, beginning with `first`.
async fn to_one<T>(configs: &[Config], first: &AtomicUsize, tls: T) -> Opened
where
    T: MakeTlsConnect<Socket> + Clone,
    T::Stream: Send + 'static,
{
    let (number, begin) = (configs.len(), first.load(Ordering::Relaxed));
    let mut turn = 0;
    loop {
        let place = (begin + turn) % number;
        turn += 1;
        let turned = Turn { first, next: (place + 1) % number };
        let connecting = configs[place].connect(tls.clone());
        let (client, connection) = if turn < number {
            let share = configs[place].get_connect_timeout().copied().unwrap_or(PATIENCE);
            let Ok(Ok(opened)) = tokio::time::timeout(share, connecting).await else { continue };
            opened
        } else {
            // Nobody is left to go to.
            connecting.await?
        };
        turned.ends_well(place);
        return Ok((client, Box::pin(connection) as Carrier));
    }
}

/// One server being tried. Given up half-way, it lets the next one begin elsewhere.
struct Turn<'a> {
    first: &'a AtomicUsize,
    next: usize,
}

impl Turn<'_> {
    fn ends_well(self, place: usize) {
        self.first.store(place, Ordering::Relaxed);
        std::mem::forget(self);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.first.store(self.next, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Connector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The configuration holds a password.
        f.write_str("Connector")
    }
}
