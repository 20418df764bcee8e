//! The pages of the history, and the words of a receipt.

use domain::generation::{Brief, Failure};
use domain::{GenerationId, Language, Money};

use super::{ALL, record, tap, text, with, words};
use crate::conversations::menu::Section;
use crate::event::Action;
use crate::example::{Needs, Somebody, only_screen, taps_of};
use crate::facts::{GenerationRecord, GenerationStatus, HistoryPage};
use crate::step::Effect;
use crate::tap::{GenerationAction, JobTap, Tap};

#[test]
fn a_receipt_reads_like_one() {
    let table = [
        (
            Language::Russian,
            "<b>Z-Image</b>\nдоставлено\n<blockquote>a cat on the moon</blockquote>\n\
             Соотношение сторон: 16:9\nЦена: 0,64 ₽ · 1 ⭐\nСписано: 0,64 ₽ · 1 ⭐\nЗаказано: 15.11 14:02 МСК\n\
             Завершено: 15.11 14:03 МСК\nНомер: <code>#4</code>",
        ),
        (
            Language::English,
            "<b>Z-Image</b>\ndelivered\n<blockquote>a cat on the moon</blockquote>\n\
             Aspect ratio: 16:9\nPrice: 1 ⭐ · 0.64 ₽\nPaid: 1 ⭐ · 0.64 ₽\nOrdered: 15.11 14:02 MSK\n\
             Ended: 15.11 14:03 MSK\nReference: <code>#4</code>",
        ),
    ];
    for (language, receipt) in table {
        let step = with(language, record(GenerationStatus::Delivered))
            .taps(tap(GenerationAction::Receipt));

        assert!(matches!(step.effects[..], [Effect::Say(_)]), "a result is never wiped away");
        assert_eq!(words(&step), receipt);
    }
}

#[test]
fn a_receipt_says_where_the_money_is() {
    let table = [
        (GenerationStatus::Waiting, "Отложено: 0,64 ₽", "Set apart: 1 ⭐ · 0.64 ₽"),
        (GenerationStatus::Working, "Отложено: 0,64 ₽", "Set apart: 1 ⭐ · 0.64 ₽"),
        (GenerationStatus::Arriving, "Отложено: 0,64 ₽", "Set apart: 1 ⭐ · 0.64 ₽"),
        (GenerationStatus::Delivered, "Списано: 0,64 ₽", "Paid: 1 ⭐ · 0.64 ₽"),
        (
            GenerationStatus::Cancelled,
            "Возвращено полностью: 0,64 ₽",
            "Returned in full: 1 ⭐ · 0.64 ₽",
        ),
    ];
    let failures = Failure::ALL.map(|failure| {
        (
            GenerationStatus::Failed(failure),
            "Возвращено полностью: 0,64 ₽",
            "Returned in full: 1 ⭐ · 0.64 ₽",
        )
    });
    for (status, russian, english) in table.into_iter().chain(failures) {
        for (language, money) in [(Language::Russian, russian), (Language::English, english)] {
            let step = with(language, record(status)).taps(tap(GenerationAction::Receipt));
            assert!(words(&step).contains(money), "{status:?}: {}", words(&step));

            let free = GenerationRecord { is_free: true, price: Money::ZERO, ..record(status) };
            let step = with(language, free).taps(tap(GenerationAction::Receipt));
            assert!(!words(&step).contains('₽'), "{status:?}: {}", words(&step));
        }
    }
}

#[test]
fn a_receipt_offers_what_can_be_done() {
    let again = vec![tap(GenerationAction::Again)];
    // The example has used nothing of what is free.
    let vary = Tap::Job(JobTap::Vary(GenerationId::new(17), Money::ZERO));
    let delivered = vec![
        tap(GenerationAction::Resend),
        tap(GenerationAction::File),
        vary,
        tap(GenerationAction::Again),
        tap(GenerationAction::Reword),
        tap(GenerationAction::Upscale),
        tap(GenerationAction::Animate),
    ];
    for language in Language::ALL {
        for status in ALL {
            let expected = match status {
                GenerationStatus::Waiting => {
                    vec![Tap::Job(JobTap::Recall(GenerationId::new(17)))]
                }
                GenerationStatus::Working | GenerationStatus::Arriving => vec![],
                GenerationStatus::Delivered => delivered.clone(),
                GenerationStatus::Failed(_) | GenerationStatus::Cancelled => again.clone(),
            };
            let step = with(language, record(status)).taps(tap(GenerationAction::Receipt));

            let expected: Vec<Tap> =
                expected.into_iter().chain([Tap::Past(0), Tap::Home]).collect();
            assert_eq!(taps_of(&step), expected, "{status:?}");
        }
        let bare = GenerationRecord {
            files: 0,
            file_ids: Vec::new(),
            ..record(GenerationStatus::Delivered)
        };
        let taps = taps_of(&with(language, bare).taps(tap(GenerationAction::Receipt)));
        for action in [
            GenerationAction::Resend,
            GenerationAction::File,
            GenerationAction::Upscale,
            GenerationAction::Animate,
        ] {
            assert!(!taps.contains(&tap(action)), "{action:?} needs a file");
        }
    }
}

#[test]
fn whatever_was_ordered_its_receipt_fits_into_a_message() {
    let long = "слово & <b> ".repeat(400);
    for language in Language::ALL {
        for model in Somebody::new(language).prices.catalogue.models() {
            let value = |name: &String| (name.clone(), text(&long));
            let names = model.inputs.iter().map(|input| &input.name);
            let brief = Brief { values: names.map(value).collect(), files: Vec::new() };
            let generation = GenerationRecord {
                model: model.key.to_string(),
                brief: brief.to_text(),
                ..record(GenerationStatus::Delivered)
            };
            let step = with(language, generation).taps(tap(GenerationAction::Receipt));
            assert!(only_screen(&step).text.units() <= 4096, "{}", model.key);
        }
        let unreadable =
            GenerationRecord { brief: "?".to_owned(), ..record(GenerationStatus::Delivered) };
        assert!(
            words(&with(language, unreadable).taps(tap(GenerationAction::Receipt))).contains("#4")
        );
        let gone =
            GenerationRecord { model: "<gone>".to_owned(), ..record(GenerationStatus::Delivered) };
        let step = with(language, gone).taps(tap(GenerationAction::Receipt));
        assert!(words(&step).contains("&lt;gone&gt;") && words(&step).contains("16:9"));
        assert!(
            !taps_of(&step).contains(&tap(GenerationAction::Again)),
            "it cannot be ordered again"
        );
    }
}

#[test]
fn the_history_shows_what_was_made_and_leads_to_its_receipts() {
    let generations: Vec<GenerationRecord> = ALL
        .into_iter()
        .zip(1_i64..)
        .map(|(status, id)| GenerationRecord {
            id: GenerationId::new(id),
            number: id,
            ..record(status)
        })
        .collect();
    let history = HistoryPage { generations, has_more: true };
    let lines = [
        (
            Language::Russian,
            "15.11 14:02 МСК · <b>Z-Image</b> · 0,64 ₽ · 1 ⭐ · доставлено\na cat on",
        ),
        (
            Language::English,
            "15.11 14:02 MSK · <b>Z-Image</b> · 1 ⭐ · 0.64 ₽ · delivered\na cat on",
        ),
    ];
    for (language, line) in lines {
        let somebody = Somebody { history: history.clone(), ..Somebody::new(language) };
        let step = somebody.says("/history");
        assert!(words(&step).contains(line), "{}", words(&step));
        let receipts =
            (1..=6).map(|id| Tap::Generation(GenerationId::new(id), GenerationAction::Receipt));
        let expected: Vec<Tap> = receipts.clone().chain([Tap::Past(1), Tap::Home]).collect();
        assert_eq!(taps_of(&step), expected);
        assert_eq!(step, somebody.taps(Tap::Section(Section::History)));
        let first = &only_screen(&step).keyboard[0][0].text;
        assert_eq!(first, "#1 · Z-Image · a cat on the moon");

        let second = somebody.taps(Tap::Past(1));
        let turns = [Tap::Past(0), Tap::Past(2), Tap::Home];
        assert_eq!(taps_of(&second), receipts.chain(turns).collect::<Vec<_>>());
    }
}

#[test]
fn an_empty_history_invites_to_begin_and_a_page_too_far_leads_back() {
    for language in Language::ALL {
        let somebody = Somebody { history: HistoryPage::default(), ..Somebody::new(language) };

        let image = Tap::Section(Section::Image);
        assert_eq!(taps_of(&somebody.says("/history")), [image, Tap::Home]);
        assert_eq!(taps_of(&somebody.taps(Tap::Past(7))), [Tap::Past(6), Tap::Home]);
    }
}

#[test]
fn what_is_needed_is_looked_up() {
    let somebody = Somebody::new(Language::English);
    let needs = |tap: Tap| somebody.needs(Action::Tapped { data: tap.encode(), message: None });

    assert_eq!(somebody.needs(Action::Said("/history".to_owned())), Needs::History(0));
    assert_eq!(needs(Tap::Past(3)), Needs::History(3));
    for action in GenerationAction::ALL {
        assert_eq!(needs(tap(action)), Needs::Generation(GenerationId::new(17)));
    }
}
