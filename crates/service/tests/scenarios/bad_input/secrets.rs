//! Who may deliver, and how.

use std::time::{Duration, Instant};

use super::{Door, SECOND, SECRET, head, said, secret_line};
use crate::web;

/// Far more than is ever read, and not one byte of it is sent.
const HUGE: &str = "Content-Length: 10000000000";

#[tokio::test]
async fn a_wrong_secret_is_refused_before_the_body_is_read() {
    let door = Door::open().await;
    let right = secret_line(SECRET);
    let wrong: [Vec<String>; 9] = [
        vec![],
        vec![secret_line("")],
        vec![secret_line(&SECRET[..SECRET.len() - 1])],
        vec![secret_line(&format!("{SECRET}1"))],
        vec![secret_line(&SECRET.to_lowercase())],
        vec![secret_line(&format!("{SECRET},{SECOND}"))],
        vec![secret_line("canary-\u{e9}\u{1F511}")],
        vec![right.clone(), right],
        vec![format!("X-Telegram-Secret: {SECRET}"), format!("Authorization: Bearer {SECRET}")],
    ];
    for lines in wrong {
        for length in [HUGE, "Content-Length: 100", "Transfer-Encoding: chunked"] {
            let lines: Vec<&str> = lines.iter().map(String::as_str).chain([length]).collect();
            let begun = Instant::now();

            let answer = web::send(door.trt.address, head(&lines)).await;

            assert_eq!(answer.status, 401, "{lines:?}");
            assert_eq!(answer.body, "");
            assert!(begun.elapsed() < Duration::from_secs(3), "{lines:?}: waited for the body");
        }
    }
    assert_eq!(door.number("select count(*) from inbox").await, 0);
    assert_eq!(door.number("select count(*) from inbox_unreadable").await, 0);
    door.is_well().await;
}

#[tokio::test]
async fn every_secret_of_the_list_is_accepted() {
    let door = Door::open().await;
    for (update_id, secret) in [(1, SECRET), (2, SECOND)] {
        let body = said(update_id, 77, "canary").to_string();
        let length = format!("Content-Length: {}", body.len());
        let request = [head(&[&secret_line(secret), &length]), body.into_bytes()].concat();

        assert_eq!(web::send(door.trt.address, request).await.status, 200, "{secret}");
    }
    assert_eq!(door.number("select count(*) from inbox").await, 2);
    door.has_not_leaked();
}

#[tokio::test]
async fn nothing_but_a_post_is_a_delivery() {
    let door = Door::open().await;
    let body = said(1, 77, "canary").to_string();
    for method in ["GET", "PUT", "DELETE", "PATCH", "BREW"] {
        let (secret, length) = (secret_line(SECRET), body.len());
        let request = format!(
            "{method} /webhook HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{secret}\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );

        assert_eq!(web::send(door.trt.address, request).await.status, 405, "{method}");
    }
    assert_eq!(door.trt.get("/webhook").await.status, 405);
    assert_eq!(door.number("select count(*) from inbox").await, 0);
    door.has_not_leaked();
}
