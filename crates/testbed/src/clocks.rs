//! The clocks of a process, set while it runs.
//!
//! ```text
//!   WallClock::new ──> right ── set("+3600") ──> an hour ahead ── set("-3600") ──> an hour behind
//! ```
//!
//! It is `libfaketime`, loaded before the program, which reads what it is told from a file each time
//! it is asked. Of a [`WallClock`] only that one moves: the clocks that count on (`CLOCK_MONOTONIC`,
//! `CLOCK_BOOTTIME`) are left alone, as a jump of a machine's wall clock leaves them. With
//! [`EveryClock`] those move as well, so that what waits for a minute need not wait for it. It works with
//! programs that are linked dynamically; where the library is not installed both say
//! [`Error::NoProgram`]: a reason to skip a test.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: one small file")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::account::Account;
use crate::folder::Folder;

/// Below one of these, in a folder named after the machine's kind (Debian) or without one (Fedora).
const LIBRARIES: [&str; 4] = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib"];

const LIBRARY: &str = "faketime/libfaketime.so.1";

const ONLY_WALL: &str = "FAKETIME_DONT_FAKE_MONOTONIC";

/// The wall clock of a process that is still to be started.
#[derive(Debug)]
pub struct WallClock {
    library: PathBuf,
    folder: Folder,
}

/// All clocks of a process that is still to be started; to be set forward only.
#[derive(Debug)]
pub struct EveryClock(WallClock);

impl EveryClock {
    pub fn new() -> Result<Self, Error> {
        WallClock::new().map(Self)
    }

    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let variables = self.0.variables().into_iter();
        variables.filter(|(name, _)| *name != ONLY_WALL).collect()
    }

    /// Sets them to so many seconds off the right time, such as `+60`.
    pub fn set(&self, seconds: &str) -> Result<(), Error> {
        self.0.set(seconds)
    }
}

impl WallClock {
    pub fn new() -> Result<Self, Error> {
        let missing =
            Error::NoProgram { program: "libfaketime", install: "apt-get install libfaketime" };
        let library = library().ok_or(missing)?;
        let clock = Self { library, folder: Folder::throw_away("clock", &Account::Own)? };
        clock.set("+0")?;
        Ok(clock)
    }

    pub fn variables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.library.display().to_string()),
            ("FAKETIME_TIMESTAMP_FILE", self.file().display().to_string()),
            ("FAKETIME_NO_CACHE", "1".to_owned()),
            (ONLY_WALL, "1".to_owned()),
        ]
    }

    /// Sets it to so many seconds off the right time, such as `+3600` or `-3600`.
    pub fn set(&self, seconds: &str) -> Result<(), Error> {
        // By another name first: whoever reads it meanwhile must find the whole number.
        let (new, file) = (self.folder.path().join("new"), self.file());
        let told = || Error::io("set the clock of a process");
        fs::write(&new, seconds).map_err(told())?;
        fs::rename(&new, file).map_err(told())
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("faketime")
    }
}

fn library() -> Option<PathBuf> {
    let mut folders = LIBRARIES.map(Path::new).into_iter();
    folders.find_map(|folder| {
        let plain = folder.join(LIBRARY);
        let below = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path().join(LIBRARY));
        std::iter::once(plain).chain(below).find(|path| path.is_file())
    })
}
