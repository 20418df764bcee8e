//! Who is measured: our service and its peers, each a process of its own.
//!
//! ```text
//!   start ──> says where it listens ──> (ours) says that it is ACTIVE ──> answers one update ──> Running
//! ```
//!
//! All get the same variables and the same updates. In the rounds with a kill the handlers of the
//! peers work for 50 ms and then write the update's number into a file; our service writes what it
//! takes into its table `inbox` in every round.
//!
//! On failure: whoever does not come up is an error that carries its last lines.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use testbed::process::{Builder, Process};

use crate::load::update::Source;
use crate::load::{self, Target};

/// Digits and 35 characters, as a real one.
pub(crate) const TOKEN: &str = "7654321098:benchbenchbenchbenchbenchbenchbench";
pub(crate) const SECRET: &str = "bench-secret";
/// An interpreter and its imports, on two busy cores.
pub(crate) const START: Duration = Duration::from_secs(30);

/// A server that takes updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Contestant {
    /// `trt serve`.
    Ours,
    /// The update is parsed and answered, nothing else.
    Axum,
    Teloxide,
    Grammy,
    Aiogram,
}

impl Contestant {
    pub(crate) const ALL: [Self; 5] =
        [Self::Ours, Self::Axum, Self::Teloxide, Self::Grammy, Self::Aiogram];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Axum => "bare axum",
            Self::Teloxide => "teloxide",
            Self::Grammy => "grammY",
            Self::Aiogram => "aiogram",
        }
    }
}

/// How to start one; made by whoever installed it.
#[derive(Debug, Clone)]
pub(crate) struct Launch {
    pub(crate) contestant: Contestant,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
}

/// What a start needs besides the program.
#[derive(Debug, Clone)]
pub(crate) struct Surroundings<'a> {
    /// The stub of the Bot API.
    pub(crate) api: SocketAddr,
    /// A fresh database; only our service uses it.
    pub(crate) database: Option<&'a str>,
    /// The file for handled updates, in rounds with a kill.
    pub(crate) ledger: Option<&'a Path>,
    /// Where traces go; only our service has any.
    pub(crate) collector: Option<SocketAddr>,
}

/// One that runs and answers.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) process: Process,
    pub(crate) target: Target,
}

impl Launch {
    /// Starts it and waits until it has answered an update.
    pub(crate) async fn start(
        &self,
        around: &Surroundings<'_>,
        source: &Arc<Source>,
    ) -> Result<Running> {
        let process = self.builder(around).start()?;
        match self.answers(&process, source).await {
            Ok(target) => Ok(Running { process, target }),
            // The reason first: a table has room for one line.
            Err(error) => bail!("{error:#}; its last lines:\n{}", process.tail()),
        }
    }

    /// The process with its variables.
    pub(crate) fn builder(&self, around: &Surroundings<'_>) -> Builder {
        let api = format!("http://{}", around.api);
        let mut builder = Process::build(self.contestant.name(), &self.program)
            .args(&self.arguments)
            .bare_environment()
            .env("TELEGRAM_BOT_TOKEN", TOKEN)
            .env("TELEGRAM_API_URL", &api)
            .env("WEBHOOK_SECRET_TOKEN", SECRET);
        match self.contestant {
            Contestant::Ours => {
                builder = ours(builder, &api, around.database.unwrap_or_default());
                if let Some(collector) = around.collector {
                    let endpoint = format!("http://{collector}");
                    builder = builder.env("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint);
                }
            }
            Contestant::Grammy => builder = builder.env("NODE_ENV", "production"),
            Contestant::Axum | Contestant::Teloxide | Contestant::Aiogram => {}
        }
        match around.ledger {
            Some(path) if self.contestant != Contestant::Ours => builder.env("LEDGER", path),
            Some(_) | None => builder,
        }
    }

    async fn answers(&self, process: &Process, source: &Arc<Source>) -> Result<Target> {
        let address = match self.contestant {
            Contestant::Ours => {
                let line = process.line("[HTTP] listening", START).await?;
                process.line("[LOCK] PASSIVE → ACTIVE", START).await?;
                port_of_ours(&line)?
            }
            _ => peer_address(&process.line("listening ", START).await?)?,
        };
        let target = Target { address, secret: SECRET.into(), source: Arc::clone(source) };
        load::probe(&target).await?;
        Ok(target)
    }
}

/// What our service needs besides what every contestant gets.
fn ours(builder: Builder, api: &str, database: &str) -> Builder {
    builder
        .env("DATABASE_URL", database)
        .env("KIE_API_KEY", "bench")
        .env("KIE_API_URL", api)
        .env("WEBHOOK_BASE_URL", "https://bot.example.org")
        .env("PORT", "0")
}

/// From a line like `{"message":"[HTTP] listening","address":"[::]:4711"}`.
pub(crate) fn port_of_ours(line: &str) -> Result<SocketAddr> {
    let line: serde_json::Value = serde_json::from_str(line)?;
    let bound = line["address"].as_str().context("a line about listening without an address")?;
    let bound: SocketAddr = bound.parse()?;
    // Bound to every address of the machine; one of them is loopback.
    Ok(SocketAddr::from(([127, 0, 0, 1], bound.port())))
}

/// From a line like `listening 127.0.0.1:4711`.
fn peer_address(line: &str) -> Result<SocketAddr> {
    let (_, address) =
        line.rsplit_once(' ').context("a line about listening without an address")?;
    let address: SocketAddr = address.parse().with_context(|| line.to_owned())?;
    ensure!(address.ip().is_loopback(), "a peer listens on {address}, which is not loopback");
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::{TOKEN, peer_address, port_of_ours};

    #[test]
    fn the_address_is_read_from_the_line_of_a_server() {
        let ours = r#"{"level":"INFO","message":"[HTTP] listening","address":"[::]:4711"}"#;

        assert_eq!(port_of_ours(ours).unwrap().to_string(), "127.0.0.1:4711");
        let peer = peer_address("listening 127.0.0.1:4712").unwrap();
        assert_eq!(peer.to_string(), "127.0.0.1:4712");
    }

    #[test]
    fn a_line_without_an_address_and_a_peer_that_everybody_can_reach_are_errors() {
        assert!(port_of_ours("listening 127.0.0.1:1").is_err());
        assert!(port_of_ours(r#"{"message":"[HTTP] listening"}"#).is_err());
        assert!(peer_address("listening nowhere").is_err());
        assert!(peer_address("listening 0.0.0.0:4712").is_err());
    }

    #[test]
    fn the_token_has_the_shape_of_a_real_one() {
        let (bot, secret) = TOKEN.split_once(':').unwrap();

        assert!(bot.parse::<u64>().is_ok());
        assert_eq!(secret.len(), 35);
    }
}
