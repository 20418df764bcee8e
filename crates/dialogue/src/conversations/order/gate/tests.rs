//! Who goes through the gate before what is free.

use std::sync::Arc;

use domain::Language;
use domain::channel::ChannelStanding;

use crate::example::{Somebody, taps_of, text_of};
use crate::scene::PriceList;
use crate::screen::Press;
use crate::state::State;
use crate::step::{Effect, GrowthDeed, Step};
use crate::tap::{GrowthTap, Tap};

const PAID: &str = "kling-26-t2v";

/// Somebody who confirms an order where a channel is named, as Telegram says they stand with it.
fn confirms(language: Language, model: &str, channel: Option<ChannelStanding>) -> (Somebody, Step) {
    let mut somebody = Somebody::new(language);
    let PriceList { catalogue, mut offers } = (*somebody.prices).clone();
    offers.free_channel = Some("@news".to_owned());
    somebody.prices = Arc::new(PriceList { catalogue, offers });
    somebody.facts.channel = channel;
    let ordered = somebody.says(&format!("/generate {model} a cat"));
    let State::Ordering(draft) = &ordered.state else { panic!("{ordered:?}") };
    let mark = draft.quote.unwrap().mark();
    let somebody = somebody.after(&ordered);
    let step = somebody.taps(Tap::Go(mark));
    (somebody, step)
}

fn begins(step: &Step) -> bool {
    step.effects.iter().any(|effect| matches!(effect, Effect::Begin(..)))
}

#[test]
fn a_stranger_is_asked_to_join_before_what_is_free_and_the_order_waits() {
    for language in Language::ALL {
        let (somebody, step) = confirms(language, "z-image", Some(ChannelStanding::Stranger));

        assert!(!begins(&step) && text_of(&step).contains("@news"), "{step:?}");
        let State::Ordering(draft) = &step.state else { panic!("{step:?}") };
        let joined = Tap::Growth(GrowthTap::Joined(draft.quote.unwrap().mark()));
        assert!(taps_of(&step).contains(&joined));
        let [Effect::Show(screen)] = &step.effects[..] else { panic!("{step:?}") };
        let link = Press::Link("https://t.me/news".to_owned());
        assert!(screen.keyboard.iter().flatten().any(|button| button.press == link));

        let mut asked = somebody.after(&step);
        let still = asked.taps(joined.clone());
        assert!(!begins(&still) && text_of(&still) != text_of(&step), "{still:?}");
        asked.facts.channel = Some(ChannelStanding::Member);
        assert!(begins(&asked.taps(joined)));
    }
}

#[test]
fn members_and_whoever_telegram_says_nothing_of_go_through() {
    for standing in [ChannelStanding::Member, ChannelStanding::Unknown] {
        assert!(begins(&confirms(Language::English, "z-image", Some(standing)).1), "{standing:?}");
    }
}

#[test]
fn nobody_is_asked_about_what_costs_something() {
    for channel in [None, Some(ChannelStanding::Stranger)] {
        assert!(begins(&confirms(Language::English, PAID, channel).1), "{channel:?}");
    }
}

#[test]
fn where_nobody_knows_telegram_is_asked_and_nothing_else_is_done() {
    let (_, step) = confirms(Language::English, "z-image", None);

    assert_eq!(step.effects, [Effect::Growth(GrowthDeed::AskChannel)]);
}
