//! What the process takes of its machine, as Linux tells; not known elsewhere.
//!
//! It is read now and then, not when somebody asks: `/metrics` is answered from memory. On failure: not known.

use std::sync::Mutex;

use super::known;
use super::table::{Metric, Own};
use crate::status::Readings;

const RESIDENT: &str = "trt_process_resident_bytes";
const FILES: &str = "trt_process_open_files";
const THREADS: &str = "trt_process_threads";
const UPTIME: &str = "trt_process_uptime_seconds";
const CPU: &str = "trt_process_cpu_seconds_total";

/// The clock in which Linux tells processor time: 100 a second on every machine that Rust runs on.
const TICKS_A_SECOND: u64 = 100;

pub(super) const METRICS: &[Metric] = &[
    Metric::gauge(RESIDENT, &[], Own, "memory of the process (Linux, read every 5 s)"),
    Metric::gauge(FILES, &[], Own, "open files and sockets of the process (Linux, read every 5 s)"),
    Metric::gauge(THREADS, &[], Own, "threads of the process (Linux, read every 5 s)"),
    Metric::gauge(UPTIME, &[], Own, "since the process began"),
    Metric::counter(CPU, &[], Own, "processor time in whole seconds (Linux, read every 5 s)"),
];

/// What the process took when it was last looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Taken {
    resident: Option<u64>,
    files: Option<u64>,
    threads: Option<u64>,
    cpu_seconds: Option<u64>,
}

static TAKEN: Mutex<Taken> =
    Mutex::new(Taken { resident: None, files: None, threads: None, cpu_seconds: None });

/// Looks at what the process takes now.
pub(super) async fn look() {
    let status = tokio::fs::read_to_string("/proc/self/status").await.unwrap_or_default();
    let stat = tokio::fs::read_to_string("/proc/self/stat").await.unwrap_or_default();
    let found = Taken {
        resident: number_of(&status, "VmRSS:").map(|kilobytes| kilobytes * 1024),
        files: open_files().await,
        threads: number_of(&status, "Threads:"),
        cpu_seconds: cpu_seconds(&stat),
    };
    *TAKEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = found;
}

async fn open_files() -> Option<u64> {
    let mut folder = tokio::fs::read_dir("/proc/self/fd").await.ok()?;
    let mut count = 0;
    while let Ok(Some(_)) = folder.next_entry().await {
        count += 1;
    }
    // The folder that is read is one of them.
    Some(count - 1)
}

/// The number in the line of this name.
fn number_of(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The time in user mode and in the kernel. What is before them may hold anything, up to the last bracket.
fn cpu_seconds(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some((ticks()? + ticks()?) / TICKS_A_SECOND)
}

pub(super) fn show(read: &Readings) {
    let taken = *TAKEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let gauge = |value: Option<u64>| known(value.map(|value| value as f64));
    metrics::gauge!(RESIDENT).set(gauge(taken.resident));
    metrics::gauge!(FILES).set(gauge(taken.files));
    metrics::gauge!(THREADS).set(gauge(taken.threads));
    metrics::gauge!(UPTIME).set(read.uptime.as_secs_f64());
    metrics::counter!(CPU).absolute(taken.cpu_seconds.unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::{cpu_seconds, number_of};

    #[test]
    fn what_linux_tells_of_a_process_is_read() {
        let status = "Name:\ttrt\nVmRSS:\t   20480 kB\nThreads:\t9\n";
        assert_eq!(number_of(status, "VmRSS:"), Some(20_480));
        assert_eq!(number_of(status, "Threads:"), Some(9));
        assert_eq!(number_of(status, "VmSwap:"), None);
        let stat = "7 (a (strange) name) S 1 7 7 0 -1 4194560 900 0 0 0 250 161 0 0 20 0 9 0 100 0";
        assert_eq!(cpu_seconds(stat), Some(4));
        assert_eq!(cpu_seconds(""), None);
    }
}
