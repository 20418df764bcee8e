//! `trt setup`: a server is set up once, and a second run finds nothing to do.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use simulator::kie::{self, FakeKie};
use simulator::telegram::{FakeTelegram, Limits, Settings};
use testbed::SOON;
use testbed::database::{Cluster, Database};
use testbed::process::Builder;

use crate::instance::program;

/// Values that would be found if they were ever printed.
const CANARIES: [(&str, &str); 3] = [
    ("TELEGRAM_BOT_TOKEN", "7654321098:AAcanaryCANARYcanaryCANARYcanaryCAN"),
    ("KIE_API_KEY", "canary-kie"),
    ("DATABASE_URL", "postgres://trt:canary@127.0.0.1:5432/trt"),
];

/// What a command printed, and how it ended.
struct Said {
    text: String,
    code: Option<i32>,
}

/// A machine in a folder: what it has is a file there.
struct Machine(PathBuf);

impl Machine {
    async fn with(name: &str, has: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let root = root.join(format!("setup-{name}-{}", std::process::id()));
        let _ = tokio::fs::remove_dir_all(&root).await;
        tokio::fs::create_dir_all(&root).await.unwrap();
        for path in has {
            tokio::fs::create_dir_all(root.join(path)).await.unwrap();
        }
        Self(root)
    }

    fn setup(&self, more: &[&str], variables: &[(&str, &str)]) -> Builder {
        let root = self.0.display().to_string();
        let builder = program(&["setup", "--root", &root]).args(more);
        variables.iter().fold(builder, |builder, (name, value)| builder.env(name, value))
    }

    async fn says(&self, more: &[&str], variables: &[(&str, &str)], last: &str) -> Said {
        let process = self.setup(more, variables).start().unwrap();
        let code = process.exit(SOON * 2).await.unwrap().code();
        process.line(last, SOON).await.unwrap_or_else(|_| panic!("{last}: {}", process.tail()));
        let text = process.lines().join("\n");
        assert!(!text.contains("canary") && !text.contains("CANARY"), "{text}");
        Said { text, code }
    }

    async fn read(&self, path: &str) -> String {
        tokio::fs::read_to_string(self.0.join(path)).await.unwrap()
    }

    async fn mode(&self, path: &str) -> u32 {
        tokio::fs::metadata(self.0.join(path)).await.unwrap().mode() & 0o7777
    }

    /// All files with their texts and when they were changed, in the order of their names.
    async fn files(&self) -> Vec<(PathBuf, String, i64, i64)> {
        let (mut folders, mut files) = (vec![self.0.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            let mut entries = tokio::fs::read_dir(folder).await.unwrap();
            while let Some(entry) = entries.next_entry().await.unwrap() {
                let about = entry.metadata().await.unwrap();
                if about.is_dir() {
                    folders.push(entry.path());
                } else {
                    let text = tokio::fs::read_to_string(entry.path()).await.unwrap();
                    files.push((entry.path(), text, about.mtime(), about.mtime_nsec()));
                }
            }
        }
        files.sort();
        files
    }
}

/// Others whom a server talks to.
struct Outside {
    telegram: FakeTelegram,
    kie: FakeKie,
    database: Database,
}

impl Outside {
    async fn begin() -> Self {
        let limits = Limits::lifted();
        let telegram =
            FakeTelegram::start(Settings { limits, ..Settings::default() }).await.unwrap();
        let key = "canary-kie".to_owned();
        let kie = FakeKie::start(kie::Settings { key, ..kie::Settings::default() }).await.unwrap();
        let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
        Self { telegram, kie, database }
    }

    /// The variables with which everything is right, and these put over them.
    fn variables(&self, changes: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = [
            ("TELEGRAM_BOT_TOKEN", self.telegram.token().to_owned()),
            ("TELEGRAM_API_URL", self.telegram.url()),
            ("DATABASE_URL", self.database.url()),
            ("KIE_API_KEY", self.kie.key().to_owned()),
            ("KIE_API_URL", self.kie.url()),
            ("KIE_UPLOAD_URL", self.kie.upload_url()),
        ];
        let mut all: Vec<(String, String)> =
            own.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        for (name, value) in changes {
            all.retain(|(known, _)| known != name);
            all.push(((*name).to_owned(), (*value).to_owned()));
        }
        all
    }
}

fn borrowed(variables: &[(String, String)]) -> Vec<(&str, &str)> {
    variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

#[tokio::test]
async fn what_is_written_for_each_platform_is_shown_without_a_secret() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/setup");
    for platform in ["systemd", "systemd-polling", "compose", "compose-polling"] {
        let machine = Machine::with(&format!("dry-{platform}"), &[]).await;
        let arguments = ["--dry-run", "--platform", platform];
        let mut variables = CANARIES.to_vec();
        variables.push(("ADMIN_IDS", "1001, 1002"));
        if !platform.ends_with("polling") {
            variables.push(("WEBHOOK_BASE_URL", "https://bot.example.org"));
        }

        let said = machine.says(&arguments, &variables, "trt check").await;

        assert_eq!((said.code, machine.files().await.len()), (Some(0), 0), "{}", said.text);
        let (path, text) = (folder.join(format!("{platform}.txt")), said.text + "\n");
        if std::env::var_os("BLESS").is_some() {
            tokio::fs::write(&path, &text).await.unwrap();
        }
        let written = tokio::fs::read_to_string(&path).await.unwrap_or_default();
        assert!(written == text, "{} is not what is said: BLESS=1\n{text}", path.display());
    }
}

#[tokio::test]
async fn a_second_run_needs_no_value_and_changes_nothing() {
    let outside = Outside::begin().await;
    let all = outside.variables(&[]);
    let machine = Machine::with("twice", &["run/systemd/system", "usr/bin/docker"]).await;

    let first = machine.says(&["--domain", "bot.example.org"], &borrowed(&all), "trt check").await;
    let files = machine.files().await;
    let second = machine.says(&[], &[], "trt check").await;

    assert_eq!((first.code, second.code), (Some(0), Some(0)), "{}\n{}", first.text, second.text);
    let written = [
        "platform: systemd, by webhook",
        "PASS database: ",
        "PASS telegram: ",
        "PASS kie: ",
        "write /etc/trt/env (mode 0600)",
        "write /etc/systemd/system/trt@.service (mode 0644)",
        "write /etc/trt/Caddyfile",
        "write /etc/systemd/system/caddy.service.d/trt.conf",
        "apt-get install --yes caddy",
    ];
    assert!(written.iter().all(|line| first.text.contains(line)), "{}", first.text);
    assert!(second.text.contains("platform: systemd, by webhook"), "{}", second.text);
    assert_eq!(second.text.matches("unchanged /").count(), 4, "{}", second.text);
    assert!(second.text.contains("nothing was changed"), "{}", second.text);
    assert!(files == machine.files().await, "not even the times of the files");
    assert_eq!(machine.mode("etc/trt/env").await, 0o600);
    assert_eq!(machine.mode("etc/systemd/system/trt@.service").await, 0o644);
    let env = machine.read("etc/trt/env").await;
    assert!(env.contains("WEBHOOK_BASE_URL=https://bot.example.org\n"), "{env}");
    assert!(env.contains(&format!("TELEGRAM_BOT_TOKEN={}\n", outside.telegram.token())));
}

#[tokio::test]
async fn what_somebody_changed_is_kept_and_a_new_value_is_named() {
    let outside = Outside::begin().await;
    let all = outside.variables(&[]);
    let machine = Machine::with("edited", &["run/systemd/system"]).await;
    machine.says(&[], &borrowed(&all), "trt check").await;
    let unit = machine.0.join("etc/systemd/system/trt@.service");
    let env = machine.0.join("etc/trt/env");
    tokio::fs::write(&unit, "[Service]\n# mine\n").await.unwrap();
    let text = format!("{}# mine\nLOG_LEVEL=debug\n", machine.read("etc/trt/env").await);
    tokio::fs::write(&env, text).await.unwrap();

    let changes = [("ADMIN_IDS", "77 78")];
    let said = machine.says(&[], &changes, "trt check").await;
    let files = machine.files().await;
    let again = machine.says(&[], &[], "trt check").await;

    assert_eq!((said.code, again.code), (Some(0), Some(0)));
    assert!(said.text.contains("platform: systemd, by polling"), "{}", said.text);
    assert!(said.text.contains("change /etc/trt/env: ADMIN_IDS\n"), "{}", said.text);
    let kept =
        "keep /etc/systemd/system/trt@.service, which somebody changed, and write ours beside it";
    assert!(said.text.contains(kept), "{}", said.text);
    assert_eq!(machine.read("etc/systemd/system/trt@.service").await, "[Service]\n# mine\n");
    assert!(machine.read("etc/systemd/system/trt@.service.new").await.contains("DynamicUser=yes"));
    let env = machine.read("etc/trt/env").await;
    assert!(env.ends_with("# mine\nLOG_LEVEL=debug\nADMIN_IDS='77 78'\n"), "{env}");
    assert!(again.text.contains("nothing was changed") && files == machine.files().await);
}

#[tokio::test]
async fn compose_gets_a_password_once_and_no_database_is_asked_for() {
    let outside = Outside::begin().await;
    let all = outside.variables(&[("DATABASE_URL", "")]);
    let machine = Machine::with("compose", &["run/systemd/system", "usr/bin/docker"]).await;

    let first = machine.says(&[], &borrowed(&all), "trt check").await;
    let files = machine.files().await;
    // Where its fakes are is not handed on by compose, so a second run is told of them again.
    let second = machine.says(&[], &borrowed(&all), "trt check").await;

    assert_eq!((first.code, second.code), (Some(0), Some(0)), "{}\n{}", first.text, second.text);
    assert!(first.text.contains("platform: compose, by polling"), "{}", first.text);
    assert!(first.text.contains("TELEGRAM_API_URL is set and not handed on"), "{}", first.text);
    let env = machine.read("opt/trt/.env").await;
    let password = env.lines().find_map(|line| line.strip_prefix("POSTGRES_PASSWORD=")).unwrap();
    assert_eq!((password.len(), machine.mode("opt/trt/.env").await), (64, 0o600));
    assert!(!first.text.contains(password) && !env.contains("DATABASE_URL"), "{}", first.text);
    assert!(machine.read("opt/trt/compose.yaml").await.contains("BOT_MODE: polling"));
    assert!(files == machine.files().await, "{}", second.text);
}

#[tokio::test]
async fn everything_that_is_missing_is_listed_at_once_and_nothing_is_written() {
    let machine = Machine::with("missing", &["run/systemd/system"]).await;
    let last = "set them as variables of the environment";

    let all = machine.says(&["--platform", "systemd"], &[], last).await;
    let no_machine = Machine::with("nothing", &[]).await;
    let nowhere = no_machine.says(&[], &[], "neither systemd nor docker is here").await;

    assert_eq!((all.code, nowhere.code), (Some(2), Some(2)));
    let names = ["TELEGRAM_BOT_TOKEN: ", "KIE_API_KEY: ", "WEBHOOK_BASE_URL: ", "DATABASE_URL: "];
    assert!(names.iter().all(|name| all.text.contains(name)), "{}", all.text);
    assert!(all.text.contains("trt: 4 values are missing:"), "{}", all.text);
    assert_eq!(machine.files().await.len(), 0);
}

#[tokio::test]
async fn a_bad_token_a_refused_key_and_a_database_out_of_reach_are_named_and_nothing_is_written() {
    let outside = Outside::begin().await;
    let machine = Machine::with("refused", &["run/systemd/system"]).await;
    let bad = outside.variables(&[
        ("TELEGRAM_BOT_TOKEN", "7654321098:AAcanaryCANARYcanaryCANARYcanaryCAN"),
        ("KIE_API_KEY", "canary-other"),
        ("DATABASE_URL", "postgres://trt:canary@127.0.0.1:1/trt"),
    ]);

    let said = machine.says(&[], &borrowed(&bad), "trt: nothing was written").await;
    let unreadable = outside.variables(&[("TELEGRAM_BOT_TOKEN", "canary")]);
    let unreadable =
        machine.says(&[], &borrowed(&unreadable), "TELEGRAM_BOT_TOKEN does not look like").await;

    assert_eq!((said.code, unreadable.code), (Some(1), Some(2)), "{}", said.text);
    let named = [
        "FAIL telegram: Telegram does not know TELEGRAM_BOT_TOKEN; copy the token",
        "FAIL kie: KIE refuses our key; make a new key",
        "FAIL database: DATABASE_URL",
        "3 of these must be cured first",
    ];
    assert!(named.iter().all(|line| said.text.contains(line)), "{}", said.text);
    assert_eq!(machine.files().await.len(), 0);
}
