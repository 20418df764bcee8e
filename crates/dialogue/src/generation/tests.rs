//! What is said about generations, in both languages.

mod results;

use domain::catalogue::{MediaKind, Model, ModelKey, Output, Value};
use domain::generation::{Brief, Delay, Failure, FileRef, Pace};
use domain::offers::Discount;
use domain::{GenerationId, Language, Money};

use super::{
    Back, GenerationFacts, NextBest, Onward, Standing, Wait, cancellable, cancelled, failed, late,
    next_best, result, still_waiting, waiting, working,
};
use crate::example::prices;
use crate::scene::PriceList;
use crate::screen::{Press, Screen};
use crate::tap::{GenerationAction, JobTap, Tap};

fn brief(words: &str) -> Brief {
    let words = ("prompt".to_owned(), Value::Text(words.to_owned()));
    let ratio = ("aspect_ratio".to_owned(), Value::Text("1:1".to_owned()));
    Brief { values: vec![words, ratio], files: Vec::new() }
}

/// Somebody without a plan, with so much to spend.
fn standing(units: i64) -> Standing {
    Standing { balance: Money::new(units), discount: Discount::NONE }
}

fn model<'a>(prices: &'a PriceList, key: &str) -> &'a Model {
    prices.catalogue.model(&ModelKey::new(key).unwrap()).unwrap()
}

fn facts<'a>(language: Language, prices: &'a PriceList, brief: &'a Brief) -> GenerationFacts<'a> {
    GenerationFacts {
        id: GenerationId::new(17),
        number: 4,
        language,
        model: Some(model(prices, "z-image")),
        brief,
        price: Money::new(64),
        is_free: false,
        offers: &prices.offers,
    }
}

fn shown(screen: &Screen) -> String {
    screen.text.as_str().replace('\u{A0}', " ")
}

fn actions(screen: &Screen) -> Vec<Tap> {
    let presses = screen.keyboard.iter().flatten().map(|button| &button.press);
    presses
        .filter_map(|press| match press {
            Press::Data(tap) => Some(tap.clone()),
            Press::Link(_) | Press::Inline(_) => None,
        })
        .collect()
}

fn generation(action: GenerationAction) -> Tap {
    Tap::Generation(GenerationId::new(17), action)
}

#[test]
fn in_the_queue_there_is_the_price_the_time_and_a_way_to_cancel() {
    let (prices, brief) = (prices(), brief("a cat"));
    let table = [
        (Language::Russian, "<b>Z-Image</b> · 0,64 ₽ · 1 ⭐\nВ очереди. Обычно около 20 с."),
        (Language::English, "<b>Z-Image</b> · 1 ⭐ · 0.64 ₽\nIn the queue. Usually about 20 s."),
    ];
    for (language, words) in table {
        let facts = facts(language, &prices, &brief);
        let screen = waiting(&facts, None);
        assert_eq!(shown(&screen), words);
        assert_eq!(actions(&screen), []);
        let screen = cancellable(screen, language, facts.id);
        assert_eq!(shown(&screen), words);
        assert_eq!(actions(&screen), [generation(GenerationAction::Cancel)]);
    }
}

#[test]
fn a_free_one_says_that_it_is_free() {
    let (prices, brief) = (prices(), brief("a cat"));
    for (language, free) in [(Language::Russian, "бесплатно"), (Language::English, "free")]
    {
        let facts = GenerationFacts {
            is_free: true,
            price: Money::ZERO,
            ..facts(language, &prices, &brief)
        };
        let screen = waiting(&facts, None);
        assert!(shown(&screen).contains(free), "{}", shown(&screen));
        assert!(!shown(&screen).contains('⭐'), "{}", shown(&screen));
    }
}

#[test]
fn while_it_is_made_the_time_is_told_and_a_slow_one_is_admitted() {
    let (prices, brief) = (prices(), brief("a cat"));
    let pace = Some(Pace { usual: 20, slow: 60 });
    let table = [
        (Language::Russian, "в работе\n▰▰▰▰▰▱▱▱▱▱ 12 с\nОбычно 20 с – 60 с.", "дольше обычного"),
        (
            Language::English,
            "is at work\n▰▰▰▰▰▱▱▱▱▱ 12 s\nUsually 20 s – 60 s.",
            "longer than usual",
        ),
    ];
    for (language, words, slow) in table {
        let facts = facts(language, &prices, &brief);
        assert!(
            shown(&working(&facts, 12, pace)).ends_with(words),
            "{}",
            shown(&working(&facts, 12, pace))
        );
        for (seconds, pace, is_slow) in
            [(60, pace, false), (61, pace, true), (60, None, false), (61, None, true)]
        {
            let screen = working(&facts, seconds, pace);
            assert_eq!(shown(&screen).contains(slow), is_slow, "{seconds}: {}", shown(&screen));
            assert_eq!(actions(&screen), [], "the menu must not take the place of the status");
        }
        assert!(shown(&working(&facts, 121, None)).contains('3'), "started minutes count");
    }
}

#[test]
fn why_it_waits_is_said_and_who_is_first_is_next() {
    let (prices, brief) = (prices(), brief("a cat"));
    let facts = facts(Language::English, &prices, &brief);
    let said = |number, delay| shown(&still_waiting(&facts, Wait { number, delay }, None));

    assert!(said(1, None).ends_with("You are next."), "{}", said(1, None));
    assert!(said(3, None).ends_with("You are number 3 in line."), "{}", said(3, None));
    let files = said(1, Some(Delay::Files));
    assert!(files.ends_with("Your file is on its way to the model."), "{files}");
}

#[test]
fn what_was_taken_back_says_what_came_back() {
    let (prices, brief) = (prices(), brief("a cat"));
    let paid = |language| shown(&cancelled(&facts(language, &prices, &brief), Money::new(10_000)));
    let free = GenerationFacts { is_free: true, ..facts(Language::English, &prices, &brief) };

    assert_eq!(
        paid(Language::Russian),
        "<b>Z-Image</b>: отменено. Вернул 0,64 ₽ · 1 ⭐. На балансе: 100 ₽."
    );
    assert_eq!(
        paid(Language::English),
        "<b>Z-Image</b>: cancelled. 1 ⭐ · 0.64 ₽ is back. Your balance: 100 ₽."
    );
    let free = shown(&cancelled(&free, Money::new(0)));
    assert!(free.contains("Your free try is back."), "{free}");
}

#[test]
fn the_next_best_model_is_open_takes_the_words_and_costs_nearly_the_same() {
    let (prices, brief) = (prices(), brief("a cat"));
    let facts = GenerationFacts {
        model: Some(model(&prices, "imagen-4")),
        price: Money::new(640),
        ..facts(Language::English, &prices, &brief)
    };
    let mut order = crate::example::facts(10_000);
    let first = next_best(&facts, &prices, &order).unwrap();
    let far = |best: &NextBest| best.price.get().abs_diff(640);
    assert_ne!(first.model.as_str(), "imagen-4");
    assert_eq!(model(&prices, first.model.as_str()).kind, facts.model.unwrap().kind);

    order.closed.push(first.model.clone());
    let second = next_best(&facts, &prices, &order).unwrap();
    assert_ne!(second.model, first.model, "what is closed is not offered");
    assert!(far(&second) >= far(&first), "{first:?} {second:?}");
    order.is_paused = true;
    assert_eq!(next_best(&facts, &prices, &order), None);

    let screen = failed(&facts, Failure::Provider, Back::Everything, standing(0), Some(&first));
    let button = &screen.keyboard[0][0];
    let tap = JobTap::Instead(facts.id, first.model.clone());
    assert_eq!(button.press, Press::Data(Tap::Job(tap)));
    assert!(button.text.chars().count() <= 32, "{}", button.text);
    assert!(shown(&screen).contains("your words are kept"), "{}", shown(&screen));
    let gone = failed(&facts, Failure::FileGone, Back::Everything, standing(0), Some(&first));
    assert!(!actions(&gone).iter().any(|tap| matches!(tap, Tap::Job(_))), "no model helps here");
}

#[test]
fn a_failure_says_what_happened_what_came_back_and_what_may_help() {
    let (prices, brief) = (prices(), brief("a cat"));
    let english = [
        "<b>Z-Image</b>: it didn't work out.\nThe model refused: its rules don't allow this.",
        "Returned in full: 1 ⭐ · 0.64 ₽. Your balance: 100 ₽.\nOther words may help.",
    ];
    let russian = [
        "<b>Z-Image</b>: не получилось.\nМодель отказала: её правила такого не позволяют.",
        "Вернул полностью: 0,64 ₽ · 1 ⭐. На балансе: 100 ₽.\nМогут помочь другие слова.",
    ];
    for (language, parts) in [(Language::English, english), (Language::Russian, russian)] {
        let facts = facts(language, &prices, &brief);
        let screen = failed(&facts, Failure::Policy, Back::Everything, standing(10_000), None);
        assert!(shown(&screen).ends_with(&parts.join("\n\n")), "{}", shown(&screen));
        assert_eq!(actions(&screen), [generation(GenerationAction::Reword), Tap::Home]);

        let mut told: Vec<String> = Vec::new();
        for failure in Failure::ALL {
            let screen = failed(&facts, failure, Back::Everything, standing(10_000), None);
            assert!(shown(&screen).contains("1 ⭐ · 0.64 ₽") || language == Language::Russian);
            assert!(shown(&screen).contains("100 ₽"), "{failure:?}");
            assert_eq!(actions(&screen).last(), Some(&Tap::Home));
            assert!(actions(&screen).len() > 1, "{failure:?} leads on");
            assert!(!told.contains(&shown(&screen)), "{failure:?} has words of its own");
            told.push(shown(&screen));
        }
    }
}

#[test]
fn a_free_try_stays_used_where_the_result_may_still_come() {
    let (prices, brief) = (prices(), brief("a cat"));
    for (language, words) in [
        (Language::Russian, "Попытка считается использованной"),
        (Language::English, "counts as used"),
    ] {
        let facts = GenerationFacts {
            is_free: true,
            price: Money::ZERO,
            ..facts(language, &prices, &brief)
        };
        let screen = failed(&facts, Failure::Timeout, Back::Money, standing(100), None);

        assert!(shown(&screen).contains(words), "{}", shown(&screen));
    }
}

#[test]
fn a_free_try_is_given_back() {
    let (prices, brief) = (prices(), brief("a cat"));
    for (language, words) in [
        (Language::Russian, "Бесплатная попытка вернулась."),
        (Language::English, "Your free try is back."),
    ] {
        let facts = GenerationFacts {
            is_free: true,
            price: Money::ZERO,
            ..facts(language, &prices, &brief)
        };
        let screen = failed(&facts, Failure::Provider, Back::Everything, standing(100), None);

        assert!(shown(&screen).contains(words) && shown(&screen).contains("1 ₽"));
        let others = Tap::Models(domain::catalogue::Kind::TextToImage, 0);
        assert_eq!(actions(&screen), [generation(GenerationAction::Again), others, Tap::Home]);
    }
}

/// An order for a talking photo whose sound plays so long.
fn talking(milliseconds: Option<u32>) -> Brief {
    let file = |kind, milliseconds| FileRef {
        file: "A".to_owned(),
        kind,
        mime: None,
        bytes: None,
        milliseconds,
        pixels: None,
    };
    let (image, sound) = (file(MediaKind::Image, None), file(MediaKind::Audio, milliseconds));
    Brief {
        values: brief("speaks").values[..1].to_vec(),
        files: vec![("image_url".to_owned(), vec![image]), ("audio_url".to_owned(), vec![sound])],
    }
}

#[test]
fn an_order_that_turned_out_dearer_is_offered_again_at_the_price_of_its_person() {
    let prices = prices();
    let brief = talking(Some(12_000));
    let model = Some(model(&prices, "kling-avatar-std"));
    let facts = GenerationFacts { model, ..facts(Language::English, &prices, &brief) };
    let pro = Discount::of(&prices.offers.plans[1]);
    for (discount, price) in [(Discount::NONE, "64 ⭐ · 76.80 ₽"), (pro, "55 ⭐ · 65.28 ₽")]
    {
        let standing = Standing { discount, ..standing(100) };
        let screen = failed(&facts, Failure::Dearer, Back::Everything, standing, None);

        assert!(shown(&screen).contains(price), "{}", shown(&screen));
        let button = screen.keyboard[0][0].text.replace('\u{A0}', " ");
        assert!(button.ends_with(price), "{button}");
    }
}

#[test]
fn a_file_that_is_more_than_was_paid_for_is_told_with_its_true_price() {
    let prices = prices();
    let said = |language, milliseconds, failure, is_free| {
        let brief = talking(milliseconds);
        let model = Some(model(&prices, "kling-avatar-std"));
        let facts = GenerationFacts { model, is_free, ..facts(language, &prices, &brief) };
        let screen = failed(&facts, failure, Back::Everything, standing(100), None);
        assert_eq!(actions(&screen), [generation(GenerationAction::Again), Tap::Home]);
        let button = screen.keyboard[0][0].text.replace('\u{A0}', " ");
        (shown(&screen), button)
    };

    let (text, button) = said(Language::English, Some(11_001), Failure::Dearer, false);
    assert!(text.contains("plays 12 s") && text.contains("price is 64 ⭐ · 76.80 ₽"), "{text}");
    assert_eq!(button, "Again · 64 ⭐ · 76.80 ₽");
    let (text, _) = said(Language::Russian, Some(11_001), Failure::Dearer, false);
    assert!(text.contains("длится 12 с") && text.contains("цена 76,80 ₽ · 64 ⭐"), "{text}");
    // What is free may be free again.
    let (text, button) = said(Language::English, Some(11_001), Failure::Dearer, true);
    assert!(text.contains("plays 12 s") && !text.contains("76.80"), "{text}");
    assert_eq!(button, "Again");
    let (text, _) = said(Language::English, Some(40_000), Failure::Oversized, false);
    assert!(text.contains("plays 40 s, and this model takes at most 15 s"), "{text}");
    let (text, _) = said(Language::English, None, Failure::Unmeasurable, false);
    assert!(text.contains("in another format"), "{text}");
}

#[test]
fn a_late_one_is_said_to_cost_nothing() {
    let (prices, brief) = (prices(), brief("a cat"));
    let words = |language| late(&facts(language, &prices, &brief)).into_string();

    assert!(words(Language::Russian).contains("бесплатно"));
    assert!(words(Language::English).contains("so it's free"));
}

#[test]
fn a_model_that_is_gone_has_a_name_all_the_same() {
    let (prices, brief) = (prices(), brief("a cat"));
    for language in Language::ALL {
        let facts = GenerationFacts { model: None, ..facts(language, &prices, &brief) };
        let screens = [
            waiting(&facts, None),
            working(&facts, 1_000, None),
            cancelled(&facts, Money::ZERO),
            failed(&facts, Failure::ModelClosed, Back::Everything, standing(0), None),
            result(&facts, Output::Image, &Onward::default()),
        ];
        for screen in screens {
            assert!(!shown(&screen).contains("<b></b>"), "{}", shown(&screen));
            assert!(!shown(&screen).contains("generation-"), "{}", shown(&screen));
        }
    }
}
