//! The buttons about what is said between people and operators: conversations, broadcasts, news.

use domain::BroadcastId;
use domain::broadcast::Segment;

use super::{Tap, number};
use crate::scene::Role;
use crate::state::BroadcastPart;

/// What such a button says to us.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TalkTap {
    /// Whether the person wants news, in the settings.
    News(bool),
    /// No more news, below a broadcast.
    StopNews,
    /// An admin looks at the conversations that are not closed.
    Cases,
    /// At one of them.
    Case(i64),
    /// And closes it.
    CloseCase(i64),
    /// An admin looks at the broadcasts.
    Broadcasts,
    /// And begins one.
    NewBroadcast,
    /// Something about one of them.
    Broadcast(BroadcastId, BroadcastTap),
}

/// What an admin can do about a broadcast.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BroadcastTap {
    /// See how it stands.
    Look,
    /// Say a part of it.
    Part(BroadcastPart),
    /// Send it to these people.
    To(Segment),
    /// Begin so many minutes from now; none: at once.
    In(u16),
    /// Leave the buttons out.
    NoButtons,
    /// Get it for oneself.
    Preview,
    /// Ask whether it is to go out.
    Launch,
    /// It is.
    Send,
    /// Hold it.
    Pause,
    /// Let it go on.
    Resume,
    /// End it.
    Stop,
}

impl TalkTap {
    /// Who may tap it.
    pub(super) const fn role(&self) -> Role {
        match self {
            Self::News(_) | Self::StopNews => Role::Person,
            Self::Cases
            | Self::Case(_)
            | Self::CloseCase(_)
            | Self::Broadcasts
            | Self::NewBroadcast
            | Self::Broadcast(..) => Role::Admin,
        }
    }

    pub(super) fn encode(&self) -> String {
        match self {
            Self::News(true) => "news:on".to_owned(),
            Self::News(false) => "news:off".to_owned(),
            Self::StopNews => "news:stop".to_owned(),
            Self::Cases => "case:list".to_owned(),
            Self::Case(number) => format!("case:look:{number}"),
            Self::CloseCase(number) => format!("case:close:{number}"),
            Self::Broadcasts => "cast:list".to_owned(),
            Self::NewBroadcast => "cast:new".to_owned(),
            Self::Broadcast(id, tap) => format!("cast:{id}:{}", tap.encode()),
        }
    }

    pub(super) fn decode(subject: &str, detail: &str) -> Option<Tap> {
        let (word, rest) = detail.split_once(':').unwrap_or((detail, ""));
        let case = || number(rest).filter(|number: &i64| *number > 0);
        let tap = match (subject, word, rest) {
            ("news", "on", "") => Self::News(true),
            ("news", "off", "") => Self::News(false),
            ("news", "stop", "") => Self::StopNews,
            ("case", "list", "") => Self::Cases,
            ("case", "look", _) => Self::Case(case()?),
            ("case", "close", _) => Self::CloseCase(case()?),
            ("cast", "list", "") => Self::Broadcasts,
            ("cast", "new", "") => Self::NewBroadcast,
            ("cast", id, tap) => {
                let id = BroadcastId::new(number(id).filter(|id| *id > 0)?);
                Self::Broadcast(id, BroadcastTap::decode(tap)?)
            }
            _ => return None,
        };
        // Whatever is read is exactly what we write.
        let is_ours = tap.encode().split_once(':') == Some((subject, detail));
        is_ours.then_some(Tap::Talk(tap))
    }
}

impl BroadcastTap {
    fn encode(&self) -> String {
        match self {
            Self::Look => "look".to_owned(),
            Self::Part(part) => format!("say:{}", part.word()),
            Self::To(segment) => match segment.detail() {
                detail if detail.is_empty() => format!("to:{}", segment.kind()),
                detail => format!("to:{}:{detail}", segment.kind()),
            },
            Self::In(minutes) => format!("in:{minutes}"),
            Self::NoButtons => "bare".to_owned(),
            Self::Preview => "preview".to_owned(),
            Self::Launch => "launch".to_owned(),
            Self::Send => "send".to_owned(),
            Self::Pause => "pause".to_owned(),
            Self::Resume => "resume".to_owned(),
            Self::Stop => "stop".to_owned(),
        }
    }

    fn decode(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        Some(match word {
            "look" => Self::Look,
            "say" => Self::Part(BroadcastPart::from_word(rest)?),
            "to" => {
                let (kind, detail) = rest.split_once(':').unwrap_or((rest, ""));
                Self::To(Segment::of(kind, detail)?)
            }
            "in" => Self::In(number(rest)?),
            "bare" => Self::NoButtons,
            "preview" => Self::Preview,
            "launch" => Self::Launch,
            "send" => Self::Send,
            "pause" => Self::Pause,
            "resume" => Self::Resume,
            "stop" => Self::Stop,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::{BroadcastId, Language};

    use super::{BroadcastPart, BroadcastTap, Segment, TalkTap};
    use crate::tap::{MAX_BYTES, Tap};

    #[test]
    fn every_button_comes_back_as_it_was() {
        let segments = ["all", "paid", "never paid", "quiet 3650", "language ru", "plan light"];
        let to = segments.map(|text| BroadcastTap::To(Segment::read(text).unwrap()));
        let acts = [
            BroadcastTap::Look,
            BroadcastTap::In(0),
            BroadcastTap::In(u16::MAX),
            BroadcastTap::NoButtons,
            BroadcastTap::Preview,
            BroadcastTap::Launch,
            BroadcastTap::Send,
            BroadcastTap::Pause,
            BroadcastTap::Resume,
            BroadcastTap::Stop,
        ];
        let parts = BroadcastPart::ALL.map(BroadcastTap::Part);
        let acts = acts.into_iter().chain(to).chain(parts);
        let acts = acts.map(|act| TalkTap::Broadcast(BroadcastId::new(i64::MAX), act));
        let others = [
            TalkTap::News(true),
            TalkTap::News(false),
            TalkTap::StopNews,
            TalkTap::Cases,
            TalkTap::Case(7),
            TalkTap::CloseCase(i64::MAX),
            TalkTap::Broadcasts,
            TalkTap::NewBroadcast,
        ];
        for tap in acts.chain(others).map(Tap::Talk) {
            let data = tap.encode();

            assert!(data.len() <= MAX_BYTES, "{data}");
            assert_eq!(Tap::decode(&data), Some(tap));
        }
        for data in
            ["news:on:", "case:look:0", "case:look:07", "cast:1:to:language:RU", "cast:0:look"]
        {
            assert_eq!(Tap::decode(data), None, "{data}");
        }
        assert_eq!(Segment::of("language", "ru"), Some(Segment::Language(Language::Russian)));
    }
}
