//! The shelf: files that were uploaded, until they are a day old or the shelf is full.
//!
//! The same folder and name puts a file in the place of the old one. When there is no room the oldest
//! go first; what is gone is answered for as what has expired.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use bytes::Bytes;

/// Bytes on the shelf at most; one larger file stays there alone.
const ROOM: usize = 160 << 20;

/// Pages of the vendor disagree about three days and one; a caller has to plan on one.
const KEPT: Duration = Duration::from_secs(24 * 3600);

#[derive(Debug)]
struct Stored {
    content: Bytes,
    at: Duration,
}

#[derive(Debug, Default)]
pub(crate) struct Shelf {
    files: BTreeMap<String, Stored>,
    order: VecDeque<String>,
    held: usize,
}

impl Shelf {
    pub(crate) fn puts(&mut self, path: &str, content: Bytes, now: Duration) {
        self.removes(path);
        self.held += content.len();
        self.files.insert(path.to_owned(), Stored { content, at: now });
        self.order.push_back(path.to_owned());
        while self.held > ROOM && self.order.len() > 1 {
            let Some(oldest) = self.order.front().cloned() else { break };
            self.removes(&oldest);
        }
    }

    pub(crate) fn finds(&self, path: &str, now: Duration) -> Option<Bytes> {
        let stored = self.files.get(path)?;
        (now.saturating_sub(stored.at) < KEPT).then(|| stored.content.clone())
    }

    fn removes(&mut self, path: &str) {
        if let Some(old) = self.files.remove(path) {
            self.held -= old.content.len();
            self.order.retain(|own| own != path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Duration, KEPT, ROOM, Shelf};

    #[test]
    fn a_file_is_replaced_by_its_name_and_gone_after_a_day() {
        let (mut shelf, start) = (Shelf::default(), Duration::ZERO);
        shelf.puts("a/1", Bytes::from_static(b"old"), start);
        shelf.puts("a/1", Bytes::from_static(b"new"), start);

        assert_eq!(shelf.finds("a/1", start), Some(Bytes::from_static(b"new")));
        assert_eq!((shelf.held, shelf.order.len()), (3, 1));
        assert_eq!(shelf.finds("a/1", KEPT), None);
        assert_eq!(shelf.finds("a/2", start), None);
    }

    #[test]
    fn a_full_shelf_forgets_the_oldest() {
        let (mut shelf, start) = (Shelf::default(), Duration::ZERO);
        let half = Bytes::from(vec![0; ROOM / 2 + 1]);
        shelf.puts("a", half.clone(), start);
        shelf.puts("b", half, start);

        assert!(shelf.finds("a", start).is_none());
        assert!(shelf.finds("b", start).is_some());
    }
}
