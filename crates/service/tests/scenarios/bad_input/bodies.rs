//! What stands in a body.

use std::sync::Arc;

use serde_json::json;
use simulator::telegram::{Bubble, Person};
use testbed::SOON;
use tokio::task::JoinSet;

use super::{Door, is_menu, said, user};

/// Where something is put that a JSON value cannot hold.
const HERE: &str = "canary-here";

fn offers(bubble: &Bubble) -> bool {
    bubble.is_from_bot() && bubble.buttons.iter().flatten().any(|button| is_offer(&button.data))
}

fn is_offer(data: &Option<String>) -> bool {
    data.as_deref().is_some_and(|data| data.starts_with("offer:"))
}

fn nested() -> String {
    format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))
}

#[tokio::test]
async fn a_hundred_thousand_nested_arrays_cost_only_the_member_they_are_in() {
    let door = Door::open().await;
    let (ann, bob) = (door.person(77), door.person(78));
    let mut beside = said(1, ann.id(), "canary");
    beside["message"]["odd"] = HERE.into();
    let instead = said(2, bob.id(), HERE);
    for update in [beside, instead] {
        let body = update.to_string().replace(&format!("\"{HERE}\""), &nested());
        assert_eq!(door.deliver(body).await.status, 200);
    }
    let bare = format!("{{\"update_id\":3,\"message\":{}}}", nested());
    assert_eq!(door.deliver(bare).await.status, 200);

    ann.waits_for(offers, SOON).await;
    bob.waits_for(Bubble::is_from_bot, SOON).await;
    door.is_idle().await;
    door.is_well().await;
}

#[tokio::test]
async fn what_has_no_number_is_kept_once_and_answered_200() {
    let door = Door::open().await;
    let nested = nested();
    let bodies: [&[u8]; 10] = [
        // First, for of repeated lines only the first is printed, and it may not leak.
        b"canary",
        b"",
        b"{\"update_id\":1,\"message\":\"canary\"",
        b"\"canary\"",
        b"[{\"update_id\":1}]",
        b"null",
        b"{\"message\":{\"text\":\"canary\"}}",
        b"{\"update_id\":9223372036854775808,\"message\":{\"text\":\"canary\"}}",
        b"\xff\xfe\x00canary",
        nested.as_bytes(),
    ];
    for body in bodies {
        for _ in 0..2 {
            let answer = door.deliver(body).await;
            assert_eq!((answer.status, answer.body.as_str()), (200, ""));
        }
    }
    let kept = "select count(*) from inbox_unreadable where seen = 2";
    assert_eq!(door.number(kept).await, 10);
    let seen = "select sum(seen)::bigint from inbox_unreadable";
    assert_eq!(door.number(seen).await, 20);
    assert_eq!(door.number("select count(*) from inbox").await, 0);
    door.is_well().await;
}

#[tokio::test]
async fn an_update_of_an_unknown_kind_is_handled_without_a_word() {
    let door = Door::open().await;
    let odd = [
        json!({ "update_id": 1 }),
        json!({ "update_id": 2, "brand_new": { "from": user(77), "text": "canary" } }),
        json!({ "update_id": 3, "message": "canary" }),
        json!({ "update_id": 4, "message": { "text": "canary" } }),
        json!({ "update_id": 5, "callback_query": { "data": "canary" } }),
        json!({ "update_id": i64::MAX, "": { "chat": { "id": "canary" } } }),
    ];
    for update in &odd {
        let answer = door.deliver(update.to_string()).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, ""), "{update}");
    }
    door.is_idle().await;

    assert_eq!(door.number("select count(*) from inbox where state = 1").await, 6);
    assert_eq!(door.number("select count(*) from outbox").await, 0);
    door.is_well().await;
}

#[tokio::test]
async fn nul_and_lone_surrogates_in_a_text_are_answered() {
    let door = Door::open().await;
    let texts = [
        r"canary\u0000",
        r"\u0000canary\u0000",
        r"canary \ud800 and \udfff",
        r"\ude00\ud83d canary",
        r"canary \u202e \uffff \u0007",
        r"\u0000",
        r"\ud800",
    ];
    for (place, text) in (77_i64..).zip(texts) {
        let person = door.person(place);
        let body = said(place, person.id(), HERE).to_string().replace(HERE, text);
        assert_eq!(door.deliver(body).await.status, 200, "{text}");

        let reply = person.waits_for(Bubble::is_from_bot, SOON).await;
        assert_eq!(reply.text.contains("canary"), text.contains("canary"), "{reply:?}");
        assert!(!reply.text.contains('\0'));
    }
    door.is_well().await;
}

#[tokio::test]
async fn markup_in_a_name_is_shown_as_it_is_written() {
    let door = Door::open().await;
    let endless = "<&\"".repeat(64 * 1024 / 3);
    let names = [
        ("<b>Ann</b>", "&lt;b&gt;Ann&lt;/b&gt;"),
        ("Tom & 'Ann' \"Lee\"", "Tom &amp; 'Ann' &quot;Lee&quot;"),
        ("&lt;i&gt;", "&amp;lt;i&amp;gt;"),
        (
            "<a href=\"tg://user?id=1\">x</a>",
            "&lt;a href=&quot;tg://user?id=1&quot;&gt;x&lt;/a&gt;",
        ),
        ("</b><script>", "&lt;/b&gt;&lt;script&gt;"),
        (endless.as_str(), "&lt;&amp;&quot;&lt;&amp;&quot;"),
    ];
    for (place, (name, shown)) in (77_i64..).zip(names) {
        let person = door.person(place);
        let mut update = said(place, person.id(), "/start");
        update["message"]["from"]["first_name"] = name.into();
        assert_eq!(door.deliver(update.to_string()).await.status, 200);

        let menu = person.waits_for(is_menu, SOON).await;
        assert!(menu.html.contains(shown), "{}", menu.html);
        let beginning: String = name.chars().take(64).collect();
        assert!(menu.text.contains(&beginning), "{}", menu.text);
    }
    door.is_well().await;
}

#[tokio::test]
async fn poison_costs_its_hundred_neighbours_nothing() {
    let door = Arc::new(Door::open().await);
    let people: Vec<_> = (5_000..5_100).map(|id| door.person(id)).collect();
    let nested = nested();
    let text = |text: &str| format!("{{\"update_id\":1,\"message\":{{\"text\":{text}}}}}");
    let poison = [
        text(&nested),
        text("\"\\u0000\\ud800\""),
        "{\"update_id\":9223372036854775807}".to_owned(),
        "{\"update_id\":-9223372036854775808}".to_owned(),
        "{\"update_id\":2,\"message\":{\"from\":{\"id\":9223372036854775807}}}".to_owned(),
        "canary".to_owned(),
        String::new(),
    ];
    let good = people.iter().map(|person| said(person.id(), person.id(), "/start").to_string());
    let mut deliveries = JoinSet::new();
    for (place, body) in good.enumerate() {
        // Each tenth neighbour has all the poison beside it.
        let company = if place % 10 == 5 { poison.as_slice() } else { &[] };
        for body in company.iter().cloned().chain([body]) {
            let door = Arc::clone(&door);
            deliveries.spawn(async move { door.deliver(body).await.status });
        }
    }
    assert!(deliveries.join_all().await.iter().all(|status| *status == 200));

    for person in &people {
        person.waits_for(is_menu, SOON).await;
    }
    door.is_idle().await;
    let stored = "select count(*) from inbox where state = 1 and update_id between 5000 and 5099";
    assert_eq!(door.number(stored).await, 100);
    door.is_well().await;
}

/// Nothing that Telegram sends is refused by the table; should something be one day, it goes alone.
#[tokio::test]
async fn a_row_that_the_table_refuses_costs_its_neighbours_nothing() {
    const REFUSED: i64 = 6_050;
    let door = Arc::new(Door::open().await);
    let refuse = format!("alter table inbox add constraint odd check (update_id <> {REFUSED})");
    door.client().await.batch_execute(&refuse).await.unwrap();
    let people: Vec<_> = (6_000..6_100).map(|id| door.person(id)).collect();
    let mut deliveries = JoinSet::new();
    for id in people.iter().map(Person::id) {
        // Each tenth neighbour has the refused one beside it.
        let company = [REFUSED, id];
        for id in company.into_iter().skip(usize::from(id % 10 != 5)) {
            let door = Arc::clone(&door);
            let body = said(id, id, "/start").to_string();
            deliveries.spawn(async move { (id, door.deliver(body).await.status) });
        }
    }

    for (id, status) in deliveries.join_all().await {
        assert_eq!(status, if id == REFUSED { 503 } else { 200 }, "{id}");
    }
    for person in people.iter().filter(|person| person.id() != REFUSED) {
        person.waits_for(is_menu, SOON).await;
    }
    door.is_idle().await;
    door.client().await.batch_execute("alter table inbox drop constraint odd").await.unwrap();
    let again = door.deliver(said(REFUSED, REFUSED, "/start").to_string()).await;
    assert_eq!(again.status, 200);
    door.person(REFUSED).waits_for(is_menu, SOON).await;
    door.is_well().await;
}
