//! Faults of the fake KIE: armed, by rate, and by the words of a prompt.

use std::time::Duration;

use serde_json::{Value, json};
use simulator::kie::{Fault, Pace, Rates, Settings, State};

use crate::kie::{Caller, settings};

#[tokio::test]
async fn a_lost_response_leaves_a_task_and_a_cut_before_leaves_none() {
    let kie = Caller::at(Pace::Immediate).await;

    let lost = kie.fake.faults().arm(Fault::LostResponse, 1);
    assert!(kie.try_draw("a fox").await.is_none());
    lost.fired().await;
    assert_eq!(kie.fake.tasks().len(), 1);
    assert_eq!(kie.fake.creates()[0].code, None);
    assert_eq!(kie.fake.creates()[0].task.as_ref(), Some(&kie.fake.tasks()[0].id));

    kie.fake.faults().arm(Fault::CutBeforeMaking, 1);
    assert!(kie.try_draw("a fox").await.is_none());
    assert_eq!((kie.fake.tasks().len(), kie.fake.creates().len()), (1, 2));
    assert_eq!(kie.fake.creates()[1].task, None);
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_code_may_hide_a_task_that_was_made() {
    let kie = Caller::at(Pace::Immediate).await;
    for code in [401, 402, 429, 433, 455, 500, 505] {
        kie.fake.faults().arm(Fault::Code(code), 1);
        assert_eq!(kie.try_draw("a fox").await.unwrap().code(), code);
    }
    assert_eq!(kie.fake.tasks(), []);

    kie.fake.faults().arm(Fault::CodeMade(500), 1);
    let answer = kie.try_draw("a fox").await.unwrap().json();
    assert_eq!((&answer["code"], &answer["data"]), (&json!(500), &Value::Null));
    assert_eq!(kie.fake.tasks().len(), 1);
    assert_eq!(kie.fake.creates().last().unwrap().code, Some(500));
}

#[tokio::test]
async fn looks_break_in_three_ways() {
    let kie = Caller::at(Pace::Immediate).await;
    let id = kie.draws("a fox").await;
    let path = format!("/api/v1/jobs/recordInfo?taskId={id}");

    kie.fake.faults().arm(Fault::LookCode(408), 1);
    assert_eq!(kie.looks(&id).await["code"], 408);
    kie.fake.faults().arm(Fault::MalformedLook, 1);
    let half = kie.get(&path).await;
    assert!(half.bytes.starts_with(b"{") && serde_json::from_slice::<Value>(&half.bytes).is_err());
    kie.fake.faults().arm(Fault::LookCut, 1);
    assert!(kie.try_get(&path).await.is_none());

    assert_eq!(kie.looks(&id).await["data"]["state"], "success");
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_fault_that_never_fired_is_a_violation_unless_it_is_taken_back() {
    let kie = Caller::at(Pace::Immediate).await;
    let armed = kie.fake.faults().arm(Fault::FileGone, 1);

    assert_eq!(kie.fake.violations(), ["the fault FileGone of KIE never fired"]);
    assert_eq!(armed.times(), 0);
    armed.disarm();
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn prompts_can_say_what_becomes_of_their_task() {
    let kie = Caller::at(Pace::Immediate).await;

    assert_eq!(kie.try_draw("[[sim:code=429]]").await.unwrap().code(), 429);
    assert!(kie.try_draw("[[sim:lost]]").await.is_none());
    assert_eq!(kie.fake.tasks().len(), 1);
    let failed = kie.draws("[[sim:fail=501]]").await;
    assert_eq!(kie.looks(&failed).await["data"]["failCode"], "501");
    let refused = kie.draws("[[sim:policy]]").await;
    let refused = kie.looks(&refused).await["data"].clone();
    assert_eq!(refused["failCode"], "400");
    assert!(refused["failMsg"].as_str().unwrap().contains("content policies"));
    let empty = kie.draws("[[sim:empty]]").await;
    assert_eq!(kie.result(&empty).await, json!({ "resultUrls": [] }));

    let (never, slow) = (kie.draws("[[sim:never]]").await, kie.draws("[[sim:slow=30]]").await);
    kie.fake.advance(Duration::from_secs(29));
    assert_ne!(kie.looks(&slow).await["data"]["state"], "success");
    kie.fake.advance(Duration::from_secs(1));
    assert_eq!(kie.looks(&slow).await["data"]["state"], "success");
    kie.fake.advance(Duration::from_secs(24 * 3600));
    assert_ne!(kie.looks(&never).await["data"]["state"], "success");
    assert_eq!(kie.fake.violations(), [""; 0]);

    kie.draws("[[sim:explode]]").await;
    assert_eq!(kie.fake.violations(), ["nobody knows the magic word explode"]);
}

#[tokio::test]
async fn faults_of_tasks_are_armed_as_well() {
    let kie = Caller::at(Pace::Immediate).await;
    kie.fake.faults().arm(Fault::TaskFails(400), 1);
    kie.fake.faults().arm(Fault::TaskNever, 1);

    for prompt in ["a", "b", "c"] {
        kie.draws(prompt).await;
    }
    kie.fake.advance(Duration::from_secs(3600));

    let states: Vec<_> = kie.fake.tasks().iter().map(|task| task.state).collect();
    assert_eq!((states[0], states[1].is_final(), states[2]), (State::Fail, false, State::Success));
}

#[tokio::test]
async fn rates_break_the_same_creations_with_the_same_seed() {
    let seed: u64 = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(2026);
    println!("SEED={seed}");
    let run = async |looks: usize| {
        let kie = Caller::with(Settings { seed, ..settings(Pace::Immediate) }).await;
        let rates = Rates::none()
            .with(Fault::LostResponse, 100)
            .with(Fault::Code(429), 100)
            .with(Fault::TaskFails(501), 100)
            .with(Fault::LookCode(500), 300);
        kie.fake.faults().rates(rates);
        for number in 0..60 {
            kie.try_draw(&format!("fox {number}")).await;
            for _ in 0..looks {
                kie.get("/api/v1/jobs/recordInfo?taskId=none").await;
            }
        }
        assert!(kie.fake.faults().drawn() > 0);
        let codes: Vec<_> = kie.fake.creates().iter().map(|call| call.code).collect();
        let tasks: Vec<_> = kie.fake.tasks().into_iter().map(|t| (t.id, t.state)).collect();
        assert_eq!(kie.fake.violations(), [""; 0]);
        (codes, tasks)
    };

    let (codes, tasks) = run(0).await;
    assert_eq!((codes.clone(), tasks), run(2).await, "however often records are read");
    assert!(codes.contains(&None) && codes.contains(&Some(429)), "{codes:?}");
}
