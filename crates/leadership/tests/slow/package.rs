//! What would be published: it builds by itself, and does in two terminals what its README says.
//!
//! ```text
//!   cargo package ──> unpacked outside of the workspace ──> built and its examples tried, offline
//!                                                     └──> the lines of "Two terminals", by sh
//! ```
//!
//! Nothing is fetched: what it needs is what this workspace was built from.
#![expect(clippy::disallowed_methods, reason = "the only task there is waits for each step")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use testbed::process::Process;
use testbed::server::Server;

const README: &str = include_str!("../../README.md");
const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// A first build on two busy cores; nothing of it is awaited by people.
const BUILT: Duration = Duration::from_secs(900);
/// A takeover after a kill takes milliseconds; this is for a machine that is busy otherwise.
const TAKEN_OVER: Duration = Duration::from_secs(7);

/// What was unpacked, gone with its test.
struct Unpacked(PathBuf);

impl Drop for Unpacked {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Where builds of the package are kept from run to run.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("package")
}

fn cargo(folder: &Path, arguments: &[&str]) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let done = Command::new(cargo)
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .expect("cargo can be started");
    let said = [done.stdout, done.stderr].map(|all| String::from_utf8_lossy(&all).into_owned());
    assert!(done.status.success(), "cargo {arguments:?}:\n{}\n{}", said[0], said[1]);
}

/// Packs it as it stands and unpacks it where no workspace is above it.
fn unpacked() -> Unpacked {
    cargo(Path::new(HERE), &["package", "--no-verify", "--allow-dirty", "--locked"]);
    let name = concat!("leadership-", env!("CARGO_PKG_VERSION"));
    let around = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&around).expect("a folder outside of the workspace");
    let around = Unpacked(around);
    let packed = target().join("package").join(format!("{name}.crate"));
    let tar = Command::new("tar").arg("-xzf").arg(packed).arg("-C").arg(&around.0).status();
    assert!(tar.expect("tar can be started").success());
    around
}

/// The shell lines under a heading of the README, as they stand there.
fn shell_lines(heading: &str) -> Vec<&'static str> {
    let part = README.split("\n## ").find_map(|part| part.strip_prefix(heading));
    let part = part.expect("the README has that heading");
    let blocks = part.split("```sh\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    blocks.flat_map(str::lines).collect()
}

/// One terminal: a shell in the folder of the package, with what the README asks to be set.
fn terminal(name: &str, folder: &Path, line: &str, variables: &[(&str, &str)]) -> Process {
    let shell = Process::build(name, "/bin/sh").args(["-c", line]).folder(folder);
    let shell = shell.env("CARGO_TARGET_DIR", target()).env("CARGO_NET_OFFLINE", "true");
    let shell = variables.iter().fold(shell, |shell, (name, value)| shell.env(name, value));
    shell.start().expect("a shell can be started")
}

/// The number of the process, as its lines begin with it.
fn pid(line: &str) -> &str {
    let pid = line.strip_prefix("[worker ").and_then(|rest| rest.split_once(']'));
    pid.expect("a line begins with the number of its process").0
}

#[tokio::test]
async fn the_package_builds_by_itself_and_its_readme_leads_through_two_terminals() {
    let around = unpacked();
    let folder = around.0.join(concat!("leadership-", env!("CARGO_PKG_VERSION")));
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let text = |folder: &Path| std::fs::read_to_string(folder.join(licence));
        let root = Path::new(HERE).join("../..");
        assert_eq!(text(&folder).expect(licence), text(&root).expect(licence));
    }
    cargo(&folder, &["build", "--locked", "--example", "worker"]);
    cargo(&folder, &["test", "--locked", "--doc"]);

    let server = Server::start().await.expect("a PostgreSQL");
    let address = server.url("postgres");
    let [start, kill, look] = shell_lines("Two terminals")[..] else { panic!("three lines") };
    let open = |name| terminal(name, &folder, start, &[("DATABASE_URL", &address)]);

    let first = open("the first terminal");
    let active = first.line("ACTIVE: term 1", BUILT).await.expect("the first one is active");
    first.line("rows written in term 1", testbed::SOON).await.expect("it writes");
    let second = open("the second terminal");
    second.line("PASSIVE: waiting", BUILT).await.expect("the second one waits");

    let third = terminal("the third terminal", &folder, kill, &[("PID", pid(&active))]);
    assert!(third.exit(testbed::SOON).await.expect("it ends").success());
    let next = second.line("ACTIVE: term 2", TAKEN_OVER).await.expect("the second one goes on");
    assert!(next.contains("the last holder died"), "{next}");
    second.line("rows written in term 2", testbed::SOON).await.expect("it writes");

    // Ctrl-C in its terminal, with a third one waiting.
    let other = open("another terminal");
    other.line("PASSIVE: waiting", BUILT).await.expect("it waits");
    let variables = [("PID", pid(&next))];
    let control_c = terminal("Ctrl-C", &folder, "kill -INT \"$PID\"", &variables);
    assert!(control_c.exit(testbed::SOON).await.expect("it ends").success());
    let handed = other.line("ACTIVE: term 4", TAKEN_OVER).await.expect("it is handed the role");
    assert!(handed.contains("handed it over"), "{handed}");
    second.exit(testbed::SOON).await.expect("the second one has ended");

    let psql = terminal("psql", &folder, look, &[("DATABASE_URL", &address)]);
    assert!(psql.exit(testbed::SOON).await.expect("psql ends").success(), "{}", psql.tail());
    let lines = psql.all_lines(testbed::SOON).await.expect("all that psql says");
    assert!(lines.iter().any(|line| line.trim_start().starts_with("4 |")), "{lines:?}");
}
