//! This process: the name it goes by, when it began, and what it was built from.
//!
//! The name is random, because a restarted container may have the host name and the process id of
//! the one before it; both follow, because a person looks for those.

use std::fmt;

use tokio::time::Instant;
use uuid::Uuid;

/// The version this binary was built from.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built of, if whoever built it said so by `TRT_COMMIT`.
///
/// Asking git for it would build everything anew after every commit.
const COMMIT: Option<&str> = option_env!("TRT_COMMIT");

/// The host's part of the name is cut here: some hosts are called by a whole sentence.
const LONGEST_HOST: usize = 24;

/// The name of a process, as in `1f0c9a3e-worker-2-417`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InstanceId(String);

#[derive(Debug, Clone)]
pub struct Instance {
    pub id: InstanceId,
    pub started: Instant,
    /// The commit it was built of, as far as anybody knows.
    pub commit: Option<String>,
}

impl InstanceId {
    /// A new name, unlike any before.
    pub fn random() -> Self {
        let host = nix::unistd::gethostname().unwrap_or_default();
        Self::of(Uuid::new_v4(), &host.to_string_lossy(), std::process::id())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn of(random: Uuid, host: &str, pid: u32) -> Self {
        let random = random.simple().to_string();
        let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let host: String = host.chars().filter(plain).take(LONGEST_HOST).collect();
        let host = if host.is_empty() { "host".to_owned() } else { host };
        Self(format!("{}-{host}-{pid}", &random[..8]))
    }
}

impl fmt::Display for InstanceId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl Instance {
    /// Describes this process; called once, when it begins.
    pub fn begin() -> Self {
        let commit = COMMIT.map(str::trim).filter(|commit| !commit.is_empty());
        let commit = commit.map(str::to_owned);
        Self { id: InstanceId::random(), started: Instant::now(), commit }
    }

    /// What the host says it was built of counts where the build does not say it.
    pub fn built_of(self, commit: Option<String>) -> Self {
        Self { commit: self.commit.or(commit), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{InstanceId, Uuid};

    #[test]
    fn a_name_is_short_plain_and_says_where_it_runs() {
        let random = Uuid::from_u128(0x1f0c_9a3e << 96);
        let long = "a".repeat(80);

        assert_eq!(InstanceId::of(random, "worker-2", 417).as_str(), "1f0c9a3e-worker-2-417");
        assert_eq!(InstanceId::of(random, "\n\"ü", 1).as_str(), "1f0c9a3e-host-1");
        assert_eq!(InstanceId::of(random, &long, 1).as_str().len(), 8 + 1 + 24 + 1 + 1);
    }

    #[test]
    fn two_processes_never_share_a_name() {
        assert_ne!(InstanceId::random(), InstanceId::random());
    }
}
