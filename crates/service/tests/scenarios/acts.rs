//! Every act of an admin in real processes: done once by who is an admin, and by nobody who was one.
//!
//! The list is the enum itself: an act without its line in [`ways`] and in [`twice`] does not compile. Who was an admin
//! until the last deploy has buttons and questions of then; they tap them, type every command, and forward what an
//! admin wrote.

mod office;
mod twice;

use dialogue::{AdminTap, BroadcastTap, DeadKey, GenerationAction, GrowthTap, Mark, PauseForm};
use dialogue::{TalkTap, Tap, TransferTap};
use domain::catalogue::ModelKey;
use domain::promo::PromoCode;
use domain::{AdminAction, BroadcastId, GenerationId, PersonId, TransferId};
use serde_json::{Value, json};
use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};

use crate::generations::studio::{ADMIN, Books, build, newest, says, somebody};

/// Who was an admin until the deploy, and where admins work together.
const FORMER: i64 = 9;
const OFFICE: i64 = -1_001_000_000_014;

/// What there is to do something with.
struct Things {
    ann: i64,
    /// The question that the former admin was asked, and its button.
    question: Bubble,
    epoch: i64,
}

/// How an act is done: the buttons that do it, and the words.
fn ways(action: AdminAction, things: &Things) -> (Vec<String>, Vec<String>) {
    let ann = things.ann;
    let (person, order) = (PersonId::new(ann), GenerationId::new(1));
    let key = || ModelKey::new("z-image").unwrap();
    let tap = |tap: AdminTap| vec![Tap::Admin(tap).encode()];
    let cast = |tap| vec![Tap::Talk(TalkTap::Broadcast(BroadcastId::new(1), tap)).encode()];
    let made = |what| vec![Tap::Generation(order, what).encode()];
    let judge = |tap| vec![Tap::Transfer(tap).encode()];
    let confirm = things.question.button("Confirm").and_then(|button| button.data.clone());
    let line = |words: &str| vec![format!("/admin {words}")];
    let none = Vec::new;
    match action {
        AdminAction::Adjust => (confirm.into_iter().collect(), line(&format!("adjust {ann} 5 me"))),
        AdminAction::Refund => (none(), line("refund stx1 why")),
        AdminAction::Approve => {
            (judge(TransferTap::Approve(TransferId::new(1))), line("transfers"))
        }
        AdminAction::Refuse => (judge(TransferTap::Refuse(TransferId::new(1))), line("transfers")),
        AdminAction::ShowSample => (made(GenerationAction::Sample), none()),
        AdminAction::HideSample => (made(GenerationAction::Unsample), none()),
        AdminAction::PromoMake => (none(), line("promo SPRING 50 100 30")),
        AdminAction::PromoEnd => {
            let end = GrowthTap::EndPromo(PromoCode::read("SPRING").unwrap());
            (vec![Tap::Growth(end).encode()], none())
        }
        AdminAction::TestPayment => (none(), line("pay test")),
        AdminAction::DeadRetry => {
            (tap(AdminTap::Retry(DeadKey::Update(1))), line("dead retry u1 why"))
        }
        AdminAction::DeadDrop => {
            (tap(AdminTap::Drop(DeadKey::Update(1))), line("dead drop u1 why"))
        }
        AdminAction::ClosuresClose => {
            (tap(AdminTap::Switch(key(), false)), line("model z-image off why"))
        }
        AdminAction::ClosuresOpen => {
            (tap(AdminTap::Open(Mark::of_words("z-image"))), line("model z-image on why"))
        }
        AdminAction::SupportAnswer => (none(), line("answer 1 soon")),
        AdminAction::SupportClose => (vec![Tap::Talk(TalkTap::CloseCase(1)).encode()], none()),
        AdminAction::BroadcastStart => (cast(BroadcastTap::Send), line("broadcast")),
        AdminAction::BroadcastPause => (cast(BroadcastTap::Pause), none()),
        AdminAction::BroadcastResume => (cast(BroadcastTap::Resume), none()),
        AdminAction::BroadcastStop => (cast(BroadcastTap::Stop), none()),
        AdminAction::BooksReconcile => (none(), line("differences")),
        AdminAction::BooksResolve => (tap(AdminTap::Resolve(1)), line("resolve 1 why")),
        AdminAction::Ban => (tap(AdminTap::Ban(person)), line(&format!("ban {ann} why"))),
        AdminAction::Unban => (tap(AdminTap::Unban(person)), line(&format!("unban {ann} why"))),
        AdminAction::Note => (none(), line(&format!("note {ann} pays late"))),
        AdminAction::SeeResult => (tap(AdminTap::See(order)), none()),
        AdminAction::SendResult => (tap(AdminTap::Send(order)), none()),
        AdminAction::Pause => (tap(AdminTap::Pause(PauseForm::Paused)), line("pause back at ten")),
        AdminAction::Hold => (tap(AdminTap::Pause(PauseForm::Held)), line("hold")),
        AdminAction::Resume => (tap(AdminTap::Pause(PauseForm::Open)), line("resume")),
        AdminAction::ModelFree => (none(), line("model z-image free 2 1")),
        AdminAction::HandOver => (tap(AdminTap::HandOver(things.epoch)), none()),
        AdminAction::GuardAdd => (none(), line("guard add bomb")),
        AdminAction::GuardRemove => (none(), line("guard remove lolicon")),
        // From the command line alone; in chat it is nothing that anybody knows.
        AdminAction::Import => (none(), line("import people why")),
    }
}

/// A message, as Telegram would deliver it.
fn message(from: &Person, chat: i64, text: &str, more: &Value) -> Value {
    let kind = if chat < 0 { "supergroup" } else { "private" };
    let mut message = json!({
        "message_id": 900,
        "date": 1,
        "from": { "id": from.id(), "is_bot": false, "first_name": "Eve", "language_code": "en" },
        "chat": { "id": chat, "type": kind, "title": "a chat", "first_name": "Eve" },
        "text": text,
    });
    let (fields, more) = (message.as_object_mut().unwrap(), more.as_object().unwrap());
    fields.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    json!({ "message": message })
}

/// Everything that an act could have changed.
async fn state(books: &Books) -> String {
    let tables = [
        "audit_log",
        "audit_words",
        "transfers",
        "refunds",
        "samples",
        "promo_codes",
        "bans",
        "person_notes",
        "pauses",
        "free_models",
        "guard_changes",
        "broadcasts",
        "leader_request",
        "operator_requests",
        "support_messages",
        "invoices",
    ];
    let counts = tables.map(|table| format!("(select count(*) from {table})"));
    let closed = "(select string_agg(subject, ',' order by subject) from closures)";
    books.text(&format!("select concat_ws(' ', {}, {closed})", counts.join(", "))).await
}

#[tokio::test]
async fn whoever_was_an_admin_before_the_deploy_does_nothing() {
    let admins = format!("{ADMIN} {FORMER}");
    let world = build().instances(1).variable("ADMIN_CHAT_ID", &OFFICE.to_string());
    let mut world = world.variable("ADMIN_IDS", &admins).start().await;
    world.telegram.group(OFFICE, "The office");
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let [admin, former] = [ADMIN, FORMER].map(|id| world.telegram.person(id, "Eve", "en"));
    for one in [&admin, &former] {
        one.says("/admin").await;
        one.waits_for(Bubble::is_from_bot, PATIENCE).await;
    }
    former.says(&format!("/admin adjust {} 10 for me", ann.id())).await;
    let question = former.waits_for(says("Correct a balance?"), PATIENCE).await;
    // The deploy: the next instance knows one admin less.
    world.begins_one_with(&[("ADMIN_IDS", &ADMIN.to_string())]).await;
    world.stops_active().await;
    world.active().await;
    let epoch = books.number("select max(epoch) from leader_history").await;
    let things = Things { ann: ann.id(), question, epoch };
    let before = state(&books).await;

    let by_admin = json!({ "forward_origin": { "type": "user", "date": 1, "sender_user":
        { "id": ADMIN, "is_bot": false, "first_name": "Ada" } } });
    let by_other = json!({ "forward_origin": { "type": "user", "date": 1, "sender_user":
        { "id": 88, "is_bot": false, "first_name": "Mal" } } });
    let own = things.question.message_id;
    for action in AdminAction::ALL {
        let (taps, words) = ways(*action, &things);
        assert!(!taps.is_empty() || !words.is_empty(), "{action}");
        for tap in &taps {
            former.taps_on(own, tap).await.answered().await;
            // A forged button, which even an admin has not.
            admin.taps_on(newest(&admin), &format!("{tap}0x")).await.answered().await;
        }
        for line in &words {
            former.says(line).await.accepted().await;
            for (who, chat, more) in [
                (&former, FORMER, &by_admin),
                (&former, OFFICE, &json!({})),
                (&admin, ADMIN, &by_other),
                (&admin, OFFICE, &by_other),
            ] {
                who.sends_raw(message(who, chat, line, more)).await.accepted().await;
            }
        }
        world.ends_well().await;
        assert_eq!(state(&books).await, before, "{action}");
    }
}

/// The lines of the command as operators know them, each understood.
#[tokio::test]
async fn every_line_that_operators_rely_on_is_understood_as_it_is_typed() {
    let world: World = build().instances(1).start().await;
    let ann = somebody(&world, "Ann", 0).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let id = ann.id();
    for (line, words) in [
        ("", "adjust"),
        ("user {id}", "Number:"),
        ("adjust {id} 10 a present", "Correct a balance?"),
        ("refund stx1", "I don't know a payment"),
        ("model z-image off", "can't be ordered until"),
        ("model z-image on", "can be ordered again"),
        ("model z-image free 3", "z-image is free this often"),
        ("model z-image free 2 1", "z-image is free this often"),
        ("ban {id} a flood", "is banned"),
        ("unban {id} a mistake", "can use the bot again"),
        ("promo SPRING 50 100 30", "SPRING"),
        ("broadcast", "One message to many people"),
        ("pause back at ten", "Paused. I take no orders"),
        ("resume we are back", "I take orders as always"),
        ("stats", "The last 14 days"),
        ("lock", "Active:"),
        ("dead", "Nothing is set aside"),
    ] {
        let (line, before) = (line.replace("{id}", &id.to_string()), newest(&admin));
        admin.says(&format!("/admin {line}")).await.accepted().await;
        admin.waits_for_after(before, says(words), PATIENCE).await;
    }
    world.ends_well().await;
}
