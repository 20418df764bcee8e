//! Uploads: streamed, well formed, under a name of their own.

use std::io;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use kie::{NotUploaded, Upload};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

use crate::server::{Callable, Event, KEY, Server, Then, client_of};
use crate::soon;

const TAKEN: &str = r#"{"success":true,"code":200,"msg":"File uploaded successfully","data":{
    "success":true,"fileName":"x.png","filePath":"kieai/1/trt/x.png","fileSize":9,
    "downloadUrl":"https://tempfile.redpandaai.co/kieai/1/trt/x.png","mimeType":"image/png"}}"#;

fn file(length: Option<u64>, pieces: Vec<io::Result<Bytes>>) -> Upload {
    Upload {
        name: "Ann \"at home\"\r\n.PNG".into(),
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
        let mut server = Server::answering(200, "", TAKEN).await;

        let file = file(length, pieces(&["bytes", "", "\r\n-"]));

        let url = soon(server.client().upload(file)).await.unwrap();

        assert_eq!(url, "https://tempfile.redpandaai.co/kieai/1/trt/x.png");
        let request = server.request().await;
        assert_eq!(request.line(), "POST /api/file-stream-upload");
        assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
        let exact = request.body.len().to_string();
        assert_eq!(request.header("content-length") == Some(&exact), announced, "{}", request.head);
        let parts = request.parts().unwrap();
        let name = parts[1].1.clone();
        assert!(name.ends_with(".png") && name.len() == 36 && !name.contains("Ann"), "{name}");
        let plain = |name: &str| format!("Content-Disposition: form-data; name=\"{name}\"");
        let disposition = format!("{}; filename=\"{name}\"", plain("file"));
        let expected = [
            (plain("uploadPath"), "trt".to_owned()),
            (plain("fileName"), name),
            (format!("{disposition}\r\nContent-Type: image/png"), "bytes\r\n-".to_owned()),
        ];
        assert_eq!(parts, expected);
    }
}

#[tokio::test]
async fn two_uploads_of_one_file_have_two_names() {
    let mut server = Server::answering(200, "", TAKEN).await;
    let client = server.client();
    let mut names = Vec::new();
    for _ in 0..2 {
        soon(client.upload(file(None, pieces(&["x"])))).await.unwrap();
        names.push(server.request().await.parts().unwrap()[1].1.clone());
    }
    assert_ne!(names[0], names[1]);
}

#[tokio::test]
async fn a_file_is_sent_while_it_is_still_being_made() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (make, made) = mpsc::channel::<io::Result<Bytes>>(1);
    let body = stream::unfold(made, |mut made| async { Some((made.recv().await?, made)) });
    let upload = Upload { body: body.boxed(), ..file(Some(10), vec![]) };
    let upload = tokio::spawn(async move { client_of(&base).upload(upload).await });
    let (socket, _) = soon(listener.accept()).await.unwrap();

    let mut seen = Vec::new();
    for piece in ["first", "later"] {
        make.send(Ok(Bytes::from_static(piece.as_bytes()))).await.unwrap();
        soon(async {
            while !String::from_utf8_lossy(&seen).ends_with(piece) {
                socket.readable().await.unwrap();
                let _ = socket.try_read_buf(&mut seen);
            }
        })
        .await;
    }
    drop((make, socket));
    let error = soon(upload).await.unwrap().unwrap_err();
    assert!(matches!(error, NotUploaded::Later(_)), "{error:?}");
}

#[tokio::test]
async fn a_large_file_is_never_held_as_a_whole() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (count, mut counted) = watch::channel(0_usize);
    let piece = Bytes::from(vec![0; 64 * 1024]);
    // Far more than all buffers on the way hold.
    let body = stream::repeat(piece).take(4_096).map(move |piece| {
        count.send_modify(|count| *count += 1);
        Ok(piece)
    });
    let upload = Upload { body: body.boxed(), ..file(Some(4_096 * 64 * 1024), vec![]) };
    let upload = tokio::spawn(async move { client_of(&base).upload(upload).await });
    let (socket, _) = soon(listener.accept()).await.unwrap();
    soon(counted.wait_for(|count| *count > 4)).await.unwrap();

    drop(socket);

    let error = soon(upload).await.unwrap().unwrap_err();
    assert!(matches!(error, NotUploaded::Later(_)), "{error:?}");
    assert!(*counted.borrow() < 2_048, "it was not read ahead into memory");
}

#[tokio::test]
async fn a_file_that_breaks_off_or_has_another_length_is_not_uploaded() {
    let broken = || vec![Ok(Bytes::from_static(b"abc")), Err(io::Error::other("the disk is gone"))];
    let table = [
        (Some(4), pieces(&["abc"]), "another length"),
        (Some(2), pieces(&["abc"]), "another length"),
        (Some(5), broken(), "the disk is gone"),
        (None, broken(), "the disk is gone"),
    ];
    for (length, pieces, reason) in table {
        let mut server = Server::start(Then::Silence).await;

        let error = soon(server.client().upload(file(length, pieces))).await.unwrap_err();

        assert!(matches!(&error, NotUploaded::Later(said) if said.contains(reason)), "{error:?}");
        assert!(matches!(server.event().await, Event::Closed), "no whole request arrived");
    }
}

#[tokio::test]
async fn refusals_of_an_upload_are_told_apart() {
    let body = |code: u16| format!(r#"{{"success":false,"code":{code},"msg":"said"}}"#);
    for (code, meaning) in [
        (400, NotUploaded::Refused("said".into())),
        (401, NotUploaded::KeyRefused),
        (413, NotUploaded::TooLarge),
        (500, NotUploaded::Later("code 500: said".into())),
    ] {
        for status in [200, code] {
            let server = Server::answering(status, "", &body(code)).await;
            let error = soon(server.client().upload(file(Some(1), pieces(&["x"])))).await;
            assert_eq!(error, Err(meaning.clone()), "{status} {code}");
        }
    }
    let error =
        soon(client_of(&Server::nobody().await).upload(file(None, vec![]))).await.unwrap_err();
    assert!(matches!(error, NotUploaded::Later(_)), "{error:?}");
}

#[tokio::test]
async fn an_upload_has_two_minutes_and_a_second_for_each_100_kb() {
    let mut server = Server::start(Then::Silence).await;
    let client = server.client();
    let file = file(Some(3), pieces(&["abc"]));
    let upload = tokio::spawn(async move { client.upload(file).await });
    server.request().await;
    tokio::time::pause();

    let error = upload.await.unwrap();

    assert_eq!(error, Err(NotUploaded::Later("no answer within 120 s".into())));
}
