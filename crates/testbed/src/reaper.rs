//! What a test process leaves behind if it is killed, and who clears it away.
//!
//! ```text
//!   test process ── pipe ──> reaper (a shell script of its own process group)
//!        │  "process 4711 QUIT"          remembers
//!        │  "folder /tmp/testbed-..."    remembers
//!        │  "mount /tmp/testbed-..."     remembers
//!        │  "server /tmp/testbed-..."    remembers
//!        │  "ended 4711"                 forgets
//!        x  killed -9, or simply done
//!           end of input ─────────────>  signals what it remembers, waits, unmounts, removes the folders, ends
//! ```
//!
//! A pipe notices every way of dying, on every Unix, without unsafe code: the kernel closes it.
//! A parent-death signal would not do: it fires when the spawning *thread* ends, and only on Linux.
//!
//! On failure: if the reaper itself is killed, whatever lives then stays behind; nothing can watch
//! the watcher. A folder may then be left in the temporary folder, never a wrong result.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use nix::sys::signal::Signal;

use crate::Error;

const SCRIPT: &str = include_str!("reaper.sh");

static REAPER: OnceLock<Mutex<Child>> = OnceLock::new();

/// Makes the reaper end this process group with `signal` if we die before it does.
pub(crate) fn remember_process(pid: u32, signal: Signal) -> Result<(), Error> {
    tell(&format!("process {pid} {}", signal.as_str().trim_start_matches("SIG")))
}

/// Takes a process that has ended off the reaper's list.
pub(crate) fn forget_process(pid: u32) {
    // A reaper that is gone has nothing to forget.
    let _ = tell(&format!("ended {pid}"));
}

/// Makes the reaper remove this folder if we die before we do.
pub(crate) fn remember_folder(path: &Path) -> Result<(), Error> {
    tell(&format!("folder {}", path.display()))
}

/// Takes a removed folder off the reaper's list.
pub(crate) fn forget_folder(path: &Path) {
    let _ = tell(&format!("removed {}", path.display()));
}

/// Makes the reaper unmount what is mounted here if we die before we do.
pub(crate) fn remember_mount(path: &Path) -> Result<(), Error> {
    tell(&format!("mount {}", path.display()))
}

/// Makes the reaper end the PostgreSQL on this data, whoever started it, if we die before it does.
pub(crate) fn remember_server(data: &Path) -> Result<(), Error> {
    tell(&format!("server {}", data.display()))
}

/// Takes a server that has ended for good off the reaper's list.
pub(crate) fn forget_server(data: &Path) {
    let _ = tell(&format!("stopped {}", data.display()));
}

/// Takes what was unmounted off the reaper's list.
pub(crate) fn forget_mount(path: &Path) {
    let _ = tell(&format!("unmounted {}", path.display()));
}

fn tell(fact: &str) -> Result<(), Error> {
    let reaper = match REAPER.get() {
        Some(reaper) => reaper,
        None => {
            let started = start()?;
            // Two threads may have started one each; the loser's pipe closes here and it ends.
            REAPER.get_or_init(|| Mutex::new(started))
        }
    };
    let mut child = reaper.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(pipe) = child.stdin.as_mut() else {
        return Err(Error::Ended { what: "the reaper".into() });
    };
    pipe.write_all(format!("{fact}\n").as_bytes()).map_err(Error::io("tell the reaper"))
}

fn start() -> Result<Child, Error> {
    Command::new("/bin/sh")
        .args(["-c", SCRIPT, "testbed-reaper"])
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // Its own group: a signal meant for the tests must not reach it.
        .process_group(0)
        .spawn()
        .map_err(Error::io("start the reaper"))
}
