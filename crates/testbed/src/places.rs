//! Where the PostgreSQL server binaries of this machine are.
//!
//! Searched in this order; the first folder that holds `initdb` and `postgres` of a good version
//! wins, within a pattern the highest version first:
//!
//! 1. `PG_BIN_DIR`: if it is set nothing else is looked at, because somebody meant it;
//! 2. the folders of `PATH`, with symbolic links resolved (Debian and Homebrew link single
//!    programs, and the others lie beside the real file);
//! 3. the folders of Debian, of Fedora and the PGDG packages, of Homebrew, of Postgres.app.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: milliseconds at a start")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;

/// The oldest major version with everything the product needs.
pub const MINIMUM: u32 = 15;

/// Folders below which each version has a folder of its own, with `bin` in it.
const VERSIONED: [(&str, &str); 5] = [
    ("/usr/lib/postgresql", ""),
    ("/usr", "pgsql-"),
    ("/opt/homebrew/opt", "postgresql"),
    ("/usr/local/opt", "postgresql"),
    ("/Applications/Postgres.app/Contents/Versions", ""),
];

/// The server binaries that were found.
#[derive(Debug, Clone)]
pub struct Binaries {
    folder: PathBuf,
    major: u32,
}

impl Binaries {
    pub fn find() -> Result<Self, Error> {
        let chosen = std::env::var_os("PG_BIN_DIR").filter(|folder| !folder.is_empty());
        let path = std::env::var_os("PATH").unwrap_or_default();
        search(chosen, &path, &standard_folders())
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn major(&self) -> u32 {
        self.major
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Finds a program in `PATH` or where the system keeps its daemons.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let daemons = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"].map(PathBuf::from);
    std::env::split_paths(&path)
        .chain(daemons)
        .map(|folder| folder.join(name))
        .find(|p| p.is_file())
}

fn search(
    chosen: Option<OsString>,
    path: &OsString,
    standard: &[PathBuf],
) -> Result<Binaries, Error> {
    let mut detail = String::new();
    let folders: Vec<PathBuf> = match chosen {
        Some(folder) => {
            detail = format!(" in PG_BIN_DIR={}", Path::new(&folder).display());
            vec![folder.into()]
        }
        None => std::env::split_paths(path)
            .filter_map(|folder| beside_real_file(&folder))
            .chain(standard.iter().cloned())
            .collect(),
    };
    for folder in folders.into_iter().filter(|folder| is_complete(folder)) {
        match major_version(&folder) {
            Some(major) if major >= MINIMUM => return Ok(Binaries { folder, major }),
            Some(major) => detail = format!(" (only {major} in {})", folder.display()),
            None => {}
        }
    }
    Err(Error::NoPostgres { minimum: MINIMUM, detail })
}

fn is_complete(folder: &Path) -> bool {
    folder.join("initdb").is_file() && folder.join("postgres").is_file()
}

/// The folder of the real `postgres` behind a link in a folder of `PATH`.
fn beside_real_file(folder: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(folder.join("postgres")).ok()?;
    real.parent().map(Path::to_owned)
}

fn standard_folders() -> Vec<PathBuf> {
    VERSIONED
        .iter()
        .flat_map(|(base, prefix)| versions_below(Path::new(base), prefix))
        .map(|folder| folder.join("bin"))
        .collect()
}

/// The folders below `base` whose names are `prefix` and a version, highest first.
fn versions_below(base: &Path, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(base) else {
        return Vec::new();
    };
    let mut found: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let version = name.strip_prefix(prefix)?.trim_start_matches('@');
            // Homebrew's unversioned folder is its newest one.
            let version = if version.is_empty() { u32::MAX } else { version.parse().ok()? };
            Some((version, entry.path()))
        })
        .collect();
    found.sort_by(|left, right| right.cmp(left));
    found.into_iter().map(|(_, folder)| folder).collect()
}

fn major_version(folder: &Path) -> Option<u32> {
    let answer = Command::new(folder.join("postgres")).arg("--version").output().ok()?;
    read_version(&String::from_utf8_lossy(&answer.stdout))
}

/// Reads `postgres (PostgreSQL) 15.18 (Debian ...)`, also `17beta1` and `18devel`.
fn read_version(text: &str) -> Option<u32> {
    let version = text.split(')').nth(1)?.trim();
    let digits = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    version[..digits].parse().ok()
}

#[cfg(test)]
mod tests;
