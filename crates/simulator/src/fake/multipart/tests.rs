//! Bodies that come whole, in pieces, cut off, and of another form.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::StreamExt as _;

use super::{Bytes, Part, Splitter, parts, stream};

/// The parts of a body that comes in pieces of this size.
async fn piecewise(body: &[u8], size: usize) -> Result<Vec<Part>, multer::Error> {
    let pieces = body.chunks(size).map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece)));
    let mut splitter = Splitter::new("x", stream::iter(pieces));
    let mut parts = Vec::new();
    while let Some((name, field)) = splitter.next().await? {
        let file_name = field.file_name().map(str::to_owned);
        parts.push(Part { name, file_name, content: field.bytes().await? });
    }
    Ok(parts)
}

#[tokio::test]
async fn parts_keep_their_bytes_even_if_they_look_like_lines() {
    let body = b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n;=.a\"\r\n\
        Content-Type: a/b\r\n\r\na\r\n--y\r\n\0\r\n--\r\n--x\r\n\
        content-disposition: form-data; name=\"e\"\r\n\r\n\r\n--x--\r\nafter";
    let read = parts(Bytes::from_static(body), "x").await.unwrap();

    assert_eq!(read[0].content.as_ref(), b"a\r\n--y\r\n\0\r\n--");
    assert_eq!((read[0].name.as_str(), read[0].file_name.as_deref()), ("f", Some("n;=.a")));
    assert_eq!((read[1].name.as_str(), read[1].content.len()), ("e", 0));
    assert_eq!(read[1].file_name, None);
    for size in 1..body.len() {
        assert_eq!(piecewise(body, size).await.unwrap(), read, "in pieces of {size}");
    }
}

#[tokio::test]
async fn no_more_than_a_piece_is_held() {
    let head = b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\n";
    let (taken, mut seen) = (AtomicUsize::new(0), 0);
    let pieces = std::iter::once(&head[..]).chain(std::iter::repeat_n(&[b'\r'; 1_000][..], 1_000));
    let pieces = stream::iter(pieces).map(|piece| {
        taken.fetch_add(piece.len(), Ordering::Relaxed);
        Ok::<_, Infallible>(Bytes::from_static(piece))
    });
    let mut splitter = Splitter::new("x", pieces);
    let (_, mut field) = splitter.next().await.unwrap().unwrap();

    while let Ok(Some(piece)) = field.chunk().await {
        seen += piece.len();
        let held = taken.load(Ordering::Relaxed) - head.len() - seen;
        assert!(held < 1_010, "{held} bytes are held");
    }
    assert!(seen > 990_000);
}

#[tokio::test]
async fn a_body_that_was_cut_off_is_refused() {
    let whole = "--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nabc\r\n--x--";
    assert!(piecewise(whole.as_bytes(), 5).await.is_ok());
    for length in 0..whole.len() {
        assert!(piecewise(&whole.as_bytes()[..length], 5).await.is_err(), "{length}");
    }
}

#[tokio::test]
async fn a_body_of_another_form_is_refused() {
    let long = format!("--x\r\n{}", "a".repeat(9_000));
    let many = "--x\r\nContent-Disposition: a; name=b\r\n\r\n\r\n".repeat(101);
    for body in ["--x\r\nA: b\r\n\r\nc\r\n--x--", "--x!", "--x\r\n\r\n\r\n--x--", &long, &many] {
        assert!(parts(body.to_owned().into(), "x").await.is_err(), "{body:.40}");
    }
}

#[test]
fn a_boundary_may_be_quoted() {
    let quoted = multer::parse_boundary("multipart/form-data; boundary=\"a b\"");
    assert_eq!(quoted.ok().as_deref(), Some("a b"));
    assert_eq!(multer::parse_boundary("multipart/form-data").ok(), None);
}
