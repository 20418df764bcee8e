//! A newcomer who only taps and types what the chat offers gets a picture in three steps at most.

use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

use super::super::studio::{Books, build, gets_file};
use super::data;

/// What a newcomer wants from the beginning, the best first.
const WAYS: [&str; 2] = ["go:", "wish:"];

/// The way on that a message offers, unless it was gone already.
fn way_on(bubble: &Bubble, gone: &[String]) -> Option<String> {
    let way = WAYS.iter().find_map(|way| data(bubble, way))?;
    (bubble.is_from_bot() && !gone.contains(&way)).then_some(way)
}

/// Goes on until there is a picture; the steps that it took.
async fn goes_for_a_picture(person: &Person) -> Vec<String> {
    person.starts("").await;
    let mut steps = vec!["/start".to_owned()];
    while !steps.last().is_some_and(|step| step.starts_with("go:")) {
        assert!(steps.len() < 20, "{steps:?}");
        let offers = |bubble: &Bubble| way_on(bubble, &steps).is_some();
        let bubble = person.waits_for(offers, PATIENCE).await;
        let way = way_on(&bubble, &steps).unwrap();
        person.taps_on(bubble.message_id, &way).await.answered().await;
        steps.push(way);
    }
    gets_file(person).await;
    steps
}

#[tokio::test]
async fn a_newcomer_gets_a_picture_in_at_most_three_steps_in_both_languages() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (anna, john) = (world.speaker("Anna", "ru"), world.speaker("John", "en"));

    for person in [&anna, &john] {
        let steps = goes_for_a_picture(person).await;
        assert!(steps.len() <= 3, "{} steps: {steps:?}", steps.len());
    }

    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
    // It is free: what each of them was given is still there.
    let sums = books.sums().await;
    assert_eq!((sums.available, sums.held, sums.revenue), (2_000, 0, 0));
    assert_eq!(world.kie.creates().len(), 2);
}

#[tokio::test]
async fn a_newcomer_who_types_gets_a_picture_by_one_tap() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = world.person("Ann");

    // The menu invites to just write what one would like.
    ann.starts("").await;
    ann.waits_for(Bubble::is_from_bot, PATIENCE).await;
    ann.says("a red cat on the moon").await;
    super::taps(&ann, "go:").await;

    let picture = gets_file(&ann).await;
    assert!(picture.text.contains("a red cat on the moon"), "{}", picture.text);
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 1"]);
    assert_eq!(world.kie.creates().len(), 1);
}
