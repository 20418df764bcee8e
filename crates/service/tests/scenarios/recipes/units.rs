//! What systemd itself says about the unit.

use std::path::PathBuf;

use testbed::process::Process;
use testbed::{SOON, places, skip};

use super::reading::{path, read};
use crate::path::program;

/// The most that a unit may be exposed to, of 100.
const EXPOSURE: &str = "30";

/// Says what `systemd-analyze` finds, and whether it is content; nothing where it is not there.
async fn analyzed(arguments: &[&str], unit: &str) -> Option<(bool, String)> {
    let Some(analyze) = places::program("systemd-analyze") else {
        skip::because("there is no systemd-analyze");
        return None;
    };
    let run = Process::build("systemd-analyze", analyze).args(arguments).arg(unit).start().unwrap();
    let lines = run.all_lines(SOON).await.unwrap();
    let content = run.exit(SOON).await.unwrap().success();
    Some((content, lines.join("\n")))
}

/// The unit with the programs of this machine in it: systemd looks whether they are there.
async fn unit_of_this_machine() -> PathBuf {
    let unit = read("deploy/systemd/trt@.service").await;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("units");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let file = folder.join("trt@.service");
    tokio::fs::write(&file, unit.replace("/usr/local/bin/trt", program())).await.unwrap();
    file
}

#[tokio::test]
async fn systemd_has_nothing_to_say_against_the_unit() {
    let file = unit_of_this_machine().await;
    let instance = file.with_file_name("trt@8081.service");

    let Some((content, words)) =
        analyzed(&["verify", "--man=no", "--recursive-errors=no"], instance.to_str().unwrap())
            .await
    else {
        return;
    };

    assert!(content && words.is_empty(), "{words}");
}

#[tokio::test]
async fn the_unit_is_exposed_to_little() {
    let unit = path("deploy/systemd/trt@.service");
    let threshold = format!("--threshold={EXPOSURE}");

    let arguments = ["security", "--offline=true", "--no-pager", &threshold];
    let Some((content, words)) = analyzed(&arguments, unit.to_str().unwrap()).await else { return };

    let verdict = words.lines().last().unwrap_or_default();
    println!("{verdict}");
    assert!(verdict.contains("Overall exposure level"), "{words}");
    assert!(content, "{words}");
}
