//! Whoever closes the output of a command early, as `| head` does, ends it quietly.
#![expect(clippy::disallowed_methods, reason = "short commands, waited for one after the other")]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use testbed::database::{Cluster, Database};

use crate::instance::TOKEN;
use crate::path;

/// Every command that prints, and how it ends on a fresh database: its own verdict counts, read or not.
const COMMANDS: [(&str, i32); 19] = [
    ("--help", 0),
    ("migrate", 0),
    ("migrate --plan", 0),
    ("books audit", 0),
    ("books audit --json", 0),
    ("books export", 0),
    ("books margin", 0),
    ("catalogue check", 0),
    ("catalogue list", 0),
    ("catalogue list --json", 0),
    ("catalogue price z-image prompt=cat", 0),
    ("closures list", 0),
    ("dead list", 0),
    ("dead show u1", 1),
    ("lock status", 0),
    ("check", 1),
    ("health --url http://127.0.0.1:1/ready", 1),
    ("smoke --url http://127.0.0.1:1", 1),
    ("logcheck LOG", 1),
];

async fn database() -> Database {
    let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
    let url = store::DatabaseUrl::parse(&database.url()).unwrap();
    store::migrations::apply(&url).await.unwrap();
    let bot = TOKEN.split(':').next().unwrap();
    let claim = format!(
        "select leader_claim('{bot}', 1, 2, gen_random_uuid(), 'a', now(), interval '1 s')"
    );
    database.connect().await.unwrap().batch_execute(&claim).await.unwrap();
    database
}

/// A log with an error in it.
async fn log() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("closed-output.log");
    let line = r#"{"ts":"2026-11-15T09:30:00.125Z","level":"ERROR","message":"[DB] gone"}"#;
    tokio::fs::write(&path, line).await.unwrap();
    path
}

fn command(line: &str, url: &str, log: &str) -> Command {
    let mut command = Command::new(path::program());
    let words = line.split(' ').map(|word| if word == "LOG" { log } else { word });
    // What looks all around finds nothing there, and says so at once.
    let nowhere = line.starts_with("check") || line.starts_with("smoke");
    let url = if nowhere { "postgres://a@127.0.0.1:1/b" } else { url };
    command.args(words).env_clear().env("DATABASE_URL", url).env("ADMIN_IDS", "1");
    command.env("TELEGRAM_API_URL", "http://127.0.0.1:1").env("KIE_API_URL", "http://127.0.0.1:1");
    command.env("TELEGRAM_BOT_TOKEN", TOKEN).stdin(Stdio::null());
    command
}

/// A place to write to that nobody reads any more.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn told(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[tokio::test]
async fn every_command_ends_quietly_when_nobody_reads_it() {
    let (database, log) = (database().await, log().await);
    let (url, log) = (database.url(), log.to_string_lossy().into_owned());
    for (line, code) in COMMANDS {
        let start = |out: Stdio, complaints: Stdio| {
            command(line, &url, &log).stdout(out).stderr(complaints).spawn().unwrap()
        };
        let three = [
            start(Stdio::piped(), Stdio::piped()),
            start(closed(), Stdio::piped()),
            start(closed(), closed()),
        ];
        let [open, deaf, both] = three.map(|child| told(&child.wait_with_output().unwrap()));

        assert_eq!(open.0, Some(code), "{line}: {}", open.1);
        assert_eq!(deaf, open, "{line}: the same verdict, and no other complaint");
        assert_eq!(both.0, Some(code), "{line}: with its complaints unread as well");
    }
}

#[tokio::test]
async fn an_output_that_cannot_be_written_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let Ok(full) = full else { return testbed::skip::because("there is no /dev/full here") };

    let output = command("catalogue list", "postgres://a@b/c", "").stdout(full).output().unwrap();

    let (code, complaint) = told(&output);
    assert_eq!(code, Some(1));
    assert!(complaint.contains("the output cannot be written"), "{complaint}");
}
