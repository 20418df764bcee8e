//! Cards, favourites, and what is free.

use domain::catalogue::{Kind, Value};
use domain::generation::Pace;
use domain::{Credits, Language};

use super::{buttons, key, with, words};
use crate::conversations::menu::Section;
use crate::example::{Somebody, only_screen, taps_of, text_of};
use crate::facts::{FreeModelUsed, FreeUsed, LastUsed, OrderFacts};
use crate::sample::{Sample, SampleKind};
use crate::step::{Effect, Kept};
use crate::tap::Tap;

#[test]
fn a_card_tells_what_a_model_does_costs_takes_and_wants() {
    let pace = Some(Pace { usual: 15, slow: 150 });
    let known = OrderFacts { pace, ..OrderFacts::default() };
    // Nothing is left for nothing.
    let used = FreeUsed { today: 99, ..FreeUsed::default() };
    let payer = OrderFacts { free: used, ..OrderFacts::default() };
    let table = [
        (
            Language::Russian,
            "Цена: 0,64 ₽ · 1 ⭐",
            "около 20 с",
            "15 с – 3 мин",
            "От вас: описание",
        ),
        (
            Language::English,
            "Price: 1 ⭐ · 0.64 ₽",
            "about 20 s",
            "15 s – 3 min",
            "You send: words",
        ),
    ];
    for (language, price, about, between, takes) in table {
        let step = with(language, payer.clone()).taps(Tap::Model(key("z-image")));

        let text = words(&step);
        for part in ["<b>Z-Image</b>", price, about, takes] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let learned = with(language, known.clone()).taps(Tap::Model(key("z-image")));
        assert!(words(&learned).contains(between), "{}", words(&learned));
        let expected = [
            Tap::Example(key("z-image"), 0),
            Tap::Example(key("z-image"), 1),
            Tap::Order(key("z-image")),
            Tap::Favour(key("z-image"), true),
            Tap::Models(Kind::TextToImage, 0),
            Tap::Home,
        ];
        assert_eq!(taps_of(&step), expected);
        let (_, amount) = price.split_once(": ").unwrap();
        assert!(buttons(&step)[2].ends_with(amount), "{:?}", buttons(&step));
    }
}

#[test]
fn what_may_be_sent_and_how_many_come_back_stands_on_the_card() {
    let table = [
        (Language::Russian, "картинки (по желанию)", "6 файлов", "Цена: от "),
        (Language::English, "pictures (if you like)", "6 files", "Price: from "),
    ];
    for (language, optional, files, from) in table {
        let somebody = Somebody::new(language);
        let banana = words(&somebody.taps(Tap::Model(key("nano-banana-2"))));
        assert!(
            banana.contains(optional) && !banana.contains(from),
            "its price is known: {banana}"
        );
        let measured = words(&somebody.taps(Tap::Model(key("topaz-video"))));
        assert!(measured.contains(from), "the length of the video decides: {measured}");
        let grok = words(&somebody.taps(Tap::Model(key("grok-image"))));
        assert!(grok.contains(files), "{grok}");
    }
}

#[test]
fn every_card_can_be_shown_in_both_languages() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        for model in somebody.prices.catalogue.models() {
            let step = somebody.taps(Tap::Model(model.key.clone()));

            assert_eq!(taps_of(&step).contains(&Tap::Order(model.key.clone())), model.on);
            assert!(!text_of(&step).contains("shop-"), "{}", text_of(&step));
            assert!(only_screen(&step).text.units() < 1000);
        }
    }
}

#[test]
fn a_model_that_is_off_or_never_was_is_said_to_be_gone() {
    for (language, gone) in
        [(Language::Russian, "Этой модели больше нет"), (Language::English, "no longer offered")]
    {
        let somebody = Somebody::new(language);
        let off = somebody.prices.catalogue.models().iter().find(|model| !model.on).unwrap();
        for key in [off.key.clone(), key("never-was")] {
            for tap in [Tap::Model(key.clone()), Tap::Favour(key.clone(), true)] {
                let step = somebody.taps(tap.clone());
                assert!(text_of(&step).contains(gone), "{tap:?}: {}", text_of(&step));
                assert!(
                    !step
                        .effects
                        .iter()
                        .any(|effect| matches!(effect, Effect::Keep(Kept::Favour(..))))
                );
            }
        }
    }
}

#[test]
fn a_favourite_is_kept_and_can_be_given_up() {
    let favourites = vec![key("z-image")];
    for language in Language::ALL {
        let step = Somebody::new(language).taps(Tap::Favour(key("z-image"), true));
        assert_eq!(step.effects[0], Effect::Keep(Kept::Favour(key("z-image"), true)));
        assert!(taps_of(&step).contains(&Tap::Favour(key("z-image"), false)));

        let facts = OrderFacts { favourites: favourites.clone(), ..OrderFacts::default() };
        let somebody = with(language, facts);
        let card = somebody.taps(Tap::Model(key("z-image")));
        assert_eq!(only_screen(&card), only_screen(&step), "it looks the same the next time");
        let step = somebody.taps(Tap::Favour(key("z-image"), false));
        assert_eq!(step.effects[0], Effect::Keep(Kept::Favour(key("z-image"), false)));
        assert!(taps_of(&step).contains(&Tap::Favour(key("z-image"), true)));
    }
}

#[test]
fn what_is_free_is_shown_with_what_is_left_or_why_nothing_is() {
    let fresh = FreeUsed::default();
    let all = Credits::new(i64::MAX);
    let table = [
        (fresh.clone(), "осталось 3 попытки", "3 tries left"),
        (FreeUsed { today: 4, ..fresh.clone() }, "осталась 1 попытка", "1 try left"),
        (
            FreeUsed { today: 5, hour: 3, ..fresh.clone() },
            "завтра будут новые",
            "new ones come tomorrow",
        ),
        (FreeUsed { today: 3, hour: 3, ..fresh.clone() }, "через час", "in an hour"),
        (
            FreeUsed { spent: all, ..fresh.clone() },
            "Общие бесплатные попытки",
            "free tries for everyone",
        ),
    ];
    for (free, russian, english) in table {
        for (language, left) in [(Language::Russian, russian), (Language::English, english)] {
            let free = free.clone();
            let somebody = with(language, OrderFacts { free, ..OrderFacts::default() });
            let step = somebody.says("/free");

            assert!(words(&step).contains(left), "{left}: {}", words(&step));
            let mut taps = taps_of(&step);
            taps.sort_by_key(Tap::encode);
            let expected = ["recraft-background", "z-image"].map(|name| Tap::Model(key(name)));
            assert_eq!(taps, [vec![Tap::Home], expected.to_vec()].concat());
            assert_eq!(step, somebody.taps(Tap::Section(Section::Free)));
        }
    }
}

#[test]
fn what_is_free_now_says_so_and_what_it_costs_afterwards() {
    for (language, free, after) in [
        (Language::Russian, "Цена: бесплатно", "Потом: 0,64 ₽ · 1 ⭐"),
        (Language::English, "Price: free", "After that: 1 ⭐ · 0.64 ₽"),
    ] {
        let step = Somebody::new(language).taps(Tap::Model(key("z-image")));

        let text = words(&step);
        assert!(text.contains(free) && text.contains(after), "{text}");
        let order = &buttons(&step)[2];
        assert!(free.ends_with(order.rsplit(' ').next().unwrap()), "{order}");
    }
}

#[test]
fn the_time_on_a_card_is_that_of_the_order_as_it_stands() {
    let pace = |usual| Pace { usual, slow: usual };
    let somebody = Somebody::new(Language::English);
    let model = somebody.prices.catalogue.model(&key("nano-banana-2")).unwrap();
    let variant_paces = model
        .prices
        .iter()
        .map(|price| {
            let is_large = model.variant(price).contains("4K");
            (model.variant(price), if is_large { pace(77) } else { pace(33) })
        })
        .collect();
    let usual = OrderFacts { pace: Some(pace(55)), variant_paces, ..OrderFacts::default() };
    let settings = vec![("resolution".to_owned(), Value::Text("4K".to_owned()))];
    let last = vec![LastUsed { model: model.key.clone(), settings }];
    let large = OrderFacts { last, ..usual.clone() };
    let unknown = OrderFacts { variant_paces: Vec::new(), ..usual.clone() };

    for (facts, time) in [(usual, "33 s"), (large, "77 s"), (unknown, "55 s")] {
        let card = words(&with(Language::English, facts).taps(Tap::Model(model.key.clone())));

        assert!(card.contains(time), "{time}: {card}");
    }
}

#[test]
fn a_card_is_shown_with_the_newest_sample_of_its_model() {
    let sample = |file: &str| Sample { kind: SampleKind::Photo, file: file.to_owned() };
    let samples = vec![sample("new"), sample("old")];
    for language in Language::ALL {
        let facts = OrderFacts { samples: samples.clone(), ..OrderFacts::default() };
        let card = with(language, facts).taps(Tap::Model(key("z-image")));

        assert_eq!(only_screen(&card).sample, Some(sample("new")));
        let bare = Somebody::new(language).taps(Tap::Model(key("z-image")));
        assert_eq!(only_screen(&bare).sample, None);
        assert_eq!(text_of(&bare), text_of(&card));
    }
}

#[test]
fn the_limits_of_one_model_stand_on_its_card() {
    let models = vec![FreeModelUsed { model: key("z-image"), today: 0, hour: 2 }];
    let free = FreeUsed { models, ..FreeUsed::default() };
    for (language, limits, left) in [
        (Language::Russian, "до 5 в день и 2 в час", "через час"),
        (Language::English, "up to 5 a day and 2 an hour", "in an hour"),
    ] {
        let free = free.clone();
        let step = with(language, OrderFacts { free, ..OrderFacts::default() });
        let text = words(&step.taps(Tap::Model(key("z-image"))));

        assert!(text.contains(limits) && text.contains(left), "{text}");
    }
}
