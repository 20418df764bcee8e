//! What traces cost: the same measured without and with them, and the collector that takes them.
//!
//! Of both kinds the medians are held beside each other, with the lowest and the highest of the rounds, for
//! a machine that others use as well. With traces nothing may be more than a tenth worse.

use std::fmt::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::routing::post;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::judgement::{self, Judgement};
use crate::samples::Samples;

/// What traces may cost.
const ALLOWED: f64 = 0.10;

/// What every span has once, and no link.
const SPAN: &[u8] = b"\"startTimeUnixNano\"";

/// A collector that takes everything at once and counts it; ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Collector {
    pub(crate) address: SocketAddr,
    spans: Arc<AtomicU64>,
    serving: JoinHandle<()>,
}

impl Collector {
    pub(crate) async fn start() -> Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let (address, spans) = (listener.local_addr()?, Arc::new(AtomicU64::new(0)));
        let routes = Router::new().route("/v1/traces", post(take));
        let routes = routes.layer(axum::extract::DefaultBodyLimit::disable());
        let routes = routes.with_state(Arc::clone(&spans));
        let serving = tokio::spawn(async move {
            // An error would show as spans that are missing.
            let _ = axum::serve(listener, routes).await;
        });
        Ok(Self { address, spans, serving })
    }

    /// How many spans came.
    pub(crate) fn spans(&self) -> u64 {
        self.spans.load(Ordering::Relaxed)
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(
    State(spans): State<Arc<AtomicU64>>,
    body: Bytes,
) -> ([(HeaderName, &'static str); 1], &'static str) {
    let found = body.windows(SPAN.len()).filter(|window| *window == SPAN).count();
    spans.fetch_add(u64::try_from(found).unwrap_or_default(), Ordering::Relaxed);
    ([(CONTENT_TYPE, "application/json")], "{}")
}

/// Which comes first in a round: every other time the one with traces.
pub(crate) fn order(turn: u32) -> [bool; 2] {
    let first = turn.is_multiple_of(2);
    [first, !first]
}

/// What is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Better {
    Higher,
    Lower,
}

/// One number of all rounds, without and with traces.
#[derive(Debug)]
pub(crate) struct Pair {
    name: &'static str,
    off: Samples,
    on: Samples,
    better: Better,
}

impl Pair {
    pub(crate) fn new(name: &'static str, (off, on): (Samples, Samples), better: Better) -> Self {
        Self { name, off, on, better }
    }

    /// How much worse it is with traces, as a share.
    fn cost(&self) -> f64 {
        let ratio = self.on.p50() / self.off.p50();
        match self.better {
            Better::Higher => 1.0 - ratio,
            Better::Lower => ratio - 1.0,
        }
    }

    fn judged(&self) -> Judgement {
        let (what, cost) = (format!("{}: cost of traces", self.name), self.cost());
        let measured = format!("{:+.1} %", 100.0 * cost);
        let target = format!("<= {:.0} %", 100.0 * ALLOWED);
        Judgement::new(what, measured, target, cost <= ALLOWED)
    }
}

/// Writes the table and the promises; says whether all were kept.
pub(crate) fn table(text: &mut String, pairs: &[Pair], spans: u64) -> Result<bool> {
    writeln!(text, "\n{:<20} {:>22} {:>22} {:>7}", "medians (low-high)", "off", "on", "on/off")?;
    for pair in pairs {
        let shown = |all: &Samples| {
            format!("{:.2} ({:.2}-{:.2})", all.p50(), all.percentile(0.0), all.max())
        };
        let (off, on, ratio) = (shown(&pair.off), shown(&pair.on), pair.on.p50() / pair.off.p50());
        writeln!(text, "{:<20} {off:>22} {on:>22} {ratio:>7.3}", pair.name)?;
    }
    writeln!(text, "the collector took {spans} spans")?;
    let mut judgements: Vec<Judgement> = pairs.iter().map(Pair::judged).collect();
    judgements.push(Judgement::new("spans with traces on", spans.to_string(), "> 0", spans > 0));
    judgement::table(text, &judgements)
}

#[cfg(test)]
mod tests {
    use super::{Better, Pair, Samples, order, table};

    fn pair(off: f64, on: f64, better: Better) -> Pair {
        let samples =
            |value: f64| [value, value + 1.0, value - 1.0].into_iter().collect::<Samples>();
        Pair::new("x", (samples(off), samples(on)), better)
    }

    #[test]
    fn a_tenth_is_allowed_in_the_bad_direction_only() {
        let met = |pair| table(&mut String::new(), &[pair], 1).unwrap();

        assert!(met(pair(100.0, 109.0, Better::Lower)) && met(pair(100.0, 50.0, Better::Lower)));
        assert!(!met(pair(100.0, 111.0, Better::Lower)));
        assert!(met(pair(100.0, 90.0, Better::Higher)) && met(pair(100.0, 200.0, Better::Higher)));
        assert!(!met(pair(100.0, 89.0, Better::Higher)));
        assert!(!met(pair(0.0, f64::NAN, Better::Lower)), "no number keeps no promise");
        assert!(!table(&mut String::new(), &[], 0).unwrap(), "nothing was traced");
    }

    #[test]
    fn each_goes_first_every_other_time() {
        assert_eq!((order(1), order(2)), ([false, true], [true, false]));
    }
}
