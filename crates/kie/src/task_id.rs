//! The name that KIE gives to a task.
//!
//! It is opaque: 32 hexadecimal digits as a rule, other forms in the documents. What stands in a
//! column and in an address is bounded here, once.

use std::fmt;

/// No id of KIE is longer.
const LONGEST: usize = 128;

/// A task of KIE.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(String);

impl TaskId {
    /// An id of 1 to 128 printable ASCII characters without spaces; `None` for anything else.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let fits = (1..=LONGEST).contains(&text.len());
        (fits && text.bytes().all(|byte| byte.is_ascii_graphic())).then_some(Self(text))
    }

    /// As KIE spells it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, TaskId};

    #[test]
    fn an_id_is_short_and_printable() {
        assert_eq!(TaskId::new("task_veo_123").unwrap().to_string(), "task_veo_123");
        assert!(TaskId::new("a".repeat(LONGEST)).is_some());
        for text in [String::new(), "a b".into(), "a\n".into(), "я".into(), "a".repeat(129)] {
            assert_eq!(TaskId::new(text.clone()), None, "{text:?}");
        }
    }
}
