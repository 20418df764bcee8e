//! The description of a child process, and its start.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Process, Signal};
use crate::account::Account;
use crate::{Error, reaper};

/// Becomes the program on `go`; ends when the pipe closes without it.
const GATE: &str = r#"read -r word && [ "$word" = go ] && exec "$@" </dev/null"#;

/// What to start and how. Made by [`Process::build`].
#[derive(Debug)]
#[must_use = "nothing runs before it is started"]
pub struct Builder {
    name: String,
    program: OsString,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    bare: bool,
    folder: Option<PathBuf>,
    account: Account,
    end_signal: Signal,
    captured: bool,
}

impl Builder {
    pub(super) fn new(name: String, program: &OsStr) -> Self {
        Self {
            name,
            program: program.to_owned(),
            arguments: Vec::new(),
            environment: Vec::new(),
            bare: false,
            folder: None,
            account: Account::Own,
            end_signal: Signal::SIGKILL,
            captured: true,
        }
    }

    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    pub fn args(mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(|one| one.as_ref().to_owned()));
        self
    }

    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Starts without our own environment, but for `PATH`.
    pub fn bare_environment(mut self) -> Self {
        self.bare = true;
        self
    }

    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = Some(folder.as_ref().to_owned());
        self
    }

    /// Sets the signal that ends it when its owner goes; KILL unless said otherwise.
    pub fn ends_by(mut self, signal: Signal) -> Self {
        self.end_signal = signal;
        self
    }

    /// Lets it print where we print, instead of capturing its lines.
    pub fn prints_through(mut self) -> Self {
        self.captured = false;
        self
    }

    pub(crate) fn account(mut self, account: &Account) -> Self {
        self.account = account.clone();
        self
    }

    pub fn start(self) -> Result<Process, Error> {
        let mut child =
            self.command().spawn().map_err(Error::io(format!("start {}", self.name)))?;
        let gate = child.stdin.take();
        let process = Process::adopt(self.name, child, self.end_signal);
        reaper::remember_process(process.pid, self.end_signal)?;
        if let Some(mut gate) = gate {
            gate.write_all(b"go\n").map_err(Error::io(format!("start {}", process.name)))?;
        }
        Ok(process)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", GATE, "sh"]).arg(&self.program).args(&self.arguments);
        if self.bare {
            command.env_clear();
            command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).process_group(0);
        if self.captured {
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
        }
        self.account.apply(&mut command);
        command
    }
}
