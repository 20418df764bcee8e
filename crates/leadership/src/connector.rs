//! How the elector gets its connection: whatever TLS the caller wants, one type here.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
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
    pub fn new<T>(mut config: Config, tls: T) -> Self
    where
        T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
        T::Stream: Send + 'static,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        let open = move || -> Boxed<Opened> {
            let (config, tls) = (config.clone(), tls.clone());
            Box::pin(async move {
                let (client, connection) = config.connect(tls).await?;
                Ok((client, Box::pin(connection) as Carrier))
            })
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

impl std::fmt::Debug for Connector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The configuration holds a password.
        f.write_str("Connector")
    }
}
