//! What is unusual about a world: a server with settings of its own, a small disk, names that can go, a proxy.
//!
//! Each is made by the test, which may have to skip where the machine cannot do it, and handed to the
//! builder. Without any of them a world is on a server it shares, and knows everybody by address.

use std::sync::Arc;

use testbed::Error;
use testbed::disk::SmallDisk;
use testbed::forward::ForwardProxy;
use testbed::names::{DATABASE, KIE, Names, TELEGRAM};
use testbed::process::Process;
use testbed::server::Server;
use testbed::tls::TlsFront;

use super::{Builder, PATIENCE, Place, World};

/// What addresses look like before they have names.
const LOOPBACK: &str = "127.0.0.1";

impl Builder {
    /// Gives the world a server of its own with these settings, such as `max_connections=30`.
    pub fn server_settings(mut self, settings: &[&str]) -> Self {
        self.server_settings.extend(settings.iter().map(|setting| (*setting).to_owned()));
        self.own_server()
    }

    /// Gives the world a server of its own whose tables are on this disk.
    pub fn on_disk(mut self, disk: &Arc<SmallDisk>) -> Self {
        self.disk = Some(Arc::clone(disk));
        self.own_server()
    }

    /// Lets instances know the database, Telegram and KIE by these names instead of by address.
    pub fn by_names(mut self, names: &Arc<Names>) -> Self {
        self.names = Some(Arc::clone(names));
        self
    }

    /// Lets Telegram be found behind TLS only, by a name that only this proxy knows; the address of the
    /// proxy is for the test to hand out.
    pub fn telegram_behind(mut self, proxy: &Arc<ForwardProxy>) -> Self {
        self.proxy = Some(Arc::clone(proxy));
        self
    }

    pub(super) async fn server(&self) -> Result<Server, Error> {
        if let Some(disk) = &self.disk {
            return Server::start_on(disk).await;
        }
        let settings: Vec<&str> = self.server_settings.iter().map(String::as_str).collect();
        Server::start_with(&settings).await
    }

    /// The program and its arguments, with what must stand before them.
    pub(super) fn command(&self, arguments: &[&str]) -> (String, Vec<String>) {
        let before = self.names.as_ref().map(|names| names.before_program());
        let mut words = before.unwrap_or_default().into_iter();
        let program = self.program.display().to_string();
        let arguments = arguments.iter().map(|word| (*word).to_owned());
        match words.next() {
            None => (program, arguments.collect()),
            Some(first) => (first, words.chain([program]).chain(arguments).collect()),
        }
    }

    /// The value of a variable as an instance gets it: by name, where it is an address with one.
    pub(super) fn by_name(&self, variable: &str, value: String) -> String {
        if self.names.is_none() {
            return value;
        }
        match variable {
            // A name says nothing about how near its host is, so it says that plain text will do.
            "DATABASE_URL" | "LOCK_DATABASE_URL" => {
                value.replacen(LOOPBACK, DATABASE, 1) + "?sslmode=disable"
            }
            "TELEGRAM_API_URL" => value.replacen(LOOPBACK, TELEGRAM, 1),
            "KIE_API_URL" | "KIE_UPLOAD_URL" => value.replacen(LOOPBACK, KIE, 1),
            _ => value,
        }
    }
}

/// Telegram as instances find it behind a proxy.
#[derive(Debug)]
pub(super) struct Hidden(TlsFront);

impl Hidden {
    /// Puts TLS before the Telegram at this plain address, and lets the proxy alone know the way.
    pub(super) async fn behind(proxy: &ForwardProxy, telegram: &str) -> Result<Self, Error> {
        let address = telegram.trim_start_matches("http://").parse();
        let address = address.unwrap_or_else(|_| panic!("{telegram} has no plain host and port"));
        let front = TlsFront::start(TELEGRAM, address).await?;
        proxy.leads(TELEGRAM, front.address());
        Ok(Self(front))
    }

    /// What an instance must know to find it there.
    pub(super) fn variables(&self) -> [(String, String); 2] {
        let authority = self.0.authority().display().to_string();
        [
            ("TELEGRAM_API_URL".to_owned(), format!("https://{TELEGRAM}")),
            ("SSL_CERT_FILE".to_owned(), authority),
        ]
    }
}

const SCRIPT: &str = include_str!("../../../../deploy/postgres/roles.sql");

/// Who the program is while it serves.
pub(super) const APP: &str = "trt_app";
const OWNER: &str = "trt_owner";

impl Builder {
    /// Lets the owner migrate, and the program serve as the app.
    pub fn with_roles(mut self) -> Self {
        self.roles = true;
        self
    }
}

impl World {
    pub(super) async fn makes_roles(&self) -> Result<(), Error> {
        let admin = match &self.place {
            Place::Shared(database) => database.connect().await?,
            Place::Own(server) => server.connect("postgres").await?,
            Place::Lent(url) => testbed::server::connect(url).await?,
            Place::Given(given) => testbed::server::connect(&given.url).await?,
        };
        let made = admin.batch_execute(SCRIPT).await;
        made.map_err(|error| failed("roles.sql", error.to_string(), String::new()))?;
        let migrate = Process::build("trt migrate", &self.builder.program)
            .bare_environment()
            .args(["migrate"])
            .env("DATABASE_URL", as_role(&self.database_url(), OWNER))
            .start()?;
        let status = migrate.exit(PATIENCE).await?;
        if status.success() {
            Ok(())
        } else {
            Err(failed("trt migrate", status.to_string(), migrate.tail()))
        }
    }
}

/// The same address for another role.
pub(super) fn as_role(url: &str, role: &str) -> String {
    url.replacen("//postgres@", &format!("//{role}@"), 1)
}

fn failed(what: &str, outcome: String, log: String) -> Error {
    Error::DidNotStart { what: what.to_owned(), outcome, log }
}
