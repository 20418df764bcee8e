//! Ids, one type each: a chat cannot be passed where a person is meant.
//!
//! They are numbers of somebody else (Telegram, PostgreSQL) and mean nothing here beyond equality
//! and order.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(i64);

        impl $name {
            /// The id with this number.
            pub const fn new(number: i64) -> Self {
                Self(number)
            }

            /// Its number.
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// A person, by Telegram's user id.
    PersonId,
    /// A chat, by Telegram's chat id; a private chat has the id of its person.
    ChatId,
    /// A message within its chat.
    MessageId,
    /// Telegram's number of an update: unique for days, but neither dense nor for ever rising.
    UpdateId,
    /// Our own number of a stored update.
    InboxId,
    /// Our own number of something to be said.
    OutboxId,
    /// A generation a person ordered.
    GenerationId,
    /// An account of the books.
    AccountId,
    /// Money set apart for one generation.
    HoldId,
    /// What a person asked to pay in by bank transfer: the number of the update that asked.
    TransferId,
    /// A message to many people: the number of the update that began it.
    BroadcastId,
}
