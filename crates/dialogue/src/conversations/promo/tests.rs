//! Promo codes, as people use them.

use domain::ledger::{Grant, Operation};
use domain::promo::{Promo, PromoCode, PromoStanding};
use domain::{Language, Money, PersonId};

use crate::example::{Somebody, purse, text_of};
use crate::facts::PromoFacts;
use crate::state::State;
use crate::step::{Effect, GrowthDeed};

fn code() -> PromoCode {
    PromoCode::read("SPRING").unwrap()
}

/// Somebody for whom the code stands like this.
fn finds(language: Language, standing: PromoStanding, is_used_by_them: bool) -> Somebody {
    let promo = Promo {
        code: code(),
        amount: Money::new(6_000),
        most_uses: 5,
        used: 2,
        standing,
        until: "19.12 12:00".to_owned(),
    };
    let promo = Some(PromoFacts { promo, is_used_by_them, purse: purse(1_000, 0) });
    Somebody { promo, ..Somebody::new(language) }
}

#[test]
fn a_code_brings_what_it_says_as_one_operation_under_its_name_and_its_person() {
    for language in Language::ALL {
        let somebody = finds(language, PromoStanding::Open, false);
        let asked = somebody.after(&somebody.says("/promo"));
        assert_eq!(asked.state, State::NamingPromo);
        for step in [somebody.says("/promo spring"), asked.says(" Spring ")] {
            let [Effect::Growth(GrowthDeed::UsePromo(used)), Effect::Post(posting), Effect::Say(_)] =
                &step.effects[..]
            else {
                panic!("{step:?}")
            };
            assert_eq!(*used, code());
            let cause = code().cause(PersonId::new(7));
            assert_eq!(posting.operation, Operation::grant(Grant::Promo, &cause));
            let text = text_of(&step).replace('\u{A0}', " ");
            assert!(text.contains("60 ₽") && text.contains("70 ₽"), "{text}");
            assert_eq!(step.state, State::Menu);
        }
    }
}

#[test]
fn a_code_that_cannot_be_used_says_why_and_changes_nothing() {
    for language in Language::ALL {
        let mut said = Vec::new();
        for (standing, is_used) in [
            (PromoStanding::UsedUp, false),
            (PromoStanding::Over, false),
            (PromoStanding::Open, true),
        ] {
            let step = finds(language, standing, is_used).says("/promo SPRING");
            assert!(matches!(step.effects[..], [Effect::Say(_)]), "{step:?}");
            said.push(text_of(&step).to_owned());
        }
        let nobody = Somebody::new(language).says("/promo SPRING");
        assert!(matches!(nobody.effects[..], [Effect::Say(_)]));
        assert_eq!(nobody.state, State::NamingPromo, "it can be typed again");
        said.push(text_of(&nobody).to_owned());
        said.sort();
        said.dedup();
        assert_eq!(said.len(), 4, "each has its own words: {said:?}");
        let ended = finds(language, PromoStanding::Ended, false).says("/promo SPRING");
        let over = finds(language, PromoStanding::Over, false).says("/promo SPRING");
        assert_eq!(text_of(&ended), text_of(&over));
    }
}

#[test]
fn words_that_are_no_code_are_a_wish() {
    let asked = Somebody { state: State::NamingPromo, ..Somebody::new(Language::English) };

    let wish = asked.says("a cat on a roof");

    assert!(matches!(wish.state, State::Ordering(_)), "{wish:?}");
    let markup = Somebody::new(Language::English).says("/promo <b>x</b>");
    assert!(text_of(&markup).contains("&lt;b&gt;"), "{}", text_of(&markup));
}

#[test]
fn who_goes_elsewhere_is_no_longer_asked_for_a_code() {
    let asked = Somebody { state: State::NamingPromo, ..Somebody::new(Language::English) };

    assert_eq!(asked.says("/menu").state, State::Menu);
    assert_eq!(State::from_text(&State::NamingPromo.to_text()), State::NamingPromo);
}
