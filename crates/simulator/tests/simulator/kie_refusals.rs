//! What the fake KIE refuses: keys, bodies, addresses, too many at once. And what it complains about.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use simulator::kie::{Limits, Pace, Settings};

use crate::kie::{Caller, settings};

const CREATE: &str = "/api/v1/jobs/createTask";

fn picture(input: Value) -> Value {
    json!({ "model": "z-image", "input": input })
}

#[tokio::test]
async fn a_caller_without_the_key_or_without_a_name_is_refused() {
    let kie = Caller::at(Pace::Immediate).await;
    let url = format!("{}/api/v1/chat/credit", kie.fake.url());
    let send = async |request: axum::http::request::Builder| {
        kie.send(request.body(Body::empty()).unwrap()).await.unwrap()
    };

    let wrong =
        send(Request::get(&url).header("User-Agent", "x").header("Authorization", "Bearer y"));
    let wrong = wrong.await;
    assert_eq!((wrong.status, wrong.code()), (200, 401));
    let nameless = send(Request::get(&url).header("Authorization", "Bearer y")).await;
    assert_eq!((nameless.status, &nameless.bytes[..]), (403, &b"error code: 1010"[..]));
    assert_eq!(kie.get("/api/v1/nothing").await.code(), 404);
    assert_eq!(kie.post("/api/file-stream-upload", json!({})).await.code(), 404);
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_code_is_also_the_status_when_that_is_set() {
    let settings = Settings { real_statuses: true, ..settings(Pace::Immediate) };
    let kie = Caller::with(settings).await;

    let refused = kie.try_draw("[[sim:code=455]]").await.unwrap();

    assert_eq!((refused.status, refused.code()), (455, 455));
    assert_eq!(kie.fake.creates()[0].code, Some(455));
    assert_eq!(kie.fake.creates()[0].task, None);
}

#[tokio::test]
async fn a_body_that_the_table_does_not_allow_costs_nothing_and_is_a_violation() {
    let kie = Caller::at(Pace::Immediate).await;
    let before = kie.fake.credits();
    let bodies = [
        (422, picture(json!({ "prompt": "a", "aspect_ratio": "1:1", "seed": 7 }))),
        (422, picture(json!({ "aspect_ratio": "1:1" }))),
        (422, picture(json!({ "prompt": "a".repeat(1001), "aspect_ratio": "1:1" }))),
        (422, picture(json!({ "prompt": "a", "aspect_ratio": 1 }))),
        (422, json!({ "model": "z-image" })),
        (422, json!({ "input": {} })),
        (404, json!({ "model": "z-imagine", "input": {} })),
        (404, json!({ "model": "suno", "input": {} })),
        (
            422,
            json!({ "model": "z-image", "input": { "prompt": "a", "aspect_ratio": "1:1" },
            "callbackUrl": "http://a/" }),
        ),
        (
            422,
            json!({ "model": "z-image", "input": { "prompt": "a", "aspect_ratio": "1:1" },
            "callBackUrl": 5 }),
        ),
        // This family says 500 where others say 422.
        (500, json!({ "model": "kling/v2-1-standard", "input": { "prompt": "a" } })),
        (500, json!({ "model": "elevenlabs/text-to-speech-turbo-2-5", "input": { "text": 5 } })),
    ];
    for (number, (code, body)) in bodies.iter().enumerate() {
        let answer = kie.post(CREATE, body.clone()).await;
        assert_eq!((answer.status, answer.code()), (200, *code), "{body}");
        assert_eq!(kie.fake.violations().len(), number + 1, "{body}");
    }

    assert_eq!((kie.fake.credits(), kie.fake.tasks().len()), (before, 0));
    assert_eq!(kie.fake.creates().len(), bodies.len());
}

#[tokio::test]
async fn music_is_not_taken_on_without_an_address_to_call() {
    let kie = Caller::at(Pace::Immediate).await;
    let song = json!({ "prompt": "a", "customMode": false, "instrumental": true, "model": "V5" });

    let refused = kie.post("/api/v1/generate", song).await.json();

    assert_eq!(
        (&refused["code"], &refused["msg"]),
        (&json!(422), &json!("Please enter callBackUrl"))
    );
}

#[tokio::test]
async fn addresses_must_be_files_that_kie_has() {
    let kie = Caller::at(Pace::Immediate).await;
    let edit = async |url: &str| {
        let input = json!({ "prompt": "a", "image_urls": [url] });
        let body = json!({ "model": "google/nano-banana-edit", "input": input });
        kie.post(CREATE, body).await.code()
    };
    let own = kie.draws("a fox").await;
    let own = kie.result_url(&own).await;

    assert_eq!(edit(&own).await, 200);
    assert_eq!(kie.fake.violations(), [""; 0]);
    let guessed = own.replace("_0.png", "_1.png");
    assert_eq!(edit(&guessed).await, 451, "another address cannot be made from one");
    kie.fake.advance(Duration::from_secs(25 * 3600));
    assert_eq!(edit(&own).await, 451, "it has expired");
    assert_eq!(kie.fake.violations(), [""; 0]);
    assert_eq!(edit("https://i.example.org/a.png").await, 451);
    assert_eq!(kie.fake.violations().len(), 1);
}

#[tokio::test]
async fn a_token_of_a_bot_in_any_request_is_a_violation() {
    let token = "4200000042:AAFakeFakeFakeFakeFakeFakeFakeFakeFak";
    for sent in [format!("https://api.telegram.org/file/bot{token}/a.jpg"), format!("my {token}")] {
        let kie = Caller::at(Pace::Immediate).await;
        kie.try_draw(&sent).await.unwrap();
        assert_eq!(kie.fake.violations().len(), 1, "{:?}", kie.fake.violations());
        assert!(!kie.fake.violations()[0].contains(token));

        let request = kie.request(Method::GET, &format!("{}/api/v1/chat/credit", kie.fake.url()));
        kie.send(request.header("X-Odd", sent).body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(kie.fake.violations().len(), 2);
    }
}

#[tokio::test]
async fn twenty_creations_in_ten_seconds_and_ten_looks_in_one_are_taken() {
    let limits = Limits::default();
    let kie = Caller::with(Settings { limits, ..settings(Pace::Immediate) }).await;
    let mut codes = Vec::new();
    for number in 0..21 {
        codes.push(kie.try_draw(&format!("fox {number}")).await.unwrap());
    }
    assert!(codes[..20].iter().all(|reply| reply.code() == 200));
    assert_eq!(codes[20].code(), 429);
    assert!(codes[20].retry_after.as_deref().unwrap().parse::<u64>().unwrap() <= 10);
    assert_eq!(kie.fake.tasks().len(), 20);
    kie.fake.advance(Duration::from_secs(10));
    let id = kie.draws("a fox").await;

    let mut refused = 0;
    for _ in 0..30 {
        refused += u32::from(kie.looks(&id).await["code"] == 429);
    }
    assert!(refused > 0);
    kie.fake.advance(Duration::from_secs(1));
    assert_eq!(kie.looks(&id).await["code"], 200);
}

#[tokio::test]
async fn a_removed_model_is_taken_on_and_fails_and_a_paused_one_is_refused() {
    let kie = Caller::at(Pace::Immediate).await;
    let before = kie.fake.credits();
    let body = json!({ "model": "elevenlabs/sound-effect-v2", "input": { "text": "rain" } });
    let id = crate::kie::taken(&kie.post(CREATE, body).await);
    assert_eq!(kie.looks(&id).await["data"]["failCode"], "500");

    let input = json!({ "prompt": "a", "aspect_ratio": "landscape" });
    let body = json!({ "model": "sora-2-text-to-video", "input": input });
    let paused = kie.post(CREATE, body).await.json();
    assert_eq!(paused["msg"], "This interface is temporarily paused");
    assert_eq!((kie.fake.credits(), kie.fake.tasks().len()), (before, 1));
}
