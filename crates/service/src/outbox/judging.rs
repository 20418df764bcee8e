//! What Telegram's answer means for a row: pure.

use std::time::Duration;

use store::{Ending, OnDoubt, Outgoing};
use telegram::client::{CallError, Reply};
use telegram::request::{Repeats, Request};

/// Tried this often with pauses of up to a minute, a row has been tried for a day.
const MOST_TRIES: i16 = 1_440;

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// When nobody listens to us, there is no hurry.
const REFUSED_PAUSE: Duration = Duration::from_secs(30);

const LONGEST_PROBLEM: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judgement {
    /// Nothing more: this is the end of the attempt.
    End(Ending),
    /// The same in another form, in the same attempt.
    Instead(Request),
}

pub(super) fn judge(
    outcome: Result<Reply, CallError>,
    request: &Request,
    row: &Outgoing,
) -> Judgement {
    let error = match outcome {
        Ok(reply) => return Judgement::End(made(&reply, row)),
        Err(error) => error,
    };
    let problem = said(&error.to_string());
    match error {
        CallError::RetryAfter(wait) => end_again(row, wait, problem),
        CallError::NotSent(_) => end_again(row, pause(row.attempts), problem),
        CallError::Conflict(_) | CallError::Unauthorized => end_again(row, REFUSED_PAUSE, problem),
        CallError::Unknown(_) => in_doubt(request, row, problem),
        CallError::Harmless(_) => Judgement::End(Ending::Sent(None)),
        CallError::Gone(_) if row.chat.get() > 0 => Judgement::End(Ending::Parked),
        CallError::Migrated(chat) if request.chat() != Some(chat) => {
            Judgement::Instead(request.moved_to(chat))
        }
        CallError::NotParsed => match request.as_plain() {
            Some(plain) => Judgement::Instead(plain),
            None => Judgement::End(Ending::Dead(problem)),
        },
        CallError::FileRefused(_) => match request.as_document() {
            Some(document) => Judgement::Instead(document),
            None => Judgement::End(Ending::Dead(problem)),
        },
        // What cannot be taken away any more is left where it is: somebody was quicker, or it is too old.
        CallError::MessageMissing | CallError::Refused { .. } if request.is_deletion() => {
            Judgement::End(Ending::Sent(None))
        }
        CallError::MessageMissing => {
            let anew = request.as_send();
            if anew == *request {
                Judgement::End(Ending::Dead(problem))
            } else {
                Judgement::Instead(anew)
            }
        }
        CallError::Gone(_) | CallError::Migrated(_) | CallError::Refused { .. } => {
            Judgement::End(Ending::Dead(problem))
        }
    }
}

/// It was made. What carries a result has delivered it, and Telegram keeps copies.
fn made(reply: &Reply, row: &Outgoing) -> Ending {
    match row.generation {
        None => Ending::Sent(reply.message_id()),
        Some(_) => {
            let copies = reply.files().into_iter().map(|file| file.file_id);
            Ending::Delivered(reply.message_id(), copies.collect())
        }
    }
}

/// It may have been made. What may be repeated is; what may not depends on the row's own rule.
fn in_doubt(request: &Request, row: &Outgoing, problem: String) -> Judgement {
    match (request.repeats(), row.on_doubt) {
        (Repeats::Safe, _) | (Repeats::Ambiguous, OnDoubt::Again) => {
            end_again(row, pause(row.attempts), problem)
        }
        (Repeats::Ambiguous, OnDoubt::Never) => Judgement::End(Ending::Doubtful(problem)),
    }
}

fn end_again(row: &Outgoing, after: Duration, problem: String) -> Judgement {
    Judgement::End(if row.attempts >= MOST_TRIES {
        Ending::Dead(problem)
    } else {
        Ending::Again { after, problem }
    })
}

/// Half a second, then twice as long each time.
fn pause(attempts: i16) -> Duration {
    let doublings = u32::try_from(attempts).unwrap_or_default().min(10);
    (FIRST_PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE)
}

/// Words for the row: without what PostgreSQL does not take, and not too many.
fn said(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_PROBLEM).collect()
}

#[cfg(test)]
mod tests {
    use domain::{ChatId, MessageId, OutboxId};
    use store::outbox::Line;
    use store::{Priority, Standpoint};
    use telegram::client::{Gone, Harmless};
    use telegram::request::{File, Keyboard};

    use super::{
        CallError, Duration, Ending, Judgement, LONGEST_PAUSE, MOST_TRIES, OnDoubt, Outgoing,
        Request, judge, pause,
    };

    const CHAT: ChatId = ChatId::new(7);

    fn row(on_doubt: OnDoubt) -> Outgoing {
        Outgoing {
            id: OutboxId::new(1),
            chat: CHAT,
            line: Line::Answers,
            priority: Priority::Answer,
            on_doubt,
            standpoint: Standpoint::Ready,
            target: None,
            revision: 0,
            is_outdated: false,
            attempts: 0,
            wait_ms: 0,
            generation: None,
            body: Vec::new(),
        }
    }

    fn message() -> Request {
        Request::send_message(CHAT, "<b>hello</b>", &Keyboard::new(Vec::new()))
    }

    fn edit() -> Request {
        let message = Some(MessageId::new(5));
        Request::edit_text(CHAT, message, "hello", &Keyboard::new(Vec::new()))
    }

    fn unknown() -> CallError {
        CallError::Unknown("cut".to_owned())
    }

    #[test]
    fn an_ambiguous_send_follows_the_rule_of_its_row() {
        let again = judge(Err(unknown()), &message(), &row(OnDoubt::Again));
        assert!(matches!(again, Judgement::End(Ending::Again { .. })));

        let never = judge(Err(unknown()), &message(), &row(OnDoubt::Never));
        assert!(matches!(never, Judgement::End(Ending::Doubtful(_))), "an invoice is not repeated");

        let edit = judge(Err(unknown()), &edit(), &row(OnDoubt::Never));
        assert!(matches!(edit, Judgement::End(Ending::Again { .. })), "an edit may be repeated");
    }

    #[test]
    fn what_was_surely_not_sent_is_sent_again_whatever_the_rule() {
        for error in [
            CallError::NotSent("refused".to_owned()),
            CallError::RetryAfter(Duration::from_secs(30)),
            CallError::Unauthorized,
        ] {
            let judged = judge(Err(error), &message(), &row(OnDoubt::Never));
            assert!(matches!(judged, Judgement::End(Ending::Again { .. })), "{judged:?}");
        }
    }

    #[test]
    fn telegrams_own_pause_is_obeyed_exactly() {
        let wait = Duration::from_secs(30);
        let judged = judge(Err(CallError::RetryAfter(wait)), &message(), &row(OnDoubt::Again));
        let Judgement::End(Ending::Again { after, .. }) = judged else { panic!("{judged:?}") };
        assert_eq!(after, wait);
    }

    #[test]
    fn markup_that_telegram_does_not_take_is_sent_as_plain_text_once() {
        let judged = judge(Err(CallError::NotParsed), &message(), &row(OnDoubt::Again));
        let Judgement::Instead(plain) = judged else { panic!("{judged:?}") };
        assert!(!String::from_utf8(plain.to_bytes()).unwrap().contains("<b>"));

        let judged = judge(Err(CallError::NotParsed), &plain, &row(OnDoubt::Again));
        assert!(matches!(judged, Judgement::End(Ending::Dead(_))), "{judged:?}");
    }

    #[test]
    fn a_file_that_telegram_does_not_take_is_sent_as_a_document_once() {
        let refused = || CallError::FileRefused("PHOTO_INVALID_DIMENSIONS".to_owned());
        let file = File::Attached("f0".to_owned());
        let photo = Request::send_photo(CHAT, &file, "", &Keyboard::NONE);

        let judged = judge(Err(refused()), &photo, &row(OnDoubt::Again));
        let Judgement::Instead(document) = judged else { panic!("{judged:?}") };
        assert_eq!(document, Request::send_document(CHAT, &file, "", &Keyboard::NONE));

        let judged = judge(Err(refused()), &document, &row(OnDoubt::Again));
        assert!(matches!(judged, Judgement::End(Ending::Dead(_))), "{judged:?}");
    }

    #[test]
    fn an_edit_of_a_message_that_is_gone_becomes_a_message() {
        let judged = judge(Err(CallError::MessageMissing), &edit(), &row(OnDoubt::Again));
        let Judgement::Instead(anew) = judged else { panic!("{judged:?}") };
        assert_eq!(anew, edit().as_send());
    }

    #[test]
    fn a_message_that_is_gone_or_too_old_needs_not_be_taken_away() {
        let delete = Request::delete_message(CHAT, Some(MessageId::new(5)));
        let refused =
            CallError::Refused { code: 400, description: "MESSAGE_DELETE_FORBIDDEN".to_owned() };
        for error in [CallError::MessageMissing, refused] {
            let judged = judge(Err(error), &delete, &row(OnDoubt::Again));
            assert_eq!(judged, Judgement::End(Ending::Sent(None)));
        }
        let judged = judge(Err(unknown()), &delete, &row(OnDoubt::Never));
        assert!(matches!(judged, Judgement::End(Ending::Again { .. })), "it may be repeated");
    }

    #[test]
    fn a_person_who_blocked_the_bot_keeps_what_waits_for_them() {
        let judged = judge(Err(CallError::Gone(Gone::Blocked)), &message(), &row(OnDoubt::Again));
        assert_eq!(judged, Judgement::End(Ending::Parked));

        let group = Outgoing { chat: ChatId::new(-7), ..row(OnDoubt::Again) };
        let judged = judge(Err(CallError::Gone(Gone::Kicked)), &message(), &group);
        assert!(matches!(judged, Judgement::End(Ending::Dead(_))), "a group has no way back");
    }

    #[test]
    fn what_makes_no_difference_counts_as_said() {
        for harmless in [Harmless::NotModified, Harmless::QueryTooOld] {
            let judged = judge(Err(CallError::Harmless(harmless)), &edit(), &row(OnDoubt::Again));
            assert_eq!(judged, Judgement::End(Ending::Sent(None)));
        }
    }

    #[test]
    fn pauses_grow_to_a_minute_and_tries_end_after_a_day() {
        assert_eq!(pause(0), Duration::from_millis(500));
        assert_eq!((pause(3), pause(30)), (Duration::from_secs(4), LONGEST_PAUSE));
        let tired = Outgoing { attempts: MOST_TRIES, ..row(OnDoubt::Again) };
        let judged = judge(Err(unknown()), &message(), &tired);
        assert!(matches!(judged, Judgement::End(Ending::Dead(_))));
    }
}
