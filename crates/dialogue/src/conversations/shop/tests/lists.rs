//! The lists: sections, kinds, the best, and what is said on each.

use domain::Language;
use domain::catalogue::{Kind, ModelKey};

use super::{buttons, key, lists, small_shop, with, words};
use crate::conversations::menu::Section;
use crate::event::Action;
use crate::example::{Needs, Somebody, taps_of, text_of};
use crate::facts::{FreeUsed, ModelUse, OrderFacts};
use crate::tap::Tap;

#[test]
fn pictures_can_be_ordered_right_from_their_section() {
    let used = FreeUsed { today: 99, ..FreeUsed::default() };
    let payer = OrderFacts { free: used, ..OrderFacts::default() };
    for (language, free) in [(Language::Russian, "бесплатно"), (Language::English, "free")]
    {
        let now = Somebody::new(language).taps(Tap::Section(Section::Image));
        assert_eq!(buttons(&now)[0], format!("Z-Image · {free}"));
        let step = with(language, payer.clone()).taps(Tap::Section(Section::Image));

        let taps = taps_of(&step);
        assert_eq!(taps[0], Tap::Order(key("z-image")));
        assert!(matches!(taps[..3], [Tap::Order(_), Tap::Order(_), Tap::Order(_)]), "{taps:?}");
        assert_eq!(
            taps[3..5],
            [Kind::TextToImage, Kind::ImageEdit].map(|kind| Tap::Models(kind, 0))
        );
        assert_eq!(taps[5..], [Tap::Best, Tap::Search, Tap::Home]);
        let price = match language {
            Language::Russian => "0,64 ₽ · 1 ⭐",
            Language::English => "1 ⭐ · 0.64 ₽",
        };
        assert!(words(&step).contains(price), "{}", words(&step));
        assert_eq!(buttons(&step)[0], format!("Z-Image · {price}"));
    }
}

#[test]
fn favourites_come_first_and_are_at_most_three() {
    let favourites = ["flux-2-pro", "suno-song", "z-image", "seedream-4", "imagen-4"].map(key);
    let facts = OrderFacts { favourites: favourites.to_vec(), ..OrderFacts::default() };
    for language in Language::ALL {
        let step = with(language, facts.clone()).taps(Tap::Section(Section::Image));

        let taps = taps_of(&step);
        let expected = ["flux-2-pro", "z-image", "seedream-4"].map(|name| Tap::Model(key(name)));
        assert_eq!(taps[..3], expected);
        assert!(words(&step).contains("Flux 2 Pro, Z-Image, Seedream 4"), "{}", words(&step));
        assert!(!taps.contains(&Tap::Order(key("z-image"))), "no model stands there twice");
    }
}

#[test]
fn a_section_shows_only_kinds_that_have_something_and_a_single_one_at_once() {
    for language in Language::ALL {
        let sound = taps_of(&Somebody::new(language).taps(Tap::Section(Section::Sound)));
        assert!(sound.contains(&Tap::Models(Kind::Music, 0)));
        assert!(!sound.contains(&Tap::Models(Kind::AudioTools, 0)), "none of them is on");

        let somebody = small_shop(language);
        let image = somebody.taps(Tap::Section(Section::Image));
        assert_eq!(taps_of(&image), [Tap::Model(key("z-image")), Tap::Home]);
        assert_eq!(image, somebody.taps(Tap::Models(Kind::TextToImage, 0)));
        let video = somebody.taps(Tap::Section(Section::Video));
        assert_eq!(taps_of(&video), [Tap::Home]);
    }
}

#[test]
fn the_pages_of_a_kind_show_every_model_once_and_the_cheapest_first() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        let on = |kind| {
            let models = somebody.prices.catalogue.models().iter();
            models.filter(move |model| model.on && model.kind == kind).count()
        };
        for kind in Kind::ALL.iter().copied().filter(|kind| on(*kind) > 0) {
            let mut seen: Vec<ModelKey> = Vec::new();
            let mut page = Some(0);
            while let Some(number) = page {
                let taps = taps_of(&somebody.taps(Tap::Models(kind, number)));
                let models = taps.iter().filter_map(|tap| match tap {
                    Tap::Model(key) => Some(key.clone()),
                    _ => None,
                });
                let models: Vec<ModelKey> = models.collect();
                assert!((1..=8).contains(&models.len()), "{kind:?} {number}");
                seen.extend(models);
                let back = number.checked_sub(1).map(|before| Tap::Models(kind, before));
                assert!(back.is_none_or(|back| taps.contains(&back)));
                page = Some(number + 1).filter(|next| taps.contains(&Tap::Models(kind, *next)));
            }
            let count = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!((count, seen.len()), (on(kind), on(kind)), "{kind:?}");
        }
    }
}

#[test]
fn a_page_that_is_not_there_is_the_last_one() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        let last = somebody.taps(Tap::Models(Kind::TextToImage, 255));

        let taps = taps_of(&last);
        assert!(taps.iter().any(|tap| matches!(tap, Tap::Model(_))), "{taps:?}");
        assert!(taps.contains(&Tap::Section(Section::Image)), "the way back");
    }
}

#[test]
fn a_closed_model_stands_last_and_says_so() {
    let facts = OrderFacts { closed: vec![key("recraft-upscale")], ..OrderFacts::default() };
    for (language, mark) in
        [(Language::Russian, "пока закрыта"), (Language::English, "closed for now")]
    {
        let somebody = with(language, facts.clone());
        let list = somebody.taps(Tap::Models(Kind::Upscale, 0));
        let expected = ["topaz-image", "recraft-upscale"].map(|name| Tap::Model(key(name)));
        assert_eq!(taps_of(&list)[..2], expected);
        assert!(words(&list).contains(mark), "{}", words(&list));
        assert!(buttons(&list)[1].ends_with(mark), "{:?}", buttons(&list));

        let card = somebody.taps(Tap::Model(key("recraft-upscale")));
        assert!(!taps_of(&card).contains(&Tap::Order(key("recraft-upscale"))));
        assert!(!taps_of(&somebody.taps(Tap::Best)).contains(&Tap::Model(key("recraft-upscale"))));
    }
}

#[test]
fn the_best_are_at_most_eight_and_each_is_there_once() {
    for language in Language::ALL {
        let taps = taps_of(&Somebody::new(language).taps(Tap::Best));
        assert!(!taps.contains(&Tap::Trending), "nothing is known of this week");

        let mut models: Vec<&Tap> =
            taps.iter().filter(|tap| matches!(tap, Tap::Model(_))).collect();
        assert_eq!(models.len(), 8);
        models.dedup();
        assert_eq!(models.len(), 8);
        assert!(taps.contains(&Tap::Model(key("z-image"))) && taps.contains(&Tap::Search));
    }
}

#[test]
fn what_people_choose_most_leads_the_best_and_what_grows_is_one_tap_further() {
    let uses = |model: &str, people, week| ModelUse {
        model: key(model),
        people,
        repeats: 0,
        keepers: 0,
        week,
        earlier: 0,
    };
    let uses = vec![uses("recraft-upscale", 5, 0), uses("suno-song", 9, 4)];
    let facts = OrderFacts { uses, ..OrderFacts::default() };
    for language in Language::ALL {
        let somebody = with(language, facts.clone());
        let best = taps_of(&somebody.says("/best"));
        assert_eq!(best[..2], ["suno-song", "recraft-upscale"].map(|name| Tap::Model(key(name))));
        assert!(best.contains(&Tap::Trending));

        let trending = taps_of(&somebody.taps(Tap::Trending));
        assert_eq!(trending, [Tap::Model(key("suno-song")), Tap::Best, Tap::Home]);
    }
}

#[test]
fn every_kind_that_has_something_is_on_the_menu_of_kinds() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        let step = somebody.says("/models");

        let taps = taps_of(&step);
        let on =
            |kind| somebody.prices.catalogue.models().iter().any(move |m| m.on && m.kind == kind);
        let kinds = Kind::ALL.iter().copied().filter(|kind| on(*kind));
        for kind in kinds.clone() {
            assert!(taps.contains(&Tap::Models(kind, 0)), "{kind:?}");
        }
        assert_eq!(taps.len(), kinds.count() + 3, "and the ways to the best, to search and home");
    }
}

#[test]
fn a_paused_shop_says_so_once_on_every_list() {
    let facts = OrderFacts { is_paused: true, ..OrderFacts::default() };
    for (language, words) in [
        (Language::Russian, "Сейчас заказать ничего нельзя"),
        (Language::English, "Nothing can be ordered right now"),
    ] {
        for tap in lists().into_iter().chain([Tap::Model(key("z-image"))]) {
            let paused = with(language, facts.clone()).taps(tap.clone());
            assert_eq!(text_of(&paused).matches(words).count(), 1, "{tap:?}");
            let open = Somebody::new(language).taps(tap.clone());
            assert!(!text_of(&open).contains(words), "{tap:?}");
        }
    }
}

#[test]
fn what_a_list_looks_at_is_looked_up_for_it() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        let needs =
            |tap: &Tap| somebody.needs(Action::Tapped { data: tap.encode(), message: None });
        for tap in lists() {
            assert_eq!(needs(&tap), Needs::OrderFacts(None), "{tap:?}");
        }
        for tap in [Tap::Model(key("z-image")), Tap::Favour(key("z-image"), true)] {
            assert_eq!(needs(&tap), Needs::OrderFacts(Some(key("z-image"))), "{tap:?}");
        }
        assert_eq!(needs(&Tap::Search), Needs::Nothing);
    }
}
