//! The encodings of a call, and forms with files.

use std::cell::Cell;
use std::convert::Infallible;

use futures_util::stream;

use super::{Bytes, Request, json};
use crate::telegram::server::{NoCall, form};

/// Reads a form that comes in these pieces; whether a file was noticed while it came in.
async fn pieces<'p>(
    query: &str,
    boundary: &str,
    pieces: impl Iterator<Item = &'p [u8]> + Send,
) -> Result<(Request, bool), NoCall> {
    let pieces = pieces.map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece)));
    let is_in_a_file = Cell::new(false);
    let is_cut = |_: &Request| {
        is_in_a_file.set(true);
        false
    };
    let request = form(Request::begin("m", query), boundary, stream::iter(pieces), is_cut).await?;
    Ok((request, is_in_a_file.get()))
}

async fn read(query: &str, kind: &str, body: &'static str) -> Result<Request, NoCall> {
    if !kind.starts_with("multipart/") {
        let body = Bytes::from_static(body.as_bytes());
        return Request::read("m", query, kind, &body).map_err(NoCall::Unreadable);
    }
    let boundary = multer::parse_boundary(kind)?;
    pieces(query, &boundary, body.as_bytes().chunks(3)).await.map(|(request, _)| request)
}

#[tokio::test]
async fn every_encoding_gives_the_same_fields() {
    let form = "application/x-www-form-urlencoded";
    let multi = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhi & bye\r\n\
                 --b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--b--\r\n";
    let ways = [
        read("text=hi%20%26+bye&x=1", "", "").await,
        read("", form, "text=hi%20%26+bye&x=1").await,
        read("x=1", "application/json; charset=utf-8", r#"{"text":"hi & bye"}"#).await,
        read("", "multipart/form-data; boundary=b", multi).await,
    ];

    for way in ways {
        let request = way.unwrap();
        assert_eq!(json!(request.fields), json!({ "text": "hi & bye", "x": "1" }));
    }
}

#[tokio::test]
async fn an_upload_is_kept_apart_from_the_fields() {
    let body = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n\
                Content-Type: image/png\r\n\r\nPNG\r\n--b--\r\n";

    let request = read("", "multipart/form-data; boundary=\"b\"", body).await.unwrap();

    let upload = &request.uploads["photo"];
    assert_eq!((upload.name.as_str(), upload.mime.as_deref()), ("a.png", Some("image/png")));
    assert_eq!(upload.content.whole().unwrap(), "PNG");
    let shown = &request.to_json()["photo"];
    assert_eq!((&shown["upload"], &shown["size"]), (&json!("a.png"), &json!(3)));
    assert!(request.fields.is_empty());
}

#[tokio::test]
async fn a_form_knows_when_it_is_more_than_telegram_takes() {
    let head = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\n";
    let piece = vec![7_u8; 1 << 20];
    for (pieces_of_it, extra, is_too_large) in [(50, 0, false), (50, 1, true), (60, 0, true)] {
        let content = std::iter::repeat_n(&piece[..], pieces_of_it).chain([&piece[..extra]]);
        let all = std::iter::once(head.as_bytes()).chain(content).chain([&b"\r\n--b--"[..]]);

        let (request, is_in_a_file) = pieces("", "b", all).await.unwrap();

        assert!(is_in_a_file);
        assert_eq!(request.is_too_large, is_too_large, "{pieces_of_it} {extra}");
        assert!(request.uploads["f"].content.kept.len() < 100_000, "only the beginning is kept");
    }
}

#[tokio::test]
async fn a_body_that_is_not_what_it_says_is_refused() {
    assert!(read("", "application/json", "[1]").await.is_err());
    assert!(read("", "multipart/form-data", "--b--").await.is_err());
    assert!(read("", "text/plain", "x").await.is_err());
}

#[tokio::test]
async fn escapes_that_are_none_stay() {
    let request = read("a=100%&b=%zz%d0%96+", "", "").await.unwrap();
    assert_eq!(json!(request.fields), json!({ "a": "100%", "b": "%zz\u{416} " }));
}
