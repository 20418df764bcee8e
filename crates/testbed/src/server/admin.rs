//! What the testbed itself asks a server, over ordinary connections.

use std::path::Path;
use std::time::Duration;

use tokio_postgres::{Client, Config, NoTls};

use super::{SUPERUSER, Server};
use crate::Error;

const CONNECT: Duration = Duration::from_secs(5);

impl Server {
    /// Connects as superuser; the connection lives as long as the returned client.
    pub async fn connect(&self, database: &str) -> Result<Client, Error> {
        connect(&self.url(database)).await
    }

    /// Ends the session of a backend, as an administrator would; tells whether there was one.
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

/// Connects to the database at `url`; the connection lives as long as the returned client.
pub async fn connect(url: &str) -> Result<Client, Error> {
    let mut config: Config = url.parse().map_err(Error::database("read the address"))?;
    config.application_name("testbed").connect_timeout(CONNECT);
    let connected = config.connect(NoTls).await;
    let (client, connection) = connected.map_err(Error::database("connect to PostgreSQL"))?;
    // It ends with the client; an error reaches whoever asks the client next.
    tokio::spawn(async { drop(connection.await) });
    Ok(client)
}

/// Asks whoever listens at `url` whether it is the server on `data`; None: not yet there.
pub(super) async fn greet(url: &str, data: &Path) -> Option<Result<(), Error>> {
    let client = connect(url).await.ok()?;
    let row = client.query_one("select current_setting('data_directory')", &[]).await.ok()?;
    let served: String = row.get(0);
    // Another one: two runs drew the same port. Ours will end by itself, and then we draw again.
    (Path::new(&served) == data).then_some(Ok(()))
}
