//! Every metric, once: its name, its kind, its labels with the words they can have, and what it means.
//!
//! ```text
//!   a table for each subject, beside what emits it ──> SUBJECTS ──┬──> described and begun at the start
//!                                                                 ├──> docs/metrics.md, by its test with BLESS=1
//!                                                                 └──> the most series one instance can ever show
//! ```
//!
//! Labels take words of closed sets, or the models of the catalogue: no ids, and no paths as they were asked for. So
//! the number of series has a bound, whoever asks for what. A test holds what is emitted against this table, and
//! every scenario what real processes show (`docs/metrics.md`).

use metrics::{KeyName, Label as Pair};

use super::{
    database, generations, http, kie, leader, loops, money, operators, process, queues, spans,
    telegram,
};

/// One metric.
#[derive(Debug)]
pub(super) struct Metric {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) labels: &'static [Label],
    #[cfg_attr(not(test), expect(dead_code, reason = "the page is written by the test"))]
    pub(super) shown: Shown,
    pub(super) meaning: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Gauge,
    Counter,
    /// With the upper bounds of its buckets.
    Histogram(&'static [f64]),
}

/// One label.
#[derive(Debug)]
pub(super) struct Label {
    pub(super) name: &'static str,
    pub(super) words: Words,
}

/// The words a label can have.
#[derive(Debug)]
pub(super) enum Words {
    These(&'static [&'static str]),
    /// The words of a type of ours.
    Of(fn() -> Vec<&'static str>),
    /// The models of the catalogue, and `other` for what this release does not know.
    Models,
    /// The one version of the program.
    Version,
}

/// Which instances show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Each shows its own.
    Own,
    /// Each shows the same, as it was read from the database.
    Shared,
    /// Whoever is active counts; the others show what they counted when they were.
    Active,
}

pub(super) use Shown::{Active, Own, Shared};

impl Metric {
    pub(super) const fn gauge(
        name: &'static str,
        labels: &'static [Label],
        shown: Shown,
        meaning: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Gauge, labels, shown, meaning }
    }

    pub(super) const fn counter(
        name: &'static str,
        labels: &'static [Label],
        shown: Shown,
        meaning: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Counter, labels, shown, meaning }
    }

    pub(super) const fn histogram(
        name: &'static str,
        (labels, buckets): (&'static [Label], &'static [f64]),
        shown: Shown,
        meaning: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Histogram(buckets), labels, shown, meaning }
    }

    /// Every set of words it can have, unless a label of it has those of the catalogue.
    fn sets(&self) -> Vec<Vec<Pair>> {
        let mut sets = vec![Vec::new()];
        for label in self.labels {
            let words = label.words.known();
            let longer = sets.iter().flat_map(|set| {
                words.iter().map(|word| {
                    let mut set = set.clone();
                    set.push(Pair::from_static_parts(label.name, word));
                    set
                })
            });
            sets = longer.collect();
        }
        sets
    }
}

impl Label {
    pub(super) const fn these(name: &'static str, words: &'static [&'static str]) -> Self {
        Self { name, words: Words::These(words) }
    }

    pub(super) const fn of(name: &'static str, words: fn() -> Vec<&'static str>) -> Self {
        Self { name, words: Words::Of(words) }
    }
}

impl Words {
    /// The words, as far as this program has them.
    pub(super) fn known(&self) -> Vec<&'static str> {
        match self {
            Self::These(words) => words.to_vec(),
            Self::Of(words) => words(),
            Self::Models | Self::Version => Vec::new(),
        }
    }
}

/// The metrics, by what they are about.
pub(super) const SUBJECTS: [(&str, &[Metric]); 12] = [
    ("The role", leader::METRICS),
    ("The database", database::METRICS),
    ("HTTP", http::METRICS),
    ("The inbox and the outbox", queues::METRICS),
    ("Telegram", telegram::METRICS),
    ("KIE", kie::METRICS),
    ("Generations", generations::METRICS),
    ("Money", money::METRICS),
    ("Loops and tasks", loops::METRICS),
    ("Operators", operators::METRICS),
    ("Traces", spans::METRICS),
    ("The process", process::METRICS),
];

/// All of them.
pub(super) fn all() -> impl Iterator<Item = &'static Metric> {
    SUBJECTS.into_iter().flat_map(|(_, metrics)| metrics)
}

/// A counter with fewer series than this shows all of them from the first reading on, so that the first of
/// something is a rise from nothing.
const BEGUN: usize = 100;

/// Describes everything, and begins the counters.
pub(super) fn begin() {
    metrics::with_recorder(|recorder| {
        for metric in all() {
            let (name, meaning) = (KeyName::from_const_str(metric.name), metric.meaning.into());
            match metric.kind {
                Kind::Gauge => recorder.describe_gauge(name, None, meaning),
                Kind::Counter => recorder.describe_counter(name, None, meaning),
                Kind::Histogram(_) => recorder.describe_histogram(name, None, meaning),
            }
        }
    });
    for metric in all().filter(|metric| metric.kind == Kind::Counter) {
        let sets = metric.sets();
        if sets.len() < BEGUN {
            sets.into_iter().for_each(|set| metrics::counter!(metric.name, set).absolute(0));
        }
    }
}

#[cfg(test)]
mod tests;
