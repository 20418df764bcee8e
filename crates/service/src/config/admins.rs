//! Who may do what no user may, and where they are told what happens.

use super::problems::Values;

const IDS: &str = "ADMIN_IDS";
const CHAT: &str = "ADMIN_CHAT_ID";

/// The admins, and the chat for their notices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admins {
    /// Telegram's user ids, in the order they were given; the first is the one smoke tests use.
    pub ids: Vec<i64>,
    /// Where notices go; none means to each admin.
    pub chat: Option<AdminChat>,
}

/// A chat, or one topic of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdminChat {
    /// The chat's id; a group's is negative.
    pub chat: i64,
    pub topic: Option<i32>,
}

pub(super) fn read(values: &mut Values) -> Admins {
    let ids = values.optional(IDS).and_then(|text| {
        let ids = ids(&text);
        if ids.is_none() {
            let cure = "give user ids (numbers, not names), separated by comma or space";
            values.problem(IDS, "is not a list of user ids", cure);
        }
        ids
    });
    let chat = values.optional(CHAT).and_then(|text| {
        let chat = admin_chat(&text);
        if chat.is_none() {
            let cure = "give the chat's number, or chat:topic; a group's number is negative";
            values.problem(CHAT, "is not a chat", cure);
        }
        chat
    });
    Admins { ids: ids.unwrap_or_default(), chat }
}

fn ids(text: &str) -> Option<Vec<i64>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let mut ids = Vec::new();
    for word in words {
        let id = word.parse().ok().filter(|id| *id > 0)?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    (!ids.is_empty()).then_some(ids)
}

fn admin_chat(text: &str) -> Option<AdminChat> {
    let (chat, topic) = match text.split_once(':') {
        None => (text, None),
        Some((chat, topic)) => (chat, Some(topic.parse().ok().filter(|topic| *topic > 0)?)),
    };
    let chat = chat.parse().ok().filter(|chat| *chat != 0)?;
    Some(AdminChat { chat, topic })
}

#[cfg(test)]
mod tests {
    use super::{AdminChat, admin_chat, ids};

    #[test]
    fn admins_are_separated_by_comma_or_space() {
        for text in ["7,8", "7 8", "7, 8,", " 7\n8 7"] {
            assert_eq!(ids(text), Some(vec![7, 8]), "{text}");
        }
        for text in ["", ",", "ann", "-7", "0", "7;8", "@ann"] {
            assert_eq!(ids(text), None, "{text}");
        }
    }

    #[test]
    fn a_chat_may_name_its_topic() {
        let chat = |chat, topic| Some(AdminChat { chat, topic });

        assert_eq!(admin_chat("-1001"), chat(-1001, None));
        assert_eq!(admin_chat("-1001:5"), chat(-1001, Some(5)));
        for text in ["0", "x", "-1001:", "-1001:x", "-1001:0", ":5"] {
            assert_eq!(admin_chat(text), None, "{text}");
        }
    }
}
