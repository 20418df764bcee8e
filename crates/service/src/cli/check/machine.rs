//! The machine: how much memory there is for an instance, as far as the kernel tells.

use super::Deployment;
use crate::cli::checklist::Verdict;

/// What this control group may use, or `max`.
const LIMIT: &str = "/sys/fs/cgroup/memory.max";

const MEMORY: &str = "/proc/meminfo";

/// An instance that makes videos at once with others stays below this.
const ENOUGH: u64 = 96 * MIB;

const MIB: u64 = 1024 * 1024;

/// Whether an instance has room.
pub(super) async fn has_room(_: &Deployment) -> Verdict {
    let read = async |path| tokio::fs::read_to_string(path).await.unwrap_or_default();
    judge(read(LIMIT).await.trim().parse().ok(), available(&read(MEMORY).await))
}

/// What the kernel could give to a new program, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

fn judge(limit: Option<u64>, available: Option<u64>) -> Verdict {
    match (limit, available) {
        (Some(limit), _) if limit < ENOUGH => Verdict::warn(
            format!("a process here may use {} MB of memory", limit / MIB),
            "let the container or the unit have 128 MB or more: below that it may be killed while it \
             passes files on",
        ),
        (_, Some(available)) if available < ENOUGH => Verdict::warn(
            format!("{} MB of memory are left on this machine", available / MIB),
            "end what else runs here, or use a larger machine: who is killed for memory first is up \
             to the kernel",
        ),
        (limit, available) => match limit.into_iter().chain(available).min() {
            Some(room) => Verdict::pass(format!("{} MB of memory are there", room / MIB)),
            None => Verdict::pass("how much memory there is cannot be told here"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{MIB, available, judge};

    #[test]
    fn what_the_kernel_says_is_read_or_not_known() {
        let meminfo = "MemTotal:  1000 kB\nMemAvailable:     512 kB\nSwapFree: 7 kB\n";
        assert_eq!(available(meminfo), Some(512 * 1024));
        assert_eq!(available("MemTotal: 1 kB"), None);
        assert_eq!(available("MemAvailable: x kB"), None);
    }

    #[test]
    fn too_little_room_is_a_warning() {
        let line = |limit, available| judge(limit, available).named("memory").to_string();

        assert!(
            line(Some(64 * MIB), None).starts_with("WARN memory: a process here may use 64 MB")
        );
        assert!(line(None, Some(50 * MIB)).starts_with("WARN memory: 50 MB of memory are left"));
        assert_eq!(
            line(Some(512 * MIB), Some(900 * MIB)),
            "PASS memory: 512 MB of memory are there"
        );
        assert!(line(None, None).starts_with("PASS "));
    }
}
