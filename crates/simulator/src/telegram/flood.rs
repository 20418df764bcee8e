//! Flood limits: so many messages and edits per second overall, per chat, per group.
//!
//! Token buckets on the fake's clock. A call takes from every bucket it concerns or from none;
//! when one is empty the answer is a 429 with the whole seconds until it would pass.

use std::collections::HashMap;
use std::time::Duration;

use super::Limits;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    All,
    Chat(i64),
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Duration,
}

/// The buckets of one bot; one per chat that was written to, so as many as there are chats.
#[derive(Debug, Default)]
pub(crate) struct Flood(HashMap<Scope, Bucket>);

impl Flood {
    /// Takes `cost` messages to `chat`; the error is the number of seconds to wait.
    pub(crate) fn take(
        &mut self,
        limits: &Limits,
        chat: i64,
        cost: u32,
        now: Duration,
    ) -> Result<(), u64> {
        let all = limits.all_per_second.map(|limit| (Scope::All, limit, f64::from(limit)));
        let own = if chat < 0 {
            limits.group_per_minute.map(|limit| (Scope::Chat(chat), limit, f64::from(limit) / 60.0))
        } else {
            limits.chat_burst.map(|limit| (Scope::Chat(chat), limit, 1.0))
        };
        let mut filled = Vec::new();
        for (scope, size, per_second) in [all, own].into_iter().flatten() {
            let size = f64::from(size);
            let bucket = self.0.get(&scope).copied().unwrap_or(Bucket { tokens: size, at: now });
            let gained = now.saturating_sub(bucket.at).as_secs_f64() * per_second;
            let tokens = (bucket.tokens + gained).min(size);
            // An album larger than the bucket passes when the bucket is full.
            let wanted = f64::from(cost).min(size);
            if tokens + 1e-6 < wanted {
                return Err(whole_seconds((wanted - tokens) / per_second));
            }
            filled.push((scope, Bucket { tokens: tokens - wanted, at: now }));
        }
        self.0.extend(filled);
        Ok(())
    }
}

fn whole_seconds(seconds: f64) -> u64 {
    Duration::from_secs_f64(seconds.max(0.0).ceil()).as_secs().max(1)
}

#[cfg(test)]
mod tests {
    use super::{Duration, Flood, Limits};

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_chat_takes_a_burst_and_then_one_per_second() {
        let (mut flood, limits) = (Flood::default(), Limits::default());

        for _ in 0..3 {
            assert_eq!(flood.take(&limits, 7, 1, at(0)), Ok(()));
        }
        assert_eq!(flood.take(&limits, 7, 1, at(0)), Err(1));
        assert_eq!(flood.take(&limits, 8, 1, at(0)), Ok(()), "another chat is free");
        assert_eq!(flood.take(&limits, 7, 1, at(1)), Ok(()));
        assert_eq!(flood.take(&limits, 7, 1, at(1)), Err(1));
    }

    #[test]
    fn a_group_takes_twenty_per_minute() {
        let (mut flood, limits) = (Flood::default(), Limits::default());

        for _ in 0..20 {
            assert_eq!(flood.take(&limits, -7, 1, at(0)), Ok(()));
        }
        assert_eq!(flood.take(&limits, -7, 1, at(0)), Err(3));
        assert_eq!(flood.take(&limits, -7, 1, at(3)), Ok(()));
    }

    #[test]
    fn all_chats_together_take_thirty_per_second() {
        let (mut flood, limits) = (Flood::default(), Limits::default());

        let passed = (0..40).filter(|chat| flood.take(&limits, *chat, 1, at(0)).is_ok()).count();

        assert_eq!(passed, 30);
        assert_eq!(flood.take(&limits, 99, 1, at(0)), Err(1));
    }

    #[test]
    fn lifted_limits_let_everything_pass() {
        let mut flood = Flood::default();

        assert!((0..1000).all(|_| flood.take(&Limits::lifted(), 7, 9, at(0)).is_ok()));
    }
}
