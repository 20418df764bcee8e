//! Programs that do not let go: work that outlives its term, a runtime that stands still, and an
//! elector that panics.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use leadership::{Ending, Report};
use testbed::SOON;
use testbed::process::Process;

use crate::node::{Plan, brisk, database};

/// Set, with the database's address, in the process that is going to end itself.
const VICTIM: &str = "LEADERSHIP_STUCK";

#[tokio::test]
async fn work_that_outlives_its_term_takes_the_process_with_it() {
    if let Ok(url) = std::env::var(VICTIM) {
        return never_let_go(&url).await;
    }
    let database = database().await;
    let this_test = "stuck::work_that_outlives_its_term_takes_the_process_with_it";
    let victim = Process::build("the stuck one", std::env::current_exe().unwrap())
        .args(["--exact", this_test, "--nocapture"])
        .env(VICTIM, database.url())
        .start()
        .unwrap();
    victim.line("working", SOON).await.unwrap();

    let admin = database.connect().await.unwrap();
    admin.batch_execute("select pg_terminate_backend(backend_pid) from leader_term").await.unwrap();

    let end = victim.exit(SOON).await.unwrap();
    assert_eq!(end.signal(), Some(6), "SIGABRT: {end}");
    victim.line("work outlived its term", SOON).await.unwrap();
}

/// The same test in the process that ends: its work ignores the end of the term.
#[expect(clippy::print_stdout, reason = "the other test reads it")]
async fn never_let_go(url: &str) {
    let node = Plan::on(url).timed(brisk()).start();
    let term = node.active().await;
    let _for_ever = term.work().unwrap();
    println!("\nworking");
    std::future::pending::<()>().await;
}

/// Set in the process whose elector panics: at which report.
const PANICS_AT: &str = "LEADERSHIP_PANICS_AT";

#[tokio::test]
async fn a_panic_of_the_elector_takes_the_process_with_it() {
    if let (Ok(url), Ok(report)) = (std::env::var(VICTIM), std::env::var(PANICS_AT)) {
        return panic_at(&url, report).await;
    }
    // In the loop itself, and in a task beside it, whose panic nobody would hear of.
    for report in ["Activated", "Beat"] {
        let database = database().await;
        let this_test = "stuck::a_panic_of_the_elector_takes_the_process_with_it";
        let victim = Process::build("the panicking one", std::env::current_exe().unwrap())
            .args(["--exact", this_test, "--nocapture"])
            .env(VICTIM, database.url())
            .env(PANICS_AT, report)
            .start()
            .unwrap();

        let end = victim.exit(SOON).await.unwrap();

        assert_eq!(end.signal(), Some(6), "SIGABRT at {report}: {end}");
        victim.line("nobody watches any more", SOON).await.unwrap();
    }
}

/// The same test in the process that ends: it would work on without a watcher.
async fn panic_at(url: &str, report: String) {
    let panicking = move |told: &Report| {
        let name = match told {
            Report::Activated { .. } => "Activated",
            Report::Beat { .. } => "Beat",
            _ => return,
        };
        assert!(name != report, "nobody watches any more");
    };
    let _node = Plan::on(url).timed(brisk()).start_telling(panicking);
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn an_activation_that_panics_gives_the_role_back() {
    let database = database().await;
    let node = Plan::on(&database.url()).start_with(|_| Box::pin(panicking_activation()), |_| {});

    let ended = node.reports("the end of the term", |report| match report {
        Report::Ended { ending, was_active, problem, .. } => {
            Some((*ending, *was_active, problem.clone()))
        }
        _ => None,
    });

    let (ending, was_active, problem) = ended.await;
    assert_eq!((ending, was_active), (Ending::ActivationFailed, false));
    assert!(problem.unwrap().contains("did not come to its end"));
}

async fn panicking_activation() -> Result<(), String> {
    panic!("an activation that panics, as this test wants it");
}

#[tokio::test]
async fn a_runtime_that_stands_still_loses_the_role() {
    let database = database().await;
    let url = database.url();

    let endings = tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let node = runtime.block_on(async {
            let node = Plan::on(&url).timed(brisk()).start();
            node.active().await;
            node
        });
        // Nothing of this runtime runs any more, while the elector's own thread does.
        let deadline = std::time::Instant::now() + SOON;
        while node.endings().is_empty() && std::time::Instant::now() < deadline {
            std::thread::yield_now();
            std::thread::park_timeout(Duration::from_millis(10));
        }
        node.endings()
    });

    assert_eq!(endings.await.unwrap(), [Ending::Stalled]);
}
