//! Promo codes, campaigns and numbers, as admins see them.

use domain::promo::{Promo, PromoCode, PromoStanding};
use domain::stats::{Campaign, Failing, Period, Span, Stats};
use domain::{AdminAction, Credits, Language, Money, Stars};

use crate::example::{Somebody, purse, taps_of, text_of};
use crate::facts::{CampaignList, PromoFacts, PromoList};
use crate::step::{Effect, GrowthDeed};
use crate::tap::{GrowthTap, Tap};

fn promo(standing: PromoStanding) -> Promo {
    Promo {
        code: PromoCode::read("SPRING").unwrap(),
        amount: Money::new(5_000),
        most_uses: 100,
        used: 12,
        standing,
        until: "19.12 12:00".to_owned(),
    }
}

fn facts(standing: PromoStanding) -> PromoFacts {
    PromoFacts { promo: promo(standing), is_used_by_them: false, purse: purse(0, 0) }
}

/// A code that can be used.
pub(in super::super) fn running() -> Option<PromoFacts> {
    Some(facts(PromoStanding::Open))
}

fn with(standing: PromoStanding) -> Somebody {
    Somebody { promo: Some(facts(standing)), ..Somebody::admin(Language::English) }
}

#[test]
fn a_code_is_made_as_it_was_typed_and_logged() {
    for language in Language::ALL {
        let step = Somebody::admin(language).says("/admin promo spring 50,5 100 30");

        let [Effect::Growth(GrowthDeed::MakePromo(terms)), Effect::Log(entry), Effect::Say(_)] =
            &step.effects[..]
        else {
            panic!("{step:?}")
        };
        assert_eq!(terms.code.as_str(), "SPRING");
        assert_eq!((terms.amount, terms.most_uses, terms.days), (Money::new(5_050), 100, 30));
        assert_eq!(entry.action, AdminAction::PromoMake);
        assert_eq!(entry.subject, "promo:SPRING");
        assert_eq!(entry.after, "50.50 RUB for each of 100 people, 30 days");
        assert!(taps_of(&step).contains(&Tap::Growth(GrowthTap::EndPromo(terms.code.clone()))));
    }
}

#[test]
fn half_typed_oversized_negative_and_foreign_amounts_are_refused_each_with_its_reason() {
    for language in Language::ALL {
        let say = |words: &str| {
            let step = Somebody::admin(language).says(&format!("/admin promo {words}"));
            assert!(matches!(step.effects[..], [Effect::Say(_)]), "{words}: {step:?}");
            text_of(&step).to_owned()
        };
        let reasons = [
            vec!["a:b 50 100 30", "код 50 100 30", "ab 50 100 30"],
            vec!["SPRING 50", "SPRING 50 100", "SPRING 50 100 30 4"],
            vec!["SPRING -50 100 30", "SPRING 0 100 30", "SPRING 50$ 100 30", "SPRING 1.005 1 1"],
            vec!["SPRING 50 0 30", "SPRING 50 -1 30", "SPRING 50 1e3 30", "SPRING 50 100001 30"],
            vec!["SPRING 50 100 0", "SPRING 50 100 367", "SPRING 50 100 99999999999999999999"],
            vec![
                "SPRING 1000000.01 1 30",
                "SPRING 99999999999999999999 1 30",
                "SPRING 1000000 2 30",
                "SPRING 11 100000 30",
            ],
        ];
        let mut firsts = Vec::new();
        for words in reasons {
            let said: Vec<String> = words.iter().map(|words| say(words)).collect();
            assert!(said.iter().all(|one| one == &said[0]), "{words:?}: {said:#?}");
            firsts.push(said[0].clone());
        }
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 6, "{firsts:#?}");
    }
}

#[test]
fn a_name_that_is_taken_makes_nothing() {
    for standing in [PromoStanding::Open, PromoStanding::Ended] {
        let step = with(standing).says("/admin promo SPRING 50 100 30");

        assert!(matches!(step.effects[..], [Effect::Say(_)]), "{step:?}");
    }
}

#[test]
fn a_code_is_ended_once_and_logged() {
    let tap = Tap::Growth(GrowthTap::EndPromo(promo(PromoStanding::Open).code));
    for standing in [PromoStanding::Open, PromoStanding::UsedUp, PromoStanding::Over] {
        let step = with(standing).taps(tap.clone());

        let [Effect::Growth(GrowthDeed::EndPromo(code)), Effect::Log(entry), Effect::Show(_)] =
            &step.effects[..]
        else {
            panic!("{step:?}")
        };
        assert_eq!((code.as_str(), entry.action), ("SPRING", AdminAction::PromoEnd));
        assert!(entry.before.ends_with("12 of 100 used") && entry.after == "ended");
    }
    let again = with(PromoStanding::Ended).taps(tap.clone());
    assert!(matches!(again.effects[..], [Effect::Refresh(_)]), "{again:?}");
    let somebody = Somebody { role: crate::scene::Role::Person, ..with(PromoStanding::Open) };
    let forged = somebody.taps(tap);
    assert!(matches!(forged.effects[..], [Effect::Refresh(_)]), "{forged:?}");
    assert!(!text_of(&forged).contains("SPRING"));
}

#[test]
fn codes_and_campaigns_are_listed() {
    let promos = PromoList { promos: vec![promo(PromoStanding::Open)], all: 9 };
    let campaign = Campaign {
        name: "spring".to_owned(),
        came: 10,
        ordered: 4,
        paid: 2,
        stars: Stars::whole(70).unwrap(),
        income: Money::new(8_400),
    };
    let campaigns = CampaignList { campaigns: vec![campaign], all: 1 };
    for language in Language::ALL {
        let admin = Somebody {
            promos: promos.clone(),
            campaigns: campaigns.clone(),
            ..Somebody::admin(language)
        };

        let list = admin.says("/admin promo");
        assert!(
            taps_of(&list)
                .contains(&Tap::Growth(GrowthTap::Promo(promo(PromoStanding::Open).code)))
        );
        let found = text_of(&admin.says("/admin campaigns")).replace('\u{A0}', " ");
        for words in ["<b>spring</b>: ", "10", "4", "2", "70 ⭐", "84 ₽"] {
            assert!(found.contains(words), "{words}: {found}");
        }
    }
}

fn period(day: u32) -> Period {
    Period {
        begins: format!("{day:02}.11"),
        came: day,
        paid: 1,
        returned: 2,
        active: day + 1,
        stars: Stars::whole(100).unwrap(),
        transferred: Money::new(i64::from(day) * 100),
        revenue: Money::new(12_000),
        bought: Money::new(12_000),
        cost: Credits::parse("100").unwrap(),
    }
}

#[test]
fn numbers_are_told_and_drawn() {
    for (language, span) in Language::ALL.into_iter().zip(Span::ALL) {
        let failing = vec![Failing { model: "z-image".to_owned(), failed: 3, ended: 40 }];
        let stats = Stats { span, periods: (6..20).map(period).collect(), failing };
        let admin = Somebody { stats: Some(stats), ..Somebody::admin(language) };

        let step = admin.taps(Tap::Growth(GrowthTap::Stats(span)));

        let text = text_of(&step).replace('\u{A0}', " ");
        // 14 periods: 1400 Stars, 1680 earned, 560 of cost, 896 of margin; 14 of 175 paid.
        for words in [
            "175",
            "14 (8 %)",
            "28 (16 %)",
            "1400 ⭐",
            "560 ₽",
            "896 ₽",
            "Z-Image",
            "15.11",
            "19.11",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(!text.contains("14.11"), "the last five: {text}");
        let [Effect::Show(_), Effect::Growth(GrowthDeed::Picture(chart, _))] = &step.effects[..]
        else {
            panic!("{step:?}")
        };
        assert_eq!((chart.labels.len(), chart.panels.len()), (14, 3));
        assert_eq!(crate::chart::Chart::from_text(&chart.to_text()).as_ref(), Some(chart));
        assert_eq!(chart.panels[2].rows[2].values[0], 6_400, "the margin in kopecks");
    }
}
