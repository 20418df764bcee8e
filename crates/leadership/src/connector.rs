//! How the elector gets its connection: whatever TLS the caller wants, one type here.
//!
//! ```text
//!   open ──> the host that worked last ──> the next ──> ... ──> the last one's error
//!               └── one that says nothing for a second has the next one asked beside it
//! ```
//!
//! Where several servers may be the primary each has a configuration of its own. One that is merely slow,
//! as a new primary is that everybody storms, is still waited for while the others are asked.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Client, Config, NoTls, Socket};

/// So long a server is waited for alone.
const HEAD_START: Duration = Duration::from_secs(1);

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
    /// a standby answers as well.
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
            Box::pin(to_one(configs, first, tls))
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

/// Connects to the first server that will do, beginning with the one that worked last.
async fn to_one<T>(configs: Arc<Vec<Config>>, last: Arc<AtomicUsize>, tls: T) -> Opened
where
    T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
    T::Stream: Send + 'static,
    T::TlsConnect: Send,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
{
    let (number, first) = (configs.len(), last.load(Ordering::Relaxed));
    if let [only] = configs.as_slice() {
        let (client, connection) = only.connect(tls).await?;
        return Ok((client, Box::pin(connection) as Carrier));
    }
    let mut tries = JoinSet::new();
    for turn in 0..number {
        let (place, tls, configs) = ((first + turn) % number, tls.clone(), Arc::clone(&configs));
        tries.spawn(async move { (place, configs[place].connect(tls).await) });
        let (is_last, head_start) = (turn + 1 == number, sleep(HEAD_START));
        tokio::pin!(head_start);
        loop {
            let tried = tokio::select! {
                biased;
                tried = tries.join_next() => tried,
                () = &mut head_start, if !is_last => break,
            };
            match tried {
                Some(Ok((place, Ok((client, connection))))) => {
                    last.store(place, Ordering::Relaxed);
                    return Ok((client, Box::pin(connection) as Carrier));
                }
                Some(Ok((_, Err(error)))) if is_last && tries.is_empty() => return Err(error),
                Some(_) if is_last => {}
                Some(_) | None => break,
            }
        }
    }
    // Every one of them panicked: what the first says now is as good as anything.
    let (client, connection) = configs[first].connect(tls).await?;
    Ok((client, Box::pin(connection) as Carrier))
}

impl std::fmt::Debug for Connector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The configuration holds a password.
        f.write_str("Connector")
    }
}
