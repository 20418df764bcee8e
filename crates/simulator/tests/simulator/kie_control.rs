//! The fake KIE steered by HTTP, and the program `trt-sim kie`.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use simulator::kie::Pace;
use testbed::process::Process;

use crate::kie::Caller;

async fn orders(kie: &Caller, order: Value) -> u16 {
    let request = Request::post(format!("{}/__sim", kie.fake.url()));
    kie.send(request.body(Body::from(order.to_string())).unwrap()).await.unwrap().status
}

async fn shown(kie: &Caller) -> Value {
    kie.fetch(&format!("{}/__sim", kie.fake.url())).await.unwrap().json()
}

#[tokio::test]
async fn a_fake_is_steered_by_http() {
    let kie = Caller::at(Pace::Real).await;
    let good = [
        json!({ "credits": 50_000_000 }),
        json!({ "price": 1_500_000, "model": "z-image" }),
        json!({ "arm": "lost_response" }),
        json!({ "arm": { "code": 455 }, "times": 1 }),
        json!({ "rates": [["malformed_look", 0], [{ "look_code": 500 }, 0]] }),
        json!({ "deliver_to": [] }),
    ];
    for order in good {
        assert_eq!(orders(&kie, order.clone()).await, 200, "{order}");
    }
    assert_eq!(kie.try_draw("a").await.unwrap().code(), 455);
    assert!(kie.try_draw("b").await.is_none());
    let ids = [kie.draws("c").await, kie.draws("d").await];

    assert_eq!(orders(&kie, json!({ "finish": ids[0] })).await, 200);
    assert_eq!(orders(&kie, json!({ "fail": ids[1], "code": "500", "message": "no" })).await, 200);
    assert_eq!(orders(&kie, json!({ "advance": 900 })).await, 200);

    let shown = shown(&kie).await;
    let states: Vec<_> = (0..3).map(|place| shown["tasks"][place]["state"].clone()).collect();
    assert_eq!(states, ["success", "success", "fail"]);
    assert_eq!(
        (&shown["credits"], &shown["creates"][0]["code"]),
        (&json!(47_000_000), &json!(455))
    );
    assert!(shown["now"].as_f64().unwrap() >= 900.0);
    assert_eq!(shown["violations"], json!([]));
}

#[tokio::test]
async fn orders_that_make_no_sense_are_refused() {
    let kie = Caller::at(Pace::Real).await;
    let id = kie.draws("a fox").await;

    for order in [
        json!({ "dance": true }),
        json!({ "finish": "nothing" }),
        json!({ "arm": "earthquake" }),
        json!({ "ring": "genuine", "task": id }),
        json!({ "ring": "genuine", "task": "nothing" }),
    ] {
        assert_eq!(orders(&kie, order.clone()).await, 400, "{order}");
    }
}

#[tokio::test]
async fn the_program_prints_its_addresses_and_serves() {
    let program = Process::build("trt-sim", env!("CARGO_BIN_EXE_trt-sim"))
        .args(["kie", "--key", "k", "--faster", "0", "--no-limits"])
        .start()
        .unwrap();
    let line = program.line("api http://127.0.0.1:", testbed::SOON).await.unwrap();
    let uploads = program.line("uploads http://127.0.0.1:", testbed::SOON).await.unwrap();
    assert!(uploads.starts_with("uploads http://"));
    let caller = Caller::at(Pace::Immediate).await;
    let api = line.strip_prefix("api ").unwrap();

    let request = Request::get(format!("{api}/api/v1/chat/credit"))
        .header("User-Agent", "a test")
        .header("Authorization", "Bearer k");
    let answer = caller.send(request.body(Body::empty()).unwrap()).await.unwrap();

    assert_eq!(answer.json()["data"], 1_000_000);
}
