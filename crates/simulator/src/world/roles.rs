//! Two roles instead of a superuser: the owner migrates, the app serves and may not change the schema.
//!
//! The script is the one that operators run, and the program is told to migrate as they would tell
//! it. Without this a world runs as the superuser of its server and migrates by itself.

use testbed::Error;
use testbed::process::Process;

use super::{Builder, PATIENCE, Place, World};

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
