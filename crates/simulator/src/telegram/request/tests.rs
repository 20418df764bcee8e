//! The encodings of a call, and forms with files.

use super::{Bytes, Form, Request, decoded, json};
use crate::telegram::multipart::boundary;

fn read(query: &str, kind: &str, body: &'static str) -> Result<Request, String> {
    if !kind.starts_with("multipart/") {
        return Request::read("m", query, kind, &Bytes::from_static(body.as_bytes()));
    }
    let boundary = boundary(kind).ok_or("boundary not found")?;
    let mut form = Form::begin("m", query, &boundary);
    for piece in body.as_bytes().chunks(3) {
        form.push(piece)?;
    }
    form.finish()
}

#[test]
fn every_encoding_gives_the_same_fields() {
    let form = "application/x-www-form-urlencoded";
    let multi = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhi & bye\r\n\
                 --b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--b--\r\n";
    let ways = [
        read("text=hi%20%26+bye&x=1", "", ""),
        read("", form, "text=hi%20%26+bye&x=1"),
        read("x=1", "application/json; charset=utf-8", r#"{"text":"hi & bye"}"#),
        read("", "multipart/form-data; boundary=b", multi),
    ];

    for way in ways {
        let request = way.unwrap();
        assert_eq!(json!(request.fields), json!({ "text": "hi & bye", "x": "1" }));
    }
}

#[test]
fn an_upload_is_kept_apart_from_the_fields() {
    let body = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n\
                Content-Type: image/png\r\n\r\nPNG\r\n--b--\r\n";

    let request = read("", "multipart/form-data; boundary=\"b\"", body).unwrap();

    let upload = &request.uploads["photo"];
    assert_eq!((upload.name.as_str(), upload.mime.as_deref()), ("a.png", Some("image/png")));
    assert_eq!(upload.content.whole().unwrap(), "PNG");
    let shown = &request.to_json()["photo"];
    assert_eq!((&shown["upload"], &shown["size"]), (&json!("a.png"), &json!(3)));
    assert!(request.fields.is_empty());
}

#[test]
fn a_form_knows_when_it_is_more_than_telegram_takes() {
    let head = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\n";
    let piece = vec![7_u8; 1 << 20];
    for (pieces, extra, is_too_large) in [(50, 0, false), (50, 1, true), (60, 0, true)] {
        let mut form = Form::begin("m", "", "b");
        form.push(head.as_bytes()).unwrap();
        for _ in 0..pieces {
            form.push(&piece).unwrap();
        }
        form.push(&piece[..extra]).unwrap();
        assert!(form.in_a_file().is_some());
        form.push(b"\r\n--b--").unwrap();

        let request = form.finish().unwrap();

        assert_eq!(request.is_too_large, is_too_large, "{pieces} {extra}");
        assert!(request.uploads["f"].content.kept.len() < 100_000, "only the beginning is kept");
    }
}

#[test]
fn a_body_that_is_not_what_it_says_is_refused() {
    assert!(read("", "application/json", "[1]").is_err());
    assert!(read("", "multipart/form-data", "--b--").is_err());
    assert!(read("", "text/plain", "x").is_err());
}

#[test]
fn escapes_that_are_none_stay() {
    assert_eq!(decoded("100%&%zz%d0%96+"), "100%&%zz\u{416} ");
}
