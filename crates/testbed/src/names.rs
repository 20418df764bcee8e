//! Host names that one process believes in, until a test takes them away.
//!
//! ```text
//!   Names::new ──> known: every name means loopback ── vanish ──> unknown: look-ups fail at once
//!                    ^                                               │
//!                    └────────────────── return ─────────────────────┘
//! ```
//!
//! The process runs in a mount namespace of its own, in which `/etc/hosts` is a file of the test and
//! the one resolver of `/etc/resolv.conf` is a loopback address at which nobody answers. What the
//! machine itself believes in is left alone, and everything goes with the process.
//!
//! It takes root, Linux, and a C library that reads those two files each time it is asked (glibc does);
//! elsewhere [`Names::new`] says [`Error::NotRoot`]: a reason to skip a test.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: one small file")]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use nix::unistd::Uid;

use crate::account::Account;
use crate::folder::Folder;
use crate::{Error, places};

/// The database, Telegram and KIE, in a domain that is nobody's.
pub const DATABASE: &str = "db.trt.test";
pub const TELEGRAM: &str = "telegram.trt.test";
pub const KIE: &str = "kie.trt.test";

/// Nobody listens there, and the kernel says so at once.
const RESOLVER: &str = "nameserver 127.66.66.66\noptions timeout:1 attempts:1\n";

/// Mounts the two files over the machine's, then becomes the program.
const ENTER: &str =
    r#"mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && shift 2 && exec "$@""#;

#[derive(Debug)]
pub struct Names {
    folder: Folder,
}

impl Names {
    /// Names that are known from the start.
    pub fn new() -> Result<Self, Error> {
        if !Uid::effective().is_root() || places::program("unshare").is_none() {
            return Err(Error::NotRoot { what: "a process gets host names of its own" });
        }
        let names = Self { folder: Folder::throw_away("names", &Account::Own)? };
        names.write("resolv.conf", RESOLVER)?;
        names.come_back()?;
        Ok(names)
    }

    /// Lets nobody know them any more.
    pub fn vanish(&self) -> Result<(), Error> {
        self.write("hosts", "127.0.0.1 localhost\n")
    }

    /// Makes them known again.
    pub fn come_back(&self) -> Result<(), Error> {
        self.write("hosts", &format!("127.0.0.1 localhost {DATABASE} {TELEGRAM} {KIE}\n"))
    }

    /// What stands before the program and its arguments, so that it believes in these names.
    pub fn before_program(&self) -> Vec<String> {
        let path = |file: &str| self.path(file).display().to_string();
        ["unshare", "--mount", "sh", "-c", ENTER, "names", &path("hosts"), &path("resolv.conf")]
            .map(str::to_owned)
            .to_vec()
    }

    /// In place, for another file of the same name would not be the one that is mounted.
    fn write(&self, file: &str, text: &str) -> Result<(), Error> {
        let path = self.path(file);
        let told = || Error::io(format!("write {}", path.display()));
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)
            .map_err(told())?;
        file.write_all(text.as_bytes()).map_err(told())?;
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o644))
            .map_err(told())
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }
}
