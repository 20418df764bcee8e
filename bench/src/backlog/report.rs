//! The page, and what was promised about a backlog and a long history.
//!
//! How long the whole backlog takes is shown and not promised: it is a matter of Telegram's limits,
//! which are raised here.

use std::fmt::Write;
use std::time::Duration;

use anyhow::Result;

use super::Plan;
use super::drain::{Drained, PEOPLE};
use super::history::{History, Measured, PENDING, RATE};
use crate::Page;
use crate::answering::{RAISED, table};
use crate::judgement::{self, Judgement};
use crate::load::histogram::Histogram;
use crate::samples::Samples;

/// From ACTIVE to the first reply.
const FIRST_REPLY: Duration = Duration::from_secs(2);
/// Megabytes.
const MEMORY: f64 = 150.0;
/// A long history may cost this many times what an empty table does.
const TIMES: f64 = 1.5;

/// Writes the page.
pub(crate) fn page(
    drained: &Drained,
    history: &History,
    plan: Plan,
    settings: &str,
) -> Result<Page> {
    let (rows, done, people) = (plan.rows, plan.done, PEOPLE.count);
    let pending = PENDING.count;
    let mut text = format!(
        "backlog: {rows} pending updates of {people} people; then two tables with {pending} \
         pending ones, in one of them {done} done ones as well\n\
         {settings}\n\
         {RAISED}\n\n"
    );
    let seconds = |took: Duration| format!("{:.2} s", took.as_secs_f64());
    let whole = drained.activation + drained.first_reply;
    let rate = f64::from(plan.drain) / drained.took.as_secs_f64();
    let figures = [
        ("process start to ACTIVE", seconds(drained.activation)),
        ("process start to the first reply", seconds(whole)),
        ("ACTIVE to the first reply", seconds(drained.first_reply)),
        ("ACTIVE to all replies waited for", seconds(drained.took)),
        ("replies waited for", format!("{}, {rate:.0}/s", plan.drain)),
        ("peak resident memory", format!("{:.1} MB", drained.peak)),
    ];
    for (what, figure) in figures {
        writeln!(text, "{what:<34} {figure}")?;
    }
    writeln!(text, "\nacknowledgements at {RATE}/s, ms; medians of {} rounds", plan.rounds)?;
    table::header(&mut text)?;
    table::line(&mut text, "no history", &history.empty.acks)?;
    table::line(&mut text, "a long history", &history.long.acks)?;
    let met = judgement::table(&mut text, &judge(drained, history))?;
    Ok(Page { text, met })
}

fn judge(drained: &Drained, history: &History) -> Vec<Judgement> {
    let History { empty, long, failed } = history;
    let first = drained.first_reply;
    vec![
        Judgement::new(
            "ACTIVE to the first reply, s",
            format!("{:.2}", first.as_secs_f64()),
            format!("< {}", FIRST_REPLY.as_secs()),
            first < FIRST_REPLY,
        ),
        Judgement::new(
            "peak resident memory, MB",
            format!("{:.1}", drained.peak),
            format!("< {MEMORY:.0}"),
            drained.peak < MEMORY,
        ),
        Judgement::none("replies out of a person's order", drained.out_of_order),
        Judgement::none("messages nobody asked for", drained.strange),
        times("pages to find what is pending", empty.pages.walk, long.pages.walk),
        times("pages to store an update", empty.pages.accept, long.pages.accept),
        times("p50 of an acknowledgement, ms", p50(empty), p50(long)),
        Judgement::none("not answered 200", *failed),
    ]
}

fn p50(table: &Measured) -> f64 {
    table.acks.iter().map(Histogram::p50).collect::<Samples>().p50()
}

fn times(what: &str, empty: f64, long: f64) -> Judgement {
    let shown =
        |value: f64| if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.2}") };
    let allowed = TIMES * empty;
    Judgement::new(
        what,
        shown(long),
        format!("<= {TIMES} x {} without = {}", shown(empty), shown(allowed)),
        long <= allowed,
    )
}

#[cfg(test)]
mod tests {
    use super::{Drained, Duration, Histogram, History, Measured, judge, times};
    use crate::backlog::plans::Pages;
    use crate::judgement::Verdict;

    fn measured(pages: f64, millis: u64) -> Measured {
        let mut acks = Histogram::default();
        acks.record(Duration::from_millis(millis));
        Measured { pages: Pages { walk: pages, accept: pages }, acks: vec![acks] }
    }

    fn drained() -> Drained {
        let second = Duration::from_secs(1);
        let (activation, first_reply, took) = (second, second, second);
        Drained { activation, first_reply, took, peak: 149.0, out_of_order: 0, strange: 0 }
    }

    fn missed(drained: &Drained, long: Measured, failed: u64) -> Vec<usize> {
        let history = History { empty: measured(10.0, 10), long, failed };
        let judgements = judge(drained, &history);
        let missed = judgements.iter().enumerate().filter(|(_, j)| j.verdict == Verdict::Missed);
        missed.map(|(place, _)| place).collect()
    }

    #[test]
    fn every_promise_can_be_missed_on_its_own() {
        let fine = drained();
        assert_eq!(missed(&fine, measured(15.0, 15), 0), [0_usize; 0]);

        let late = Drained { first_reply: Duration::from_secs(2), ..drained() };
        assert_eq!(missed(&late, measured(15.0, 15), 0), [0]);
        assert_eq!(missed(&Drained { peak: 150.0, ..drained() }, measured(15.0, 15), 0), [1]);
        assert_eq!(missed(&Drained { out_of_order: 1, ..drained() }, measured(15.0, 15), 0), [2]);
        assert_eq!(missed(&Drained { strange: 1, ..drained() }, measured(15.0, 15), 0), [3]);
        assert_eq!(missed(&fine, measured(15.1, 15), 0), [4, 5]);
        assert_eq!(missed(&fine, measured(15.0, 16), 0), [6]);
        assert_eq!(missed(&fine, measured(15.0, 15), 1), [7]);
    }

    #[test]
    fn no_number_keeps_no_promise_and_pages_are_shown_whole() {
        assert_eq!(times("p", 1.0, f64::NAN).verdict, Verdict::Missed);
        assert_eq!(times("p", f64::NAN, 1.0).verdict, Verdict::Missed);
        assert_eq!(times("p", 10.0, 12.0).target, "<= 1.5 x 10 without = 15");
    }
}
