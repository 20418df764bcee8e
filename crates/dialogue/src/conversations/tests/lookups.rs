//! What is looked up for an answer: exactly what it looks at.

use domain::{Language, Money, PersonId};

use crate::conversations::menu::Section;
use crate::event::{Action, ChatKind};
use crate::example::{Needs, Somebody, correction};
use crate::facts::BalanceFacts;
use crate::scene::Role;
use crate::state::State;
use crate::tap::Tap;

fn with(role: Role, state: State) -> Somebody {
    Somebody { role, state, ..Somebody::new(Language::English) }
}

fn said(role: Role, text: &str) -> Needs {
    with(role, State::Menu).needs(Action::Said(text.to_owned()))
}

fn tapped(role: Role, state: &State, tap: Tap) -> Needs {
    with(role, state.clone()).needs(Action::Tapped { data: tap.encode(), message: None })
}

#[test]
fn the_books_are_opened_only_for_who_asks_for_them() {
    for role in [Role::Person, Role::Admin] {
        for text in ["/balance", "/BALANCE@trt_bot", "/topup"] {
            assert_eq!(said(role, text), Needs::Balance, "{text}");
        }
        assert_eq!(said(role, "/subscribe"), Needs::Plans);
        for text in ["/topup 300", "/menu", "/help", "thanks", "/nonsense", ""] {
            assert_eq!(said(role, text), Needs::Nothing, "{text}");
        }
        assert_eq!(said(role, "a cat"), Needs::OrderFacts(None));
        for text in ["/start", "/start ref_a", "/start c_a", "/start x"] {
            assert_eq!(said(role, text), Needs::Welcome(None), "{text}");
        }
        for section in Section::ALL {
            let expected = match section {
                Section::Balance => Needs::Balance,
                Section::History => Needs::History(0),
                _ => Needs::OrderFacts(None),
            };
            assert_eq!(tapped(role, &State::Menu, Tap::Section(section)), expected);
        }
        assert_eq!(tapped(role, &State::Menu, Tap::Settings), Needs::OrderFacts(None));
        assert_eq!(tapped(role, &State::Menu, Tap::FullQuality(true)), Needs::OrderFacts(None));
        assert_eq!(said(role, "/settings"), Needs::OrderFacts(None));
        for action in [Action::Blocked, Action::Returned, Action::Other] {
            assert_eq!(with(role, State::Menu).needs(action), Needs::Nothing);
        }
    }
}

#[test]
fn only_an_admin_makes_us_look_at_somebody_else() {
    let correction = correction("8 10 a mistake", 1);
    let confirm = Tap::Confirm(correction.mark());
    let waiting = State::Adjusting(correction);
    let target = Needs::OtherPerson(PersonId::new(8));

    assert_eq!(said(Role::Admin, "/admin adjust 8 10 a mistake"), target);
    assert_eq!(said(Role::Person, "/admin adjust 8 10 a mistake"), Needs::Nothing);
    assert_eq!(tapped(Role::Admin, &waiting, confirm.clone()), target);
    assert_eq!(tapped(Role::Person, &waiting, confirm), Needs::Nothing);
}

#[test]
fn nobody_is_locked_for_a_command_with_a_mistake_or_a_button_that_is_too_old() {
    for text in ["/admin", "/admin adjust", "/admin adjust 8 10", "/admin adjust x 10 why"] {
        assert_eq!(said(Role::Admin, text), Needs::Nothing, "{text}");
    }
    let (older, newer) = (correction("8 10 a mistake", 1), correction("8 10 a mistake", 2));
    for state in [State::Menu, State::Adjusting(newer)] {
        assert_eq!(tapped(Role::Admin, &state, Tap::Confirm(older.mark())), Needs::Nothing);
    }
    let refrain = Tap::Refrain(older.mark());
    assert_eq!(tapped(Role::Admin, &State::Adjusting(older), refrain), Needs::Nothing);
}

#[test]
fn nothing_is_looked_up_for_a_group_or_a_channel() {
    for place in [ChatKind::Group, ChatKind::Channel] {
        let admin = Somebody { place, ..with(Role::Admin, State::Menu) };
        for text in ["/balance", "/balance@trt_bot", "/admin adjust 8 10 why"] {
            assert_eq!(admin.needs(Action::Said(text.to_owned())), Needs::Nothing, "{text}");
        }
    }
}

#[test]
fn what_was_not_asked_for_is_not_looked_at() {
    for language in Language::ALL {
        let balance = BalanceFacts { owed: Money::new(5), ..BalanceFacts::default() };
        let full = Somebody::admin(language);
        let bare = Somebody { balance, other: None, ..Somebody::admin(language) };
        for text in ["/menu", "/help", "/admin", "/admin adjust 8 x y", "thanks"] {
            assert_eq!(said(Role::Admin, text), Needs::Nothing, "{text}");
            assert_eq!(full.says(text), bare.says(text), "{text}");
        }
    }
}
