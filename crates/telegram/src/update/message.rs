//! A message: who said what where, with which file, and whether money moved.
//!
//! Money comes first: a payment is read even when nothing else of its message can be. Then `chat`
//! is the private chat of the payer with an unknown kind, or chat 0 when the payer is unknown too,
//! and `id` is 0. A message without a chat, a sender or money is not a message at all.

use domain::{ChatId, MessageId};
use wire::json::Object;

use super::media::Media;
use super::sender::{Chat, ChatKind, User};

/// A new message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Which one, within its chat.
    pub id: MessageId,
    /// Where it was said.
    pub chat: Chat,
    /// Who said it; nobody in a channel.
    pub from: Option<User>,
    /// Its text, if it is one.
    pub text: Option<String>,
    /// The text below its file.
    pub caption: Option<String>,
    /// How parts of either look.
    pub entities: Vec<Entity>,
    /// Its file.
    pub media: Option<Media>,
    /// The album it belongs to; the messages of an album come one by one.
    pub media_group: Option<String>,
    /// The message that it is a reply to, in the same chat.
    pub reply_to: Option<MessageId>,
    /// Somebody wrote it elsewhere, and it was passed on.
    pub is_forwarded: bool,
    /// A person has paid.
    pub payment: Option<Payment>,
    /// A person got their money back.
    pub refund: Option<Refund>,
    /// When it was sent, in seconds since 1970; 0 if it cannot be read.
    pub date: i64,
    /// The parts that were there and could not be read.
    pub unread: Vec<&'static str>,
}

/// How a part of a text looks, or what it is; counted in UTF-16 units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// Telegram's word for it, such as `bold` or `text_link`.
    pub kind: String,
    /// Where it begins.
    pub offset: usize,
    /// How long it is.
    pub length: usize,
    /// What a `text_link` opens.
    pub url: Option<String>,
}

/// A payment that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Three letters; `XTR` for Stars.
    pub currency: String,
    /// In the smallest units of the currency.
    pub total_amount: i64,
    /// What we wrote into the invoice; empty if it cannot be read.
    pub payload: String,
    /// Telegram's name of the payment: the same payment has the same one, for ever.
    pub charge_id: String,
    /// It belongs to a subscription.
    pub is_recurring: bool,
    /// It is the first one of a subscription.
    pub is_first_recurring: bool,
    /// Until when the subscription is paid, in seconds since 1970.
    pub subscription_until: Option<i64>,
}

/// A payment that went back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Three letters; `XTR` for Stars.
    pub currency: String,
    /// In the smallest units of the currency.
    pub total_amount: i64,
    /// What we wrote into the invoice; empty if it cannot be read.
    pub payload: String,
    /// Telegram's name of the payment that was returned.
    pub charge_id: String,
}

impl Message {
    pub(super) fn read(message: &Object<'_>) -> Option<Self> {
        let from = message.object("from").and_then(|from| User::read(&from));
        let chat = Chat::of(message);
        let payment = message.object("successful_payment").and_then(|paid| Payment::read(&paid));
        let refund = message.object("refunded_payment").and_then(|back| Refund::read(&back));
        let (text, caption) = (message.text("text"), message.text("caption"));
        let media = Media::of(message);
        let is_there = |name| message.get(name).is_some();
        let parts = [
            ("successful_payment", is_there("successful_payment") && payment.is_none()),
            ("refunded_payment", is_there("refunded_payment") && refund.is_none()),
            ("from", is_there("from") && from.is_none()),
            ("chat", chat.is_none()),
            ("text", is_there("text") && text.is_none()),
            ("caption", is_there("caption") && caption.is_none()),
            ("media", Media::is_there(message) && media.is_none()),
        ];
        // Money that cannot be read is money all the same.
        let tells_of_money = is_there("successful_payment") || is_there("refunded_payment");
        if chat.is_none() && from.is_none() && !tells_of_money {
            return None;
        }
        Some(Self {
            id: MessageId::new(message.integer("message_id").unwrap_or(0)),
            chat: chat.unwrap_or_else(|| chat_of_payer(from.as_ref())),
            from,
            entities: ["entities", "caption_entities"]
                .into_iter()
                .flat_map(|name| message.objects(name))
                .filter_map(|entity| Entity::read(&entity))
                .collect(),
            text,
            caption,
            media,
            media_group: message.text("media_group_id"),
            reply_to: message
                .object("reply_to_message")
                .and_then(|replied| replied.integer("message_id"))
                .map(MessageId::new),
            is_forwarded: is_there("forward_origin") || is_there("forward_date"),
            payment,
            refund,
            date: message.integer("date").unwrap_or(0),
            unread: parts.into_iter().filter(|(_, lost)| *lost).map(|(name, _)| name).collect(),
        })
    }
}

/// A private chat has the id of its person.
fn chat_of_payer(from: Option<&User>) -> Chat {
    let id = from.map_or(0, |from| from.id.get());
    Chat { id: ChatId::new(id), kind: ChatKind::Unknown, thread: None }
}

impl Entity {
    fn read(entity: &Object<'_>) -> Option<Self> {
        let number = |name| usize::try_from(entity.integer(name)?).ok();
        Some(Self {
            kind: entity.text("type")?,
            offset: number("offset")?,
            length: number("length")?,
            url: entity.text("url"),
        })
    }
}

impl Payment {
    fn read(paid: &Object<'_>) -> Option<Self> {
        Some(Self {
            currency: paid.text("currency")?,
            total_amount: paid.integer("total_amount")?,
            payload: paid.text("invoice_payload").unwrap_or_default(),
            charge_id: paid.text("telegram_payment_charge_id")?,
            is_recurring: paid.flag("is_recurring").unwrap_or(false),
            is_first_recurring: paid.flag("is_first_recurring").unwrap_or(false),
            subscription_until: paid.integer("subscription_expiration_date"),
        })
    }
}

impl Refund {
    fn read(back: &Object<'_>) -> Option<Self> {
        Some(Self {
            currency: back.text("currency")?,
            total_amount: back.integer("total_amount")?,
            payload: back.text("invoice_payload").unwrap_or_default(),
            charge_id: back.text("telegram_payment_charge_id")?,
        })
    }
}
