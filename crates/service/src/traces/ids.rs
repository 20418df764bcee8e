//! The names of traces and spans: the same on every instance, because they are made of what a trace is about.
//!
//! ```text
//!   bot, number of Telegram's update ──> trace, its first span
//!   bot, number of the generation ─────> trace, its first span
//!   any other span ────────────────────> a number nobody else has
//! ```
//!
//! So whoever takes over goes on with the trace that another began, and nobody had to tell them.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::{GenerationId, UpdateId};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// A trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TraceId(u128);

/// A span of some trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SpanId(u64);

/// A span and the trace that it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) trace: TraceId,
    pub(super) span: SpanId,
}

impl TraceId {
    /// What it has drawn, when only a share of all traces is kept.
    pub(super) fn drawn(self) -> u64 {
        self.0 as u64
    }
}

impl SpanId {
    /// One that nobody else has.
    pub(super) fn fresh() -> Self {
        static FIRST: OnceLock<u64> = OnceLock::new();
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let first = *FIRST.get_or_init(|| Uuid::new_v4().as_u64_pair().0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // One step of splitmix64: what is a count here is scattered there, and stays distinct.
        let mut bits = first.wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((bits ^ (bits >> 31)).max(1))
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:032x}", self.0)
    }
}

impl fmt::Display for SpanId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:016x}", self.0)
    }
}

impl Place {
    /// The first span of an update.
    pub(super) fn of_update(bot: i64, update: UpdateId) -> Self {
        Self::derived("update", bot, update.get())
    }

    /// The first span of an order.
    pub(super) fn of_order(bot: i64, generation: GenerationId) -> Self {
        Self::derived("order", bot, generation.get())
    }

    fn derived(kind: &str, bot: i64, number: i64) -> Self {
        let hash = Sha256::new_with_prefix("trt trace ");
        let hash = hash.chain_update(kind).chain_update(bot.to_be_bytes());
        let hash = hash.chain_update(number.to_be_bytes()).finalize();
        let bytes = |from: usize| hash.iter().skip(from).take(8);
        let number = |from| bytes(from).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        let trace = u128::from(number(0)) << 64 | u128::from(number(8));
        // Nothing but zeros names nothing.
        Self { trace: TraceId(trace.max(1)), span: SpanId(number(16).max(1)) }
    }

    /// As the standard for trace contexts writes it.
    pub(super) fn to_text(self) -> String {
        format!("00-{}-{}-01", self.trace, self.span)
    }

    /// Reads what [`Self::to_text`] wrote.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let ("00", trace, span) = (parts.next()?, parts.next()?, parts.next()?) else {
            return None;
        };
        let trace = u128::from_str_radix(trace, 16).ok().filter(|id| *id != 0)?;
        let span = u64::from_str_radix(span, 16).ok().filter(|id| *id != 0)?;
        let place = Self { trace: TraceId(trace), span: SpanId(span) };
        (place.to_text() == text).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{GenerationId, Place, SpanId, UpdateId};

    #[test]
    fn everybody_names_a_trace_alike_and_no_two_things_share_one() {
        let update = |bot, id| Place::of_update(bot, UpdateId::new(id));
        let order = |bot, id| Place::of_order(bot, GenerationId::new(id));

        // Written down: a release that names them otherwise tears traces apart during its deploy.
        let text = "00-a1fe03114b2c596b167159a4217cfe76-10f5171e00a9e3d0-01";
        assert_eq!(update(77, 1).to_text(), text);
        let all = [update(77, 1), update(77, 2), update(78, 1), order(77, 1), order(77, 2)];
        let traces: HashSet<_> = all.iter().map(|place| place.trace).collect();
        let spans: HashSet<_> = all.iter().map(|place| place.span).collect();
        assert_eq!((traces.len(), spans.len()), (5, 5));
    }

    #[test]
    fn a_place_is_written_and_read_as_the_standard_says() {
        let place = Place::of_update(77, UpdateId::new(5));
        let text = place.to_text();
        assert_eq!(Place::from_text(&text), Some(place));
        assert_eq!(text, format!("00-{}-{}-01", place.trace, place.span));
        for wrong in ["", "00", "01-1-1-01", "00-0-1-01", &text.to_uppercase(), &text[..54]] {
            assert_eq!(Place::from_text(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn fresh_spans_are_distinct() {
        let spans: HashSet<SpanId> = (0..10_000).map(|_| SpanId::fresh()).collect();
        assert_eq!(spans.len(), 10_000);
    }
}
