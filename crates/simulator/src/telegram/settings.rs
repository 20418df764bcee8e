//! How a fake is set up: who it is, how strict, how fast.
//!
//! The defaults are Telegram's own values. A test that wants to see a retry scales the timing
//! instead of waiting; one that is about something else lifts the flood limits.

use std::time::Duration;

/// Whether parameters that Telegram silently ignores count against the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// An unknown parameter is a violation: it is a typing error of ours.
    #[default]
    Strict,
    /// An unknown parameter is ignored, as by Telegram.
    Lenient,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub all_per_second: Option<u32>,
    /// Messages and edits of one private chat: how many at once; they come back one per second.
    pub chat_burst: Option<u32>,
    pub group_per_minute: Option<u32>,
    pub webhooks_per_second: Option<u32>,
}

impl Limits {
    pub fn lifted() -> Self {
        let [all_per_second, chat_burst, group_per_minute, webhooks_per_second] = [None; 4];
        Self { all_per_second, chat_burst, group_per_minute, webhooks_per_second }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            all_per_second: Some(30),
            chat_burst: Some(3),
            group_per_minute: Some(20),
            webhooks_per_second: Some(1),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// How long an instance may take to answer an update; in real time.
    pub timeout: Duration,
    /// The pause before the second retry; the first comes at once, later pauses double.
    pub pause: Duration,
    /// The longest pause is drawn between these two.
    pub longest: (Duration, Duration),
    /// What one second of an instance's `Retry-After` lasts.
    pub retry_after_second: Duration,
    /// How late the loser of two pollers hears of it.
    pub conflict: Duration,
    /// The longest shuffle of a delivery under [`super::DeliveryFault::Reorder`].
    pub shuffle: Duration,
}

impl Timing {
    /// Telegram's pauses, so many times shorter. The timeout of a request stays.
    pub fn faster(times: u32) -> Self {
        let real = Self::default();
        let times = times.max(1);
        Self {
            pause: real.pause / times,
            longest: (real.longest.0 / times, real.longest.1 / times),
            retry_after_second: real.retry_after_second / times,
            conflict: real.conflict / times,
            ..real
        }
    }
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            pause: Duration::from_secs(2),
            longest: (Duration::from_secs(60), Duration::from_secs(120)),
            retry_after_second: Duration::from_secs(1),
            conflict: Duration::from_secs(3),
            shuffle: Duration::from_millis(50),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Settings {
    pub token: String,
    /// The bot's name after the @.
    pub username: String,
    /// Its owner has switched inline mode on.
    pub is_inline: bool,
    pub port: u16,
    pub strictness: Strictness,
    pub limits: Limits,
    pub timing: Timing,
    /// How long after its creation a tap can still be answered.
    pub answer_window: Duration,
    /// How long waits without a deadline of their own last, such as [`super::UpdateHandle`]'s.
    pub patience: Duration,
    pub journal: usize,
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            token: "4200000042:AAFakeFakeFakeFakeFakeFakeFakeFakeFak".to_owned(),
            username: "trt_fake_bot".to_owned(),
            is_inline: true,
            port: 0,
            strictness: Strictness::default(),
            limits: Limits::default(),
            timing: Timing::default(),
            answer_window: Duration::from_secs(15),
            patience: testbed::SOON,
            journal: 1_000_000,
            seed: 42,
        }
    }
}
