//! Telegram: it does not answer, refuses us, delivers elsewhere, cannot deliver; and an update nobody can handle.

use serde_json::{Value, json};
use simulator::telegram::{Bubble, Fault};
use simulator::world::{PATIENCE, World};
use testbed::process::Process;
use testbed::prometheus::hurry::Hurry;
use testbed::server::connect;
use testbed::wait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::stage::{HURRY, Stage};
use crate::studio::build;

pub(super) const SILENT: [&str; 2] = ["TrtTelegramErrors", "TrtOutboxStuck"];
pub(super) const REFUSED: [&str; 1] = ["TrtTokenRefused"];
pub(super) const MOVED: [&str; 1] = ["TrtWebhookWrong"];
pub(super) const FOUGHT: [&str; 1] = ["TrtWebhookFought"];
pub(super) const PILED: [&str; 1] = ["TrtUpdatesPileUp"];
pub(super) const POLLED: [&str; 1] = ["TrtAnotherPolls"];
pub(super) const HANGING: [&str; 1] = ["TrtLoopStandsStill"];
pub(super) const POISONED: [&str; 1] = ["TrtDeadLetters"];

/// For what our own pauses are part of, which are as long as ever: half an hour is three minutes.
const LESS: Hurry = Hurry { factor: 10, ..HURRY };

/// More often than a story asks.
const ALWAYS: usize = usize::MAX;

/// Another program with the same token calls a method of the Bot API.
async fn somebody_calls(world: &World, method: &str, params: &Value) {
    let url = world.telegram.url();
    let address = url.trim_start_matches("http://");
    let (token, body) = (world.telegram.token(), params.to_string());
    let request = format!(
        "POST /bot{token}/{method} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len(),
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_telegram_that_answers_nothing_but_errors_is_told_as_errors_and_as_replies_that_wait() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let mut crowd = stage.world.crowd(20, 5).await;
    crowd.writes(10).await;

    stage.begins(&SILENT).await;
    let faults = stage.world.telegram.faults();
    let down = faults.on_method("sendMessage", ALWAYS, Fault::Status(502));
    stage.fire_all(&SILENT).await;

    down.disarm();
    stage.clear_all(&SILENT).await;
    stage.world.ends(crowd.stops().await).await;
    stage.ends(&SILENT);
}

#[tokio::test]
async fn a_token_that_is_refused_is_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let mut crowd = stage.world.crowd(20, 5).await;
    crowd.writes(10).await;

    stage.begins(&REFUSED).await;
    let faults = stage.world.telegram.faults();
    let refused = faults.on_method("sendMessage", ALWAYS, Fault::Status(401));
    stage.fire_all(&REFUSED).await;

    refused.disarm();
    stage.clear_all(&REFUSED).await;
    stage.world.ends(crowd.stops().await).await;
    stage.ends(&REFUSED);
}

#[tokio::test]
async fn a_webhook_that_cannot_be_set_again_is_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let busy = stage.world.telegram.faults().on_method("setWebhook", ALWAYS, Fault::Status(502));

    stage.begins(&MOVED).await;
    somebody_calls(&stage.world, "deleteWebhook", &json!({})).await;
    stage.fire_all(&MOVED).await;

    busy.disarm();
    stage.clear_all(&MOVED).await;
    stage.world.ends_well().await;
    stage.ends(&MOVED);
}

/// With the real times only a mistake of ours could do it: no call is waited for as long as five minutes. In a hurry a
/// call that hangs for all of its half minute does.
#[tokio::test]
async fn a_call_that_hangs_is_told_as_a_loop_that_stands_still() {
    let Some(mut stage) = Stage::set(build()).await else { return };

    stage.begins(&HANGING).await;
    let faults = stage.world.telegram.faults();
    let hanging = faults.on_method("getWebhookInfo", ALWAYS, Fault::Hold);
    stage.fire_all(&HANGING).await;

    hanging.disarm();
    stage.clear_all(&HANGING).await;
    stage.world.ends_well().await;
    stage.ends(&HANGING);
}

#[tokio::test]
async fn a_program_that_takes_the_webhook_away_again_and_again_is_told() {
    let Some(mut stage) = Stage::set_in(build(), LESS).await else { return };
    let set = "setWebhook";
    let sets = |world: &World| {
        let set_by = |event: &simulator::telegram::Event| matches!(event, simulator::telegram::Event::Called { method, .. } if method == set);
        world.telegram.journal().iter().filter(|entry| set_by(&entry.event)).count()
    };

    stage.begins(&FOUGHT).await;
    for time in 0..4 {
        let before = sets(&stage.world);
        somebody_calls(&stage.world, "deleteWebhook", &json!({})).await;
        let again = wait::until("the webhook set again", super::stage::LONG, async || {
            (sets(&stage.world) > before).then_some(())
        });
        again.await.unwrap();
        println!("the webhook was set again, time {time}");
        if !stage.firing().await.is_empty() {
            break;
        }
    }
    stage.fire_all(&FOUGHT).await;

    stage.clear_all(&FOUGHT).await;
    stage.world.ends_well().await;
    stage.ends(&FOUGHT);
}

#[tokio::test]
async fn updates_that_telegram_cannot_deliver_are_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let people: Vec<_> = (0..6).map(|n| stage.world.person(&format!("Person {n}"))).collect();
    for person in &people {
        person.starts("").await;
        person.waits_for(Bubble::is_from_bot, PATIENCE).await;
    }

    stage.begins(&PILED).await;
    // The address is right, and nobody is behind it.
    stage.world.telegram.deliver_to(vec![([127, 0, 0, 1], 9).into()]);
    let mut said = Vec::new();
    for number in 0..108 {
        said.push(people[number % people.len()].says(&format!("cat number {number}")).await);
    }
    stage.fire_all(&PILED).await;

    stage.world.routes_to_all();
    stage.clear_all(&PILED).await;
    for update in said {
        update.accepted().await;
    }
    stage.world.ends_well().await;
    stage.ends(&PILED);
}

#[tokio::test]
async fn another_program_that_polls_is_told() {
    let Some(mut stage) = Stage::set_in(build().polling(), LESS).await else { return };

    stage.begins(&POLLED).await;
    let polls = stage.world.telegram.faults().on_method("getUpdates", ALWAYS, Fault::Status(409));
    stage.fire_all(&POLLED).await;

    polls.disarm();
    stage.clear_all(&POLLED).await;
    stage.world.ends_well().await;
    stage.ends(&POLLED);
}

#[tokio::test]
async fn an_update_that_nobody_can_handle_is_told_until_an_operator_drops_it() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let ann = stage.world.person("Ann");
    ann.starts("").await;
    ann.waits_for(Bubble::is_from_bot, PATIENCE).await;
    let witness = connect(&stage.world.database_url()).await.unwrap();
    let poison = format!(
        "create function poison() returns trigger language plpgsql as \
         $$ begin raise exception 'poisoned'; end $$; \
         create trigger poison before update on conversations for each row \
         when (old.person_id = {}) execute function poison()",
        ann.id()
    );

    stage.begins(&POISONED).await;
    witness.batch_execute(&poison).await.unwrap();
    ann.says("a poisoned cat").await.accepted().await;
    stage.fire_all(&POISONED).await;

    witness.batch_execute("drop trigger poison on conversations").await.unwrap();
    stage.heals();
    let drop = Process::build("trt dead", crate::program()).args(["dead", "drop", "u1", "known"]);
    let drop = drop.env("DATABASE_URL", stage.world.database_url()).start().unwrap();
    assert_eq!(drop.exit(PATIENCE).await.unwrap().code(), Some(0), "{}", drop.tail());
    stage.clear_all(&POISONED).await;
    stage.world.ends_well().await;
    stage.ends(&POISONED);
}
