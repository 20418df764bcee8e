//! What the testbed itself asks a server, over ordinary connections.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tokio_postgres::{Client, Config, NoTls};

use super::{SUPERUSER, Server};
use crate::Error;

const CONNECT: Duration = Duration::from_secs(5);

impl Server {
    /// Connects as superuser; the connection lives as long as the returned client.
    ///
    /// # Errors
    /// When the server does not accept it.
    pub async fn connect(&self, database: &str) -> Result<Client, Error> {
        connect(&configuration(self.address, self.password.as_deref(), database)).await
    }

    /// Ends the session of a backend, as an administrator would; tells whether there was one.
    ///
    /// # Errors
    /// When the server cannot be asked.
    pub async fn terminate_backend(&self, backend: i32) -> Result<bool, Error> {
        let row = self
            .connect(SUPERUSER)
            .await?
            .query_one("select pg_terminate_backend($1)", &[&backend])
            .await
            .map_err(Error::database("terminate a backend"))?;
        Ok(row.get(0))
    }
}

fn configuration(address: SocketAddr, password: Option<&str>, database: &str) -> Config {
    let mut config = Config::new();
    config
        .host(address.ip().to_string())
        .port(address.port())
        .user(SUPERUSER)
        .dbname(database)
        .application_name("testbed")
        .connect_timeout(CONNECT);
    if let Some(password) = password {
        config.password(password);
    }
    config
}

/// Connects and lets a task of the current runtime carry the connection.
pub(crate) async fn connect(config: &Config) -> Result<Client, Error> {
    let (client, connection) =
        config.connect(NoTls).await.map_err(Error::database("connect to PostgreSQL"))?;
    // It ends with the client; an error reaches whoever asks the client next.
    tokio::spawn(async { drop(connection.await) });
    Ok(client)
}

/// Asks whoever listens at `address` whether it is the server on `data`; None: not yet there.
pub(super) async fn greet(
    address: SocketAddr,
    password: Option<&str>,
    data: &Path,
) -> Option<Result<(), Error>> {
    let client = connect(&configuration(address, password, SUPERUSER)).await.ok()?;
    let row = client.query_one("select current_setting('data_directory')", &[]).await.ok()?;
    let served: String = row.get(0);
    if Path::new(&served) == data {
        Some(Ok(()))
    } else {
        // Two runs drew the same port. Ours will end by itself, and then we draw again.
        None
    }
}
