//! From a person's message to the reply, with nothing going wrong.

use simulator::world::{PATIENCE, World};

pub(crate) fn program() -> &'static str {
    env!("CARGO_BIN_EXE_trt")
}

#[tokio::test]
async fn a_start_is_answered_with_the_menu_in_the_persons_language() {
    let world = World::build(program()).start().await;
    let (anna, john) = (world.speaker("Anna", "ru"), world.speaker("John", "en"));

    anna.starts("").await;
    john.starts("").await;

    for (person, wish, first) in [
        (&anna, "Рыжий кот в скафандре", "Создать изображение"),
        (&john, "A ginger cat", "Create an image"),
    ] {
        let menu = person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
        // Whoever is new can tap a wish as well; the menu comes below the three.
        assert!(menu.buttons[0][0].text.contains(wish), "{:?}", menu.buttons);
        assert!(menu.buttons[3][0].text.contains(first), "{:?}", menu.buttons);
        assert_eq!(menu.buttons[3][0].data.as_deref(), Some("menu:image"));
    }
    world.ends_well().await;
}

#[tokio::test]
async fn a_tap_is_answered_at_once_and_changes_the_tapped_message() {
    let world = World::build(program()).start().await;
    let person = world.person("Ann");
    person.starts("").await;
    let menu = person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;

    let tap = person.taps("menu:help").await;

    assert_eq!(tap.answered().await.text, None, "the answer is silent, the edit speaks");
    let edited = |bubble: &simulator::telegram::Bubble| {
        bubble.message_id == menu.message_id && bubble.text != menu.text
    };
    person.waits_for(edited, PATIENCE).await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_hundred_people_are_answered_in_order_whichever_instance_took_it() {
    let world = World::build(program()).start().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(60).await;

    let account = world.ends(crowd.stops().await).await;

    println!("{account:?}");
    assert_eq!(account.twice, 0, "nothing went wrong, so nothing came twice");
}
