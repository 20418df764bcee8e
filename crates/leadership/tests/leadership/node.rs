//! One instance in a test: an elector, its reports, and the connections it would work with.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use leadership::{
    Activation, Connector, Elector, Ending, LockKey, Observer, Reason, Report, Role, Settings,
    Term, Timing,
};
use testbed::database::{Cluster, Database};
use testbed::{Error, SOON, server, wait};
use tokio_postgres::Client;

pub(crate) const LOCK: &str = "the lock";

/// How an instance of a test is set up.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) lock_url: String,
    pub(crate) work_url: String,
    pub(crate) name: String,
    pub(crate) key: LockKey,
    pub(crate) timing: Timing,
    pub(crate) drain: Duration,
    pub(crate) handover_after: Option<Duration>,
}

pub(crate) struct Node {
    pub(crate) elector: Elector,
    reports: Arc<Mutex<Vec<Report>>>,
}

/// Fast enough for tests, slow enough for two busy cores.
pub(crate) fn steady() -> Timing {
    timing([300, 2_000, 500, 3_000])
}

/// For tests that wait until trust or the server's patience runs out.
pub(crate) fn brisk() -> Timing {
    timing([100, 900, 300, 1_500])
}

fn timing(millis: [u64; 4]) -> Timing {
    let [h, r, c, t] = millis.map(Duration::from_millis);
    Timing::new(h, r, c, t).unwrap()
}

/// A database with the leadership schema and a table for marks.
pub(crate) async fn database() -> Database {
    let cluster = Cluster::shared().await.unwrap();
    let name = format!("leadership-{:08x}", LockKey::of(leadership::SCHEMA).shown().0);
    let template = cluster
        .template(&name, async |url| -> Result<(), Error> {
            install(&server::connect(&url).await?).await;
            Ok(())
        })
        .await;
    template.unwrap().database().await.unwrap()
}

pub(crate) async fn install(client: &Client) {
    client.batch_execute(leadership::SCHEMA).await.unwrap();
    let marks = "create table marks (id bigserial, epoch bigint, at timestamptz default now())";
    client.batch_execute(marks).await.unwrap();
}

impl Plan {
    pub(crate) fn on(url: &str) -> Self {
        Self {
            lock_url: url.to_owned(),
            work_url: url.to_owned(),
            name: LOCK.to_owned(),
            key: LockKey::of(LOCK),
            timing: steady(),
            drain: Duration::from_secs(5),
            handover_after: None,
        }
    }

    /// With the lock connection through a proxy.
    pub(crate) fn through(mut self, url: String) -> Self {
        self.lock_url = url;
        self
    }

    pub(crate) fn timed(mut self, timing: Timing) -> Self {
        self.timing = timing;
        self
    }

    pub(crate) fn start(&self) -> Node {
        self.start_telling(|_| {})
    }

    /// Starts two instances: the one that is active, its term, and the one that waits.
    pub(crate) async fn pair(&self) -> (Node, Term, Node) {
        let first = self.start();
        let term = first.active().await;
        let second = self.start();
        second.waiting().await;
        (first, term, second)
    }

    /// Starts an instance whose reports go through this function as well.
    pub(crate) fn start_telling(&self, also: impl Fn(&Report) + Send + Sync + 'static) -> Node {
        let work = self.work_url.clone();
        let activate = move |term: Term| -> Activation {
            let work = work.clone();
            Box::pin(async move {
                let client = server::connect(&work).await.map_err(|error| error.to_string())?;
                mark(&client, &term).await.map_err(|error| error.to_string())
            })
        };
        self.start_with(activate, also)
    }

    /// Starts an instance with this activation.
    pub(crate) fn start_with(
        &self,
        activate: impl Fn(Term) -> Activation + Send + Sync + 'static,
        also: impl Fn(&Report) + Send + Sync + 'static,
    ) -> Node {
        let settings = Settings {
            name: self.name.clone(),
            key: self.key,
            instance: format!("{:?}", std::thread::current().id()),
            connector: Connector::plain(self.lock_url.parse().unwrap()),
            timing: self.timing,
            drain: self.drain,
            handover_after: self.handover_after,
        };
        let reports = Arc::new(Mutex::new(Vec::new()));
        let book = Arc::clone(&reports);
        let tell = move |report| {
            also(&report);
            book.lock().unwrap().push(report);
        };
        Node { elector: Elector::start(settings, activate, tell).unwrap(), reports }
    }
}

/// A look at the locks of a database.
pub(crate) async fn observer(url: &str) -> Observer {
    Connector::plain(url.parse().unwrap()).observer().await.unwrap()
}

/// One fenced transaction of the term.
pub(crate) async fn mark(client: &Client, term: &Term) -> Result<(), tokio_postgres::Error> {
    let statement = format!(
        "begin isolation level read committed; select leader_fence('{}', {epoch}, '{}'); \
         insert into marks (epoch) values ({epoch}); commit",
        term.name(),
        term.holder(),
        epoch = term.epoch(),
    );
    let outcome = client.batch_execute(&statement).await;
    if outcome.is_err() {
        // A session that is gone needs no rollback.
        let _ = client.batch_execute("rollback").await;
    }
    outcome
}

impl Node {
    /// Waits until it is active, and has said so: the role is there before its report is.
    pub(crate) async fn active(&self) -> Term {
        let term = self.try_active(SOON).await.unwrap();
        let is_told = |report: &Report| match report {
            Report::Activated { term: told, .. } => (told.epoch() == term.epoch()).then_some(()),
            _ => None,
        };
        self.reports("its report of being active", is_told).await;
        term
    }

    pub(crate) async fn try_active(&self, within: Duration) -> Result<Term, Error> {
        wait::until("an active instance", within, async || self.term()).await
    }

    /// Its term, while it is active.
    pub(crate) fn term(&self) -> Option<Term> {
        match &*self.elector.roles().borrow() {
            Role::Active(term) => Some(term.clone()),
            Role::Passive | Role::Draining(_) | Role::Stopped => None,
        }
    }

    pub(crate) async fn stop(self) {
        self.elector.stop();
        tokio::time::timeout(SOON, self.elector.stopped()).await.unwrap();
    }

    /// Waits until a report fits.
    pub(crate) async fn reports<T>(&self, what: &str, fits: impl Fn(&Report) -> Option<T>) -> T {
        wait::until(what, SOON, async || self.reports.lock().unwrap().iter().find_map(&fits))
            .await
            .unwrap()
    }

    /// How many reports fit so far.
    pub(crate) fn count(&self, fits: impl Fn(&Report) -> bool) -> usize {
        self.reports.lock().unwrap().iter().filter(|report| fits(report)).count()
    }

    pub(crate) fn endings(&self) -> Vec<Ending> {
        let ended = |report: &Report| match report {
            Report::Ended { ending, .. } => Some(*ending),
            _ => None,
        };
        self.reports.lock().unwrap().iter().filter_map(ended).collect()
    }

    /// Why each of its activations was possible.
    pub(crate) fn reasons(&self) -> Vec<Reason> {
        let activated = |report: &Report| match report {
            Report::Activated { reason, .. } => Some(*reason),
            _ => None,
        };
        self.reports.lock().unwrap().iter().filter_map(activated).collect()
    }

    /// Waits until it waits for the lock.
    pub(crate) async fn waiting(&self) {
        self.reports("a wait", |report| matches!(report, Report::Waiting).then_some(())).await;
    }
}

/// The one of them that is active.
pub(crate) async fn the_active(nodes: &[Node]) -> (usize, Term) {
    wait::until("an active instance", SOON, async || {
        nodes.iter().enumerate().find_map(|(index, node)| Some((index, node.term()?)))
    })
    .await
    .unwrap()
}
