//! The window, row by row.

use std::collections::BTreeSet;

use domain::{ChatId, OutboxId};
use store::outbox::Line;
use store::{OnDoubt, Outgoing, Priority, Standpoint, Target};

use super::{Chats, MOST_LINES, MOST_WALKED};

const ANSWERS: Line = Line::Answers;
const RESULTS: Line = Line::Results;
const NEWS: Line = Line::News;

fn row(chat: i64, line: Line, id: i64) -> Outgoing {
    Outgoing {
        id: OutboxId::new(id),
        chat: ChatId::new(chat),
        line,
        priority: Priority::Answer,
        on_doubt: OnDoubt::Again,
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

fn edit(id: i64, edits: i64, revision: i32) -> Outgoing {
    let target = Target { id: OutboxId::new(edits), message: None, is_open: false };
    Outgoing { target: Some(target), revision, ..row(1, RESULTS, id) }
}

/// Chats of which these rows were read.
fn read(rows: Vec<Outgoing>) -> Chats {
    let mut chats = Chats::default();
    let ids: BTreeSet<i64> = rows.iter().map(|row| row.chat.get()).collect();
    assert!(ids.into_iter().all(|id| chats.hint(ChatId::new(id), MOST_LINES)));
    let asked = chats.take_unread();
    chats.read(&asked, rows);
    chats
}

fn taken(chats: &mut Chats) -> Option<i64> {
    chats.next().and_then(|handed| handed.head).map(|row| row.id.get())
}

/// The head that is handed out next, and what it makes superfluous.
fn handed(chats: &mut Chats) -> (Option<i64>, Vec<i64>) {
    let handed = chats.next().unwrap();
    let superseded = handed.superseded.into_iter().map(OutboxId::get).collect();
    (handed.head.map(|row| row.id.get()), superseded)
}

#[test]
fn a_line_hands_out_one_row_at_a_time_in_order() {
    let (one, two) = ((ChatId::new(1), ANSWERS), (ChatId::new(2), ANSWERS));
    let mut chats = read(vec![row(1, ANSWERS, 10), row(1, ANSWERS, 11), row(2, ANSWERS, 12)]);

    assert_eq!((taken(&mut chats), taken(&mut chats)), (Some(10), Some(12)));
    assert_eq!(taken(&mut chats), None, "both heads are in hand");
    chats.ended(one);
    assert_eq!(taken(&mut chats), Some(11));
    chats.ended(one);
    chats.ended(two);
    assert_eq!(chats.len(), 0, "what is empty is forgotten");
}

#[test]
fn a_result_in_hand_holds_up_no_answer_and_no_answer_a_result() {
    let mut chats = read(vec![
        row(1, RESULTS, 10),
        row(1, ANSWERS, 11),
        row(1, RESULTS, 12),
        row(1, ANSWERS, 13),
    ]);
    let mut heads = [taken(&mut chats), taken(&mut chats)];
    heads.sort();
    assert_eq!((heads, taken(&mut chats)), ([Some(10), Some(11)], None));

    chats.ended((ChatId::new(1), ANSWERS));
    assert_eq!((taken(&mut chats), taken(&mut chats)), (Some(13), None), "the result is in hand");
    chats.reload((ChatId::new(1), RESULTS));
    assert_eq!(chats.take_unread(), [(ChatId::new(1), RESULTS)], "the other line is as it was");
}

#[test]
fn a_hint_while_the_head_is_in_hand_is_not_lost() {
    let one = ChatId::new(1);
    let mut chats = read(vec![row(1, ANSWERS, 10), row(1, RESULTS, 11)]);
    assert!(taken(&mut chats).is_some() && taken(&mut chats).is_some());

    chats.hint(one, MOST_LINES);
    assert_eq!(chats.take_unread(), [(one, NEWS)], "not while their heads are in hand");
    chats.ended((one, ANSWERS));
    assert_eq!(chats.take_unread(), [(one, ANSWERS)]);
    chats.ended((one, RESULTS));
    assert_eq!(chats.take_unread(), [(one, RESULTS)]);
}

#[test]
fn of_several_edits_of_one_message_the_highest_revision_is_said() {
    let rows = vec![edit(10, 5, 1), edit(11, 6, 1), edit(12, 5, 3), edit(13, 5, 2)];
    let mut chats = read(rows);

    assert_eq!(handed(&mut chats), (Some(11), vec![10, 13]));
    chats.ended((ChatId::new(1), RESULTS));
    assert_eq!(handed(&mut chats), (Some(12), vec![]));
}

#[test]
fn of_equal_revisions_the_one_that_was_written_last_is_said() {
    let mut chats = read(vec![edit(10, 5, 0), edit(12, 5, 0), edit(13, 5, 0)]);

    assert_eq!(handed(&mut chats), (Some(13), vec![10, 12]));
}

#[test]
fn an_edit_is_not_said_after_a_later_one_that_was_not_read() {
    let outdated = Outgoing { is_outdated: true, ..edit(10, 5, 1) };
    let mut chats = read(vec![outdated.clone(), row(1, RESULTS, 11)]);
    assert_eq!(handed(&mut chats), (Some(11), vec![10]));

    let mut alone = read(vec![outdated]);
    assert_eq!(handed(&mut alone), (None, vec![10]), "and then the line is read again");
}

#[test]
fn what_is_being_sent_is_never_superseded() {
    let attempt = uuid::Uuid::new_v4();
    let sending = Standpoint::Sending { epoch: 1, attempt };
    let mut chats = read(vec![Outgoing { standpoint: sending, ..edit(10, 5, 1) }, edit(11, 5, 2)]);

    assert_eq!(handed(&mut chats), (Some(10), vec![]));
}

#[test]
fn an_edit_that_waits_for_the_other_line_is_read_again_when_that_goes_on() {
    let (answers, results) = ((ChatId::new(1), ANSWERS), (ChatId::new(1), RESULTS));
    let rows = || vec![row(1, ANSWERS, 10), edit(11, 10, 1)];
    let in_hand = || {
        let mut chats = read(rows());
        assert!(taken(&mut chats).is_some() && taken(&mut chats).is_some());
        chats
    };

    let mut chats = in_hand();
    chats.held_up(results);
    assert!(chats.take_unread().is_empty(), "nobody looks as long as nothing happens");
    assert_eq!(taken(&mut chats), None);
    chats.ended(answers);
    assert_eq!(chats.take_unread(), [results]);

    let mut chats = in_hand();
    chats.ended(answers);
    chats.held_up(results);
    assert_eq!(chats.take_unread(), [results], "it went on while the edit looked");

    let mut chats = in_hand();
    chats.held_up(results);
    chats.hint(ChatId::new(1), MOST_LINES);
    let news = (ChatId::new(1), NEWS);
    assert_eq!(chats.take_unread(), [results, news], "a walk comes by");
}

#[test]
fn the_window_is_bounded() {
    let mut chats = Chats::default();
    let hinted = (0..5_000).filter(|id| chats.hint(ChatId::new(*id), MOST_WALKED)).count();

    assert_eq!((hinted, chats.len()), (MOST_WALKED / 3, MOST_WALKED));
    assert!(chats.hint(ChatId::new(0), MOST_WALKED), "one that is held needs no room");
    assert!(chats.hint(ChatId::new(-1), MOST_LINES), "an answer finds room");
}
