//! Closed lists of words that a field may hold.
//!
//! An enum made by [`words`] is read by its words and by nothing else; a word that is not on the
//! list is a mistake that names the nearest one.

/// One of a closed list of words.
pub(crate) trait Word: Copy + 'static {
    /// Every one of them.
    const WORDS: &'static [Self];

    /// As it is written in a file.
    fn as_word(self) -> &'static str;
}

/// Makes an enum whose variants have words.
macro_rules! words {
    ($(
        $(#[$doc:meta])*
        pub enum $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// Every one of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// As it is written in a file.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The one with exactly this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl $crate::reading::Word for $name {
            const WORDS: &'static [Self] = Self::ALL;

            fn as_word(self) -> &'static str {
                self.word()
            }
        }
    )*};
}

pub(crate) use words;
