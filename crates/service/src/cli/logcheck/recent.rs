//! A memory that forgets the oldest: what rules know of instances and terms.

use std::collections::{BTreeMap, VecDeque};

/// Things by key; the first that came goes first when there are too many.
#[derive(Debug, Clone)]
pub(super) struct Recent<K, V> {
    most: usize,
    known: BTreeMap<K, V>,
    order: VecDeque<K>,
}

impl<K: Ord + Clone, V> Recent<K, V> {
    pub(super) fn of(most: usize) -> Self {
        Self { most, known: BTreeMap::new(), order: VecDeque::new() }
    }

    /// What was put there before, if it is still known.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.known.get(key)
    }

    /// Puts something there; tells what was there before.
    pub(super) fn put(&mut self, key: K, value: V) -> Option<V> {
        if !self.known.contains_key(&key) {
            if self.known.len() == self.most
                && let Some(oldest) = self.order.pop_front()
            {
                self.known.remove(&oldest);
            }
            self.order.push_back(key.clone());
        }
        self.known.insert(key, value)
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn the_first_that_came_is_forgotten_first() {
        let mut recent = Recent::of(2);

        assert_eq!(recent.put("a", 1), None);
        assert_eq!(recent.put("b", 2), None);
        assert_eq!(recent.put("a", 3), Some(1));
        assert_eq!(recent.put("c", 4), None);

        assert_eq!(
            [recent.get(&"a"), recent.get(&"b"), recent.get(&"c")],
            [None, Some(&2), Some(&4)]
        );
        assert_eq!(recent.known.len(), recent.order.len());
    }
}
