//! Uploads: streamed, well formed, and safe to repeat until the last piece has gone.

use std::io;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};
use telegram::client::{Attachment, CallError};
use telegram::request::{AlbumItem, AlbumKind, File, Keyboard, Request};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::server::{CHAT, Callable, Event, Server, TOKEN, Then, turn};
use crate::soon;

const SENT: &str = r#"{"ok":true,"result":{"message_id":77}}"#;

fn photo() -> Request {
    Request::send_photo(CHAT, &File::Attached("f0".into()), "<b>a</b>", &Keyboard::NONE)
}

fn file(name: &str, length: Option<u64>, pieces: Vec<io::Result<Bytes>>) -> Attachment {
    Attachment {
        name: name.into(),
        file_name: "a \"b\"\r\n.png".into(),
        mime: "image/png".into(),
        length,
        body: stream::iter(pieces).boxed(),
    }
}

fn pieces(texts: &[&'static str]) -> Vec<io::Result<Bytes>> {
    texts.iter().map(|text| Ok(Bytes::from_static(text.as_bytes()))).collect()
}

#[tokio::test]
async fn an_upload_is_well_formed_with_and_without_a_known_length() {
    for (length, announced) in [(Some(8), true), (None, false)] {
        let mut server = Server::answering(200, "", SENT).await;
        let files = vec![file("f0", length, pieces(&["bytes", "", "\r\n-"]))];
        let call = server.client().upload(turn().await, &photo(), files);
        let sent = call.sent();

        soon(call).await.unwrap();

        assert!(sent.is_sent());
        let request = server.request().await;
        let exact = format!("\r\ncontent-length: {}\r\n", request.body.len());
        assert_eq!(request.head.contains(&exact), announced, "{}", request.head);
        let plain = |name: &str| format!("Content-Disposition: form-data; name=\"{name}\"");
        let disposition = plain("f0") + "; filename=\"a %22b%22%0D%0A.png\"";
        let expected = [
            (plain("caption"), "<b>a</b>".to_owned()),
            (plain("chat_id"), "5".to_owned()),
            (plain("parse_mode"), "HTML".to_owned()),
            (plain("photo"), "attach://f0".to_owned()),
            (format!("{disposition}\r\nContent-Type: image/png"), "bytes\r\n-".to_owned()),
        ];
        // Fields have no order; the file comes last.
        let mut parts = request.parts().unwrap();
        parts[..4].sort();
        assert_eq!(parts, expected);
    }
}

#[tokio::test]
async fn an_album_carries_its_list_as_json_and_all_its_files() {
    let mut server = Server::answering(200, "", SENT).await;
    let item = |name: &str| AlbumItem {
        kind: AlbumKind::Photo,
        file: File::Attached(name.into()),
        caption_html: String::new(),
    };
    let album = Request::send_media_group(CHAT, &[item("f0"), item("f1")]);
    let files = vec![file("f0", Some(1), pieces(&["a"])), file("f1", Some(2), pieces(&["bb"]))];

    soon(server.client().upload(turn().await, &album, files)).await.unwrap();

    let request = server.request().await;
    let bodies: Vec<String> = request.parts().unwrap().into_iter().map(|(_, body)| body).collect();
    let [chat, list, one, other] = &bodies[..] else { panic!("{bodies:?}") };
    let photo = |name: &str| json!({ "media": format!("attach://{name}"), "type": "photo" });
    assert_eq!([chat, one, other], ["5", "a", "bb"]);
    assert_eq!(serde_json::from_str::<Value>(list).unwrap(), json!([photo("f0"), photo("f1")]));
}

#[tokio::test]
async fn a_file_is_sent_while_it_is_still_being_made() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (make, made) = mpsc::channel::<io::Result<Bytes>>(1);
    let body = stream::unfold(made, |mut made| async { Some((made.recv().await?, made)) });
    let files = vec![Attachment { body: body.boxed(), ..file("f0", Some(10), vec![]) }];
    let client = telegram::client::Client::new(&base, TOKEN.into(), Default::default()).unwrap();
    let call = client.upload(turn().await, &photo(), files);
    let sent = call.sent();
    let call = tokio::spawn(call);
    let (socket, _) = soon(listener.accept()).await.unwrap();

    let mut seen = Vec::new();
    for piece in ["first", "later"] {
        make.send(Ok(Bytes::from_static(piece.as_bytes()))).await.unwrap();
        soon(async {
            while !String::from_utf8_lossy(&seen).ends_with(piece) {
                socket.readable().await.unwrap();
                let _ = socket.try_read_buf(&mut seen);
                assert!(piece == "later" || !sent.is_sent());
            }
        })
        .await;
    }
    assert!(!sent.is_sent(), "the file may go on as far as anybody knows");
    drop(make);
    drop(socket);
    assert!(soon(call).await.unwrap().is_err());
}

#[tokio::test]
async fn an_upload_that_nobody_reads_is_safe_to_repeat() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let client = telegram::client::Client::new(&base, TOKEN.into(), Default::default()).unwrap();
    let (count, mut counted) = tokio::sync::watch::channel(0_usize);
    let piece = Bytes::from(vec![0; 64 * 1024]);
    // Far more than all buffers on the way hold.
    let body = stream::repeat(piece).take(4_096).map(move |piece| {
        count.send_modify(|count| *count += 1);
        Ok(piece)
    });
    let files =
        vec![Attachment { body: body.boxed(), ..file("f0", Some(4_096 * 64 * 1024), vec![]) }];
    let call = client.upload(turn().await, &photo(), files);
    let sent = call.sent();
    let call = tokio::spawn(call);
    let (socket, _) = soon(listener.accept()).await.unwrap();
    soon(counted.wait_for(|count| *count > 4)).await.unwrap();

    assert!(!sent.is_sent());
    drop(socket);
    let error = soon(call).await.unwrap().unwrap_err();
    assert!(matches!(error, CallError::NotSent(_)), "{error:?}");
    assert!(*counted.borrow() < 2_048, "it was not read ahead into memory");
}

#[tokio::test]
async fn a_file_that_breaks_off_or_has_another_length_is_not_sent() {
    let broken = || vec![Ok(Bytes::from_static(b"abc")), Err(io::Error::other("the disk is gone"))];
    let table = [
        (Some(4), pieces(&["abc"])),
        (Some(2), pieces(&["abc"])),
        (Some(5), broken()),
        (None, broken()),
    ];
    for (length, pieces) in table {
        let mut server = Server::start(Then::Silence).await;
        let files = vec![file("f0", length, pieces)];

        let error = soon(server.client().upload(turn().await, &photo(), files)).await;

        let error = error.unwrap_err();
        assert!(matches!(error, CallError::NotSent(_)), "{length:?}: {error:?}");
        assert!(matches!(server.event().await, Event::Closed), "no whole request arrived");
    }
}

#[tokio::test]
async fn an_upload_without_an_answer_is_unknown() {
    let server = Server::start(Then::Cut(vec![])).await;
    let files = vec![file("f0", Some(3), pieces(&["abc"]))];

    let error = soon(server.client().upload(turn().await, &photo(), files)).await.unwrap_err();

    assert!(matches!(error, CallError::Unknown(_)), "{error:?}");
}
