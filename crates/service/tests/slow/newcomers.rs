//! What a newcomer does on a bare Debian with nothing but the compiler: the demo, then a bot of their own.
//!
//! ```text
//!   mmdebstrap ──> Debian ── bwrap: our network, our compiler to read, nothing else of this machine
//!     somebody: ./dev demo ──> one sentence with all that is missing ── root installs it ──> ./dev demo ──> the page
//!               ./dev run with three values ──> /start is answered, by a Telegram on loopback
//!     root:     the same two commands, and nothing to install
//! ```
//!
//! Packages and crates are downloaded from where this machine downloads them. What it takes is printed, for the README.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use simulator::kie::{self, FakeKie};
use simulator::telegram::{Bubble, FakeTelegram, Settings};
use simulator::world::PATIENCE;
use testbed::process::{Builder, Process, Signal};
use testbed::skip;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Packages by a slow mirror, everything built on two busy cores.
const LONGEST: Duration = Duration::from_secs(3_600);

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What a person who has just cloned it has.
const SOMEBODY: &str = "/srv/somebody";

/// What root has.
const ROOTS: &str = "/root";

/// A Debian in a folder, without anything that is needed.
struct Debian {
    folder: PathBuf,
    compiler: String,
}

impl Debian {
    /// Nothing where it cannot be made; then that was said.
    async fn made() -> Option<Self> {
        for program in ["mmdebstrap", "bwrap", "git"] {
            let known = shell(&format!("command -v {program}"));
            if known.exit(PATIENCE).await.is_ok_and(|status| !status.success()) {
                skip::because(format_args!("{program} is not there"));
                return None;
            }
        }
        if said("id -u").await != "0" {
            skip::because("only root may make a Debian and enter it");
            return None;
        }
        let name = format!("newcomer-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let compiler = said("rustc --print sysroot").await;
        let debian = Self { folder, compiler };
        let to = debian.folder.display();
        said(&format!("mmdebstrap --quiet --variant=minbase bookworm '{to}'")).await;
        // A person clones; what is not committed is not what they get.
        let archive = format!("git -c 'safe.directory=*' -C '{ROOT}' archive HEAD");
        let clone = format!("'{to}{SOMEBODY}/trt'");
        // Otherwise it would be made on entering, closed to everybody but root.
        said(&format!("mkdir -p '{to}/etc/ssl/certs' '{to}/opt/rust'")).await;
        // Whom this machine trusts, as a copy: packages add to it.
        said(&format!("cp -RL /etc/ssl/certs/. '{to}/etc/ssl/certs'")).await;
        said(&format!("mkdir -p {clone} && {archive} | tar -x -C {clone}")).await;
        debian.does("useradd --no-create-home somebody && chown -R somebody: /srv/somebody").await;
        Some(debian)
    }

    /// A command line of a user in there.
    fn enters(&self, user: &str, home: &str, line: &str) -> Builder {
        let line = match user {
            "root" => line.to_owned(),
            user => format!("exec setpriv --reuid={user} --regid={user} --clear-groups {line}"),
        };
        let root = self.folder.display().to_string();
        let paths = "/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        Process::build("bwrap", "bwrap")
            .args(["--unshare-pid", "--die-with-parent", "--cap-add", "ALL"])
            .args(["--bind", &root, "/", "--dev", "/dev", "--proc", "/proc"])
            .args(["--perms", "1777", "--tmpfs", "/dev/shm"])
            .args(["--ro-bind", &self.compiler, "/opt/rust"])
            // How this machine reaches the network, whatever it is.
            .args(["--ro-bind", "/etc/resolv.conf", "/etc/resolv.conf"])
            .args(["--ro-bind", "/etc/hosts", "/etc/hosts"])
            .args(["--clearenv", "--setenv", "PATH", paths, "--setenv", "HOME", home])
            .args(["--chdir", home, "--", "sh", "-c", &line])
    }

    async fn does(&self, line: &str) {
        let process = self.enters("root", "/", line).start().unwrap();
        let status = process.exit(LONGEST).await.unwrap();
        assert!(status.success(), "{line}: {}", process.tail());
    }

    /// `./dev demo` until its page answers.
    async fn sees_the_demo(&self, user: &str, home: &str) -> Duration {
        let began = Instant::now();
        let line = "env -C trt ./dev demo";
        let demo = self.enters(user, home, line).ends_by(Signal::SIGTERM).start().unwrap();
        let line = tokio::select! {
            line = demo.line("http://127.0.0.1:", LONGEST) => line.unwrap(),
            ended = demo.exit(LONGEST) => panic!("{ended:?}: {}", demo.tail()),
        };
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        assert!(page(address.unwrap().trim().parse().unwrap()).await.starts_with("HTTP/1.1 200"));
        began.elapsed()
    }

    /// `./dev run` with the three values of an operator, until a person has their answer.
    async fn runs_a_bot(&self, user: &str, home: &str) -> Duration {
        let telegram = FakeTelegram::start(Settings::default()).await.unwrap();
        let kie = FakeKie::start(kie::Settings::default()).await.unwrap();
        let person = telegram.person(7, "Ann", "en");
        let began = Instant::now();
        let values = format!(
            "TELEGRAM_BOT_TOKEN='{}' KIE_API_KEY='{}' ADMIN_IDS=7",
            telegram.token(),
            kie.key()
        );
        // Which Telegram it is, is the business of this test.
        let ours = format!(
            "TELEGRAM_API_URL='{}' KIE_API_URL='{}' KIE_UPLOAD_URL='{}'",
            telegram.url(),
            kie.url(),
            kie.upload_url()
        );
        // Another bot may run on this machine.
        let line = format!("env -C trt PORT=0 {ours} {values} ./dev run");
        let bot = self.enters(user, home, &line).ends_by(Signal::SIGTERM).start().unwrap();
        person.starts("").await;
        tokio::select! {
            _ = person.waits_for(Bubble::is_from_bot, LONGEST) => {}
            ended = bot.exit(LONGEST) => panic!("{ended:?}: {}", bot.tail()),
        }
        began.elapsed()
    }
}

fn shell(line: &str) -> Process {
    Process::build("sh", "/bin/sh").args(["-c", line]).start().unwrap()
}

async fn said(line: &str) -> String {
    let process = shell(line);
    let status = process.exit(LONGEST).await.unwrap();
    assert!(status.success(), "{line}: {}", process.tail());
    process.all_lines(PATIENCE).await.unwrap().join("\n")
}

async fn page(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn minutes(time: Duration) -> String {
    format!("{:.1} min", time.as_secs_f64() / 60.0)
}

#[tokio::test]
async fn somebody_with_a_bare_debian_sees_the_demo_and_runs_a_bot_of_their_own() {
    let Some(debian) = Debian::made().await else { return };

    // Who may not install is told once, of everything.
    let refused = debian.enters("somebody", SOMEBODY, "env -C trt ./dev demo").start().unwrap();
    assert_eq!(refused.exit(PATIENCE).await.unwrap().code(), Some(1), "{}", refused.tail());
    let said = refused.all_lines(PATIENCE).await.unwrap();
    let [sentence] = said.as_slice() else { panic!("one sentence: {said:#?}") };
    let command = sentence.split('"').nth(1).unwrap_or_else(|| panic!("{sentence}"));
    assert!(sentence.contains("this user may not install them: run"), "{sentence}");
    let began = Instant::now();
    let quiet =
        command.replace("apt-get install", "apt-get -qq install -y --no-install-recommends");
    debian.does(&format!("apt-get -qq update && DEBIAN_FRONTEND=noninteractive {quiet}")).await;
    let packages = began.elapsed();

    let demo = debian.sees_the_demo("somebody", SOMEBODY).await;
    let bot = debian.runs_a_bot("somebody", SOMEBODY).await;

    println!(
        "packages {}, ./dev demo to its page {}, ./dev run to the first answer {}",
        minutes(packages),
        minutes(demo),
        minutes(bot)
    );
    // Root has the same clone, built already: what is left is what root alone could trip over.
    debian
        .does(&format!("cp -a {SOMEBODY}/trt {SOMEBODY}/.cargo {ROOTS} && rm -rf {ROOTS}/trt/.trt"))
        .await;
    debian.does(&format!("chown -R root: {ROOTS}")).await;
    let demo = debian.sees_the_demo("root", ROOTS).await;
    let bot = debian.runs_a_bot("root", ROOTS).await;
    println!("built already, as root: {} and {}", minutes(demo), minutes(bot));
    tokio::fs::remove_dir_all(&debian.folder).await.unwrap();
}
