//! Exactly what a decision looks at is looked up for it, and nothing else.

use domain::Language;

use super::{confirming, key};
use crate::event::{Action, MediaKind, Sent};
use crate::example::{Needs, Somebody, sent};
use crate::state::{Mark, Prompt, State};
use crate::tap::{Craft, Tap};

fn tapped(somebody: &Somebody, tap: &Tap) -> Needs {
    somebody.needs(Action::Tapped { data: tap.encode(), message: None })
}

fn sends(somebody: &Somebody, file: Sent) -> Needs {
    somebody.needs(Action::SentMedia(file))
}

#[test]
fn the_present_order_needs_the_counter_for_its_model() {
    let (somebody, _) = confirming(Language::English, "z-image");
    let idle = Somebody::new(Language::English);
    let (other, prompt) = (|| key("kling-26-t2v"), || "prompt".to_owned());
    let wanted = Needs::OrderFacts(Some(key("z-image")));

    // Whatever the button says: what is shown is the present order.
    for tap in [
        Tap::Answer(other(), prompt(), "x".to_owned()),
        Tap::Skip(other(), prompt()),
        Tap::Enough(key("z-image"), prompt()),
        Tap::Change(key("z-image"), prompt()),
        Tap::Go(Mark::new(12)),
    ] {
        assert_eq!(tapped(&somebody, &tap), wanted, "{tap:?}");
        assert_eq!(tapped(&idle, &tap), Needs::Nothing, "{tap:?}");
    }
    assert_eq!(somebody.needs(Action::Said("a dog".to_owned())), wanted);
    assert_eq!(sends(&somebody, sent(MediaKind::Sticker, "s")), wanted);
    assert_eq!(tapped(&somebody, &Tap::Discard), Needs::Nothing);
}

#[test]
fn a_file_out_of_the_blue_needs_to_know_what_is_closed() {
    let idle = Somebody::new(Language::English);
    let heavy = Sent { bytes: Some(21 << 20), ..sent(MediaKind::Video, "v") };

    assert_eq!(sends(&idle, sent(MediaKind::Photo, "p")), Needs::OrderFacts(None));
    assert_eq!(sends(&idle, sent(MediaKind::Sticker, "s")), Needs::Nothing);
    assert_eq!(sends(&idle, sent(MediaKind::Document, "d")), Needs::Nothing);
    assert_eq!(sends(&idle, heavy), Needs::Nothing);
}

#[test]
fn what_was_sent_needs_the_counter_only_under_its_own_mark() {
    let texted = Somebody::with_text(Language::English, "a cat");
    let mark = Prompt::from_person("a cat").unwrap().mark();
    let using = |mark| Tap::Use(key("z-image"), mark);
    let offer = |mark| Tap::Offer(Craft::Image, mark);
    let wanted = Needs::OrderFacts(Some(key("z-image")));

    assert_eq!(tapped(&texted, &using(mark)), wanted);
    assert_eq!(tapped(&texted, &using(Mark::new(1))), Needs::OrderFacts(None));
    assert_eq!(tapped(&texted, &offer(mark)), Needs::OrderFacts(None));
    assert_eq!(tapped(&texted, &offer(Mark::new(1))), Needs::OrderFacts(None));

    let idle = Somebody::new(Language::English);
    let filed = idle.after(&idle.sends(sent(MediaKind::Photo, "p")));
    let State::OfferedFiles(offer) = &filed.state else { panic!("{:?}", filed.state) };
    let files = &offer.files;
    assert_eq!(tapped(&filed, &using(Mark::of_files(files))), wanted);
    assert_eq!(tapped(&filed, &using(Mark::new(1))), Needs::OrderFacts(None));
    assert_eq!(tapped(&idle, &using(mark)), Needs::Nothing);
}

#[test]
fn generate_needs_the_counter_only_for_a_model_that_exists() {
    let idle = Somebody::new(Language::English);
    let needs = |text: &str| idle.needs(Action::Said(text.to_owned()));

    assert_eq!(needs("/generate Z-Image a cat"), Needs::OrderFacts(Some(key("z-image"))));
    for text in ["/generate", "/generate z-imag a cat", "/generate a/b c"] {
        assert_eq!(needs(text), Needs::Nothing, "{text}");
    }
}
