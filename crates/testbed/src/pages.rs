//! The commands of a page of documentation, run as a reader would: copied from it, block by block.
//!
//! ~~~text
//!   page ──> ```sh blocks ──> sh -eu, with the reader's variables ──> lines, and how it ended
//!               │                                                        │
//!               └── the ```text block behind it says what is printed ────┘ held against each other
//! ~~~
//!
//! Further words behind `sh` are marks, which only whoever runs the page understands. A line `# ends with 1` of a
//! block says how it ends, if not with 0. Each line of the `text` block is looked for, in this order, among the
//! printed ones; `…` in it stands for anything, and a space for any number of them.
//!
//! On failure: the page, the line, what was wrong, and all that was printed.

mod blocks;
mod printed;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use blocks::{Block, Page};

use crate::process::Process;

/// A command of a page is over by then.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody who reads a page: the variables they have set, and where their programs are.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    variables: Vec<(String, String)>,
    folders: Vec<PathBuf>,
}

impl Reader {
    /// A reader with these variables and no others.
    pub fn new<N: Into<String>, V: Into<String>>(
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let variables =
            variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self { variables, folders: Vec::new() }
    }

    /// Finds programs in this folder before those of the system.
    pub fn finds(mut self, folder: impl AsRef<Path>) -> Self {
        self.folders.push(folder.as_ref().to_owned());
        self
    }

    /// The names of the variables, which a page may use.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|(name, _)| name.as_str())
    }

    /// Runs a block: it prints what the page says and ends as the page says. What it printed, or what is wrong.
    pub async fn runs(&self, page: &Page, block: &Block) -> Result<Vec<String>, String> {
        let place = format!("{}:{}", page.name, block.line);
        let shell = Process::build(place.clone(), "/bin/sh").bare_environment();
        let shell = shell.args(["-euc", &block.script]).env("PATH", self.path());
        let variables = self.variables.iter();
        let shell = variables.fold(shell, |shell, (name, value)| shell.env(name, value));
        let run = shell.start().map_err(|error| format!("{place}: {error}"))?;
        let ended = run.exit(PATIENCE).await;
        let lines = run.all_lines(PATIENCE).await.unwrap_or_else(|_| run.lines());
        let wrong =
            |what: &str| format!("{place}: {what}\n{}\n---\n{}", block.script, lines.join("\n"));
        let code = ended.map_err(|error| wrong(&error.to_string()))?.code();
        if code != Some(block.ends_with) {
            return Err(wrong(&format!("ended with {code:?}, not with {}", block.ends_with)));
        }
        if let Some(missing) =
            block.prints.as_deref().and_then(|said| printed::missing(said, &lines))
        {
            return Err(wrong(&format!("does not print `{missing}`")));
        }
        Ok(lines)
    }

    fn path(&self) -> OsString {
        let system = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.folders.iter().cloned().chain(std::env::split_paths(&system));
        std::env::join_paths(folders).unwrap_or(system)
    }
}
