//! Updates as Telegram sends them, and as it might send them some day.

use domain::{ChatId, MessageId, PersonId};
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::sample::Index;

use super::{ChatKind, MediaKind, Message, Standing, SubscriptionState, Update, read};

const PAID: &str = r#"{"update_id":1,"message":{"message_id":7,"date":1700000000,
    "chat":{"id":5,"type":"private"},"from":{"id":5,"is_bot":false,"first_name":"Ann"},
    "successful_payment":{"currency":"XTR","total_amount":100,"invoice_payload":"order 1",
    "telegram_payment_charge_id":"charge","provider_payment_charge_id":"","is_recurring":true,
    "is_first_recurring":true,"subscription_expiration_date":1702592000}}}"#;

const PHOTO: &str = r#"{"update_id":2,"message":{"message_id":8,"message_thread_id":3,
    "date":1700000000,"chat":{"id":-100,"type":"supergroup","title":"t"},"media_group_id":"g1",
    "from":{"id":5,"is_bot":false,"first_name":"Ann","username":"ann","language_code":"pt-br"},
    "caption":"look","caption_entities":[{"type":"new","offset":0}],"photo":[
    {"file_id":"s","file_unique_id":"us","width":90,"height":90,"file_size":10},
    {"file_id":"l","file_unique_id":"ul","width":900,"height":900,"file_size":1000},
    {"width":5000,"height":5000},7,
    {"file_id":"m","file_unique_id":"um","width":300,"height":300,"file_size":100}]}}"#;

const TAP: &str = r#"{"update_id":3,"callback_query":{"id":"99","chat_instance":"1","data":"go:1",
    "from":{"id":5,"is_bot":false,"first_name":"Ann"},
    "message":{"message_id":8,"date":0,"message_thread_id":4,"chat":{"id":5,"type":"private"}}}}"#;

const CHECKOUT: &str = r#"{"update_id":4,"pre_checkout_query":{"id":"11","currency":"XTR",
    "from":{"id":5,"is_bot":false,"first_name":"Ann","language_code":"ru"},"total_amount":100,
    "invoice_payload":"order 1"}}"#;

const SHARING: &str = r#"{"update_id":7,"inline_query":{"id":"12","query":"7 cats","offset":"",
    "from":{"id":5,"is_bot":false,"first_name":"Ann","language_code":"ru"},"chat_type":"private"}}"#;

const BLOCKED: &str = r#"{"update_id":5,"my_chat_member":{"chat":{"id":5,"type":"private"},
    "from":{"id":5,"is_bot":false,"first_name":"Ann"},"date":1,
    "old_chat_member":{"status":"member"},"new_chat_member":{"status":"kicked","until_date":0}}}"#;

const STOPPED: &str = r#"{"update_id":6,"subscription":{"user":{"id":5,"first_name":"Ann"},
    "invoice_payload":"plan","state":"canceled"}}"#;

const REAL: [&str; 7] = [PAID, PHOTO, TAP, CHECKOUT, SHARING, BLOCKED, STOPPED];

fn message(text: &str) -> Message {
    match read(text.as_bytes()) {
        Update::Message(message) => *message,
        other => panic!("{text} was read as {other:?}"),
    }
}

#[test]
fn who_looks_for_something_to_send_is_read_with_their_words() {
    let Update::Inline(query) = read(SHARING.as_bytes()) else { panic!("an inline query") };
    assert_eq!(
        (query.query.as_str(), query.from.id, query.words.as_str()),
        ("12", PersonId::new(5), "7 cats")
    );

    let bare = r#"{"update_id":7,"inline_query":{"id":"12","from":{"id":5,"first_name":"Ann"}}}"#;
    let Update::Inline(query) = read(bare.as_bytes()) else { panic!("an inline query") };
    assert_eq!(query.words, "");
}

#[test]
fn a_payment_is_read_whole() {
    let message = message(PAID);
    let payment = message.payment.unwrap();

    assert_eq!((payment.currency.as_str(), payment.total_amount), ("XTR", 100));
    assert_eq!((payment.payload.as_str(), payment.charge_id.as_str()), ("order 1", "charge"));
    assert!(payment.is_recurring && payment.is_first_recurring);
    assert_eq!(payment.subscription_until, Some(1_702_592_000));
    assert_eq!((message.id, message.date), (MessageId::new(7), 1_700_000_000));
    assert!(message.unread.is_empty());
}

#[test]
fn a_payment_is_read_even_if_nothing_else_of_its_message_can_be() {
    let text = r#"{"message":{"message_id":"seven","chat":[],"from":{"id":null},"text":{"x":1},
        "date":"today","photo":{"a":1},"successful_payment":{"currency":"XTR","total_amount":5,
        "telegram_payment_charge_id":"c","is_recurring":"yes","order_info":[[]],
        "subscription_expiration_date":"never"}}}"#;
    let message = message(text);
    let payment = message.payment.unwrap();

    assert_eq!((payment.total_amount, payment.charge_id.as_str()), (5, "c"));
    assert!(!payment.is_recurring && payment.payload.is_empty());
    assert_eq!((message.id.get(), message.chat.id.get(), message.chat.kind), {
        (0, 0, ChatKind::Unknown)
    });
    assert_eq!(message.unread, ["from", "chat", "text", "media"]);
}

#[test]
fn a_payment_that_cannot_be_read_is_said_to_be_there() {
    let message = message(&PAID.replace("\"total_amount\":100", "\"total_amount\":1e99"));

    assert_eq!((message.payment, message.unread), (None, vec!["successful_payment"]));
}

#[test]
fn money_of_which_nothing_at_all_can_be_read_is_a_message_all_the_same() {
    for name in ["successful_payment", "refunded_payment"] {
        let text = format!(r#"{{"message":{{"chat":[],"{name}":{{"currency":7}}}}}}"#);

        assert_eq!(message(&text).unread, [name, "chat"]);
    }
}

#[test]
fn a_reply_names_the_message_that_it_replies_to() {
    let replied = r#""reply_to_message":{"message_id":41,"chat":{"id":-100,"type":"supergroup"}}"#;
    let with = |text: &str| PHOTO.replacen("\"caption\":", &format!("{text},\"caption\":"), 1);

    assert_eq!(message(&with(replied)).reply_to, Some(MessageId::new(41)));
    for odd in [r#""reply_to_message":7"#, r#""reply_to_message":{"message_id":"x"}"#] {
        assert_eq!(message(&with(odd)).reply_to, None, "{odd}");
    }
    assert_eq!(message(PHOTO).reply_to, None);
}

#[test]
fn a_refund_is_read() {
    let message = message(&PAID.replace("successful_payment", "refunded_payment"));

    assert_eq!(message.refund.unwrap().charge_id, "charge");
    assert_eq!(message.payment, None);
}

#[test]
fn of_a_photo_the_largest_readable_size_counts() {
    let message = message(PHOTO);
    let photo = message.media.unwrap();

    assert_eq!((photo.kind, photo.file_id.as_str(), photo.size), {
        (MediaKind::Photo, "l", Some(1000))
    });
    assert_eq!((photo.pixels, photo.milliseconds), (Some((900, 900)), None));
    assert_eq!((message.caption.as_deref(), message.media_group.as_deref()), {
        (Some("look"), Some("g1"))
    });
    assert_eq!((message.chat.id, message.chat.kind, message.chat.thread), {
        (ChatId::new(-100), ChatKind::Group, Some(3))
    });
    let from = message.from.unwrap();
    assert_eq!((from.id, from.username.as_deref()), (PersonId::new(5), Some("ann")));
    assert_eq!(from.language_code.as_deref(), Some("pt-br"));
}

#[test]
fn files_of_every_kind_are_told_apart() {
    let table = [
        ("document", MediaKind::Document),
        ("video", MediaKind::Video),
        ("audio", MediaKind::Audio),
        ("voice", MediaKind::Voice),
        ("sticker", MediaKind::Sticker),
        ("video_note", MediaKind::Other),
    ];
    for (name, kind) in table {
        let file = r#"{"file_id":"f","file_unique_id":"u","mime_type":"a/b","file_name":"n"}"#;
        let media = message(&format!(r#"{{"message":{{"chat":{{"id":1}},"{name}":{file}}}}}"#));
        let media = media.media.unwrap();
        assert_eq!((media.kind, media.file_id.as_str()), (kind, "f"), "{name}");
        assert_eq!((media.mime.as_deref(), media.file_name.as_deref()), (Some("a/b"), Some("n")));
    }
    let animation = r#"{"message":{"chat":{"id":1},"document":{"file_id":"d"},
        "animation":{"file_id":"a"}}}"#;
    assert_eq!(message(animation).media.unwrap().kind, MediaKind::Animation);
}

#[test]
fn how_long_and_how_large_a_file_is_costs_only_itself() {
    let read = |claims: &str| {
        let video = format!(r#"{{"file_id":"v",{claims}}}"#);
        let media = message(&format!(r#"{{"message":{{"chat":{{"id":1}},"video":{video}}}}}"#));
        let media = media.media.unwrap();
        (media.milliseconds, media.pixels)
    };
    let table = [
        (r#""duration":7,"width":640,"height":360"#, (Some(7_000), Some((640, 360)))),
        (r#""duration":0,"width":640"#, (Some(0), None)),
        (r#""duration":-7,"width":-1,"height":360"#, (None, None)),
        (r#""duration":4294968,"width":4294967296,"height":1"#, (None, None)),
        (r#""duration":"long","width":[],"height":1.5"#, (None, None)),
        (r#""mime_type":"video/mp4""#, (None, None)),
    ];
    for (claims, seen) in table {
        assert_eq!(read(claims), seen, "{claims}");
    }
}

#[test]
fn a_lone_surrogate_costs_one_character_of_a_text() {
    let text = r#"{"message":{"chat":{"id":1},"text":"cat \ud83d and \u0000 dog"}}"#;

    assert_eq!(message(text).text.unwrap(), "cat \u{FFFD} and \0 dog");
}

#[test]
fn a_tap_is_read_with_and_without_its_message() {
    let Update::Tap(tap) = read(TAP.as_bytes()) else { panic!("a tap") };
    assert_eq!((tap.query.as_str(), tap.data.as_deref()), ("99", Some("go:1")));
    assert_eq!(tap.message, Some((ChatId::new(5), MessageId::new(8))));
    assert_eq!((tap.chat_kind, tap.thread, tap.is_inaccessible), {
        (ChatKind::Private, Some(4), true)
    });

    let inline = r#"{"callback_query":{"id":"9","from":{"id":5},"data":7,"message":[]}}"#;
    let Update::Tap(tap) = read(inline.as_bytes()) else { panic!("a tap") };
    assert_eq!((tap.data, tap.message, tap.is_inaccessible), (None, None, false));
}

#[test]
fn the_other_kinds_are_read() {
    let Update::PreCheckout(query) = read(CHECKOUT.as_bytes()) else { panic!("a checkout") };
    assert_eq!((query.query.as_str(), query.total_amount), ("11", 100));
    assert_eq!((query.currency.as_str(), query.payload.as_str()), ("XTR", "order 1"));
    assert_eq!((query.from.id.get(), query.from.language_code.as_deref()), (5, Some("ru")));

    let Update::Membership(change) = read(BLOCKED.as_bytes()) else { panic!("a membership") };
    assert_eq!((change.chat.id.get(), change.standing), (5, Standing::Gone));
    let back = BLOCKED.replace("kicked", "member");
    let Update::Membership(change) = read(back.as_bytes()) else { panic!("a membership") };
    assert_eq!(change.standing, Standing::Member);

    let Update::Subscription(change) = read(STOPPED.as_bytes()) else { panic!("a subscription") };
    assert_eq!((change.user.id.get(), change.payload.as_str(), change.state), {
        (5, "plan", SubscriptionState::Canceled)
    });
    assert_eq!(read(br#"{"update_id":1,"edited_message":{}}"#), Update::Edited);
}

#[test]
fn what_nothing_can_be_done_with_keeps_its_name() {
    let table = [
        ("", "unreadable"),
        (r#"{"update_id":1}"#, "empty"),
        (r#"{"update_id":1,"poll":{}}"#, "poll"),
        (r#"{"update_id":1,"message":{"text":"x"}}"#, "message"),
        (r#"{"update_id":1,"callback_query":{"id":"1"}}"#, "callback_query"),
    ];
    for (text, name) in table {
        assert_eq!(read(text.as_bytes()), Update::Other(name.into()), "{text}");
    }
    let long = format!(r#"{{"{}":1}}"#, "x".repeat(1000));
    assert_eq!(read(long.as_bytes()), Update::Other("x".repeat(64)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_can_be_read(bytes: Vec<u8>) {
        let _ = read(&bytes);
    }

    #[test]
    fn a_damaged_update_can_be_read(
        which: Index, places: Vec<(Index, u8)>, from: Index, length in 0_usize..20
    ) {
        let mut bytes = which.get(&REAL).as_bytes().to_vec();
        for (place, byte) in places {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        let start = from.index(bytes.len());
        bytes.drain(start..(start + length).min(bytes.len()));
        let _ = read(&bytes);
        let _ = crate::envelope::read(&bytes);
    }

    #[test]
    fn a_part_of_a_wrong_type_costs_only_itself(member: Index, odd: Index, id in any::<i64>()) {
        let names = ["text", "photo", "from", "caption", "video", "media_group_id", "date", "new"];
        let odds = ["7", "\"x\"", "[[[]]]", "{\"a\":{}}", "true", "1e999", "\"\\ud800\""];
        let (name, odd) = (member.get(&names), odd.get(&odds));
        let text = format!(
            r#"{{"message":{{"message_id":{id},"chat":{{"id":{id},"type":"private"}},
            "{name}":{odd},"refunded_payment":{{"currency":"XTR","total_amount":1,
            "telegram_payment_charge_id":"c"}}}}}}"#
        );
        let message = message(&text);
        assert_eq!((message.id.get(), message.chat.id.get()), (id, id));
        assert!(message.refund.is_some());
    }
}
