//! The updates: messages of many users, each with the next number.
//!
//! A message of about 600 bytes is what a person's prompt looks like on the wire. The numbers rise
//! without gaps over a whole run, so that an update can be looked up wherever it should be kept.
//!
//! A `/start` is answered with a greeting by name. So a person who says it is called by a mark and
//! the number of the update, and the reply tells which update it is for.

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Target;

/// The first number of a run; with nine digits, as real ones have.
const FIRST: i64 = 500_000_000;
/// How many people write.
const USERS: i64 = 20_000;
/// The lowest of their ids.
const FIRST_USER: i64 = 5_100_000_000;
/// Spreads neighbouring updates over the users; odd and not a multiple of five, so all get a turn.
const STRIDE: i64 = 7_919;

/// The number of an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct UpdateId(pub(crate) i64);

impl fmt::Display for UpdateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Stands in the name of whoever says `/start`, before the number of the update.
pub(crate) const MARK: &str = "reply-to-";

/// Some people whose ids follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct People {
    pub(crate) first: i64,
    pub(crate) count: i64,
}

/// What people write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    Prompt,
    Start,
}

/// Where the numbers come from.
#[derive(Debug)]
pub(crate) struct Source {
    next: AtomicI64,
    people: People,
    words: Words,
    /// Seconds since 1970: old messages could be treated otherwise.
    date: u64,
}

impl Source {
    pub(crate) fn new() -> Self {
        let people = People { first: FIRST_USER, count: USERS };
        Self { next: AtomicI64::new(FIRST), people, words: Words::Prompt, date: now() }
    }

    /// Of people who say `/start`, with numbers from this one on.
    pub(crate) fn starts(people: People, first: UpdateId) -> Self {
        Self { next: AtomicI64::new(first.0), people, words: Words::Start, date: now() }
    }

    /// The next number, given to nobody else.
    pub(crate) fn next(&self) -> UpdateId {
        UpdateId(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Writes the body of an update.
    pub(crate) fn body(&self, id: UpdateId, into: &mut Vec<u8>) {
        let user = self.people.first + (id.0 * STRIDE) % self.people.count;
        let (message, date) = (id.0 - FIRST + 1, self.date);
        if self.words == Words::Start {
            into.extend_from_slice(start(&id, &user, date).as_bytes());
            return;
        }
        // Writing to memory cannot fail.
        let _ = write!(
            into,
            r#"{{"update_id":{id},"message":{{"message_id":{message},"from":{{"id":{user},"is_bot":false,"first_name":"Марина","last_name":"Ковалёва","username":"marina_{user}","language_code":"ru"}},"chat":{{"id":{user},"first_name":"Марина","last_name":"Ковалёва","username":"marina_{user}","type":"private"}},"date":{date},"text":"Нарисуй рыжего кота в шляпе у окна, за окном идёт дождь, мягкий тёплый свет лампы, акварель, много мелких деталей, вид сбоку. Похоже на https://example.org/cat","entities":[{{"offset":136,"length":23,"type":"url"}}]}}}}"#
        );
    }
}

/// The body of an update that says `/start`; where SQL fills a table, the parts are its own words.
pub(crate) fn start(id: &dyn fmt::Display, user: &dyn fmt::Display, date: u64) -> String {
    format!(
        r#"{{"update_id":{id},"message":{{"message_id":{id},"from":{{"id":{user},"is_bot":false,"first_name":"{MARK}{id}","last_name":"Ковалёва","username":"marina_{user}","language_code":"ru"}},"chat":{{"id":{user},"first_name":"{MARK}{id}","last_name":"Ковалёва","username":"marina_{user}","type":"private"}},"date":{date},"text":"/start","entities":[{{"offset":0,"length":6,"type":"bot_command"}}]}}}}"#
    )
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Writes the whole request that delivers an update; `body` is scratch space.
pub(crate) fn request(target: &Target, id: UpdateId, body: &mut Vec<u8>, into: &mut Vec<u8>) {
    body.clear();
    into.clear();
    target.source.body(id, body);
    let (address, secret, length) = (target.address, &target.secret, body.len());
    // Writing to memory cannot fail.
    let _ = write!(
        into,
        "POST /webhook HTTP/1.1\r\n\
         Host: {address}\r\n\
         Content-Type: application/json\r\n\
         X-Telegram-Bot-Api-Secret-Token: {secret}\r\n\
         Content-Length: {length}\r\n\r\n"
    );
    into.extend_from_slice(body);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use serde_json::Value;

    use super::{People, Source, Target, USERS, UpdateId, request};

    fn update(source: &Source) -> Value {
        let mut body = Vec::new();
        source.body(source.next(), &mut body);
        assert!((550..=850).contains(&body.len()), "{} bytes", body.len());
        serde_json::from_slice(&body).unwrap()
    }

    #[test]
    fn updates_are_messages_with_rising_numbers() {
        let source = Source::new();
        let (first, second) = (update(&source), update(&source));

        let number = |update: &Value| update["update_id"].as_i64().unwrap();
        assert_eq!(number(&second), number(&first) + 1);
        assert_eq!(first["message"]["from"]["id"], first["message"]["chat"]["id"]);
        assert_ne!(first["message"]["from"]["id"], second["message"]["from"]["id"]);
    }

    #[test]
    fn every_user_writes_once_before_anybody_writes_twice() {
        let source = Source::new();
        let user = |_| update(&source)["message"]["from"]["id"].as_i64().unwrap();

        let users: HashSet<i64> = (0..USERS).map(user).collect();

        assert_eq!(users.len() as i64, USERS);
    }

    #[test]
    fn whoever_says_start_is_called_by_the_number_of_the_update() {
        let people = People { first: 70, count: 3 };
        let source = Source::starts(people, UpdateId(900_000_000));
        let mut users = HashSet::new();
        for number in 900_000_000_i64..900_000_003 {
            let mut body = Vec::new();
            source.body(source.next(), &mut body);
            let update: Value = serde_json::from_slice(&body).unwrap();

            assert_eq!(update["update_id"], number);
            assert_eq!(update["message"]["from"]["first_name"], format!("reply-to-{number}"));
            assert_eq!(update["message"]["text"], "/start");
            users.insert(update["message"]["from"]["id"].as_i64().unwrap());
        }
        assert_eq!(users, HashSet::from([70, 71, 72]));
    }

    #[test]
    fn the_entity_covers_the_link() {
        let update = update(&Source::new());
        let (text, entity) = (&update["message"]["text"], &update["message"]["entities"][0]);
        let units: Vec<u16> = text.as_str().unwrap().encode_utf16().collect();
        let at = |key: &str| usize::try_from(entity[key].as_u64().unwrap()).unwrap();

        let link = &units[at("offset")..at("offset") + at("length")];

        assert_eq!(String::from_utf16(link).unwrap(), "https://example.org/cat");
    }

    #[test]
    fn a_request_carries_the_secret_and_the_length_of_its_body() {
        let address = ([127, 0, 0, 1], 80).into();
        let target = Target { address, secret: "word".into(), source: Arc::new(Source::new()) };
        let (mut body, mut bytes) = (vec![1], vec![2]);

        request(&target, target.source.next(), &mut body, &mut bytes);

        let text = String::from_utf8(bytes).unwrap();
        let (head, rest) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("POST /webhook HTTP/1.1\r\nHost: 127.0.0.1:80\r\n"));
        assert!(head.contains("\r\nX-Telegram-Bot-Api-Secret-Token: word\r\n"));
        assert!(head.ends_with(&format!("\r\nContent-Length: {}", rest.len())));
        assert_eq!(rest.as_bytes(), body);
    }
}
