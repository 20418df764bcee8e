//! Child processes: signals, logs, and their end.

use std::os::unix::process::ExitStatusExt;

use testbed::SOON;
use testbed::process::{Process, Signal};

use crate::life;

fn shell(script: &str) -> Process {
    Process::build("shell", "/bin/sh").args(["-c", script]).start().unwrap()
}

#[tokio::test]
async fn a_child_tells_how_it_ended_and_what_it_printed() {
    let child = shell("echo out; echo err >&2; exit 3");

    assert_eq!(child.exit(SOON).await.unwrap().code(), Some(3));
    child.line("out", SOON).await.unwrap();
    child.line("err", SOON).await.unwrap();
}

#[tokio::test]
async fn a_signal_reaches_the_child_by_its_pid() {
    let child = shell("trap 'echo asked; exit 0' TERM; echo ready; while :; do sleep 0.01; done");
    child.line("ready", SOON).await.unwrap();

    child.signal(Signal::SIGTERM).unwrap();

    assert!(child.exit(SOON).await.unwrap().success());
    child.line("asked", SOON).await.unwrap();
}

#[tokio::test]
async fn an_ended_child_is_never_signalled_again() {
    let child = shell("exit 0");
    child.exit(SOON).await.unwrap();

    let refusal = child.signal(Signal::SIGKILL).unwrap_err();

    assert_eq!(refusal.to_string(), "shell has already ended");
}

#[tokio::test]
async fn a_dropped_child_is_gone_with_everything_it_started() {
    let child = shell("sleep 600 & echo $!; wait");
    let grandchild: i32 = child.line("", SOON).await.unwrap().parse().unwrap();
    let pid = i32::try_from(child.pid()).unwrap();
    assert!(life::is_alive(pid) && life::is_alive(grandchild));

    drop(child);

    assert!(!life::is_alive(pid));
    life::is_gone(grandchild).await;
}

#[tokio::test]
async fn a_child_that_ends_by_itself_leaves_nothing_it_started() {
    let child = shell("sleep 600 & echo $!");
    let grandchild: i32 = child.line("", SOON).await.unwrap().parse().unwrap();

    child.exit(SOON).await.unwrap();

    life::is_gone(grandchild).await;
}

#[tokio::test]
async fn a_stopped_child_ends_too() {
    let child = Process::build("sleep", "sleep").arg("600").ends_by(Signal::SIGTERM);
    let child = child.start().unwrap();
    child.signal(Signal::SIGSTOP).unwrap();
    let pid = i32::try_from(child.pid()).unwrap();

    drop(child);

    assert!(!life::is_alive(pid));
}

#[tokio::test]
async fn a_killed_child_reports_the_signal() {
    let child = shell("echo ready; sleep 600");
    child.line("ready", SOON).await.unwrap();

    child.signal(Signal::SIGKILL).unwrap();

    assert_eq!(child.exit(SOON).await.unwrap().signal(), Some(9));
}

#[tokio::test]
async fn a_bare_environment_has_only_what_was_given() {
    let child = Process::build("env", "env").bare_environment().env("GIVEN", "yes");
    let child = child.start().unwrap();
    child.exit(SOON).await.unwrap();
    child.line("GIVEN=yes", SOON).await.unwrap();

    // The shell that starts the program sets PWD itself.
    let names: Vec<String> = child
        .lines()
        .iter()
        .filter_map(|line| line.split('=').next().map(str::to_owned))
        .filter(|name| !["PATH", "PWD", "OLDPWD", "SHLVL", "_"].contains(&name.as_str()))
        .collect();
    assert_eq!(names, ["GIVEN"]);
}

#[tokio::test]
async fn waiting_for_a_line_that_never_comes_ends_with_what_was_waited_for() {
    let child = shell("echo something else");

    let vain = child.line("good news", std::time::Duration::from_millis(50)).await;

    let sentence = vain.unwrap_err().to_string();
    assert!(sentence.contains("a line with \"good news\" from shell"), "{sentence}");
}
