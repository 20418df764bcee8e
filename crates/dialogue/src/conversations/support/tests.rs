//! The page with the contact, questions to people, and their answers.

use domain::{AdminAction, Language, Money, PersonId, SupportTopic};

use super::{SupportCard, support_card};
use crate::event::{Action, ChatKind, MediaKind, Sent};
use crate::example::{Somebody, only_screen, prices, sent, taps_of, text_of};
use crate::facts::SupportCase;
use crate::html::MESSAGE_UNITS;
use crate::scene::BotFacts;
use crate::screen::Press;
use crate::state::{State, Talk};
use crate::step::{Effect, Passed, Step, SupportAnswer, TalkDeed};
use crate::tap::{TalkTap, Tap};

fn with_contact(contact: Option<&str>) -> Somebody {
    let bot = BotFacts { support: contact.map(str::to_owned), ..BotFacts::default() };
    Somebody { bot, ..Somebody::new(Language::English) }
}

#[test]
fn the_contact_and_the_number_to_name_are_shown() {
    for command in ["/support", "/paysupport"] {
        let step = with_contact(Some("@trt_help")).says(command);

        assert!(text_of(&step).contains("@trt_help"), "{command}");
        assert!(text_of(&step).contains("<code>7</code>"), "{command}");
        let link = Press::Link("https://t.me/trt_help".to_owned());
        assert_eq!(only_screen(&step).keyboard[0][0].press, link);
        assert_eq!(taps_of(&step), [Tap::Help, Tap::Home]);
    }
}

#[test]
fn a_contact_that_is_no_name_on_telegram_is_only_shown() {
    for contact in ["help@example.org", "@a b", "@<b>", "@", "+1 <555>"] {
        let step = with_contact(Some(contact)).says("/support");

        assert_eq!(only_screen(&step).keyboard.len(), 1, "{contact}");
        assert!(!text_of(&step).contains("<555>"));
    }
}

#[test]
fn without_a_contact_the_page_says_so() {
    for contact in [None, Some(" ")] {
        let step = with_contact(contact).says("/paysupport");

        assert!(text_of(&step).contains("no contact"), "{}", text_of(&step));
        assert_eq!(taps_of(&step), [Tap::Help, Tap::Home]);
    }
}

/// Somebody who was asked to write.
fn asking(language: Language) -> Somebody {
    let idle = Somebody::new(language);
    let step = idle.says("/paysupport");
    assert_eq!(step.state, State::Talking(Talk::Support(SupportTopic::Payment, None)));
    idle.after(&step)
}

/// What a step passes on to operators, if it does.
fn asked(step: &Step) -> Option<&Passed> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::AskSupport(_, passed) => Some(passed),
        _ => None,
    })
}

#[test]
fn words_and_files_are_passed_on_once_and_then_everything_is_as_ever() {
    for language in Language::ALL {
        let somebody = asking(language);

        let step = somebody.says(" paid\0 <twice> ");
        let words = |words: &str| Passed { words: words.to_owned(), file: None };
        assert_eq!(asked(&step), Some(&words("paid <twice>")));
        assert_eq!((&step.state, step.effects.len()), (&State::Menu, 2));
        assert_eq!(taps_of(&step), [Tap::PaySupport, Tap::Home]);
        let next = somebody.after(&step).says("a cat");
        assert_eq!(asked(&next), None, "a wish is a wish again");

        let file = Action::SentText("from a file".to_owned());
        assert_eq!(asked(&somebody.does(file)), Some(&words("from a file")));
        for kind in [MediaKind::Photo, MediaKind::Document, MediaKind::Video, MediaKind::Voice] {
            let step = somebody.sends(Sent { caption: Some("see".to_owned()), ..sent(kind, "f") });
            let file = Some((kind, "f".to_owned()));
            assert_eq!(asked(&step), Some(&Passed { words: "see".to_owned(), file }));
        }
    }
}

#[test]
fn what_cannot_be_passed_on_is_said_and_the_person_may_go_on() {
    for language in Language::ALL {
        let somebody = asking(language);
        for action in [Action::SentMedia(sent(MediaKind::Sticker, "s")), Action::Other] {
            let step = somebody.does(action.clone());

            assert_eq!(
                (asked(&step), &step.state),
                (None, &State::Talking(Talk::Support(SupportTopic::Payment, None)))
            );
            assert!(text_of(&step).contains("/cancel"), "{action:?}: {}", text_of(&step));
        }
        for action in ["/menu", "/cancel", "/paysupport"] {
            assert_eq!(asked(&somebody.says(action)), None, "{action}");
        }
        let step = somebody.taps(Tap::Home);
        assert_eq!(asked(&somebody.after(&step).says("a cat")), None, "a button ends it");
    }
}

#[test]
fn an_album_goes_whole_and_is_answered_once() {
    let somebody = asking(Language::English);
    let of = |album: &str| Sent { album: Some(album.to_owned()), ..sent(MediaKind::Photo, album) };

    let first = somebody.sends(of("a"));
    let second = somebody.after(&first).sends(of("a"));
    let other = somebody.after(&second).sends(of("b"));
    let words = somebody.after(&second).says("a cat");

    assert!(asked(&first).is_some() && first.effects.len() == 2, "{first:?}");
    assert!(asked(&second).is_some() && second.effects.len() == 1, "in silence: {second:?}");
    assert_eq!((asked(&other), asked(&words)), (None, None));
}

#[test]
fn five_that_nobody_has_answered_are_enough() {
    for language in Language::ALL {
        for (unanswered, is_passed) in [(4, true), (5, false), (50, false)] {
            let somebody = Somebody { unanswered, ..asking(language) };
            let step = somebody.says("and another thing");

            assert_eq!(asked(&step).is_some(), is_passed, "{unanswered}");
            assert_eq!(step.state, State::Menu);
        }
    }
}

/// An admin who replies to the message that told of a question.
fn replying(place: ChatKind) -> Somebody {
    let case = SupportCase {
        number: 12,
        person: Some(PersonId::new(8)),
        language: Language::Russian,
        is_reachable: true,
        is_answered: false,
        topic: SupportTopic::Payment,
        is_closed: false,
        is_letter: false,
    };
    Somebody { case: Some(case), place, ..Somebody::admin(Language::English) }
}

fn answered(step: &Step) -> Option<&SupportAnswer> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::AnswerSupport(answer) => Some(answer),
        _ => None,
    })
}

#[test]
fn a_reply_of_an_admin_goes_to_who_asked_in_their_language() {
    for place in [ChatKind::Private, ChatKind::Group] {
        let step = replying(place).says("It is <b>on</b> its way");

        let answer = answered(&step).unwrap();
        assert_eq!((answer.case, answer.person), (12, PersonId::new(8)));
        let letter = answer.screen.text.as_str();
        assert!(letter.contains("Ответ поддержки"), "{letter}");
        assert!(letter.contains("It is &lt;b&gt;on&lt;/b&gt; its way"), "{letter}");
        assert!(text_of(&step).contains("Sent to <code>8</code>"), "{}", text_of(&step));
        let has_buttons = !only_screen(&step).keyboard.is_empty();
        assert_eq!(has_buttons, place == ChatKind::Private, "a group needs no menu");
    }
}

#[test]
fn a_command_as_a_reply_is_a_command_and_a_sticker_no_answer() {
    let admin = replying(ChatKind::Private);

    assert_eq!(answered(&admin.says("/menu")), None);
    assert_eq!(answered(&admin.sends(sent(MediaKind::Sticker, "s"))), None);
    assert_eq!(answered(&admin.taps(Tap::Home)), None);
    let photo = admin.sends(sent(MediaKind::Photo, "p"));
    assert_eq!(answered(&photo).unwrap().answer.file, Some((MediaKind::Photo, "p".to_owned())));
}

#[test]
fn an_answer_by_number_is_sent_and_a_number_that_nobody_has_is_said() {
    let admin = Somebody { place: ChatKind::Private, ..replying(ChatKind::Private) };
    // Nothing is replied to: the number alone says what is answered.
    let step = admin.says("/admin answer 12 yes, twice");
    assert_eq!(answered(&step).unwrap().answer.words, "yes, twice");
    for words in ["/admin answer 13 yes", "/admin answer 12", "/admin answer x yes"] {
        assert_eq!(answered(&admin.says(words)), None, "{words}");
    }
}

#[test]
fn the_longest_answer_and_the_longest_question_fit_into_a_message() {
    let long = "\u{1D11E}".repeat(4096);
    let admin = replying(ChatKind::Private);
    let step = admin.says(&long);
    assert!(answered(&step).unwrap().screen.text.units() <= MESSAGE_UNITS);
    for language in Language::ALL {
        let card = SupportCard {
            number: 12,
            person: PersonId::new(8),
            name: &long,
            words: &long,
            balance: Money::ZERO,
            owed: Money::new(5),
            topic: SupportTopic::General,
            payments: &[],
            orders: &[],
            plans: &[],
            open: &[1, 2],
        };
        let screen = support_card(language, &prices().offers, &card);
        assert!(screen.text.units() <= MESSAGE_UNITS);
    }
}

#[test]
fn whoever_deleted_their_data_is_not_written_to() {
    let mut admin = replying(ChatKind::Private);
    admin.case.as_mut().unwrap().person = None;

    for step in [admin.says("too late"), admin.says("/admin answer 12 too late")] {
        assert_eq!(answered(&step), None);
        assert!(text_of(&step).contains("there is nobody to write to"), "{}", text_of(&step));
        assert_eq!(step.effects.len(), 1, "nothing is logged, since nothing was done");
    }
}

#[test]
fn a_reply_to_an_answer_goes_on_whatever_else_is_going_on() {
    let case = SupportCase {
        is_letter: true,
        person: Some(PersonId::new(7)),
        topic: SupportTopic::General,
        ..replying(ChatKind::Private).case.unwrap()
    };
    let somebody = Somebody { case: Some(case), ..Somebody::with_text(Language::English, "a cat") };

    let step = somebody.says("and one more thing");
    assert_eq!(asked(&step).map(|passed| passed.words.as_str()), Some("and one more thing"));
    assert_eq!(step.state, somebody.state, "what they are at stays as it is");
    assert_eq!(asked(&somebody.says("/menu")), None, "a command is a command");
    let stranger = SupportCase { person: Some(PersonId::new(8)), ..case };
    let stranger = Somebody { case: Some(stranger), ..somebody.clone() };
    assert_eq!(asked(&stranger.says("and one more thing")), None);
    let full = Somebody { unanswered: 5, ..somebody.clone() };
    assert_eq!(asked(&full.says("and one more thing")), None);
}

#[test]
fn closing_is_said_once_and_logged() {
    let admin = replying(ChatKind::Private);

    let step = admin.taps(Tap::Talk(TalkTap::CloseCase(12)));
    assert!(step.effects.contains(&Effect::Talk(TalkDeed::CloseCase(12))));
    let told = |effect: &Effect| matches!(effect, Effect::Tell(person, _) if person.get() == 8);
    assert!(step.effects.iter().any(told));
    let is_logged = |effect: &Effect| matches!(effect, Effect::Log(entry) if entry.action == AdminAction::SupportClose);
    assert!(step.effects.iter().any(is_logged));

    let mut closed = admin.clone();
    closed.case.as_mut().unwrap().is_closed = true;
    let step = closed.taps(Tap::Talk(TalkTap::CloseCase(12)));
    assert_eq!(step.effects.len(), 1, "it says so, and no more");
    let person = Somebody { role: crate::scene::Role::Person, ..admin };
    let step = person.taps(Tap::Talk(TalkTap::CloseCase(12)));
    assert!(!step.effects.iter().any(is_logged));
}

#[test]
fn what_stands_behind_the_command_is_passed_on_at_once() {
    let step = Somebody::new(Language::English).says("/support it hangs");

    assert_eq!(asked(&step).map(|passed| passed.words.as_str()), Some("it hangs"));
    assert_eq!(taps_of(&step), [Tap::Support, Tap::Home]);
}
