//! The peers on this machine: installed on first use by their ordinary clients, from lock files.
//!
//! ```text
//!   wanted ── tools there? ── no ──> apt, said aloud ── still no ──> Err: skipped with the reason
//!     │ yes
//!     └── installed from this lock file? ── no ──> pip, npm or cargo ──> Launch
//! ```
//!
//! Sources and lock files are in `bench/peers`. What is installed goes below `target/peers`, which
//! is ignored already; only Node looks for its packages beside the program and nowhere else.
//!
//! On failure: an error that says what to install, or the last lines of the client.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use testbed::process::{Builder, Process};

use super::contestant::{Contestant, Launch};

/// Downloads and a release build on two busy cores.
const PATIENCE: Duration = Duration::from_secs(1_200);

/// Where things are.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// The sources of the peers.
    pub(crate) peers: PathBuf,
    /// What was installed.
    pub(crate) installed: PathBuf,
    /// The program `trt`.
    pub(crate) trt: Option<PathBuf>,
}

impl Places {
    /// Below the tree that this program was built from.
    pub(crate) fn new(trt: Option<&Path>) -> Self {
        let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = bench.parent().unwrap_or(bench);
        let (peers, installed) = (bench.join("peers"), root.join("target/peers"));
        Self { peers, installed, trt: trt.map(Path::to_owned) }
    }

    /// Makes sure that it is there and tells how to start it.
    pub(crate) async fn launch(&self, contestant: Contestant) -> Result<Launch> {
        let (program, arguments) = match contestant {
            Contestant::Ours => (self.ours()?, vec!["serve".to_owned()]),
            Contestant::Axum => (std::env::current_exe()?, vec!["bare-axum".to_owned()]),
            Contestant::Teloxide => (self.teloxide().await?, Vec::new()),
            Contestant::Grammy => ("node".into(), vec![text(&self.grammy().await?)?]),
            Contestant::Aiogram => {
                (self.aiogram().await?, vec![text(&self.peers.join("aiogram/server.py"))?])
            }
        };
        Ok(Launch { contestant, program, arguments })
    }

    fn ours(&self) -> Result<PathBuf> {
        let path = self.trt.as_ref().context("say where it is: --trt PATH")?;
        ensure!(
            path.is_file(),
            "there is no trt at {}: build it with `cargo build --release -p trt`",
            path.display()
        );
        Ok(path.clone())
    }

    async fn teloxide(&self) -> Result<PathBuf> {
        let (source, target) = (self.peers.join("teloxide"), self.installed.join("teloxide"));
        // Cargo knows by itself whether there is anything to do.
        let cargo = Process::build("cargo", "nice").args(["-n", "10", "cargo", "build"]);
        let cargo =
            cargo.args(["--release", "--locked", "--quiet"]).arg("--target-dir").arg(&target);
        succeed("cargo", cargo.folder(&source)).await?;
        Ok(target.join("release/bench-peer-teloxide"))
    }

    async fn grammy(&self) -> Result<PathBuf> {
        let source = self.peers.join("grammy");
        need("Node", "node --version && npm --version", &["nodejs", "npm"]).await?;
        let (lock, stamp) =
            (source.join("package-lock.json"), source.join("node_modules/installed"));
        if !same(&lock, &stamp).await {
            eprintln!("bench: installing grammY by npm");
            let npm = Process::build("npm", "npm").args(["ci", "--no-audit", "--no-fund"]);
            succeed("npm", npm.folder(&source)).await?;
            tokio::fs::copy(&lock, &stamp).await?;
        }
        Ok(source.join("server.js"))
    }

    /// Returns the interpreter of its environment.
    async fn aiogram(&self) -> Result<PathBuf> {
        let (source, home) = (self.peers.join("aiogram"), self.installed.join("aiogram"));
        need("Python", "python3 -c 'import ensurepip, venv'", &["python3", "python3-venv"]).await?;
        let (lock, stamp) = (source.join("requirements.txt"), home.join("installed"));
        let python = home.join("bin/python");
        if !same(&lock, &stamp).await {
            eprintln!("bench: installing aiogram by pip");
            let venv = Process::build("python", "python3").args(["-m", "venv", "--clear"]);
            succeed("venv", venv.arg(&home)).await?;
            let pip = Process::build("pip", &python).args(["-m", "pip", "install", "--quiet"]);
            succeed("pip", pip.args(["--require-hashes", "-r"]).arg(&lock)).await?;
            tokio::fs::copy(&lock, &stamp).await?;
        }
        Ok(python)
    }
}

/// Makes sure that the shell command `check` succeeds, by apt if need be.
async fn need(what: &str, check: &str, packages: &[&str]) -> Result<()> {
    let there = || succeed("sh", Process::build(what, "sh").args(["-c", check]));
    if there().await.is_ok() {
        return Ok(());
    }
    let list = packages.join(" ");
    eprintln!("bench: {what} is missing: installing it (apt-get install {list})");
    let apt = Process::build("apt-get", "apt-get").env("DEBIAN_FRONTEND", "noninteractive");
    let apt = apt.args(["-qq", "-o", "DPkg::Lock::Timeout=300", "install", "-y"]);
    let apt = apt.arg("--no-install-recommends").args(packages);
    let advice = || format!("{what} is missing: run \"apt-get install {list}\" as root");
    succeed("apt-get", apt).await.with_context(advice)?;
    there().await.with_context(advice)
}

/// Runs it to its end, which must be in order.
async fn succeed(what: &str, command: Builder) -> Result<()> {
    let process = command.start()?;
    let status = process.exit(PATIENCE).await?;
    if !status.success() {
        bail!("{what} ended with {status}:\n{}", process.tail());
    }
    Ok(())
}

/// Whether both files are there with the same contents.
async fn same(left: &Path, right: &Path) -> bool {
    let (left, right) = (tokio::fs::read(left).await, tokio::fs::read(right).await);
    matches!((left, right), (Ok(left), Ok(right)) if left == right)
}

fn text(path: &Path) -> Result<String> {
    path.to_str().map(str::to_owned).with_context(|| format!("{} is not UTF-8", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{Contestant, Places};

    #[tokio::test]
    async fn every_peer_has_its_source_and_its_lock_file() {
        let peers = Places::new(None).peers;
        let files = [
            "aiogram/server.py",
            "aiogram/requirements.txt",
            "grammy/server.js",
            "grammy/package.json",
            "grammy/package-lock.json",
            "teloxide/src/main.rs",
            "teloxide/Cargo.lock",
        ];
        for file in files {
            assert!(peers.join(file).is_file(), "{file}");
        }
    }

    #[tokio::test]
    async fn without_a_path_or_with_a_wrong_one_our_service_cannot_be_measured() {
        let nowhere = Places::new(Some("nowhere/trt".as_ref())).launch(Contestant::Ours).await;
        let unsaid = Places::new(None).launch(Contestant::Ours).await;

        assert!(nowhere.unwrap_err().to_string().starts_with("there is no trt at nowhere/trt"));
        assert_eq!(unsaid.unwrap_err().to_string(), "say where it is: --trt PATH");
    }
}
