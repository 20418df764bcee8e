//! The key of a lock: its name, hashed to the two integers that PostgreSQL takes.

use sha2::{Digest, Sha256};

/// The two halves of an advisory lock's key.
///
/// PostgreSQL takes them as signed integers and shows them in `pg_locks` as unsigned `classid` and
/// `objid` (with `objsubid = 2`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LockKey {
    /// The first half.
    pub class: i32,
    /// The second half.
    pub object: i32,
}

impl LockKey {
    /// The key of a lock with this name: the first eight bytes of its SHA-256, big-endian.
    ///
    /// ```
    /// use leadership::LockKey;
    ///
    /// assert_eq!(LockKey::of("reports"), LockKey::of("reports"));
    /// assert_ne!(LockKey::of("reports"), LockKey::of("mails"));
    /// ```
    pub fn of(name: &str) -> Self {
        let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(Sha256::digest(name));
        Self { class: i32::from_be_bytes([a, b, c, d]), object: i32::from_be_bytes([e, f, g, h]) }
    }

    /// `classid` and `objid` as `pg_locks` shows them.
    pub fn shown(self) -> (u32, u32) {
        (self.class.cast_unsigned(), self.object.cast_unsigned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::LockKey;

    #[test]
    fn the_key_is_the_beginning_of_the_hash_of_the_name() {
        // printf 'reports:1:x' | sha256sum begins with dc3b71a4 cebc88e1.
        let key = LockKey::of("reports:1:x");

        assert_eq!(key.shown(), HASHED);
        assert_eq!(key, LockKey { class: HASHED.0.cast_signed(), object: HASHED.1.cast_signed() });
    }

    const HASHED: (u32, u32) = (0xdc3b_71a4, 0xcebc_88e1);

    proptest! {
        #[test]
        fn what_pg_locks_shows_is_the_same_bits(class in any::<i32>(), object in any::<i32>()) {
            let (shown_class, shown_object) = LockKey { class, object }.shown();

            // The way the schema computes it: as a bigint, without its upper half.
            assert_eq!(i64::from(shown_class), i64::from(class) & 0xffff_ffff);
            assert_eq!(i64::from(shown_object), i64::from(object) & 0xffff_ffff);
        }
    }
}
