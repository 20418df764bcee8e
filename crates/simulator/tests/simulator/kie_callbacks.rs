//! Callbacks of the fake KIE: genuine, repeated, late, early, lost and forged, to a tiny receiver.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use serde_json::{Value, json};
use simulator::kie::{Fault, Pace, Ring, Settings};
use tokio::sync::watch;

use crate::kie::{Caller, settings, taken};

/// One callback as it came.
#[derive(Clone)]
struct Heard {
    path: String,
    time: Option<String>,
    signature: Option<String>,
    body: Value,
}

#[derive(Default)]
struct Ear {
    heard: watch::Sender<Vec<Heard>>,
    /// Statuses of the next answers; then 200.
    answers: Mutex<Vec<u16>>,
    /// While it is set nothing is answered.
    mute: watch::Sender<bool>,
}

async fn listen(
    State(ear): State<Arc<Ear>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    let heard = Heard {
        path: uri.path().to_owned(),
        time: text("X-Webhook-Timestamp"),
        signature: text("X-Webhook-Signature"),
        body: serde_json::from_slice(&body).unwrap(),
    };
    ear.heard.send_modify(|all| all.push(heard));
    ear.mute.subscribe().wait_for(|mute| !mute).await.unwrap();
    let next = ear.answers.lock().unwrap().pop();
    StatusCode::from_u16(next.unwrap_or(200)).unwrap()
}

impl Ear {
    /// Listens, and gets every callback of the fake.
    async fn of(kie: &Caller) -> Arc<Self> {
        let ear = Arc::new(Self::default());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        kie.fake.deliver_to(vec![listener.local_addr().unwrap()]);
        let app = Router::new().fallback(listen).with_state(Arc::clone(&ear));
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        ear
    }

    async fn hears(&self, count: usize) -> Vec<Heard> {
        let mut heard = self.heard.subscribe();
        let enough = heard.wait_for(|heard| heard.len() >= count);
        let enough = tokio::time::timeout(testbed::SOON, enough).await;
        enough.unwrap_or_else(|_| panic!("no {count} callbacks")).unwrap().clone()
    }

    fn count(&self) -> usize {
        self.heard.borrow().len()
    }
}

async fn draws(kie: &Caller, prompt: &str) -> String {
    let input = json!({ "prompt": prompt, "aspect_ratio": "1:1" });
    let url = "https://bot.example.org/kie/abc0123";
    let body = json!({ "model": "z-image", "input": input, "callBackUrl": url });
    taken(&kie.post("/api/v1/jobs/createTask", body).await)
}

#[tokio::test]
async fn the_end_of_a_task_is_told_with_its_record() {
    let kie = Caller::at(Pace::Held).await;
    let ear = Ear::of(&kie).await;
    let (good, bad) = (draws(&kie, "a fox").await, draws(&kie, "a wolf").await);

    kie.fake.finishes(&good);
    let first = ear.hears(1).await.remove(0);
    kie.fake.fails(&bad, "400", "against the rules");
    let second = ear.hears(2).await.remove(1);

    assert_eq!((first.path.as_str(), &first.signature), ("/kie/abc0123", &None));
    assert_eq!(first.body["msg"], "Playground task completed successfully.");
    assert_eq!(
        (&first.body["data"]["taskId"], &first.body["data"]["state"]),
        (&json!(good), &json!("success"))
    );
    let param: Value = serde_json::from_str(first.body["data"]["param"].as_str().unwrap()).unwrap();
    assert_eq!(param["callBackUrl"], "https://bot.example.org/kie/abc0123");
    assert_eq!(
        (&second.body["code"], &second.body["data"]["failMsg"]),
        (&json!(400), &json!("against the rules"))
    );
    kie.fake.hears_until("two callbacks", |sent| sent.len() == 2).await;
    assert!(kie.fake.callbacks().iter().all(|sent| sent.status == Some(200)));
}

#[tokio::test]
async fn every_family_calls_its_task_by_its_own_name() {
    let kie = Caller::at(Pace::Immediate).await;
    let ear = Ear::of(&kie).await;
    let url = "https://bot.example.org/kie/1";
    let source = kie.draws("a").await;
    let source = kie.result_url(&source).await;
    let wishes = [
        ("veo/generate", json!({ "prompt": "a" }), "/data/taskId", "/data/info/originUrls/0"),
        (
            "runway/generate",
            json!({ "prompt": "a", "duration": 5, "quality": "720p" }),
            "/data/task_id",
            "/data/video_url",
        ),
        (
            "aleph/generate",
            json!({ "prompt": "a", "videoUrl": source }),
            "/taskId",
            "/data/result_video_url",
        ),
        (
            "gpt4o-image/generate",
            json!({ "prompt": "a", "size": "1:1" }),
            "/data/taskId",
            "/data/info/result_urls/0",
        ),
        (
            "flux/kontext/generate",
            json!({ "prompt": "a" }),
            "/data/taskId",
            "/data/info/resultImageUrl",
        ),
        ("lyrics", json!({ "prompt": "a" }), "/data/taskId", "/data/data/0/text"),
    ];
    for (number, (path, mut body, id_at, result_at)) in wishes.into_iter().enumerate() {
        body["callBackUrl"] = json!(url);
        let id = taken(&kie.post(&format!("/api/v1/{path}"), body).await);
        let heard = ear.hears(number + 1).await.remove(number).body;
        assert_eq!(heard.pointer(id_at), Some(&json!(id)), "{path}: {heard}");
        assert!(heard.pointer(result_at).is_some_and(Value::is_string), "{path}: {heard}");
    }
}

#[tokio::test]
async fn music_calls_three_times_and_may_be_out_of_order() {
    for (disordered, wanted) in
        [(0, ["text", "first", "complete"]), (1000, ["text", "complete", "first"])]
    {
        let mut settings = settings(Pace::Immediate);
        settings.callbacks.disordered = disordered;
        let kie = Caller::with(settings).await;
        let ear = Ear::of(&kie).await;
        let song = json!({ "prompt": "a", "customMode": false, "instrumental": true,
            "model": "V5", "callBackUrl": "https://bot.example.org/kie/1" });
        taken(&kie.post("/api/v1/generate", song).await);

        let heard = ear.hears(3).await;
        let kinds: Vec<_> = heard.iter().map(|h| h.body["data"]["callbackType"].clone()).collect();
        assert_eq!(kinds, wanted.map(|kind| json!(kind)));
        let complete = heard.iter().find(|h| h.body["data"]["callbackType"] == "complete").unwrap();
        assert!(complete.body["data"]["data"][1]["audio_url"].is_string());
        assert!(complete.body["data"]["task_id"].is_string());
    }
}

#[tokio::test]
async fn what_is_not_taken_is_sent_again_three_times_and_no_more() {
    let kie = Caller::at(Pace::Real).await;
    let ear = Ear::of(&kie).await;
    *ear.answers.lock().unwrap() = vec![500; 9];
    let id = draws(&kie, "a fox").await;
    kie.fake.finishes(&id);

    ear.hears(1).await;
    for (number, pause) in [5, 30, 120].into_iter().enumerate() {
        kie.fake.hears_until("the try before", |sent| sent.len() > number).await;
        // The pause begins a moment after the answer, so time is moved until the next try is there.
        let next = testbed::wait::until("the next try", testbed::SOON, async || {
            kie.fake.advance(Duration::from_secs(pause));
            (ear.count() > number + 1).then_some(())
        });
        next.await.unwrap();
    }
    kie.fake.hears_until("four tries", |sent| sent.len() == 4).await;
    kie.fake.advance(Duration::from_secs(3600));
    kie.looks(&id).await;
    assert_eq!(ear.count(), 4);
}

#[tokio::test]
async fn callbacks_come_twice_late_or_never() {
    let kie = Caller::at(Pace::Immediate).await;
    let ear = Ear::of(&kie).await;

    kie.fake.faults().arm(Fault::CallbackTwice, 1);
    draws(&kie, "a").await;
    ear.hears(2).await;

    let late = kie.fake.faults().arm(Fault::CallbackLate, 1);
    let id = draws(&kie, "c").await;
    late.fired().await;
    assert_eq!(ear.count(), 2);
    assert_eq!(kie.looks(&id).await["data"]["state"], "success");
    ear.hears(3).await;

    let lost = kie.fake.faults().arm(Fault::CallbackLost, 1);
    draws(&kie, "d").await;
    lost.fired().await;
    let id = draws(&kie, "e").await;
    assert_eq!(ear.hears(4).await[3].body["data"]["taskId"], json!(id), "the lost one was skipped");
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn an_early_callback_is_there_before_the_creation_is_answered() {
    let kie = Arc::new(Caller::at(Pace::Real).await);
    let ear = Ear::of(&kie).await;
    ear.mute.send_replace(true);
    kie.fake.faults().arm(Fault::CallbackEarly, 1);

    let own = Arc::clone(&kie);
    let creation = tokio::spawn(async move { draws(&own, "a fox").await });
    let heard = ear.hears(1).await.remove(0);
    // An answer that was on its way would have arrived by now.
    for _ in 0..20 {
        kie.get("/api/v1/chat/credit").await;
    }
    assert!(!creation.is_finished());
    ear.mute.send_replace(false);

    assert_eq!(heard.body["data"]["taskId"], json!(creation.await.unwrap()));
    assert_eq!(heard.body["data"]["state"], "success");
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_share_comes_twice_by_itself_and_nothing_when_that_is_off() {
    let mut often = settings(Pace::Immediate);
    often.callbacks.twice = 1000;
    let kie = Caller::with(often).await;
    let ear = Ear::of(&kie).await;
    draws(&kie, "a").await;
    ear.hears(2).await;

    let mut off = settings(Pace::Immediate);
    off.callbacks.delivered = false;
    let kie = Caller::with(off).await;
    let ear = Ear::of(&kie).await;
    let id = draws(&kie, "a").await;
    assert_eq!(kie.looks(&id).await["data"]["state"], "success");
    kie.fake.rings(&id, Ring::Genuine);
    assert_eq!(ear.hears(1).await.len(), 1, "only what a test sends itself");
}

#[tokio::test]
async fn forgeries_look_like_callbacks_and_are_not() {
    let hmac_key = Some("a-webhook-key".to_owned());
    let kie = Caller::with(Settings { hmac_key, ..settings(Pace::Held) }).await;
    let ear = Ear::of(&kie).await;
    let id = draws(&kie, "a fox").await;
    let ring = async |ring: Ring, times: usize| {
        let before = ear.count();
        kie.fake.rings(&id, ring);
        ear.hears(before + times).await.split_off(before)
    };

    let genuine = ring(Ring::Genuine, 1).await.remove(0);
    assert_eq!(genuine.body["data"]["state"], "waiting");
    let seconds = |heard: &Heard| heard.time.as_deref().unwrap().parse::<i64>().unwrap();
    assert_eq!(genuine.signature.as_deref().unwrap().len(), 44);
    let twice = ring(Ring::Duplicate, 2).await;
    assert_eq!(twice[0].body, twice[1].body);
    let guessed = ring(Ring::WrongToken, 1).await.remove(0);
    assert_eq!(guessed.path.len(), genuine.path.len());
    assert_ne!(guessed.path, genuine.path);
    let altered = ring(Ring::AlteredBody, 1).await.remove(0);
    assert_eq!(altered.body["data"]["taskId"], json!(id));
    assert!(altered.body.to_string().contains("results.example.org"));
    let unknown = ring(Ring::UnknownTask, 1).await.remove(0);
    assert_eq!(unknown.body["data"]["taskId"], json!("0".repeat(32)));
    let stale = ring(Ring::StaleSuccess, 1).await.remove(0);
    assert_eq!(stale.body["data"]["state"], "success");
    assert_ne!(kie.looks(&id).await["data"]["state"], "success");
    let old = ring(Ring::OldTimestamp, 1).await.remove(0);
    assert!(seconds(&genuine) - seconds(&old) > 3000);
    let wrong = ring(Ring::WrongSignature, 1).await.remove(0);
    assert_ne!(wrong.signature, genuine.signature);
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn an_address_that_leads_nowhere_is_not_called() {
    let kie = Caller::at(Pace::Immediate).await;

    let id = draws(&kie, "a fox").await;

    kie.fake.hears_until("a try", |sent| !sent.is_empty()).await;
    assert_eq!((&kie.fake.callbacks()[0].task, kie.fake.callbacks()[0].status), (&id, None));
}
