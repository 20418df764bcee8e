//! The cluster of a test run, and a database of its own for each test.
//!
//! ```text
//!   TRT_TEST_PG (from `testbed pg -- COMMAND`) or, without it, a server of this process
//!        └── template "store-4f1c"   prepared once per cluster, by whoever comes first
//!               ├── testbed_7a10...  one test
//!               └── testbed_c3f2...  another
//! ```
//!
//! Test runners start many processes at once; they agree through an advisory lock in the cluster.
//! A process that dies while it prepares a template leaves it unmarked, and the next one makes it
//! anew.

use tokio::sync::OnceCell;
use tokio_postgres::Client;

use crate::server::{SUPERUSER, Server, connect};
use crate::{Error, random};

/// The variable that carries the address of the run's cluster.
pub const VARIABLE: &str = "TRT_TEST_PG";

/// PostgreSQL's limit for names.
const NAME_LENGTH: usize = 63;

static SHARED: OnceCell<Cluster> = OnceCell::const_new();

/// A PostgreSQL that many tests share.
#[derive(Debug)]
pub struct Cluster {
    url: String,
    /// Our own, if nobody gave us one; the reaper ends it with the process.
    _server: Option<Server>,
}

/// A prepared database that others are cloned from.
#[derive(Debug, Clone)]
pub struct Template {
    cluster: &'static Cluster,
    name: String,
}

/// A database that belongs to one test and goes with it.
#[derive(Debug)]
pub struct Database {
    cluster: &'static Cluster,
    name: String,
}

impl Cluster {
    /// The cluster of this test run.
    pub async fn shared() -> Result<&'static Self, Error> {
        SHARED
            .get_or_try_init(|| async {
                match std::env::var(VARIABLE) {
                    Ok(url) if !url.is_empty() => Ok(Self { url, _server: None }),
                    Ok(_) | Err(_) => {
                        let server = Server::start().await?;
                        Ok(Self { url: server.url(SUPERUSER), _server: Some(server) })
                    }
                }
            })
            .await
    }

    pub async fn empty_database(&'static self) -> Result<Database, Error> {
        self.clone_from("template0").await
    }

    /// The template `name`, prepared by `prepare` if nobody has done it in this cluster.
    ///
    /// `prepare` gets the address of a new database and must leave no connection to it open. The
    /// name stands for the contents: put a hash of them into it.
    pub async fn template<E: From<Error>>(
        &'static self,
        name: &str,
        prepare: impl AsyncFnOnce(String) -> Result<(), E>,
    ) -> Result<Template, E> {
        assert!(name.len() <= NAME_LENGTH, "the template's name {name:?} is too long");
        let admin = self.admin().await?;
        let template = Template { cluster: self, name: name.to_owned() };
        // Ends with the session, also if we die here.
        run(&admin, &format!("select pg_advisory_lock(hashtext('{}'))", quoted(name, '\'')))
            .await?;
        let found = admin
            .query_opt("select datistemplate from pg_database where datname = $1", &[&name])
            .await
            .map_err(Error::database("look for the template"))?;
        let ident = quoted(name, '"');
        match found.map(|row| row.get(0)) {
            Some(true) => return Ok(template),
            Some(false) => run(&admin, &format!("drop database \"{ident}\" with (force)")).await?,
            None => {}
        }
        run(&admin, &format!("create database \"{ident}\" template template0")).await?;
        prepare(self.url(name)).await?;
        let seal = format!("alter database \"{ident}\" is_template true allow_connections false");
        run(&admin, &seal).await?;
        Ok(template)
    }

    async fn clone_from(&'static self, template: &str) -> Result<Database, Error> {
        let name = format!("testbed_{}", random::hex(16)?);
        let template = quoted(template, '"');
        // Copied as files: the log need not hold each page of a database that lives for seconds.
        let clone = format!("create database {name} template \"{template}\" strategy file_copy");
        run(&self.admin().await?, &clone).await?;
        Ok(Database { cluster: self, name })
    }

    async fn admin(&self) -> Result<Client, Error> {
        connect(&self.url).await
    }

    fn url(&self, database: &str) -> String {
        with_database(&self.url, database)
    }
}

impl Template {
    pub async fn database(&self) -> Result<Database, Error> {
        self.cluster.clone_from(&self.name).await
    }
}

impl Database {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn url(&self) -> String {
        self.cluster.url(&self.name)
    }

    pub async fn connect(&self) -> Result<Client, Error> {
        connect(&self.url()).await
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // Drop cannot await, and the test's runtime may be ending: a thread with one of its own.
        let (cluster, name) = (self.cluster, std::mem::take(&mut self.name));
        let removal = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            if let Ok(runtime) = runtime {
                runtime.block_on(async {
                    let admin = cluster.admin().await?;
                    run(&admin, &format!("drop database {name} with (force)")).await
                })
            } else {
                Ok(())
            }
        });
        // A cluster that is gone has taken the database with it.
        drop(removal.join());
    }
}

async fn run(admin: &Client, statement: &str) -> Result<(), Error> {
    admin.batch_execute(statement).await.map_err(Error::database(statement.to_owned()))
}

/// `text` for use between two `quote`s in SQL.
fn quoted(text: &str, quote: char) -> String {
    text.replace(quote, &format!("{quote}{quote}"))
}

/// The address `url` with another database in it.
fn with_database(url: &str, database: &str) -> String {
    let (place, parameters) = url.split_once('?').map_or((url, None), |(p, q)| (p, Some(q)));
    let host = place.find("://").map_or(0, |scheme| scheme + 3);
    let end = place[host..].find('/').map_or(place.len(), |slash| host + slash);
    let parameters = parameters.map_or(String::new(), |text| format!("?{text}"));
    format!("{}/{database}{parameters}", &place[..end])
}

#[cfg(test)]
mod tests {
    use super::with_database;

    #[test]
    fn the_database_of_an_address_is_replaced_and_nothing_else() {
        let addresses = [
            ("postgres://a@h:1/old", "postgres://a@h:1/new"),
            ("postgres://a@h:1", "postgres://a@h:1/new"),
            ("postgresql://a:b@h/?sslmode=disable", "postgresql://a:b@h/new?sslmode=disable"),
        ];
        for (old, new) in addresses {
            assert_eq!(with_database(old, "new"), new);
        }
    }
}
