//! Our service without and with traces, in interleaved rounds: `bench webhook --traces`.
//!
//! The rounds are those of the contest: an open loop, then a closed one, each in a fresh process with a
//! fresh database. The collector is one of this program and takes everything at once.

use anyhow::{Result, anyhow};

use super::arena::{Arena, RATE, Round};
use super::contestant::Contestant;
use super::install::Places;
use super::{Options, Plan};
use crate::samples::Samples;
use crate::tracing_off_and_on::{Better, Collector, Pair, order, table};
use crate::{Page, machine};

pub(super) async fn measure(options: &Options, plan: &Plan) -> Result<Page> {
    let launch = Places::new(options.trt.as_deref()).launch(Contestant::Ours).await;
    let launch = launch.map_err(|error| anyhow!("{error:#}"))?;
    let state = machine::state().await;
    let mut arena = Arena::open().await?;
    let collector = Collector::start().await?;
    let (mut off, mut on) = (Vec::new(), Vec::new());
    for turn in 1..=plan.rounds {
        for is_on in order(turn) {
            arena.collector = is_on.then_some(collector.address);
            let round = arena.measure(&launch, plan.length).await?;
            if is_on { &mut on } else { &mut off }.push(round);
        }
        eprintln!("bench: {turn} of {} rounds", plan.rounds);
    }
    let server = machine::postgres(&arena.client).await?;
    let (rounds, seconds) = (plan.rounds, plan.length.as_secs());
    let mut text = format!(
        "webhook: updates answered 200 without and with traces; {rounds} interleaved rounds\n\
         machine: {state}; {server}\n\
         load: {seconds} s at {RATE}/s, then {seconds} s closed loop\n"
    );
    let of = |part: fn(&Round) -> f64| {
        let values = |rounds: &[Round]| -> Samples { rounds.iter().map(part).collect() };
        (values(&off), values(&on))
    };
    let pairs = [
        Pair::new("acks/s", of(|round| round.closed.per_second()), Better::Higher),
        Pair::new("p50 of a 200, ms", of(|round| round.open.tally.latency.p50()), Better::Lower),
        Pair::new("p99 of a 200, ms", of(|round| round.open.tally.latency.p99()), Better::Lower),
    ];
    let met = table(&mut text, &pairs, collector.spans())?;
    Ok(Page { text, met })
}
