//! Hands a walk exactly the bytes it asks for, whatever the pieces are that they come in.
//!
//! ```text
//!   Read(n)   the next n bytes at once; kept here until they are together
//!   Skip(n)   nothing of the next n bytes
//!   Any       whatever comes, as it comes
//!   Rest      nothing more: the walk knows enough
//! ```
//!
//! Before there is a walk, the first bytes are held until [`detect`] can choose one; it then sees
//! them as well.
//!
//! A walk is a state machine without IO: it gets what it wanted and says what it wants next. All
//! memory that grows with a file is the one buffer here, and it never holds more than [`LONGEST`].
//!
//! On failure: a walk that asks for too much, or for nothing again and again, is a mistake of ours;
//! the file is then unmeasurable, and the tape goes on in linear time.

use std::fmt::Debug;

use crate::Measured;
use crate::detect::{self, HEAD};

/// The most bytes that a walk may ask for at once.
pub(crate) const LONGEST: usize = 65_536;

/// Steps without a byte in a row, beyond which a walk is taken for stuck.
const IDLE: u32 = 64;

/// What a walk wants next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    Read(usize),
    Skip(u64),
    Any,
    Rest,
}

/// One container's state machine.
pub(crate) trait Walk: Debug + Send {
    /// What the walk wants before its first byte.
    fn begin(&self) -> Want;

    /// Takes what was wanted: `at` is the place of its first byte in the file. After a skip it is
    /// empty, and `at` is where the skip ended.
    fn step(&mut self, at: u64, bytes: &[u8]) -> Want;

    /// After the last of `total` bytes. `whole` says that nothing that was wanted is missing.
    fn finish(&mut self, total: u64, whole: bool) -> Measured;
}

/// The bytes on their way to a walk.
#[derive(Debug)]
pub(crate) struct Tape {
    walk: Option<Box<dyn Walk>>,
    want: Want,
    held: Vec<u8>,
    at: u64,
    steps: u64,
    idle: u32,
    is_stuck: bool,
    is_tagged: bool,
}

impl Default for Tape {
    fn default() -> Self {
        let want = Want::Read(HEAD);
        Self {
            walk: None,
            want,
            held: Vec::new(),
            at: 0,
            steps: 0,
            idle: 0,
            is_stuck: false,
            is_tagged: false,
        }
    }
}

impl Tape {
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    pub(crate) fn take(&mut self, mut bytes: &[u8]) {
        loop {
            let used = match self.want {
                Want::Rest => {
                    self.at += bytes.len() as u64;
                    bytes.len()
                }
                Want::Skip(left) => self.skip(left, bytes.len()),
                Want::Read(count) => self.read(count, bytes),
                Want::Any if bytes.is_empty() => 0,
                Want::Any => self.pass(bytes),
            };
            bytes = bytes.get(used..).unwrap_or_default();
            let waits_for_nothing = matches!(self.want, Want::Skip(0) | Want::Read(0));
            if bytes.is_empty() && !waits_for_nothing {
                return;
            }
        }
    }

    pub(crate) fn finish(mut self) -> Measured {
        let whole = match self.want {
            Want::Rest | Want::Any => true,
            Want::Read(_) => self.held.is_empty(),
            Want::Skip(_) => false,
        };
        let total = self.at + self.held.len() as u64;
        let Some(walk) = &mut self.walk else { return Measured::default() };
        let measured = walk.finish(total, whole);
        match self.is_stuck {
            true => Measured { kind: measured.kind, ..Measured::default() },
            false => measured,
        }
    }

    fn skip(&mut self, left: u64, there: usize) -> usize {
        let used = usize::try_from(left).map_or(there, |left| left.min(there));
        self.at += used as u64;
        let left = left - used as u64;
        self.want = Want::Skip(left);
        if left == 0 {
            self.step(used, &[]);
        }
        used
    }

    fn read(&mut self, count: usize, bytes: &[u8]) -> usize {
        if self.held.is_empty() && bytes.len() >= count {
            return self.pass(&bytes[..count]);
        }
        let used = (count - self.held.len()).min(bytes.len());
        self.held.extend_from_slice(&bytes[..used]);
        if self.held.len() == count {
            let held = std::mem::take(&mut self.held);
            self.pass(&held);
            if self.held.is_empty() {
                // The buffer itself is kept: a file has many of these.
                self.held = held;
                self.held.clear();
            }
        }
        used
    }

    fn pass(&mut self, bytes: &[u8]) -> usize {
        self.steps += bytes.len() as u64;
        if self.walk.is_none() {
            self.choose(bytes);
        } else {
            self.step(bytes.len(), bytes);
            self.at += bytes.len() as u64;
        }
        bytes.len()
    }

    fn step(&mut self, used: usize, bytes: &[u8]) {
        self.steps += 1;
        self.idle = if used == 0 { self.idle + 1 } else { 0 };
        self.want = match &mut self.walk {
            Some(walk) => walk.step(self.at, bytes),
            None => Want::Read(HEAD),
        };
        let too_long = matches!(self.want, Want::Read(count) if count > LONGEST);
        if too_long || self.idle > IDLE {
            (self.is_stuck, self.want) = (true, Want::Rest);
        }
    }

    /// Chooses a walk by the first bytes and shows them to it; a tag in front is passed over.
    fn choose(&mut self, first: &[u8]) {
        if let Some(tag) = detect::tag(first) {
            self.is_tagged = true;
            let inside = usize::try_from(tag).map_or(HEAD, |tag| tag.min(HEAD));
            self.held = first[inside..].to_vec();
            self.want = match tag - inside as u64 {
                0 => Want::Read(HEAD),
                left => Want::Skip(left),
            };
            return;
        }
        self.walk = detect::walk(first, self.is_tagged);
        self.at = 0;
        self.want = self.walk.as_ref().map_or(Want::Rest, |walk| walk.begin());
        self.take(first);
    }
}

#[cfg(test)]
mod tests {
    use super::Tape;

    #[test]
    fn a_tag_in_front_is_passed_over_however_the_bytes_are_cut() {
        // A tag of 2 bytes, one of none, one of 300, and a picture.
        let tags = [&b"ID3\x04\0\0\0\0\0\x02ab"[..], b"ID3\x04\0\0\0\0\0\0"].concat();
        let long = [&b"ID3\x04\0\0\0\0\x02\x2c"[..], &[7; 300]].concat();
        let gif = b"GIF89a\x20\0\x10\0\0\0\0;.........";
        let file = [&tags[..], &long, gif].concat();
        for size in [1, 3, 16, 1000] {
            let mut tape = Tape::default();
            file.chunks(size).for_each(|piece| tape.take(piece));
            assert_eq!(tape.finish().pixels, Some((32, 16)), "in pieces of {size}");
        }
    }
}
