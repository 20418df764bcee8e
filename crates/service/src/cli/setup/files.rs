//! Files as they are and as they should be: written whole or not at all, and never over what somebody changed.
//!
//! ```text
//!   not there ──────────────> written
//!   as it should be ────────> unchanged
//!   the environment file ───> the lines that say otherwise are changed, named, and nothing else
//!   any other that differs ─> kept; ours is written beside it, as NAME.new
//! ```
//!
//! On failure: a file is moved into its place when all of it is on the disk, so that nobody ever reads a half.

use std::path::{Path, PathBuf};

use tokio::io::AsyncWriteExt;

use super::environment_file;
use super::recipes::Recipe;
use crate::cli::failure::Failure;

/// Only its owner reads it.
pub(super) const SECRET: u32 = 0o600;

/// Everybody reads it.
const PUBLIC: u32 = 0o644;

/// A file that should be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Planned {
    /// Where, on the machine that is set up.
    pub(super) path: String,
    pub(super) mode: u32,
    pub(super) text: String,
    pub(super) change: Change,
}

/// What is to be done about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    Nothing,
    Write,
    /// These values change.
    Values(Vec<String>),
    /// Others can read it.
    Mode,
    /// It goes beside the one of this name, which somebody has changed; false: it is there already.
    Beside(String, bool),
}

impl Planned {
    /// The environment file with these values.
    pub(super) async fn environment(
        root: &Path,
        path: &str,
        there: Option<&str>,
        wanted: &[(String, String)],
    ) -> Result<Self, Failure> {
        let (text, names) = environment_file::changed(there.unwrap_or(HEAD), wanted);
        let change = match there {
            None => Change::Write,
            Some(_) if !names.is_empty() => Change::Values(names),
            Some(_) if is_open(&below(root, path)).await? => Change::Mode,
            Some(_) => Change::Nothing,
        };
        Ok(Self { path: path.to_owned(), mode: SECRET, text, change })
    }

    /// A recipe, beside the one that is there if that differs.
    pub(super) async fn recipe(root: &Path, recipe: Recipe) -> Result<Self, Failure> {
        let Recipe { path, text } = recipe;
        let there = read(&below(root, path)).await?;
        let (path, change) = match there {
            None => (path.to_owned(), Change::Write),
            Some(there) if there == text => (path.to_owned(), Change::Nothing),
            Some(_) => {
                let beside = format!("{path}.new");
                let is_new = read(&below(root, &beside)).await?.as_ref() != Some(&text);
                (beside, Change::Beside(path.to_owned(), is_new))
            }
        };
        Ok(Self { path, mode: PUBLIC, text, change })
    }

    /// Whether something is to be written.
    pub(super) fn is_to_be_written(&self) -> bool {
        !matches!(self.change, Change::Nothing | Change::Beside(_, false))
    }

    /// What is done about it, in words.
    pub(super) fn said(&self) -> String {
        let Self { path, mode, change, .. } = self;
        match change {
            Change::Nothing => format!("unchanged {path}"),
            Change::Write => format!("write {path} (mode {mode:04o})"),
            Change::Values(names) => format!("change {path}: {}", names.join(", ")),
            Change::Mode => format!("close {path} to others (mode {mode:04o})"),
            Change::Beside(kept, true) => {
                format!("keep {kept}, which somebody changed, and write ours beside it: {path}")
            }
            Change::Beside(kept, false) => {
                format!("unchanged {kept}, which somebody changed; ours is beside it: {path}")
            }
        }
    }

    /// Writes it, if it is to be written.
    pub(super) async fn write(&self, root: &Path) -> Result<(), Failure> {
        if !self.is_to_be_written() {
            return Ok(());
        }
        let path = below(root, &self.path);
        put(&path, &self.text, self.mode).await.map_err(|error| {
            let cure = match error.kind() {
                std::io::ErrorKind::PermissionDenied => {
                    ": run it as root, sudo --preserve-env trt setup"
                }
                _ => "",
            };
            Failure::Other(format!("{} cannot be written: {error}{cure}", path.display()))
        })
    }
}

const HEAD: &str = "# Settings of TRT; every one of them is in docs/configuration.md. `trt setup` changes the lines it\n\
    # knows better, says which, and leaves all others as they are.\n";

/// A path of the machine, below the root that is written to.
pub(super) fn below(root: &Path, path: &str) -> PathBuf {
    root.join(path.trim_start_matches('/'))
}

/// A file's text; none when it is not there.
pub(super) async fn read(path: &Path) -> Result<Option<String>, Failure> {
    match tokio::fs::read_to_string(path).await {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Other(format!("{} cannot be read: {error}", path.display()))
}

/// Whether others than its owner can read it.
async fn is_open(path: &Path) -> Result<bool, Failure> {
    use std::os::unix::fs::MetadataExt;
    let about = tokio::fs::metadata(path).await.map_err(|error| unreadable(path, &error))?;
    Ok(about.mode() & 0o077 != 0)
}

/// Writes a file beside its place, and moves it there.
async fn put(path: &Path, text: &str, mode: u32) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    tokio::fs::create_dir_all(folder).await?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}", std::process::id()));
    // It is nobody else's from its first byte on.
    let mut options = tokio::fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(SECRET).open(&draft).await?;
    let written = async {
        file.write_all(text.as_bytes()).await?;
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode)).await?;
        file.sync_all().await?;
        tokio::fs::rename(&draft, path).await
    };
    let written = written.await;
    if written.is_err() {
        let _ = tokio::fs::remove_file(&draft).await;
    }
    written
}
