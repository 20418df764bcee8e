//! Addresses with several hosts.

use std::time::Duration;

use tokio_postgres::config::{Host, SslMode as LockMode, TargetSessionAttrs};

use super::{Protection, parsed};

#[test]
fn the_lists_of_libpq_are_read_in_all_their_forms() {
    let addresses = [
        ("postgres://u@h1:5432,h2:5433,h3/d", vec![("h1", 5432), ("h2", 5433), ("h3", 5432)]),
        ("postgres://u@h1,h2:7000/d", vec![("h1", 5432), ("h2", 7000)]),
        ("postgres://u@h1,h2/d?port=7000", vec![("h1", 7000), ("h2", 7000)]),
        ("postgres://u@/d?host=h1,h2&port=1,2", vec![("h1", 1), ("h2", 2)]),
        ("postgres://u@/d?host=h1,h2&port=,2", vec![("h1", 5432), ("h2", 2)]),
        ("postgres://u@[::1]:1,[fe80::1]/d", vec![("::1", 1), ("fe80::1", 5432)]),
        ("postgres://u@h1,/d", vec![("h1", 5432), ("localhost", 5432)]),
    ];
    for (address, expected) in addresses {
        let url = parsed(address);
        let pool: Vec<(String, u16)> = url
            .pool_options()
            .into_iter()
            .map(|(_, options)| (options.get_host().to_owned(), options.get_port()))
            .collect();
        let wanted: Vec<(String, u16)> =
            expected.iter().map(|(host, port)| ((*host).to_owned(), *port)).collect();
        assert_eq!(pool, wanted, "{address}");
        for (config, (host, port)) in url.lock_configs().iter().zip(expected) {
            assert_eq!(config.get_hosts(), [Host::Tcp(host.to_owned())], "{address}");
            assert_eq!(config.get_ports(), [port], "{address}");
        }
    }
}

#[test]
fn of_several_hosts_the_writable_one_is_wanted_and_of_one_only_if_it_is_said() {
    let addresses = [
        ("postgres://u@h1,h2/d", true),
        ("postgres://u@h1,h2/d?target_session_attrs=any", true),
        ("postgres://u@h1/d?target_session_attrs=read-write", true),
        ("postgres://u@h1/d?target_session_attrs=primary", true),
        ("postgres://u@h1/d?target_session_attrs=any", false),
        ("postgres://u@h1/d", false),
    ];
    for (address, writable) in addresses {
        let url = parsed(address);
        assert_eq!(url.is_for_writing(), writable, "{address}");
        for config in url.lock_configs() {
            let asks = config.get_target_session_attrs() == TargetSessionAttrs::ReadWrite;
            assert_eq!(asks, writable, "{address}");
        }
    }
}

#[test]
fn each_host_is_encrypted_by_its_own_place_and_the_worst_way_counts() {
    let url = parsed("postgres://u@10.0.0.1,db.example.com,%2Frun%2Fpg/d");
    let modes: Vec<LockMode> =
        url.lock_configs().iter().map(tokio_postgres::Config::get_ssl_mode).collect();

    assert_eq!(modes, [LockMode::Prefer, LockMode::Require, LockMode::Disable]);
    assert_eq!(url.protection(), Protection::Near);
    let plain = parsed("postgres://u@10.0.0.1,db.example.com/d?sslmode=disable");
    assert_eq!(plain.protection(), Protection::Plain);
    let far = parsed("postgres://u@a.example.com,b.example.com/d");
    assert_eq!(far.protection(), Protection::Encrypted);
}

#[test]
fn one_host_behind_a_pooler_makes_the_whole_way_pooled() {
    assert!(parsed("postgres://u@h1:5432,h2:6432/d").is_pooled());
    assert!(!parsed("postgres://u@h1:5432,h2:6432/d?pgbouncer=false").is_pooled());
}

#[test]
fn each_host_has_five_seconds_unless_the_address_says_otherwise() {
    let patience = |address| parsed(address).patience();
    assert_eq!(patience("postgres://u@h1,h2/d"), Duration::from_secs(5));
    assert_eq!(patience("postgres://u@h1,h2/d?connect_timeout=3"), Duration::from_secs(3));
}

#[test]
fn all_hosts_are_shown_and_no_password() {
    let url = parsed("postgres://me:hunter2@h1,[::1]:5433/d");

    assert_eq!(url.to_string(), "postgres://me@h1:5432,[::1]:5433/d");
    assert_eq!(format!("{url:?}"), "DatabaseUrl(postgres://me@h1:5432,[::1]:5433/d)");
}
