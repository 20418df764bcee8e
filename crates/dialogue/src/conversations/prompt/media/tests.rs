//! What a file is met with.

use domain::Language;
use domain::catalogue::{Kind, ModelKey};

use crate::amounts::priced;
use crate::conversations::prompt::tests::used;
use crate::draft::Given;
use crate::event::{MediaKind, Sent};
use crate::example::{Somebody, facts, only_screen, sent, taps_of, text_of};
use crate::facts::OrderFacts;
use crate::screen::{Press, Style};
use crate::state::{Mark, Prompt, State};
use crate::step::{Effect, Step};
use crate::tap::Tap;

/// The mark of the files that a step keeps.
#[track_caller]
fn mark(step: &Step) -> Mark {
    let State::OfferedFiles(offer) = &step.state else { panic!("{:?}", step.state) };
    Mark::of_files(&offer.files)
}

fn photo() -> Sent {
    Sent { pixels: Some((1280, 960)), ..sent(MediaKind::Photo, "p") }
}

/// What can be begun at once, by the buttons of a step.
fn started(step: &Step) -> Vec<(String, Tap)> {
    let of = |tap: Tap| match &tap {
        Tap::Start(key, _) => Some((key.to_string(), tap)),
        _ => None,
    };
    taps_of(step).into_iter().filter_map(of).collect()
}

fn kind_of(somebody: &Somebody, key: &str) -> Kind {
    somebody.prices.catalogue.model(&ModelKey::new(key).unwrap()).unwrap().kind
}

#[test]
fn a_photo_is_one_tap_away_from_a_video() {
    for language in Language::ALL {
        let rich = Somebody { facts: facts(1_000_000), ..Somebody::new(language) };
        let offered = rich.sends(photo());

        let first = &only_screen(&offered).keyboard[0][0];
        assert_eq!(first.style, Style::Success);
        let begun = started(&offered);
        let kinds: Vec<Kind> = begun.iter().map(|(key, _)| kind_of(&rich, key)).collect();
        assert_eq!(kinds, [Kind::ImageToVideo, Kind::Upscale, Kind::BackgroundRemoval]);
        let step = rich.after(&offered).taps(begun[0].1.clone());

        let [Effect::Begin(order, _)] = &step.effects[..] else { panic!("{step:?}") };
        assert_eq!(order.model.as_str(), begun[0].0);
        assert!(first.text.contains('⭐') && order.price.is_positive());
        assert_eq!(step.state, State::Menu);
        let price = priced(language, &rich.prices.offers, order.price);
        assert!(first.text.ends_with(&price), "{} is not {price}", first.text);
    }
}

#[test]
fn words_after_a_photo_belong_to_it_and_say_what_to_change() {
    let rich = Somebody { facts: facts(1_000_000), ..Somebody::new(Language::English) };
    let offered = rich.after(&rich.sends(photo()));
    let thanked = offered.after(&offered.says("thanks!"));
    let worded = thanked.says("make it winter");
    let captioned = Sent { caption: Some("make it winter".to_owned()), ..photo() };

    for (somebody, offer) in [(&thanked, &worded), (&rich, &rich.sends(captioned))] {
        assert!(text_of(offer).contains("<blockquote>make it winter</blockquote>"));
        let (key, tap) = started(offer).remove(0);
        assert_eq!(kind_of(somebody, &key), Kind::ImageEdit);
        assert_eq!(only_screen(offer).keyboard[0][0].style, Style::Success);
        let step = somebody.after(offer).taps(tap);
        let [Effect::Begin(order, _)] = &step.effects[..] else { panic!("{step:?}") };
        assert!(order.brief.contains("make it winter"), "{}", order.brief);
    }
}

#[test]
fn an_offer_for_files_begins_one_generation() {
    let rich = Somebody { facts: facts(1_000_000), ..Somebody::new(Language::English) };
    let offered = rich.sends(photo());
    let begun = started(&offered);
    let after = rich.after(&offered);
    let after = after.after(&after.taps(begun[0].1.clone()));

    let again = after.taps(begun[0].1.clone());

    assert!(matches!(again.effects[..], [Effect::Refresh(_)]), "{again:?}");
}

#[test]
fn a_photo_that_cannot_be_paid_offers_the_way_to_the_money_first() {
    let poor = Somebody { facts: facts(0), ..Somebody::new(Language::English) };
    let offered = poor.sends(photo());

    let step = poor.after(&offered).taps(started(&offered)[0].1.clone());

    let first = &only_screen(&step).keyboard[0][0];
    assert_eq!(first.style, Style::Success);
    assert!(matches!(first.press, Press::Data(Tap::Pay(_, Some(_)))), "{first:?}");
}

#[test]
fn what_is_made_of_a_photo_has_its_shape() {
    let somebody = Somebody::new(Language::English);
    let offered = somebody.sends(photo());
    let tap = Tap::Use(ModelKey::new("nano-banana-edit").unwrap(), mark(&offered));

    let step = somebody.after(&offered).taps(tap);

    let State::Ordering(draft) = &step.state else { panic!("{:?}", step.state) };
    let shapes: Vec<String> = draft
        .answers
        .iter()
        .filter_map(|(_, given)| match given {
            Given::Value(value) => Some(value.to_string()),
            Given::Files(_) | Given::Skipped => None,
        })
        .collect();
    assert!(shapes.iter().any(|shape| shape == "auto" || shape == "4:3"), "{shapes:?}");
}

#[test]
fn a_photo_for_an_open_card_is_for_its_model() {
    let somebody = Somebody::new(Language::English);
    let key = ModelKey::new("kling-25-i2v").unwrap();
    let looking = somebody.after(&somebody.taps(Tap::Model(key.clone())));

    let step = looking.sends(photo());

    let State::Ordering(draft) = &step.state else { panic!("{:?}", step.state) };
    assert_eq!(draft.model, key);
}

#[test]
fn a_photo_during_an_order_for_words_is_offered_with_them() {
    let somebody = Somebody::new(Language::English);
    let somebody = somebody.after(&somebody.says("a cat in the snow"));

    let step = somebody.sends(photo());

    let State::OfferedFiles(offer) = &step.state else { panic!("{:?}", step.state) };
    assert_eq!(offer.words.as_ref().map(Prompt::as_str), Some("a cat in the snow"));
    assert!(matches!(step.effects[..], [Effect::Say(_)]));
}

fn of_album(file: &str) -> Sent {
    Sent { album: Some("album".to_owned()), ..sent(MediaKind::Photo, file) }
}

#[test]
fn a_file_is_kept_and_models_that_begin_with_it_are_offered() {
    let video = Sent { milliseconds: Some(5_000), ..sent(MediaKind::Video, "v") };
    let audio = Sent { mime: Some("audio/mpeg".to_owned()), ..sent(MediaKind::Audio, "a") };
    for language in Language::ALL {
        for (file, model) in [
            (photo(), "recraft-upscale"),
            (video.clone(), "topaz-video"),
            (audio.clone(), "suno-cover"),
        ] {
            let somebody = Somebody::new(language);
            let offered = somebody.sends(file);
            let step = match taps_of(&offered).contains(&Tap::FileModels(mark(&offered))) {
                true => somebody.after(&offered).taps(Tap::FileModels(mark(&offered))),
                false => offered.clone(),
            };

            assert!(used(&step).contains(&model.to_owned()), "{model}: {:?}", used(&step));
            let buttons = only_screen(&step).keyboard.iter().flatten();
            let is_free = |text: &str| text.ends_with("free") || text.ends_with("бесплатно");
            let prices = buttons.filter(|it| it.text.contains('⭐') || is_free(&it.text)).count();
            assert_eq!(prices, used(&step).len());
            assert!(taps_of(&step).contains(&Tap::Home));
            assert_eq!(step.state, offered.state);
        }
    }
}

#[test]
fn the_files_of_an_album_join_in_one_message() {
    let somebody = Somebody::new(Language::Russian);
    let first = somebody.sends(of_album("a"));
    let second = somebody.after(&first).sends(of_album("b"));
    let other = somebody.after(&second).sends(sent(MediaKind::Photo, "c"));
    let next = Sent { album: Some("another".to_owned()), ..of_album("d") };
    let next = somebody.after(&second).sends(next);

    assert!(matches!(first.effects[..], [Effect::Say(_)]));
    assert!(matches!(second.effects[..], [Effect::Amend(_)]));
    assert!(matches!(&second.state, State::OfferedFiles(offer) if offer.files.len() == 2));
    assert!(matches!(&other.state, State::OfferedFiles(offer) if offer.files.len() == 1));
    assert!(matches!(other.effects[..], [Effect::Say(_)]));
    assert!(matches!(&next.state, State::OfferedFiles(offer) if offer.files.len() == 1));
    assert!(matches!(next.effects[..], [Effect::Say(_)]));
}

#[test]
fn files_are_kept_up_to_a_bound() {
    let mut somebody = Somebody::new(Language::English);
    for number in 0..20 {
        let step = somebody.sends(of_album(&number.to_string()));
        somebody = somebody.after(&step);
    }

    assert!(matches!(&somebody.state, State::OfferedFiles(offer) if offer.files.len() == 16));
}

#[test]
fn a_model_that_is_chosen_gets_the_files_and_the_caption() {
    let caption = Some("make it <b>blue</b>".to_owned());
    let somebody = Somebody::new(Language::English);
    let offered = somebody.sends(Sent { caption, ..of_album("a") });
    assert!(text_of(&offered).contains("<blockquote>make it &lt;b&gt;blue&lt;/b&gt;</blockquote>"));
    let somebody = somebody.after(&offered);
    let offered = somebody.sends(of_album("b"));
    let somebody = somebody.after(&offered);
    let mark = mark(&offered);
    let chosen = |key: &str| somebody.taps(Tap::Use(ModelKey::new(key).unwrap(), mark));

    let list = chosen("nano-banana-edit");
    let single = chosen("kling-25-i2v");

    let State::Ordering(draft) = &list.state else { panic!("{:?}", list.state) };
    assert_eq!(draft.files_of("image_urls").len(), 2);
    assert_eq!(draft.words("prompt"), Some("make it <b>blue</b>"));
    assert_eq!(draft.asking, None);
    let State::Ordering(draft) = &single.state else { panic!("{:?}", single.state) };
    assert_eq!(draft.files_of("image_url").len(), 1);
    assert!(text_of(&single).contains("the first of the album"));
}

#[test]
fn a_file_that_the_chosen_model_does_not_take_is_asked_for_again() {
    let png = Sent { mime: Some("image/webp".to_owned()), ..sent(MediaKind::Document, "a") };
    let somebody = Somebody::new(Language::English);
    let offered = somebody.sends(png);
    let tap = Tap::Use(ModelKey::new("kling-25-i2v").unwrap(), mark(&offered));

    let step = somebody.after(&offered).taps(tap);

    assert!(text_of(&step).contains("These do: JPG, PNG"), "{}", text_of(&step));
    let State::Ordering(draft) = &step.state else { panic!("{:?}", step.state) };
    assert_eq!(
        (draft.given("image_url"), draft.asking.as_deref()),
        (None::<&Given>, Some("image_url"))
    );
}

#[test]
fn a_price_that_depends_on_more_says_so() {
    let somebody = Somebody::new(Language::English);
    let offered = somebody.sends(photo());
    let step = somebody.after(&offered).taps(Tap::FileModels(mark(&offered)));
    let label = |key: &str| {
        let is_meant = |press: &Press| match press {
            Press::Data(Tap::Use(used, _)) => used.as_str() == key,
            _ => false,
        };
        let mut buttons = only_screen(&step).keyboard.iter().flatten();
        buttons.find(|button| is_meant(&button.press)).unwrap().text.clone()
    };

    assert!(label("infinitalk").contains("from\u{A0}"), "{}", label("infinitalk"));
    assert!(!label("recraft-upscale").contains("from\u{A0}"));
}

#[test]
fn a_button_of_earlier_files_is_not_taken_for_the_newer_ones() {
    let somebody = Somebody::new(Language::English);
    let first = somebody.sends(sent(MediaKind::Photo, "a"));
    let old = taps_of(&first)[0].clone();
    let newer = somebody.after(&somebody.after(&first).sends(sent(MediaKind::Photo, "b")));

    let step = newer.taps(old.clone());
    let gone = somebody.taps(old);

    assert_eq!(step.state, newer.state);
    assert!(matches!(step.effects[..], [Effect::Refresh(_)]));
    assert!(matches!(gone.effects[..], [Effect::Refresh(_)]));
}

#[test]
fn a_file_that_cannot_be_used_is_answered_and_changes_nothing() {
    let odd = Sent { mime: Some("application/zip".to_owned()), ..sent(MediaKind::Document, "z") };
    let heavy = Sent { bytes: Some(20 * 1024 * 1024 + 1), ..sent(MediaKind::Video, "v") };
    for language in Language::ALL {
        let somebody = Somebody::with_text(language, "a cat");
        for file in [odd.clone(), heavy.clone(), sent(MediaKind::Sticker, "s")] {
            let blank = Sent { caption: Some(" \n".to_owned()), ..file.clone() };
            for file in [file, blank] {
                let step = somebody.sends(file);

                assert_eq!(taps_of(&step), [Tap::Home]);
                assert_eq!(step.state, somebody.state);
            }
        }
    }
}

#[test]
fn with_everything_closed_a_file_is_still_answered() {
    let facts = OrderFacts { is_paused: true, ..facts(0) };
    let somebody = Somebody { facts, ..Somebody::new(Language::English) };

    let step = somebody.sends(sent(MediaKind::Photo, "a"));

    assert_eq!(taps_of(&step), [Tap::Home]);
    assert!(text_of(&step).contains("no open model"), "{}", text_of(&step));
}

#[test]
fn the_caption_of_an_odd_file_is_a_wish() {
    let caption = Some("make it <b>blue</b>".to_owned());
    let file = Sent { caption, ..sent(MediaKind::Sticker, "s") };
    let step = Somebody::new(Language::Russian).sends(file);

    assert!(text_of(&step).contains("<blockquote>make it &lt;b&gt;blue&lt;/b&gt;</blockquote>"));
    assert!(matches!(step.state, State::Ordering(_)), "{:?}", step.state);
}
