//! Folders for servers: a throw-away one that goes with its owner, a kept one that stays.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: Drop cannot await")]

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::{Error, random, reaper};

/// Where folders are made if that can be reached: `./dev test` names a folder in memory, since nothing that a test
/// writes has to outlive the machine, and every commit of every test waits for the disk otherwise.
const FOLDER: &str = "TESTBED_FOLDER";

/// A folder that belongs to one server.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    kept: bool,
}

impl Folder {
    /// Makes an empty folder that is removed when this value, or the process, goes.
    pub(crate) fn throw_away(purpose: &str, account: &Account) -> Result<Self, Error> {
        let mut refused = None;
        let wanted = std::env::var_os(FOLDER).map(PathBuf::from);
        let usual = [std::env::temp_dir(), "/var/tmp".into(), "/tmp".into()];
        for base in wanted.into_iter().chain(usual) {
            match account.check_reaches(&base) {
                Ok(()) => return Self::make_below(&base, purpose, account),
                Err(error) => refused = Some(error),
            }
        }
        Err(refused.unwrap_or(Error::NoAccount))
    }

    fn make_below(base: &Path, purpose: &str, account: &Account) -> Result<Self, Error> {
        let name = format!("testbed-{purpose}-{}", random::hex(8)?);
        let path = base.join(name);
        // First the reaper, then the folder: a kill in between leaves nothing.
        reaper::remember_folder(&path)?;
        make_private(&path)?;
        account.give(&path)?;
        Ok(Self { path, kept: false })
    }

    /// Opens a folder that outlives us, and makes it if it is not there.
    pub(crate) fn kept(path: &Path, account: &Account) -> Result<Self, Error> {
        let path = std::path::absolute(path).map_err(Error::io(path.display().to_string()))?;
        if !path.exists() {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)
                    .map_err(Error::io(format!("make {}", parent.display())))?;
            }
            make_private(&path)?;
            account.give(&path)?;
        }
        account.check_reaches(&path)?;
        Ok(Self { path, kept: true })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed now is left to the reaper, which still remembers it.
        if !self.kept && fs::remove_dir_all(&self.path).is_ok() {
            reaper::forget_folder(&self.path);
        }
    }
}

/// Writes a file that only the server's user can read.
pub(crate) fn write_private(path: &Path, text: &str, account: &Account) -> Result<(), Error> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let what = || format!("write {}", path.display());
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)
        .map_err(Error::io(what()))?;
    file.write_all(text.as_bytes()).map_err(Error::io(what()))?;
    account.give(path)
}

/// Reads a small file whole.
pub(crate) fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(Error::io(format!("read {}", path.display())))
}

fn make_private(path: &Path) -> Result<(), Error> {
    DirBuilder::new()
        .mode(0o700)
        .create(path)
        .map_err(Error::io(format!("make {}", path.display())))
}
