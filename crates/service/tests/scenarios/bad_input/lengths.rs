//! How long a body may be.

use testbed::SOON;

use super::{Door, SECRET, head, said, secret_line};
use crate::web::{self, Answer};

const MEBIBYTE: usize = 1024 * 1024;

/// An update of exactly this many bytes.
fn update_of(length: usize, update_id: i64, person: i64) -> Vec<u8> {
    let mut update = said(update_id, person, "canary");
    update["padding"] = "".into();
    let rest = length - update.to_string().len();
    update["padding"] = "x".repeat(rest).into();
    update.to_string().into_bytes()
}

async fn deliver_in_chunks(door: &Door, body: &[u8]) -> Answer {
    let mut request = head(&[&secret_line(SECRET), "Transfer-Encoding: chunked"]);
    for chunk in body.chunks(64 * 1024) {
        request.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        request.extend(chunk);
        request.extend(b"\r\n");
    }
    request.extend(b"0\r\n\r\n");
    web::send(door.trt.address, request).await
}

#[tokio::test]
async fn a_body_of_two_mebibytes_is_refused_unread() {
    let door = Door::open().await;
    let announced = head(&[&secret_line(SECRET), "Content-Length: 2097152"]);

    assert_eq!(web::send(door.trt.address, announced).await.status, 413);
    assert_eq!(door.deliver(update_of(2 * MEBIBYTE, 1, 77)).await.status, 413);
    assert_eq!(door.deliver(update_of(MEBIBYTE + 1, 1, 77)).await.status, 413);

    assert_eq!(door.number("select count(*) from inbox").await, 0);
    door.is_well().await;
}

#[tokio::test]
async fn a_body_of_two_mebibytes_in_chunks_is_refused() {
    let door = Door::open().await;

    for length in [2 * MEBIBYTE, MEBIBYTE + 1] {
        let answer = deliver_in_chunks(&door, &update_of(length, 1, 77)).await;
        assert_eq!(answer.status, 413, "{length}");
    }

    assert_eq!(door.number("select count(*) from inbox").await, 0);
    door.is_well().await;
}

#[tokio::test]
async fn a_body_of_exactly_one_mebibyte_is_handled() {
    let door = Door::open().await;
    let (ann, bob) = (door.person(77), door.person(78));

    assert_eq!(door.deliver(update_of(MEBIBYTE, 1, ann.id())).await.status, 200);
    let answer = deliver_in_chunks(&door, &update_of(MEBIBYTE, 2, bob.id())).await;
    assert_eq!(answer.status, 200);

    for person in [ann, bob] {
        person.waits_for(|bubble| bubble.text.contains("canary"), SOON).await;
    }
    let longest = "select max(octet_length(payload))::bigint from inbox";
    assert_eq!(door.number(longest).await, 1_048_576);
    door.is_well().await;
}
