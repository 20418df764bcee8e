//! What competes for the role: a real process, the words it says, the rows it leaves.
//!
//! The measurement itself knows nothing about the program. A [`Contender`] is all it needs: how to
//! start one, what its lines are, and the query that turns its rows into terms. The example `worker`
//! of the leadership room is one; `trt serve`, which writes no rows of its own yet, is read from the
//! history of the lock; a lease with the numbers of somebody else is this program itself.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, ensure};
use testbed::process::Process;

/// Signals are spread over this long: a beat, and more than a slice.
const BEAT: Duration = Duration::from_secs(1);

/// A program of which several may run and one leads.
#[derive(Debug, Clone)]
pub(crate) struct Contender {
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
    /// What the leaderless time is read from, in words.
    pub(crate) measured: &'static str,
    /// The text in its line when it has joined the queue for the role.
    pub(crate) waiting: &'static str,
    /// The text in its line when it leads.
    pub(crate) active: &'static str,
    /// The text in its line when it leads no more.
    pub(crate) passive: &'static str,
    /// The name its terms carry in the history, if it keeps one.
    pub(crate) lock: Option<&'static str>,
    /// Signals are spread over this long: what a waiting one does again and again takes no longer.
    pub(crate) spread: Duration,
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
            arguments: [address, LOCK, "2"].map(str::to_owned).to_vec(),
            environment: Vec::new(),
            measured: "between the rows of two terms, fenced, one every 2 ms",
            waiting: "PASSIVE: waiting",
            active: "ACTIVE: ",
            passive: "PASSIVE: term",
            lock: Some(LOCK),
            spread: BEAT,
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

    /// The program `trt serve`: its terms are the entries of the lock's history.
    ///
    /// A term begins with its claim and ends with its seal; one that was not sealed ends, for us, with
    /// the last bare commit before the next claim, which is just before the signal. Without rows of
    /// its own, overlaps can show only as a seal after the next claim; the worker shows the others.
    pub(crate) fn trt(program: &Path, address: &str) -> Result<Self> {
        const BOT: &str = "7654321098";
        ensure!(
            program.is_file(),
            "there is no trt at {}: build it with `cargo build --release -p trt`",
            program.display()
        );
        Ok(Self {
            program: program.to_owned(),
            arguments: vec!["serve".to_owned()],
            environment: vec![
                ("DATABASE_URL", address.to_owned()),
                ("TELEGRAM_BOT_TOKEN", format!("{BOT}:{}", "bench".repeat(7))),
                ("KIE_API_KEY", "bench".to_owned()),
                ("WEBHOOK_BASE_URL", "https://bot.example.org".to_owned()),
                ("PORT", "0".to_owned()),
                // A woken instance says at this level that it waits again.
                ("LOG_LEVEL", "info,trt=debug".to_owned()),
            ],
            measured: "from seal (or the last commit before the signal) to claim, by the history",
            waiting: "[LOCK] waiting (PASSIVE)",
            active: "[LOCK] PASSIVE → ACTIVE",
            passive: "[LOCK] ACTIVE → PASSIVE",
            lock: Some(BOT),
            spread: BEAT,
            newest: "select split_part(instance, '-', -1)::int
                from leader_history
                where event = 'claimed'
                order by epoch desc
                limit 1",
            stints: "with terms as (
                    select
                        epoch,
                        split_part(instance, '-', -1)::int as pid,
                        at,
                        lead(at) over (order by epoch) as next_at
                    from leader_history
                    where event = 'claimed'
                )
                select
                    t.epoch,
                    1::bigint,
                    1::bigint,
                    t.pid,
                    t.epoch,
                    t.epoch,
                    (extract(epoch from t.at) * 1000000)::bigint,
                    (extract(epoch from coalesce(
                        s.at,
                        (select max(b.at) from bare_commit b where b.at < t.next_at),
                        clock_timestamp()
                    )) * 1000000)::bigint
                from terms t
                left join leader_history s on s.epoch = t.epoch and s.event = 'sealed'
                order by t.epoch",
        })
    }

    /// A lease with the numbers of somebody else: this program, writing a row every 10 ms.
    ///
    /// A term ends, for whoever waits, with its last row before the first one of the next: what a
    /// holder that was deposed wrote afterwards is counted apart.
    pub(crate) fn lease(rule: &str, spread: Duration, address: &str) -> Result<Self> {
        Ok(Self {
            program: std::env::current_exe()?,
            arguments: ["lease", rule, address].map(str::to_owned).to_vec(),
            environment: Vec::new(),
            measured: "between the rows of two terms, not fenced, one every 10 ms",
            waiting: "waiting",
            active: "ACTIVE",
            passive: "PASSIVE",
            lock: None,
            spread,
            newest: "select pid from lease_mark order by id desc limit 1",
            stints: "with begun as (
                    select epoch, min(at) as at
                    from lease_mark
                    group by epoch
                ),
                terms as (
                    select epoch, lead(at) over (order by epoch) as next_at
                    from begun
                )
                select
                    m.epoch,
                    count(*),
                    count(distinct m.pid),
                    min(m.pid),
                    min(m.id),
                    max(m.id),
                    (extract(epoch from min(m.at)) * 1000000)::bigint,
                    (extract(epoch from max(m.at) filter (
                        where t.next_at is null or m.at < t.next_at
                    )) * 1000000)::bigint
                from lease_mark m
                join terms t on t.epoch = m.epoch
                group by m.epoch
                order by m.epoch",
        })
    }

    /// Starts one, with the default timing: nothing of our environment reaches it.
    pub(crate) fn start(&self) -> Result<Process> {
        let build = Process::build("contender", &self.program).args(&self.arguments);
        let variables = self.environment.iter();
        let build =
            variables.fold(build.bare_environment(), |build, (name, value)| build.env(name, value));
        Ok(build.start()?)
    }
}
