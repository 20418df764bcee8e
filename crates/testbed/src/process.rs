//! Child processes of a test: started, signalled by pid, listened to, ended with the test.
//!
//! ```text
//!   start ──> running ── exits or is killed ──> ended (status kept)
//!               │ drop: end signal, CONT, waits, KILL after 10 s
//!               │ test process killed: the reaper does the same
//! ```
//!
//! A child waits for the word `go` before it becomes the program, and gets it only after the reaper
//! knows its pid. A test process killed at any instant therefore leaves no child behind.
//!
//! The child is the leader of a process group of its own, and what it started in that group ends
//! with it.
#![expect(clippy::disallowed_methods, reason = "the thread that waits does nothing else")]

use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use nix::sys::signal::{kill, killpg};
use nix::unistd::Pid;
use tokio::sync::watch;

mod builder;

pub use builder::Builder;
pub use nix::sys::signal::Signal;

use crate::output::Output;
use crate::{Error, reaper};

/// How long a process may take to end by its own signal before it is killed.
const GRACE: Duration = Duration::from_secs(10);

/// A running or ended child process.
#[derive(Debug)]
pub struct Process {
    name: String,
    pid: u32,
    end_signal: Signal,
    life: Arc<Life>,
    output: Output,
}

#[derive(Debug)]
struct Life {
    /// Looked at before each signal: an ended child's pid may belong to a stranger.
    alive: Mutex<bool>,
    ended: Condvar,
    status: watch::Sender<Option<ExitStatus>>,
}

impl Process {
    /// Begins the description of a child; `name` is for messages.
    pub fn build(name: impl Into<String>, program: impl AsRef<OsStr>) -> Builder {
        Builder::new(name.into(), program.as_ref())
    }

    /// The process id, also the id of its process group.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    pub fn signal(&self, signal: Signal) -> Result<(), Error> {
        let alive = self.life.alive.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = || Error::Ended { what: self.name.clone() };
        if !*alive {
            return Err(ended());
        }
        kill(raw_pid(self.pid), signal).map_err(|_| ended())
    }

    pub fn status(&self) -> Option<ExitStatus> {
        *self.life.status.borrow()
    }

    pub async fn exit(&self, within: Duration) -> Result<ExitStatus, Error> {
        let mut status = self.life.status.subscribe();
        let end = tokio::time::timeout(within, status.wait_for(Option::is_some)).await;
        match end {
            Ok(Ok(status)) => Ok(status.unwrap_or_default()),
            Ok(Err(_)) | Err(_) => {
                Err(Error::TimedOut { what: format!("the end of {}", self.name), within })
            }
        }
    }

    /// Everything it printed so far, both streams in the order they were read.
    pub fn lines(&self) -> Vec<String> {
        self.output.lines()
    }

    /// Everything it printed: a process may be over before all of that was read.
    pub async fn all_lines(&self, within: Duration) -> Result<Vec<String>, Error> {
        self.output.end(&format!("all that {} printed", self.name), within).await?;
        Ok(self.lines())
    }

    pub fn tail(&self) -> String {
        self.output.tail()
    }

    /// Waits for a printed line, past or future, that contains `text`.
    pub async fn line(&self, text: &str, within: Duration) -> Result<String, Error> {
        let what = format!("a line with {text:?} from {}", self.name);
        self.output.line(&what, within, |line| line.contains(text)).await
    }

    /// Takes a spawned child over: from here on an early return ends it.
    fn adopt(name: String, mut child: Child, end_signal: Signal) -> Self {
        let output = Output::new();
        if let Some(stream) = child.stdout.take() {
            output.capture(stream);
        }
        if let Some(stream) = child.stderr.take() {
            output.capture(stream);
        }
        let pid = child.id();
        let life = Arc::new(Life {
            alive: Mutex::new(true),
            ended: Condvar::new(),
            status: watch::Sender::new(None),
        });
        let process = Self { name, pid, end_signal, life: Arc::clone(&life), output };
        std::thread::spawn(move || life.wait_for_end(&mut child));
        process
    }

    /// Waits for its end and refuses one that is not success.
    pub(crate) async fn succeed(&self, within: Duration) -> Result<(), Error> {
        let status = self.exit(within).await?;
        if status.success() {
            return Ok(());
        }
        Err(Error::DidNotStart {
            what: self.name.clone(),
            outcome: describe(status),
            log: self.tail(),
        })
    }

    pub(crate) fn signal_group(&self, signal: Signal) {
        let alive = self.life.alive.lock().unwrap_or_else(PoisonError::into_inner);
        if *alive {
            // The group may be gone already; the waiting thread will say so.
            let _ = killpg(raw_pid(self.pid), signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if std::thread::panicking() && !self.tail().is_empty() {
            eprintln!("--- last lines of {} ---\n{}\n---", self.name, self.tail());
        }
        self.signal_group(self.end_signal);
        self.signal_group(Signal::SIGCONT);
        if !self.life.ends_within(GRACE) {
            self.signal_group(Signal::SIGKILL);
            self.life.ends_within(GRACE);
        }
    }
}

/// Says in words how a process ended.
pub(crate) fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "unknown end".into(),
    }
}

impl Life {
    fn wait_for_end(&self, child: &mut Child) {
        let status = child.wait().unwrap_or_default();
        // What it started and left behind is of no use to anybody; mostly there is nothing.
        let _ = killpg(raw_pid(child.id()), Signal::SIGKILL);
        *self.alive.lock().unwrap_or_else(PoisonError::into_inner) = false;
        reaper::forget_process(child.id());
        self.status.send_replace(Some(status));
        self.ended.notify_all();
    }

    /// Waits, blocking, for the end; tells whether it came.
    fn ends_within(&self, limit: Duration) -> bool {
        let alive = self.alive.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.ended.wait_timeout_while(alive, limit, |alive| *alive);
        !*waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

fn raw_pid(pid: u32) -> Pid {
    // The kernel's pids fit; it hands them out as i32 in the first place.
    Pid::from_raw(i32::try_from(pid).unwrap_or(i32::MAX))
}
