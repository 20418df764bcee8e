//! A browser that a test drives: `chromedriver` on a port of its own, and an empty folder for what Chromium keeps.
//!
//! ```text
//!   test ── WebDriver, by HTTP ──> chromedriver ── starts, one for each session ──> chromium, without a window
//! ```
//!
//! The browser asks nothing of the outside by itself. On failure: where one of the two programs is missing that is
//! said by its name, and the test is skipped; a driver that does not start is an error with what it printed.

use std::net::SocketAddr;

use crate::account::Account;
use crate::folder::Folder;
use crate::process::Process;
use crate::{Error, SOON, places};

/// What the driver says when it listens, before its port.
const LISTENS: &str = "started successfully on port ";

/// What Chromium is started with: no window, nothing kept, no word to anybody but the page.
const ARGUMENTS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
];

/// The driver of a browser; dropping it ends both.
#[derive(Debug)]
pub struct Browser {
    // Dropped in this order: the processes before the folder they write into.
    _driver: Process,
    address: SocketAddr,
    folder: Folder,
}

impl Browser {
    pub async fn start() -> Result<Self, Error> {
        let missing = Error::NoProgram {
            program: "Chromium or its driver",
            install: "apt-get install chromium chromium-driver",
        };
        let driver =
            places::program("chromedriver").filter(|_| places::program("chromium").is_some());
        let driver = driver.ok_or(missing)?;
        let folder = Folder::throw_away("browser", &Account::Own)?;
        let process = Process::build("chromedriver", driver).args(["--port=0"]);
        let driver = process.folder(folder.path()).start()?;
        let line = driver.line(LISTENS, SOON).await?;
        let port =
            line.split(LISTENS).nth(1).and_then(|rest| rest.trim_end_matches('.').parse().ok());
        let port: u16 = port.ok_or_else(|| Error::DidNotStart {
            what: "chromedriver".to_owned(),
            outcome: "it does not say its port".to_owned(),
            log: driver.tail(),
        })?;
        Ok(Self { _driver: driver, address: ([127, 0, 0, 1], port).into(), folder })
    }

    /// Where the driver listens.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What a session is to start Chromium with.
    pub fn arguments(&self) -> Vec<String> {
        let kept = format!("--user-data-dir={}", self.folder.path().join("kept").display());
        ARGUMENTS.iter().map(|word| (*word).to_owned()).chain([kept]).collect()
    }
}
