//! Records of the fake KIE: each family has a create, a record and a shape of its own.

use std::time::Duration;

use serde_json::{Value, json};
use simulator::kie::{Fault, Pace};

use crate::kie::{Caller, taken};

const CALLBACK: &str = "https://bot.example.org/kie/0123";

async fn made(kie: &Caller, create: &str, body: Value) -> String {
    taken(&kie.post(create, body).await)
}

async fn record(kie: &Caller, path: &str, id: &str) -> Value {
    let answer = kie.get(&format!("{path}?taskId={id}")).await.json();
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"].clone()
}

fn song() -> Value {
    json!({ "prompt": "a fox", "customMode": false, "instrumental": false, "model": "V5",
        "callBackUrl": CALLBACK })
}

#[tokio::test]
async fn veo_says_how_far_it_is_by_a_flag() {
    let kie = Caller::at(Pace::Held).await;
    let (create, read) = ("/api/v1/veo/generate", "/api/v1/veo/record-info");
    let film = json!({ "prompt": "a fox", "duration": 8, "aspect_ratio": "16:9" });
    let (good, bad) = (made(&kie, create, film.clone()).await, made(&kie, create, film).await);
    assert_eq!(record(&kie, read, &good).await["successFlag"], 0);

    kie.fake.finishes(&good);
    kie.fake.fails(&bad, "501", "no");

    let done = record(&kie, read, &good).await;
    assert_eq!(done["successFlag"], 1);
    let url = done["response"]["resultUrls"][0].as_str().unwrap();
    assert!(kie.fetch(url).await.unwrap().bytes[4..].starts_with(b"ftyp"));
    let failed = record(&kie, read, &bad).await;
    assert!(matches!(failed["successFlag"].as_i64(), Some(2 | 3)));
    assert_eq!((&failed["errorCode"], &failed["errorMessage"]), (&json!(501), &json!("no")));
    assert_eq!(failed["response"], Value::Null);
}

#[tokio::test]
async fn runway_says_it_by_a_word_of_its_own() {
    let kie = Caller::at(Pace::Held).await;
    let film = json!({ "prompt": "a fox", "duration": 5, "quality": "720p" });
    let id = made(&kie, "/api/v1/runway/generate", film).await;
    assert_eq!(record(&kie, "/api/v1/runway/record-detail", &id).await["state"], "wait");

    kie.fake.finishes(&id);

    let done = record(&kie, "/api/v1/runway/record-detail", &id).await;
    assert_eq!((&done["state"], &done["expireFlag"]), (&json!("success"), &json!(0)));
    assert!(done["videoInfo"]["videoUrl"].as_str().unwrap().ends_with(".mp4"));
    let still = done["videoInfo"]["imageUrl"].as_str().unwrap();
    assert!(kie.fetch(still).await.unwrap().bytes.starts_with(b"\xff\xd8"));
}

#[tokio::test]
async fn a_failed_aleph_differs_from_a_running_one_by_its_error_only() {
    let kie = Caller::at(Pace::Held).await;
    let source = made(&kie, "/api/v1/veo/generate", json!({ "prompt": "a" })).await;
    kie.fake.finishes(&source);
    let source = record(&kie, "/api/v1/veo/record-info", &source).await;
    let body = json!({ "prompt": "a fox", "videoUrl": source["response"]["resultUrls"][0] });
    let (create, read) = ("/api/v1/aleph/generate", "/api/v1/aleph/record-info");
    let (good, bad) = (made(&kie, create, body.clone()).await, made(&kie, create, body).await);
    kie.fake.finishes(&good);
    let running = record(&kie, read, &bad).await;
    kie.fake.fails(&bad, "500", "no");
    let failed = record(&kie, read, &bad).await;

    assert_eq!((&running["successFlag"], &running["errorCode"]), (&json!(0), &Value::Null));
    assert_eq!((&failed["successFlag"], &failed["errorCode"]), (&json!(0), &json!(500)));
    let done = record(&kie, read, &good).await;
    assert!(done["response"]["resultVideoUrl"].as_str().unwrap().ends_with(".mp4"));
}

#[tokio::test]
async fn pictures_of_4o_and_kontext_have_their_own_responses() {
    let kie = Caller::at(Pace::Held).await;
    let read = "/api/v1/gpt4o-image/record-info";
    let id =
        made(&kie, "/api/v1/gpt4o-image/generate", json!({ "prompt": "a", "size": "1:1" })).await;
    let running = record(&kie, read, &id).await;
    assert_eq!((&running["status"], &running["successFlag"]), (&json!("GENERATING"), &json!(0)));
    assert!(running["progress"].as_str().unwrap().starts_with("0."));
    kie.fake.finishes(&id);
    let done = record(&kie, read, &id).await;
    assert_eq!((&done["status"], &done["progress"]), (&json!("SUCCESS"), &json!("1.00")));
    assert!(done["response"]["resultUrls"][0].is_string());

    let id = made(&kie, "/api/v1/flux/kontext/generate", json!({ "prompt": "a" })).await;
    kie.fake.finishes(&id);
    let done = record(&kie, "/api/v1/flux/kontext/record-info", &id).await;
    let url = done["response"]["resultImageUrl"].as_str().unwrap();
    assert!(url.ends_with(".jpeg"));
    assert!(kie.fetch(url).await.unwrap().bytes.starts_with(b"\xff\xd8\xff"));
}

#[tokio::test]
async fn music_comes_in_three_stages_and_two_tracks() {
    let kie = Caller::at(Pace::Real).await;
    let id = made(&kie, "/api/v1/generate", song()).await;
    let mut seen: Vec<(String, usize)> = Vec::new();
    for _ in 0..400 {
        let answer = kie.get(&format!("/api/v1/generate/record-info?taskId={id}")).await.json();
        assert_eq!(answer["code"], 200);
        if let Some(status) = answer["data"]["status"].as_str() {
            let tracks = answer["data"]["response"]["sunoData"].as_array().map_or(0, Vec::len);
            if seen.last().is_none_or(|(last, _)| last != status) {
                seen.push((status.to_owned(), tracks));
            }
        }
        kie.fake.advance(Duration::from_secs(1));
    }

    let stages = [("PENDING", 0), ("TEXT_SUCCESS", 0), ("FIRST_SUCCESS", 1), ("SUCCESS", 2)];
    assert_eq!(seen, stages.map(|(word, tracks)| (word.to_owned(), tracks)));
    let done = record(&kie, "/api/v1/generate/record-info", &id).await;
    let url = done["response"]["sunoData"][1]["audioUrl"].as_str().unwrap();
    assert!(kie.fetch(url).await.unwrap().bytes.starts_with(b"ID3"));
    assert!(kie.looks(&id).await["data"].is_null(), "the market does not know it");
}

#[tokio::test]
async fn every_way_of_asking_for_music_has_a_record() {
    let kie = Caller::at(Pace::Immediate).await;
    let upload = kie.draws("a source").await;
    let upload = kie.result_url(&upload).await;
    let mut cover = song();
    cover["uploadUrl"] = json!(upload);
    let sounds = json!({ "prompt": "rain", "model": "V5", "callBackUrl": CALLBACK });
    let extend = json!({ "defaultParamFlag": false, "audioId": "a", "model": "V5",
        "callBackUrl": CALLBACK });
    for (path, body) in [("upload-cover", cover), ("sounds", sounds), ("extend", extend)] {
        let id = made(&kie, &format!("/api/v1/generate/{path}"), body).await;
        let done = record(&kie, "/api/v1/generate/record-info", &id).await;
        assert_eq!(done["status"], "SUCCESS", "{path}");
    }

    let words = json!({ "prompt": "a fox", "callBackUrl": CALLBACK });
    let id = made(&kie, "/api/v1/lyrics", words).await;
    let elsewhere = kie.get(&format!("/api/v1/generate/record-info?taskId={id}")).await.json();
    assert_eq!(elsewhere["data"], Value::Null);
    let done = record(&kie, "/api/v1/lyrics/record-info", &id).await;
    assert!(done["response"]["data"][0]["text"].as_str().unwrap().contains("a fox"));
}

#[tokio::test]
async fn the_market_gives_as_many_results_as_its_models_do() {
    let kie = Caller::at(Pace::Immediate).await;
    let market = async |model: &str, input: Value| {
        let body = json!({ "model": model, "input": input });
        let id = made(&kie, "/api/v1/jobs/createTask", body).await;
        kie.result(&id).await
    };

    let six = market("grok-imagine/text-to-image", json!({ "prompt": "a" })).await;
    assert_eq!(six["resultUrls"].as_array().unwrap().len(), 6);
    let four = json!({ "prompt": "a", "enable_pro": true });
    let four = market("grok-imagine/text-to-image", four).await;
    assert_eq!(four["resultUrls"].as_array().unwrap().len(), 4);
    let three = json!({ "prompt": "a", "max_images": 3 });
    let three = market("bytedance/seedream-v4-text-to-image", three).await;
    assert_eq!(three["resultUrls"].as_array().unwrap().len(), 3);
    let song = json!({ "prompt": "a", "model": "V6", "custom_mode": false, "instrumental": true });
    let song = market("ai-music-api/generate", song).await;
    assert!(song["data"][1]["audio_url"].is_string());
    let frames = json!({ "prompt": "a fox", "return_last_frame": true });
    let frames = market("bytedance/seedance-2", frames).await;
    assert!(frames["lastFrameUrl"][0].as_str().unwrap().ends_with(".jpeg"));
}

#[tokio::test]
async fn a_result_is_now_and_then_an_object_and_a_picture_not_what_its_name_says() {
    let kie = Caller::at(Pace::Immediate).await;
    let (mut objects, mut odd) = (0, 0);
    for number in 0..100 {
        let id = kie.draws(&format!("fox {number}")).await;
        objects += u32::from(kie.looks(&id).await["data"]["resultJson"].is_object());
        let url = kie.result_url(&id).await;
        assert!(url.ends_with(".png"));
        odd += u32::from(kie.fetch(&url).await.unwrap().bytes.starts_with(b"\xff\xd8"));
    }

    assert!((1..20).contains(&objects), "{objects}");
    assert!((1..30).contains(&odd), "{odd}");
}

#[tokio::test]
async fn credits_are_a_bare_number_with_a_fraction() {
    let kie = Caller::at(Pace::Immediate).await;
    kie.fake.set_credits(75_860_000);
    kie.fake.set_price("z-image", 3_240_000);

    let id = kie.draws("a fox").await;

    assert_eq!(kie.looks(&id).await["data"]["creditsConsumed"].to_string(), "3.24");
    let answer = kie.get("/api/v1/chat/credit").await.json();
    assert_eq!(
        answer.to_string(),
        json!({ "code": 200, "msg": "success", "data": 72.62 }).to_string()
    );
    kie.fake.set_credits(3_000_000);
    assert_eq!(kie.try_draw("a fox").await.unwrap().code(), 402);
    assert_eq!(kie.fake.tasks().len(), 1);
}

#[tokio::test]
async fn a_failed_task_gives_its_credits_back_and_an_empty_one_does_not() {
    let kie = Caller::at(Pace::Immediate).await;
    let all = kie.fake.credits();

    kie.draws("a [[sim:fail=501]]").await;
    assert_eq!(kie.fake.credits(), all);
    kie.fake.faults().arm(Fault::EmptyResult, 1);
    let id = kie.draws("a fox").await;
    assert_eq!(kie.result(&id).await, json!({ "resultUrls": [] }));
    assert_eq!(kie.fake.credits(), all - 800_000);
}
