//! Where it happens: a PostgreSQL of our own, the leader, its one follower, and the bare commits.
//!
//! ```text
//!   a round:  fresh follower waits ──> bare commits for a while ──> signal to the leader
//!             ──> the follower says ACTIVE ──> its first row is there ──> it is the leader
//! ```
//!
//! Bare commits are made in every round, so that they and the hand-overs share the same weather.
//! How long they go on differs from round to round, evenly spread over a second (for a lease: over
//! the pause of its follower): the signal meets the follower's tries and the leader's beats at every
//! phase.
//!
//! On failure: every wait has a deadline, and an error carries the last lines of who was waited for.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use testbed::process::{Process, Signal};
use testbed::server::Server;
use testbed::{SOON, wait};
use tokio_postgres::{Client, Statement};

use super::contender::Contender;
use super::terms::{Cause, Round};

/// Bare commits per round.
const COMMITS: u32 = 20;
/// The golden ratio: its multiples modulo 1 are spread evenly, however many there are.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// What became of a leader that was frozen, replaced and woken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thawed {
    WaitsAgain,
    /// By its own decision: work in hand had outlived the term.
    Ended,
}

/// The server, whoever leads on it, and what was measured so far.
pub(crate) struct Arena {
    // Dropped in this order: the processes before their server.
    leader: Process,
    pub(crate) client: Client,
    bare: Statement,
    pub(crate) contender: Contender,
    _server: Server,
    pub(crate) rounds: Vec<Round>,
    /// Of each bare commit, in milliseconds.
    pub(crate) commits: Vec<f64>,
    pub(crate) thawed: Vec<Thawed>,
    /// How long a frozen leader may stay in office before the round is given up.
    patience: Duration,
}

impl Arena {
    /// Starts the first leader and waits for its first row.
    pub(crate) async fn open(
        server: Server,
        contender: Contender,
        patience: Duration,
    ) -> Result<Self> {
        let client = server.connect("postgres").await?;
        let table = "create table bare_commit (
                id bigint generated always as identity primary key,
                at timestamptz not null default clock_timestamp()
            )";
        client.batch_execute(table).await?;
        let bare = client.prepare("insert into bare_commit default values").await?;
        let leader = contender.start()?;
        let arena = Self {
            leader,
            client,
            bare,
            contender,
            _server: server,
            rounds: Vec::new(),
            commits: Vec::new(),
            thawed: Vec::new(),
            patience,
        };
        arena.works(&arena.leader).await?;
        Ok(arena)
    }

    /// Ends the leader that way and waits until its follower works.
    pub(crate) async fn round(&mut self, cause: Cause) -> Result<()> {
        let follower = self.contender.start()?;
        says(&follower, self.contender.waiting, SOON).await?;
        self.commit_for_a_while().await?;

        let leader = std::mem::replace(&mut self.leader, follower);
        leader.signal(match cause {
            Cause::Term => Signal::SIGTERM,
            Cause::Kill => Signal::SIGKILL,
            Cause::Stop => Signal::SIGSTOP,
        })?;
        self.works(&self.leader).await?;
        self.rounds.push(Round { cause, from: pid(&leader)?, to: pid(&self.leader)? });
        match cause {
            Cause::Kill => {
                leader.exit(SOON).await?;
                Ok(())
            }
            Cause::Term => goes(&leader).await,
            Cause::Stop => self.thaw(&leader).await,
        }
    }

    /// Wakes a leader that was frozen: it must say that it leads no more.
    ///
    /// Then it gets every chance to work on, until it waits again or has ended itself; the history
    /// shows whether it did.
    async fn thaw(&mut self, old: &Process) -> Result<()> {
        old.signal(Signal::SIGCONT)?;
        says(old, self.contender.passive, SOON).await?;
        let end = wait::until("a thawed leader to wait again or to end", SOON, async || {
            let waits = old.lines().iter().filter(|l| l.contains(self.contender.waiting)).count();
            match old.status() {
                Some(_) => Some(Thawed::Ended),
                None => (waits >= 2).then_some(Thawed::WaitsAgain),
            }
        });
        let end = end.await.with_context(|| old.tail())?;
        self.thawed.push(end);
        if end == Thawed::WaitsAgain {
            old.signal(Signal::SIGTERM)?;
            goes(old).await?;
        }
        Ok(())
    }

    /// Waits until this one leads and its first row is there.
    async fn works(&self, process: &Process) -> Result<()> {
        says(process, self.contender.active, self.patience).await?;
        let pid = pid(process)?;
        let first = wait::until("the first row of the next leader", SOON, async || {
            match self.client.query_opt(self.contender.newest, &[]).await {
                Ok(row) => row.is_some_and(|row| row.get::<_, i32>(0) == pid).then_some(Ok(())),
                Err(error) => Some(Err(error)),
            }
        });
        first.await.with_context(|| process.tail())??;
        Ok(())
    }

    async fn commit_for_a_while(&mut self) -> Result<()> {
        let turn = u32::try_from(self.rounds.len()).unwrap_or_default();
        let pause = self.contender.spread.mul_f64((f64::from(turn) * GOLDEN).fract()) / COMMITS;
        for _ in 0..COMMITS {
            // Before the commit: the last one is to be just before the signal.
            tokio::time::sleep(pause).await;
            let began = Instant::now();
            self.client.execute(&self.bare, &[]).await?;
            self.commits.push(began.elapsed().as_secs_f64() * 1_000.0);
        }
        Ok(())
    }
}

/// Waits for a line; an error shows what was said instead.
async fn says(process: &Process, words: &str, within: Duration) -> Result<()> {
    process.line(words, within).await.map(drop).with_context(|| process.tail())
}

/// Waits for its end, which must be in order.
async fn goes(process: &Process) -> Result<()> {
    let status = process.exit(SOON).await?;
    ensure!(status.success(), "a leader that was asked to go ended with {status}");
    Ok(())
}

fn pid(process: &Process) -> Result<i32> {
    Ok(i32::try_from(process.pid())?)
}
