//! `trt check` finds each of fourteen planted faults and says what to do about it.

use std::path::Path;

use serde_json::Value;
use simulator::kie::{self, FakeKie};
use simulator::telegram::{FakeTelegram, Limits, Settings, Timing};
use testbed::bouncer::{Bouncer, PoolMode};
use testbed::database::{Cluster, Database};
use testbed::process::Process;
use testbed::server::Server;
use testbed::{Error, SOON, skip, wait};

use crate::instance::program;

pub(crate) const BASE: &str = "https://bot.example.org";

/// Who is told of what happens.
const ADMIN: i64 = 7;

/// A deployment in order: a migrated database, a Telegram that knows the bot and its webhook.
pub(crate) struct Deployment {
    pub(crate) telegram: FakeTelegram,
    pub(crate) database: Database,
}

/// What a command printed, and how it ended.
pub(crate) struct Outcome {
    pub(crate) lines: Vec<String>,
    pub(crate) code: Option<i32>,
}

impl Deployment {
    pub(crate) async fn good() -> Self {
        let cluster = Cluster::shared().await.unwrap();
        let database = cluster.empty_database().await.unwrap();
        migrate(&database.url()).await;
        let telegram = telegram().await;
        set_webhook(&telegram, &format!("{BASE}/webhook")).await;
        Self { telegram, database }
    }

    pub(crate) async fn check(&self, changes: &[(&str, &str)]) -> Outcome {
        check(&self.telegram, &self.database.url(), changes).await
    }
}

impl Deployment {
    /// Somebody has paid one Star.
    async fn is_paid_once(&self) {
        let client = self.database.connect().await.unwrap();
        let paid = "insert into conversations (person_id) values (7); \
                    insert into payments (charge_id, person_id, stars, amount) \
                    values ('c', 7, 1000000000, 120)";
        client.batch_execute(paid).await.unwrap();
    }
}

impl Outcome {
    /// The line about a check.
    pub(crate) fn about(&self, name: &str) -> &str {
        let is_it = |line: &&String| line.split(' ').nth(1) == Some(&format!("{name}:"));
        self.lines.iter().find(is_it).unwrap_or_else(|| panic!("{name}: {:#?}", self.lines))
    }

    /// The check has failed, with these words about it, and so has the command.
    #[track_caller]
    pub(crate) fn fails(&self, name: &str, words: &[&str]) {
        let line = self.about(name);
        assert!(line.starts_with("FAIL "), "{line}");
        for word in words {
            assert!(line.contains(word), "{word}: {line}");
        }
        assert_eq!(self.code, Some(1), "{:#?}", self.lines);
    }
}

/// A Telegram that the admin has opened the bot in.
async fn telegram() -> FakeTelegram {
    let settings =
        Settings { limits: Limits::lifted(), timing: Timing::faster(10), ..Settings::default() };
    let telegram = FakeTelegram::start(settings).await.unwrap();
    telegram.person(ADMIN, "Ada", "en");
    telegram
}

async fn check(telegram: &FakeTelegram, url: &str, changes: &[(&str, &str)]) -> Outcome {
    check_with(telegram, 1_000_000_000, url, changes).await
}

async fn check_with(
    telegram: &FakeTelegram,
    credits: i64,
    url: &str,
    changes: &[(&str, &str)],
) -> Outcome {
    let key = "canary-kie".to_owned();
    let kie = FakeKie::start(kie::Settings { key, credits, ..kie::Settings::default() });
    let kie = kie.await.unwrap();
    let own = [
        ("TELEGRAM_BOT_TOKEN", telegram.token()),
        ("TELEGRAM_API_URL", &telegram.url()),
        ("DATABASE_URL", url),
        ("KIE_API_KEY", kie.key()),
        ("KIE_API_URL", &kie.url()),
        ("KIE_UPLOAD_URL", &kie.upload_url()),
        ("WEBHOOK_BASE_URL", BASE),
        ("ADMIN_IDS", &ADMIN.to_string()),
    ];
    let all = own.iter().chain(changes);
    let builder = all.fold(program(&["check"]), |builder, (name, value)| builder.env(name, value));
    let outcome = ended(&builder.start().unwrap()).await;
    let (_, secret) = telegram.token().split_once(':').unwrap();
    assert!(!outcome.lines.concat().contains(secret), "{:#?}", outcome.lines);
    assert!(!outcome.lines.concat().contains("canary"), "{:#?}", outcome.lines);
    outcome
}

/// Waits until a command has ended and everything it printed was read.
async fn ended(process: &Process) -> Outcome {
    let code = process.exit(SOON * 2).await.unwrap().code();
    let last = wait::until("the last line", SOON, async || {
        let lines = process.lines();
        let done = |line: &String| line.contains(" kie: ") || line.starts_with("[{");
        lines.iter().any(done).then_some(lines)
    });
    Outcome { lines: last.await.unwrap(), code }
}

pub(crate) async fn migrate(url: &str) {
    let process = program(&["migrate"]).env("DATABASE_URL", url).start().unwrap();
    assert!(process.exit(SOON).await.unwrap().success(), "{}", process.tail());
}

pub(crate) async fn set_webhook(telegram: &FakeTelegram, url: &str) {
    telegram::client::install_tls();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let address = format!("{}/bot{}/setWebhook", telegram.url(), telegram.token());
    let body = serde_json::json!({ "url": url }).to_string();
    let request = http.post(address).header("content-type", "application/json").body(body);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_deployment_in_order_passes_every_check_and_leaves_no_trace() {
    let it = Deployment::good().await;
    let never_paid = it.check(&[]).await;
    let words = never_paid.about("payments");
    assert!(words.starts_with("WARN ") && words.contains("/admin pay test"), "{words}");
    assert_eq!(never_paid.code, Some(0), "a warning is no failure");
    it.is_paid_once().await;

    let outcome = it.check(&[]).await;

    let not_passed: Vec<_> =
        outcome.lines.iter().filter(|line| !line.starts_with("PASS ")).collect();
    assert!(not_passed.is_empty(), "{not_passed:#?}");
    assert_eq!((outcome.lines.len(), outcome.code), (28, Some(0)));
    let client = it.database.connect().await.unwrap();
    for table in ["leader_term", "leader_beat", "leader_history", "leader_request"] {
        let row = client.query_one(&format!("select count(*) from {table}"), &[]).await.unwrap();
        assert_eq!(row.get::<_, i64>(0), 0, "{table}");
    }
}

#[tokio::test]
async fn a_program_reads_the_same_as_json() {
    let it = Deployment::good().await;
    let process = program(&["check", "--json"])
        .env("DATABASE_URL", it.database.url())
        .env("USE_PTB", "1")
        .start()
        .unwrap();

    let outcome = ended(&process).await;

    let line = outcome.lines.iter().find(|line| line.starts_with('[')).unwrap();
    let findings: Value = serde_json::from_str(line).unwrap();
    let first = &findings[0];
    assert_eq!((&first["name"], &first["status"]), (&"configuration".into(), &"FAIL".into()));
    assert!(first["found"].as_str().unwrap().starts_with("USE_PTB is not supported"));
    assert!(first["cure"].as_str().unwrap().starts_with("remove it"));
    assert_eq!(outcome.code, Some(1));
}

#[tokio::test]
async fn a_key_that_kie_refuses_and_an_empty_account_are_found() {
    let it = Deployment::good().await;

    let refused = it.check(&[("KIE_API_KEY", "canary-of-somebody-else")]).await;
    let away = it.check(&[("KIE_API_URL", "http://127.0.0.1:1")]).await;
    let empty = check_with(&it.telegram, 0, &it.database.url(), &[]).await;

    refused.fails("kie", &["refuses our key", "KIE_API_KEY"]);
    assert!(away.about("kie").starts_with("WARN "), "{}", away.about("kie"));
    let empty_line = empty.about("kie");
    assert!(empty_line.starts_with("WARN ") && empty_line.contains("paused"), "{empty_line}");
}

#[tokio::test]
async fn a_forbidden_and_a_misspelt_variable_are_named() {
    let it = Deployment::good().await;

    let forbidden = it.check(&[("LOCK_STALE_IDLE_SECONDS", "60"), ("KIE_KEY", "x")]).await;
    let misspelt = it.check(&[("LOCK_HARTBEAT_SECONDS", "2")]).await;

    forbidden.fails("configuration", &["LOCK_STALE_IDLE_SECONDS", "no sign of death; remove it"]);
    assert!(forbidden.about("variables").contains("is KIE_API_KEY meant?"));
    assert!(forbidden.about("database").ends_with("not looked at; cure `configuration` first"));
    let line = misspelt.about("variables");
    assert!(line.starts_with("WARN variables: LOCK_HARTBEAT_SECONDS is not known"), "{line}");
    assert!(line.ends_with("; is LOCK_HEARTBEAT_SECONDS meant?"), "{line}");
    assert_eq!(misspelt.code, Some(0), "a warning is no failure");
}

#[tokio::test]
async fn a_wrong_token_and_a_telegram_out_of_reach_are_told_apart() {
    let it = Deployment::good().await;

    let wrong = it.check(&[("TELEGRAM_BOT_TOKEN", "4200000042:AAnother")]).await;
    let away = it.check(&[("TELEGRAM_API_URL", "http://127.0.0.1:1")]).await;

    wrong.fails("telegram", &["does not know TELEGRAM_BOT_TOKEN", "from @BotFather anew"]);
    assert!(wrong.about("webhook").starts_with("WARN webhook: not looked at"));
    away.fails("telegram", &["cannot be reached at http://127.0.0.1:1", "may connect there"]);
}

#[tokio::test]
async fn a_wrong_webhook_is_found_in_both_modes() {
    let it = Deployment::good().await;
    set_webhook(&it.telegram, "https://old.example.org/canary").await;

    let webhook = it.check(&[]).await;
    let polling = it.check(&[("BOT_MODE", "polling")]).await;

    webhook.fails("webhook", &["updates go to https://old.example.org", "WEBHOOK_BASE_URL"]);
    polling.fails("webhook", &["Telegram refuses every poll", "deleteWebhook"]);
}

#[tokio::test]
async fn a_missing_migration_is_found_and_what_needs_it_waits() {
    let telegram = telegram().await;
    let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();

    let outcome = check(&telegram, &database.url(), &[]).await;

    outcome.fails("migrations", &["0 of ", "missing 0001 ", "; run `trt migrate`"]);
    assert!(outcome.about("heartbeat").ends_with("not looked at; cure `migrations` first"));
}

#[tokio::test]
async fn a_pooled_address_is_found_and_the_direct_one_cures_it() {
    let server = Server::start().await.unwrap();
    let bouncer = match Bouncer::start(&server, PoolMode::Transaction).await {
        Err(missing @ Error::NoProgram { .. }) => return skip::because(missing),
        started => started.unwrap(),
    };
    let direct = server.url("postgres");
    migrate(&direct).await;
    let pooled = server.url_through(bouncer.address(), "postgres") + "?pgbouncer=true";
    let telegram = telegram().await;

    let refused = check(&telegram, &pooled, &[]).await;
    let cured = check(&telegram, &pooled, &[("LOCK_DATABASE_URL", &direct)]).await;

    refused.fails("direct", &["through a pooler", "; set LOCK_DATABASE_URL to the direct"]);
    assert!(cured.about("direct").starts_with("PASS direct: LOCK_DATABASE_URL"));
    assert!(cured.about("heartbeat").starts_with("PASS "), "{}", cured.about("heartbeat"));
}

#[tokio::test]
async fn mistakes_in_the_settings_files_and_an_unknown_time_zone_are_found() {
    let it = Deployment::good().await;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checked-settings");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let settings = [("SETTINGS_DIR", folder.to_str().unwrap())];
    let offers = include_str!("../../../domain/offers.toml");

    let elsewhere = offers.replace("Europe/Moscow", "Europe/Nowhere");
    tokio::fs::write(folder.join("offers.toml"), elsewhere).await.unwrap();
    let zone = it.check(&settings).await;
    let strange = offers.replace("\"RUB\"", "\"shells\"");
    tokio::fs::write(folder.join("offers.toml"), strange).await.unwrap();
    let currency = it.check(&settings).await;
    let nowhere = it.check(&[("SETTINGS_DIR", "no/such/folder"), ("KIE_API_KEY", "")]).await;

    let words = ["knows no time zone Europe/Nowhere", "; set time_zone in offers.toml to"];
    zone.fails("time-zone", &words);
    assert!(zone.about("offers").ends_with(" packs, 2 plans, from SETTINGS_DIR"));
    assert!(zone.about("catalogue").ends_with(" on, built in"));
    currency.fails("offers", &["offers.toml:6: `currency` is \"shells\"", "; correct it;"]);
    assert!(currency.about("prices").ends_with("not looked at; cure `offers` first"));
    assert!(currency.about("time-zone").ends_with("not looked at; cure `offers` first"));
    nowhere.fails("catalogue", &["SETTINGS_DIR names cannot be read", "; point SETTINGS_DIR at"]);
    nowhere.fails("configuration", &["KIE_API_KEY is missing"]);
}

#[tokio::test]
async fn a_standby_is_found() {
    let primary = Server::start().await.unwrap();
    migrate(&primary.url("postgres")).await;
    let standby = primary.standby().await.unwrap();
    let telegram = telegram().await;

    let outcome = check(&telegram, &standby.url("postgres"), &[]).await;

    outcome.fails("primary", &["DATABASE_URL leads to a standby", "; point DATABASE_URL at the"]);
    assert!(outcome.about("heartbeat").ends_with("not looked at; cure `primary` first"));
}

#[tokio::test]
async fn a_stale_heartbeat_and_another_bot_in_the_database_are_found() {
    let it = Deployment::good().await;
    let client = it.database.connect().await.unwrap();
    // As two bots shared a database before it was written down whose it is.
    client.batch_execute("alter table leader_term disable trigger all").await.unwrap();
    let claim = "select leader_claim($1, 1, 1, gen_random_uuid(), 'an-old-host-7', now(), '8s')";
    for bot in ["4200000042", "77"] {
        client.execute(claim, &[&bot]).await.unwrap();
    }
    let age = "update leader_beat set beat_at = now() - interval '1 minute' \
               where name = '4200000042'";
    client.batch_execute(age).await.unwrap();

    let outcome = it.check(&[]).await;
    client.batch_execute("insert into leader_owner (name) values ('77')").await.unwrap();
    let taken = it.check(&[]).await;

    let words = ["term 1 of an-old-host-7 is stale", "heartbeat was 6", "start an instance"];
    outcome.fails("lock", &words);
    outcome.fails("bots", &["bot 77 has its lock", "a database of its own"]);
    let words = ["belongs to bot 77", "TOKEN is of bot 4200000042", "; set DATABASE_URL to a"];
    taken.fails("bots", &words);
}

#[tokio::test]
async fn a_database_out_of_reach_and_two_different_ones_are_found() {
    let it = Deployment::good().await;
    let other = Deployment::good().await;

    let away = it.check(&[("DATABASE_URL", "postgres://a:canary@127.0.0.1:1/b")]).await;
    let two = it.check(&[("LOCK_DATABASE_URL", &other.database.url())]).await;

    away.fails("database", &["cannot be reached now", "host and port in DATABASE_URL"]);
    two.fails("heartbeat", &["point at different databases"]);
}

#[tokio::test]
async fn a_channel_that_does_not_know_the_bot_as_an_administrator_is_found_with_its_cure() {
    let it = Deployment::good().await;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checked-channel");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let offers = include_str!("../../../domain/offers.toml");
    let named = offers.replace("# free_channel = \"@name\"", "free_channel = \"@news\" #");
    tokio::fs::write(folder.join("offers.toml"), named).await.unwrap();
    let settings = [("SETTINGS_DIR", folder.to_str().unwrap())];

    let nowhere = it.check(&settings).await;
    it.telegram.channel(-100_501, "news");
    let good = it.check(&settings).await;
    it.telegram.administers(-100_501, false);
    let stranger = it.check(&settings).await;

    let cure = "; make the bot an administrator of the channel";
    nowhere.fails("free-channel", &["who is in @news cannot be asked", cure]);
    assert!(good.about("free-channel").starts_with("PASS "), "{:#?}", good.lines);
    stranger.fails("free-channel", &["the bot is no administrator of @news", cure]);
}
