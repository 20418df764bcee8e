//! What people with power can do: every act has one word, by which the audit log knows it.
//!
//! A new act is one line of the table below. The words stand in rows that stay for ever: none is ever changed, or
//! given to another act.

use std::fmt;

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident => $word:literal,)*) => {
        /// Something that only people with power can do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum AdminAction {
            $($(#[$doc])* $name,)*
        }

        impl AdminAction {
            /// Every one of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its word in the audit log.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

actions! {
    /// A balance is corrected.
    Adjust => "adjust",
    /// A payment goes back.
    Refund => "refund",
    /// A bank transfer is credited.
    Approve => "approve",
    /// A bank transfer is not credited.
    Refuse => "refuse",
    /// What a generation made is shown to everybody.
    ShowSample => "show-sample",
    /// It is no longer shown.
    HideSample => "hide-sample",
    /// A promo code is made.
    PromoMake => "promo-make",
    /// A promo code ends before its time.
    PromoEnd => "promo-end",
    /// A test payment goes back by itself.
    TestPayment => "test-payment",
    /// What was set aside is tried again.
    DeadRetry => "dead-retry",
    /// What was set aside is off the list.
    DeadDrop => "dead-drop",
    /// What was closed can be ordered again.
    ClosuresOpen => "closures-open",
    /// Something can no longer be ordered.
    ClosuresClose => "closures-close",
    /// A question of a person is answered.
    SupportAnswer => "support-answer",
    /// A conversation with a person is closed.
    SupportClose => "support-close",
    /// A broadcast goes out.
    BroadcastStart => "broadcast-start",
    /// A broadcast is held.
    BroadcastPause => "broadcast-pause",
    /// It goes on.
    BroadcastResume => "broadcast-resume",
    /// It is ended, or a draft dropped.
    BroadcastStop => "broadcast-stop",
    /// The books are held against Telegram and KIE.
    BooksReconcile => "books-reconcile",
    /// A difference is taken over.
    BooksResolve => "books-resolve",
    /// Somebody is no longer served.
    Ban => "ban",
    /// They are served again.
    Unban => "unban",
    /// Something is written down about somebody.
    Note => "note",
    /// An admin looks at what somebody's generation made.
    SeeResult => "see-result",
    /// It is sent to its person once more.
    SendResult => "send-result",
    /// No orders are taken.
    Pause => "pause",
    /// Orders are taken, and not given to KIE.
    Hold => "hold",
    /// Orders are taken as always.
    Resume => "resume",
    /// How often a model may be used free of charge.
    ModelFree => "model-free",
    /// The role is to be handed over.
    HandOver => "hand-over",
    /// People of another bot are taken over.
    Import => "import",
    /// Orders with a word are refused.
    GuardAdd => "guard-add",
    /// They are not any more.
    GuardRemove => "guard-remove",
}

impl AdminAction {
    /// The act of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.word() == word)
    }
}

impl fmt::Display for AdminAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::AdminAction;

    #[test]
    fn every_act_is_known_by_its_word_and_no_other_word_is() {
        for action in AdminAction::ALL {
            assert_eq!(AdminAction::from_word(action.word()), Some(*action));
            let is_plain = |sign: char| sign.is_ascii_lowercase() || sign == '-';
            assert!(action.word().chars().all(is_plain), "{action}");
        }
        assert_eq!(AdminAction::from_word("dead"), None);
    }
}
