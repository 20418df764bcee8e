//! Files of the fake KIE: what tasks give, what callers upload, and how both break and expire.

use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use simulator::kie::{Fault, Pace, PriceList, Settings};

use crate::kie::{Caller, Reply, settings, taken};

async fn upload(kie: &Caller, path: &str, kind: &str, body: impl Into<Body>) -> Reply {
    let request = kie.request(Method::POST, &format!("{}{path}", kie.fake.upload_url()));
    let request = request.header("Content-Type", kind).body(body.into()).unwrap();
    kie.send(request).await.unwrap()
}

async fn streams(kie: &Caller, folder: &str, name: &str, content: &str) -> Reply {
    let field = |name: &str, value: &str| {
        format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let file = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         Content-Type: image/png\r\n\r\n{content}\r\n--x--\r\n"
    );
    let body = field("uploadPath", folder) + &field("fileName", name) + &file;
    upload(kie, "/api/file-stream-upload", "multipart/form-data; boundary=x", body).await
}

async fn encodes(kie: &Caller, data: &str) -> Value {
    let body = json!({ "base64Data": data, "uploadPath": "in", "fileName": "a.txt" });
    upload(kie, "/api/file-base64-upload", "application/json", body.to_string()).await.json()
}

#[tokio::test]
async fn an_upload_can_be_fetched_used_and_expires() {
    let kie = Caller::at(Pace::Immediate).await;

    let answer = streams(&kie, "photos/1", "a.png", "PNG").await.json();
    assert_eq!((&answer["success"], &answer["code"]), (&json!(true), &json!(200)));
    assert_eq!(
        (&answer["data"]["fileSize"], &answer["data"]["mimeType"]),
        (&json!(3), &json!("image/png"))
    );
    let url = answer["data"]["downloadUrl"].as_str().unwrap().to_owned();
    let fetched = kie.fetch(&url).await.unwrap();
    assert_eq!((&fetched.bytes[..], fetched.kind.as_str()), (&b"PNG"[..], "image/png"));
    let seen = kie.fake.uploads().remove(0);
    assert_eq!((seen.path.as_str(), seen.name.as_str(), seen.length), ("photos/1", "a.png", 3));
    assert_eq!((seen.url.as_str(), &seen.first[..]), (url.as_str(), &b"PNG"[..]));
    assert_eq!(seen.sha256.len(), 64);

    let input = json!({ "prompt": "a", "image_urls": [url] });
    let body = json!({ "model": "google/nano-banana-edit", "input": input });
    taken(&kie.post("/api/v1/jobs/createTask", body).await);
    streams(&kie, "photos/1", "a.png", "NEW").await;
    assert_eq!(kie.fetch(&url).await.unwrap().bytes, "NEW");
    kie.fake.advance(Duration::from_secs(24 * 3600));
    assert_eq!(kie.fetch(&url).await.unwrap().status, 404);
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn base64_is_read_strictly() {
    let kie = Caller::at(Pace::Immediate).await;

    for good in ["Zm94", "data:text/plain;base64,Zm94"] {
        let answer = encodes(&kie, good).await;
        let url = answer["data"]["downloadUrl"].as_str().unwrap();
        assert_eq!(kie.fetch(url).await.unwrap().bytes, "fox", "{good}");
    }
    for bad in ["Zm9\n4", "Zm-_", "Zm9", "data:text/plain,fox"] {
        let answer = encodes(&kie, bad).await;
        assert_eq!((&answer["success"], &answer["code"]), (&json!(false), &json!(400)), "{bad:?}");
    }
}

#[tokio::test]
async fn uploads_by_address_copy_own_files_and_refuse_private_ones() {
    let kie = Caller::at(Pace::Immediate).await;
    let first = streams(&kie, "in", "a.png", "PNG").await.json();
    let copy = async |url: &str| {
        let body = json!({ "fileUrl": url, "uploadPath": "in", "fileName": "b.png" });
        upload(&kie, "/api/file-url-upload", "application/json", body.to_string()).await.json()
    };

    let copied = copy(first["data"]["downloadUrl"].as_str().unwrap()).await;
    assert!(copied["data"]["downloadUrl"].as_str().unwrap().ends_with("/in/b.png"));
    let near = copy("http://192.168.0.1/a.png").await;
    assert_eq!(
        (&near["code"], &near["msg"]),
        (&json!(400), &json!("private addresses are not fetched"))
    );
    assert_eq!(copy("https://far.example.org/a.png").await["code"], 400);
}

#[tokio::test]
async fn an_upload_with_a_mistake_or_a_fault_is_refused() {
    let kie = Caller::at(Pace::Immediate).await;

    for folder in ["/in", "in/", "", "with space"] {
        assert_eq!(streams(&kie, folder, "a.png", "PNG").await.code(), 400, "{folder}");
    }
    assert_eq!(streams(&kie, "in", "a.png", "").await.code(), 400);
    kie.fake.faults().arm(Fault::UploadCode(500), 1);
    let answer = streams(&kie, "in", "a.png", "PNG").await.json();
    assert_eq!((&answer["success"], &answer["code"]), (&json!(false), &json!(500)));
    assert_eq!(kie.fake.uploads(), []);
}

#[tokio::test]
async fn a_result_may_be_gone_broken_slow_or_called_something_else() {
    let kie = Caller::at(Pace::Immediate).await;
    let url = kie.result_url(&kie.draws("a fox").await).await;

    kie.fake.faults().arm(Fault::FileGone, 1);
    let gone = kie.fetch(&url).await.unwrap();
    assert_eq!((gone.status, gone.kind.as_str()), (404, "application/xml"));
    kie.fake.faults().arm(Fault::FileTruncated, 1);
    assert!(kie.fetch(&url).await.is_none());
    kie.fake.faults().arm(Fault::FileWrongType, 1);
    assert_eq!(kie.fetch(&url).await.unwrap().kind, "text/html");
    let whole = kie.fetch(&url).await.unwrap();
    kie.fake.faults().arm(Fault::FileSlow, 1);
    let begun = std::time::Instant::now();
    assert_eq!(kie.fetch(&url).await.unwrap().bytes, whole.bytes);
    assert!(begun.elapsed() > Duration::from_secs(1));
    kie.fake.advance(Duration::from_secs(24 * 3600));
    assert_eq!(kie.fetch(&url).await.unwrap().status, 404);
    assert_eq!(kie.fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_prompt_can_ask_for_a_large_file() {
    let kie = Caller::at(Pace::Immediate).await;
    let film = json!({ "prompt": "a fox [[sim:size=60MB]]" });
    let id = taken(&kie.post("/api/v1/veo/generate", film).await);
    let record = kie.get(&format!("/api/v1/veo/record-info?taskId={id}")).await.json();

    let url = record["data"]["response"]["resultUrls"][0].as_str().unwrap();
    let file = kie.fetch(url).await.unwrap();

    assert_eq!((file.bytes.len(), file.kind.as_str()), (60_000_000, "video/mp4"));
    assert!(file.bytes[4..].starts_with(b"ftyp"));
    assert!(file.bytes[..8000].windows(5).any(|window| window == b"a fox"));
}

#[tokio::test]
async fn a_link_to_a_result_is_valid_for_twenty_minutes() {
    let kie = Caller::at(Pace::Immediate).await;
    let url = kie.result_url(&kie.draws("a fox").await).await;
    let link = async |url: &str| {
        kie.post("/api/v1/common/download-url", json!({ "url": url })).await.json()
    };

    let direct = link(&url).await["data"].as_str().unwrap().to_owned();
    assert_eq!(kie.fetch(&direct).await.unwrap().bytes, kie.fetch(&url).await.unwrap().bytes);
    kie.fake.advance(Duration::from_secs(20 * 60));
    assert_eq!(kie.fetch(&direct).await.unwrap().status, 404);
    assert_eq!(kie.fetch(&url).await.unwrap().status, 200);
    assert_eq!(link("https://other.example.org/a.png").await["code"], 422);

    kie.fake.advance(Duration::from_secs(3 * 24 * 3600));
    assert_eq!(kie.fetch(&url).await.unwrap().status, 404, "its address has expired");
    let direct = link(&url).await["data"].as_str().unwrap().to_owned();
    assert_eq!(kie.fetch(&direct).await.unwrap().status, 200, "it is still kept");
    kie.fake.advance(Duration::from_secs(14 * 24 * 3600));
    assert_eq!(link(&url).await["code"], 422);
}

#[tokio::test]
async fn results_for_people_are_pictures_of_the_asked_shape_and_photos_stay_theirs() {
    let kie = Caller::with(Settings { is_fine: true, ..settings(Pace::Immediate) }).await;
    let sides = |bytes: &[u8]| {
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert!(bytes.starts_with(b"\x89PNG"), "it is called a PNG and is one");
        (side(16), side(20))
    };
    let result = async |model: &str, input: Value| {
        let body = json!({ "model": model, "input": input });
        let url = kie.result_url(&taken(&kie.post("/api/v1/jobs/createTask", body).await)).await;
        kie.fetch(&url).await.unwrap().bytes
    };

    let tall = json!({ "prompt": "a cat on the moon", "aspect_ratio": "3:4" });
    let picture = result("z-image", tall).await;
    assert_eq!(sides(&picture), (576, 768));
    assert!(picture.len() > 20_000, "there is something to see: {} bytes", picture.len());

    let encoded = format!("data:image/png;base64,{}", STANDARD.encode(&picture));
    let photo = encodes(&kie, &encoded).await["data"]["downloadUrl"].clone();
    let edited = json!({ "prompt": "at night", "image_urls": [photo] });
    let edited = result("google/nano-banana-edit", edited).await;
    assert_eq!(sides(&edited), (576, 768), "the photo's own shape");
    assert_ne!(edited, picture);
}

#[tokio::test]
async fn a_task_costs_what_the_list_says_and_without_a_line_what_the_fake_says() {
    let kie = Caller::at(Pace::Immediate).await;
    let row =
        json!({ "when": "aspect_ratio = 1:1", "credits": "0.8", "per": "image", "measure": null });
    let list = json!([{
        "key": "z", "kind": "text-to-image", "id": "z-image", "on": true, "rows": [row], "surcharges": [],
    }]);
    kie.fake.set_prices(PriceList::read(&list.to_string()).unwrap());
    kie.fake.set_price("z-image", 4_000_000);

    for (shape, price) in [("1:1", 800_000), ("3:4", 4_000_000)] {
        let input = json!({ "prompt": "a", "aspect_ratio": shape });
        let body = json!({ "model": "z-image", "input": input });
        taken(&kie.post("/api/v1/jobs/createTask", body).await);
        assert_eq!(kie.fake.tasks().last().unwrap().charged, price, "{shape}");
    }
}
