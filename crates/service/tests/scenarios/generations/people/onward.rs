//! What people do with a result and with a failure: once more at once, by another model, by the number of their own.

use simulator::kie::Pace;
use simulator::telegram::{Bubble, Event};
use simulator::world::PATIENCE;

use super::super::studio::{
    Books, build, files, gets_file, go, is_status, newest, orders, says, somebody, status_is_gone,
};
use super::{data, next, taps};

/// How often a message was taken away.
fn removals(world: &simulator::world::World) -> usize {
    let journal = world.telegram.journal();
    let is_removal = |event: &Event| matches!(event, Event::Called { method, applied: true, .. } if method == "deleteMessage");
    journal.iter().filter(|entry| is_removal(&entry.event)).count()
}

#[tokio::test]
async fn one_message_is_left_of_an_order_whether_it_came_to_something_or_not() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 100).await, somebody(&world, "Bob", 100).await);

    let orders_of_ann = orders(&ann, "imagen-4 a red cat").await;
    let orders_of_bob = orders(&bob, "imagen-4 a red cat [[sim:policy]]").await;
    let picture = gets_file(&ann).await;
    let failure = bob.waits_for(says("didn't work out"), PATIENCE).await;
    status_is_gone(&ann).await;
    status_is_gone(&bob).await;

    books.all_ended().await;
    world.ends_well().await;
    for (person, status, last) in
        [(&ann, &orders_of_ann, &picture), (&bob, &orders_of_bob, &failure)]
    {
        let after = |bubble: &&Bubble| bubble.message_id >= status.message_id;
        let left: Vec<i64> =
            person.chat().iter().filter(after).map(|bubble| bubble.message_id).collect();
        assert_eq!(left, [last.message_id], "{:#?}", person.chat());
    }
    assert_eq!(removals(&world), 2);
}

#[tokio::test]
async fn a_bubble_that_is_gone_already_hurts_nobody() {
    let world = build().kie(|kie| kie.pace = Pace::Held).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let status = orders(&ann, "imagen-4 a red cat").await;
    world.kie.waits_until("a task", |tasks| tasks.len() == 1).await;
    ann.deletes(status.message_id);

    world.kie.finishes(&world.kie.tasks()[0].id);
    gets_file(&ann).await;

    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 1"]);
    assert_eq!(books.number("select count(*) from outbox where state in (3, 6)").await, 0);
}

#[tokio::test]
async fn twenty_taps_on_a_variation_make_one_picture() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    orders(&ann, "imagen-4 a red cat").await;
    let first = gets_file(&ann).await;
    status_is_gone(&ann).await;
    let button = data(&first, "vary:").unwrap();
    assert_eq!(
        first.button(&button).unwrap().text.replace('\u{A0}', " "),
        "\u{1F3B2} Variation · 6 ⭐"
    );

    let mut pressed = Vec::new();
    for _ in 0..20 {
        pressed.push(ann.taps_on(first.message_id, &button).await);
    }
    for tap in pressed {
        tap.answered().await;
    }
    let second = next(&ann, first.message_id, |bubble| !bubble.media.is_empty()).await;

    status_is_gone(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!((files(&ann), newest(&ann)), (2, second.message_id), "{:#?}", ann.chat());
    assert_eq!(books.sums().await.states, ["delivered 2"]);
    assert_eq!(world.kie.creates().len(), 2);
    assert_eq!(books.number("select count(*) from generations where repeats is not null").await, 1);
    assert!(ann.chat().contains(&first), "the result stays as it was");
}

#[tokio::test]
async fn a_variation_that_costs_something_else_now_is_asked_about() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    orders(&ann, "imagen-4 a red cat").await;
    let first = gets_file(&ann).await;
    let button = data(&first, "vary:").unwrap();
    let cheaper = format!("{}:1", button.rsplit_once(':').unwrap().0);

    ann.taps_on(first.message_id, &cheaper).await.answered().await;

    let question = next(&ann, first.message_id, |bubble| go(bubble).is_some()).await;
    assert!(question.text.replace('\u{A0}', " ").contains("6 ⭐ · 6.40 ₽"), "{}", question.text);
    // A button of an older release leads to the same question.
    let id = button.split(':').nth(1).unwrap();
    ann.taps_on(first.message_id, &format!("job:vary:{id}")).await.answered().await;
    next(&ann, question.message_id, |bubble| go(bubble).is_some()).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(world.kie.creates().len(), 1);
}

#[tokio::test]
async fn a_failure_offers_the_next_best_model_with_the_words_kept() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    orders(&ann, "imagen-4 a red cat [[sim:fail=501]]").await;
    let failure = ann.waits_for(says("didn't work out"), PATIENCE).await;
    let text = failure.text.replace('\u{A0}', " ");
    assert!(text.contains("Your balance: 100 ₽") && text.contains("your words are kept"), "{text}");
    let button = failure.buttons[0][0].clone();
    assert!(
        button.text.starts_with("Try ") && button.text.chars().count() <= 32,
        "{}",
        button.text
    );

    taps(&ann, "instead:").await;

    let offer = next(&ann, failure.message_id, |bubble| go(bubble).is_some()).await;
    let (named, _) = button.text.split_once(" · ").unwrap();
    let model = named.strip_prefix("Try ").unwrap().trim_end_matches('…');
    assert!(offer.text.starts_with(model), "{named}: {}", offer.text);
    assert!(offer.text.contains("a red cat"), "{}", offer.text);
    let price = button.text.split_once(" · ").unwrap().1;
    let go_button = offer.button(&go(&offer).unwrap()).unwrap();
    assert!(go_button.text.contains(price), "{} at {price}", go_button.text);
    books.all_ended().await;
    world.ends_well().await;
}

#[tokio::test]
async fn orders_are_counted_for_each_person_and_not_in_all() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 100).await, somebody(&world, "Bob", 100).await);
    for person in [&ann, &bob, &ann] {
        let before = newest(person);
        orders(person, "imagen-4 a red cat").await;
        next(person, before, |bubble| !bubble.media.is_empty()).await;
        status_is_gone(person).await;
    }
    books.all_ended().await;

    let mut told = Vec::new();
    for person in [&ann, &bob] {
        let before = newest(person);
        taps(person, "job:receipt:").await;
        told.push(next(person, before, says("Reference:")).await.text);
        person.says("/history").await;
        let history = next(person, before, says("History")).await;
        let named = &history.buttons[0][0].text;
        told.push(named.split(' ').next().unwrap().to_owned());
        assert!(history.text.contains(" MSK"), "{}", history.text);
    }
    world.ends_well().await;
    assert!(told[0].ends_with("#2"), "{told:?}");
    assert!(told[2].ends_with("#1"), "{told:?}");
    assert_eq!((told[1].as_str(), told[3].as_str()), ("#2", "#1"));
    let numbers = "select string_agg(number::text, ' ' order by id) from generations";
    assert_eq!(books.text(numbers).await, "1 1 2");
}

#[tokio::test]
async fn a_file_is_called_after_its_words() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    orders(&ann, "suno-song Песня о море, весёлая!").await;
    gets_file(&ann).await;
    status_is_gone(&ann).await;
    books.all_ended().await;
    world.ends_well().await;

    let names = ann.chat().into_iter().flat_map(|bubble| bubble.media);
    let names: Vec<String> = names.filter_map(|media| media.file_name).collect();
    assert_eq!(names, ["песня-о-море-весёлая.mp3", "песня-о-море-весёлая-2.mp3"]);
}

#[tokio::test]
async fn a_queued_order_says_soon_why_it_waits_and_then_how_far_it_is() {
    let world = build().kie(|kie| kie.pace = Pace::Held).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    world.kie.faults().arm(simulator::kie::Fault::Code(455), 1);
    let status = orders(&ann, "imagen-4 a red cat").await;
    let waits =
        "exists (select from generations where state = 'requested' and not_before > trt_now())";
    books.waits_until(waits).await;

    let said = ann.waits_for(says("The model isn't answering right now"), PATIENCE).await;
    assert_eq!(said.message_id, status.message_id, "in place");
    books.time_passes("10 minutes").await;
    world.kie.waits_until("a task", |tasks| tasks.len() == 1).await;
    let working = ann.waits_for(|bubble| bubble.text.contains('▱'), PATIENCE).await;
    assert!(is_status(&working) && working.message_id == status.message_id, "{working:?}");
    world.kie.finishes(&world.kie.tasks()[0].id);
    gets_file(&ann).await;
    status_is_gone(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
}
