//! Addresses as people and hosts write them, good and bad.

mod several;

use std::path::Path;

use proptest::prelude::{ProptestConfig, proptest};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio_postgres::Config;
use tokio_postgres::config::{ChannelBinding, Host, SslMode as LockMode};

use super::percent::tests::encode;
use super::{BadCertificates, BadUrl, DatabaseUrl, Protection, account};

fn parsed(address: &str) -> DatabaseUrl {
    DatabaseUrl::parse(address).unwrap_or_else(|error| panic!("{address}: {error}"))
}

/// What each client gets for the first host.
impl DatabaseUrl {
    fn pool(&self) -> PgConnectOptions {
        self.options_of(&self.hosts[0])
    }

    fn lock(&self) -> Config {
        self.lock_config_of(&self.hosts[0])
    }
}

#[test]
fn both_clients_get_what_the_address_says() {
    let addresses = [
        ("postgres://u:p@h/d", "u", Some("p"), "h", 5432, "d"),
        ("postgresql://u:p@h:6000/d", "u", Some("p"), "h", 6000, "d"),
        ("  POSTGRES://u@h:/d\n", "u", None, "h", 5432, "d"),
        ("postgres://u:@h/d", "u", Some(""), "h", 5432, "d"),
        ("postgres://u:p@h", "u", Some("p"), "h", 5432, "u"),
        ("postgres://u:p@h/", "u", Some("p"), "h", 5432, "u"),
        ("postgres://u@/d", "u", None, "localhost", 5432, "d"),
        ("postgres://u:a:b#c@d@h/d", "u", Some("a:b#c@d"), "h", 5432, "d"),
        ("postgres://u%40x:%2F%3f%25+@h/a%20b/c", "u@x", Some("/?%+"), "h", 5432, "a b/c"),
        ("postgres://u@[::1]:7000/d", "u", None, "::1", 7000, "d"),
        ("postgres://u@[fe80::1]/d", "u", None, "fe80::1", 5432, "d"),
        ("postgres:///d?host=x&port=1&user=v&password=q&", "v", Some("q"), "x", 1, "d"),
        ("postgres://u@h/d?dbname=e", "u", None, "h", 5432, "e"),
    ];
    for (address, user, password, host, port, database) in addresses {
        let url = parsed(address);
        let (pool, lock) = (url.pool(), url.lock());
        assert_eq!(pool.get_username(), user, "{address}");
        assert_eq!(pool.get_host(), host, "{address}");
        assert_eq!(pool.get_port(), port, "{address}");
        assert_eq!(pool.get_database(), Some(database), "{address}");
        assert_eq!(lock.get_user(), Some(user), "{address}");
        assert_eq!(lock.get_password(), password.map(str::as_bytes), "{address}");
        assert_eq!(lock.get_hosts(), [Host::Tcp(host.to_owned())], "{address}");
        assert_eq!(lock.get_ports(), [port], "{address}");
        assert_eq!(lock.get_dbname(), Some(database), "{address}");
    }
}

#[test]
fn without_a_user_the_account_logs_in() {
    let url = parsed("postgres://h");

    assert_eq!(url.lock().get_user(), Some(account().as_str()));
    assert_eq!(url.lock().get_dbname(), Some(account().as_str()));
}

#[test]
fn a_folder_as_host_is_a_socket_and_is_not_encrypted() {
    for address in
        ["postgres://u@%2Frun%2Fpg/d?sslmode=require", "postgres:///d?host=/run/pg&user=u"]
    {
        let url = parsed(address);

        assert_eq!(url.lock().get_hosts(), [Host::Unix("/run/pg".into())]);
        assert_eq!(url.lock().get_ssl_mode(), LockMode::Disable);
        assert_eq!(url.pool().get_host(), "/run/pg");
    }
}

#[test]
fn every_ssl_mode_has_a_meaning_for_both_clients() {
    let modes = [
        ("", PgSslMode::Prefer, LockMode::Prefer),
        ("?sslmode=disable", PgSslMode::Disable, LockMode::Disable),
        ("?sslmode=allow", PgSslMode::Prefer, LockMode::Prefer),
        ("?sslmode=prefer", PgSslMode::Prefer, LockMode::Prefer),
        ("?sslmode=require", PgSslMode::Require, LockMode::Require),
        ("?ssl=true", PgSslMode::Require, LockMode::Require),
        ("?sslmode=verify-ca", PgSslMode::VerifyCa, LockMode::Require),
        ("?sslmode=verify-full", PgSslMode::VerifyFull, LockMode::Require),
        ("?sslmode=require&sslrootcert=/x.pem", PgSslMode::VerifyCa, LockMode::Require),
        ("?sslmode=prefer&sslrootcert=/x.pem", PgSslMode::Prefer, LockMode::Prefer),
        ("?sslrootcert=system", PgSslMode::VerifyFull, LockMode::Require),
        ("?sslrootcert=system&sslmode=verify-full", PgSslMode::VerifyFull, LockMode::Require),
    ];
    for (parameters, pool, lock) in modes {
        let url = parsed(&format!("postgres://u@h/d{parameters}"));
        let same = std::mem::discriminant(&url.pool().get_ssl_mode());
        assert_eq!(same, std::mem::discriminant(&pool), "{parameters}");
        assert_eq!(url.lock().get_ssl_mode(), lock, "{parameters}");
    }
}

#[test]
fn a_server_far_away_is_spoken_to_in_the_clear_only_if_the_address_says_so() {
    for parameters in ["", "?sslmode=prefer", "?sslmode=allow"] {
        let url = parsed(&format!("postgres://u@db.example.com/d{parameters}"));
        assert!(matches!(url.pool().get_ssl_mode(), PgSslMode::Require), "{parameters}");
        assert_eq!(url.lock().get_ssl_mode(), LockMode::Require, "{parameters}");
        assert_eq!(url.protection(), Protection::Encrypted, "{parameters}");
    }
    let plain = parsed("postgres://u@db.example.com/d?sslmode=disable");
    assert_eq!(plain.lock().get_ssl_mode(), LockMode::Disable);
    assert_eq!(plain.protection(), Protection::Plain);
    assert_eq!(parsed("postgres://u@10.0.0.7/d").protection(), Protection::Near);
}

#[test]
fn what_hosts_append_to_their_addresses_is_understood() {
    let url = parsed(
        "postgres://u:p@ep-x.eu.aws.neon.tech/d?sslmode=require&channel_binding=require\
         &application_name=bot&connect_timeout=7&gssencmode=disable&target_session_attrs=primary\
         &keepalives_idle=9&statement-cache-capacity=5\
         &options=-c%20search_path=a\\%20b%20--work-mem=4MB%20-cgeqo=off",
    );

    let (pool, lock) = (url.pool(), url.lock());
    let settings = Some("-c search_path=a\\ b -c work_mem=4MB -c geqo=off");
    assert_eq!(lock.get_options(), settings);
    assert_eq!(pool.get_options(), settings);
    assert_eq!(lock.get_application_name(), Some("bot/lock"));
    assert_eq!(pool.get_application_name(), Some("bot/work"));
    assert_eq!(lock.get_channel_binding(), ChannelBinding::Require);
    assert_eq!(lock.get_connect_timeout().map(|timeout| timeout.as_secs()), Some(7));
}

#[test]
fn poolers_are_known_by_their_marks() {
    let addresses = [
        ("postgres://u@h/d?pgbouncer=true", true),
        ("postgres://u@ep-cool-pooler.eu-2.aws.neon.tech/d", true),
        ("postgres://u@aws-0.pooler.supabase.com:6543/d", true),
        ("postgres://u@h:6432/d", true),
        ("postgres://u@h:6432/d?pgbouncer=false", false),
        ("postgres://u@aws-0.pooler.supabase.com:5432/d", false),
        ("postgres://u@h/d", false),
    ];
    for (address, pooled) in addresses {
        assert_eq!(parsed(address).is_pooled(), pooled, "{address}");
    }
}

#[test]
fn a_bad_address_gets_one_sentence_that_never_shows_the_password() {
    let value =
        |name| move |error: &BadUrl| matches!(error, BadUrl::Value { name: n, .. } if *n == name);
    type Check = Box<dyn Fn(&BadUrl) -> bool>;
    let is = |wanted: BadUrl| -> Check { Box::new(move |error| *error == wanted) };
    let unknown = |name: &str| is(BadUrl::Unknown { name: name.into() });
    let encoding = |part| is(BadUrl::Encoding { part });
    let addresses: Vec<(&str, Check)> = vec![
        ("", is(BadUrl::Scheme)),
        ("host=h password=hunter2", is(BadUrl::Scheme)),
        ("mysql://u:hunter2@h/d", is(BadUrl::Scheme)),
        ("\"postgres://u:hunter2@h/d\"", is(BadUrl::Scheme)),
        ("postgres://u:hunter2/x@h/d", is(BadUrl::Misplaced)),
        ("postgres://u:hunter2?x=1@h/d", is(BadUrl::Misplaced)),
        ("postgres://u:?hunter2@h/d", is(BadUrl::Misplaced)),
        ("postgres://u:hunter2", is(BadUrl::Port)),
        ("postgres://u:hunter2%@h/d", encoding("password")),
        ("postgres://u:hunter2%00@h/d", encoding("password")),
        ("postgres://u%zz:hunter2@h/d", encoding("user")),
        ("postgres://u:hunter2@h%/d", encoding("host")),
        ("postgres://u:hunter2@h/%ff", encoding("database")),
        ("postgres://u:hunter2@h/d?password=hunter2%", encoding("parameters")),
        ("postgres://u:hunter2@[::1/d", is(BadUrl::Bracket)),
        ("postgres://u:hunter2@[::1]x/d", is(BadUrl::Bracket)),
        ("postgres://u:hunter2@a,b/d?port=1,2,3", is(BadUrl::Unequal { hosts: 2, ports: 3 })),
        ("postgres://u:hunter2@a:1,b:2/d?host=c", is(BadUrl::Unequal { hosts: 1, ports: 2 })),
        ("postgres://u:hunter2@a,b,c,d,e,f,g,h,i,j/d", is(BadUrl::TooManyHosts { most: 9 })),
        ("postgres://u:hunter2@a:1,b:x/d", is(BadUrl::Port)),
        ("postgres://u:hunter2@a,[::1/d", is(BadUrl::Bracket)),
        ("postgres://u:hunter2@h:0/d", is(BadUrl::Port)),
        ("postgres://u:hunter2@h:65536/d", is(BadUrl::Port)),
        ("postgres://u:hunter2@h:+1/d", is(BadUrl::Port)),
        ("postgres://u:hunter2@h/d?sslmod=disable", unknown("sslmod")),
        ("postgres://u:hunter2@h/d?hunter2%40", is(BadUrl::Nameless)),
        ("postgres://u:hunter2@h/d?hunter2!=1", is(BadUrl::Nameless)),
        ("postgres://u:hunter2@h/d?sslmode=yes", Box::new(value("sslmode"))),
        ("postgres://u:hunter2@h/d?sslrootcert=", Box::new(value("sslrootcert"))),
        ("postgres://u:hunter2@h/d?sslrootcert=system&sslmode=require", Box::new(value("sslmode"))),
        ("postgres://u:hunter2@h/d?connect_timeout=soon", Box::new(value("connect_timeout"))),
        ("postgres://u:hunter2@h/d?options=hunter2", Box::new(value("options"))),
        ("postgres://u:hunter2@h/d?pgbouncer=1", Box::new(value("pgbouncer"))),
        ("postgres://u:hunter2@h/d?gssencmode=require", Box::new(value("gssencmode"))),
        ("postgres://u:hunter2@h/d?channel_binding=x", Box::new(value("channel_binding"))),
        (
            "postgres://u:hunter2@h/d?target_session_attrs=standby",
            Box::new(value("target_session_attrs")),
        ),
        (
            "postgres://u:hunter2@h/d?sslkey=/k",
            Box::new(|error| matches!(error, BadUrl::Unsupported { name: "sslkey", .. })),
        ),
    ];
    for (address, expected) in addresses {
        let error = DatabaseUrl::parse(address).expect_err(address);
        assert!(expected(&error), "{address}: {error:?}");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("hunter2") && !shown.contains('\n'), "{shown}");
    }
}

#[test]
fn an_address_is_shown_without_its_password() {
    let url = parsed("postgres://me:hunter2@[::1]/d?password=hunter2");

    assert_eq!(url.to_string(), "postgres://me@[::1]:5432/d");
    assert_eq!(format!("{url:?}"), "DatabaseUrl(postgres://me@[::1]:5432/d)");
}

#[tokio::test]
async fn encryption_is_made_where_it_is_wanted_and_only_there() {
    assert!(parsed("postgres://u@h/d?sslmode=disable").tls().await.unwrap().is_none());
    for mode in ["allow", "prefer", "require"] {
        let url = parsed(&format!("postgres://u@h/d?sslmode={mode}"));
        assert!(url.tls().await.unwrap().is_some(), "{mode}");
    }
}

#[tokio::test]
async fn a_root_certificate_that_is_none_is_named() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let nowhere = concat!(env!("CARGO_MANIFEST_DIR"), "/nowhere.pem");
    let tls = async |path| {
        parsed(&format!("postgres://u@h/d?sslmode=verify-full&sslrootcert={path}")).tls().await
    };

    let other = tls(manifest).await.err().expect("a manifest is no certificate");
    let missing = tls(nowhere).await.err().expect("there is no such file");

    assert!(
        matches!(other, BadCertificates::NoCertificate { path } if path == Path::new(manifest))
    );
    assert!(missing.to_string().contains("nowhere.pem"), "{missing}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_user_password_and_database_survive_the_way_through_an_address(
        user in "[^\0]{1,20}", password in "[^\0]{0,40}", database in "[^\0]{1,20}",
    ) {
        let login = format!("{}:{}", encode(&user), encode(&password));
        let url = parsed(&format!("postgres://{login}@h/{}", encode(&database)));
        let (pool, lock) = (url.pool(), url.lock());

        assert_eq!(lock.get_user(), Some(user.as_str()));
        assert_eq!(lock.get_password(), Some(password.as_bytes()));
        assert_eq!(lock.get_dbname(), Some(database.as_str()));
        assert_eq!(pool.get_username(), user);
        assert_eq!(pool.get_database(), Some(database.as_str()));
    }

    #[test]
    fn no_text_at_all_makes_the_parser_panic(text in "(postgres://)?[a-z@:/?#%&=,\\[\\]\\\\ 0-9-]{0,60}") {
        let _ = DatabaseUrl::parse(&text);
    }
}
