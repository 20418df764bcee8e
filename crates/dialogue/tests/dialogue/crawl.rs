//! A crawler that presses every button of every screen there is.
//!
//! It begins with every command and every kind of message, in both languages and with and without
//! what may be unknown, and follows each button of each screen it finds. Nowhere may there be a
//! dead end, a missing text or a message that Telegram refuses, and from everywhere there must be a
//! way back to the menu.

use std::collections::{HashSet, VecDeque};

use dialogue::{Deed, Effect, MediaKind, Screen, Section, Tap};
use domain::Language;

use crate::person::{Talker, check, seen, taps};

/// What is more than any honest bot has; a crawl that finds more goes round in circles.
const MAX_SCREENS: usize = 2000;

/// Everything a conversation can begin with.
fn beginnings(language: Language) -> Vec<Deed> {
    let listed = dialogue::commands(language);
    let listed = listed.iter().map(|command| format!("/{}", command.name));
    let unlisted = ["topup", "subscribe", "generate", "invite", "promo", "my_data", "delete_me"];
    let others = ["/nonsense", "/start ref_a1", "/start m_z-image", "/start x", "a cat", "&<>\""];
    let corrections = [
        "",
        "fly",
        "adjust",
        "adjust x 1 why",
        "adjust 8 x why",
        "adjust 8 1000000.01 why",
        "adjust 8 1",
        "adjust 9 1 never met",
        "adjust 8 -100.01 more than there is",
        "adjust 8 12.50 <b>why</b>",
        "adjust 8 -12.50 &",
    ];
    let long = "слово & <b> ".repeat(341);
    let said = listed
        .chain(unlisted.iter().map(|name| format!("/{name}")))
        .chain(others.map(str::to_owned))
        .chain(corrections.map(|words| format!("/admin {words}")))
        .chain([long.clone(), "\u{1D11E}".repeat(2048), "\0".to_owned()])
        .map(Deed::Said);
    let kinds = [
        MediaKind::Photo,
        MediaKind::Video,
        MediaKind::Animation,
        MediaKind::VideoNote,
        MediaKind::Audio,
        MediaKind::Voice,
        MediaKind::Document,
        MediaKind::Sticker,
    ];
    let media = kinds.into_iter().flat_map(|kind| {
        [None, Some("a <caption>".to_owned()), Some(long.clone())]
            .map(|caption| Deed::SentMedia(kind, caption))
    });
    let forged =
        ["", "old", "menu:gone"].map(|data| Deed::Tapped { data: data.to_owned(), message: None });
    said.chain(media).chain(forged).chain([Deed::Other]).collect()
}

/// Every screen that can be reached by buttons, with the talker who looks at it.
fn crawl(start: &Talker) -> Vec<(Talker, Screen)> {
    let mut waiting = VecDeque::new();
    for deed in beginnings(start.language) {
        let mut talker = start.clone();
        let step = talker.does(deed);
        waiting.push_back((talker, seen(&step).clone()));
    }
    let mut known = HashSet::new();
    let mut screens = Vec::new();
    while let Some((talker, screen)) = waiting.pop_front() {
        let key = (talker.language, talker.state.clone(), format!("{screen:?}"));
        if !known.insert(key) {
            continue;
        }
        assert!(screens.len() < MAX_SCREENS, "the crawl does not end");
        for tap in taps(&screen) {
            let mut next = talker.clone();
            let step = next.taps(&tap.encode());
            assert!(
                step.effects.iter().any(|effect| matches!(effect, Effect::Show(_))),
                "a button that is on a screen is answered in its place: {tap:?}"
            );
            waiting.push_back((next, seen(&step).clone()));
        }
        screens.push((talker, screen));
    }
    screens
}

fn is_menu(screen: &Screen) -> bool {
    taps(screen).contains(&Tap::Section(Section::Image))
}

#[test]
fn no_button_of_any_screen_is_a_dead_end() {
    for language in Language::ALL {
        let screens = crawl(&Talker::new(language));

        assert!(screens.len() > 100, "{} screens", screens.len());
        for (_, screen) in &screens {
            assert!(is_menu(screen) || taps(screen).contains(&Tap::Home), "{screen:?}");
        }
    }
}

#[test]
fn no_button_of_an_admin_is_a_dead_end() {
    for language in Language::ALL {
        let screens = crawl(&Talker::admin(language));

        let is_answer = |tap: &Tap| matches!(tap, Tap::Confirm(_) | Tap::Refrain(_));
        let questions = screens.iter().filter(|(_, screen)| taps(screen).iter().any(is_answer));
        assert!(questions.count() >= 2, "corrections are asked about");
        for (_, screen) in &screens {
            assert!(is_menu(screen) || taps(screen).contains(&Tap::Home), "{screen:?}");
        }
    }
}

#[test]
fn nobody_else_is_ever_shown_a_button_of_an_admin() {
    for language in Language::ALL {
        for (_, screen) in crawl(&Talker::new(language)) {
            let taps = taps(&screen);
            assert!(!taps.iter().any(|tap| matches!(tap, Tap::Confirm(_) | Tap::Refrain(_))));
        }
    }
}

#[test]
fn whatever_the_operator_wrote_as_contact_the_way_to_a_human_can_be_shown() {
    let long = "@x".repeat(5000);
    for language in Language::ALL {
        for contact in [None, Some("<b>&\""), Some("@a"), Some(long.as_str()), Some("\0")] {
            let support = contact.map(str::to_owned);
            let mut talker = Talker { support, ..Talker::new(language) };

            for command in ["/support", "/paysupport"] {
                seen(&talker.says(command));
            }
        }
    }
}

#[test]
fn the_menu_is_one_tap_away_from_everywhere() {
    for language in Language::ALL {
        for (mut talker, _) in crawl(&Talker::new(language)) {
            let step = talker.taps(&Tap::Home.encode());

            assert!(is_menu(seen(&step)));
        }
    }
}

#[test]
fn start_and_cancel_answer_on_every_screen() {
    for language in Language::ALL {
        for (mut talker, _) in crawl(&Talker::new(language)) {
            for command in ["/cancel", "/start"] {
                let step = talker.says(command);

                assert!(is_menu(seen(&step)));
                assert_eq!(talker.state, r#"{"v":1,"state":"menu"}"#);
            }
        }
    }
}

#[test]
fn the_two_languages_have_the_same_screens() {
    let taps_of = |language| {
        let screens = crawl(&Talker::new(language));
        screens.iter().map(|(_, screen)| taps(screen)).collect::<HashSet<_>>()
    };

    assert_eq!(taps_of(Language::Russian), taps_of(Language::English));
}

#[test]
fn what_the_service_says_by_itself_is_fit_to_be_sent() {
    for language in Language::ALL {
        check(&dialogue::apology(language, "K7<&\">"));
        check(&dialogue::updating_notice(language));
        check(&dialogue::menu_screen(language, "Ann"));
        check(&dialogue::menu_screen(language, ""));
    }
}
