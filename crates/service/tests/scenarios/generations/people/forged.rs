//! Buttons of somebody else: whoever sends their data by hand learns nothing and changes nothing.

use simulator::kie::Pace;
use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

use super::super::studio::{Books, asks_for, build, gets_file, go, newest, orders, somebody};
use super::{data, next};

/// Words that only Ann knows.
const SECRET: &str = "my secret cat";

/// Somebody taps what their chat never showed; what they hear.
async fn forges(person: &Person, forged: &str) -> Bubble {
    let before = newest(person);
    let any = person.chat().into_iter().rfind(Bubble::is_from_bot).unwrap();
    person.taps_on(any.message_id, forged).await.answered().await;
    let heard = |bubble: &Bubble| {
        bubble.is_from_bot()
            && (bubble.message_id > before
                || bubble.message_id == any.message_id && bubble.edits > any.edits)
    };
    person.waits_for(heard, PATIENCE).await
}

fn leaks(person: &Person) -> bool {
    let chat = person.chat();
    chat.iter().any(|bubble| bubble.text.contains(SECRET) || !bubble.media.is_empty())
}

#[tokio::test]
async fn a_generation_of_somebody_else_cannot_be_seen_sent_or_taken_back() {
    let world = build().kie(|kie| kie.pace = Pace::Held).start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 100).await, somebody(&world, "Bob", 100).await);
    let status = orders(&ann, &format!("imagen-4 {SECRET}")).await;
    world.kie.waits_until("a task", |tasks| tasks.len() == 1).await;
    let id = books.number("select id from generations").await;

    for is_over in [false, true] {
        if is_over {
            world.kie.finishes(&world.kie.tasks()[0].id);
            gets_file(&ann).await;
            books.all_ended().await;
        }
        let deeds = ["receipt", "again", "vary", "reword", "upscale", "animate", "file", "resend"];
        for deed in deeds.into_iter().chain(["cancel"]) {
            let heard = forges(&bob, &format!("job:{deed}:{id}")).await;
            let words = "There is no such order among yours";
            assert!(heard.text.contains(words), "{deed}: {}", heard.text);
        }
    }

    world.ends_well().await;
    assert!(!leaks(&bob), "{:#?}", bob.chat());
    assert_eq!(books.sums().await.states, ["delivered 1"]);
    assert_eq!(books.number("select count(distinct person_id) from generations").await, 1);
    assert_eq!((books.sums().await.held, world.kie.creates().len()), (0, 1));
    assert!(newest(&ann) > status.message_id);
}

#[tokio::test]
async fn an_order_of_somebody_else_can_neither_be_started_nor_changed() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 100).await, somebody(&world, "Bob", 100).await);
    let offer = asks_for(&ann, &format!("imagen-4 {SECRET}")).await;
    let start = go(&offer).unwrap();
    let change = data(&offer, "change:").unwrap();

    // Without an order of his own, and with one.
    for has_one in [false, true] {
        if has_one {
            asks_for(&bob, "imagen-4 a dog").await;
        }
        let heard = forges(&bob, &start).await;
        let refused = if has_one {
            "belonged to an earlier order"
        } else {
            "already started or was cancelled"
        };
        assert!(heard.text.contains(refused), "{}", heard.text);
        // What comes so soon after the first deserves no word of its own.
        for forged in [change.as_str(), "o:imagen-4:aspect_ratio:16:9"] {
            let any = newest(&bob);
            bob.taps_on(any, forged).await.answered().await;
        }
    }

    assert_eq!(books.number("select count(*) from generations").await, 0);
    assert!(!leaks(&bob), "{:#?}", bob.chat());
    // Hers is as it was.
    let now = ann.chat().into_iter().find(|bubble| bubble.message_id == offer.message_id).unwrap();
    assert_eq!((now.text, now.edits), (offer.text.clone(), offer.edits));
    ann.taps_on(offer.message_id, &start).await.answered().await;
    let picture = next(&ann, offer.message_id, |bubble| !bubble.media.is_empty()).await;
    assert!(picture.text.contains(SECRET), "{}", picture.text);
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 1"]);
    assert_eq!(books.sums().await.available, 20_000 - 640);
    assert_eq!(world.kie.creates().len(), 1);
}
