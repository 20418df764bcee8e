//! A Prometheus of a test's own: it reads instances on loopback, judges rules and answers questions.
//!
//! ```text
//!   rules, instances ── files of its folder ──> prometheus ── every so often ──> /metrics of each
//!   test ── HTTP API ──> what fires, what an expression comes to
//! ```
//!
//! Who is read can change while it runs: it looks at the file again as soon as it is replaced. Time in a test is short,
//! so rules are [`hurry`]ed by the same factor as the time between two readings.
//!
//! On failure: where the program is missing that is said, and the test is skipped; rules that it does not take are an
//! error with what it printed about them.
#![expect(clippy::disallowed_methods, reason = "files of a few lines, before anybody waits")]

use std::fmt::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::account::Account;
use crate::folder::Folder;
use crate::process::{Process, describe};
use crate::{Error, SOON, places, port, wait};

pub mod hurry;

/// What every instance is known as; the rules ask for it by this name.
const JOB: &str = "trt";

/// Answers of the program that was asked are small: hundreds of series at most.
const ANSWER: Duration = Duration::from_secs(30);

/// How it is to run.
#[derive(Debug, Clone)]
pub struct Watch {
    /// Rules as Prometheus reads them; JSON is YAML too.
    pub rules: String,
    /// The time between two readings, which is that between two looks at the rules.
    pub every: Duration,
    /// How long what was read last counts.
    pub lookback: Duration,
    /// What instances ask for, if they do.
    pub token: Option<String>,
}

/// A running one; dropping it ends it.
#[derive(Debug)]
pub struct Prometheus {
    // Dropped in this order: the process before the folder with its data.
    process: Process,
    address: SocketAddr,
    folder: Folder,
}

impl Prometheus {
    pub async fn start(watch: &Watch, instances: &[SocketAddr]) -> Result<Self, Error> {
        let missing =
            Error::NoProgram { program: "Prometheus", install: "apt-get install prometheus" };
        let program = places::program("prometheus").ok_or(missing)?;
        let folder = Folder::throw_away("prometheus", &Account::Own)?;
        put(folder.path().join("rules.yaml"), &watch.rules)?;
        put(folder.path().join("instances.json"), &listed(instances))?;
        put(folder.path().join("prometheus.yaml"), &configuration(watch))?;
        let address = port::draw()?;
        let process = Process::build("prometheus", program)
            .arg("--config.file=prometheus.yaml")
            .arg("--storage.tsdb.path=data")
            .arg(format!("--web.listen-address={address}"))
            .arg(format!("--query.lookback-delta={}ms", watch.lookback.as_millis()))
            .arg("--log.level=warn")
            .folder(folder.path())
            .start()?;
        let started = Self { process, address, folder };
        started.listens().await?;
        Ok(started)
    }

    async fn listens(&self) -> Result<(), Error> {
        wait::until("Prometheus to be ready", SOON, async || {
            if let Some(status) = self.process.status() {
                return Some(Err(Error::DidNotStart {
                    what: "Prometheus".into(),
                    outcome: describe(status),
                    log: self.process.tail(),
                }));
            }
            let (status, _) = self.get("/-/ready").await.ok()?;
            (status == 200).then_some(Ok(()))
        })
        .await?
    }

    /// Reads these instances from now on, and no other.
    pub fn reads(&self, instances: &[SocketAddr]) -> Result<(), Error> {
        let (new, place) = ("instances.new", self.folder.path().join("instances.json"));
        let new = self.folder.path().join(new);
        put(new.clone(), &listed(instances))?;
        // At once: half of a list is never seen.
        std::fs::rename(new, place).map_err(Error::io("replace the list of instances"))
    }

    /// Where its pages are.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The alerts that are pending or firing, as its API tells them.
    pub async fn alerts(&self) -> Result<String, Error> {
        Ok(self.get("/api/v1/alerts").await?.1)
    }

    /// The rules as it judged them last, as its API tells them.
    pub async fn rules(&self) -> Result<String, Error> {
        Ok(self.get("/api/v1/rules").await?.1)
    }

    /// What an expression comes to now; the status of the answer and its JSON.
    pub async fn query(&self, expression: &str) -> Result<(u16, String), Error> {
        self.get(&format!("/api/v1/query?query={}", escaped(expression))).await
    }

    /// What an expression came to from one second of the Unix time to another.
    pub async fn query_range(
        &self,
        expression: &str,
        (from, until): (f64, f64),
        step: Duration,
    ) -> Result<(u16, String), Error> {
        let (query, step) = (escaped(expression), step.as_secs_f64());
        let times = format!("start={from:.3}&end={until:.3}&step={step}");
        self.get(&format!("/api/v1/query_range?query={query}&{times}")).await
    }

    /// Asks in the oldest way, in which the answer ends with the connection and has no chunks.
    async fn get(&self, path: &str) -> Result<(u16, String), Error> {
        let what = || format!("ask Prometheus for {path}");
        let exchange = async {
            let mut stream = TcpStream::connect(self.address).await?;
            let request = format!("GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address);
            stream.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Ok(String::from_utf8_lossy(&answer).into_owned())
        };
        let Ok(answer) = tokio::time::timeout(ANSWER, exchange).await else {
            return Err(Error::TimedOut { what: what(), within: ANSWER });
        };
        let answer = answer.map_err(Error::io(what()))?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.unwrap_or_default(), body.to_owned()))
    }
}

fn put(path: PathBuf, text: &str) -> Result<(), Error> {
    let what = format!("write {}", path.display());
    std::fs::write(path, text).map_err(Error::io(what))
}

fn listed(instances: &[SocketAddr]) -> String {
    let quoted: Vec<String> = instances.iter().map(|at| format!("\"{at}\"")).collect();
    format!("[{{\"targets\": [{}]}}]", quoted.join(", "))
}

fn configuration(watch: &Watch) -> String {
    let every = format!("{}ms", watch.every.as_millis());
    let login = watch.token.as_ref();
    let login = login.map(|token| format!("    authorization:\n      credentials: \"{token}\"\n"));
    let login = login.unwrap_or_default();
    format!(
        "global:\n  scrape_interval: {every}\n  scrape_timeout: {every}\n  \
         evaluation_interval: {every}\n\
         rule_files: [rules.yaml]\n\
         scrape_configs:\n  - job_name: {JOB}\n{login}    file_sd_configs:\n      \
         - files: [instances.json]\n        refresh_interval: 1s\n"
    )
}

/// As it may stand in an address.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{Duration, Watch, configuration, escaped, listed};

    #[test]
    fn an_expression_survives_its_way_into_an_address() {
        assert_eq!(escaped("a{b=\"c\"} > 1"), "a%7Bb%3D%22c%22%7D%20%3E%201");
    }

    #[test]
    fn instances_and_pace_are_written_as_prometheus_reads_them() {
        let instances = ["127.0.0.1:1".parse().unwrap(), "127.0.0.1:2".parse().unwrap()];
        let every = Duration::from_millis(500);
        let watch = Watch { rules: String::new(), every, lookback: every, token: None };

        assert_eq!(listed(&instances), "[{\"targets\": [\"127.0.0.1:1\", \"127.0.0.1:2\"]}]");
        let text = configuration(&watch);
        assert!(text.contains("  scrape_interval: 500ms\n"), "{text}");
        assert!(text.contains("  - job_name: trt\n    file_sd_configs:\n"), "{text}");
        let closed = configuration(&Watch { token: Some("t".to_owned()), ..watch });
        assert!(closed.contains("trt\n    authorization:\n      credentials: \"t\"\n"), "{closed}");
    }
}
