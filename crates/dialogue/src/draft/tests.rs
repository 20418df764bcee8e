//! What becomes of an order while it is put together and stored.

use domain::catalogue::{MediaKind, ModelKey, Value};
use domain::{Credits, InboxId, Money};

use super::{Draft, Given, Picked, Quote};
use crate::state::{Mark, State};

fn file(name: &str, album: Option<&str>) -> Picked {
    Picked {
        file: name.to_owned(),
        kind: MediaKind::Image,
        mime: Some("image/png".to_owned()),
        bytes: Some(7),
        milliseconds: Some(1_500),
        pixels: Some((640, 480)),
        album: album.map(str::to_owned),
    }
}

fn quote() -> Quote {
    let (price, cost) = (Money::new(64), Credits::new(800_000));
    Quote { named_at: InboxId::new(0x1_0000_0007), price, cost, is_free: false }
}

fn full() -> Draft {
    let mut draft = Draft::new(ModelKey::new("z-image").unwrap());
    draft.answer("prompt", Given::Value(Value::Text("a \"cat\"".to_owned())));
    draft.answer("duration", Given::Value(Value::Text("5".to_owned())));
    draft.answer("seed", Given::Value(Value::Whole(5)));
    draft.answer("sound", Given::Value(Value::Switch(true)));
    draft.answer("image_urls", Given::Files(vec![file("a", None), file("b", Some("x"))]));
    draft.answer("style", Given::Skipped);
    Draft { asking: Some("style".to_owned()), quote: Some(quote()), is_open: true, ..draft }
}

#[test]
fn a_draft_is_read_as_it_was_stored() {
    let state = State::Ordering(full());

    assert_eq!(State::from_text(&state.to_text()), state);
}

#[test]
fn a_draft_that_cannot_be_read_is_the_menu() {
    let text = State::Ordering(full()).to_text();
    for (good, bad) in [("z-image", "Z IMAGE"), ("\"image\"", "\"sculpture\""), ("whole", "half")] {
        assert!(text.contains(good), "{text}");
        assert_eq!(State::from_text(&text.replace(good, bad)), State::Menu, "{bad}");
    }
}

#[test]
fn an_answer_takes_the_place_of_the_one_before_and_ends_the_quote() {
    let mut draft = full();
    draft.answer("seed", Given::Value(Value::Whole(6)));

    assert_eq!(draft.given("seed"), Some(&Given::Value(Value::Whole(6))));
    assert_eq!(draft.answers.len(), full().answers.len());
    assert_eq!(draft.quote, None);

    let mut draft = full();
    draft.forget("seed");
    assert_eq!((draft.given("seed"), draft.quote), (None, None));
}

#[test]
fn what_was_skipped_is_not_told_to_the_catalogue() {
    let names: Vec<String> = full().for_catalogue().into_iter().map(|(name, _)| name).collect();

    assert_eq!(names, ["prompt", "duration", "seed", "sound", "image_urls"]);
}

#[test]
fn an_album_is_known_by_its_files() {
    assert!(full().knows_album(Some("x")));
    assert!(!full().knows_album(Some("y")));
    // A file without an album is of no album, not of every one.
    assert!(!full().knows_album(None));
}

#[test]
fn a_quote_is_marked_by_the_update_that_named_it() {
    assert_eq!(quote().mark(), Mark::new(7));
}
