//! What the machine tells: its cores and load, the memory of a process, our own processor time, and
//! what the PostgreSQL on it is set to.

use std::time::Duration;

use anyhow::{Context, Result};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use tokio_postgres::Client;

/// Resident memory of a process, in megabytes of 1024 x 1024 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Memory {
    /// Now.
    pub(crate) resident: f64,
    /// At its highest.
    pub(crate) peak: f64,
}

impl Memory {
    /// Of a running process.
    pub(crate) async fn of(pid: u32) -> Result<Self> {
        let path = format!("/proc/{pid}/status");
        let status = tokio::fs::read_to_string(&path).await.with_context(|| path.clone())?;
        Self::read(&status).with_context(|| format!("{path} without VmRSS or VmHWM"))
    }

    fn read(status: &str) -> Option<Self> {
        Some(Self { resident: megabytes(status, "VmRSS:")?, peak: megabytes(status, "VmHWM:")? })
    }
}

fn megabytes(status: &str, name: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// The processor time this process has used so far.
pub(crate) fn own_time() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    Ok(duration(usage.user_time()) + duration(usage.system_time()))
}

fn duration(time: TimeVal) -> Duration {
    let part = |value: i64| u64::try_from(value).unwrap_or_default();
    Duration::from_secs(part(time.tv_sec())) + Duration::from_micros(part(time.tv_usec()))
}

/// How many cores there are, and how busy they are with other things, in words.
pub(crate) async fn state() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let text = tokio::fs::read_to_string("/proc/loadavg").await.unwrap_or_default();
    let load = text.split(' ').next().filter(|word| !word.is_empty()).unwrap_or("unknown");
    format!("{cores} cores, load {load} before")
}

/// The version of a server, and whether its commits are durable, in words.
pub(crate) async fn postgres(client: &Client) -> Result<String> {
    let query = "select
            current_setting('server_version'),
            current_setting('fsync'),
            current_setting('synchronous_commit')";
    let row = client.query_one(query, &[]).await?;
    let [version, fsync, commit]: [String; 3] = [row.get(0), row.get(1), row.get(2)];
    Ok(format!("PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}"))
}

#[cfg(test)]
mod tests {
    use super::{Memory, own_time};

    #[test]
    fn memory_is_read_from_the_lines_of_the_kernel() {
        let status = "Name:\ttrt\nVmPeak:\t 999999 kB\nVmHWM:\t   30720 kB\nVmRSS:\t   20480 kB\n";

        assert_eq!(Memory::read(status), Some(Memory { resident: 20.0, peak: 30.0 }));
    }

    #[test]
    fn a_process_without_memory_such_as_a_zombie_has_none_to_show() {
        assert_eq!(Memory::read("Name:\ttrt\nState:\tZ (zombie)\n"), None);
        assert_eq!(Memory::read("VmHWM: many kB\nVmRSS: 1 kB\n"), None);
    }

    #[tokio::test]
    async fn this_process_has_memory_and_uses_time() {
        let memory = Memory::of(std::process::id()).await.unwrap();

        assert!(memory.resident > 0.0 && memory.peak >= memory.resident * 0.5);
        assert!(own_time().unwrap() >= std::time::Duration::ZERO);
    }
}
