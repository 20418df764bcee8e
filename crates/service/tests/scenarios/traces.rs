//! Traces, as a collector gets them from real processes: an update and an order, each in one piece,
//! whichever instances had a hand in it.

use std::collections::BTreeSet;

use simulator::collector::{Collector, Span};
use simulator::kie::Pace;
use simulator::telegram::Person;
use simulator::world::{Builder, PATIENCE, SECRET, World};

use crate::generations::studio::{Books, build, gets_file, orders, somebody};
use crate::path::program;

/// A world whose traces go to this collector.
fn traced(builder: Builder, collector: &Collector) -> Builder {
    builder.variable("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url())
}

/// The only span of this name in a trace.
fn the<'a>(spans: &'a [Span], name: &str) -> &'a Span {
    let mut named = spans.iter().filter(|span| span.name == name);
    let found = named.next().unwrap_or_else(|| panic!("no {name} in {spans:#?}"));
    assert_eq!(named.next(), None, "a second {name}");
    found
}

/// The spans of a trace that has all of these names, once it has.
async fn parts(
    collector: &Collector,
    names: &[&str],
    is_enough: impl Fn(&[Span]) -> bool,
) -> Vec<Span> {
    let what = format!("a trace with {names:?}");
    let found = collector.until(&what, PATIENCE, |spans| {
        let traces: BTreeSet<&str> = spans.iter().map(|span| span.trace.as_str()).collect();
        traces.into_iter().find_map(|trace| {
            let of_it: Vec<Span> =
                spans.iter().filter(|span| span.trace == trace).cloned().collect();
            let has = |name: &&str| of_it.iter().any(|span| span.name == **name);
            (names.iter().all(has) && is_enough(&of_it)).then_some(of_it)
        })
    });
    found.await
}

/// The same, once nothing hangs below a span that has not come yet.
async fn whole(collector: &Collector, names: &[&str]) -> Vec<Span> {
    let hangs = |spans: &[Span], span: &Span| match &span.parent {
        Some(parent) => spans.iter().any(|one| one.id == *parent),
        None => true,
    };
    parts(collector, names, |spans| spans.iter().all(|span| hangs(spans, span))).await
}

/// One span is the first, and each ends after it begins.
fn is_sound(spans: &[Span]) {
    let first = spans.iter().filter(|span| span.parent.is_none()).count();
    assert_eq!(first, 1, "{spans:#?}");
    for span in spans {
        assert!(span.began > 0 && span.began <= span.ended, "{span:#?}");
    }
}

async fn is_answered(person: &Person) {
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
}

#[tokio::test]
async fn an_update_that_one_instance_takes_and_another_answers_is_one_trace() {
    let collector = Collector::start().await.unwrap();
    let world = traced(World::build(program()), &collector).start().await;
    world.active().await;
    world.routes_to(&[world.passive().await]);
    let ann = world.person("Ann");

    ann.starts("").await;
    is_answered(&ann).await;

    let trace = whole(&collector, &["webhook", "handle", "say", "telegram"]).await;
    is_sound(&trace);
    let [webhook, handle] = ["webhook", "handle"].map(|name| the(&trace, name));
    assert_ne!(webhook.instance, handle.instance, "one took it and the other one handled it");
    assert_eq!((webhook.says("trt.outcome"), handle.says("trt.outcome")), ("stored", "done"));
    assert_eq!(handle.parent.as_ref(), Some(&webhook.id));
    assert_eq!(handle.events, ["fenced", "decided", "written"]);
    assert_eq!(handle.says("trt.epoch"), "1");
    assert_eq!(handle.says("trt.retries"), "0");
    assert_eq!(handle.says("trt.update_id"), webhook.says("trt.update_id"));
    let say = trace.iter().find(|span| span.name == "say").unwrap();
    assert_eq!((say.parent.as_ref(), &say.instance), (Some(&handle.id), &handle.instance));
    assert_eq!((say.says("trt.outcome"), say.events.len()), ("sent", 2));
    let call = trace.iter().find(|span| span.parent.as_ref() == Some(&say.id)).unwrap();
    assert_eq!((call.name.as_str(), call.says("trt.outcome")), ("telegram", "ok"));
    assert!(call.says("trt.call").starts_with("send"), "{call:#?}");
    world.ends_well().await;
}

#[tokio::test]
async fn an_order_is_one_trace_from_the_tap_to_the_picture() {
    let collector = Collector::start().await.unwrap();
    let world = traced(build(), &collector).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;

    orders(&ann, "imagen-4 a red cat").await;
    gets_file(&ann).await;
    books.all_ended().await;

    let trace = whole(&collector, &["order", "submit", "look", "deliver", "telegram"]).await;
    is_sound(&trace);
    let [order, submit, deliver] = ["order", "submit", "deliver"].map(|name| the(&trace, name));
    assert_eq!(submit.parent.as_ref(), Some(&order.id));
    assert_eq!((submit.says("trt.outcome"), submit.events.len()), ("taken", 1));
    let made = trace.iter().find(|span| span.says("trt.outcome") == "made").unwrap();
    assert_eq!((made.name.as_str(), made.parent.as_ref()), ("look", Some(&order.id)));
    assert_eq!((deliver.parent.as_ref(), deliver.says("trt.outcome")), (Some(&made.id), "sent"));
    let calls = trace.iter().filter(|span| span.name == "kie").map(|span| span.says("trt.call"));
    assert_eq!(calls.collect::<BTreeSet<_>>(), BTreeSet::from(["create", "look"]));
    let number = books.number("select id from generations").await.to_string();
    for span in [order, submit, made, deliver] {
        assert_eq!(span.says("trt.generation"), number, "{span:#?}");
    }
    // The tap and the order know each other.
    let of_tap = |spans: &[Span]| {
        let links = |span: &&Span| span.name == "handle" && span.links.contains(&order.trace);
        spans.iter().find(links).cloned()
    };
    let tap = collector.until("the tap that ordered", PATIENCE, of_tap).await;
    assert_eq!(order.links, [tap.trace]);
    assert_eq!(order.says("trt.update"), tap.says["trt.update"]);
    world.ends_well().await;
}

#[tokio::test]
async fn an_order_goes_on_in_its_trace_on_the_instance_that_takes_over() {
    let collector = Collector::start().await.unwrap();
    let held = build().kie(|kie| kie.pace = Pace::Held);
    let world = traced(held, &collector).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until("exists (select from attempts where state = 'submitted')").await;
    let before = parts(&collector, &["order", "submit"], |_| true).await;

    world.kills_active().await;
    world.kie.finishes(&world.kie.tasks()[0].id);
    gets_file(&ann).await;
    books.all_ended().await;

    // What the dead one had not sent is missing, so not all of it need hang together.
    let trace = parts(&collector, &["order", "submit", "deliver"], |_| true).await;
    is_sound(&trace);
    let [order, submit, deliver] = ["order", "submit", "deliver"].map(|name| the(&trace, name));
    assert_eq!(order.trace, the(&before, "order").trace);
    assert_eq!((&order.instance, submit.says("trt.epoch")), (&submit.instance, "1"));
    assert_ne!(submit.instance, deliver.instance, "another one brought it");
    assert_eq!(deliver.says("trt.epoch"), "2");
    world.ends_well().await;
}

#[tokio::test]
async fn with_the_collector_away_nothing_is_lost_and_one_line_says_so() {
    let collector = Collector::start().await.unwrap();
    collector.is_away(true);
    let world = traced(World::build(program()), &collector).start().await;
    for name in ["Ann", "Bob", "Eve"] {
        let person = world.person(name);
        person.starts("").await;
        is_answered(&person).await;
    }
    let asked = |text: &[Span]| (text.is_empty() && collector.texts().len() >= 4).then_some(());
    collector.until("several tries", PATIENCE, asked).await;
    let mut told = 0;
    for instance in world.instances() {
        let lines = instance.lines_at("WARN");
        let about = lines.iter().filter(|line| line.contains("[RUN] traces wait")).count();
        assert!(about <= 1, "{lines:#?}");
        told += about;
    }
    assert!(told > 0, "nobody says that traces do not leave");

    collector.is_away(false);

    let trace = whole(&collector, &["webhook", "handle", "say", "telegram"]).await;
    is_sound(&trace);
    world.ends_well().await;
}

#[tokio::test]
async fn nothing_that_people_say_and_no_secret_leaves_by_a_trace() {
    let collector = Collector::start().await.unwrap();
    let builder = traced(build(), &collector)
        .variable("OTEL_EXPORTER_OTLP_HEADERS", "x-key=canary-header")
        .variable("LOG_LEVEL", "trace");
    let world = builder.start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Canary-Name", 100).await;
    orders(&ann, "imagen-4 a canary-prompt").await;
    gets_file(&ann).await;
    books.all_ended().await;
    whole(&collector, &["order", "submit", "deliver", "telegram"]).await;
    world.ends_well().await;

    let token = world.telegram.token();
    let wanted = ["canary", "http", SECRET, world.kie.key(), token, "imagen", "menu"];
    let texts = collector.texts();
    for text in &texts {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("canary-header"), "the header is sent: {head}");
        let body = body.to_lowercase();
        let found = wanted.iter().find(|what| body.contains(&what.to_lowercase()));
        assert_eq!(found, None, "{body}");
    }
    assert!(texts.iter().any(|text| text.contains("deliver")), "the search is blind");
    for instance in world.instances() {
        for line in instance.process.lines() {
            assert!(!line.contains("canary-header"), "{line}");
        }
    }
}
