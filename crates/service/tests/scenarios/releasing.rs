//! `./dev release`: what is in order gets the next tag, anything red gets a line of the list and no tag.

use std::path::{Path, PathBuf};

use simulator::world::{PATIENCE, SECRET, World};
use testbed::process::{Builder, Process};
use testbed::skip;

use crate::path;

const BASE: &str = "https://bot.example.org";

/// A clone as an operator has it: this script, one commit.
struct Clone {
    folder: PathBuf,
    head: String,
}

/// How a run of the script ended, and all that it said.
struct Outcome {
    code: Option<i32>,
    said: String,
}

impl Clone {
    /// Nothing, and said so, on a machine without git.
    async fn new(name: &str) -> Option<Self> {
        let name = format!("release-{name}-{}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        for script in ["dev", "deploy/release.sh", "crates/testbed/machine.sh"] {
            let from = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(script);
            let to = folder.join(script);
            tokio::fs::create_dir_all(to.parent().unwrap()).await.unwrap();
            tokio::fs::copy(from, to).await.unwrap();
        }
        let mut clone = Self { folder, head: String::new() };
        let known = Process::build("git", "/bin/sh").args(["-c", "command -v git"]).start();
        if !known.unwrap().exit(PATIENCE).await.unwrap().success() {
            skip::because("git is not there");
            return None;
        }
        for line in [
            "init --quiet",
            "config user.name Operator",
            "config user.email operator@example.org",
            "add .",
            "commit --quiet --message=Deployed",
        ] {
            clone.git(line).await;
        }
        clone.head = clone.git("rev-parse HEAD").await;
        Some(clone)
    }

    fn runs(&self, program: impl AsRef<std::ffi::OsStr>) -> Builder {
        // Whoever runs the tests may have made settings for git.
        let quiet = [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_SYSTEM", "/dev/null")];
        let builder = Process::build("release", program).bare_environment().folder(&self.folder);
        quiet.iter().fold(builder, |builder, (name, value)| builder.env(name, value))
    }

    async fn git(&self, line: &str) -> String {
        let git = self.runs("git").args(line.split(' ')).start().unwrap();
        let status = git.exit(PATIENCE).await.unwrap();
        assert!(status.success(), "git {line}: {}", git.tail());
        git.all_lines(PATIENCE).await.unwrap().join("\n")
    }

    async fn tags(&self) -> String {
        self.git("tag --list stable-*").await
    }

    async fn writes(&self, file: &str, text: &str) -> String {
        let path = self.folder.join(file);
        tokio::fs::write(&path, text).await.unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// `./dev release` with these arguments and variables, watching for a moment.
    async fn releases(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Outcome {
        let builder = self.runs(self.folder.join("dev")).args(["release", "--watch", "1"]);
        let builder = variables
            .iter()
            .fold(builder.args(arguments), |builder, (name, value)| builder.env(name, value));
        let process = builder.start().unwrap();
        let code = process.exit(PATIENCE).await.unwrap().code();
        Outcome { code, said: process.all_lines(PATIENCE).await.unwrap().join("\n") }
    }

    /// The same with a program that says and ends as these words of sh do.
    async fn releases_by(&self, program: &str) -> Outcome {
        let outside = self.folder.join(".git/said");
        let program = format!("#!/bin/sh\ncommand=$1\n{program}\n");
        let program = self.writes(".git/trt", &program).await;
        self.runs("chmod").args(["+x", &program]).start().unwrap().exit(PATIENCE).await.unwrap();
        tokio::fs::write(&outside, "").await.unwrap();
        let log = outside.to_str().unwrap();
        self.releases(&["--trt", &program, "--log", log, "http://a", "http://b"], &[]).await
    }
}

impl Outcome {
    /// The list of what is red at the end.
    fn red(&self) -> Vec<&str> {
        let list = self.said.split("dev: red:\n").nth(1).unwrap_or_default();
        list.lines().filter(|line| line.starts_with("FAIL ")).collect()
    }

    #[track_caller]
    fn is_red(&self, words: &[&str]) {
        let red = self.red();
        assert_eq!((self.code, red.len()), (Some(1), words.len()), "{}", self.said);
        for (line, words) in red.iter().zip(words) {
            assert!(line.contains(words), "{words}: {line}");
        }
    }
}

#[tokio::test]
async fn a_deployment_in_order_gets_the_next_tag_and_everything_red_is_in_one_list() {
    let Some(clone) = Clone::new("world").await else { return };
    let world = World::build(path::program()).variable("RENDER_GIT_COMMIT", &clone.head);
    let world = world.start().await;
    let admin = world.telegram.person(4_711, "Admin", "en");
    let urls: Vec<String> =
        world.instances().iter().map(|one| format!("http://{}", one.address())).collect();
    let lines = world.instances().iter().flat_map(|one| one.process.lines());
    let lines = lines.collect::<Vec<_>>().join("\n");
    let log = clone.writes(".git/deploy.log", &lines).await;
    let kie = [world.kie.key().to_owned(), world.kie.url(), world.kie.upload_url()];
    let (telegram, data) = (world.telegram.url(), world.database_url());
    let variables = [
        ("TELEGRAM_BOT_TOKEN", world.telegram.token()),
        ("TELEGRAM_API_URL", &telegram),
        ("WEBHOOK_SECRET_TOKEN", SECRET),
        ("WEBHOOK_BASE_URL", BASE),
        ("DATABASE_URL", &data),
        ("KIE_API_KEY", &kie[0]),
        ("KIE_API_URL", &kie[1]),
        ("KIE_UPLOAD_URL", &kie[2]),
        ("ADMIN_IDS", "4711"),
    ];
    let common = ["--trt", path::program(), &urls[0], &urls[1]];

    // Everything at once: a change, a check, an instance that is not there, a line in the log.
    let ready = lines.lines().find(|line| line.contains("[DB] ready")).unwrap();
    let error = ready.replacen("INFO", "ERROR", 1);
    let bad = clone.writes("bad.log", &format!("{lines}\n{error}")).await;
    let bad = [&common[..], &["http://127.0.0.1:1", "--log", &bad]].concat();
    let forbidden = [&variables[..], &[("USE_PTB", "1")]].concat();
    let red = clone.releases(&bad, &forbidden).await;
    let words = ["USE_PTB is not", "S0 health: http://127.0.0.1:1", "http://127.0.0.1:1"];
    red.is_red(&["tree: there are changes", words[0], words[1], "error line", words[2]]);
    assert!(red.said.contains("looked at as it is"), "nobody waits for what is red: {}", red.said);
    clone.git("clean --quiet --force").await;

    // Built of another commit, and a log that is not theirs.
    clone.git("commit --quiet --allow-empty --message=Not-deployed").await;
    let other = clone.writes(".git/other.log", &lines.replace("[RUN] starting", "[RUN]")).await;
    let other = format!("cat '{other}'");
    let other = [&common[..], &["--log-command", &other]].concat();
    let red = clone.releases(&other, &variables).await;
    let unlike = "its start is not in this log";
    red.is_red(&["S0 release: http://127.0.0.1", unlike, unlike]);
    assert_eq!(clone.tags().await, "", "nothing red gets a tag");
    clone.git("reset --quiet --hard HEAD~1").await;

    let good = [&common[..], &["--log", &log]].concat();
    let green = clone.releases(&good, &variables).await;
    assert_eq!(green.code, Some(0), "{}", green.said);
    assert_eq!(clone.tags().await, "stable-1");
    assert_eq!(clone.git("rev-parse stable-1^{commit}").await, clone.head);
    assert_eq!(clone.git("cat-file -t stable-1").await, "tag", "with who made it and when");
    let (_, secret) = world.telegram.token().split_once(':').unwrap();
    for said in [&green.said, &red.said] {
        assert!(!said.contains(secret) && !said.contains(&kie[0]), "{said}");
    }
    admin.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    world.ends_well().await;
}

#[tokio::test]
async fn each_part_alone_keeps_the_tag_away_and_the_next_number_follows_the_greatest() {
    let Some(clone) = Clone::new("parts").await else { return };
    clone.git("commit --quiet --allow-empty --message=Before").await;
    for tag in ["stable-9", "stable-10", "stable-2x", "v11"] {
        clone.git(&format!("tag {tag} HEAD~1")).await;
    }
    let before = clone.tags().await;

    for command in ["check", "smoke", "logcheck"] {
        let named = format!("test $command != {command} || {{ echo 'FAIL x: broken'; exit 1; }}");
        let place = command.replace("logcheck", "log");
        clone.releases_by(&named).await.is_red(&[&format!("FAIL {place}, x: broken")]);
        let silent = format!("test $command != {command} || {{ echo 'trt: no way' >&2; exit 2; }}");
        clone.releases_by(&silent).await.is_red(&[&format!("FAIL {place}: trt: no way")]);
    }
    let good = ["--trt", "true", "http://a", "--log-command"];
    let silent = clone.releases(&[&good[..], &["exit 7"]].concat(), &[]).await;
    silent.is_red(&["FAIL log: the log cannot be read: status 7"]);
    let file = clone.writes("left-over", "").await;
    let dirty = clone.releases(&[&good[..], &["true"]].concat(), &[]).await;
    dirty.is_red(&["FAIL tree: there are changes"]);
    tokio::fs::remove_file(file).await.unwrap();
    clone.git("config --unset user.email").await;
    // Or git makes up an address of its own, where it can.
    clone.git("config user.useConfigOnly true").await;
    let nobody = clone.releases(&[&good[..], &["true"]].concat(), &[]).await;
    nobody.is_red(&["FAIL tree: git does not know who"]);
    clone.git("config user.email operator@example.org").await;
    clone.git("remote add origin no-such-place").await;
    let offline = clone.releases(&[&good[..], &["true"]].concat(), &[]).await;
    offline.is_red(&["FAIL tree: the tags of origin cannot be fetched"]);
    clone.git("remote remove origin").await;
    assert_eq!(clone.tags().await, before);

    let green = clone.releases_by("echo 'PASS all'").await;
    let again = clone.releases_by("echo 'PASS all'").await;

    assert!(green.said.contains("all green: stable-11; to let others"), "{}", green.said);
    assert!(again.said.contains("this commit is stable-11 already"), "{}", again.said);
    assert_eq!((green.code, again.code), (Some(0), Some(0)));
    assert_eq!(clone.tags().await.lines().count(), before.lines().count() + 1);
}

#[tokio::test]
async fn without_an_address_or_a_log_it_says_what_is_missing_and_asks_nothing() {
    let Some(clone) = Clone::new("words").await else { return };

    for (arguments, words) in [
        (&["--log", "a"][..], "release needs the address of every instance"),
        (&["http://a"], "release needs the log of the deploy: --log FILE"),
        (&["bot.example.org"], "release does not understand \"bot.example.org\""),
        (&["http://a", "--log"], "--log needs a value"),
        (&["http://a", "--log", "a", "--watch", "1m"], "--watch takes whole seconds"),
    ] {
        let outcome = clone.releases(arguments, &[]).await;
        assert_eq!(outcome.code, Some(1), "{}", outcome.said);
        assert!(outcome.said.contains(words), "{words}: {}", outcome.said);
    }
}
