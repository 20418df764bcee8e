//! Whether processes are alive, seen from outside.
#![expect(clippy::disallowed_methods, reason = "a small file of /proc does not block")]

use std::path::Path;

use nix::sys::signal::kill;
use nix::unistd::Pid;
use testbed::{SOON, wait};

/// Whether a process runs; one that has ended and was not collected yet does not.
pub(crate) fn is_alive(pid: i32) -> bool {
    let collected_late = std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")));
    kill(Pid::from_raw(pid), None).is_ok() && !collected_late
}

/// Waits for the end of a process that is not our child.
pub(crate) async fn is_gone(pid: i32) {
    wait::until(&format!("the end of {pid}"), SOON, async || (!is_alive(pid)).then_some(()))
        .await
        .unwrap();
}

/// The processes that name this path on their command line.
pub(crate) fn mentioning(path: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let commands = entries.flatten().filter_map(|entry| {
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&command).replace('\0', " "))
    });
    let path = path.display().to_string();
    commands.filter(|command| command.contains(&path)).collect()
}
