//! Rule: `./dev bench` runs every benchmark, and `./dev bench NAME` that one.
//!
//! A benchmark that nobody runs tells nothing, and one that has to be known by name is not run. The
//! script is run for real, with a cargo that builds nothing and programs that only say their names.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::tree;

/// The programs that stand in for the real ones; `@` is the folder they are in.
const STUBS: [(&str, &str); 4] = [
    ("cargo", "case $1 in metadata) echo '{\"target_directory\":\"@\"}' ;; esac"),
    ("rustup", ":"),
    ("debug/testbed", ":"),
    ("release/bench", "echo \"$1\" >>'@/ran'"),
];

/// Runs `./dev bench` with these arguments; which benchmarks ran, each once.
fn ran(folder: &str, arguments: &[&str]) -> (bool, Vec<String>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&folder);
    for part in ["debug", "release"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let place = folder.to_str().expect("a plain path");
    for (name, body) in STUBS {
        let path = folder.join(name);
        let text = format!("#!/bin/sh\n{}\n", body.replace('@', place));
        std::fs::write(&path, text).expect("a stub");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&path, mode).expect("a stub that can be run");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let answer = Command::new("/bin/sh")
        .arg("./dev")
        .arg("bench")
        .args(arguments)
        .env("PATH", format!("{place}:{path}"))
        .current_dir(tree::root())
        .output()
        .expect("sh can be started");
    let names = std::fs::read_to_string(folder.join("ran")).unwrap_or_default();
    let mut names: Vec<String> = names.lines().map(str::to_owned).collect();
    names.dedup();
    (answer.status.success(), names)
}

#[test]
fn without_a_name_every_benchmark_runs_and_with_one_that_one() {
    let all = [
        "handover",
        "webhook",
        "reply",
        "backlog",
        "neighbours",
        "ledger",
        "generation",
        "pay",
        "broadcast",
    ];

    assert_eq!(ran("all-benchmarks", &[]), (true, all.map(str::to_owned).to_vec()));
    assert_eq!(ran("one-benchmark", &["reply"]), (true, vec!["reply".to_owned()]));
    assert_eq!(ran("no-benchmark", &["nothing"]), (false, Vec::new()));
}
