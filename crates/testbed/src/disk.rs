//! A small disk: a file system of some megabytes in memory that a test fills to the last byte.
//!
//! ```text
//!   mount ──> empty ── fill ──> full: whoever wants a new page is refused (ENOSPC)
//!               ^                 │
//!               └──── empties <───┘            drop: unmounted, folder removed
//! ```
//!
//! Mounting takes root, so elsewhere [`SmallDisk::mount`] says [`Error::NotRoot`]: a reason to skip a
//! test. On failure: a test that is killed leaves the disk to the reaper, which unmounts it.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: Drop cannot await")]

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::unistd::Uid;

use crate::account::Account;
use crate::folder::Folder;
use crate::{Error, reaper};

/// What fills it.
const BALLAST: &str = "ballast";

const PAGE: [u8; 4096] = [b'x'; 4096];

#[derive(Debug)]
pub struct SmallDisk {
    mounted: PathBuf,
    // Dropped after the disk was unmounted.
    _folder: Folder,
}

impl SmallDisk {
    /// Mounts an empty one of so many megabytes.
    pub fn mount(megabytes: u32) -> Result<Self, Error> {
        if !Uid::effective().is_root() {
            return Err(Error::NotRoot { what: "a small disk is mounted" });
        }
        let folder = Folder::throw_away("disk", &Account::for_servers()?)?;
        let mounted = folder.path().join("small");
        fs::create_dir_all(&mounted).map_err(Error::io("make a folder for a small disk"))?;
        reaper::remember_mount(&mounted)?;
        let size = format!("size={megabytes}m,mode=0755");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&mounted);
        let done = mount.output().map_err(Error::io("mount a small disk"))?;
        if !done.status.success() {
            return Err(Error::DidNotStart {
                what: "mount".to_owned(),
                outcome: crate::process::describe(done.status),
                log: String::from_utf8_lossy(&done.stderr).into_owned(),
            });
        }
        Ok(Self { mounted, _folder: folder })
    }

    /// Writes until not a byte more fits; tells how many pages that took.
    pub fn fill(&self) -> Result<usize, Error> {
        let told = || Error::io("fill a small disk");
        let mut ballast =
            fs::OpenOptions::new().create(true).append(true).open(self.ballast()).map_err(told())?;
        let mut pages = 0;
        loop {
            match ballast.write_all(&PAGE) {
                Ok(()) => pages += 1,
                Err(full) if full.kind() == ErrorKind::StorageFull => return Ok(pages),
                Err(error) => return Err(told()(error)),
            }
        }
    }

    /// Takes away what filled it.
    pub fn empties(&self) -> Result<(), Error> {
        fs::remove_file(self.ballast()).map_err(Error::io("empty a small disk"))
    }

    /// A folder on it that belongs to this user, for the tables of a server.
    pub(crate) fn tablespace(&self, account: &Account) -> Result<PathBuf, Error> {
        let path = self.mounted.join("tables");
        fs::create_dir_all(&path).map_err(Error::io("make a folder on a small disk"))?;
        account.give(&path)?;
        Ok(path)
    }

    fn ballast(&self) -> PathBuf {
        self.mounted.join(BALLAST)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if is_unmounted(&self.mounted) {
            reaper::forget_mount(&self.mounted);
        }
    }
}

/// Unmounts it even while a server that is about to end has files on it.
fn is_unmounted(path: &Path) -> bool {
    let done = Command::new("umount").arg("-l").arg(path).output();
    done.is_ok_and(|done| done.status.success())
}
