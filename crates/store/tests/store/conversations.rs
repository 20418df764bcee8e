//! People: the first contact, what is kept about them, and how two about one person meet.

use domain::{Language, PersonId};
use store::{Conversation, Reach};

use crate::bench::{Active, waiting};

const ANNA: PersonId = PersonId::new(7_000_000_001);
const BORIS: PersonId = PersonId::new(7_000_000_002);

/// A person of whom nothing is known but what their Telegram says.
fn stranger(person: PersonId, language_tag: Option<&str>) -> Conversation {
    Conversation {
        news_off: false,
        person,
        language: None,
        language_tag: language_tag.map(str::to_owned),
        state: String::new(),
        reach: Reach::Reachable,
        full_quality: false,
        said: None,
        tapped: None,
        name: String::new(),
        username: None,
        is_banned: false,
        guard_version: 0,
        free_models: String::new(),
    }
}

impl Active {
    async fn meets(&self, person: PersonId, tag: Option<&str>) -> Conversation {
        self.does(async |tx| tx.people().conversation(person, tag).await).await
    }
}

#[tokio::test]
async fn somebody_new_is_at_the_menu_and_stays_known() {
    let active = Active::on_a_new_database().await;

    let first = active.meets(ANNA, Some("pt-br")).await;
    let again = active.meets(ANNA, Some("pt-br")).await;
    let silent = active.meets(BORIS, None).await;

    assert_eq!((&first, &again), (&stranger(ANNA, Some("pt-br")), &first));
    assert_eq!(silent, stranger(BORIS, None));
    assert_eq!(active.number("select count(*) from conversations").await, 2);
}

#[tokio::test]
async fn a_first_contact_that_is_rolled_back_never_happened() {
    let active = Active::on_a_new_database().await;
    let mut transaction = active.begin().await;
    transaction.people().conversation(ANNA, Some("ru")).await.unwrap();

    transaction.rollback().await;

    assert_eq!(active.number("select count(*) from conversations").await, 0);
}

#[tokio::test]
async fn the_language_of_a_telegram_is_the_last_one_heard() {
    let active = Active::on_a_new_database().await;
    active.meets(ANNA, Some("ru")).await;

    let changed = active.meets(ANNA, Some("en")).await;
    let not_told = active.meets(ANNA, None).await;

    assert_eq!(changed.language_tag.as_deref(), Some("en"));
    assert_eq!(not_told.language_tag.as_deref(), Some("en"));
}

#[tokio::test]
async fn a_person_who_brings_no_news_is_locked_and_not_written_anew() {
    let active = Active::on_a_new_database().await;
    active.meets(ANNA, Some("ru")).await;
    let place = "select (ctid::text::point)[1]::bigint from conversations";
    let before = active.number(place).await;

    active.meets(ANNA, Some("ru")).await;
    active.meets(ANNA, None).await;
    let same = active.number(place).await;
    active.meets(ANNA, Some("en")).await;

    assert_eq!(same, before);
    assert_ne!(active.number(place).await, before, "the place tells");
}

#[tokio::test]
async fn two_transactions_about_one_person_go_one_after_the_other() {
    let active = Active::on_a_new_database().await;
    active.meets(ANNA, Some("ru")).await;
    let (mut one, mut two) = (active.begin().await, active.begin().await);
    one.people().conversation(ANNA, None).await.unwrap();

    let first = async {
        waiting(&active.witness, "trt/work").await;
        one.people().keep_state(ANNA, "v1:chosen").await.unwrap();
        one.commit().await.unwrap();
    };
    let (second, ()) = tokio::join!(async { two.people().conversation(ANNA, None).await }, first);

    assert_eq!(second.unwrap().state, "v1:chosen");
    two.rollback().await;
}

#[tokio::test]
async fn of_two_first_contacts_at_once_the_second_finds_what_the_first_wrote() {
    let active = Active::on_a_new_database().await;
    let (mut one, mut two) = (active.begin().await, active.begin().await);
    one.people().conversation(ANNA, Some("ru")).await.unwrap();
    one.people().keep_state(ANNA, "v1:chosen").await.unwrap();

    let first = async {
        waiting(&active.witness, "trt/work").await;
        one.commit().await.unwrap();
    };
    // A payment, say, which does not tell the language.
    let (second, ()) = tokio::join!(async { two.people().conversation(ANNA, None).await }, first);
    two.commit().await.unwrap();

    let expected = Conversation { state: "v1:chosen".to_owned(), ..stranger(ANNA, Some("ru")) };
    assert_eq!(second.unwrap(), expected);
    assert_eq!(active.meets(ANNA, None).await, expected);
}

#[tokio::test]
async fn transactions_about_different_people_do_not_wait_for_each_other() {
    let active = Active::on_a_new_database().await;
    let (mut one, mut two) = (active.begin().await, active.begin().await);
    one.people().conversation(ANNA, Some("ru")).await.unwrap();

    // Would wait for the lock until it is refused.
    two.people().conversation(BORIS, Some("ru")).await.unwrap();

    two.commit().await.unwrap();
    one.commit().await.unwrap();
    assert_eq!(active.number("select count(*) from conversations").await, 2);
}

#[tokio::test]
async fn what_is_kept_about_a_person_is_there_and_touches_nobody_else() {
    let active = Active::on_a_new_database().await;
    active.meets(ANNA, Some("ru")).await;
    active.meets(BORIS, Some("ru")).await;

    active.does(async |tx| tx.people().keep_state(ANNA, "v1:photo").await).await;
    active.does(async |tx| tx.people().keep_language(ANNA, Language::English).await).await;
    active.does(async |tx| tx.people().keep_start(ANNA, "first").await).await;
    active.does(async |tx| tx.people().keep_start(ANNA, "second").await).await;

    let anna = active.meets(ANNA, None).await;
    assert_eq!((anna.state.as_str(), anna.language), ("v1:photo", Some(Language::English)));
    assert_eq!(active.meets(BORIS, None).await, stranger(BORIS, Some("ru")));
    let payload = "select count(*) from conversations where start_payload = 'first'";
    assert_eq!(active.number(payload).await, 1);
}

#[tokio::test]
async fn somebody_unreachable_stays_so_since_the_first_time_until_they_are_back() {
    let active = Active::on_a_new_database().await;
    active.meets(ANNA, Some("ru")).await;
    let keep =
        async |reach| active.does(async |tx| tx.people().keep_reach(ANNA, reach).await).await;
    let since = "select (extract(epoch from now() - unreachable_since) / 3600)::bigint \
                 from conversations";

    active.later("-2 hours").await;
    keep(Reach::Unreachable).await;
    active.later("-1 hour").await;
    keep(Reach::Unreachable).await;
    let away = active.meets(ANNA, None).await.reach;
    let hours = active.number(since).await;
    keep(Reach::Reachable).await;

    assert_eq!((away, hours), (Reach::Unreachable, 2));
    assert_eq!(active.meets(ANNA, None).await.reach, Reach::Reachable);
}
