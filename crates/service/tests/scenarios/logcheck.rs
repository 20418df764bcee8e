//! `trt logcheck` on the log of a real deploy, and on the same log with something wrong in it.

use std::path::PathBuf;

use simulator::world::World;
use testbed::SOON;
use testbed::process::Process;

use crate::instance::{TOKEN, program};
use crate::path;

/// Keeps lines in a file of their own.
async fn kept(name: &str, lines: &[String]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    tokio::fs::write(&path, lines.join("\n")).await.unwrap();
    path
}

async fn code(process: &Process) -> Option<i32> {
    process.exit(SOON).await.unwrap().code()
}

/// What two instances and the one that replaces the first print.
async fn deploy() -> Vec<String> {
    let mut world = World::build(path::program()).start().await;
    let mut crowd = world.crowd(20, 20).await;
    crowd.writes(20).await;
    world.starts_one().await;
    world.stops_active().await;
    crowd.writes(20).await;
    world.ends(crowd.stops().await).await;
    let lines = world.instances().iter().flat_map(|instance| instance.process.lines());
    lines.collect()
}

#[tokio::test]
async fn the_log_of_a_real_deploy_passes_and_trouble_in_it_is_found() {
    let mut lines = deploy().await;
    let good = kept("a-good-deploy.log", &lines).await;
    let transition = lines.iter().position(|line| line.contains("PASSIVE → ACTIVE")).unwrap();
    lines.insert(transition + 1, lines[transition].clone());
    lines.push("thread 'main' (7) panicked at src/main.rs:1:1:".to_owned());
    let bad = kept("a-bad-deploy.log", &lines).await;

    let passes = program(&["logcheck"]).arg(&good).start().unwrap();
    let fails = program(&["logcheck"]).arg(&bad).args(["--minutes", "10"]).start().unwrap();

    passes.line(" 0 not ours: clean", SOON).await.unwrap();
    assert_eq!(code(&passes).await, Some(0), "{}", passes.tail());
    assert_eq!(code(&fails).await, Some(1));
    let place = format!("FAIL second-activation line {}: [LOCK]", transition + 2);
    fails.line(&place, SOON).await.unwrap();
    fails.line(&format!("FAIL panic line {}: thread", lines.len()), SOON).await.unwrap();
}

#[tokio::test]
async fn a_log_may_come_by_a_pipe_and_an_unreadable_one_is_refused() {
    let line = r#"{"ts":"2026-11-15T09:30:00.125Z","level":"ERROR","message":"[DB] gone"}"#;
    let log = kept("a-log-by-a-pipe.log", &[line.to_owned()]).await;
    let none = kept("no-log.log", &["12:00 INFO hello".to_owned()]).await;
    let command = format!("exec '{}' logcheck < '{}'", path::program(), log.display());

    let piped = Process::build("sh", "/bin/sh").args(["-c", &command]).start().unwrap();
    let unreadable = program(&["logcheck"]).arg(&none).start().unwrap();
    let missing = program(&["logcheck", "no/such/file"]).start().unwrap();

    piped.line("FAIL error line 1: [DB] gone", SOON).await.unwrap();
    assert_eq!(code(&piped).await, Some(1));
    unreadable.line("no line of this log could be read", SOON).await.unwrap();
    assert_eq!(code(&unreadable).await, Some(1));
    missing.line("no/such/file cannot be read", SOON).await.unwrap();
    assert_eq!(code(&missing).await, Some(1));
}

#[tokio::test]
async fn the_last_ten_minutes_count_unless_told_otherwise_and_a_secret_is_found_and_not_printed() {
    let line = |ts: &str, level: &str, message: &str| {
        format!(r#"{{"ts":"2026-11-15T{ts}Z","level":"{level}","message":"{message}"}}"#)
    };
    let old = line("09:00:00", "ERROR", "[DB] gone");
    let new = line("09:10:01", "INFO", "[RUN] fine");
    let leak = line("09:10:02", "INFO", &format!("[HTTP] GET /bot{TOKEN}/getMe"));
    let calm = kept("an-old-error.log", &[old.clone(), new.clone()]).await;
    let leaks = kept("a-leak.log", &[old, new, leak]).await;

    let by_default = program(&["logcheck"]).arg(&calm).start().unwrap();
    let longer = program(&["logcheck", "--minutes", "11"]).arg(&calm).start().unwrap();
    let leaking = program(&["logcheck"]).arg(&leaks).start().unwrap();

    by_default.line("2 lines, 0 not ours: clean", SOON).await.unwrap();
    assert_eq!(code(&by_default).await, Some(0), "{}", by_default.tail());
    longer.line("FAIL error line 1: [DB] gone", SOON).await.unwrap();
    assert_eq!(code(&longer).await, Some(1));
    leaking.line("FAIL secret line 3: a bot token", SOON).await.unwrap();
    assert_eq!(code(&leaking).await, Some(1));
    assert!(!leaking.lines().concat().contains("canary"), "{}", leaking.tail());
}
