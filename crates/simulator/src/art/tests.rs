//! What is understood of words, and that pictures repeat.

use super::moods::{Figure, Reading, Scene};
use super::{Wish, figures, paint};

fn read(prompt: &str) -> (Scene, Option<Figure>) {
    let read = Reading::of(prompt, 7);
    (read.scene, read.figure)
}

#[test]
fn words_of_both_languages_choose_the_place_and_who_is_there() {
    assert_eq!(read("a cat on the Moon"), (Scene::Space, Some(Figure::Cat)));
    assert_eq!(read("Рыжий кот в скафандре"), (Scene::Space, Some(Figure::Cat)));
    assert_eq!(read("Лиса в осеннем лесу"), (Scene::Forest, Some(Figure::Fox)));
    assert_eq!(read("Улица Токио под дождём, неон"), (Scene::City, None));
    assert_eq!(read("маяк"), (Scene::Sea, Some(Figure::Lighthouse)));
    assert_eq!(read("который, catalogue, location").1, None, "beginnings of words, not parts");
}

#[test]
fn a_night_is_dark_and_a_day_is_not() {
    let brightness = |prompt: &str| -> u64 {
        let picture = paint(&Wish::of(prompt, 0), (64, 64), 0.0);
        picture.data().iter().map(|part| u64::from(*part)).sum()
    };
    assert!(brightness("mountains at night") * 3 < brightness("mountains in the snow") * 2);
}

#[test]
fn a_picture_repeats_differs_by_number_and_moves_with_time() {
    let wish = Wish::of("a boat on the sea", 0);
    let at = |wish: &Wish, moment| paint(wish, (120, 90), moment).data().to_vec();
    assert_eq!(at(&wish, 0.0), at(&wish, 0.0));
    assert_ne!(at(&wish, 0.0), at(&wish, 0.5));
    assert_ne!(at(&wish, 0.0), at(&Wish::of("a boat on the sea", 1), 0.0));
}

#[test]
fn every_prompt_is_opaque_to_its_edges_and_no_size_is_too_odd() {
    for prompt in
        ["", "море", "лес", "горы", "город", "космос, ракета", "пустыня", "дом", "шары", "птицы"]
    {
        for sides in [(1, 1), (7, 200), (200, 7), (96, 64)] {
            let picture = paint(&Wish::of(prompt, 3), sides, 0.9);
            assert!(
                picture.pixels().iter().all(|pixel| pixel.alpha() == 255),
                "{prompt} {sides:?}"
            );
        }
    }
}

#[test]
fn an_outline_that_makes_no_sense_draws_nothing() {
    assert!(figures::outline("M0 0 L10 0 L5 9 Z").is_some());
    assert!(figures::outline("").is_none());
    assert!(figures::outline("X L C1 2").is_none());
}
