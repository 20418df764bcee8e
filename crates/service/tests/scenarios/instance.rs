//! One instance of the program, on a port of its own.

use std::net::{Ipv4Addr, SocketAddr};

use serde_json::Value;
use testbed::process::{Builder, Process};
use testbed::{SOON, wait};

use crate::web::{self, Answer};

/// A token that would be found if it were ever printed.
pub(crate) const TOKEN: &str = "7654321098:AAcanaryCANARYcanaryCANARYcanaryCAN";

/// A configuration without problems, on a port that the kernel chooses.
const VARIABLES: [(&str, &str); 5] = [
    ("TELEGRAM_BOT_TOKEN", TOKEN),
    ("DATABASE_URL", "postgres://trt:canary@127.0.0.1:1/trt"),
    ("KIE_API_KEY", "canary-kie"),
    ("WEBHOOK_BASE_URL", "https://bot.example.org"),
    ("PORT", "0"),
];

/// A running instance.
pub(crate) struct Instance {
    pub(crate) process: Process,
    pub(crate) address: SocketAddr,
}

/// The program with this command line and no variables at all.
pub(crate) fn program(arguments: &[&str]) -> Builder {
    Process::build("trt", env!("CARGO_BIN_EXE_trt")).bare_environment().args(arguments)
}

/// The program that serves, with these variables put over the good ones.
pub(crate) fn serving(changes: &[(&str, &str)]) -> Builder {
    let builder = VARIABLES.iter().chain(changes);
    builder.fold(program(&["serve"]), |builder, (name, value)| builder.env(name, value))
}

impl Instance {
    /// Starts one and waits until it listens.
    pub(crate) async fn start(changes: &[(&str, &str)]) -> Self {
        let process = serving(changes).start().unwrap();
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let mut instance = Self { process, address: anywhere };
        let line = instance.says("[HTTP] listening").await;
        let bound: SocketAddr = line["address"].as_str().unwrap().parse().unwrap();
        instance.address.set_port(bound.port());
        instance
    }

    /// Asks for a path.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        web::get(self.address, path, &[]).await
    }

    /// Its health.
    pub(crate) async fn health(&self) -> Value {
        serde_json::from_str(&self.get("/health").await.body).unwrap()
    }

    /// Waits until its health shows this state of the lock.
    pub(crate) async fn becomes(&self, state: &str) -> Value {
        let what = format!("an instance that is {state}");
        let health = wait::until(&what, SOON, async || {
            let health = self.health().await;
            (health["lock_state"] == state).then_some(health)
        });
        health.await.unwrap()
    }

    /// Waits until it has shown itself that it can store updates.
    pub(crate) async fn becomes_ready(&self) {
        let ready = wait::until("a ready instance", SOON, async || {
            (self.get("/ready").await.status == 200).then_some(())
        });
        ready.await.unwrap();
    }

    /// Waits until it counts so many takeovers; before it has looked it counts none.
    pub(crate) async fn counts_takeovers(&self, count: u64) -> Value {
        let what = format!("an instance that counts {count} takeovers");
        let health = wait::until(&what, SOON, async || {
            let health = self.health().await;
            (health["takeovers"]["count"] == count).then_some(health)
        });
        health.await.unwrap()
    }

    /// Waits for a line with `text`, past or future: what health shows may be printed after it.
    pub(crate) async fn says(&self, text: &str) -> Value {
        let line = self.process.line(text, SOON).await.unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Its lines so far whose message contains `text`.
    pub(crate) fn said(&self, text: &str) -> Vec<Value> {
        let fits =
            |line: &Value| line["message"].as_str().is_some_and(|words| words.contains(text));
        self.log().into_iter().filter(fits).collect()
    }

    /// Everything it printed, as JSON.
    pub(crate) fn log(&self) -> Vec<Value> {
        let parse = |line: &String| serde_json::from_str(line).unwrap();
        self.process.lines().iter().map(parse).collect()
    }
}
