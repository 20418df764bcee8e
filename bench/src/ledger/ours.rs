//! Holds and captures as the service makes them: fenced transactions through `store`.

use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use domain::{ChatId, Credits, GenerationId, InboxId, Money, PersonId, Stars};
use leadership::{Activation, Elector, LockKey, Settings, Term, Timing};
use store::{
    DatabaseUrl, Finding, GenerationEnd, Held, HoldEnd, Invariant, NewGeneration, NewPayment,
    PoolSettings, Settlement, Store, migrations,
};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{Plan, Tally};
use crate::load::histogram::Histogram;

/// The bot of the benchmarks' token: a database belongs to one, and the program is started on ours.
const NAME: &str = "7654321098";
/// What everybody has, and what a generation costs.
const FORTUNE: Money = Money::new(1_000_000_000_000);
const PRICE: Money = Money::new(64);
const LONG: Duration = Duration::from_secs(3600);

/// The books, and the term in which they are written.
pub(super) struct Books {
    store: Store,
    term: Term,
    url: DatabaseUrl,
    plan: Plan,
    _elector: Elector,
}

impl Books {
    /// Migrates a database, becomes its active instance, and makes everybody rich.
    pub(super) async fn open(address: &str, plan: Plan) -> Result<Self> {
        let url = DatabaseUrl::parse(address).map_err(|bad| anyhow!("{bad}"))?;
        migrations::apply(&url).await?;
        let (elector, term) = activate(&url).await?;
        let settings = PoolSettings { connections: plan.clients, acquire: LONG };
        let store = Store::open(&url, settings).await?;
        for person in 1..=i64::from(plan.people) {
            is_paid(&store, &term, PersonId::new(person)).await?;
        }
        Ok(Self { store, term, url, plan, _elector: elector })
    }

    /// Orders and holds for this long; what was ordered.
    pub(super) async fn holds(
        &self,
        length: Duration,
    ) -> Result<(Tally, Vec<Vec<(PersonId, GenerationId)>>)> {
        let began = Instant::now();
        let mut workers = JoinSet::new();
        for client in 0..self.plan.clients {
            let (store, term, plan) = (self.store.clone(), self.term.clone(), self.plan);
            workers.spawn(async move {
                let (mut latency, mut open, mut turn) = (Histogram::default(), Vec::new(), 0_u32);
                while began.elapsed() < length {
                    let nth = (turn * plan.clients + client) % plan.people;
                    let person = PersonId::new(i64::from(nth) + 1);
                    let at = Instant::now();
                    open.push((person, order(&store, &term, person).await?));
                    latency.record(at.elapsed());
                    turn += 1;
                }
                Ok::<_, anyhow::Error>((latency, open))
            });
        }
        let mut done = Vec::new();
        while let Some(worker) = workers.join_next().await {
            done.push(worker??);
        }
        let (latencies, open): (Vec<_>, Vec<_>) = done.into_iter().unzip();
        Ok((Tally::of(latencies, began), open))
    }

    /// Captures everything that is held.
    pub(super) async fn captures(&self, open: Vec<Vec<(PersonId, GenerationId)>>) -> Result<Tally> {
        let began = Instant::now();
        let mut workers = JoinSet::new();
        for orders in open {
            let (store, term) = (self.store.clone(), self.term.clone());
            workers.spawn(async move {
                let mut latency = Histogram::default();
                for (person, generation) in orders {
                    let at = Instant::now();
                    capture(&store, &term, person, generation).await?;
                    latency.record(at.elapsed());
                }
                Ok::<_, anyhow::Error>(latency)
            });
        }
        let mut latencies = Vec::new();
        while let Some(worker) = workers.join_next().await {
            latencies.push(worker??);
        }
        Ok(Tally::of(latencies, began))
    }

    /// How many invariants the books break now. What is captured here was made and delivered by nobody, so the one
    /// about results is not asked.
    pub(super) async fn findings(&self) -> Result<u64> {
        broken(&self.url, &[Invariant::CaptureHasResult]).await
    }
}

/// Migrates a database and makes people in it rich, before anybody else is active there.
pub(crate) async fn enrich(url: &DatabaseUrl, people: Range<i64>) -> Result<()> {
    migrations::apply(url).await?;
    let (_elector, term) = activate(url).await?;
    let store = Store::open(url, PoolSettings { connections: 1, acquire: LONG }).await?;
    for person in people {
        is_paid(&store, &term, PersonId::new(person)).await?;
    }
    Ok(())
}

/// How many invariants the books of a database break now.
pub(crate) async fn findings(url: &DatabaseUrl) -> Result<u64> {
    broken(url, &[]).await
}

/// How many invariants are broken but for these; says which.
async fn broken(url: &DatabaseUrl, unasked: &[Invariant]) -> Result<u64> {
    let findings = store::audit::audit(url).await?;
    let counts =
        |finding: &&Finding| finding.violations > 0 && !unasked.contains(&finding.invariant);
    let broken: Vec<_> = findings.iter().filter(counts).collect();
    for finding in &broken {
        eprintln!("bench: broken: {finding:?}");
    }
    Ok(u64::try_from(broken.len())?)
}

async fn is_paid(store: &Store, term: &Term, person: PersonId) -> Result<()> {
    let mut tx = store.begin(term).await?;
    tx.people().conversation(person, None).await?;
    let (charge, stars) = (person.to_string(), Stars::new(1));
    tx.books().pay(NewPayment::plain(&charge, person, stars, FORTUNE)).await?;
    Ok(tx.commit().await?)
}

/// One order with its hold.
async fn order(store: &Store, term: &Term, person: PersonId) -> Result<GenerationId> {
    let mut tx = store.begin(term).await?;
    let quote = Uuid::new_v4();
    let update = InboxId::new(i64::try_from(quote.as_u64_pair().0 >> 1)?);
    let new = NewGeneration {
        person,
        chat: ChatId::new(person.get()),
        update,
        quote,
        model: "z-image",
        input: "{}",
        price: PRICE,
        cost: Credits::new(800_000),
        free_in: None,
        has_files: false,
        variant: "",
        repeats: None,
        deadline: LONG,
        patience: LONG,
    };
    let generation =
        tx.generations().request_generation(&new).await?.context("a quote was used before")?;
    let held = tx.books().hold(person, generation, PRICE, LONG).await?;
    ensure!(matches!(held, Held::Done(_)), "not held: {held:?}");
    tx.commit().await?;
    Ok(generation)
}

/// The end of an order that succeeded.
async fn capture(
    store: &Store,
    term: &Term,
    person: PersonId,
    generation: GenerationId,
) -> Result<()> {
    let mut tx = store.begin(term).await?;
    let ended = tx
        .generations()
        .end_generation(generation, GenerationEnd::Succeeded { result: "{}" })
        .await?;
    let settled = tx.books().settle(person, generation, Settlement::Capture).await?;
    tx.generations().mark_delivered(generation).await?;
    ensure!(ended && matches!(settled, HoldEnd::Done(_)), "not captured: {settled:?}");
    Ok(tx.commit().await?)
}

/// Becomes the active instance of a database nobody else has.
async fn activate(url: &DatabaseUrl) -> Result<(Elector, Term)> {
    let seconds = Duration::from_secs;
    let settings = Settings {
        name: NAME.to_owned(),
        key: LockKey::of(NAME),
        instance: "bench".to_owned(),
        connector: url.lock_connector().await?,
        timing: Timing::new(seconds(1), seconds(20), seconds(3), seconds(30))?,
        drain: seconds(1),
        handover_after: None,
    };
    let (sender, term) = oneshot::channel();
    let sender = Mutex::new(Some(sender));
    let activate = move |term| -> Activation {
        if let Some(sender) = sender.lock().ok().and_then(|mut sender| sender.take()) {
            // Whoever waits has given up, and says so itself.
            let _ = sender.send(term);
        }
        Box::pin(async { Ok(()) })
    };
    let elector = Elector::start(settings, activate, |_| {})?;
    let term = tokio::time::timeout(seconds(30), term).await.context("no role after 30 s")??;
    Ok((elector, term))
}
