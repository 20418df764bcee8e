//! The rule that no secret is in a log, whoever wrote the line.
//!
//! | what | looks like |
//! | --- | --- |
//! | a bot token | six to twelve digits, a colon, thirty or more letters, digits, `_` or `-` |
//! | a bearer token | `Bearer` and sixteen or more characters of one |
//! | a key | `api_key`, `password` and their like, with a value of eight or more characters |
//! | an address with a password | `postgres://user:password@` |
//!
//! The whole line is looked at as it stands, so that no field and no line of another program is left
//! out. What was found is said by its kind, never by its value; `***` is what we print instead of one.

use crate::logging::redaction;

/// The shortest bearer token, and the shortest value of a key.
const SHORTEST_BEARER: usize = 16;
const SHORTEST_VALUE: usize = 8;

/// Names whose values are nobody's business, in lower case and without `_` and `-`.
const NAMES: [&str; 8] = [
    "apikey",
    "kieapikey",
    "password",
    "authorization",
    "secrettoken",
    "accesstoken",
    "bottoken",
    "webhookhmackey",
];

/// The longest word that can be such a name.
const LONGEST_NAME: usize = 32;

/// Whether a kind of secret is in a line.
type IsIn = fn(&str) -> bool;

/// What kind of secret a line holds, if it holds one.
pub(super) fn found(line: &str) -> Option<&'static str> {
    let kinds: [(&str, IsIn); 4] = [
        ("a bot token", redaction::has_token),
        ("a bearer token", has_bearer),
        ("an address with a password", has_password),
        ("a key", has_named),
    ];
    kinds.iter().find(|(_, is_in)| is_in(line)).map(|(kind, _)| *kind)
}

fn has_bearer(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(byte);
    after(&lower, "bearer ").any(|rest| {
        rest.bytes().skip_while(|byte| *byte == b' ').take_while(is_token).count()
            >= SHORTEST_BEARER
    })
}

fn has_password(line: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || "/@\"'".contains(c);
    let addresses = after(line, "postgres://").chain(after(line, "postgresql://"));
    addresses.map(|rest| rest.split_at(rest.find(ends).unwrap_or(rest.len()))).any(
        |(people, rest)| {
            let password = people.split_once(':').map_or("", |(_, password)| password);
            rest.starts_with('@') && !password.is_empty() && !is_blotted(password)
        },
    )
}

/// A name of a secret, then `:` or `=`, then its value: as JSON, as a variable or in words.
fn has_named(line: &str) -> bool {
    let signs = line.match_indices([':', '=']);
    signs
        .into_iter()
        .any(|(at, _)| is_secret(&name_before(&line[..at])) && has_value(&line[at + 1..]))
}

/// The word right before a sign, without quotes, `_` and `-`.
fn name_before(text: &str) -> String {
    let quoted = |c: char| c == '"' || c == '\'' || c == '\\' || c == ' ';
    let word = text.trim_end_matches(quoted).chars().rev();
    let word = word.take_while(|c| c.is_ascii_alphanumeric() || "_-".contains(*c));
    let name: String = word.filter(char::is_ascii_alphanumeric).take(LONGEST_NAME).collect();
    name.chars().rev().collect::<String>().to_ascii_lowercase()
}

fn is_secret(name: &str) -> bool {
    NAMES.contains(&name)
}

fn has_value(text: &str) -> bool {
    let quoted = |c: char| c == '"' || c == '\'' || c == '\\' || c == ' ';
    let value = text.trim_start_matches(quoted);
    let end = value.find(|c: char| quoted(c) || ",;}&".contains(c)).unwrap_or(value.len());
    let value = &value[..end];
    value.len() >= SHORTEST_VALUE && !is_blotted(value)
}

fn is_blotted(value: &str) -> bool {
    value.contains("***")
}

/// What stands behind each of these marks.
fn after<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(mark).map(move |(at, _)| &text[at + mark.len()..])
}

#[cfg(test)]
mod tests {
    use super::found;

    #[test]
    fn every_kind_of_secret_is_found_wherever_it_stands() {
        let table = [
            (
                r#"{"message":"bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe"}"#,
                "a bot token",
            ),
            ("curl -H 'Authorization: bearer 0123456789abcdef0'", "a bearer token"),
            (r#"{"url":"postgres://trt:hunter2@db/trt"}"#, "an address with a password"),
            ("postgresql://a:b@c", "an address with a password"),
            (r#"{"message":"x","api_key":"0123456789abcdef"}"#, "a key"),
            ("KIE_API_KEY=0123456789abcdef", "a key"),
            (r#"{"body":"{\"password\": \"hunter22\"}"}"#, "a key"),
        ];
        for (line, kind) in table {
            assert_eq!(found(line), Some(kind), "{line}");
        }
    }

    #[test]
    fn what_is_blotted_out_or_no_secret_is_let_pass() {
        let lines = [
            r#"{"message":"bot***/getMe","api_key":"***"}"#,
            "Authorization: Bearer ***",
            "postgres://trt@db/trt",
            "postgres://db:5432/trt",
            "postgres://trt:***@db/trt",
            "set KIE_API_KEY and TELEGRAM_BOT_TOKEN",
            "wrong password: try again",
            "the bearer of this message",
            r#"{"reference":"ABCD2345","holder":"8f14e45f-ceea-467f-a8f1-4e45fceea467"}"#,
            "",
        ];
        for line in lines {
            assert_eq!(found(line), None, "{line}");
        }
    }
}
