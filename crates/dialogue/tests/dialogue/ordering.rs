//! Orders from outside: every model from its first step to the start, and people who do anything at all.

use dialogue::{Action, Effect, JobTap, MediaKind, Press, Screen, Sent, State, Step, Tap};
use domain::catalogue::{Form, MediaKind as FileKind, Model};
use domain::{Language, ModelKey};
use proptest::prelude::{Strategy, any, prop, prop_oneof, proptest};

use crate::person::{Talker, begins, is_invoice, random, seen, taps};
use crate::shop::{facts, prices, sent, whole_shelf};

/// More steps than any order has.
const MOST_STEPS: usize = 20;

/// A file that an input of this kind takes, whichever formats it wants.
fn file(kind: FileKind) -> Sent {
    match kind {
        FileKind::Image => sent(MediaKind::Photo, None),
        FileKind::Video => sent(MediaKind::Video, None),
        FileKind::Audio => {
            Sent { mime: Some("audio/mpeg".to_owned()), ..sent(MediaKind::Audio, None) }
        }
    }
}

/// Answers what is asked, as a person would.
fn answer(talker: &mut Talker, model: &Model, screen: &Screen) -> Option<Step> {
    let State::Ordering(draft) = State::from_text(&talker.state) else { return None };
    let input = model.input(draft.asking.as_deref()?)?;
    let enough = |tap: &Tap| matches!(tap, Tap::Enough(..));
    if let Some(enough) = taps(screen).into_iter().find(enough) {
        return Some(talker.taps(&enough.encode()));
    }
    Some(match &input.form {
        Form::Media(media) => talker.does(Action::SentMedia(file(media.kind))),
        Form::Text { .. } => talker.says("a ginger cat in a space suit"),
        _ => {
            let value = |tap: &Tap| matches!(tap, Tap::Answer(..));
            let tap = taps(screen).into_iter().find(value)?;
            talker.taps(&tap.encode())
        }
    })
}

#[test]
fn every_model_can_be_ordered_from_its_first_step_to_the_start() {
    let (whole, closed) = (whole_shelf(), facts().closed);
    for language in Language::ALL {
        for model in whole.catalogue.models().iter().filter(|model| model.on) {
            let mut talker = Talker { prices: whole_shelf(), ..Talker::new(language) };
            let mut step = talker.taps(&Tap::Order(model.key.clone()).encode());
            if closed.contains(&model.key) {
                assert_eq!(State::from_text(&talker.state), State::Menu, "{}", model.key);
                continue;
            }
            for _ in 0..MOST_STEPS {
                let screen = seen(&step).clone();
                match answer(&mut talker, model, &screen) {
                    Some(next) => step = next,
                    None => break,
                }
            }
            look_around(&talker, seen(&step));
            let go = |tap: &Tap| matches!(tap, Tap::Go(_));
            let go = taps(seen(&step)).into_iter().find(go);
            let begun = talker.taps(&go.unwrap_or_else(|| panic!("{}", model.key)).encode());
            seen(&begun);
            // Some cost more than the hundred roubles there are.
            let is_short = matches!(State::from_text(&talker.state), State::Ordering(_));
            assert!(begins(&begun) != is_short, "{}", model.key);
        }
    }
}

/// Opens every setting of a confirmation, taps every value of it, and comes back to a confirmation.
fn look_around(talker: &Talker, confirmation: &Screen) {
    for change in taps(confirmation).iter().filter(|tap| matches!(tap, Tap::Change(..))) {
        let mut asked = talker.clone();
        let step = asked.taps(&change.encode());
        for tap in taps(seen(&step)) {
            let mut chosen = asked.clone();
            let step = chosen.taps(&tap.encode());
            if matches!(tap, Tap::Answer(..)) {
                let is_go = |tap: &Tap| matches!(tap, Tap::Go(_));
                assert!(taps(seen(&step)).iter().any(is_go), "{tap:?}");
            }
        }
    }
}

#[test]
fn a_button_never_carries_more_than_it_says() {
    let whole = whole_shelf();
    for model in whole.catalogue.models().iter().filter(|model| model.on) {
        let mut talker = Talker { prices: whole_shelf(), ..Talker::new(Language::Russian) };
        let step = talker.taps(&Tap::Order(model.key.clone()).encode());
        for button in seen(&step).keyboard.iter().flatten() {
            let Press::Data(tap) = &button.press else { panic!("a link: {button:?}") };
            assert!(tap.encode().len() <= 64);
        }
    }
}

/// Anything a person can do in the middle of an order.
#[derive(Debug, Clone)]
enum Whim {
    /// One of the buttons of the screen.
    Tap(prop::sample::Index),
    /// A forged button.
    Forge(String),
    Say(String),
    Send(Sent),
}

fn files() -> impl Strategy<Value = Sent> {
    let kinds = vec![
        MediaKind::Photo,
        MediaKind::Video,
        MediaKind::Animation,
        MediaKind::VideoNote,
        MediaKind::Audio,
        MediaKind::Voice,
        MediaKind::Document,
        MediaKind::Sticker,
    ];
    let mimes = vec![None, Some("image/png"), Some("audio/mpeg"), Some("video/mp4"), Some("x/<&")];
    let albums = vec![None, None, Some("a".to_owned()), Some("b".to_owned())];
    (
        prop::sample::select(kinds),
        prop::sample::select(mimes),
        any::<Option<u64>>(),
        any::<Option<u32>>(),
        any::<Option<(u32, u32)>>(),
        any::<Option<String>>(),
        prop::sample::select(albums),
    )
        .prop_map(|(kind, mime, bytes, milliseconds, pixels, caption, album)| Sent {
            mime: mime.map(str::to_owned),
            bytes: bytes.map(|bytes| bytes % 30_000_000),
            milliseconds,
            pixels,
            album,
            name: caption.clone(),
            ..sent(kind, caption)
        })
}

fn whims() -> impl Strategy<Value = Whim> {
    let words = vec!["o", "skip", "enough", "change", "use", "example", "order", "go"];
    let keys: Vec<ModelKey> =
        prices().catalogue.models().iter().map(|model| model.key.clone()).collect();
    let inputs = vec!["prompt", "image", "aspect_ratio", "uploadUrl", "no_such", ""];
    let forged = (
        prop::sample::select(words),
        prop::sample::select(keys),
        prop::sample::select(inputs),
        "[0-9a-f:]{0,9}",
    );
    let forged = forged.prop_map(|(word, key, input, end)| format!("{word}:{key}:{input}:{end}"));
    prop_oneof![
        4 => any::<prop::sample::Index>().prop_map(Whim::Tap),
        1 => forged.prop_map(Whim::Forge),
        1 => any::<String>().prop_map(Whim::Say),
        1 => prop::sample::select(vec!["a cat", "5", "yes", "16:9"])
            .prop_map(|text| Whim::Say(text.to_owned())),
        1 => (1_usize..3).prop_map(|parts| Whim::Say("слово ".repeat(683 * parts))),
        2 => files().prop_map(Whim::Send),
    ]
}

proptest! {
    #![proptest_config(random(192))]

    #[test]
    fn whatever_happens_in_an_order_is_answered_and_nothing_begins_but_by_its_button(
        language in prop::sample::select(&Language::ALL[..]),
        first in any::<prop::sample::Index>(),
        whims in prop::collection::vec(whims(), 1..14),
    ) {
        let prices = prices();
        let models: Vec<&Model> =
            prices.catalogue.models().iter().filter(|model| model.on).collect();
        let model = models[first.index(models.len())];
        let mut talker = Talker::new(language);
        let mut step = talker.taps(&Tap::Order(model.key.clone()).encode());
        for whim in whims {
            let offered = taps(seen(&step));
            let action = match whim {
                Whim::Tap(_) if offered.is_empty() => Action::Said("/menu".to_owned()),
                Whim::Tap(at) => {
                    let data = offered[at.index(offered.len())].encode();
                    Action::Tapped { data, message: None }
                }
                Whim::Forge(data) => Action::Tapped { data, message: None },
                Whim::Say(text) => Action::Said(text),
                Whim::Send(file) => Action::SentMedia(file),
            };
            let is_go = matches!(
                &action,
                Action::Tapped { data, .. }
                    if matches!(
                        Tap::decode(data),
                        Some(Tap::Go(_) | Tap::Start(..) | Tap::Job(JobTap::Vary(..)))
                    )
            );
            let next = talker.does(action);
            if is_invoice(&next) {
                // The screen that offered it stays.
                continue;
            }
            step = next;
            seen(&step);
            let begun = step.effects.iter().any(|effect| matches!(effect, Effect::Begin(..)));
            assert!(!begun || is_go, "begun without its button: {step:?}");
        }
    }
}
