//! Every act of an admin, from the list of them all: who can do it, where, and that it is logged.
//!
//! An act without its line here does not compile. What is asked of each: an admin does it in private and where
//! admins work together, in one step with one line of the log; nobody else does anything with its button or its
//! words, anywhere: no stranger, nobody who was an admin a moment ago, nobody who is banned, no forger, and no admin
//! in a group of strangers.

use domain::catalogue::ModelKey;
use domain::promo::PromoCode;
use domain::transfer::{TransferState, Verdict};
use domain::{AdminAction, BroadcastId, GenerationId, Language, PersonId, SupportTopic};

use super::{growth, refund, transfer};
use crate::event::ChatKind;
use crate::example::{Somebody, correction};
use crate::facts::{
    BalanceFacts, ClosureLine, GenerationRecord, GenerationStatus, PauseForm, PaymentStanding,
    PersonCard, PersonName, SupportCase,
};
use crate::sample::{Sample, SampleKind, Showable};
use crate::scene::Role;
use crate::state::{Mark, State};
use crate::step::{Effect, LogEntry, Step};
use crate::tap::{AdminTap, BroadcastTap, DeadKey, GenerationAction, GrowthTap, TalkTap, Tap};

const ANNA: PersonId = PersonId::new(8);
const ORDER: GenerationId = GenerationId::new(17);

/// How an act is done: by whom, given what they were at, with a button or with words.
struct Way {
    admin: Somebody,
    tap: Tap,
    words: Option<&'static str>,
}

fn order() -> GenerationRecord {
    GenerationRecord {
        id: ORDER,
        number: 17,
        model: "z-image".to_owned(),
        brief: String::new(),
        price: domain::Money::ZERO,
        is_free: true,
        status: GenerationStatus::Delivered,
        at: String::new(),
        ended: None,
        files: 1,
        file_ids: Vec::new(),
    }
}

/// An admin who finds Anna, her order, and a model that is closed.
fn admin() -> Somebody {
    let named = PersonName { person: ANNA, name: "Anna".to_owned(), username: None };
    let card = PersonCard {
        named,
        speaks: Language::Russian,
        is_reachable: true,
        met: "01.01.2026".to_owned(),
        balance: BalanceFacts::default(),
        orders: 1,
        delivered: 1,
        payments: 0,
        stars: 0,
        notes: 0,
        banned: None,
    };
    let closed = ClosureLine {
        subject: "z-image".to_owned(),
        cause: "operator".to_owned(),
        by: "operator:ann".to_owned(),
        note: String::new(),
        until: None,
    };
    let mut admin = Somebody::admin(Language::English);
    admin.office.card = Some(card);
    admin.office.order = Some((ANNA, order()));
    admin.office.models.closures = vec![closed];
    admin
}

fn tapped(tap: AdminTap, words: &'static str) -> Way {
    Way { admin: admin(), tap: Tap::Admin(tap), words: Some(words) }
}

/// A broadcast: an odd one is a draft, every fourth is paused, the others go out.
fn broadcast(number: i64, tap: BroadcastTap) -> Way {
    let tap = Tap::Talk(TalkTap::Broadcast(BroadcastId::new(number), tap));
    Way { admin: admin(), tap, words: None }
}

/// An admin who finds a question of Anna's.
fn asked() -> Somebody {
    let case = SupportCase {
        number: 12,
        person: Some(ANNA),
        language: Language::Russian,
        is_reachable: true,
        is_answered: false,
        topic: SupportTopic::General,
        is_closed: false,
        is_letter: false,
    };
    Somebody { case: Some(case), ..admin() }
}

fn confirmed(admin: Somebody) -> Way {
    Way { admin, tap: Tap::Confirm(Mark::new(1)), words: None }
}

fn shown(showable: Showable, action: GenerationAction) -> Way {
    let admin = Somebody { generation: Some(order()), showable, ..admin() };
    Way { admin, tap: Tap::Generation(ORDER, action), words: None }
}

/// The same for what is said between people and operators, how the bot grows and what orders must not hold.
fn way_of_words(action: AdminAction) -> Way {
    match action {
        AdminAction::PromoMake => tapped(AdminTap::Menu, "/admin promo spring 50 100 30"),
        AdminAction::PromoEnd => Way {
            admin: Somebody { promo: growth::tests::running(), ..admin() },
            tap: Tap::Growth(GrowthTap::EndPromo(PromoCode::read("SPRING").unwrap())),
            words: None,
        },
        AdminAction::SupportAnswer => Way {
            admin: asked(),
            tap: Tap::Admin(AdminTap::Menu),
            words: Some("/admin answer 12 soon"),
        },
        AdminAction::SupportClose => {
            Way { admin: asked(), tap: Tap::Talk(TalkTap::CloseCase(12)), words: None }
        }
        AdminAction::BroadcastStart => broadcast(1, BroadcastTap::Send),
        AdminAction::BroadcastPause => broadcast(2, BroadcastTap::Pause),
        AdminAction::BroadcastResume => broadcast(4, BroadcastTap::Resume),
        AdminAction::BroadcastStop => broadcast(2, BroadcastTap::Stop),
        AdminAction::GuardAdd => tapped(AdminTap::Menu, "/admin guard add bomb"),
        AdminAction::GuardRemove => tapped(AdminTap::Menu, "/admin guard remove lolicon"),
        _ => panic!("{action} has no way"),
    }
}

/// How it is done in a chat; none: only the bot itself does it, or whoever works at its machine.
fn way(action: AdminAction) -> Option<Way> {
    let (language, key) = (Language::English, || ModelKey::new("z-image").unwrap());
    let way = match action {
        AdminAction::Adjust => {
            let state = State::Adjusting(correction("8 10 why", 1));
            confirmed(Somebody { state, update: 2, ..admin() })
        }
        AdminAction::Refund => confirmed(refund::tests::asked(language, PaymentStanding::Paid)),
        AdminAction::Approve => {
            confirmed(transfer::tests::asked(language, Verdict::Approve, TransferState::Received))
        }
        AdminAction::Refuse => {
            confirmed(transfer::tests::asked(language, Verdict::Refuse, TransferState::Received))
        }
        AdminAction::ShowSample => {
            let sample = Sample { kind: SampleKind::Photo, file: "AgAD".to_owned() };
            shown(Showable::Can(sample), GenerationAction::Sample)
        }
        AdminAction::HideSample => shown(Showable::Is, GenerationAction::Unsample),
        AdminAction::TestPayment | AdminAction::BooksReconcile | AdminAction::Import => {
            return None;
        }
        AdminAction::SupportAnswer
        | AdminAction::SupportClose
        | AdminAction::BroadcastStart
        | AdminAction::BroadcastPause
        | AdminAction::BroadcastResume
        | AdminAction::BroadcastStop
        | AdminAction::PromoMake
        | AdminAction::PromoEnd
        | AdminAction::GuardAdd
        | AdminAction::GuardRemove => way_of_words(action),
        AdminAction::DeadRetry => {
            tapped(AdminTap::Retry(DeadKey::Update(12)), "/admin dead retry u12 why")
        }
        AdminAction::DeadDrop => {
            tapped(AdminTap::Drop(DeadKey::Send(34)), "/admin dead drop s34 why")
        }
        AdminAction::ClosuresOpen => {
            tapped(AdminTap::Open(Mark::of_words("z-image")), "/admin model z-image on why")
        }
        AdminAction::ClosuresClose => {
            tapped(AdminTap::Switch(key(), false), "/admin model z-image off why")
        }
        AdminAction::BooksResolve => tapped(AdminTap::Resolve(3), "/admin resolve 3 why"),
        AdminAction::Ban => tapped(AdminTap::Ban(ANNA), "/admin ban 8 why"),
        AdminAction::Unban => tapped(AdminTap::Unban(ANNA), "/admin unban 8 why"),
        // A note is words: its button is the page of notes, and nothing is done with it.
        AdminAction::Note => tapped(AdminTap::Menu, "/admin note 8 pays late"),
        AdminAction::SeeResult => tapped(AdminTap::See(ORDER), ""),
        AdminAction::SendResult => tapped(AdminTap::Send(ORDER), ""),
        AdminAction::Pause => {
            tapped(AdminTap::Pause(PauseForm::Paused), "/admin pause back at ten")
        }
        AdminAction::Hold => tapped(AdminTap::Pause(PauseForm::Held), "/admin hold"),
        AdminAction::Resume => tapped(AdminTap::Pause(PauseForm::Open), "/admin resume"),
        AdminAction::ModelFree => tapped(AdminTap::Menu, "/admin model z-image free 3 1"),
        AdminAction::HandOver => tapped(AdminTap::HandOver(7), ""),
    };
    Some(way)
}

/// The lines of the log that a step writes, or will write if there is something to do.
fn logged(step: &Step) -> Vec<&LogEntry> {
    let entries = step.effects.iter().filter_map(|effect| match effect {
        Effect::Log(entry) => Some(entry),
        Effect::Desk(step) => Some(&step.entry),
        _ => None,
    });
    entries.collect()
}

/// What somebody does with it: the tap, and the words if there are any.
fn tries(way: &Way, who: &Somebody) -> Vec<Step> {
    let tap = (way.tap != Tap::Admin(AdminTap::Menu)).then(|| who.taps(way.tap.clone()));
    let words = way.words.filter(|words| !words.is_empty()).map(|words| who.says(words));
    tap.into_iter().chain(words).collect()
}

/// That a step only speaks, if it does anything.
#[track_caller]
fn assert_harmless(step: &Step, state: &State, who: &str) {
    let is_said = |effect: &Effect| {
        matches!(
            effect,
            Effect::Show(_) | Effect::Say(_) | Effect::Refresh(_) | Effect::TellBanned(_)
        )
    };
    assert!(step.effects.iter().all(is_said), "{who}: {step:?}");
    assert!(step.effects.len() <= 1, "{who}: {step:?}");
    assert_eq!(&step.state, state, "{who}");
}

#[test]
fn every_act_is_done_by_an_admin_in_private_and_in_their_chat_and_logged_once() {
    for action in AdminAction::ALL {
        let Some(way) = way(*action) else { continue };
        let office = Somebody { place: ChatKind::Group, is_admin_chat: true, ..way.admin.clone() };
        for (place, who) in [("in private", &way.admin), ("in their chat", &office)] {
            let steps = tries(&way, who);
            assert!(!steps.is_empty(), "{action}");
            for step in steps {
                let logged = logged(&step);
                assert_eq!(logged.len(), 1, "{action} {place}: {step:?}");
                assert_eq!(logged[0].action, *action, "{action} {place}");
                assert_eq!(logged[0].actor, domain::ledger::Actor::Admin(PersonId::new(7)));
                assert!(!logged[0].reason.is_empty() && !logged[0].subject.is_empty(), "{action}");
            }
        }
    }
}

#[test]
fn nobody_else_does_anything_with_its_button_or_its_words() {
    for action in AdminAction::ALL {
        let Some(way) = way(*action) else { continue };
        let admin = &way.admin;
        let person = |place, is_admin_chat| Somebody {
            role: Role::Person,
            place,
            is_admin_chat,
            ..admin.clone()
        };
        // Who was an admin a moment ago has what they were at, and the role of everybody.
        let strangers = [
            ("no admin any more", person(ChatKind::Private, false)),
            ("no admin in a group", person(ChatKind::Group, false)),
            ("no admin in the admins' chat", person(ChatKind::Group, true)),
            ("somebody banned", Somebody { role: Role::Banned, ..admin.clone() }),
            ("an admin in another group", Somebody { place: ChatKind::Group, ..admin.clone() }),
            ("an admin in a channel", Somebody { place: ChatKind::Channel, ..admin.clone() }),
        ];
        for (who, stranger) in strangers {
            for step in tries(&way, &stranger) {
                assert_harmless(&step, &stranger.state, &format!("{action}: {who}"));
            }
        }
    }
}

#[test]
fn a_forged_button_is_no_button_even_for_an_admin() {
    for action in AdminAction::ALL {
        let Some(Way { admin, tap, .. }) = way(*action) else { continue };
        let data = tap.encode();
        let forged = [
            format!("{data}0x"),
            format!("{data}:1"),
            format!(" {data}"),
            data.to_uppercase(),
            data.replacen(':', "::", 1),
            data.replace(|sign: char| sign.is_ascii_digit(), "-"),
        ];
        for data in forged.into_iter().filter(|forged| *forged != data) {
            let step = admin.taps_on(&data);
            assert!(logged(&step).is_empty(), "{action}: {data}: {step:?}");
        }
    }
}

#[test]
fn what_an_admin_types_half_is_said_and_changes_nothing() {
    for words in [
        "ban",
        "ban 8",
        "ban ann why",
        "ban -8 why",
        "ban 8 \u{202E}",
        "unban 8",
        "note 8",
        "note",
        "model z-image fly",
        "model z-image free -1",
        "model z-image free 3 4",
        "model z-image free 1001",
        "model z-image free 99999999999999999999",
        "model z-image free 3 1.5",
        "model z-image free 1e2",
        "model gone-gone off",
        "model ! off",
        "resolve",
        "resolve 3",
        "resolve -3 why",
        "resolve three why",
        "dead retry",
        "dead drop x",
        "dead retry u-1 why",
    ] {
        let step = admin().says(&format!("/admin {words}"));
        assert_harmless(&step, &State::Menu, words);
        assert_eq!(step.effects.len(), 1, "{words}: it is said why");
    }
}
