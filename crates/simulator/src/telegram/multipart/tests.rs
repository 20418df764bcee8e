//! Bodies that come whole, in pieces, cut off, and of another form.

use super::{Head, Part, Piece, Splitter, boundary, parts};

/// The parts of a body that comes in pieces of this size.
fn piecewise(body: &[u8], size: usize) -> Result<Vec<Part>, String> {
    let mut splitter = Splitter::new("x");
    let mut parts: Vec<(Head, Vec<u8>)> = Vec::new();
    for piece in body.chunks(size) {
        for found in splitter.push(piece)? {
            match found {
                Piece::Part(head) => parts.push((head, Vec::new())),
                Piece::Bytes(bytes) => parts.last_mut().unwrap().1.extend(bytes),
                Piece::Over => {}
            }
        }
    }
    let whole = |(head, content): (Head, Vec<u8>)| Part {
        name: head.name,
        file_name: head.file_name,
        content: content.into(),
    };
    splitter.finish().map(|()| parts.into_iter().map(whole).collect())
}

#[test]
fn parts_keep_their_bytes_even_if_they_look_like_lines() {
    let body = b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n;=.a\"\r\n\
        Content-Type: a/b\r\n\r\na\r\n--y\r\n\0\r\n--\r\n--x\r\n\
        content-disposition: form-data; name=\"e\"\r\n\r\n\r\n--x--\r\nafter";
    let read = parts(body, "x").unwrap();

    assert_eq!(read[0].content.as_ref(), b"a\r\n--y\r\n\0\r\n--");
    assert_eq!((read[0].name.as_str(), read[0].file_name.as_deref()), ("f", Some("n;=.a")));
    assert_eq!((read[1].name.as_str(), read[1].content.len()), ("e", 0));
    assert_eq!(read[1].file_name, None);
    for size in 1..body.len() {
        assert_eq!(piecewise(body, size).unwrap(), read, "in pieces of {size}");
    }
}

#[test]
fn no_more_than_a_piece_is_held() {
    let mut splitter = Splitter::new("x");
    let head = b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\n";
    splitter.push(head).unwrap();
    for _ in 0..1_000 {
        splitter.push(&[b'\r'; 1_000]).unwrap();
        assert!(splitter.buffer.len() < 10);
    }
}

#[test]
fn a_body_that_was_cut_off_is_refused() {
    let whole = "--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nabc\r\n--x--";
    assert!(piecewise(whole.as_bytes(), 5).is_ok());
    for length in 0..whole.len() {
        assert!(piecewise(&whole.as_bytes()[..length], 5).is_err(), "{length}");
    }
}

#[test]
fn a_body_of_another_form_is_refused() {
    let long = format!("--x\r\n{}", "a".repeat(9_000));
    let many = "--x\r\nContent-Disposition: a; name=b\r\n\r\n\r\n".repeat(101);
    for body in ["--x\r\nA: b\r\n\r\nc\r\n--x--", "--x!", "--x\r\n\r\n\r\n--x--", &long, &many] {
        assert!(parts(body.as_bytes(), "x").is_err(), "{body:.40}");
    }
}

#[test]
fn a_boundary_may_be_quoted() {
    assert_eq!(boundary("multipart/form-data; boundary=\"a b\"").as_deref(), Some("a b"));
    assert_eq!(boundary("multipart/form-data"), None);
}
