//! The bytes of a file: what is kept of them, also while they come in.

use std::hash::{DefaultHasher, Hasher};

use bytes::Bytes;

/// An upload up to this length is kept whole.
pub(super) const KEPT: usize = 1 << 20;

/// So much of a longer one is kept; pictures say their size within it.
pub(super) const HEAD: usize = 64 << 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) length: u64,
    pub(crate) hash: u64,
    pub(crate) kept: Bytes,
}

impl Content {
    /// Bytes that are here already.
    pub(crate) fn of(bytes: Bytes) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        Self { length: size(bytes.len()), hash: hasher.finish(), kept: bytes }
    }

    /// A file that is only said to be this long.
    pub(crate) fn claimed(length: u64) -> Self {
        Self { length, ..Self::of(Bytes::from(length.to_string())) }.headless()
    }

    pub(crate) fn whole(&self) -> Option<&Bytes> {
        (self.kept_length() == self.length).then_some(&self.kept)
    }

    pub(super) fn kept_length(&self) -> u64 {
        size(self.kept.len())
    }

    /// The same with no bytes kept.
    pub(super) fn headless(self) -> Self {
        Self { kept: Bytes::new(), ..self }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Taking {
    kept: Vec<u8>,
    length: u64,
    hasher: DefaultHasher,
}

impl Taking {
    pub(crate) fn push(&mut self, piece: &[u8]) {
        let is_whole = size(self.kept.len()) == self.length;
        self.length += size(piece.len());
        self.hasher.write(piece);
        if !is_whole {
            return;
        }
        if self.kept.len() + piece.len() <= KEPT {
            self.kept.extend_from_slice(piece);
            return;
        }
        let missing = HEAD.saturating_sub(self.kept.len()).min(piece.len());
        self.kept.extend_from_slice(&piece[..missing]);
        self.kept.truncate(HEAD);
        self.kept.shrink_to_fit();
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn finish(self) -> Content {
        Content { length: self.length, hash: self.hasher.finish(), kept: self.kept.into() }
    }
}

fn size(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
