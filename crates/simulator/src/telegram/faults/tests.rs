//! Which fault fires on what.

use super::{Armed, Concern, DeliveryFault, Duration, Fault, FaultBoard};

fn calls(method: Option<&str>, chat: Option<i64>, fault: Fault) -> Concern {
    Concern::Calls { method: method.map(str::to_owned), chat, fault }
}

fn fault(fired: Option<(Fault, Armed)>) -> Option<Fault> {
    fired.map(|(fault, _)| fault)
}

#[test]
fn a_fault_fires_only_on_what_it_concerns_and_only_so_often() {
    let mut board = FaultBoard::new(Duration::ZERO);
    board.0.arm(calls(Some("sendMessage"), Some(7), Fault::CutAfter), 1);

    assert_eq!(fault(board.on_call("getMe", Some(7))), None);
    assert_eq!(fault(board.on_call("sendMessage", Some(8))), None);
    assert_eq!(board.never_fired().len(), 1);
    assert_eq!(fault(board.on_call("sendmessage", Some(7))), Some(Fault::CutAfter));
    assert_eq!(fault(board.on_call("sendMessage", Some(7))), None);
    assert!(board.never_fired().is_empty());
}

#[test]
fn only_a_cut_within_concerns_an_upload_that_is_coming_in() {
    let mut board = FaultBoard::new(Duration::ZERO);
    board.0.arm(calls(Some("sendPhoto"), None, Fault::CutBefore), 1);
    board.0.arm(calls(Some("sendPhoto"), Some(7), Fault::CutWithin), 1);

    assert!(!board.on_upload("sendPhoto", Some(8)));
    assert!(board.on_upload("sendphoto", Some(7)));
    assert!(!board.on_upload("sendPhoto", Some(7)));
    assert_eq!(fault(board.on_call("sendPhoto", Some(7))), Some(Fault::CutBefore));
}

#[test]
fn a_download_is_concerned_only_by_its_name() {
    let mut board = FaultBoard::new(Duration::ZERO);
    board.0.arm(calls(None, None, Fault::CutAfter), 1);
    assert_eq!(fault(board.on_download("download")), None);
    board.0.arm(calls(Some("download"), None, Fault::Status(500)), 1);
    assert_eq!(fault(board.on_download("download")), Some(Fault::Status(500)));
}

#[test]
fn faults_of_deliveries_leave_calls_alone() {
    let mut board = FaultBoard::new(Duration::ZERO);
    board.0.arm(Concern::Deliveries(DeliveryFault::Duplicate), 1);

    assert_eq!(fault(board.on_call("getMe", None)), None);
    assert!(!board.on_delivery(DeliveryFault::Reorder));
    assert!(board.on_delivery(DeliveryFault::Duplicate));
    assert!(!board.on_delivery(DeliveryFault::Duplicate));
}
