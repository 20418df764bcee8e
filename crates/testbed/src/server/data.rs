//! How a server's data comes into being: by initdb, or copied from where initdb has been before.

use std::path::{Path, PathBuf};

use super::{SET_UP, SUPERUSER, Server};
use crate::Error;
use crate::process::Process;

/// The variable that names data fresh from initdb: copying it takes a tenth of the time.
///
/// Copies share their system identifier, as no two clusters do in life.
pub(crate) const FRESH: &str = "TRT_TEST_PG_FRESH";

impl Server {
    /// Makes the data of a throw-away server.
    pub(super) async fn make_data(&self) -> Result<(), Error> {
        let fresh = std::env::var_os(FRESH).map(PathBuf::from).filter(|path| path.exists());
        match fresh {
            Some(fresh) => self.copy(&fresh, &self.data()).await,
            // The files need not survive a power cut: the test would not, either.
            None => self.init(&["--auth=trust", "--no-sync"]).await,
        }
    }

    /// Makes data that somebody is going to care for, behind the password in a file.
    pub(super) async fn make_kept_data(&self, secret: &Path) -> Result<(), Error> {
        let secret = format!("--pwfile={}", secret.display());
        self.init(&["--auth=scram-sha-256", &secret]).await
    }

    /// Sets the data of a server that has not started yet aside for others to copy.
    pub(super) async fn keep_fresh_copy(&self) -> Result<(), Error> {
        self.copy(&self.data(), &self.fresh()).await
    }

    /// Where the server of a test run keeps its fresh copy.
    pub(crate) fn fresh(&self) -> PathBuf {
        self.folder.path().join("fresh")
    }

    async fn init(&self, options: &[&str]) -> Result<(), Error> {
        Process::build("initdb", self.binaries.program("initdb"))
            .args(["--username", SUPERUSER, "--encoding=UTF8", "--locale=C", "--pgdata"])
            .arg(self.data())
            .args(options)
            .env("LC_ALL", "C")
            .folder(self.folder.path())
            .account(&self.account)
            .start()?
            .succeed(SET_UP)
            .await
    }

    async fn copy(&self, from: &Path, to: &Path) -> Result<(), Error> {
        Process::build("cp", "cp")
            .arg("-pR")
            .args([from, to])
            .folder(self.folder.path())
            .account(&self.account)
            .start()?
            .succeed(SET_UP)
            .await
    }
}
