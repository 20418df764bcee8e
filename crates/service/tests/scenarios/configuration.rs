//! A configuration that will not do: all of it said at once, status 2, no secret printed.

use testbed::SOON;

use crate::instance::{Instance, TOKEN, program, serving};

#[tokio::test]
async fn every_problem_is_listed_at_once_and_the_status_is_2() {
    let trt = program(&["serve"])
        .env("TELEGRAM_BOT_TOKEN", "canary")
        .env("DATABASE_URL", "")
        .env("PORT", "canary")
        .env("LOCK_STALE_HEARTBEAT_SECONDS", "5")
        .env("LOCK_STALE_IDLE_SECONDS", "canary")
        .env("CONSOLE_TOKEN", "canary,canary")
        .start()
        .unwrap();

    assert_eq!(trt.exit(SOON).await.unwrap().code(), Some(2));
    let first = trt.line("trt: the configuration has 8 problems:", SOON).await;
    first.unwrap();
    for start in [
        "LOCK_STALE_IDLE_SECONDS is not supported: idle time is no sign of death",
        "TELEGRAM_BOT_TOKEN does not look like a token",
        "DATABASE_URL is missing",
        "KIE_API_KEY is missing",
        "WEBHOOK_BASE_URL is missing",
        "PORT is not a whole number",
        "LOCK_STALE_HEARTBEAT_SECONDS is refused: unsafe lock timing: stale 5s x 0.99 must be",
        "CONSOLE_TOKEN is neither",
    ] {
        trt.line(&format!("  {start}"), SOON).await.unwrap();
    }
    assert!(!trt.lines().concat().contains("canary"));
}

#[tokio::test]
async fn a_port_in_use_is_one_sentence_and_status_2() {
    let first = Instance::start(&[]).await;
    let port = first.address.port().to_string();

    let second = serving(&[("PORT", &port)]).start().unwrap();

    assert_eq!(second.exit(SOON).await.unwrap().code(), Some(2));
    let sentence = format!("trt: port {port} is already in use; stop the program that uses it");
    second.line(&sentence, SOON).await.unwrap();
    assert_eq!(second.lines().len(), 1);
}

#[tokio::test]
async fn a_misspelt_variable_is_a_warning_and_the_bot_starts() {
    let trt = Instance::start(&[("LOCK_HARTBEAT_SECONDS", "canary")]).await;

    let line = trt.process.line("[CONFIG]", SOON).await.unwrap();

    assert!(line.contains("\"level\":\"WARN\""), "{line}");
    assert!(line.contains("LOCK_HARTBEAT_SECONDS is not known"), "{line}");
    assert!(line.contains("is LOCK_HEARTBEAT_SECONDS meant?"), "{line}");
}

#[tokio::test]
async fn nothing_that_is_printed_contains_a_secret() {
    let trt = Instance::start(&[("LOG_LEVEL", "trace"), ("CONSOLE_TOKEN", "canary-console")]).await;
    for path in ["/health", "/metrics", &format!("/bot{TOKEN}/getMe")] {
        let answer = trt.get(path).await;
        assert!(!answer.body.contains("canary"), "{}", answer.body);
    }

    let lines = trt.process.lines().concat();
    assert!(lines.contains("[HTTP] listening"));
    assert!(!lines.to_lowercase().contains("canary"), "{lines}");
}

#[tokio::test]
async fn a_wrong_command_line_is_refused_with_help() {
    let trt = program(&["fly"]).start().unwrap();

    assert_eq!(trt.exit(SOON).await.unwrap().code(), Some(2));
    trt.line("unrecognized subcommand 'fly'", SOON).await.unwrap();
}

#[tokio::test]
async fn commands_on_the_database_ask_for_its_address_only() {
    for arguments in [&["migrate"][..], &["lock", "status"], &["lock", "handover"]] {
        let trt = program(arguments).start().unwrap();

        assert_eq!(trt.exit(SOON).await.unwrap().code(), Some(2));
        trt.line("trt: the configuration has a problem:", SOON).await.unwrap();
        trt.line("  DATABASE_URL is missing", SOON).await.unwrap();
        assert_eq!(trt.lines().len(), 2);
    }
}
