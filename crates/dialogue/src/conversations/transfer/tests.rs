//! Bank transfers as their person sees them: asked, shown, withdrawn, and never money.

use domain::transfer::{DAILY, SeenBefore, TransferRequest, TransferState};
use domain::{Language, Money, PersonId, TransferId};

use super::{read_reference, reference};
use crate::event::{MediaKind, Sent};
use crate::example::{Somebody, only_screen, sent, taps_of, text_of};
use crate::facts::{Reachable, TransferDesk};
use crate::state::{State, TransferTalk};
use crate::step::{Effect, Step, TransferDeed};
use crate::tap::{Tap, TransferTap};

const DETAILS: &str = "Bank <One>\n4276 0000";

/// The update that asked for the request these tests are about.
const ID: TransferId = TransferId::new(17);

/// Somebody where transfers are on.
fn somebody(language: Language) -> Somebody {
    let mut somebody = Somebody::new(language);
    somebody.bot.transfer = Some(DETAILS.to_owned());
    Somebody { update: ID.get(), ..somebody }
}

fn request(state: TransferState) -> TransferRequest {
    TransferRequest {
        id: ID,
        person: PersonId::new(7),
        amount: Money::new(50_000),
        state,
        receipt: None,
        at: "15.11 14:02".to_owned(),
        decided_by: None,
        reason: None,
    }
}

fn desk(state: TransferState) -> TransferDesk {
    TransferDesk { open: Some(request(state)), today: 1, ..TransferDesk::default() }
}

/// Somebody who was asked for the receipt of an open request.
fn showing(language: Language) -> Somebody {
    let state = State::Transfer(TransferTalk::Showing(ID));
    Somebody { state, desk: desk(TransferState::Waiting), ..somebody(language) }
}

fn naming(language: Language) -> Somebody {
    Somebody { state: State::Transfer(TransferTalk::Naming), ..somebody(language) }
}

fn deeds(step: &Step) -> Vec<&TransferDeed> {
    let mut deeds = Vec::new();
    for effect in &step.effects {
        if let Effect::Transfer(deed) = effect {
            deeds.push(deed);
        }
    }
    deeds
}

fn plain(step: &Step) -> String {
    text_of(step).replace('\u{A0}', " ")
}

const OPEN: Tap = Tap::Transfer(TransferTap::Open);
const WITHDRAW: Tap = Tap::Transfer(TransferTap::Withdraw(ID));

#[test]
fn where_it_is_off_nothing_of_it_is_offered_and_forged_taps_and_states_do_nothing() {
    for language in Language::ALL {
        let off = Somebody::new(language);
        assert!(!taps_of(&off.says("/topup")).contains(&OPEN));
        for tap in [OPEN, WITHDRAW] {
            assert_eq!(off.taps(tap), off.taps_on("nonsense"));
        }
        for talk in [TransferTalk::Naming, TransferTalk::Showing(ID)] {
            let desk = desk(TransferState::Waiting);
            let forged = Somebody { state: State::Transfer(talk), desk, ..Somebody::new(language) };
            assert_eq!(forged.says("500"), off.says("500"));
            assert_eq!(deeds(&forged.sends(sent(MediaKind::Photo, "a"))), [] as [&TransferDeed; 0]);
        }
    }
}

#[test]
fn an_amount_within_the_bounds_becomes_a_request_with_the_operators_words() {
    for language in Language::ALL {
        let offered = somebody(language).says("/topup");
        assert!(taps_of(&offered).contains(&OPEN));
        let asked = somebody(language).taps(OPEN);
        assert_eq!(asked.state, State::Transfer(TransferTalk::Naming));

        for words in ["500", "500.00", " 5 00 ₽", "500,00₽"] {
            let step = naming(language).says(words);
            let open = TransferDeed::Open(ID, Money::new(50_000));
            assert_eq!(deeds(&step), [&open], "{words}");
            assert_eq!(step.state, State::Transfer(TransferTalk::Showing(ID)));
            let text = plain(&step);
            for part in ["<code>Bank &lt;One&gt;\n4276 0000</code>", "<code>T-17</code>", "500 ₽"]
            {
                assert!(text.contains(part), "{part}: {text}");
            }
            assert_eq!(taps_of(&step), [WITHDRAW, Tap::Home]);
        }
    }
}

#[test]
fn an_amount_beyond_the_bounds_is_asked_again_and_words_are_a_wish() {
    for language in Language::ALL {
        for words in ["59.99", "0", "-500", "12000.01", "99999999999999999999"] {
            let step = naming(language).says(words);
            assert_eq!(step.state, State::Transfer(TransferTalk::Naming), "{words}");
            assert_eq!(step.effects.len(), 1);
            assert!(plain(&step).contains("60 ₽"), "{}", plain(&step));
        }
        assert!(matches!(naming(language).says("a cat").state, State::Ordering(_)));
        let left = naming(language).says("/menu");
        assert_eq!(left.state, State::Menu, "an amount is no longer waited for");
    }
}

#[test]
fn one_request_is_open_at_a_time_and_a_day_has_only_so_many() {
    for language in Language::ALL {
        let waiting = Somebody { desk: desk(TransferState::Waiting), ..somebody(language) };
        let step = waiting.taps(OPEN);
        assert_eq!(step.state, State::Transfer(TransferTalk::Showing(ID)), "it is gone on with");
        let again = Somebody { desk: desk(TransferState::Waiting), ..naming(language) };
        assert_eq!(deeds(&again.says("700")), [] as [&TransferDeed; 0]);

        let received = Somebody { desk: desk(TransferState::Received), ..naming(language) };
        let step = received.says("700");
        assert_eq!((deeds(&step).len(), &step.state), (0, &State::Menu));
        assert!(plain(&step).contains("15.11 14:02"), "{}", plain(&step));

        let many = TransferDesk { today: DAILY, ..TransferDesk::default() };
        let step = Somebody { desk: many, ..naming(language) }.says("700");
        assert_eq!((deeds(&step).len(), &step.state), (0, &State::Menu));
    }
}

#[test]
fn a_receipt_goes_to_every_admin_with_a_card_and_moves_no_money() {
    let seen = SeenBefore {
        id: TransferId::new(5),
        person: PersonId::new(8),
        state: TransferState::Approved,
        is_same: true,
    };
    let admin = |id, language| Reachable { person: PersonId::new(id), language };
    let admins = vec![admin(100, Language::English), admin(101, Language::Russian)];
    for language in Language::ALL {
        let mut somebody = showing(language);
        somebody.desk.seen = vec![seen];
        somebody.desk.admins.clone_from(&admins);

        let step = somebody.sends(sent(MediaKind::Photo, "a"));

        assert_eq!(step.state, State::Menu);
        let [TransferDeed::Receive(ID, receipt)] = deeds(&step)[..] else { panic!("{step:?}") };
        assert_eq!((receipt.file.as_str(), receipt.unique.as_str()), ("a", "unique-a"));
        assert!(!step.effects.iter().any(|effect| matches!(effect, Effect::Post(_))));
        let told = step.effects.iter().filter_map(|effect| match effect {
            Effect::Forward(admin, sent) => Some((admin.get(), Some(sent), None)),
            Effect::Tell(admin, card) => Some((admin.get(), None, Some(card))),
            _ => None,
        });
        let told: Vec<_> = told.collect();
        assert_eq!(told.iter().map(|one| one.0).collect::<Vec<_>>(), [100, 100, 101, 101]);
        assert_eq!(told[0].1, Some(receipt), "the receipt itself, then the card");
        for (card, words) in [(told[1].2, "same file"), (told[3].2, "тот же файл")] {
            let text = card.unwrap().text.as_str();
            assert!(
                text.contains(words) && text.contains("T-5") && text.contains("T-17"),
                "{text}"
            );
            assert!(text.contains("<code>8</code>") && text.contains("<code>7</code>"), "{text}");
        }
    }
}

#[test]
fn what_is_no_receipt_is_asked_for_again_and_words_are_reminded() {
    let file = |mime: &str| Sent { mime: Some(mime.to_owned()), ..sent(MediaKind::Document, "d") };
    for language in Language::ALL {
        let somebody = showing(language);
        for other in [sent(MediaKind::Voice, "v"), file("text/html"), file("video/mp4")] {
            let step = somebody.sends(other);
            assert_eq!((deeds(&step).len(), &step.state), (0, &somebody.state));
            assert_eq!(taps_of(&step), [WITHDRAW, Tap::Home]);
        }
        for good in [file("application/pdf"), file("image/heic"), sent(MediaKind::Photo, "p")] {
            assert_eq!(deeds(&somebody.sends(good)).len(), 1);
        }
        let step = somebody.says("I have paid!");
        assert_eq!((deeds(&step).len(), &step.state), (0, &somebody.state));
        assert!(text_of(&step).contains("T-17"));
    }
}

#[test]
fn a_receipt_for_a_request_that_is_over_is_not_kept() {
    for language in Language::ALL {
        for desk in [TransferDesk::default(), desk(TransferState::Received)] {
            let late = Somebody { desk, ..showing(language) };
            let step = late.sends(sent(MediaKind::Photo, "a"));

            assert_eq!((deeds(&step).len(), &step.state), (0, &State::Menu));
            assert_eq!(taps_of(&step), [OPEN, Tap::Home]);
        }
    }
}

#[test]
fn whoever_changes_their_mind_withdraws_by_button_or_by_command() {
    for language in Language::ALL {
        for step in [showing(language).taps(WITHDRAW), showing(language).says("/cancel")] {
            assert_eq!(deeds(&step), [&TransferDeed::Withdraw(ID)]);
            assert_eq!(step.state, State::Menu);
            assert!(text_of(&step).contains("T-17"));
        }
        // Once there is a receipt an admin has the word.
        let received = Somebody { desk: desk(TransferState::Received), ..somebody(language) };
        let step = received.taps(WITHDRAW);
        assert_eq!(deeds(&step).len(), 0);
        assert!(!only_screen(&step).keyboard.is_empty());
    }
}

#[test]
fn a_reference_is_read_as_it_is_written_and_as_people_type_it() {
    assert_eq!(read_reference(&reference(ID)), Some(ID));
    for words in ["17", "t-17", "T-17"] {
        assert_eq!(read_reference(words), Some(ID));
    }
    for words in ["", "T-", "T17", "-17", "+17", "0", "T-0", "17x", "99999999999999999999"] {
        assert_eq!(read_reference(words), None, "{words}");
    }
}
