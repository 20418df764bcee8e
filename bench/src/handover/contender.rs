//! What competes for the role: a real process, the words it says, the rows it leaves.
//!
//! The measurement itself knows nothing about the program. A [`Contender`] is all it needs: how to
//! start one, what its lines are, and the query that turns its rows into terms. The example `worker`
//! of the leadership room is one; `trt serve`, read from `leader_history`, gets a constructor of its
//! own beside [`Contender::worker`].

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use testbed::process::Process;

/// A program of which several may run and one leads.
#[derive(Debug, Clone)]
pub(crate) struct Contender {
    program: PathBuf,
    arguments: Vec<String>,
    /// The text in its line when it has joined the queue for the role.
    pub(crate) waiting: &'static str,
    /// The text in its line when it leads.
    pub(crate) active: &'static str,
    /// The text in its line when it leads no more.
    pub(crate) passive: &'static str,
    /// The name its terms carry in the history.
    pub(crate) lock: &'static str,
    /// The process that wrote the newest row; no row: none yet.
    pub(crate) newest: &'static str,
    /// Its terms in the order of their epochs, as `Stint` reads them.
    pub(crate) stints: &'static str,
}

impl Contender {
    /// The example `worker`: every two milliseconds a fenced row in `worker_mark`.
    pub(crate) fn worker(program: &Path, address: &str) -> Result<Self> {
        const LOCK: &str = "bench";
        ensure!(
            program.is_file(),
            "there is no worker at {}: build it with \
             `cargo build --release -p leadership --example worker`",
            program.display()
        );
        Ok(Self {
            program: program.to_owned(),
            arguments: vec![address.to_owned(), LOCK.to_owned()],
            waiting: r#""event":"waiting""#,
            active: r#""event":"ACTIVE""#,
            passive: r#""event":"PASSIVE""#,
            lock: LOCK,
            newest: "select pid from worker_mark order by id desc limit 1",
            stints: "select
                    epoch,
                    count(*),
                    count(distinct pid),
                    min(pid),
                    min(id),
                    max(id),
                    (extract(epoch from min(at)) * 1000000)::bigint,
                    (extract(epoch from max(at)) * 1000000)::bigint
                from worker_mark
                group by epoch
                order by epoch",
        })
    }

    /// Starts one, with the default timing: nothing of our environment reaches it.
    pub(crate) fn start(&self) -> Result<Process> {
        let started = Process::build("contender", &self.program)
            .args(&self.arguments)
            .bare_environment()
            .start();
        Ok(started?)
    }
}
