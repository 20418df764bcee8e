//! A copy of a server as it was, and a server that goes on from it to a named point of the archived log.
//!
//! ```text
//!   running, archiving ── back_up ──> stopped copy ── recover(archive, point) ──> a primary of its own, as of then
//! ```
//!
//! The archive is a folder of the caller's, into which the first server copies its log (`archive_command`).

use std::path::Path;

use crate::process::Process;
use crate::server::{SET_UP, SUPERUSER, Server};
use crate::{Error, SOON, folder, wait};

impl Server {
    /// Copies this server while it runs; the copy is not started.
    pub async fn back_up(&self) -> Result<Self, Error> {
        let mut copy = Self::throw_away("backup")?;
        copy.password.clone_from(&self.password);
        Process::build("pg_basebackup", self.binaries.program("pg_basebackup"))
            .args(["--host=127.0.0.1", "--username", SUPERUSER, "--no-password", "--port"])
            .arg(self.address.port().to_string())
            .args(["--wal-method=stream", "--checkpoint=fast", "--no-sync", "--pgdata"])
            .arg(copy.data())
            .env("PGPASSWORD", self.password.as_deref().unwrap_or_default())
            .folder(copy.folder.path())
            .account(&copy.account)
            .start()?
            .succeed(SET_UP)
            .await?;
        Ok(copy)
    }

    /// Starts a copy and lets it go on, with the log from this folder, to the restore point of this name.
    pub async fn recover(&mut self, archive: &Path, point: &str) -> Result<(), Error> {
        folder::write_private(&self.data().join("recovery.signal"), "", &self.account)?;
        self.settings = vec![
            format!("restore_command=cp {}/%f %p", archive.display()),
            format!("recovery_target_name={point}"),
            "recovery_target_action=promote".to_owned(),
        ];
        self.resume().await?;
        let client = self.connect(SUPERUSER).await?;
        wait::until(&format!("the restore point {point}"), SOON, async || {
            let row = client.query_one("select pg_is_in_recovery()", &[]).await.ok()?;
            (!row.get::<_, bool>(0)).then_some(())
        })
        .await
    }
}
