//! What the tally counts, from journals written by hand.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Count, Tally};
use crate::telegram::{Entry, Event, Via};
use crate::world::crowd::nonce;

const ANN: i64 = 7;

struct Journal {
    tally: Tally,
    at: Instant,
    number: usize,
}

impl Journal {
    fn new() -> Self {
        Self { tally: Tally::default(), at: Instant::now(), number: 0 }
    }

    fn writes(&mut self, event: Event) {
        let entry = Entry { number: self.number, at: self.at, event };
        self.number += 1;
        self.tally.reads(&[entry]);
    }

    fn creates(&mut self, update_id: i64, kind: &str) {
        self.writes(Event::Created { update_id, kind: kind.to_owned(), person: Some(ANN) });
    }

    fn says(&mut self, text: &str) {
        self.writes(Event::Called {
            method: "sendMessage".to_owned(),
            chat: Some(ANN),
            params: json!({ "chat_id": ANN, "text": text }),
            applied: true,
            message_id: Some(1),
            status: Some(200),
            answer: json!(null),
            via: Via::Call,
        });
    }

    fn count(&self) -> Count {
        self.tally.count(None)
    }
}

#[test]
fn a_message_is_handled_when_it_is_accepted_and_replied_to_in_any_order() {
    let mut journal = Journal::new();
    journal.creates(1, "message");
    assert_eq!((journal.count().waiting, journal.count().people), (1, 1));

    journal.says("hello");
    assert_eq!((journal.count().waiting, journal.count().handled), (0, 0));
    journal.writes(Event::Accepted { update_id: 1 });

    let count = journal.count();
    assert_eq!((count.accepted, count.handled, count.waiting), (1, 1, 0));
}

#[test]
fn a_message_of_the_crowd_waits_for_its_own_number() {
    let mut journal = Journal::new();
    for (update, turn) in [(1, 1), (2, 2)] {
        journal.creates(update, "message");
        journal.writes(Event::Accepted { update_id: update });
        journal.tally.expects(update, nonce(ANN, turn));
    }

    journal.says(&format!("You wrote {}", nonce(ANN, 2)));
    assert_eq!((journal.count().handled, journal.count().waiting), (1, 1));
    journal.says(&format!("You wrote {}", nonce(ANN, 2)));
    assert_eq!(journal.count().doubled, 1, "the same once more");
    assert_eq!(journal.count().waiting, 1, "and the other one still waits");
}

#[test]
fn a_number_that_was_quoted_before_anybody_told_us_counts_as_well() {
    let mut journal = Journal::new();
    journal.creates(1, "message");
    journal.writes(Event::Accepted { update_id: 1 });
    journal.says("a greeting for somebody new");
    journal.creates(2, "message");
    journal.writes(Event::Accepted { update_id: 2 });
    journal.says(&nonce(ANN, 9));

    journal.tally.expects(2, nonce(ANN, 9));

    assert_eq!((journal.count().handled, journal.count().waiting), (2, 0));
}

#[test]
fn without_a_reply_in_a_long_calm_it_is_lost_and_before_that_it_waits() {
    let mut journal = Journal::new();
    let Some(long_ago) = journal.at.checked_sub(Duration::from_secs(60)) else { return };
    journal.at = long_ago;
    journal.creates(1, "message");
    journal.writes(Event::Accepted { update_id: 1 });

    assert_eq!(journal.tally.count(None).lost, 0, "something is broken");
    assert_eq!(journal.tally.count(Some(Instant::now())).lost, 0, "it was broken until now");
    assert_eq!(journal.tally.count(Some(long_ago)).lost, 1);
    journal.says("here you are, late");
    assert_eq!(journal.tally.count(Some(long_ago)).lost, 0);
}

#[test]
fn the_same_words_are_said_twice_only_with_nothing_asked_in_between() {
    let mut journal = Journal::new();
    for update in [1, 2] {
        journal.creates(update, "message");
        journal.says("Your balance: 10");
    }
    assert_eq!(journal.count().doubled, 0, "it was asked twice");

    journal.says("Your balance: 10");
    assert_eq!(journal.count().doubled, 1);
}

#[test]
fn a_tap_waits_for_its_answer_and_what_nobody_answers_for_its_acceptance() {
    let mut journal = Journal::new();
    journal.creates(1, "callback_query");
    journal.creates(2, "my_chat_member");
    journal.writes(Event::Accepted { update_id: 1 });
    journal.writes(Event::Accepted { update_id: 2 });
    assert_eq!((journal.count().handled, journal.count().waiting), (1, 1));

    let within = Duration::from_millis(5);
    journal.writes(Event::Answered { update_id: 1, text: None, via: Via::Call, within });

    assert_eq!((journal.count().handled, journal.count().waiting), (2, 0));
    journal.creates(3, "message");
    journal.writes(Event::Expired { update_id: 3 });
    assert_eq!(journal.count().waiting, 0);
}
