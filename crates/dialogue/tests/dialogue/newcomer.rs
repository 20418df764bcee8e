//! Somebody who only taps and types what the chat offers.

use dialogue::{Effect, Section, Tap};
use domain::Language;

use crate::person::{Talker, seen, taps};
use crate::shop::whole_shelf;

#[test]
fn a_picture_is_at_most_six_steps_away_from_the_start() {
    for language in Language::ALL {
        let mut talker = Talker { prices: whole_shelf(), ..Talker::new(language) };
        let menu = talker.says("/start");
        let image = Tap::Section(Section::Image);
        assert!(taps(seen(&menu)).contains(&image));

        let confirmation = talker.says("a cat on the moon");
        let go = taps(seen(&confirmation)).into_iter().find(|tap| matches!(tap, Tap::Go(_)));
        let begun = talker.taps(&go.unwrap().encode());

        assert!(
            begun.effects.iter().any(|effect| matches!(effect, Effect::Begin(..))),
            "{begun:?}"
        );
        assert!(talker.updates <= 5, "{} steps", talker.updates);
    }
}

#[test]
fn every_list_and_every_card_of_the_whole_shop_can_be_shown() {
    for language in Language::ALL {
        let mut talker = Talker { prices: whole_shelf(), ..Talker::new(language) };
        let kinds = domain::catalogue::Kind::ALL.iter();
        let pages = kinds.flat_map(|kind| (0..6).map(|page| Tap::Models(*kind, page)));
        let prices = whole_shelf();
        let cards = prices.catalogue.models().iter().map(|model| Tap::Model(model.key.clone()));
        for tap in pages.chain(cards).chain([Tap::Best]) {
            seen(&talker.taps(&tap.encode()));
        }
    }
}
