//! The image, built and run where no engine runs: its size, its root, its end, and what is not in it.
//!
//! ```text
//!   mmdebstrap ──> base: the C library and certificates ──┐
//!   cargo build --release ──> trt ──> ./dev image, by buildah ──> layers ──> a root, read-only, under bwrap
//! ```
//!
//! On failure: without one of the programs it is skipped, since it takes minutes and Debian's packages.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use simulator::world::{PATIENCE, World};
use testbed::process::{Builder, Process};
use testbed::{SOON, places, skip};

/// A release is built in it if there is none.
const BUILDING: Duration = Duration::from_secs(3600);

/// What the whole image may take, in bytes.
const LARGEST: u64 = 60_000_000;

/// How long the end may take.
const END: Duration = Duration::from_secs(1);

/// In the environment and in files beside the program while the image is built, and in none of its layers.
const PLANTED: &str = "4242424242:AAplantedPLANTEDplantedPLANTEDplant";

/// What of Debian is in the base, without programs: as in the one that the Dockerfile names.
const BASE: &str = r#"cat "$1"/usr/share/ca-certificates/mozilla/*.crt > "$1"/etc/ssl/certs/ca-certificates.crt
    rm -rf "$1"/bin "$1"/sbin "$1"/usr/bin "$1"/usr/sbin "$1"/usr/share "$1"/usr/lib/*/gconv"#;

/// A program of this machine, to be run to its end.
fn tool(program: &str) -> Builder {
    Process::build(program, places::program(program).unwrap_or_else(|| program.into()))
}

/// Runs it to its end, which must be a good one, and says what it printed.
async fn done(tool: Builder) -> Vec<String> {
    let process = tool.start().unwrap();
    let status = process.exit(BUILDING).await.unwrap();
    assert!(status.success(), "{status}: {}", process.tail());
    process.all_lines(SOON).await.unwrap()
}

/// Where everything is made, empty.
async fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("trt-{name}-{}", std::process::id()));
    tokio::fs::create_dir_all(folder.join("context")).await.unwrap();
    folder
}

/// buildah with a store of its own, and neither cgroups nor a runtime.
async fn with_store(folder: &Path, tool: Builder) -> Builder {
    let (conf, store) = (folder.join("storage.conf"), folder.join("store"));
    let text = format!(
        "[storage]\ndriver = \"vfs\"\ngraphroot = {store:?}\nrunroot = {:?}\n",
        folder.join("run")
    );
    tokio::fs::write(&conf, text).await.unwrap();
    tool.env("CONTAINERS_STORAGE_CONF", &conf)
        .env("BUILDAH_ISOLATION", "chroot")
        .env("ENGINE", "buildah")
        .env("TELEGRAM_BOT_TOKEN", PLANTED)
}

async fn buildah(folder: &Path, arguments: &[&str]) -> Vec<String> {
    done(with_store(folder, tool("buildah").folder(folder).args(arguments)).await).await
}

/// Makes the base from packages of the Debian that this machine is.
async fn base(folder: &Path) {
    let release = tokio::fs::read_to_string("/etc/os-release").await.unwrap_or_default();
    let suite = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME=")).unwrap();
    let hook = format!("--extract-hook={BASE}");
    let packages = "--include=libc6,libgcc-s1,ca-certificates";
    let arguments = ["--quiet", "--variant=extract", packages, &hook, suite, "base.tar"];
    done(tool("mmdebstrap").folder(folder).args(arguments)).await;
    tokio::fs::write(folder.join("Base"), "FROM scratch\nADD base.tar /\n").await.unwrap();
    buildah(folder, &["bud", "--quiet", "--file", "Base", "--tag", "trt-base", "."]).await;
}

/// The program as it is released: the one that `TRT_RELEASE` names, or one that is built now.
async fn release() -> PathBuf {
    if let Some(program) = std::env::var_os("TRT_RELEASE") {
        return program.into();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // What the test runner sets for the package of this test would build half of the world anew.
    let cargo = tool("cargo").folder(root).bare_environment();
    let kept = ["HOME", "CARGO_HOME", "CARGO_TARGET_DIR", "RUSTUP_HOME"].into_iter();
    let kept = kept.filter_map(|name| Some((name, std::env::var_os(name)?)));
    let cargo = kept.fold(cargo, |cargo, (name, value)| cargo.env(name, value));
    let arguments = ["build", "--release", "--locked", "--package", "trt", "--bin", "trt"];
    done(cargo.args(arguments)).await;
    // Beside the folder of the program under test, which is one of the same target.
    let target = Path::new(crate::program()).ancestors().nth(2).unwrap();
    target.join("release/trt")
}

/// The paths of the image's layers, and their sum as they are stored and carried.
async fn layers(folder: &Path) -> (Vec<PathBuf>, u64) {
    buildah(folder, &["push", "--quiet", "trt", "dir:pushed"]).await;
    let manifest = tokio::fs::read(folder.join("pushed/manifest.json")).await.unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let layers = manifest["layers"].as_array().unwrap();
    let digest = |layer: &serde_json::Value| {
        let digest = layer["digest"].as_str().unwrap();
        folder.join("pushed").join(digest.strip_prefix("sha256:").unwrap())
    };
    let carried = layers.iter().map(|layer| layer["size"].as_u64().unwrap()).sum();
    (layers.iter().map(digest).collect(), carried)
}

/// The files below a folder, links not followed.
fn files(folder: &Path) -> Vec<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "a walk through a few hundred files, once")]
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let below = entries.flat_map(|entry| match entry.file_type().unwrap() {
        kind if kind.is_dir() => files(&entry.path()),
        kind if kind.is_file() => vec![entry.path()],
        _ => Vec::new(),
    });
    below.collect()
}

/// What looks like a bot's token: digits, a colon and thirty-five letters.
fn looks_like_a_token(bytes: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b':').any(|(at, _)| {
        let digits = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let letters = bytes[at + 1..].iter().take_while(|byte| is_letter(byte)).count();
        (8..=12).contains(&digits) && letters >= 35
    })
}

/// Asserts that nothing that was planted, and nothing like it, is in any file.
async fn has_no_secret(folder: &Path) {
    for file in files(folder) {
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(!name.contains(".env"), "{} is in the image", file.display());
        let bytes = tokio::fs::read(&file).await.unwrap();
        assert!(!looks_like_a_token(&bytes), "{} has a token in it", file.display());
    }
}

/// A program that runs the image's own in the image's root: read-only, as nobody, and with nothing else.
async fn wrapper(folder: &Path, root: &Path) -> PathBuf {
    // Where an engine mounts what every container has.
    for mount in ["proc", "dev"] {
        tokio::fs::create_dir_all(root.join(mount)).await.unwrap();
    }
    let path = folder.join("trt-in-image");
    // First really nobody, then nobody in a world of its own.
    let script = format!(
        "#!/bin/sh\nnobody=\n\
         [ \"$(id -u)\" -ne 0 ] || nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'\n\
         exec $nobody bwrap --ro-bind {} / --proc /proc --dev /dev --unshare-user --uid 65534 \\\n\
         --gid 65534 --unshare-ipc --unshare-uts --chdir / /usr/local/bin/trt \"$@\"\n",
        root.display()
    );
    tokio::fs::write(&path, script).await.unwrap();
    tokio::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).await.unwrap();
    path
}

/// The process behind the wrapper, as nobody whom the kernel itself knows.
async fn behind(process: &Process) -> String {
    let pid = process.pid();
    let children = format!("/proc/{pid}/task/{pid}/children");
    let child = tokio::fs::read_to_string(children).await.unwrap().trim().to_owned();
    let status = tokio::fs::read_to_string(format!("/proc/{child}/status")).await.unwrap();
    let uid = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap();
    // Whoever runs the tests without being root stays whom they are.
    let is_root = tokio::fs::metadata("/proc/self").await.unwrap().uid() == 0;
    assert!(!is_root || uid.split_whitespace().all(|uid| uid == "65534"), "{uid}");
    child
}

/// Looks into the image, which it unpacks, and says where.
async fn is_small_and_keeps_no_secret(folder: &Path) -> PathBuf {
    let (layers, carried) = layers(folder).await;
    let unpacked = folder.join("root");
    for (number, layer) in layers.iter().enumerate() {
        let alone = folder.join(format!("layer-{number}"));
        for place in [&unpacked, &alone] {
            tokio::fs::create_dir_all(place).await.unwrap();
            done(
                tool("tar").arg("--extract").arg("--file").arg(layer).arg("--directory").arg(place),
            )
            .await;
        }
        has_no_secret(&alone).await;
    }
    let ours = files(&folder.join(format!("layer-{}", layers.len() - 1)));
    assert_eq!(ours.len(), 1, "the last layer has the program and nothing else: {ours:?}");
    let metadata = |file: &PathBuf| std::fs::symlink_metadata(file).unwrap().len();
    let (all, program) = (files(&unpacked).iter().map(metadata).sum::<u64>(), metadata(&ours[0]));
    eprintln!("{all} bytes unpacked, of which {program} are the program; {carried} bytes to carry");
    assert!(all <= LARGEST, "{all} bytes");
    let config = buildah(folder, &["inspect", "--type", "image", "trt"]).await.concat();
    assert!(!config.contains("planted"), "the configuration of the image has the token");
    assert!(config.contains("\"Healthcheck\""), "the image has no health check");
    unpacked
}

/// Starts two instances of the image, talks to them, and stops the ACTIVE one.
async fn runs_as_nobody_and_ends_at_once(trt: &Path) {
    let mut world = World::build(trt).patient_lock().start().await;
    let ann = world.person("Ann");
    ann.starts("").await;
    ann.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    let active = world.active().await;
    let port = world.instance(active).address().port().to_string();
    let health = || Process::build("trt health", trt).arg("health").env("PORT", &port);
    assert_eq!(done(health()).await, ["ready"]);

    let stopping = &world.instance(active).process;
    let child = behind(stopping).await;
    // The wrapper does not pass a sign on.
    let began = Instant::now();
    done(tool("kill").args(["-TERM", &child])).await;
    let status = stopping.exit(SOON).await.unwrap();
    let took = began.elapsed();
    eprintln!("the ACTIVE one stopped in {took:?}");
    assert_eq!(status.code(), Some(0), "a clean stop ends with 0");
    assert!(took < END, "{took:?}");
    let gone = health().start().unwrap();
    assert_eq!(gone.exit(SOON).await.unwrap().code(), Some(1));
    world.routes_to_all();
    world.starts_one().await;
    world.ends_well().await;
}

#[tokio::test]
async fn the_image_is_small_runs_as_nobody_on_a_read_only_root_and_keeps_no_secret() {
    let missing =
        ["buildah", "mmdebstrap", "bwrap"].into_iter().find(|name| places::program(name).is_none());
    if let Some(missing) = missing {
        return skip::because(format!(
            "there is no {missing}: apt-get install buildah mmdebstrap bubblewrap"
        ));
    }
    let folder = folder("image").await;
    base(&folder).await;
    let context = folder.join("context");
    tokio::fs::copy(release().await, context.join("trt")).await.unwrap();
    tokio::fs::write(context.join(".env"), format!("TELEGRAM_BOT_TOKEN={PLANTED}\n"))
        .await
        .unwrap();

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let image = Process::build("./dev image", root.join("dev"));
    let image = image
        .arg("image")
        .arg(context.join("trt"))
        .args(["--build-arg", "RUNTIME=localhost/trt-base"]);
    let said = done(with_store(&folder, image).await).await;
    let size = said.iter().find(|line| line.contains("the image trt has")).unwrap();
    eprintln!("{size}");

    let unpacked = is_small_and_keeps_no_secret(&folder).await;
    runs_as_nobody_and_ends_at_once(&wrapper(&folder, &unpacked).await).await;
    tokio::fs::remove_dir_all(&folder).await.unwrap();
}

/// What is built in the image is built from what is named, however much else lies there.
#[tokio::test]
async fn what_is_not_named_is_not_in_the_context() {
    if places::program("buildah").is_none() {
        return skip::because("there is no buildah: apt-get install buildah");
    }
    let folder = folder("context").await;
    let context = folder.join("context");
    let ignored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.dockerignore");
    tokio::fs::copy(ignored, context.join(".dockerignore")).await.unwrap();
    let planted = [
        ".env",
        ".env.production",
        "crates/.env",
        "crates/a/.env.local",
        "crates/a/bot.env",
        ".git/config",
        "target/a",
        ".trt/b",
    ];
    for file in planted.iter().chain(&["crates/a/src/lib.rs", "Cargo.toml"]) {
        let path = context.join(file);
        tokio::fs::create_dir_all(path.parent().unwrap()).await.unwrap();
        tokio::fs::write(path, PLANTED).await.unwrap();
    }
    tokio::fs::write(folder.join("All"), "FROM scratch\nCOPY . /\n").await.unwrap();

    buildah(&folder, &["bud", "--quiet", "--file", "All", "--tag", "trt", "context"]).await;

    let (layers, _) = layers(&folder).await;
    let list = tool("tar").args(["--list", "--file"]).arg(&layers[0]);
    let mut inside: Vec<String> = done(list).await;
    inside.retain(|path| !path.ends_with('/'));
    inside.sort();
    assert_eq!(inside, ["Cargo.toml", "crates/a/src/lib.rs"]);
    tokio::fs::remove_dir_all(&folder).await.unwrap();
}

#[test]
fn a_token_is_told_from_other_words() {
    assert!(looks_like_a_token(format!("x={PLANTED}\n").as_bytes()));
    assert!(!looks_like_a_token(b"at 12:30:00, crates::service::config and 123456789:short"));
}
