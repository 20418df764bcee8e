//! What a refund shows before it happens, and that nothing happens without a word.

use std::time::Duration;

use domain::ledger::Actor;
use domain::offers::{Limit, PlanKey, Rest};
use domain::{AdminAction, Language, Money, PersonId};

use super::RefundQuestion;
use crate::event::Action;
use crate::example::{Needs, Somebody, other, taps_of, text_of};
use crate::facts::{PaymentFacts, PaymentLine, PaymentStanding};
use crate::html::MESSAGE_UNITS;
use crate::scene::Role;
use crate::state::{Mark, State};
use crate::step::{DecidedRefund, Effect};
use crate::tap::Tap;

/// A payment of 600 with 18 on top, of which 100 is left.
fn facts(standing: PaymentStanding) -> PaymentFacts {
    PaymentFacts {
        payment: PaymentLine {
            charge: "stx81".to_owned(),
            person: PersonId::new(8),
            stars: 500,
            amount: Money::new(60_000),
            bonus: Money::new(1_800),
            item: None,
            at: "18.11.2026 20:00".to_owned(),
            standing,
        },
        purse: other(10_000, 0, 0).purse,
        reward: None,
        plan: None,
        refused: None,
        rest: None,
    }
}

fn admin(language: Language, payment: Option<PaymentFacts>) -> Somebody {
    Somebody { payment, ..Somebody::admin(language) }
}

/// The admin after the question about it was asked by update 1.
pub(in crate::conversations::admin) fn asked(
    language: Language,
    standing: PaymentStanding,
) -> Somebody {
    let question = RefundQuestion::new("stx81", "blurred", Mark::new(1)).unwrap();
    let state = State::Refunding(question);
    Somebody { state, update: 2, ..admin(language, Some(facts(standing))) }
}

fn plain(text: &str) -> String {
    text.replace('\u{A0}', " ")
}

#[test]
fn without_a_reason_it_is_only_looked_at() {
    for language in Language::ALL {
        let step = admin(language, Some(facts(PaymentStanding::Paid))).says("/admin refund stx81");

        let text = plain(text_of(&step));
        for part in
            ["<code>stx81</code>", "500 ⭐", "600 ₽", "18 ₽", "518 ₽", "/admin refund stx81"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!((&step.state, taps_of(&step)), (&State::Menu, vec![Tap::Home]));
        assert_eq!(step.effects.len(), 1, "nothing is done");
    }
}

#[test]
fn the_question_says_what_is_taken_what_is_owed_and_what_ends() {
    let full = PaymentFacts {
        reward: Some((PersonId::new(9), Money::new(1_500))),
        plan: PlanKey::new("light").map(|plan| (plan, "18.12.2026".to_owned())),
        refused: Some("<no>".to_owned()),
        ..facts(PaymentStanding::Paid)
    };
    let step = admin(Language::English, Some(full)).says("/admin refund stx81 it was <blurred>");

    let text = plain(text_of(&step));
    let parts = [
        "Taken from the balance: <b>100 ₽</b>",
        "Spent, becomes a debt: <b>518 ₽</b>",
        "Balance now: 100 ₽",
        "Balance after: 0 ₽, owed 518 ₽",
        "the reward for the invitation, 15 ₽",
        "until 18.12.2026: the plan ends",
        "refused this refund before: &lt;no&gt;",
        "it was &lt;blurred&gt;",
    ];
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
    let mark = Mark::new(1);
    assert_eq!(taps_of(&step), [Tap::Confirm(mark), Tap::Refrain(mark), Tap::Home]);
    let question = RefundQuestion::new("stx81", "it was <blurred>", mark).unwrap();
    assert_eq!(step.state, State::Refunding(question));
    assert_eq!(step.effects.len(), 1, "nothing is done");
}

#[test]
fn a_confirmation_begins_it_and_is_logged() {
    for language in Language::ALL {
        let step = asked(language, PaymentStanding::Paid).taps(Tap::Confirm(Mark::new(1)));

        let [Effect::Refund(decided), Effect::Log(entry), Effect::Show(_)] = &step.effects[..]
        else {
            panic!("{step:?}")
        };
        let reason = "blurred".to_owned();
        let charge = "stx81".to_owned();
        assert_eq!(*decided, DecidedRefund { person: PersonId::new(8), charge, reason });
        assert_eq!(
            (entry.actor, entry.action),
            (Actor::Admin(PersonId::new(7)), AdminAction::Refund)
        );
        assert_eq!((entry.subject.as_str(), entry.reason.as_str()), ("payment:stx81", "blurred"));
        let details = "500 stars of person 8, taken 100.00 RUB, owed 518.00 RUB";
        assert_eq!(entry.details, details);
        assert_eq!((entry.before.as_str(), entry.after.as_str()), ("100.00 RUB", "-518.00 RUB"));
        assert_eq!(step.state, State::Menu);
    }
}

#[test]
fn what_went_back_is_on_its_way_or_is_nobodys_is_said_and_nothing_happens() {
    for language in Language::ALL {
        let mut said = Vec::new();
        for payment in
            [Some(facts(PaymentStanding::Refunded)), Some(facts(PaymentStanding::Refunding)), None]
        {
            for words in ["/admin refund stx81", "/admin refund stx81 why"] {
                let step = admin(language, payment.clone()).says(words);
                assert_eq!((&step.state, step.effects.len()), (&State::Menu, 1));
                said.push(text_of(&step).to_owned());
            }
            // It may have changed since the question was asked.
            let late = Somebody { payment, ..asked(language, PaymentStanding::Paid) };
            let step = late.taps(Tap::Confirm(Mark::new(1)));
            assert!(matches!(step.effects[..], [Effect::Show(_)]), "{step:?}");
            assert_eq!(step.state, State::Menu);
        }
        said.dedup();
        assert_eq!(said.len(), 3, "{said:?}");
    }
}

#[test]
fn buttons_of_another_question_and_second_taps_do_nothing() {
    for language in Language::ALL {
        let waiting = asked(language, PaymentStanding::Paid);
        for tap in [Tap::Confirm(Mark::new(3)), Tap::Refrain(Mark::new(3))] {
            let step = waiting.taps(tap);
            assert!(matches!(step.effects[..], [Effect::Refresh(_)]), "{step:?}");
            assert_eq!(step.state, waiting.state, "the latest question still waits");
        }
        let over = waiting.after(&waiting.taps(Tap::Refrain(Mark::new(1))));
        assert_eq!(over.state, State::Menu);
        let again = over.taps(Tap::Confirm(Mark::new(1)));
        assert!(matches!(again.effects[..], [Effect::Refresh(_)]), "{again:?}");
        assert_eq!(waiting.says("/cancel").state, State::Menu);
    }
}

#[test]
fn nobody_else_makes_us_look_at_a_payment() {
    let said = |role, words: &str| {
        let somebody = Somebody { role, ..Somebody::new(Language::English) };
        somebody.needs(Action::Said(words.to_owned()))
    };

    assert_eq!(said(Role::Admin, "/admin refund stx81"), Needs::Payment("stx81".to_owned()));
    assert_eq!(said(Role::Admin, "/admin payments 8"), Needs::Payments(Some(PersonId::new(8))));
    assert_eq!(said(Role::Admin, "/admin answer 12 yes"), Needs::Case(12));
    for words in ["/admin refund stx81", "/admin payments 8", "/admin answer 12 yes"] {
        assert_eq!(said(Role::Person, words), Needs::Nothing, "{words}");
    }
    for words in ["/admin refund", "/admin refund \u{202E}", "/admin payments x"] {
        assert_eq!(said(Role::Admin, words), Needs::Nothing, "{words}");
    }
    let waiting = asked(Language::English, PaymentStanding::Paid);
    let tapped = |role| {
        let data = Tap::Confirm(Mark::new(1)).encode();
        let somebody = Somebody { role, ..waiting.clone() };
        somebody.needs(Action::Tapped { data, message: None })
    };
    assert_eq!(tapped(Role::Admin), Needs::Payment("stx81".to_owned()));
    assert_eq!(tapped(Role::Person), Needs::Nothing);
}

#[test]
fn the_longest_charge_and_reason_fit_into_every_message() {
    let charge = "&".repeat(300);
    let payment = PaymentFacts {
        payment: PaymentLine { charge: "&".repeat(256), ..facts(PaymentStanding::Paid).payment },
        refused: Some("\u{1D11E}".repeat(500)),
        ..facts(PaymentStanding::Paid)
    };
    for language in Language::ALL {
        let words = format!("/admin refund {charge} {}", "\u{1D11E}".repeat(300));
        let step = admin(language, Some(payment.clone())).says(&words);

        assert!(matches!(step.state, State::Refunding(_)), "{step:?}");
        let crate::screen::Screen { text, .. } = crate::example::only_screen(&step);
        assert!(text.units() <= MESSAGE_UNITS);
    }
}

#[test]
fn beyond_a_limit_nothing_goes_back_and_it_is_said_when_it_goes_on() {
    for language in Language::ALL {
        for (limit, words) in [(Limit::RefundsPerPerson, "5"), (Limit::RefundsPerAdmin, "20")] {
            let rest = Some(Rest { limit, wait: Duration::from_secs(13 * 60) });
            let payment = PaymentFacts { rest, ..facts(PaymentStanding::Paid) };
            let at_once = admin(language, Some(payment.clone()));
            let confirmed =
                Somebody { payment: Some(payment), ..asked(language, PaymentStanding::Paid) };
            for step in [
                at_once.says("/admin refund stx81 blurred"),
                confirmed.taps(Tap::Confirm(Mark::new(1))),
            ] {
                let text = plain(text_of(&step));
                assert!(text.contains(words) && text.contains("13"), "{text}");
                assert_eq!(step.state, State::Menu);
                assert!(step.effects.contains(&Effect::Limited(limit)), "{step:?}");
                let is_done = |one: &Effect| matches!(one, Effect::Refund(_) | Effect::Log(_));
                assert!(!step.effects.iter().any(is_done), "{step:?}");
            }
            let look = at_once.says("/admin refund stx81");
            assert_eq!(look.effects.len(), 1, "to look is no refund");
        }
    }
}
