//! From what Telegram sent to what a person did.
//!
//! Reading cannot fail. What nobody has to answer, such as an edited message or a post of a channel,
//! is no event at all, and its update is done by that.

use dialogue::{Chat, ChatKind, Deed, Event, MediaKind, Person, Sent};
use domain::{ChatId, InboxId};
use telegram::request::Request;
use telegram::update::{self, Media, Membership, Message, Standing, Tap, Update, User};

/// An update whose number is not known yet.
const UNKNOWN: InboxId = InboxId::new(0);

/// What somebody did, and where the answer belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Incoming {
    /// What they did.
    pub(crate) event: Event,
    /// The topic of the chat in which they did it.
    thread: Option<i64>,
    /// Our number of the update; 0 until it is known.
    pub(crate) update: InboxId,
}

impl Incoming {
    /// The answer, in the topic it belongs to.
    pub(crate) fn in_place(&self, answer: Request) -> Request {
        match self.thread {
            Some(thread) => answer.in_thread(thread),
            None => answer,
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
        Update::PreCheckout(_) => None,
        Update::Edited | Update::Subscription(_) | Update::Other(_) => None,
    }
}

fn said(message: Message) -> Option<Incoming> {
    let person = person(message.from?)?;
    let deed = match (message.text, message.media) {
        (Some(text), _) => Deed::Said(text),
        (None, Some(media)) => Deed::SentMedia(sent(media, message.caption, message.media_group)),
        // Nobody is asked what they meant by paying.
        (None, None) if message.payment.is_some() || message.refund.is_some() => return None,
        (None, None) => Deed::Other,
    };
    let event = Event { person, chat: chat(&message.chat), deed };
    Some(Incoming { event, thread: message.chat.thread, update: UNKNOWN })
}

fn tapped(tap: Tap) -> Option<Incoming> {
    let person = person(tap.from)?;
    let chat = match tap.message {
        Some((id, _)) => Chat { id, kind: place(tap.chat_kind) },
        None => Chat { id: ChatId::new(person.id.get()), kind: ChatKind::Private },
    };
    // What can no longer be edited is answered with a message of its own.
    let message = tap.message.filter(|_| !tap.is_inaccessible).map(|(_, message)| message);
    let deed = Deed::Tapped { data: tap.data.unwrap_or_default(), message };
    Some(Incoming { event: Event { person, chat, deed }, thread: tap.thread, update: UNKNOWN })
}

fn moved(membership: Membership) -> Option<Incoming> {
    let deed = match membership.standing {
        Standing::Gone => Deed::Blocked,
        Standing::Member => Deed::Returned,
        Standing::Unknown => return None,
    };
    let event = Event { person: person(membership.from?)?, chat: chat(&membership.chat), deed };
    Some(Incoming { event, thread: None, update: UNKNOWN })
}

/// The person; other bots are not answered, since two of them would talk for ever.
fn person(user: User) -> Option<Person> {
    (!user.is_bot).then_some(Person {
        id: user.id,
        name: user.first_name,
        language_tag: user.language_code.filter(|tag| is_tag(tag)),
    })
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
