//! Bank transfers as admins see them, and as nobody else does.

use domain::ledger::{Actor, Kind, Operation};
use domain::transfer::{Receipt, ReceiptKind, SeenBefore, TransferRequest, TransferState, Verdict};
use domain::{AdminAction, Language, Money, PersonId, TransferId};

use crate::event::ChatKind;
use crate::example::{Somebody, other, taps_of, text_of};
use crate::facts::{TransferCase, TransferList};
use crate::html::MESSAGE_UNITS;
use crate::scene::Role;
use crate::state::{Judgement, Mark, State, TransferTalk};
use crate::step::{Effect, Step, TransferDeed};
use crate::tap::{Tap, TransferTap};

const ID: TransferId = TransferId::new(17);
const APPROVE: Tap = Tap::Transfer(TransferTap::Approve(ID));
const REFUSE: Tap = Tap::Transfer(TransferTap::Refuse(ID));

fn request(state: TransferState) -> TransferRequest {
    let is_decided = matches!(state, TransferState::Approved | TransferState::Refused);
    TransferRequest {
        id: ID,
        person: PersonId::new(8),
        amount: Money::new(50_000),
        state,
        receipt: Some(Receipt {
            kind: ReceiptKind::Photo,
            file: "file".to_owned(),
            unique: "unique".to_owned(),
            size: None,
        }),
        at: "15.11 14:02".to_owned(),
        decided_by: is_decided.then_some(PersonId::new(101)),
        reason: is_decided.then(|| "<seen> it".to_owned()),
    }
}

/// An admin, and a request of somebody who owes 20 roubles.
fn admin(language: Language, state: TransferState) -> Somebody {
    let case =
        TransferCase { request: request(state), other: other(10_000, 0, -2_000), seen: Vec::new() };
    Somebody { request: Some(case), ..Somebody::admin(language) }
}

/// An admin who was asked by update 1 and answers with update 2.
fn asked(language: Language, verdict: Verdict, state: TransferState) -> Somebody {
    let judgement =
        Judgement { request: ID, verdict, reason: Some("<why>".to_owned()), mark: Mark::new(1) };
    let talk = State::Transfer(TransferTalk::Judging(judgement));
    Somebody { state: talk, update: 2, ..admin(language, state) }
}

fn confirm() -> Tap {
    Tap::Confirm(Mark::new(1))
}

fn plain(text: &str) -> String {
    text.replace('\u{A0}', " ")
}

/// That nothing is written but words.
#[track_caller]
fn assert_only_words(step: &Step) {
    let is_word = |effect: &Effect| {
        matches!(
            effect,
            Effect::Show(_) | Effect::Say(_) | Effect::Refresh(_) | Effect::Forward(..)
        )
    };
    assert!(step.effects.iter().all(is_word), "{step:?}");
}

#[test]
fn for_everybody_else_its_buttons_and_its_state_mean_nothing() {
    for language in Language::ALL {
        let stranger = Somebody { role: Role::Person, ..admin(language, TransferState::Received) };
        for tap in [APPROVE, REFUSE, Tap::Transfer(TransferTap::Look(ID))] {
            assert_eq!(stranger.taps(tap), stranger.taps_on("nonsense"));
        }
        assert_eq!(stranger.says("/admin transfers"), stranger.says("/nonsense"));
        let forged = asked(language, Verdict::Approve, TransferState::Received);
        let forged = Somebody { role: Role::Person, ..forged };
        assert_eq!(forged.taps(confirm()), forged.taps_on("nonsense"));
        let silent = Somebody { place: ChatKind::Group, role: Role::Admin, ..forged };
        assert_eq!(silent.taps(confirm()).effects, []);
    }
}

#[test]
fn the_list_leads_to_each_and_each_shows_its_receipt_and_its_card() {
    for language in Language::ALL {
        let list = TransferList { first: vec![request(TransferState::Received)], all: 9 };
        let somebody = Somebody { transfers: list, ..admin(language, TransferState::Received) };
        let step = somebody.says("/admin transfers");
        assert_eq!(taps_of(&step), [Tap::Transfer(TransferTap::Look(ID)), Tap::Home]);
        assert!(text_of(&step).contains('9'));

        for step in [
            somebody.says("/admin transfer t-17"),
            somebody.taps(Tap::Transfer(TransferTap::Look(ID))),
        ] {
            assert_eq!(taps_of(&step), [APPROVE, REFUSE, Tap::Home]);
            assert!(matches!(&step.effects[0], Effect::Forward(to, _) if to.get() == 7));
            assert_only_words(&step);
        }
        for words in ["/admin transfer", "/admin transfer x", "/admin transfer 17 pay"] {
            assert!(text_of(&somebody.says(words)).contains("&lt;"), "{words}");
        }
        let unknown = somebody.says("/admin transfer 18 approve");
        assert_only_words(&unknown);
        assert_eq!(unknown.state, State::Menu);
    }
}

#[test]
fn an_approval_is_asked_with_before_and_after_and_a_reason_that_is_seen() {
    for language in Language::ALL {
        let step = admin(language, TransferState::Received).taps(APPROVE);
        let text = plain(text_of(&step));
        let debt = if language == Language::Russian { "долг 20 ₽" } else { "owed 20 ₽" };
        for part in ["500 ₽", "T-17", debt, "580 ₽", "<blockquote>"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(taps_of(&step), [confirm(), Tap::Refrain(Mark::new(1)), Tap::Home]);
        assert_only_words(&step);

        let typed =
            admin(language, TransferState::Received).says("/admin transfer 17 approve <ok>");
        assert!(text_of(&typed).contains("<blockquote>&lt;ok&gt;</blockquote>"));
    }
}

#[test]
fn a_refusal_needs_a_reason_which_is_typed_next_or_at_once() {
    for language in Language::ALL {
        let somebody = admin(language, TransferState::Received);
        let why = somebody.taps(REFUSE);
        assert_eq!(taps_of(&why), [Tap::Home]);
        let State::Transfer(TransferTalk::Judging(ref judgement)) = why.state else {
            panic!("{why:?}")
        };
        assert_eq!(judgement.reason, None);

        let typed = Somebody { update: 1, ..somebody.after(&why) }.says("no such\npayment");
        let at_once = somebody.says("/admin transfer T-17 refuse no such payment");
        assert_eq!(typed, at_once);
        assert!(text_of(&typed).contains("<blockquote>no such payment</blockquote>"));
        assert_eq!(taps_of(&typed), [confirm(), Tap::Refrain(Mark::new(1)), Tap::Home]);

        let left = somebody.after(&why).says("/menu");
        assert_eq!(left.state, State::Menu, "the next words are no reason any more");
    }
}

#[test]
fn a_confirmed_approval_is_decided_posted_logged_told_and_shown() {
    for language in Language::ALL {
        let step = asked(language, Verdict::Approve, TransferState::Received).taps(confirm());

        let [
            Effect::Transfer(TransferDeed::Decide(ID, Verdict::Approve, reason)),
            Effect::Post(posting),
            Effect::Log(entry),
            Effect::Tell(person, notice),
            Effect::Show(_),
        ] = &step.effects[..]
        else {
            panic!("{step:?}")
        };
        assert_eq!((reason.as_str(), person.get(), &step.state), ("<why>", 8, &State::Menu));
        assert_eq!(posting.operation, Operation::bank_transfer(ID));
        assert_eq!(posting.actor, Actor::Admin(PersonId::new(7)));
        let legs: Vec<_> = posting.legs.iter().map(|leg| (leg.kind, leg.amount)).collect();
        assert_eq!(legs, [(Kind::BankTransfer, 2_000), (Kind::BankTransfer, 48_000)]);
        assert_eq!((entry.action, entry.subject.as_str()), (AdminAction::Approve, "transfer:17"));
        let details = "person 8, amount 500.00 RUB";
        assert_eq!((entry.details.as_str(), entry.reason.as_str()), (details, "<why>"));
        assert_eq!((entry.before.as_str(), entry.after.as_str()), ("80.00 RUB", "580.00 RUB"));
        let notice = plain(notice.text.as_str());
        for part in ["+500 ₽", "580 ₽", "<blockquote>&lt;why&gt;</blockquote>", "Баланс"]
        {
            assert!(notice.contains(part), "{part}: {notice}");
        }
    }
}

#[test]
fn a_confirmed_refusal_moves_nothing_and_is_logged_and_told_all_the_same() {
    for language in Language::ALL {
        let step = asked(language, Verdict::Refuse, TransferState::Received).taps(confirm());

        let [
            Effect::Transfer(TransferDeed::Decide(ID, Verdict::Refuse, _)),
            Effect::Log(entry),
            Effect::Tell(_, notice),
            Effect::Show(_),
        ] = &step.effects[..]
        else {
            panic!("{step:?}")
        };
        assert_eq!((entry.action, entry.subject.as_str()), (AdminAction::Refuse, "transfer:17"));
        assert!(plain(notice.text.as_str()).contains("долг 20 ₽"), "{}", notice.text.as_str());
    }
}

#[test]
fn whoever_is_late_sees_who_decided_and_why_and_changes_nothing() {
    for language in Language::ALL {
        for state in TransferState::ALL {
            if state == TransferState::Received {
                continue;
            }
            let late = asked(language, Verdict::Approve, state);
            for step in [late.taps(confirm()), late.taps(APPROVE), late.taps(REFUSE)] {
                assert_only_words(&step);
                assert!(matches!(step.effects[..], [Effect::Show(_)]), "in its place: {step:?}");
                assert_eq!(taps_of(&step), [Tap::Home], "nothing to decide");
            }
        }
        let late = asked(language, Verdict::Approve, TransferState::Refused).taps(confirm());
        assert!(text_of(&late).contains("<code>101</code>"), "{}", text_of(&late));
        assert!(text_of(&late).contains("&lt;seen&gt; it"));
    }
}

#[test]
fn a_button_of_another_question_decides_nothing() {
    for language in Language::ALL {
        let waiting = asked(language, Verdict::Approve, TransferState::Received);
        for tap in [Tap::Confirm(Mark::new(9)), Tap::Refrain(Mark::new(9))] {
            let step = waiting.taps(tap);
            assert_only_words(&step);
            assert_eq!(step.state, waiting.state, "it still waits");
        }
        let back = waiting.taps(Tap::Refrain(Mark::new(1)));
        assert_eq!((taps_of(&back), back.state), (vec![APPROVE, REFUSE, Tap::Home], State::Menu));
    }
}

#[test]
fn a_receipt_that_was_seen_before_is_pointed_out_and_decides_nothing() {
    let seen = |is_same| SeenBefore {
        id: TransferId::new(5),
        person: PersonId::new(9),
        state: TransferState::Approved,
        is_same,
    };
    for language in Language::ALL {
        let mut somebody = admin(language, TransferState::Received);
        let quiet = somebody.taps(APPROVE);
        somebody.request.as_mut().unwrap().seen = vec![seen(true), seen(false)];
        for step in [somebody.says("/admin transfer 17"), somebody.taps(APPROVE)] {
            let text = text_of(&step);
            assert_eq!(text.matches("<code>T-5</code>").count(), 2, "{text}");
            assert!(text.contains("<code>9</code>"), "{text}");
        }
        assert_eq!(taps_of(&somebody.taps(APPROVE)), taps_of(&quiet));
    }
}

#[test]
fn a_balance_that_could_not_be_counted_is_not_credited() {
    for language in Language::ALL {
        let mut somebody = asked(language, Verdict::Approve, TransferState::Received);
        somebody.request.as_mut().unwrap().other = other(i64::MAX, 0, 0);

        assert_only_words(&somebody.taps(confirm()));
    }
}

#[test]
fn the_longest_reason_fits_into_every_message() {
    let words = format!("/admin transfer 17 refuse {}", "\u{1D11E}".repeat(300));
    for language in Language::ALL {
        let step = admin(language, TransferState::Received).says(&words);
        let units = crate::example::only_screen(&step).text.units();
        assert!(units <= MESSAGE_UNITS, "{units}");
    }
}
