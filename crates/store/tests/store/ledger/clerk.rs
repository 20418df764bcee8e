//! A clerk in a process of its own, killed at each of its COMMITs, before and after the decision.
//!
//! The clerk is this very test program: started again with the address of a database, it works
//! through its list. Whoever takes the list up after a kill does all of it again; only what had not
//! happened happens.

use std::time::Duration;

use domain::ledger::Actor;
use domain::{GenerationId, PersonId};
use store::{DatabaseUrl, Held, PoolSettings, Settlement, Store};
use testbed::SOON;
use testbed::process::{Process, Signal};
use testbed::proxy::Moment;
use tokio::time::timeout;
use uuid::Uuid;

use super::{Clerk, order};
use crate::bench::{Active, activate, activate_at, app_address, migrated, proxied};

/// The variables with the address through which the clerk commits, the one at which it takes the
/// lock, and the number of its list.
const COMMITS_AT: &str = "TRT_CLERK_COMMITS_AT";
const LOCKS_AT: &str = "TRT_CLERK_LOCKS_AT";
const LIST: &str = "TRT_CLERK_LIST";
/// How many COMMITs a list takes.
const COMMITS: usize = 15;
const NAME: &str = "ledger::clerk::a_clerk_works_through_its_list";

/// A list of deeds about two people of its own.
#[derive(Clone, Copy)]
struct List(u32);

impl List {
    fn anna(self) -> PersonId {
        PersonId::new(10_000 + 2 * i64::from(self.0))
    }

    fn boris(self) -> PersonId {
        PersonId::new(10_001 + 2 * i64::from(self.0))
    }

    /// Works through it: each line is one transaction, but for the first, which is two.
    async fn done_by(self, clerk: &Clerk<'_>) {
        let (anna, boris, Self(list)) = (self.anna(), self.boris(), self);
        let (first, second) = (format!("c1-{list}"), format!("c2-{list}"));
        clerk.meets(&[anna, boris]).await;
        clerk.is_paid(anna, &first, 100).await;
        clerk.gives(anna, &first, 30).await;
        clerk.moves(anna, boris, &first, 20).await;
        clerk.adjusts(boris, i64::from(list), -5).await;
        let captured = self.orders(clerk, 50, 1).await;
        clerk.ends(anna, captured, Settlement::Capture).await;
        let released = self.orders(clerk, 40, 2).await;
        clerk.ends(anna, released, Settlement::Release).await;
        self.orders(clerk, 10, 3).await;
        clerk.is_paid(boris, &second, 60).await;
        clerk
            .does(async |tx| tx.books().begin_refund(&second, Actor::Bot, "in a test").await)
            .await;
        clerk.does(async |tx| tx.books().finish_refund(&second).await).await;
        clerk.does(async |tx| tx.books().seal().await).await;
    }

    /// Orders by a quote that is the same each time; its generation, made now or before.
    async fn orders(self, clerk: &Clerk<'_>, price: i64, quote: u64) -> GenerationId {
        let quote = Uuid::from_u64_pair(u64::from(self.0) * 10 + quote, 0);
        let made = clerk
            .does(async |tx| {
                let (generation, held) = order(tx, self.anna(), price, quote).await;
                assert!(matches!(held, Held::Done(_) | Held::Already), "{held:?}");
                Ok(generation)
            })
            .await;
        match made {
            Some(generation) => generation,
            None => {
                clerk.does(async |tx| tx.generations().generation_of(quote).await).await.unwrap()
            }
        }
    }

    /// It was worked through exactly once.
    async fn was_done_once(self, clerk: &Clerk<'_>) {
        assert_eq!(clerk.balance(self.anna()).await, [50, 0, 10, 0]);
        assert_eq!(clerk.balance(self.boris()).await, [15, 0, 0, 0]);
    }
}

async fn one_hand(url: &DatabaseUrl) -> Store {
    let hand = PoolSettings { connections: 1, acquire: Duration::from_secs(30) };
    Store::open(url, hand).await.unwrap()
}

#[tokio::test]
async fn a_clerk_works_through_its_list() {
    let variable = |name| std::env::var(name).ok();
    let (Some(commits), Some(locks), Some(list)) =
        (variable(COMMITS_AT), variable(LOCKS_AT), variable(LIST))
    else {
        // Nobody started us for a kill: work on a database of our own.
        let active = Active::on_a_new_database().await;
        let clerk = Clerk::with_hands(&active.database, &active.term, 1).await;
        List(1).done_by(&clerk).await;
        List(1).was_done_once(&clerk).await;
        return active.books_are_in_order().await;
    };
    let (_elector, term) = activate_at(&DatabaseUrl::parse(&locks).unwrap()).await;
    let store = one_hand(&DatabaseUrl::parse(&commits).unwrap()).await;
    List(list.parse().unwrap()).done_by(&Clerk { store, term: &term }).await;
}

#[tokio::test]
async fn a_clerk_killed_at_any_commit_leaves_books_that_add_up() {
    let mut database = migrated().await;
    let mut lists = (1..).map(List);
    for moment in [Moment::BeforeRequest, Moment::AfterDecision] {
        for nth in 1..=COMMITS {
            let list = lists.next().unwrap();
            let (proxy, _) = proxied(&database, "").await;
            let commits = format!("postgres://trt_app@{}/{}", proxy.address(), database.name());
            let hold = proxy.hold_commit(moment, nth);
            let clerk = Process::build("clerk", std::env::current_exe().unwrap())
                .args(["--exact", NAME, "--nocapture"])
                .env(COMMITS_AT, &commits)
                .env(LOCKS_AT, app_address(&database))
                .env(LIST, list.0.to_string())
                .start()
                .unwrap();
            // Without the held COMMIT there is no kill, and the test fails here.
            let held = hold.reached(SOON).await.unwrap();
            clerk.signal(Signal::SIGKILL).unwrap();
            clerk.exit(SOON).await.unwrap();
            held.cut();

            let active = Active::on(database).await;
            let successor = Clerk::with_hands(&active.database, &active.term, 1).await;
            active.books_are_in_order().await;
            list.done_by(&successor).await;
            list.was_done_once(&successor).await;
            active.elector.stop();
            timeout(SOON, active.elector.stopped()).await.unwrap();
            database = active.database;
        }
    }
    Active::on(database).await.books_are_in_order().await;
}

#[tokio::test]
async fn a_list_takes_as_many_commits_as_are_struck() {
    let database = migrated().await;
    let (proxy, through) = proxied(&database, "").await;
    let last = proxy.hold_commit(Moment::AfterDecision, COMMITS);
    let one_more = proxy.hold_commit(Moment::BeforeRequest, COMMITS + 1);
    let (_elector, term) = activate(&database).await;
    let clerk = Clerk { store: one_hand(&through).await, term: &term };

    let pass = async { last.reached(SOON).await.unwrap().forward() };
    tokio::join!(pass, List(1).done_by(&clerk));

    assert!(one_more.reached(Duration::from_millis(1)).await.is_err());
}
