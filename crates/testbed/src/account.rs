//! As which user servers run: ourselves, or, when we are root, somebody without privileges.
//!
//! PostgreSQL and `PgBouncer` refuse to run as root. `postgres` comes with Debian's and Fedora's
//! packages, `nobody` exists everywhere, and both have the passwd entry that initdb asks for.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: milliseconds at a start")]

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::unistd::{Uid, User};

use crate::Error;

const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

/// The user a server runs as.
#[derive(Debug, Clone)]
pub(crate) enum Account {
    Own,
    /// Root dropped to this user.
    Dropped {
        name: String,
        uid: u32,
        gid: u32,
    },
}

impl Account {
    pub(crate) fn for_servers() -> Result<Self, Error> {
        if !Uid::effective().is_root() {
            return Ok(Self::Own);
        }
        UNPRIVILEGED
            .iter()
            .find_map(|name| User::from_name(name).ok().flatten())
            .map(|user| Self::Dropped {
                name: user.name,
                uid: user.uid.as_raw(),
                gid: user.gid.as_raw(),
            })
            .ok_or(Error::NoAccount)
    }

    pub(crate) fn apply(&self, command: &mut Command) {
        if let Self::Dropped { uid, gid, .. } = self {
            command.uid(*uid).gid(*gid);
        }
    }

    pub(crate) fn give(&self, path: &Path) -> Result<(), Error> {
        match self {
            Self::Own => Ok(()),
            Self::Dropped { uid, gid, .. } => chown(path, Some(*uid), Some(*gid))
                .map_err(Error::io(format!("give {} away", path.display()))),
        }
    }

    /// Refuses a folder this user cannot enter, such as anything below root's home.
    pub(crate) fn check_reaches(&self, folder: &Path) -> Result<(), Error> {
        let Self::Dropped { name, .. } = self else {
            return Ok(());
        };
        let mut probe = Command::new("/bin/sh");
        probe.args(["-c", "cd -- \"$1\"", "sh"]).arg(folder).current_dir("/").stderr(Stdio::null());
        self.apply(&mut probe);
        let status = probe.status().map_err(Error::io("start /bin/sh"))?;
        if status.success() {
            Ok(())
        } else {
            Err(Error::Unreachable { user: name.clone(), folder: folder.to_owned() })
        }
    }
}
