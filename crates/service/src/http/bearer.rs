//! The token in an `Authorization` header.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use crate::config::ConsoleTokens;

/// Whether the request may see what only operators see. Without tokens everybody may.
pub(super) fn may_enter(tokens: Option<&ConsoleTokens>, headers: &HeaderMap) -> bool {
    let Some(tokens) = tokens else { return true };
    let mut presented = headers.get_all(AUTHORIZATION).iter();
    // Two headers are nobody's honest mistake, and proxies disagree about which one counts.
    let (Some(header), None) = (presented.next(), presented.next()) else { return false };
    let Some((scheme, token)) = header.to_str().ok().and_then(|text| text.split_once(' ')) else {
        return false;
    };
    scheme.eq_ignore_ascii_case("bearer") && tokens.owner(token.trim()).is_some()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::{AUTHORIZATION, ConsoleTokens, HeaderMap, may_enter};

    #[test]
    fn only_the_right_token_enters() {
        let tokens = ConsoleTokens::parse("ann:correct-horse").unwrap();
        let table: [(&[&str], bool); 9] = [
            (&["Bearer correct-horse"], true),
            (&["bearer correct-horse"], true),
            (&[], false),
            (&["correct-horse"], false),
            (&["Basic correct-horse"], false),
            (&["Bearer correct-hors"], false),
            (&["Bearer "], false),
            (&["Bearer correct-horse", "Bearer correct-horse"], false),
            (&["Bearer \u{e9}"], false),
        ];
        for (values, expected) in table {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            }

            assert_eq!(may_enter(Some(&tokens), &headers), expected, "{values:?}");
        }
    }

    #[test]
    fn without_tokens_everybody_enters() {
        assert!(may_enter(None, &HeaderMap::new()));
    }
}
