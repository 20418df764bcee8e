//! A caller of the fake KIE for these tests, and the way of a task from its creation to its file.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Method, Request};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use simulator::kie::{FakeKie, Limits, Pace, Settings, State};

/// A fake and somebody who calls it.
pub(crate) struct Caller {
    pub(crate) fake: FakeKie,
    client: Client<HttpConnector, Body>,
}

/// What a request was answered with.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) kind: String,
    pub(crate) retry_after: Option<String>,
    pub(crate) bytes: Bytes,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    pub(crate) fn code(&self) -> i64 {
        self.json()["code"].as_i64().unwrap()
    }
}

/// Settings with which nothing is limited and callbacks come once.
pub(crate) fn settings(pace: Pace) -> Settings {
    let mut settings = Settings { pace, limits: Limits::lifted(), ..Settings::default() };
    settings.callbacks.twice = 0;
    settings
}

impl Caller {
    pub(crate) async fn with(settings: Settings) -> Self {
        let fake = FakeKie::start(settings).await.unwrap();
        Self { fake, client: Client::builder(TokioExecutor::new()).build_http() }
    }

    pub(crate) async fn at(pace: Pace) -> Self {
        Self::with(settings(pace)).await
    }

    /// Sends a request; `None` when the connection was cut.
    pub(crate) async fn send(&self, request: Request<Body>) -> Option<Reply> {
        let reply = self.client.request(request).await.ok()?;
        let header = |name: &str| reply.headers().get(name).map(|v| v.to_str().unwrap().to_owned());
        let (status, kind) = (reply.status().as_u16(), header("content-type").unwrap_or_default());
        let retry_after = header("retry-after");
        let bytes = axum::body::to_bytes(Body::new(reply.into_body()), usize::MAX).await.ok()?;
        Some(Reply { status, kind, retry_after, bytes })
    }

    pub(crate) fn request(&self, method: Method, url: &str) -> axum::http::request::Builder {
        Request::builder()
            .method(method)
            .uri(url)
            .header("User-Agent", "a test")
            .header("Authorization", format!("Bearer {}", self.fake.key()))
    }

    pub(crate) async fn try_post(&self, path: &str, body: &Value) -> Option<Reply> {
        let request = self.request(Method::POST, &format!("{}{path}", self.fake.url()));
        let request = request.header("Content-Type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.try_post(path, &body).await.unwrap()
    }

    pub(crate) async fn try_get(&self, path: &str) -> Option<Reply> {
        let request = self.request(Method::GET, &format!("{}{path}", self.fake.url()));
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.try_get(path).await.unwrap()
    }

    pub(crate) async fn fetch(&self, url: &str) -> Option<Reply> {
        self.send(Request::get(url).body(Body::empty()).unwrap()).await
    }

    /// Asks the market for a picture of this.
    pub(crate) async fn try_draw(&self, prompt: &str) -> Option<Reply> {
        let input = json!({ "prompt": prompt, "aspect_ratio": "1:1" });
        let body = json!({ "model": "z-image", "input": input });
        self.try_post("/api/v1/jobs/createTask", &body).await
    }

    /// A picture of this is taken on; the id of its task.
    pub(crate) async fn draws(&self, prompt: &str) -> String {
        taken(&self.try_draw(prompt).await.unwrap())
    }

    /// The whole answer about a task of the market.
    pub(crate) async fn looks(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/jobs/recordInfo?taskId={id}")).await.json()
    }

    /// What a task of the market gives.
    pub(crate) async fn result(&self, id: &str) -> Value {
        let record = self.looks(id).await["data"].clone();
        assert_eq!(record["state"], "success", "{record}");
        match &record["resultJson"] {
            Value::String(text) => serde_json::from_str(text).unwrap(),
            other => other.clone(),
        }
    }

    pub(crate) async fn result_url(&self, id: &str) -> String {
        self.result(id).await["resultUrls"][0].as_str().unwrap().to_owned()
    }
}

/// The id in the answer to a creation.
pub(crate) fn taken(reply: &Reply) -> String {
    let answer = reply.json();
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"]["taskId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_picture_is_asked_for_looked_at_and_fetched() {
    let kie = Caller::at(Pace::Immediate).await;
    let before = kie.fake.credits();

    let answer = kie.try_draw("a fox in the snow").await.unwrap();
    let id = taken(&answer);
    assert_eq!((answer.status, id.len()), (200, 32));
    assert_eq!(answer.json()["data"]["recordId"], json!(id));

    let record = kie.looks(&id).await["data"].clone();
    assert_eq!(record["failCode"], Value::Null);
    assert_eq!(record["creditsConsumed"], 0.8);
    let param: Value = serde_json::from_str(record["param"].as_str().unwrap()).unwrap();
    let input: Value = serde_json::from_str(param["input"].as_str().unwrap()).unwrap();
    assert_eq!(input["prompt"], "a fox in the snow");
    let file = kie.fetch(&kie.result_url(&id).await).await.unwrap();
    assert_eq!((file.status, file.kind.as_str()), (200, "image/png"));
    assert!(file.bytes.starts_with(b"\x89PNG") || file.bytes.starts_with(b"\xff\xd8\xff"));

    assert_eq!(before - kie.fake.credits(), 800_000);
    let task = kie.fake.tasks().remove(0);
    assert_eq!((task.id, task.state, task.charged), (id, State::Success, 800_000));
    assert_eq!(kie.fake.creates().len(), 1);
    assert!(kie.fake.requests_text().contains("a fox in the snow"));
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_task_takes_its_time_and_its_record_is_hidden_at_first() {
    let kie = Caller::at(Pace::Real).await;
    let mut states = std::collections::BTreeSet::new();
    let mut hidden = 0;
    let mut ids = Vec::new();
    for number in 0..10 {
        ids.push(kie.draws(&format!("fox {number}")).await);
    }
    for step in 0..60 {
        for id in &ids {
            let answer = kie.looks(id).await;
            if answer["code"] == 422 {
                assert!(step < 6, "hidden for too long");
                assert_eq!(answer["msg"], "recordInfo is null");
                assert_eq!(answer["data"], Value::Null);
                hidden += 1;
                continue;
            }
            let record = &answer["data"];
            let state = record["state"].as_str().unwrap().to_owned();
            if state != "success" {
                assert_eq!(record["resultJson"], "");
                assert_eq!(record.get("creditsConsumed"), None);
            } else {
                let took = record["completeTime"].as_u64().unwrap()
                    - record["createTime"].as_u64().unwrap();
                assert_eq!(record["costTime"].as_u64().unwrap(), took / 1000);
            }
            states.insert(state);
        }
        kie.fake.advance(Duration::from_secs(if step < 6 { 1 } else { 6 }));
    }

    assert!(hidden > 0);
    let all = ["generating", "queuing", "success", "waiting"];
    assert_eq!(states.iter().map(String::as_str).collect::<Vec<_>>(), all);
    kie.fake.waits_until("all pictures", |t| t.iter().all(|t| t.state == State::Success)).await;
}

#[tokio::test]
async fn a_held_task_ends_when_the_test_says_so_and_only_once() {
    let kie = Caller::at(Pace::Held).await;
    let before = kie.fake.credits();
    let (good, bad) = (kie.draws("a fox").await, kie.draws("a wolf").await);
    kie.fake.advance(Duration::from_secs(3600));
    assert!(!kie.fake.tasks()[0].state.is_final());

    kie.fake.finishes(&good);
    kie.fake.fails(&bad, "500", "Internal Error");
    kie.fake.fails(&good, "501", "too late");

    assert_eq!(kie.looks(&good).await["data"]["state"], "success");
    let failed = kie.looks(&bad).await["data"].clone();
    assert_eq!((&failed["state"], &failed["failCode"]), (&json!("fail"), &json!("500")));
    assert_eq!(
        (&failed["failMsg"], &failed["creditsConsumed"]),
        (&json!("Internal Error"), &json!(0))
    );
    assert_eq!(failed["resultJson"], "");
    assert_eq!(before - kie.fake.credits(), 800_000, "the failed one came back");
    assert_eq!(kie.fake.tasks()[1].charged, 0);
}

#[tokio::test]
async fn the_same_seed_gives_the_same_tasks() {
    let run = async |seed: u64| {
        let kie = Caller::with(Settings { seed, ..settings(Pace::Real) }).await;
        let mut ids = Vec::new();
        for number in 0..5 {
            ids.push(kie.draws(&format!("fox {number}")).await);
        }
        ids
    };

    let seed: u64 = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(2026);
    println!("SEED={seed}");
    assert_eq!(run(seed).await, run(seed).await);
    assert_ne!(run(seed).await, run(seed.wrapping_add(1)).await);
}
