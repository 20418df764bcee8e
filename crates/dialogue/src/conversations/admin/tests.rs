//! What admins see and cause, and what nobody else can.

use domain::ledger::{Actor, Kind, Operation, Posting};
use domain::{AdminAction, Language, Money, PersonId};

use crate::conversations::menu::Section;
use crate::event::ChatKind;
use crate::example::{Somebody, correction, only_screen, other, taps_of, text_of};
use crate::html::MESSAGE_UNITS;
use crate::scene::Role;
use crate::screen::Screen;
use crate::state::State;
use crate::step::{Effect, LogEntry, Step};
use crate::tap::Tap;

/// An admin who was asked about this correction by update 1 and answers with update 2.
fn asked(language: Language, words: &str) -> Somebody {
    let state = State::Adjusting(correction(words, 1));
    Somebody { state, update: 2, ..Somebody::admin(language) }
}

fn confirm() -> Tap {
    Tap::Confirm(correction("8 1 x", 1).mark())
}

fn plain(text: &str) -> String {
    text.replace('\u{A0}', " ")
}

/// What a confirmation does besides the admin's own screen.
#[track_caller]
fn done(step: &Step) -> (&Posting, &LogEntry, &Screen) {
    let [Effect::Post(posting), Effect::Log(entry), Effect::Tell(person, notice), Effect::Show(_)] =
        &step.effects[..]
    else {
        panic!("{step:?}")
    };
    assert_eq!(*person, PersonId::new(8));
    (posting, entry, notice)
}

/// That a step says something and does nothing.
#[track_caller]
fn assert_only_words(step: &Step) {
    assert_eq!(step.effects.len(), 1, "{step:?}");
    assert!(
        matches!(step.effects[0], Effect::Show(_) | Effect::Say(_) | Effect::Refresh(_)),
        "{step:?}"
    );
}

#[test]
fn for_everybody_else_it_is_a_command_that_nobody_has_ever_heard_of() {
    for language in Language::ALL {
        let stranger = Somebody { role: Role::Person, ..Somebody::admin(language) };
        for words in ["/admin", "/ADMIN@trt_bot", "/admin adjust 8 10 why", "/admin x"] {
            assert_eq!(stranger.says(words), stranger.says("/nonsense"), "{words}");
        }
        let stranger = Somebody { role: Role::Person, ..asked(language, "8 10 why") };
        for tap in [confirm(), Tap::Refrain(correction("8 1 x", 1).mark())] {
            assert_eq!(stranger.taps(tap.clone()), stranger.taps_on("nonsense"), "{tap:?}");
        }
    }
}

#[test]
fn in_a_group_it_is_a_command_like_any_other_of_that_person() {
    for language in Language::ALL {
        let place = ChatKind::Group;
        let admin = Somebody { place, ..Somebody::admin(language) };
        let member = Somebody { place, ..Somebody::new(language) };

        assert_eq!(admin.says("/admin adjust 8 10 why"), admin.says("/help"));
        assert_eq!(member.says("/admin").effects, []);
        let asked = Somebody { place, ..asked(language, "8 10 why") };
        assert_eq!(asked.taps(confirm()).effects, []);
    }
}

#[test]
fn the_page_names_what_there_is() {
    for language in Language::ALL {
        let page = Somebody::admin(language).says("/admin");
        let unknown = Somebody::admin(language).says("/admin fly");

        for step in [&page, &unknown] {
            assert!(text_of(step).contains("/admin adjust &lt;"), "{}", text_of(step));
            assert_eq!(taps_of(step), [Tap::Home]);
            assert_only_words(step);
        }
        assert_ne!(text_of(&page), text_of(&unknown));
    }
}

#[test]
fn each_mistake_has_its_sentence_and_the_right_form() {
    for language in Language::ALL {
        let waiting = asked(language, "8 10 why");
        let mut sentences = Vec::new();
        for words in ["", "x 10 why", "8", "8 0 why", "8 1000000.01 why", "8 10"] {
            let step = waiting.says(&format!("/admin ADJUST {words}"));

            assert!(text_of(&step).contains("/admin adjust 123456789"), "{}", text_of(&step));
            assert_eq!(step.state, waiting.state, "a slip of the pen changes nothing");
            assert_only_words(&step);
            sentences.push(text_of(&step).to_owned());
        }
        sentences.dedup();
        assert_eq!(sentences.len(), 4, "person, amount, too much, reason: {sentences:#?}");
        let most = if language == Language::Russian { "1 000 000 ₽" } else { "1,000,000 ₽" };
        assert!(plain(&sentences[2]).contains(most), "{}", sentences[2]);
    }
}

#[test]
fn the_question_says_whom_how_much_before_and_after_and_why() {
    let table = [
        (Language::Russian, "<b>−50,25 ₽</b>", "сейчас: 100 ₽", "после: 49,75 ₽"),
        (Language::English, "<b>−50.25 ₽</b>", "now: 100 ₽", "after: 49.75 ₽"),
    ];
    for (language, amount, before, after) in table {
        let step = Somebody::admin(language).says("/admin adjust 8 -50.25 <b>twice</b>");

        let text = plain(text_of(&step));
        for part in ["<code>8</code>", amount, before, after] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("<blockquote>&lt;b&gt;twice&lt;/b&gt;</blockquote>"), "{text}");
        let mark = correction("8 1 x", 1).mark();
        assert_eq!(taps_of(&step), [Tap::Confirm(mark), Tap::Refrain(mark), Tap::Home]);
        assert_eq!(step.state, State::Adjusting(correction("8 -50.25 <b>twice</b>", 1)));
        assert_only_words(&step);
    }
}

#[test]
fn the_question_tells_when_the_notice_will_have_to_wait() {
    for language in Language::ALL {
        let known = other(0, 0, 0);
        let ask = |is_reachable| {
            let other = Some(crate::facts::OtherPerson { is_reachable, ..known });
            let step = Somebody { other, ..Somebody::admin(language) }.says("/admin adjust 8 1 x");
            text_of(&step).to_owned()
        };

        assert_ne!(ask(true), ask(false));
    }
}

#[test]
fn a_confirmation_is_posted_logged_told_and_shown() {
    for language in Language::ALL {
        let step = asked(language, "8 12.50 a gift").taps(confirm());

        let (posting, entry, _) = done(&step);
        assert_eq!(posting.operation, Operation::adjust(domain::InboxId::new(2)));
        assert_eq!(posting.actor, Actor::Admin(PersonId::new(7)));
        let legs: Vec<_> = posting.legs.iter().map(|leg| (leg.kind, leg.amount)).collect();
        assert_eq!(legs, [(Kind::Adjust, 1_250)]);
        let expected = LogEntry {
            actor: Actor::Admin(PersonId::new(7)),
            action: AdminAction::Adjust,
            subject: "person:8".to_owned(),
            before: "100.00 RUB".to_owned(),
            after: "112.50 RUB".to_owned(),
            details: "amount 12.50 RUB".to_owned(),
            reason: "a gift".to_owned(),
        };
        assert_eq!(*entry, expected);
        assert_eq!(step.state, State::Menu);
        assert_eq!(taps_of(&step), [Tap::Home]);
        let text = plain(text_of(&step));
        assert!(text.contains("+12") && text.contains("112"), "{text}");
    }
}

#[test]
fn the_person_is_told_in_their_own_language() {
    let table = [
        ("8 12.50 <why>", Language::English, "added <b>12.50 ₽</b>", "Balance: 112.50 ₽"),
        ("8 -12.50 <why>", Language::English, "took <b>12.50 ₽</b>", "Balance: 87.50 ₽"),
        ("8 12.50 <why>", Language::Russian, "добавила", "Баланс: 112,50 ₽"),
        ("8 -12.50 <why>", Language::Russian, "сняла", "Баланс: 87,50 ₽"),
    ];
    for (words, language, action, balance) in table {
        for admins in Language::ALL {
            let other = Some(crate::facts::OtherPerson { language, ..other(10_000, 0, 0) });
            let step = Somebody { other, ..asked(admins, words) }.taps(confirm());

            let (_, _, notice) = done(&step);
            let text = plain(notice.text.as_str());
            for part in [action, balance, "<blockquote>&lt;why&gt;</blockquote>"] {
                assert!(text.contains(part), "{part}: {text}");
            }
            let taps: Vec<_> = notice.keyboard.iter().flatten().map(|one| &one.press).collect();
            let wanted = [Tap::Section(Section::Balance), Tap::Home];
            assert_eq!(taps, wanted.map(crate::screen::Press::Data).each_ref());
        }
    }
}

#[test]
fn a_debt_is_filled_first_and_shown_beside_what_is_there() {
    let other = Some(other(0, 300, -5_000));
    let waiting = Somebody { other, ..asked(Language::English, "8 20 paid by hand") };

    let question = plain(text_of(&waiting.says("/admin adjust 8 20 paid by hand")));
    assert!(question.contains("now: 0 ₽, owed 50 ₽"), "{question}");
    assert!(question.contains("after: 0 ₽, owed 30 ₽"), "{question}");

    let step = waiting.taps(confirm());
    let (_, entry, notice) = done(&step);
    assert_eq!((entry.before.as_str(), entry.after.as_str()), ("-47.00 RUB", "-27.00 RUB"));
    let notice = plain(notice.text.as_str());
    assert!(notice.contains("Баланс: 0 ₽, долг 30 ₽"), "{notice}");
}

#[test]
fn more_than_there_is_can_not_be_taken_and_nothing_changes() {
    for language in Language::ALL {
        let there = if language == Language::Russian { "3,50 ₽" } else { "3.50 ₽" };
        let poor = || Some(other(100, 250, 0));
        let asking = Somebody { other: poor(), ..Somebody::admin(language) };
        let step = asking.says("/admin adjust 8 -3.51 why");
        assert!(plain(text_of(&step)).contains(there), "{}", text_of(&step));
        assert_eq!(step.state, State::Menu, "there is nothing to confirm");
        assert_only_words(&step);

        // What was there when the question was asked is gone when it is confirmed.
        let late = Somebody { other: poor(), ..asked(language, "8 -3.51 why") };
        let step = late.taps(confirm());
        assert!(plain(text_of(&step)).contains(there), "{}", text_of(&step));
        assert_eq!(step.state, State::Menu);
        assert_only_words(&step);

        let all = Somebody { other: poor(), ..asked(language, "8 -3.50 why") };
        assert_eq!(done(&all.taps(confirm())).0.legs.len(), 2, "from both kinds");
    }
}

#[test]
fn somebody_the_bot_never_met_has_nothing_to_correct() {
    for language in Language::ALL {
        let asking = Somebody { other: None, ..Somebody::admin(language) };
        let step = asking.says("/admin adjust 8 10 why");
        assert!(text_of(&step).contains("<code>8</code>"), "{}", text_of(&step));
        assert_eq!(step.state, State::Menu);
        assert_only_words(&step);

        let late = Somebody { other: None, ..asked(language, "8 10 why") }.taps(confirm());
        assert_eq!(late.state, State::Menu);
        assert_only_words(&late);
    }
}

#[test]
fn a_balance_that_could_not_be_counted_is_refused() {
    for language in Language::ALL {
        let other = Some(other(i64::MAX, 0, 0));
        let step = Somebody { other, ..asked(language, "8 0.01 why") }.taps(confirm());

        assert_only_words(&step);
        assert_eq!(step.state, State::Menu);
    }
}

#[test]
fn a_second_tap_says_in_place_that_it_is_over() {
    for language in Language::ALL {
        let first = asked(language, "8 10 why").taps(confirm());
        let again = Somebody { state: first.state, update: 3, ..Somebody::admin(language) };

        for tap in [confirm(), Tap::Refrain(correction("8 1 x", 1).mark())] {
            let step = again.taps(tap);

            assert!(matches!(step.effects[..], [Effect::Refresh(_)]), "{step:?}");
            assert_eq!(step.state, State::Menu);
        }
    }
}

#[test]
fn a_button_of_an_earlier_question_can_not_confirm_a_later_one() {
    for language in Language::ALL {
        let state = State::Adjusting(correction("8 10 why", 2));
        let waiting = Somebody { state, update: 3, ..Somebody::admin(language) };

        for tap in [confirm(), Tap::Refrain(correction("8 10 why", 1).mark())] {
            let step = waiting.taps(tap);

            assert_only_words(&step);
            assert_eq!(step.state, waiting.state, "the later one still waits");
        }
    }
}

#[test]
fn a_question_that_is_taken_back_changes_nothing() {
    for language in Language::ALL {
        let step = asked(language, "8 10 why").taps(Tap::Refrain(correction("8 1 x", 1).mark()));

        assert!(matches!(step.effects[..], [Effect::Show(_)]), "{step:?}");
        assert_eq!(step.state, State::Menu);
        assert_eq!(taps_of(&step), [Tap::Home]);
    }
}

#[test]
fn the_longest_reason_fits_into_every_message() {
    let words = format!("8 1000000 {}", "\u{1D11E}".repeat(300));
    for language in Language::ALL {
        let question = Somebody::admin(language).says(&format!("/admin adjust {words}"));
        assert!(only_screen(&question).text.units() <= MESSAGE_UNITS);

        let step = asked(language, &words).taps(confirm());
        let (posting, entry, notice) = done(&step);
        assert!(notice.text.units() <= MESSAGE_UNITS);
        assert_eq!(entry.reason.chars().count(), 200);
        assert_eq!(Money::new(posting.legs[0].amount), Money::new(100_000_000));
    }
}
