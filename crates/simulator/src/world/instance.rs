//! One process of the program, with a link of its own to the database.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use bytes::Bytes;
use hyper::Response;
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use testbed::Error;
use testbed::process::{Process, Signal};
use testbed::proxy::ChaosProxy;

use super::PATIENCE;

/// A question to an instance is answered from memory; one that takes longer is not answered.
const QUESTION: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct Instance {
    pub process: Process,
    /// Its way to the database, for everything but the lock.
    pub link: ChaosProxy,
    address: SocketAddr,
}

#[derive(Debug)]
pub(super) struct Launch {
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    pub(super) variables: Vec<(String, String)>,
    pub(super) link: ChaosProxy,
}

/// A process and its link, about which nothing is known yet.
#[derive(Debug)]
pub(super) struct Launched {
    pub(super) process: Process,
    link: ChaosProxy,
}

impl Launch {
    pub(super) fn start(self) -> Result<Launched, Error> {
        let builder = Process::build("trt", &self.program).bare_environment().args(&self.arguments);
        let variables = self.variables.iter();
        let started = variables.fold(builder, |builder, (name, value)| builder.env(name, value));
        Ok(Launched { process: started.start()?, link: self.link })
    }
}

impl Instance {
    /// Starts the program and waits until it listens, with or without a database.
    pub(super) async fn listens(launch: Launch) -> Result<Self, Error> {
        let Launched { process, link } = launch.start()?;
        let line = said(&process, "[HTTP] listening").await?;
        let line = serde_json::from_str::<Value>(&line).unwrap_or_default();
        let bound = line["address"].as_str().and_then(|text| text.parse::<SocketAddr>().ok());
        let Some(bound) = bound else {
            return Err(broken(&process, "it does not say where it listens".to_owned()));
        };
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, bound.port()));
        Ok(Self { process, link, address })
    }

    pub async fn waits(&self) -> Result<(), Error> {
        said(&self.process, "[LOCK] waiting (PASSIVE)").await.map(drop)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub async fn health(&self) -> Option<Value> {
        serde_json::from_slice(&self.get("/health").await?).ok()
    }

    pub async fn state(&self) -> Option<String> {
        let health = self.health().await?;
        health["lock_state"].as_str().map(str::to_owned)
    }

    pub fn lines_at(&self, level: &str) -> Vec<String> {
        let wanted = format!("\"level\":\"{level}\"");
        self.process.lines().into_iter().filter(|line| line.contains(&wanted)).collect()
    }

    /// Sends it a signal; one that has ended gets none.
    pub fn signal(&self, signal: Signal) {
        let _ = self.process.signal(signal);
    }

    /// Asks for a path; none when it does not answer.
    pub async fn get(&self, path: &str) -> Option<Bytes> {
        let answer = self.asked(path).await?;
        let body = axum::body::Body::new(answer.into_body());
        let body = axum::body::to_bytes(body, usize::MAX);
        tokio::time::timeout(QUESTION, body).await.ok()?.ok()
    }

    /// The status with which a path is answered; none when it is not.
    pub async fn status_of(&self, path: &str) -> Option<u16> {
        Some(self.asked(path).await?.status().as_u16())
    }

    async fn asked(&self, path: &str) -> Option<Response<Incoming>> {
        if self.process.status().is_some() {
            return None;
        }
        let client: Client<HttpConnector, axum::body::Body> =
            Client::builder(TokioExecutor::new()).build_http();
        let address = format!("http://{}{path}", self.address).parse().ok()?;
        tokio::time::timeout(QUESTION, client.get(address)).await.ok()?.ok()
    }
}

/// Waits for a line; a process that ends first will not print it any more.
async fn said(process: &Process, text: &str) -> Result<String, Error> {
    tokio::select! {
        biased;
        line = process.line(text, PATIENCE) => line,
        ended = process.exit(PATIENCE) => Err(broken(process, ended?.to_string())),
    }
}

fn broken(process: &Process, outcome: String) -> Error {
    Error::DidNotStart { what: "trt".to_owned(), outcome, log: process.tail() }
}
