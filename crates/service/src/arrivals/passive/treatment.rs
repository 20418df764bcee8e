//! Which updates a passive instance holds, and how it answers the others in REJECT: pure.
//!
//! Held whatever the mode is what must not be lost: money, blocks and unblocks, and a start that
//! carries something. In a group nobody is told anything.

use domain::{ChatId, Language};
use telegram::update::{ChatKind, Message, Tap, Update, User};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// It is stored for the active instance.
    Hold,
    /// A plain start: the menu.
    Menu(Person),
    /// Anything else somebody said: the notice.
    Notice(Person),
    /// A tap in the menu: answered, and the menu anew.
    MenuTap(String, Person),
    /// Another tap: the notice, as its answer.
    NoticeTap(String, Person),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) chat: ChatId,
    pub(crate) name: String,
    pub(crate) language: Language,
}

/// What REJECT does with an update.
pub(crate) fn treatment(update: Update) -> Treatment {
    match update {
        Update::Message(message) => said(&message),
        Update::Tap(tap) => tapped(*tap),
        Update::Edited
        | Update::PreCheckout(_)
        | Update::Inline(_)
        | Update::Membership(_)
        | Update::Subscription(_)
        | Update::Other(_) => Treatment::Hold,
    }
}

/// Whoever waits for an answer to this in a private chat.
pub(crate) fn waiting(update: &Update) -> Option<Person> {
    match update {
        Update::Message(message) if is_private(message) && !is_money(message) => {
            message.from.as_ref().map(person)
        }
        Update::Tap(tap) if tap.chat_kind == ChatKind::Private => Some(person(&tap.from)),
        _ => None,
    }
}

fn said(message: &Message) -> Treatment {
    let Some(from) = message.from.as_ref().filter(|_| is_private(message) && !is_money(message))
    else {
        return Treatment::Hold;
    };
    match start(message.text.as_deref().unwrap_or_default()) {
        Start::Plain => Treatment::Menu(person(from)),
        Start::WithPayload => Treatment::Hold,
        Start::None => Treatment::Notice(person(from)),
    }
}

fn tapped(tap: Tap) -> Treatment {
    if tap.chat_kind != ChatKind::Private {
        return Treatment::Hold;
    }
    let person = person(&tap.from);
    if tap.data.as_deref().is_some_and(|data| data.starts_with("menu:")) {
        Treatment::MenuTap(tap.query, person)
    } else {
        Treatment::NoticeTap(tap.query, person)
    }
}

enum Start {
    None,
    Plain,
    WithPayload,
}

/// Whether a text is `/start`, perhaps with the bot's name, and whether it carries something.
fn start(text: &str) -> Start {
    let mut words = text.split_whitespace();
    let command = words.next().unwrap_or_default().split('@').next().unwrap_or_default();
    match (command.eq_ignore_ascii_case("/start"), words.next()) {
        (false, _) => Start::None,
        (true, None) => Start::Plain,
        (true, Some(_)) => Start::WithPayload,
    }
}

fn is_private(message: &Message) -> bool {
    message.chat.kind == ChatKind::Private
}

fn is_money(message: &Message) -> bool {
    message.payment.is_some() || message.refund.is_some() || !message.unread.is_empty()
}

fn person(user: &User) -> Person {
    Person {
        // A private chat has the id of its person.
        chat: ChatId::new(user.id.get()),
        name: user.first_name.clone(),
        language: Language::guess(user.language_code.as_deref()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use telegram::update::read;

    use super::{Language, Treatment, treatment, waiting};

    fn treated(update: &Value) -> Treatment {
        treatment(read(update.to_string().as_bytes()))
    }

    fn message(more: Value) -> Value {
        let mut message = json!({
            "message_id": 5, "date": 1,
            "from": { "id": 7, "is_bot": false, "first_name": "Ann", "language_code": "ru" },
            "chat": { "id": 7, "type": "private" },
        });
        for (name, value) in more.as_object().unwrap() {
            message[name] = value.clone();
        }
        json!({ "update_id": 1, "message": message })
    }

    #[test]
    fn a_plain_start_gets_the_menu_and_other_words_the_notice() {
        for text in ["/start", "/START@some_bot", " /start "] {
            let treated = treated(&message(json!({ "text": text })));
            let Treatment::Menu(person) = treated else { panic!("{text}: {treated:?}") };
            assert_eq!((person.chat.get(), person.language), (7, Language::Russian));
        }
        for text in ["hello", "/menu", "/starting"] {
            let treated = treated(&message(json!({ "text": text })));
            assert!(matches!(treated, Treatment::Notice(_)), "{text}: {treated:?}");
        }
    }

    #[test]
    fn money_blocks_and_starts_that_carry_something_are_held() {
        let payment = json!({ "successful_payment": {
            "currency": "XTR", "total_amount": 5, "invoice_payload": "x",
            "telegram_payment_charge_id": "c", "provider_payment_charge_id": "p",
        } });
        let member = json!({ "update_id": 2, "my_chat_member": {
            "chat": { "id": 7, "type": "private" }, "from": { "id": 7, "first_name": "Ann" },
            "new_chat_member": { "status": "kicked" },
        } });
        let group = json!({ "text": "/start", "chat": { "id": -7, "type": "group" } });
        for update in [
            message(payment),
            message(json!({ "text": "/start ref_42" })),
            member,
            message(group),
            json!({ "update_id": 3, "something_new": {} }),
        ] {
            assert_eq!(treated(&update), Treatment::Hold, "{update}");
        }
    }

    #[test]
    fn a_tap_in_the_menu_is_told_from_others() {
        let tap = |data: &str| {
            json!({ "update_id": 4, "callback_query": {
                "id": "q", "from": { "id": 7, "first_name": "Ann", "language_code": "en" },
                "data": data, "message": { "message_id": 5, "date": 1,
                "chat": { "id": 7, "type": "private" } },
            } })
        };
        assert!(matches!(treated(&tap("menu:image")), Treatment::MenuTap(..)));
        assert!(matches!(treated(&tap("offer:image:1")), Treatment::NoticeTap(..)));
        assert!(waiting(&read(tap("x").to_string().as_bytes())).is_some());
    }
}
