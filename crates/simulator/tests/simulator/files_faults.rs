//! Faults on uploads and on fetches.

use axum::body::Body;
use serde_json::json;
use simulator::telegram::{Event, FakeTelegram, Fault, journal};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::bot::{Api, form, form_kind, pair, png, quick};

async fn upload(api: &Api) -> Result<u16, String> {
    let picture = png(10, 10);
    let file = ("photo", "p.png", "image/png", picture.as_slice());
    let fields = json!({ "chat_id": 1, "caption": "nonce" });
    api.upload("sendPhoto", fields, &[file]).await.map(|reply| reply.status)
}

fn applied(fake: &FakeTelegram) -> usize {
    journal::applied_with(&fake.journal(), "nonce")
}

#[tokio::test]
async fn every_fault_of_calls_works_for_uploads() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let faults = fake.faults();

    for (fault, answered) in [
        (Fault::RetryAfter(7), Ok(429)),
        (Fault::Status(500), Ok(500)),
        (Fault::Status(413), Ok(413)),
        (Fault::CutBefore, Err(())),
        (Fault::CutWithin, Err(())),
    ] {
        let armed = faults.in_chat(1, 1, fault);
        assert_eq!(upload(&api).await.map_err(|_| ()), answered, "{fault:?}");
        assert_eq!((armed.times(), applied(&fake)), (1, 0), "{fault:?}");
    }
    assert!(ann.chat().is_empty());

    faults.on_method("sendPhoto", 1, Fault::CutAfter);
    assert!(upload(&api).await.is_err());
    assert_eq!((applied(&fake), ann.chat().len()), (1, 1), "the answer is lost, the photo is not");
    let hold = faults.on_method("sendPhoto", 1, Fault::Hold);
    let (held, ()) = tokio::join!(upload(&api), async {
        hold.fired().await;
        hold.release();
    });
    assert_eq!((held, applied(&fake)), (Ok(200), 2));
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn an_upload_is_cut_while_it_is_still_coming_in() {
    let fake = quick().await;
    let (ann, _api) = (fake.person(1, "Ann", "ru"), ());
    let cut = fake.faults().in_chat(1, 1, Fault::CutWithin);
    let file = ("photo", "p.png", "image/png", b"begin".as_slice());
    let body = form(&json!({ "chat_id": 1 }), &[file]);
    let at = body.windows(5).position(|five| five == b"begin").unwrap() + 5;
    let address = fake.url().replace("http://", "");
    let mut socket = TcpStream::connect(&address).await.unwrap();
    let head = format!(
        "POST /bot{}/sendPhoto HTTP/1.1\r\nhost: x\r\ncontent-type: {}\r\ncontent-length: {}\r\n\r\n",
        fake.token(),
        form_kind(),
        body.len() + 1_000_000
    );

    socket.write_all(head.as_bytes()).await.unwrap();
    socket.write_all(&body[..at]).await.unwrap();

    let mut answer = Vec::new();
    let closed = tokio::time::timeout(testbed::SOON, socket.read_to_end(&mut answer)).await;
    let _ = closed.unwrap();
    assert_eq!((answer.len(), cut.times()), (0, 1), "closed without a word, before its end");
    assert!(ann.chat().is_empty());
    let told = |event: &Event| {
        matches!(event, Event::Called { applied: false, status: None, chat: Some(1), .. })
    };
    assert!(fake.journal().iter().any(|entry| told(&entry.event)));
}

#[tokio::test]
async fn an_upload_whose_sender_hangs_up_is_not_applied() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let file = ("photo", "p.png", "image/png", b"begin".as_slice());
    let whole = form(&json!({ "chat_id": 1 }), &[file]);
    let url = format!("{}/bot{}/sendPhoto", fake.url(), fake.token());
    for length in [10, whole.len() / 2, whole.len() - 5] {
        let body = Body::from(whole[..length].to_vec());
        let reply = api.post(&url, &form_kind(), body).await.unwrap();
        assert_eq!(reply.status, 400, "a form that ends in the middle is none");
    }
    assert_eq!(fake.violations().len(), 3);
    assert!(ann.chat().is_empty());
}

#[tokio::test]
async fn a_fetch_can_be_refused_cut_and_held() {
    let (fake, bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    ann.sends_document("d.bin", "a/b", &[7; 100_000], None).await.accepted().await;
    let id = bot.saw(1).await[0].json()["message"]["document"]["file_id"].clone();
    let place = api.done("getFile", json!({ "file_id": id })).await;
    let path = place["file_path"].as_str().unwrap();
    let url = format!("{}/file/bot{}/{path}", fake.url(), fake.token());
    let faults = fake.faults();

    for (fault, answered) in [
        (Fault::Status(502), Ok(502)),
        (Fault::RetryAfter(3), Ok(429)),
        (Fault::CutBefore, Err(())),
        (Fault::CutWithin, Err(())),
    ] {
        faults.on_method("download", 1, fault);
        let fetched = api.get(&url).await.map(|(status, _)| status).map_err(|_| ());
        assert_eq!(fetched, answered, "{fault:?}");
    }
    ann.sends_document("small.bin", "a/b", b"abcdef", None).await.accepted().await;
    let small = url.replace("file_0", "file_1");
    assert_eq!(api.get(&small).await, Ok((200, "abcdef".into())));
    faults.on_method("download", 2, Fault::CutWithin);
    assert_eq!(api.head(&small).await["content-length"], "6", "it begins like any other");
    assert!(api.get(&small).await.is_err());
    let hold = faults.on_method("download", 1, Fault::Hold);
    let (held, ()) = tokio::join!(api.get(&url), async {
        hold.fired().await;
        hold.release();
    });
    assert_eq!(held.unwrap().1.len(), 100_000);
    assert_eq!(fake.violations(), [""; 0]);
}
