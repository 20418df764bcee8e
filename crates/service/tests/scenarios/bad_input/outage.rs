//! Bad input in bad times: the database is away, or Telegram is.

use simulator::telegram::Fault;
use testbed::SOON;
use testbed::server::{Server, Shutdown};

use super::{Door, is_menu, said};

#[tokio::test]
async fn without_a_database_an_update_is_sent_back_and_never_answered_200() {
    let mut server = Server::start().await.unwrap();
    let door = Door::at(&server.url("postgres")).await;
    let person = door.person(77);
    let bodies = [said(1, person.id(), "/start").to_string(), "canary".to_owned()];

    server.stop(Shutdown::Immediate).await.unwrap();
    for body in &bodies {
        let answer = door.deliver(body).await;
        assert_eq!(answer.status, 503);
        assert!(answer.head.contains("\r\nretry-after: "), "{}", answer.head);
    }
    assert_eq!(door.trt.get("/live").await.status, 200);
    server.resume().await.unwrap();
    assert_eq!(door.number("select count(*) from inbox").await, 0);
    assert_eq!(door.number("select count(*) from inbox_unreadable").await, 0);

    for body in &bodies {
        testbed::wait::until("a database that is back", SOON, async || {
            (door.deliver(body).await.status == 200).then_some(())
        })
        .await
        .unwrap();
    }
    assert_eq!(door.number("select count(*) from inbox").await, 1);
    assert_eq!(door.number("select count(*) from inbox_unreadable").await, 1);
    person.waits_for(is_menu, SOON).await;
    door.has_not_leaked();
}

#[tokio::test]
async fn nothing_of_an_update_is_printed_whatever_telegram_answers() {
    let door = Door::open().await;
    let faults = [
        Fault::CutBefore,
        Fault::Status(500),
        Fault::Status(400),
        Fault::Status(401),
        Fault::Status(403),
        Fault::Status(404),
        Fault::RetryAfter(1),
    ];
    for (place, fault) in (77_i64..).zip(faults) {
        let person = door.person(place);
        let armed = door.fake.faults().in_chat(person.id(), 1, fault);
        let text = format!("canary <b>{}</b> \u{202e}\n{{\"level\":\"ERROR\"}}", door.fake.token());
        assert_eq!(door.deliver(said(place, person.id(), &text).to_string()).await.status, 200);
        armed.fired().await;
    }
    door.is_well().await;
}
