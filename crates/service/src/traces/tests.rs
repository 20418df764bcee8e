//! Spans in a process: what is around what, what leaves, and that nothing does while traces are off.

use domain::{ChatId, GenerationId, InboxId, UpdateId};
use store::Pending;
use telegram::request::{Keyboard, Request};
use tokio::sync::mpsc::{self, Receiver};

use super::{
    Began, Ended, Moment, Name, Number, Outcome, Place, Share, Span, Tracer, arrived, child,
    committed, handling, moment, now, ordered, outcome, step, stored,
};

const UPDATE: UpdateId = UpdateId::new(5);

fn tracer(share: &str) -> (&'static Tracer, Receiver<Ended>) {
    let (queue, ended) = mpsc::channel(16);
    let share = Share::parse(share).unwrap();
    (Box::leak(Box::new(Tracer { bot: 77, share, queue })), ended)
}

fn all(mut ended: Receiver<Ended>) -> Vec<Ended> {
    std::iter::from_fn(|| ended.try_recv().ok()).collect()
}

fn handle(tracer: &'static Tracer) -> Span {
    let update = Place::of_update(tracer.bot, UPDATE);
    Span::below(tracer, Name::Handle, update, Began::now()).with(Number::Epoch, 3)
}

fn message() -> Request {
    Request::send_message(ChatId::new(5), "hello", &Keyboard::NONE)
}

#[tokio::test]
async fn what_happens_inside_belongs_to_the_span_around_it() {
    let (tracer, ended) = tracer("1");
    let body = handle(tracer)
        .around(async {
            moment(Moment::Fenced);
            child(Name::Telegram).calling("getMe").end(Outcome::Busy);
            let body = stored(&message());
            outcome(Outcome::Failed);
            outcome(Outcome::SetAside);
            body
        })
        .await;

    let spans = all(ended);
    let [call, handle] = &spans[..] else { panic!("{spans:#?}") };
    assert_eq!(
        (call.name, call.outcome, call.call),
        (Name::Telegram, Outcome::Busy, Some("getMe"))
    );
    assert_eq!((call.place.trace, call.parent), (handle.place.trace, Some(handle.place.span)));
    assert_eq!(handle.parent, Some(Place::of_update(77, UPDATE).span));
    assert_eq!(handle.outcome, Outcome::SetAside, "the last word counts");
    assert_eq!((handle.numbers[0], handle.moments[0].0), ((Number::Epoch, 3), Moment::Fenced));
    assert!(handle.began <= handle.moments[0].1 && handle.moments[0].1 <= handle.ended);
    let mark = Request::within(&body).and_then(Place::from_text);
    assert_eq!(mark, Some(handle.place), "whoever sends it knows where it was decided");
    assert_eq!(stored(&message()), message().to_bytes(), "outside there is no mark");
}

#[tokio::test]
async fn a_span_in_which_nothing_was_done_is_not_sent() {
    let (tracer, ended) = tracer("1");
    handle(tracer).around(async { moment(Moment::Fenced) }).await;

    assert_eq!(all(ended), []);
}

#[tokio::test]
async fn an_order_begins_its_trace_with_the_commit_and_not_before() {
    let (tracer, ended) = tracer("1");
    let generation = GenerationId::new(41);
    handle(tracer)
        .around(async {
            ordered(generation);
            outcome(Outcome::Away);
        })
        .await;
    handle(tracer)
        .around(async {
            ordered(generation);
            committed();
        })
        .await;

    let spans = all(ended);
    let [rolled_back, order, handle] = &spans[..] else { panic!("{spans:#?}") };
    assert_eq!((rolled_back.outcome, &rolled_back.links[..]), (Outcome::Away, &[][..]));
    assert_eq!((order.name, order.parent), (Name::Order, None));
    assert_eq!(order.place, Place::of_order(77, generation));
    assert_eq!((&order.links[..], &handle.links[..]), (&[handle.place][..], &[order.place][..]));
    for span in [order, handle] {
        assert!(span.numbers.contains(&(Number::Generation, 41)), "{span:?}");
    }
}

#[tokio::test]
async fn a_trace_that_is_not_kept_leaves_nothing_and_a_full_queue_stops_nobody() {
    let (nothing, ended) = tracer("0");
    let body = handle(nothing).around(async { stored(&message()) }).await;
    assert_eq!((body, all(ended)), (message().to_bytes(), vec![]));

    let (small, ended) = tracer("1");
    for _ in 0..20 {
        handle(small).end(Outcome::Done);
    }
    assert_eq!(all(ended).len(), 16);
}

#[test]
fn without_a_collector_nothing_is_allocated() {
    let row = Pending { id: InboxId::new(1), update_id: UPDATE, lane: 7, attempts: 0 };
    let mut spans = Vec::with_capacity(8);
    let used = allocation_counter::measure(|| {
        arrived(now(), Name::Webhook, UPDATE, Outcome::Stored);
        spans.push(handling(&row, 1));
        spans.push(step(Name::Submit, GenerationId::new(1), 1).with(Number::Epoch, 1));
        spans.push(child(Name::Telegram).calling("getMe"));
        moment(Moment::Fenced);
        ordered(GenerationId::new(1));
        committed();
    });

    assert_eq!(used.count_total, 0);
    assert!(now().is_none());
}
