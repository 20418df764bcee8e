//! The last guard before a line leaves: whatever looks like a bot token is blotted out.
//!
//! Secrets are types that cannot be printed, so nothing should ever be found here. But Telegram puts
//! the token into the path of every address, and an error of a library that we do not control may
//! quote one. What is looked for is six to twelve digits, a colon (or its escape `%3A`), and thirty
//! or more letters, digits, `_` or `-`.

const FEWEST_DIGITS: usize = 6;
const MOST_DIGITS: usize = 12;
const SHORTEST_SECRET: usize = 30;

/// The text with every token replaced by `***`.
pub(super) fn without_tokens(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((start, end)) = first_token(rest) {
        clean.push_str(&rest[..start]);
        clean.push_str("***");
        rest = &rest[end..];
    }
    clean.push_str(rest);
    clean
}

/// Whether there is something that looks like a token.
pub(crate) fn has_token(text: &str) -> bool {
    first_token(text).is_some()
}

/// Where the first token begins and ends. Both are beside ASCII characters, so slicing is safe.
fn first_token(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find_map(|at| {
        let after = at + separator(&bytes[at..])?;
        let is_digit = |byte: &&u8| byte.is_ascii_digit();
        let digits = bytes[..at].iter().rev().take(MOST_DIGITS).take_while(is_digit).count();
        if digits < FEWEST_DIGITS {
            return None;
        }
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
        let secret = bytes[after..].iter().take_while(is_word).count();
        (secret >= SHORTEST_SECRET).then_some((at - digits, after + secret))
    })
}

/// The length of the separator that these bytes begin with.
fn separator(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b':', ..] => Some(1),
        [b'%', b'3', b'A' | b'a', ..] => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::without_tokens;

    const SECRET: &str = "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";

    #[test]
    fn a_token_is_blotted_out_wherever_it_stands() {
        let table = [
            (format!("123456:{SECRET}"), "***"),
            (format!("https://api.telegram.org/bot123456789:{SECRET}/getMe?a=1"), {
                "https://api.telegram.org/bot***/getMe?a=1"
            }),
            (format!("bot123456789%3A{SECRET}, again 123456789:{SECRET}."), "bot***, again ***."),
            (format!("ключ 123456789012:{SECRET}→"), "ключ ***→"),
            (format!("1234567890123456:{SECRET}"), "1234***"),
        ];
        for (text, expected) in table {
            assert_eq!(without_tokens(&text), expected);
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        let texts = [
            "",
            "12:30:00",
            "2026-11-15T09:30:00.125Z",
            "12345:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
            "123456:short",
            "123456:",
            "%3A:%",
            "héllo: wörld",
        ];
        for text in texts {
            assert_eq!(without_tokens(text), text);
        }
    }
}
