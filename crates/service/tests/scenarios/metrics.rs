//! What `/metrics` says of a busy day: every flow is counted, whoever leads, and nobody's traffic makes a series.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use simulator::world::{PATIENCE, World};
use testbed::wait;

use crate::generations::studio::{gets_file, orders, somebody};
use crate::refunds::{Cast, build, says};
use crate::web;

/// Paths that somebody might try, with ids in them.
const ODD: [&str; 7] = [
    "/console/1000017",
    "/bot1000017:AAA/getMe",
    "/r/00112233445566778899aabbccddeeff",
    "/kie-callback/11111111-1111-4111-8111-111111111111/00112233",
    "/health/1000017",
    "/metrics?person=1000017",
    "/%00%ff/../../etc/passwd",
];

/// What a day with a payment, its refund and an order has counted at least, on all instances together.
const FLOWS: [(&str, f64); 42] = [
    ("trt_payments_total{kind=\"amount\"}", 1.0),
    ("trt_stars_received_total", 50.0),
    ("trt_refunds_total{by=\"admin\"}", 1.0),
    ("trt_pre_checkouts_total{answer=\"yes\"}", 1.0),
    ("trt_admin_acts_total{act=\"refund\"}", 1.0),
    ("trt_money_moved_total{operation=\"capture\",unit=\"wallet\"}", 1.0),
    ("trt_generations_ordered_total{output=\"image\"}", 1.0),
    ("trt_generations_ended_total{model=\"imagen-4\",end=\"succeeded\"}", 1.0),
    ("trt_generation_seconds_count{output=\"image\"}", 1.0),
    ("trt_kie_requests_total{call=\"create\",result=\"ok\"}", 1.0),
    ("trt_kie_requests_total{call=\"look\",result=\"ok\"}", 1.0),
    ("trt_kie_requests_total{call=\"credits\",result=\"ok\"}", 1.0),
    ("trt_kie_doorbells_total{result=\"known\"}", 1.0),
    ("trt_kie_doorbells_total{result=\"unknown\"}", 1.0),
    ("trt_kie_up", 1.0),
    ("trt_db_up", 1.0),
    ("trt_db_bytes", 1.0),
    ("trt_db_sessions{pool=\"work\",state=\"idle\"}", 1.0),
    ("trt_db_transactions_total{outcome=\"committed\"}", 10.0),
    ("trt_db_session_wait_seconds_count{pool=\"work\"}", 10.0),
    ("trt_db_session_wait_seconds_count{pool=\"intake\"}", 1.0),
    ("trt_leader_beat_seconds_count", 1.0),
    ("trt_http_request_seconds_count{route=\"/webhook\"}", 5.0),
    ("trt_http_requests_total{route=\"other\",code=\"404\"}", 2.0),
    ("trt_http_requests_total{route=\"/webhook\",code=\"429\"}", 2.0),
    ("trt_webhook_refused_total{reason=\"secret\"}", 4.0),
    ("trt_inbox_wait_seconds_count", 5.0),
    ("trt_inbox_batch_rows_count", 3.0),
    ("trt_outbox_wait_seconds_count{line=\"answers\"}", 5.0),
    ("trt_outbox_wait_seconds_count{line=\"results\"}", 1.0),
    ("trt_telegram_request_seconds_count{method=\"sendMessage\"}", 5.0),
    ("trt_telegram_turn_seconds_count", 5.0),
    ("trt_webhook_fits", 1.0),
    ("trt_losses_budget_credits", 1.0),
    ("trt_process_resident_bytes", 1.0),
    ("trt_process_open_files", 1.0),
    ("trt_process_threads", 1.0),
    ("trt_loop_rounds_total{loop=\"survey\"}", 2.0),
    ("trt_loop_rounds_total{loop=\"inbox\"}", 2.0),
    ("trt_loop_rounds_total{loop=\"outbox\"}", 2.0),
    ("trt_loop_rounds_total{loop=\"submitting\"}", 2.0),
    ("trt_loop_rounds_total{loop=\"periodic\"}", 2.0),
];

/// Every series that any instance shows, summed.
async fn sums(world: &World) -> BTreeMap<String, f64> {
    let mut sums = BTreeMap::new();
    for instance in world.instances() {
        let Some(text) = instance.get("/metrics").await else { continue };
        let text = String::from_utf8_lossy(&text).into_owned();
        let series = text.lines().filter_map(|line| line.rsplit_once(' '));
        for (name, value) in series {
            let Ok(value) = value.parse::<f64>() else { continue };
            let is_known = |value: &f64| !value.is_nan();
            *sums.entry(name.to_owned()).or_insert(0.0) +=
                Some(value).filter(is_known).unwrap_or(0.0);
        }
    }
    sums
}

/// Waits until all of these are at least that much.
async fn rise(world: &World, wanted: &[(&str, f64)]) {
    let risen = wait::until("metrics that rise", PATIENCE, async || {
        let sums = sums(world).await;
        let is_there =
            |(name, least): &(&str, f64)| sums.get(*name).is_some_and(|sum| sum >= least);
        wanted.iter().all(is_there).then_some(())
    });
    let outcome = risen.await;
    let sums = sums(world).await;
    let found: Vec<_> = wanted.iter().map(|(name, least)| (name, least, sums.get(*name))).collect();
    assert!(outcome.is_ok(), "{found:#?}");
}

/// Strangers knock at every instance, by odd paths and with made-up secrets, more often than they may.
async fn knocks(world: &World) {
    let head =
        "Host: x\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Length: 2\r\n";
    for instance in world.instances() {
        for path in ODD {
            for method in ["GET", "POST"] {
                let request = format!("{method} {path} HTTP/1.1\r\n{head}\r\n{{}}");
                let _ = web::try_send(instance.address(), request).await;
            }
        }
        let secret = "X-Telegram-Bot-Api-Secret-Token: guessed";
        let forged = format!("POST /webhook HTTP/1.1\r\n{head}{secret}\r\n\r\n{{}}");
        join_all((0..120).map(|_| web::try_send(instance.address(), &forged))).await;
    }
}

#[tokio::test]
async fn every_flow_of_a_busy_day_is_counted_and_no_strangers_words_become_a_series() {
    let world = build().variable("TRUSTED_PROXIES", "127.0.0.1").start().await;
    let cast = Cast::meet(&world).await;
    let ann = somebody(&world, "Ann", 500).await;

    let charge = cast.tops_up(&cast.anna, 50).await;
    cast.gives_back(&charge).await;
    cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    orders(&ann, "imagen-4 a red cat").await;
    gets_file(&ann).await;
    knocks(&world).await;

    rise(&world, &FLOWS).await;
    world.ends_well().await;
}

#[tokio::test]
async fn who_leads_and_for_how_long_nobody_did_is_the_same_on_every_instance() {
    let mut world = build().start().await;
    let cast = Cast::meet(&world).await;

    // The one that waits has seen a beat of the one that leads.
    rise(&world, &[("trt_leader_epoch", 2.0)]).await;
    world.kills_active().await;
    world.starts_one().await;
    cast.tells_admin("/menu", "").await;

    rise(
        &world,
        &[
            ("trt_leader_takeovers_last_hour", 2.0),
            ("trt_leader_state{state=\"active\"}", 1.0),
            ("trt_leader_state{state=\"passive\"}", 1.0),
            ("trt_leader_gap_seconds", 0.001),
        ],
    )
    .await;
    let sums = sums(&world).await;
    for quiet in [
        "trt_tasks_down",
        "trt_books_findings",
        "trt_books_differences",
        "trt_holds_open",
        "trt_dead_letters{kind=\"update\"}",
        "trt_problem{problem=\"database\"}",
        "trt_problem{problem=\"task\"}",
        "trt_generations{state=\"submitted\"}",
        "trt_closures{scope=\"everything\"}",
    ] {
        assert_eq!(sums.get(quiet), Some(&0.0), "{quiet}");
    }
    world.ends_well().await;
}
