//! Keys: short names of our own that appear in links, buttons and rows, and never change.

/// Whether this can be a key: `[a-z0-9-]{2,24}`.
///
/// Deep links and callback data carry these characters untouched.
pub(crate) fn is_key(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (2..=24).contains(&text.len()) && text.bytes().all(plain)
}

/// Makes a type for each kind of key, so that a pack cannot be passed where a model is meant.
macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// The key with this text, unless it has not the form `[a-z0-9-]{2,24}`.
            pub fn new(text: &str) -> Option<Self> {
                $crate::reading::is_key(text).then(|| Self(text.to_owned()))
            }

            /// Its text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl $crate::reading::Field for $name {
            fn read(value: &toml::de::DeValue<'_>) -> Result<Self, String> {
                let text = value.as_str().unwrap_or_default();
                Self::new(text).ok_or_else(|| {
                    "must be a key of 2 to 24 small letters, digits and hyphens".to_owned()
                })
            }
        }
    )*};
}

pub(crate) use keys;

#[cfg(test)]
mod tests {
    use super::is_key;

    #[test]
    fn a_key_is_short_and_plain() {
        for key in ["z-image", "v3", "abcdefghijklmnopqrstuvwx"] {
            assert!(is_key(key), "{key}");
        }
        for text in ["", "a", "Z-image", "kling/v2", "veo_3", "abcdefghijklmnopqrstuvwxy", "ключ"]
        {
            assert!(!is_key(text), "{text}");
        }
    }
}
