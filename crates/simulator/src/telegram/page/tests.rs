//! The page's own rules: what it is made of, whom it listens to, what it shows.

use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use super::{FILES, file, is_foreign};

async fn text(path: &str) -> String {
    let body = file(path).unwrap().into_body();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
    let pairs = pairs.iter().cloned();
    pairs.map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
}

#[tokio::test]
async fn everything_a_file_of_the_page_asks_for_is_a_file_of_the_page() {
    let mut asked = 0;
    for (path, ..) in FILES {
        let text = text(path).await;
        let quoted = text.split('"').filter(|word| word.ends_with(".js") || word.ends_with(".css"));
        for word in quoted.filter(|word| !word.contains(char::is_whitespace)) {
            let name = word.replacen("./", "/page/", 1);
            assert!(file(&name).is_some(), "{path} asks for {word}");
            asked += 1;
        }
    }
    assert!(asked >= 5, "only {asked} were found, so the search is wrong");
    assert!(file("/page/passwords.js").is_none());
}

#[tokio::test]
async fn nothing_comes_from_elsewhere_and_nothing_is_read_as_html() {
    for (path, ..) in FILES {
        let text = text(path).await;
        for forbidden in
            ["src=\"http", "href=\"http", "url(", "@import", "innerHTML", "outerHTML", "eval("]
        {
            assert!(!text.contains(forbidden), "{path} has {forbidden}");
        }
        let response = file(path).unwrap();
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"));
    }
    assert_eq!(file("/chat").unwrap().headers()[CONTENT_TYPE], "text/html; charset=utf-8");
}

#[test]
fn a_page_of_another_site_is_a_stranger_and_a_program_is_not() {
    let host = (HOST, "127.0.0.1:8000");

    let program = headers(std::slice::from_ref(&host));
    let own = headers(&[host.clone(), (ORIGIN, "http://127.0.0.1:8000")]);
    let other_port = headers(&[host.clone(), (ORIGIN, "http://127.0.0.1:9000")]);
    let other_site = headers(&[host.clone(), (ORIGIN, "https://example.org")]);
    let sandbox = headers(&[host, (ORIGIN, "null")]);

    assert!(!is_foreign(&program) && !is_foreign(&own));
    assert!(is_foreign(&other_port) && is_foreign(&other_site) && is_foreign(&sandbox));
}
