//! From what Telegram sent to what a person did.
//!
//! Money is no event: nobody is asked what they meant by paying. It is read by [`money`], and kept.
//!
//! Reading cannot fail. What nobody has to answer, such as an edited message or a post of a channel,
//! is no event at all, and its update is done by that.

mod looks;

use dialogue::{Action, Chat, ChatKind, Event, MediaKind, Person, Sent};
use domain::{ChatId, InboxId, PersonId};
use telegram::request::Request;
use telegram::update::{self, Media, Membership, Message, Standing, Tap, Update, User};

/// An update whose number is not known yet.
const UNKNOWN: InboxId = InboxId::new(0);

/// What somebody did, and where the answer belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Incoming {
    pub(crate) event: Event,
    /// The topic of the chat in which they did it.
    thread: Option<i64>,
    /// What they tapped on, if they tapped.
    pub(crate) tapped: Tapped,
    /// Our number of the update; 0 until it is known.
    pub(crate) update: InboxId,
    /// What Telegram calls the person, without `@`.
    pub(crate) username: Option<String>,
}

/// What stands in a message that was tapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tapped {
    /// Words; with buttons of a generation they may be what it made.
    Words { is_of_generation: bool },
    /// The card of a model with a sample.
    Card,
    /// Any other file: what a generation made.
    Result,
}

impl Tapped {
    /// A card is known by the button that keeps its model; what a generation made has buttons of its own.
    fn of(tap: &Tap) -> Self {
        let buttons: Vec<_> =
            tap.buttons.iter().filter_map(|data| dialogue::Tap::decode(data)).collect();
        let has = |is: fn(&dialogue::Tap) -> bool| buttons.iter().any(is);
        let is_of_generation = has(|tap| matches!(tap, dialogue::Tap::Generation(..)));
        if !tap.has_media {
            Self::Words { is_of_generation }
        } else if !is_of_generation && has(|tap| matches!(tap, dialogue::Tap::Favour(..))) {
            Self::Card
        } else {
            Self::Result
        }
    }
}

/// Nothing was tapped.
const NOTHING: Tapped = Tapped::Words { is_of_generation: false };

impl Incoming {
    /// The answer, in the topic it belongs to.
    pub(crate) fn in_place(&self, answer: Request) -> Request {
        match self.thread {
            Some(thread) => answer.in_thread(thread),
            None => answer,
        }
    }
}

/// How a subscription stands, if that is what an update tells.
pub(crate) fn subscription(payload: &[u8]) -> Option<update::Subscription> {
    match update::read(payload) {
        Update::Subscription(told) => Some(told),
        _ => None,
    }
}

/// What Telegram told of a payment or its return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) is_refund: bool,
    pub(crate) person: PersonId,
    /// Telegram's name for the charge.
    pub(crate) charge: String,
    /// Three letters.
    pub(crate) currency: String,
    /// In the smallest unit of the currency.
    pub(crate) amount: i64,
    pub(crate) payload: String,
    /// It belongs to a subscription.
    pub(crate) is_recurring: bool,
    /// It is the first one of a subscription.
    pub(crate) is_first: bool,
    /// Until when the subscription is paid, in seconds since 1970.
    pub(crate) until: Option<i64>,
    /// When it happened, in seconds since 1970, if that could be read.
    pub(crate) at: Option<i64>,
}

impl Incoming {
    /// What a person is taken to have done in their private chat, without an update that says so.
    pub(crate) fn meant(person: PersonId, action: Action, update: InboxId) -> Self {
        let chat = Chat { id: ChatId::new(person.get()), kind: ChatKind::Private };
        let person = Person { id: person, name: String::new(), language_tag: None };
        Self {
            event: Event { person, chat, action, reply_to: None, styles: Vec::new() },
            thread: None,
            tapped: NOTHING,
            update,
            username: None,
        }
    }
}

/// What somebody did, if there is somebody and something to be answered.
pub(crate) fn read(payload: &[u8]) -> Option<Incoming> {
    match update::read(payload) {
        Update::Message(message) => said(*message),
        Update::Tap(tap) => tapped(*tap),
        Update::Membership(membership) => moved(membership),
        // Answered at the door.
        Update::PreCheckout(_) | Update::Inline(_) => None,
        Update::Edited | Update::Subscription(_) | Update::Other(_) => None,
    }
}

/// What an update tells of money, if it does; `update` is its number.
pub(crate) fn money(payload: &[u8], update: InboxId) -> Vec<Told> {
    let Update::Message(message) = update::read(payload) else { return Vec::new() };
    // Of a refund Telegram tells as if the bot had written it, in the chat of its person.
    let person = message.from.as_ref().filter(|user| !user.is_bot);
    let person = person.map_or(message.chat.id.get(), |user| user.id.get());
    let person = PersonId::new(person);
    let at = Some(message.date).filter(|date| *date > 0);
    let told = |is_refund: bool, charge: String| Told {
        is_refund,
        person,
        charge,
        currency: String::new(),
        amount: 0,
        payload: String::new(),
        is_recurring: false,
        is_first: false,
        until: None,
        at,
    };
    // What cannot be read is kept by the number of its update, so that somebody looks there.
    let Message { payment, refund, unread: lost, .. } = *message;
    let lost = [("successful_payment", false), ("refunded_payment", true)]
        .into_iter()
        .filter(|(name, _)| lost.contains(name))
        .map(|(_, is_refund)| told(is_refund, format!("update:{}", update.get())));
    let paid = payment.map(|paid| Told {
        currency: paid.currency,
        amount: paid.total_amount,
        payload: paid.payload,
        is_recurring: paid.is_recurring,
        is_first: paid.is_first_recurring,
        until: paid.subscription_until,
        ..told(false, paid.charge_id)
    });
    let back = refund.map(|back| Told {
        currency: back.currency,
        amount: back.total_amount,
        payload: back.payload,
        ..told(true, back.charge_id)
    });
    paid.into_iter().chain(back).chain(lost).collect()
}

fn said(message: Message) -> Option<Incoming> {
    let unread = |name| message.unread.contains(&name);
    if message.payment.is_some()
        || message.refund.is_some()
        || unread("successful_payment")
        || unread("refunded_payment")
    {
        return None;
    }
    let from = message.from?;
    let (username, person) = (from.username.clone(), person(from)?);
    let action = match (message.text, message.media) {
        // What somebody else wrote is no order of whoever passes it on.
        (Some(text), _) if message.is_forwarded && is_of_admins(&text) => Action::Other,
        (Some(text), _) => Action::Said(text),
        (None, Some(media)) => Action::SentMedia(sent(media, message.caption, message.media_group)),
        (None, None) => Action::Other,
    };
    let chat = chat(&message.chat);
    let styles = message.entities.iter().filter_map(looks::span).collect();
    let event = Event { person, chat, action, reply_to: message.reply_to, styles };
    Some(Incoming {
        event,
        thread: message.chat.thread,
        tapped: NOTHING,
        update: UNKNOWN,
        username,
    })
}

fn tapped(tap: Tap) -> Option<Incoming> {
    let tapped = Tapped::of(&tap);
    let (username, person) = (tap.from.username.clone(), person(tap.from)?);
    let chat = match tap.message {
        Some((id, _)) => Chat { id, kind: place(tap.chat_kind) },
        None => Chat { id: ChatId::new(person.id.get()), kind: ChatKind::Private },
    };
    // What can no longer be edited is answered with a message of its own.
    let message = tap.message.filter(|_| !tap.is_inaccessible).map(|(_, message)| message);
    let action = Action::Tapped { data: tap.data.unwrap_or_default(), message };
    let event = Event { person, chat, action, reply_to: None, styles: Vec::new() };
    Some(Incoming { event, thread: tap.thread, tapped, update: UNKNOWN, username })
}

fn moved(membership: Membership) -> Option<Incoming> {
    let action = match membership.standing {
        Standing::Gone => Action::Blocked,
        Standing::Member => Action::Returned,
        Standing::Unknown => return None,
    };
    let from = membership.from?;
    let username = from.username.clone();
    let (person, chat) = (person(from)?, chat(&membership.chat));
    let event = Event { person, chat, action, reply_to: None, styles: Vec::new() };
    Some(Incoming { event, thread: None, tapped: NOTHING, update: UNKNOWN, username })
}

/// The person; other bots are not answered, since two of them would talk for ever.
fn person(user: User) -> Option<Person> {
    (!user.is_bot).then_some(Person {
        id: user.id,
        name: user.first_name,
        language_tag: user.language_code.filter(|tag| is_tag(tag)),
    })
}

/// Whether a text is a command of admins.
fn is_of_admins(text: &str) -> bool {
    let word = text.trim_start().split(char::is_whitespace).next().unwrap_or_default();
    let word = word.split('@').next().unwrap_or_default();
    word.eq_ignore_ascii_case("/admin")
}

/// Whether this can be the tag of a language; anything else would only be in the way.
fn is_tag(tag: &str) -> bool {
    tag.len() <= 35 && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn chat(chat: &update::Chat) -> Chat {
    Chat { id: chat.id, kind: place(chat.kind) }
}

fn place(kind: update::ChatKind) -> ChatKind {
    match kind {
        update::ChatKind::Private => ChatKind::Private,
        update::ChatKind::Group => ChatKind::Group,
        update::ChatKind::Channel | update::ChatKind::Unknown => ChatKind::Channel,
    }
}

fn sent(media: Media, caption: Option<String>, album: Option<String>) -> Sent {
    Sent {
        kind: kind(media.kind),
        file: media.file_id,
        unique: media.unique_id,
        bytes: media.size,
        mime: media.mime,
        name: media.file_name,
        milliseconds: media.milliseconds,
        pixels: media.pixels,
        caption,
        album,
    }
}

const fn kind(kind: update::MediaKind) -> MediaKind {
    match kind {
        update::MediaKind::Photo => MediaKind::Photo,
        update::MediaKind::Video => MediaKind::Video,
        update::MediaKind::Animation => MediaKind::Animation,
        update::MediaKind::Audio => MediaKind::Audio,
        update::MediaKind::Voice => MediaKind::Voice,
        update::MediaKind::Document => MediaKind::Document,
        update::MediaKind::Sticker => MediaKind::Sticker,
        update::MediaKind::Other => MediaKind::VideoNote,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{InboxId, PersonId, Tapped, Told, money, read};

    fn message(more: &Value) -> Vec<u8> {
        let mut message = json!({
            "message_id": 1, "date": 1, "chat": { "id": 7, "type": "private" },
            "from": { "id": 7, "is_bot": false, "first_name": "Ann" },
        });
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "update_id": 1, "message": message }).to_string().into_bytes()
    }

    fn tapped(more: &Value, buttons: &[&str]) -> Tapped {
        let buttons: Vec<Value> =
            buttons.iter().map(|data| json!([{ "text": "x", "callback_data": data }])).collect();
        let mut message = json!({
            "message_id": 1, "date": 1, "chat": { "id": 7, "type": "private" },
            "reply_markup": { "inline_keyboard": buttons },
        });
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let from = json!({ "id": 7, "is_bot": false, "first_name": "Ann" });
        let query = json!({ "id": "1", "from": from, "data": "menu:home", "message": message });
        let update = json!({ "update_id": 1, "callback_query": query });
        read(&update.to_string().into_bytes()).unwrap().tapped
    }

    #[test]
    fn a_card_is_told_from_what_a_generation_made_by_its_buttons() {
        let photo = json!({ "photo": [{ "file_id": "x" }], "caption": "c" });
        let words = json!({ "text": "x" });
        let (like, unlike, again) = ("like:z-image", "unlike:z-image", "job:again:17");

        for keeper in [like, unlike] {
            assert_eq!(tapped(&photo, &["order:z-image", keeper, "menu:home"]), Tapped::Card);
            assert_eq!(tapped(&photo, &[keeper, again]), Tapped::Result, "whatever else it has");
        }
        for buttons in [&[again][..], &["menu:home"], &[], &["like:", "old"]] {
            assert_eq!(tapped(&photo, buttons), Tapped::Result, "{buttons:?}");
        }
        assert_eq!(tapped(&words, &[like]), Tapped::Words { is_of_generation: false });
        assert_eq!(tapped(&words, &[again]), Tapped::Words { is_of_generation: true });
    }

    fn paid() -> Value {
        json!({
            "currency": "XTR", "total_amount": 5, "invoice_payload": "x",
            "telegram_payment_charge_id": "c", "provider_payment_charge_id": "p",
        })
    }

    #[test]
    fn a_payment_and_its_return_are_read_whatever_else_is_in_the_message() {
        let told = |is_refund| Told {
            is_refund,
            person: PersonId::new(7),
            charge: "c".to_owned(),
            currency: "XTR".to_owned(),
            amount: 5,
            payload: "x".to_owned(),
            is_recurring: false,
            is_first: false,
            until: None,
            at: Some(1),
        };
        for more in [json!({}), json!({ "text": "thanks" })] {
            let with = |name: &str| {
                let mut more = more.clone();
                more[name] = paid();
                if name == "refunded_payment" {
                    more["from"] = json!({ "id": 42, "is_bot": true, "first_name": "TRT" });
                }
                message(&more)
            };
            for (name, is_refund) in [("successful_payment", false), ("refunded_payment", true)] {
                assert_eq!(money(&with(name), InboxId::new(3)), [told(is_refund)]);
                assert_eq!(read(&with(name)), None, "nobody is asked what they meant");
            }
        }
        assert_eq!(money(&message(&json!({ "text": "hi" })), InboxId::new(3)), []);
    }

    #[test]
    fn what_went_back_is_its_payers_although_the_bot_tells_of_it() {
        let bot = json!({ "id": 42, "is_bot": true, "first_name": "TRT" });
        let back = message(&json!({ "from": bot, "refunded_payment": paid() }));

        let told = money(&back, InboxId::new(3));

        assert_eq!((told.len(), told[0].person), (1, PersonId::new(7)));
    }

    #[test]
    fn a_payment_that_cannot_be_read_is_kept_by_the_number_of_its_update() {
        let unreadable = message(&json!({ "successful_payment": { "currency": 7 } }));

        let told = money(&unreadable, InboxId::new(3));

        assert_eq!((told.len(), told[0].charge.as_str()), (1, "update:3"));
        assert_eq!(read(&unreadable), None);
    }
}
