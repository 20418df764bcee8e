//! Words that orders must not hold: an admin adds one in chat, and whoever leads next keeps to it.

use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

use crate::buyers::green;
use crate::generations::studio::{ADMIN, Books, build, gets_file, says, somebody};

/// Somebody writes a wish; what comes of it.
async fn wishes(person: &Person, wish: &str) -> Bubble {
    let before = person.newest();
    person.says(wish).await;
    person.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await
}

async fn tells(admin: &Person, words: &str, answer: &str) {
    let before = admin.newest();
    admin.says(words).await;
    admin.waits_for_after(before, says(answer), PATIENCE).await;
}

#[tokio::test]
async fn a_word_that_an_admin_refuses_is_refused_by_the_next_leader_too_and_counted() {
    let mut world = build().start().await;
    let books = Books::open(&world).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let ann = somebody(&world, "Ann", 0).await;

    tells(&admin, "/admin guard add dragon*", "dragon").await;
    let refused = wishes(&ann, "two Dragons over a castle").await;
    assert!(refused.text.contains("I don't make that"), "{}", refused.text);
    world.kills_active().await;
    world.starts_one().await;
    // The very first update of the next term is judged by them.
    let refused = wishes(&ann, "a dragon in the snow").await;
    assert!(refused.text.contains("I don't make that"), "{}", refused.text);
    let count = format!("select refused from guard_refusals where person_id = {}", ann.id());
    assert_eq!(books.number(&count).await, 2);

    tells(&admin, "/admin guard remove dragon*", "dragon").await;
    let offer = wishes(&ann, "a dragon in the rain").await;
    let go = green(&offer).and_then(|button| button.data.clone()).unwrap();
    ann.taps_on(offer.message_id, &go).await.answered().await;
    gets_file(&ann).await;
    books.all_ended().await;
    let logged = "select count(*) from audit_log where action in ('guard-add', 'guard-remove')";
    assert_eq!(books.number(logged).await, 2);
    world.ends_well().await;
}

/// Neither a list nor what is remembered of it is ahead of its commit.
#[tokio::test]
async fn a_change_whose_commit_fails_is_made_by_the_next_try_and_a_removed_word_stays_removed() {
    let mut world = build().start().await;
    let books = Books::open(&world).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let ann = somebody(&world, "Ann", 0).await;
    let wish = "a lolicon poster";
    let refused = wishes(&ann, wish).await;
    assert!(refused.text.contains("I don't make that"), "{}", refused.text);
    // The commits of the first two tries are refused at their very end.
    let refuse = "create sequence refusals; \
        create function refuse_twice() returns trigger language plpgsql as $$ begin \
            if nextval('refusals') <= 2 then raise exception 'refused by a test'; end if; \
            return new; end $$; \
        create constraint trigger refuse_twice after insert on guard_changes \
        deferrable initially deferred for each row execute function refuse_twice()";
    books.does(refuse).await;

    tells(&admin, "/admin guard remove lolicon", "is off the list always and stays off").await;
    let offer = wishes(&ann, wish).await;
    assert!(!offer.text.contains("I don't make that"), "{}", offer.text);
    assert_eq!(books.number("select last_value from refusals").await, 3, "it was tried anew");
    tells(&admin, "/admin guard remove lolicon", "isn't on the list").await;

    world.kills_active().await;
    world.starts_one().await;
    let offer = wishes(&ann, wish).await;
    assert!(!offer.text.contains("I don't make that"), "{}", offer.text);
    tells(&admin, "/admin guard add minors juvenile*", "juvenile*").await;
    let refused = wishes(&ann, "naked juveniles").await;
    assert!(refused.text.contains("I don't make that"), "{}", refused.text);
    let logged = "select count(*) from audit_log where action in ('guard-add', 'guard-remove')";
    assert_eq!(books.number(logged).await, 2, "each change once");
    world.ends_well().await;
}
