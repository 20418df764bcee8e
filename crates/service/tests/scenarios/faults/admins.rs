//! What only admins may do, tried by everybody else in every way there is.
//!
//! | who | where from |
//! | --- | --- |
//! | a plain person | in private |
//! | a plain person with the admin's name, username and looks | in private |
//! | a plain person who forwards what the admin wrote | in private |
//! | a plain person | in a group |
//! | somebody who speaks as a group or a channel (`sender_chat`) | in a group |
//! | the admin | in a group that is not the operators' |
//!
//! Each tries every command and every tap. Nothing is written about it, and what the admin had begun
//! still waits, so that the admin can finish it in private.

use serde_json::{Value, json};
use simulator::telegram::Bubble;
use simulator::world::{PATIENCE, World};
use tokio_postgres::Client;

use super::stories::unharmed::{is_unharmed, number};
use crate::generations::studio::{ADMIN, build, newest, says, somebody};

/// A group that nobody told the program about, and the one of the operators.
const GROUP: i64 = -1_001_000_000_001;
const OPERATORS: &str = "-1001000000002";

/// Telegram's own account for those who speak as the group.
const ANONYMOUS: i64 = 1_087_968_824;

/// Somebody who tries what they may not.
struct Intruder {
    what: &'static str,
    from: Value,
    chat: Value,
    more: Value,
}

#[tokio::test]
async fn what_only_admins_may_do_is_refused_to_everybody_else_in_every_way() {
    let world = build().instances(1).variable("ADMIN_CHAT_ID", OPERATORS).start().await;
    let ann = somebody(&world, "Ann", 0).await;
    let stranger = somebody(&world, "Eve", 0).await;
    world.telegram.group(GROUP, "A group");
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    admin.starts("").await;
    let question = asks(&world, ann.id()).await;
    world.ends_well().await;
    let witness = testbed::server::connect(&world.database_url()).await.unwrap();
    let before = state(&witness).await;

    let data = |label: &str| question.button(label).and_then(|button| button.data.clone()).unwrap();
    let taps = [data("Confirm"), data("Cancel")];
    let commands = [
        "/admin".to_owned(),
        format!("/admin adjust {} 1000 for me", stranger.id()),
        format!("/admin@trt_fake_bot adjust {} 1000 for me", stranger.id()),
        format!("/ADMIN adjust {} 1000 for me", stranger.id()),
        "/admin anything".to_owned(),
    ];
    for intruder in intruders(stranger.id()) {
        for command in &commands {
            stranger.sends_raw(intruder.says(command)).await.accepted().await;
        }
        for tap in &taps {
            stranger.sends_raw(intruder.taps(tap, &question)).await.accepted().await;
        }
        world.ends_well().await;
        assert_eq!(state(&witness).await, before, "{} did something", intruder.what);
    }
    let told = format!("{:?}", stranger.chat());
    assert!(!told.contains("adjust"), "a stranger was told about it: {told}");

    admin.taps_on(question.message_id, &taps[0]).await.answered().await;
    ann.waits_for(says("Support added"), PATIENCE).await;
    world.ends_well().await;
    let after = state(&witness).await;
    assert_eq!((after.transfers, after.logged), (before.transfers + 1, 1), "in private it works");
    is_unharmed(&world).await;
}

/// The admin begins a correction and sees the question.
async fn asks(world: &World, person: i64) -> Bubble {
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let before = newest(&admin);
    admin.says(&format!("/admin adjust {person} 10 a gift")).await;
    let is_question =
        |bubble: &Bubble| bubble.message_id > before && bubble.button("Confirm").is_some();
    admin.waits_for(is_question, PATIENCE).await
}

/// What must not have changed.
#[derive(Debug, PartialEq, Eq)]
struct Books {
    transfers: i64,
    logged: i64,
    balances: i64,
    /// The admin's question still waits.
    waits: i64,
}

async fn state(witness: &Client) -> Books {
    let waits = format!(
        "select count(*) from conversations where person_id = {ADMIN} and state::text like '%djust%'"
    );
    Books {
        transfers: number(witness, "select count(*) from transfers").await,
        logged: number(witness, "select count(*) from audit_log").await,
        balances: number(
            witness,
            "select coalesce(sum(abs(balance)), 0)::bigint from accounts where person_id is not null",
        )
        .await,
        waits: number(witness, &waits).await,
    }
}

fn intruders(stranger: i64) -> Vec<Intruder> {
    let person = |id: i64| json!({ "id": id, "is_bot": false, "first_name": "Eve" });
    let alike = json!({
        "id": stranger, "is_bot": false, "first_name": "Ada", "username": "ada", "language_code": "en",
    });
    let group = json!({ "id": GROUP, "type": "supergroup", "title": "A group" });
    let private = json!({ "id": stranger, "type": "private", "first_name": "Eve" });
    let nobody = json!({
        "id": ANONYMOUS, "is_bot": true, "first_name": "Group", "username": "GroupAnonymousBot",
    });
    let forwarded = json!({
        "forward_origin": { "type": "user", "date": 1, "sender_user": person(ADMIN) },
        "forward_from": person(ADMIN),
    });
    let intruder = |what, from: &Value, chat: &Value, more: Value| Intruder {
        what,
        from: from.clone(),
        chat: chat.clone(),
        more,
    };
    let channel = json!({ "sender_chat": { "id": ADMIN, "type": "channel", "title": "Ada" } });
    vec![
        intruder("a plain person", &person(stranger), &private, json!({})),
        intruder("a look-alike", &alike, &private, json!({})),
        intruder("who forwards", &person(stranger), &private, forwarded),
        intruder("a plain person in a group", &person(stranger), &group, json!({})),
        intruder("who speaks as the group", &nobody, &group, json!({ "sender_chat": group })),
        intruder("who speaks as a channel", &person(stranger), &group, channel),
        intruder("the admin in a group", &person(ADMIN), &group, json!({})),
    ]
}

impl Intruder {
    fn says(&self, text: &str) -> Value {
        let length = text.split(' ').next().unwrap_or_default().len();
        let mut message = json!({
            "message_id": 500,
            "date": 1,
            "from": self.from,
            "chat": self.chat,
            "text": text,
            "entities": [{ "type": "bot_command", "offset": 0, "length": length }],
        });
        let (fields, more) = (message.as_object_mut().unwrap(), self.more.as_object().unwrap());
        fields.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
        json!({ "message": message })
    }

    /// A tap on the admin's own question, as if it stood in this chat.
    fn taps(&self, data: &str, question: &Bubble) -> Value {
        let mut message = question.raw.clone();
        message["chat"] = self.chat.clone();
        json!({
            "callback_query": {
                "id": "4711",
                "from": self.from,
                "message": message,
                "chat_instance": "1",
                "data": data,
            },
        })
    }
}
