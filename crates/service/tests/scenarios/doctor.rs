//! Planted causes of a dead bot: `trt check` names each with its cure, as `docs/doctor.md` lists them.

use testbed::clocks::WallClock;
use testbed::forward::{Conduct, ForwardProxy};
use testbed::names::TELEGRAM;
use testbed::server::Server;
use testbed::{SOON, skip, wait};

use crate::checks::{BASE, Deployment, Outcome, migrate, set_webhook};

const PAGE: &str = include_str!("../../../../docs/doctor.md");

/// A cause is named by a line that begins so, with these words of its cause and of its cure; and the page
/// about causes has that line.
#[track_caller]
fn names(outcome: &Outcome, begins: &str, cause: &str, cure: &str) {
    let (_, name) = begins.split_once(' ').unwrap();
    let line = outcome.about(name);
    assert!(line.starts_with(&format!("{begins}: ")), "{begins}: {line}");
    let (found, advice) = line.split_once("; ").unwrap_or_else(|| panic!("no cure: {line}"));
    assert!(found.contains(cause), "{cause}: {line}");
    assert!(advice.contains(cure), "{cure}: {line}");
    let is_listed = |row: &&str| {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        matches!(cells[..], [_, _, line_of, cure, _] if line_of == begins && advice.contains(cure))
    };
    assert!(PAGE.lines().any(|row| is_listed(&row)), "docs/doctor.md has no row for: {line}");
    assert_eq!(
        outcome.code == Some(0),
        !outcome.lines.iter().any(|line| line.starts_with("FAIL "))
    );
}

/// A server that lets people in as its operators set it up once.
async fn strict_server() -> Server {
    let server = Server::start().await.unwrap();
    migrate(&server.url("postgres")).await;
    let admin = server.connect("postgres").await.unwrap();
    let set_up = "create role kept login password 'of-the-first-start'; \
         create role crowded login connection limit 0; \
         create role bare login; \
         create role stranger login; \
         do $$ begin execute format( \
             'copy (select unnest(array[ \
                 ''host all kept all scram-sha-256'', ''host all stranger all reject'', \
                 ''hostssl all encrypted all trust'', ''host all postgres,crowded,bare all trust'' \
             ])) to %L', current_setting('hba_file')); end $$; \
         select pg_reload_conf()";
    admin.batch_execute(set_up).await.unwrap();
    let applied = wait::until("the new rules", SOON, async || {
        let url = server.url("postgres").replacen("postgres@", "stranger@", 1);
        testbed::server::connect(&url).await.is_err().then_some(())
    });
    applied.await.unwrap();
    server
}

#[tokio::test]
async fn what_keeps_us_out_of_the_database_is_named_with_its_cure() {
    let it = Deployment::good().await;
    let server = strict_server().await;
    let url = server.url("postgres");
    let at = |role: &str| url.replacen("postgres@", &format!("{role}@"), 1);
    let read_only = "?options=-c%20default_transaction_read_only%3Don";
    let table = [
        (at("kept:canary-second"), "database", "password", "keeps the password of its first start"),
        (server.url("nowhere"), "database", "nowhere", "make it with `create database`"),
        (at("crowded"), "database", "too many connections", "raise max_connections"),
        (at("encrypted"), "database", "no encryption", "write sslmode=require into DATABASE_URL"),
        (url.clone() + "?sslmode=require", "database", "TLS", "turn encryption on at the server"),
        ("postgres://a:canary@no..where/b".to_owned(), "database", "lookup", "correct the host in"),
        (
            "postgres://a@127.0.0.1:1/b".to_owned(),
            "database",
            "refused",
            "see that the server runs",
        ),
        (
            "postgres://a:canary@127.0.0.1:1,127.0.0.1:2/b".to_owned(),
            "database",
            "127.0.0.1:1: ",
            "see which server is the primary",
        ),
        (at("bare"), "migrations", "permission denied", "deploy/postgres/roles.sql"),
        (url.clone() + read_only, "primary", "may not write", "take default_transaction_read_only"),
    ];
    for (url, check, cause, cure) in table {
        let outcome = it.check(&[("DATABASE_URL", &url)]).await;
        names(&outcome, &format!("FAIL {check}"), cause, cure);
    }

    let beside = url.replacen("@", "@127.0.0.1:1,", 1);
    let outcome = it.check(&[("DATABASE_URL", &beside)]).await;
    let cause = "127.0.0.1:1 does not answer";
    names(&outcome, "WARN database", cause, "start that server again");
    let primary = format!("{} is the primary", server.address());
    assert!(outcome.about("database").contains(&primary), "{}", outcome.about("database"));

    let admin = server.connect("postgres").await.unwrap();
    admin.batch_execute("update schema_compat set oldest_binary = 9999").await.unwrap();
    let outcome = it.check(&[("DATABASE_URL", &url)]).await;
    names(&outcome, "FAIL migrations", "needs a binary that knows", "run a newer release");
}

#[tokio::test]
async fn why_updates_do_not_come_is_named_with_its_cure() {
    let it = Deployment::good().await;
    // Nobody takes it, so that it waits.
    it.telegram.person(8, "Ann", "en").says("hello").await;
    let table = [
        (
            "Wrong response from the webhook: 401 Unauthorized",
            "X-Telegram-Bot-Api-Secret-Token",
            "pass that header on",
        ),
        (
            "Wrong response from the webhook: 502 Bad Gateway",
            "reaches no instance",
            "the PORT on which",
        ),
        ("Connection refused", "nobody listens", "the PORT of an instance"),
        (
            "SSL error {error:0A000086:SSL routines::certificate verify failed}",
            "does not trust",
            "the full chain",
        ),
    ];
    for (complaint, cause, cure) in table {
        it.telegram.complains(complaint);
        names(&it.check(&[]).await, "FAIL webhook", cause, cure);
    }

    let port = it.check(&[("WEBHOOK_BASE_URL", "https://bot.example.org:8080")]).await;
    names(&port, "WARN webhook", "has port 8080", "publish the bot on one of these");
    set_webhook(&it.telegram, "https://old.example.org/canary").await;
    let elsewhere = it.check(&[]).await;
    names(&elsewhere, "FAIL webhook", "go to https://old.example.org", "stop the other program");
}

#[tokio::test]
async fn a_second_copy_by_polling_is_named_with_its_cure() {
    let it = Deployment::good().await;
    set_webhook(&it.telegram, "").await;
    let polling = [("BOT_MODE", "polling")];
    let alone = it.check(&polling).await;
    assert!(alone.about("webhook").starts_with("PASS webhook: no webhook is set and nobody else"));

    // As the other copies do: it asks again as soon as it was ended.
    telegram::client::install_tls();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let address = format!("{}/bot{}/getUpdates?timeout=30", it.telegram.url(), it.telegram.token());
    let another = tokio::spawn(async move {
        loop {
            http.get(&address).send().await.unwrap();
        }
    });
    let outcome = it.check(&polling).await;
    another.abort();

    names(&outcome, "FAIL webhook", "another program asks Telegram", "stop it, be it another copy");
}

#[tokio::test]
async fn how_far_one_gets_with_a_proxy_is_named_with_its_cure() {
    let it = Deployment::good().await;
    let api = ("TELEGRAM_API_URL", format!("http://{TELEGRAM}"));
    let proxy = ForwardProxy::with_login("bot", "right").await.unwrap();
    proxy.leads(TELEGRAM, it.telegram.url().trim_start_matches("http://").parse().unwrap());
    let address = |login: &str| format!("socks5h://{login}{}", proxy.address());
    let check =
        async |login: &str| it.check(&[(api.0, &api.1), ("TELEGRAM_PROXY", &address(login))]).await;

    let good = check("bot:right@").await;
    assert!(
        good.about("proxy").starts_with("PASS proxy: http://telegram.trt.test answers through")
    );
    assert!(good.about("telegram").starts_with("PASS "), "{:#?}", good.lines);
    let wrong = check("bot:canary@").await;
    names(
        &wrong,
        "FAIL proxy",
        "refuses the user or the password",
        "correct them in TELEGRAM_PROXY",
    );
    assert!(wrong.about("telegram").ends_with("not looked at; cure `proxy` first"));
    let nobody = check("").await;
    names(
        &nobody,
        "FAIL proxy",
        "wants a user and a password",
        "as user:password@ before the host",
    );
    assert!(proxy.failed() >= 2);
    proxy.behaves(Conduct::NoWayOn);
    let blocked = check("bot:right@").await;
    names(
        &blocked,
        "FAIL proxy",
        "does not reach http://telegram.trt.test",
        "use a proxy in a place",
    );
    proxy.dies().await;
    let away = check("bot:right@").await;
    names(&away, "FAIL proxy", "cannot be reached", "see that the proxy runs");
    let plain = it.check(&[("TELEGRAM_PROXY", "http://127.0.0.1:1")]).await;
    names(
        &plain,
        "FAIL configuration",
        "would show the token to the proxy",
        "unset it for a Bot API",
    );
}

#[tokio::test]
async fn telegram_kie_and_operators_are_named_with_their_cures() {
    let it = Deployment::good().await;
    let nowhere = "http://127.0.0.1:1";
    let table = [
        (
            "TELEGRAM_API_URL",
            nowhere,
            "FAIL telegram",
            "cannot be reached",
            "set TELEGRAM_PROXY to a proxy",
        ),
        (
            "TELEGRAM_BOT_TOKEN",
            "4200000042:AAnother",
            "FAIL telegram",
            "does not know",
            "copy the token",
        ),
        (
            "KIE_API_KEY",
            "canary-of-another",
            "FAIL kie",
            "refuses our key",
            "make a new key at KIE",
        ),
        ("KIE_API_URL", nowhere, "WARN kie", "does not answer", "see whether this machine reaches"),
        ("ADMIN_IDS", "", "WARN admins", "nobody is an admin", "set ADMIN_IDS to your number"),
        ("ADMIN_IDS", "7 99", "WARN admins", "cannot write to 99", "open the bot and press Start"),
        (
            "ADMIN_CHAT_ID",
            "-1009",
            "FAIL admins",
            "no chat that the bot is in",
            "add the bot to that chat",
        ),
    ];
    for (variable, value, begins, cause, cure) in table {
        names(&it.check(&[(variable, value)]).await, begins, cause, cure);
    }
}

#[tokio::test]
async fn a_clock_that_is_an_hour_ahead_is_named_with_its_cure() {
    let clock = match WallClock::new() {
        Ok(clock) => clock,
        Err(missing) => return skip::because(missing),
    };
    clock.set("+3600").unwrap();
    let it = Deployment::good().await;
    let variables = clock.variables();
    let variables: Vec<(&str, &str)> =
        variables.iter().map(|(name, value)| (*name, value.as_str())).collect();

    let outcome = it.check(&variables).await;

    names(&outcome, "FAIL clock", "s ahead of Telegram's", "let it be set by the network");
    assert!(outcome.about("webhook").starts_with("PASS webhook: updates go to "), "{BASE}");
}
