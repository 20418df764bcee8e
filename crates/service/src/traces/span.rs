//! A span while it lasts: begun, told what happens in it, ended once.
//!
//! ```text
//!   Span ──┬── end(outcome) ───────────────────────────────> queue
//!          └── around(work) ── is the present one in it ──┬── it was told an outcome ──> queue
//!                                                         └── nothing was done ────────> nothing
//! ```
//!
//! What runs inside [`Span::around`] tells the present span what happens without knowing it, and begins
//! spans below it. Without traces a span is nothing: no clock is read, nothing is hashed, no memory taken.
//!
//! Times are those of the wall clock at the beginning, counted on by one that does not jump.

use std::cell::RefCell;
use std::time::Instant;

use domain::GenerationId;

use super::Tracer;
use super::ids::{Place, SpanId};
use super::words::{Moment, Name, Number, Outcome};
use crate::process::wall_clock;

tokio::task_local! {
    /// The present span of a task.
    static PRESENT: RefCell<Span>;
}

/// When something began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Began {
    unix_nanoseconds: u64,
    since: Instant,
}

/// A span that lasts, or nothing.
#[derive(Debug)]
#[must_use = "a span is sent when it is ended, or when what is around it is"]
pub(crate) struct Span(Option<Box<Live>>);

#[derive(Debug)]
struct Live {
    tracer: &'static Tracer,
    began: Began,
    ended: Ended,
    outcome: Option<Outcome>,
    /// What was ordered in it and is not committed yet.
    orders: Vec<GenerationId>,
}

/// A span as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) name: Name,
    pub(super) place: Place,
    pub(super) parent: Option<SpanId>,
    pub(super) began: u64,
    pub(super) ended: u64,
    pub(super) outcome: Outcome,
    pub(super) call: Option<&'static str>,
    pub(super) numbers: Vec<(Number, i64)>,
    pub(super) moments: Vec<(Moment, u64)>,
    pub(super) links: Vec<Place>,
}

impl Began {
    pub(super) fn now() -> Self {
        Self { unix_nanoseconds: wall_clock::unix_nanoseconds(), since: Instant::now() }
    }

    /// This moment, counted from the beginning.
    fn and_now(self) -> u64 {
        let passed = u64::try_from(self.since.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.unix_nanoseconds.saturating_add(passed)
    }
}

impl Span {
    pub(super) const NONE: Self = Self(None);

    /// The first span of a trace; nothing if the trace is not kept.
    pub(super) fn first(tracer: &'static Tracer, name: Name, place: Place, began: Began) -> Self {
        Self::at(tracer, name, (place, None), began)
    }

    /// A span below another.
    pub(super) fn below(tracer: &'static Tracer, name: Name, parent: Place, began: Began) -> Self {
        let place = Place { trace: parent.trace, span: SpanId::fresh() };
        Self::at(tracer, name, (place, Some(parent.span)), began)
    }

    fn at(
        tracer: &'static Tracer,
        name: Name,
        (place, parent): (Place, Option<SpanId>),
        began: Began,
    ) -> Self {
        if !tracer.keeps(place.trace) {
            return Self::NONE;
        }
        let ended = Ended {
            name,
            place,
            parent,
            began: began.unix_nanoseconds,
            ended: 0,
            outcome: Outcome::Done,
            call: None,
            numbers: Vec::with_capacity(4),
            moments: Vec::new(),
            links: Vec::new(),
        };
        Self(Some(Box::new(Live { tracer, began, ended, outcome: None, orders: Vec::new() })))
    }

    pub(crate) fn with(mut self, number: Number, value: i64) -> Self {
        if let Some(live) = &mut self.0 {
            live.ended.numbers.push((number, value));
        }
        self
    }

    /// Says what is called; a word of the code, as everything in a span.
    pub(crate) fn calling(mut self, call: &'static str) -> Self {
        if let Some(live) = &mut self.0 {
            live.ended.call = Some(call);
        }
        self
    }

    pub(crate) fn end(self, outcome: Outcome) {
        if let Some(live) = self.0 {
            live.end(outcome);
        }
    }

    /// Ends with what came of it, and hands that on.
    pub(crate) fn ended<T>(self, what: T, outcome: impl FnOnce(&T) -> Outcome) -> T {
        self.end(outcome(&what));
        what
    }

    /// Is the present span of this work, and ends with it as it was told; a span that was told nothing
    /// is not sent.
    pub(crate) async fn around<T>(self, work: impl Future<Output = T>) -> T {
        PRESENT
            .scope(RefCell::new(self), async {
                let done = work.await;
                let ended = PRESENT.with(|present| present.replace(Self::NONE));
                if let Some(outcome) = ended.0.as_ref().and_then(|live| live.outcome) {
                    ended.end(outcome);
                }
                done
            })
            .await
    }
}

impl Live {
    fn end(self: Box<Self>, outcome: Outcome) {
        let ended = self.began.and_now();
        self.tracer.keep(Ended { ended, outcome, ..self.ended });
    }
}

/// Tells the present span something, if there is one.
fn tell<T>(told: impl FnOnce(&mut Live) -> T) -> Option<T> {
    let told = |present: &RefCell<Span>| present.borrow_mut().0.as_deref_mut().map(told);
    PRESENT.try_with(told).ok().flatten()
}

/// How the present span ends; the last word counts.
pub(crate) fn outcome(outcome: Outcome) {
    tell(|live| live.outcome = Some(outcome));
}

pub(crate) fn moment(moment: Moment) {
    tell(|live| {
        let now = live.began.and_now();
        live.ended.moments.push((moment, now));
    });
}

/// Something was ordered in the present span, which counts once it is committed.
pub(crate) fn ordered(generation: GenerationId) {
    tell(|live| live.orders.push(generation));
}

/// What the present span was about is committed: what was ordered in it begins its own trace.
pub(crate) fn committed() {
    tell(|live| {
        live.outcome = Some(Outcome::Done);
        for generation in std::mem::take(&mut live.orders) {
            let place = Place::of_order(live.tracer.bot, generation);
            live.ended.links.push(place);
            live.ended.numbers.push((Number::Generation, generation.get()));
            let mut order = Span::first(live.tracer, Name::Order, place, live.began);
            if let Some(order) = &mut order.0 {
                order.ended.links.push(live.ended.place);
                order.ended.numbers.clone_from(&live.ended.numbers);
            }
            order.end(Outcome::Done);
        }
    });
}

/// A span below the present one.
pub(crate) fn child(name: Name) -> Span {
    let child = tell(|live| Span::below(live.tracer, name, live.ended.place, Began::now()));
    child.unwrap_or(Span::NONE)
}

/// The place of the present span, as it is written behind what was decided in it.
pub(crate) fn mark() -> Option<String> {
    tell(|live| live.ended.place.to_text())
}
