//! A second server that follows the first, until it is promoted.
//!
//! It is an ordinary streaming replica: a base backup, then the log as it is written
//! (asynchronously, so a promotion may lose the last commits, as in life). Promotion leaves the old
//! primary alone; whether that one still runs is the caller's choice.

use crate::process::Process;
use crate::server::{SET_UP, SUPERUSER, Server};
use crate::{Error, SOON, wait};

impl Server {
    /// Makes a hot standby that follows this server.
    pub async fn standby(&self) -> Result<Self, Error> {
        let mut standby = Self::throw_away("standby")?;
        standby.password.clone_from(&self.password);
        Process::build("pg_basebackup", self.binaries.program("pg_basebackup"))
            .args(["--host=127.0.0.1", "--username", SUPERUSER, "--no-password", "--port"])
            .arg(self.address.port().to_string())
            .args(["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast"])
            .args(["--no-sync", "--pgdata"])
            .arg(standby.data())
            .env("PGPASSWORD", self.password.as_deref().unwrap_or_default())
            .folder(standby.folder.path())
            .account(&standby.account)
            .start()?
            .succeed(SET_UP)
            .await?;
        standby.resume().await?;
        Ok(standby)
    }

    /// Waits until this standby has replayed everything `primary` has written so far.
    pub async fn catch_up_with(&self, primary: &Self) -> Result<(), Error> {
        let ask = Error::database("read the position in the log");
        let row = primary
            .connect(SUPERUSER)
            .await?
            .query_one("select pg_current_wal_lsn()::text", &[])
            .await
            .map_err(ask)?;
        let goal: String = row.get(0);
        let client = self.connect(SUPERUSER).await?;
        wait::until(&format!("the standby to reach {goal}"), SOON, async || {
            let query = "select pg_last_wal_replay_lsn() >= $1::text::pg_lsn";
            let reached = client.query_one(query, &[&goal]).await.ok()?;
            reached.get::<_, Option<bool>>(0).unwrap_or(false).then_some(())
        })
        .await
    }

    /// Makes this standby a primary of its own.
    pub async fn promote(&self) -> Result<(), Error> {
        let client = self.connect(SUPERUSER).await?;
        client
            .query_one("select pg_promote(true, 60)", &[])
            .await
            .map_err(Error::database("promote the standby"))?;
        Ok(())
    }
}
