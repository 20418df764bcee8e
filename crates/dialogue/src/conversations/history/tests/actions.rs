//! What the buttons of a generation do.

use domain::catalogue::{MediaKind, ModelKey};
use domain::generation::{Brief, Failure, FileRef};
use domain::{GenerationId, Language};

use super::{ALL, edit, given, record, tap, text, with, words};
use crate::draft::Given;
use crate::example::{Somebody, taps_of, text_of};
use crate::facts::{GenerationRecord, GenerationStatus, OrderFacts};
use crate::scene::Role;
use crate::state::State;
use crate::step::{Effect, Form};
use crate::tap::{GenerationAction, JobTap, Tap};

#[test]
fn somebody_elses_and_a_lost_generation_sound_the_same() {
    for language in Language::ALL {
        let other =
            GenerationRecord { id: GenerationId::new(18), ..record(GenerationStatus::Delivered) };
        let is_for_people = |action: &GenerationAction| tap(*action).role() == Role::Person;
        for action in GenerationAction::ALL.into_iter().filter(is_for_people) {
            let none = Somebody::new(language).taps(tap(action));
            let wrong = with(language, other.clone()).taps(tap(action));

            assert_eq!(none, wrong);
            assert!(matches!(none.effects[..], [Effect::Say(_)]), "nothing but words: {none:?}");
            assert!(!text_of(&none).contains("17"), "{}", text_of(&none));
        }
    }
}

#[test]
fn only_what_waits_can_be_taken_back_and_the_rest_is_told_plainly() {
    for (language, stopping) in [
        (Language::Russian, "остановить его не могу"),
        (Language::English, "can't stop it any more"),
    ] {
        for status in ALL {
            let step = with(language, record(status)).taps(tap(GenerationAction::Cancel));

            // The status message says the rest.
            let back = vec![Effect::TakeBack(GenerationId::new(17))];
            match status {
                GenerationStatus::Waiting => assert_eq!(step.effects, back),
                GenerationStatus::Cancelled => assert_eq!(step.effects, []),
                _ => assert!(matches!(step.effects[..], [Effect::Say(_)]), "{status:?}"),
            }
            if matches!(status, GenerationStatus::Waiting | GenerationStatus::Cancelled) {
                continue;
            }
            let is_working = status == GenerationStatus::Working;
            assert_eq!(words(&step).contains(stopping), is_working, "{}", words(&step));
            let free = GenerationRecord { is_free: true, ..record(status) };
            let free = with(language, free).taps(tap(GenerationAction::Cancel));
            let is_same = status != GenerationStatus::Working;
            assert_eq!(words(&free) == words(&step), is_same, "{status:?}");
        }
    }
}

#[test]
fn from_a_receipt_it_is_taken_back_and_the_receipt_says_so() {
    let recall = Tap::Job(JobTap::Recall(GenerationId::new(17)));
    for status in ALL {
        let step = with(Language::English, record(status)).taps(recall.clone());

        let taken = step.effects.contains(&Effect::TakeBack(GenerationId::new(17)));
        assert_eq!(taken, status == GenerationStatus::Waiting, "{status:?}");
        assert!(matches!(step.effects.last(), Some(Effect::Show(_))), "in place: {step:?}");
        assert_eq!(words(&step).contains("cancelled, returned"), {
            matches!(status, GenerationStatus::Waiting | GenerationStatus::Cancelled)
        });
    }
}

#[test]
fn what_was_delivered_is_sent_again_and_nothing_else_is() {
    for language in Language::ALL {
        for (action, form) in
            [(GenerationAction::Resend, Form::Same), (GenerationAction::File, Form::File)]
        {
            for status in ALL {
                let step = with(language, record(status)).taps(tap(action));
                let sent = step.effects.contains(&Effect::Resend(GenerationId::new(17), form));
                assert_eq!(sent, status == GenerationStatus::Delivered, "{status:?}");
            }
            let nothing = GenerationRecord { files: 0, ..record(GenerationStatus::Delivered) };
            assert_eq!(with(language, nothing).taps(tap(action)).effects.len(), 1);
        }
    }
}

#[test]
fn again_is_an_order_with_the_same_answers() {
    for language in Language::ALL {
        for action in [GenerationAction::Again, GenerationAction::Vary] {
            let step = with(language, record(GenerationStatus::Delivered)).taps(tap(action));

            let (model, answers) = given(&step);
            assert_eq!(model.as_str(), "z-image");
            let words = Given::Value(text("a cat on the moon"));
            assert!(answers.contains(&("prompt".to_owned(), words)), "{answers:?}");
            let ratio = Given::Value(text("16:9"));
            assert!(answers.contains(&("aspect_ratio".to_owned(), ratio)), "{answers:?}");
        }
    }
}

#[test]
fn other_words_are_asked_for_and_everything_else_is_kept() {
    for language in Language::ALL {
        let step =
            with(language, edit(GenerationStatus::Delivered)).taps(tap(GenerationAction::Reword));

        let (_, answers) = given(&step);
        assert!(answers.iter().all(|(name, _)| name != "prompt"), "{answers:?}");
        let Some((_, Given::Files(files))) = answers.iter().find(|(name, _)| name == "image_urls")
        else {
            panic!("the picture is kept: {answers:?}")
        };
        assert_eq!((files[0].file.as_str(), files[0].kind), ("AgAD2", MediaKind::Image));
        assert_eq!((files[0].mime.as_deref(), files[0].bytes), (Some("image/png"), Some(1_000)));
    }
}

#[test]
fn a_file_that_could_not_be_read_is_asked_for_again() {
    let gone = GenerationStatus::Failed(Failure::FileGone);
    let step = with(Language::English, edit(gone)).taps(tap(GenerationAction::Again));

    let (_, answers) = given(&step);
    assert!(answers.iter().all(|(name, _)| name != "image_urls"), "{answers:?}");
}

/// An order whose price is measured by a file of which this is known.
fn measured(status: GenerationStatus, milliseconds: Option<u32>) -> GenerationRecord {
    let prices = Somebody::new(Language::English).prices;
    let (model, input) = prices
        .catalogue
        .models()
        .iter()
        .filter(|model| model.on)
        .find_map(|model| {
            let measure = model.prices.iter().find_map(|price| price.measure.as_deref())?;
            let is_file = matches!(model.input(measure)?.form, domain::catalogue::Form::Media(_));
            is_file.then_some((model, measure))
        })
        .unwrap();
    let file = FileRef {
        file: "x".to_owned(),
        kind: MediaKind::Audio,
        mime: None,
        bytes: None,
        milliseconds,
        pixels: None,
    };
    let files = vec![(input.to_owned(), vec![file])];
    let brief = Brief { values: Vec::new(), files }.to_text();
    GenerationRecord { model: model.key.to_string(), brief, ..record(status) }
}

#[test]
fn a_file_that_is_measured_for_the_price_is_asked_for_again_unless_its_measure_is_known() {
    let again = |generation| {
        let step = with(Language::English, generation).taps(tap(GenerationAction::Again));
        let files = given(&step).1.iter().filter_map(|(_, given)| match given {
            Given::Files(files) => Some(files[0].milliseconds),
            Given::Value(_) | Given::Skipped => None,
        });
        files.collect::<Vec<_>>()
    };
    let (dearer, oversized) =
        (GenerationStatus::Failed(Failure::Dearer), GenerationStatus::Failed(Failure::Oversized));

    assert_eq!(again(measured(GenerationStatus::Delivered, None)), []);
    assert_eq!(again(measured(GenerationStatus::Delivered, Some(2_500))), [Some(2_500)]);
    assert_eq!(again(measured(dearer, Some(2_500))), [Some(2_500)]);
    assert_eq!(again(measured(oversized, Some(2_500))), []);
}

#[test]
fn a_picture_goes_on_to_the_cheapest_model_that_is_open() {
    for (action, usual, other) in [
        (GenerationAction::Upscale, "recraft-upscale", "topaz-image"),
        (GenerationAction::Animate, "grok-video-i2v", "seedance-1-lite-i2v"),
    ] {
        for language in Language::ALL {
            let somebody = with(language, record(GenerationStatus::Delivered));
            let closed = vec![ModelKey::new(usual).unwrap()];
            let facts = OrderFacts { closed, ..OrderFacts::default() };
            for (somebody, expected) in
                [(somebody.clone(), usual), (Somebody { facts, ..somebody }, other)]
            {
                let step = somebody.taps(tap(action));
                let (model, answers) = given(&step);
                assert_eq!(model.as_str(), expected);
                let [(_, Given::Files(files))] = answers else { panic!("{answers:?}") };
                assert_eq!(files[0].file, "AgAD1");
            }
            let sound = vec![(MediaKind::Audio, "x".to_owned())];
            let generation =
                GenerationRecord { file_ids: sound, ..record(GenerationStatus::Delivered) };
            assert_eq!(with(language, generation).taps(tap(action)).state, State::Menu);
        }
    }
}

#[test]
fn a_model_that_is_off_or_gone_leads_to_others() {
    for language in Language::ALL {
        let prices = Somebody::new(language).prices;
        let off = prices.catalogue.models().iter().find(|model| !model.on).unwrap();
        for model in [off.key.as_str(), "never-was", "Not a key"] {
            let generation =
                GenerationRecord { model: model.to_owned(), ..record(GenerationStatus::Delivered) };
            for action in
                [GenerationAction::Again, GenerationAction::Vary, GenerationAction::Reword]
            {
                let step = with(language, generation.clone()).taps(tap(action));
                assert_eq!(taps_of(&step), [Tap::Best, Tap::Past(0), Tap::Home], "{model}");
                assert_eq!(step.state, State::Menu);
            }
        }
    }
}
