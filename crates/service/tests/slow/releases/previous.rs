//! The program of the release before this one, built from this repository.
//!
//! ```text
//!   TRT_OTHER_RELEASE ──> that program
//!   newest stable-N before this commit, else the commit in deploy/previous-release
//!     ──> git archive ──> a folder of its own ──> cargo build ──> its program, kept for the next run
//! ```
//!
//! On failure: a clone without the commit, such as a shallow one, cannot show anything, and says so.

use std::path::{Path, PathBuf};
use std::time::Duration;

use testbed::process::Process;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Where the commit stands while no tag is there.
const NAMED: &str = "deploy/previous-release";

/// Two busy cores, nothing built yet.
const BUILD: Duration = Duration::from_secs(3_600);

const GIT: Duration = Duration::from_secs(60);

/// What was built here before costs nothing: crates of others have the same name in every target folder.
const SEED: &str = r#"mkdir -p "$2/deps" && cp -a "$1/.fingerprint" "$1/build" "$2/" && find "$1/deps" \
    -maxdepth 1 \( -name '*.rlib' -o -name '*.rmeta' -o -name '*.so' -o -name '*.d' \) -exec cp -a {} "$2/deps/" \;"#;

/// A program, and the release that it is.
#[derive(Debug)]
pub(super) struct Previous {
    pub(super) program: PathBuf,
    pub(super) name: String,
}

impl Previous {
    /// Builds it, or says why that cannot be.
    pub(super) async fn built() -> Result<Self, String> {
        if let Some(program) = std::env::var_os("TRT_OTHER_RELEASE") {
            let program = PathBuf::from(program);
            return Ok(Self { name: program.display().to_string(), program });
        }
        let (name, commit) = named().await?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("previous-release").join(&commit);
        let program = folder.join("target/debug/trt");
        if tokio::fs::try_exists(folder.join("built")).await.unwrap() {
            return Ok(Self { program, name });
        }
        let source = folder.join("source");
        tokio::fs::create_dir_all(&source).await.unwrap();
        let archive = folder.join("source.tar").display().to_string();
        git(&["archive", "--output", &archive, &commit]).await?;
        let (archive, to) = (archive.as_str(), source.display().to_string());
        runs("tar", &["-xf", archive, "-C", &to], GIT).await?;
        eprintln!("building {name}: this takes some minutes");
        let ours = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../debug").display().to_string();
        let its = folder.join("target/debug").display().to_string();
        if let Err(why) = runs("sh", &["-c", SEED, "sh", &ours, &its], GIT * 5).await {
            eprintln!("everything is built anew: {why}");
        }
        build(&source, &folder.join("target"), &commit).await;
        tokio::fs::write(folder.join("built"), &name).await.unwrap();
        Ok(Self { program, name })
    }
}

/// The previous release: its name and its commit.
async fn named() -> Result<(String, String), String> {
    let this = git(&["rev-parse", "HEAD"]).await?;
    let tags = git(&["tag", "--merged", "HEAD", "--sort=-version:refname", "--list", "stable-*"]);
    for tag in tags.await?.lines() {
        let commit = git(&["rev-parse", &format!("{tag}^{{commit}}")]).await?;
        if commit != this {
            return Ok((tag.to_owned(), commit));
        }
    }
    let text = tokio::fs::read_to_string(Path::new(ROOT).join(NAMED)).await.unwrap();
    let commit = text.trim().to_owned();
    if git(&["cat-file", "-e", &format!("{commit}^{{commit}}")]).await.is_err() {
        let cure = "git fetch --unshallow --tags";
        return Err(format!("{commit}, the release of {NAMED}, is not in this clone: {cure}"));
    }
    let before = git(&["merge-base", "--is-ancestor", &commit, "HEAD"]).await;
    assert!(before.is_ok(), "{NAMED} names {commit}, which did not come before this commit");
    Ok((commit[..12].to_owned(), commit))
}

async fn build(source: &Path, target: &Path, commit: &str) {
    // The cargo that runs this test must not choose the toolchain of that release.
    let bare = ["-u", "CARGO", "-u", "RUSTUP_TOOLCHAIN", "-u", "RUSTC", "cargo", "build"];
    let cargo = Process::build("cargo", "env")
        .args(bare)
        .args(["--quiet", "--locked", "--package", "trt", "--bin", "trt"])
        .env("CARGO_TARGET_DIR", target)
        .env("TRT_COMMIT", commit)
        .folder(source);
    let cargo = cargo.start().unwrap();
    let status = cargo.exit(BUILD).await.unwrap();
    assert!(status.success(), "the previous release does not build:\n{}", cargo.tail());
}

/// What git says about this repository, whoever it belongs to: a container has it from somebody else.
async fn git(arguments: &[&str]) -> Result<String, String> {
    runs("git", &[&["-c", "safe.directory=*", "-C", ROOT], arguments].concat(), GIT).await
}

/// What a program says if it ends well, and what it says otherwise as the reason.
async fn runs(program: &str, arguments: &[&str], within: Duration) -> Result<String, String> {
    let process = Process::build(program, program).args(arguments).start();
    let process = process.map_err(|error| error.to_string())?;
    let status = process.exit(within).await.map_err(|error| error.to_string())?;
    let said = process.all_lines(within).await.map_err(|error| error.to_string())?.join("\n");
    if status.success() { Ok(said) } else { Err(format!("{program}: {said}")) }
}
