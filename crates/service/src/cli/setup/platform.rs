//! What the bot is to run under, found out from what is there.
//!
//! ```text
//!   --platform ──> that
//!   an environment file from before ──> its own
//!   systemd runs, and a database was named or there is no docker ──> systemd
//!   docker is there ──> compose
//! ```
//!
//! Without a domain, or when it says so, the bot asks Telegram for updates: polling.

use std::path::Path;

use super::values::Values;
use crate::cli::failure::Failure;

/// What the bot runs under, and how updates reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Platform {
    /// Two units on this machine behind Caddy; PostgreSQL is yours.
    Systemd,
    /// Two units on this machine that ask Telegram; no domain.
    SystemdPolling,
    /// Containers by compose: PostgreSQL, two instances, Caddy.
    Compose,
    /// Containers by compose that ask Telegram; no domain.
    ComposePolling,
}

/// What is there on a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Machine {
    pub(super) has_systemd: bool,
    pub(super) has_docker: bool,
    pub(super) has_caddy: bool,
    /// The program is where the units look for it.
    pub(super) has_program: bool,
    /// An environment file of the units is there.
    pub(super) has_units: bool,
    /// One of compose is there.
    pub(super) has_compose: bool,
    /// The volume of compose's PostgreSQL is there, with a password of its own.
    pub(super) has_volume: bool,
}

impl Platform {
    pub(super) fn is_compose(self) -> bool {
        matches!(self, Self::Compose | Self::ComposePolling)
    }

    pub(super) fn polls(self) -> bool {
        matches!(self, Self::SystemdPolling | Self::ComposePolling)
    }

    /// Where its settings are.
    pub(super) fn environment_file(self) -> &'static str {
        if self.is_compose() { "/opt/trt/.env" } else { "/etc/trt/env" }
    }
}

impl Machine {
    /// Looks around below `root`.
    pub(super) async fn look(root: &Path) -> Self {
        let is_there = async |path: &str| tokio::fs::metadata(root.join(path)).await.is_ok();
        let one_of = async |paths: &[&str]| {
            for path in paths {
                if is_there(path).await {
                    return true;
                }
            }
            false
        };
        Self {
            has_systemd: is_there("run/systemd/system").await,
            has_docker: one_of(&["usr/bin/docker", "usr/local/bin/docker", "run/docker.sock"])
                .await,
            has_caddy: one_of(&["usr/bin/caddy", "usr/local/bin/caddy"]).await,
            has_program: is_there("usr/local/bin/trt").await,
            has_units: is_there("etc/trt/env").await,
            has_compose: is_there("opt/trt/.env").await,
            has_volume: is_there("var/lib/docker/volumes/trt_postgres").await,
        }
    }

    /// Whether it is compose that is meant.
    ///
    /// # Errors
    /// When it cannot be told.
    pub(super) fn is_for_compose(self, has_database: bool) -> Result<bool, Failure> {
        match (self.has_units, self.has_compose) {
            (true, true) => Err(Failure::Settings(
                "there are settings for systemd in /etc/trt/env and for compose in /opt/trt/.env: name the one that \
                 is meant with --platform"
                    .to_owned(),
            )),
            (true, false) => Ok(false),
            (false, true) => Ok(true),
            (false, false) if self.has_systemd && (has_database || !self.has_docker) => Ok(false),
            (false, false) if self.has_docker => Ok(true),
            (false, false) => Err(Failure::Settings(
                "neither systemd nor docker is here: install one of them, or name what to write for with --platform"
                    .to_owned(),
            )),
        }
    }
}

/// What is meant, by these values.
pub(super) fn of(is_compose: bool, values: &Values) -> Platform {
    let polls = values.get("BOT_MODE").is_some_and(|mode| mode.eq_ignore_ascii_case("polling"))
        || values.get("WEBHOOK_BASE_URL").is_none();
    match (is_compose, polls) {
        (false, false) => Platform::Systemd,
        (false, true) => Platform::SystemdPolling,
        (true, false) => Platform::Compose,
        (true, true) => Platform::ComposePolling,
    }
}

#[cfg(test)]
mod tests {
    use super::Machine;

    #[test]
    fn what_is_there_decides_and_what_cannot_be_told_is_asked() {
        let bare = Machine { has_systemd: true, ..Machine::default() };
        let both = Machine { has_docker: true, ..bare };
        let compose = |machine: Machine, has_database| machine.is_for_compose(has_database).ok();

        assert_eq!(compose(bare, false), Some(false));
        assert_eq!((compose(both, false), compose(both, true)), (Some(true), Some(false)));
        assert_eq!(compose(Machine { has_units: true, ..both }, false), Some(false));
        assert_eq!(compose(Machine { has_compose: true, ..both }, true), Some(true));
        assert_eq!(compose(Machine::default(), true), None);
        assert_eq!(compose(Machine { has_units: true, has_compose: true, ..both }, true), None);
    }
}
