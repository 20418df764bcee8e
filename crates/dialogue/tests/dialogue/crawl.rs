//! A crawler that presses every button of every screen there is.
//!
//! It begins with every command and every kind of message, in both languages and with and without
//! what may be unknown, and follows each button of each screen it finds. Nowhere may there be a
//! dead end, a missing text or a message that Telegram refuses, and from everywhere there must be a
//! way back to the menu.

use std::collections::{HashSet, VecDeque};
use std::sync::OnceLock;

use dialogue::{Action, Effect, Mark, MediaKind, Role, Screen, Section, State, Step, Tap};
use domain::{Language, MessageId};

use crate::growth;
use crate::person::{Talker, begins, check, is_invoice, seen, taps};
use crate::shop::sent;

/// What is more than any honest bot has; a crawl that finds more goes round in circles.
const MAX_SCREENS: usize = 3000;

/// What is typed behind `/admin`.
const OF_ADMINS: &[&str] = &[
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
    "transfers",
    "transfer",
    "transfer T-2",
    "transfer T-99",
    "transfer 2 fly",
    "transfer t-2 approve",
    "transfer T-2 refuse <b>why</b>",
    "refund",
    "refund nobody",
    "refund paid",
    "refund paid <b>why</b>",
    "refund way why",
    "refund back why",
    "payments",
    "payments x",
    "payments 8",
    "pay",
    "pay test",
    "answer",
    "answer 1",
    "answer 1 <b>yes</b>",
    "answer 3 again",
    "answer 11 nobody",
    "user",
    "user 8",
    "user 7",
    "user ann",
    "user nobody",
    "ban 8",
    "ban 8 <b>why</b>",
    "unban 8 why",
    "note 8 <b>words</b>",
    "model",
    "model z-image",
    "model gone-gone off",
    "model z-image free 3 1",
    "model z-image free -1",
    "dead u1",
    "dead s2",
    "dead retry u12 why",
    "dead fly",
    "resolve",
    "resolve 3 why",
    "pause back <soon>",
    "hold",
    "resume",
    "lock",
    "commands",
];
/// What an admin asks about what is said between people and operators.
const TALKS: [&str; 5] = ["support", "support 3", "support 4", "support 11", "broadcast"];

/// Everything a conversation can begin with.
pub(crate) fn beginnings(language: Language) -> Vec<Action> {
    let listed = dialogue::commands(language);
    let listed = listed.iter().map(|command| format!("/{}", command.name));
    let unlisted = ["topup", "subscribe", "generate", "my_data", "delete_me"];
    let others = ["/nonsense", "/start ref_a1", "/start m_z-image", "/start x", "a cat", "&<>\""];
    let long = "слово & <b> ".repeat(341);
    let said = listed
        .chain(unlisted.iter().map(|name| format!("/{name}")))
        .chain(others.map(str::to_owned))
        .chain(growth::SAID.iter().map(|said| (*said).to_owned()))
        .chain(OF_ADMINS.iter().map(|words| format!("/admin {words}")))
        .chain(TALKS.map(|words| format!("/admin {words}")))
        .chain([long.clone(), "\u{1D11E}".repeat(2048), "\0".to_owned()])
        .map(Action::Said);
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
            .map(|caption| Action::SentMedia(sent(kind, caption)))
    });
    let forged = ["", "old", "menu:gone"]
        .map(|data| Action::Tapped { data: data.to_owned(), message: None });
    said.chain(media).chain(forged).chain([Action::Other]).collect()
}

/// A screen, with the talker who looks at it.
pub(crate) type Found = (Talker, Screen);

/// Every screen that somebody can reach by buttons; found once for all tests.
pub(crate) fn crawled(language: Language, role: Role) -> &'static [Found] {
    static FOUND: [OnceLock<Vec<Found>>; 6] = [const { OnceLock::new() }; 6];
    let place = match (language, role) {
        (Language::Russian, Role::Person) => 0,
        (Language::English, Role::Person) => 1,
        (Language::Russian, Role::Admin) => 2,
        (Language::English, Role::Admin) => 3,
        (Language::Russian, Role::Banned) => 4,
        (Language::English, Role::Banned) => 5,
    };
    FOUND[place].get_or_init(|| crawl(&Talker { role, ..Talker::new(language) }))
}

fn crawl(start: &Talker) -> Vec<Found> {
    let mut waiting = VecDeque::new();
    let go = |talker: &Talker, action: Action, waiting: &mut VecDeque<Found>| {
        // The clock stands: what is quoted twice is the same quote, or the crawl would never end.
        let mut next = Talker { updates: start.updates, ..talker.clone() };
        let step = next.does(action);
        if is_invoice(&step) {
            return step;
        }
        let screen = seen(&step).clone();
        // The other language has a crawl of its own.
        if !begins(&step) && next.language == start.language {
            waiting.push_back((next, screen));
        }
        step
    };
    for action in beginnings(start.language) {
        go(start, action, &mut waiting);
    }
    let mut known = HashSet::new();
    let mut screens = Vec::new();
    while let Some((talker, screen)) = waiting.pop_front() {
        let key = (is_ordering(&talker), format!("{screen:?}"));
        if !known.insert(key) {
            continue;
        }
        assert!(screens.len() < MAX_SCREENS, "the crawl does not end");
        for tap in taps(&screen) {
            let data = tap.encode();
            let step = go(&talker, Action::Tapped { data, message: Some(tapped()) }, &mut waiting);
            assert!(
                is_in_place(&tap, &step),
                "a button that is on a screen is answered in its place: {tap:?}"
            );
        }
        for action in answers(&talker) {
            go(&talker, action, &mut waiting);
        }
        screens.push((talker, screen));
    }
    screens
}

fn tapped() -> MessageId {
    MessageId::new(1)
}

/// Whether an order is going on: then the same screen may lead elsewhere.
pub(crate) fn is_ordering(talker: &Talker) -> bool {
    matches!(State::from_text(&talker.state), State::Ordering(_))
}

/// What a person types or sends where that is waited for.
pub(crate) fn answers(talker: &Talker) -> Vec<Action> {
    match State::from_text(&talker.state) {
        State::Ordering(draft) if draft.asking.is_some() => {
            let files = [MediaKind::Photo, MediaKind::Audio, MediaKind::Video, MediaKind::Document];
            let files = files.map(|kind| Action::SentMedia(sent(kind, None)));
            let words = ["a cat", "5", ""].map(|words| Action::Said(words.to_owned()));
            files.into_iter().chain(words).collect()
        }
        State::NamingStars => ["300", "0"].map(|words| Action::Said(words.to_owned())).to_vec(),
        State::Searching => {
            ["song", "qwertyuiop", "\0"].map(|words| Action::Said(words.to_owned())).to_vec()
        }
        State::Transfer(_) => {
            let words = ["500", "1", "a cat"].map(|words| Action::Said(words.to_owned()));
            let files = [MediaKind::Photo, MediaKind::Sticker].map(|kind| sent(kind, None));
            words.into_iter().chain(files.map(Action::SentMedia)).collect()
        }
        State::Talking(_) => {
            let files = [MediaKind::Photo, MediaKind::Sticker, MediaKind::Document];
            let files = files.map(|kind| Action::SentMedia(sent(kind, None)));
            let words = ["paid <twice>", "quiet 30", "Try | image", "1.10.2026 8:05", "\0"]
                .map(|words| Action::Said(words.to_owned()));
            files.into_iter().chain(words).chain([Action::Other]).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a tap was answered where it should be: in place, or anew where a result may stand.
fn is_in_place(tap: &Tap, step: &Step) -> bool {
    let is_shown =
        |effect: &Effect| matches!(effect, Effect::Show(_) | Effect::Begin(..) | Effect::Desk(_));
    let is_said = |effect: &Effect| matches!(effect, Effect::Say(_));
    match tap {
        Tap::Generation(..) => step.effects.iter().any(is_said),
        Tap::Pay(..) if is_invoice(step) => true,
        // The service shows what came of it.
        Tap::Own(_) => {
            step.effects.iter().any(|one| is_shown(one) || matches!(one, Effect::Own(_)))
        }
        _ => step.effects.iter().any(is_shown),
    }
}

fn is_menu(screen: &Screen) -> bool {
    taps(screen).contains(&Tap::Section(Section::Image))
}

#[test]
fn no_button_of_any_screen_is_a_dead_end() {
    for language in Language::ALL {
        let screens = crawled(language, Role::Person);

        assert!(screens.len() > 100, "{} screens", screens.len());
        for (_, screen) in screens {
            assert!(is_menu(screen) || taps(screen).contains(&Tap::Home), "{screen:?}");
        }
    }
}

#[test]
fn every_kind_of_button_is_pressed() {
    let kinds = [
        "menu:best",
        "menu:search",
        "menu:discard",
        "list:",
        "model:",
        "like:",
        "unlike:",
        "order:",
        "example:",
        "o:",
        "skip:",
        "enough:",
        "change:",
        "go:",
        "use:",
        "past:",
        "offer:",
        "settings:files",
        "settings:no-files",
        "job:receipt",
        "job:again",
        "job:vary",
        "job:reword",
        "job:upscale",
        "job:animate",
        "job:file",
        "job:resend",
        "vary:",
        "recall:",
        "transfer:open",
        "transfer:withdraw",
        "pay:open",
        "pay:stars",
        "pay:plans",
        "plan:end:",
        "plan:cancel:",
        "plan:resume:",
    ];
    for language in Language::ALL {
        let screens = crawled(language, Role::Person).iter();
        let data: HashSet<String> =
            screens.flat_map(|(_, screen)| taps(screen)).map(|tap| tap.encode()).collect();
        for kind in kinds {
            assert!(data.iter().any(|data| data.starts_with(kind)), "{kind} is on no screen");
        }
    }
}

#[test]
fn no_button_of_an_admin_is_a_dead_end() {
    for language in Language::ALL {
        let screens = crawled(language, Role::Admin);

        let is_answer = |tap: &Tap| matches!(tap, Tap::Confirm(_) | Tap::Refrain(_));
        for verdict in ["transfer:look", "transfer:approve", "transfer:refuse"] {
            let has = |tap: &Tap| tap.encode().starts_with(verdict);
            assert!(screens.iter().any(|(_, screen)| taps(screen).iter().any(has)), "{verdict}");
        }
        let questions = screens.iter().filter(|(_, screen)| taps(screen).iter().any(is_answer));
        assert!(questions.count() >= 3, "corrections and refunds are asked about");
        for (_, screen) in screens {
            assert!(is_menu(screen) || taps(screen).contains(&Tap::Home), "{screen:?}");
        }
    }
}

#[test]
fn nobody_else_is_ever_shown_a_button_of_an_admin() {
    for language in Language::ALL {
        for (_, screen) in crawled(language, Role::Person) {
            let taps = taps(screen);
            assert!(!taps.iter().any(|tap| matches!(tap, Tap::Confirm(_) | Tap::Refrain(_))));
            let data: Vec<String> = taps.iter().map(Tap::encode).collect();
            assert!(!data.iter().any(|data| data.starts_with("transfer:look")), "{data:?}");
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
        for (talker, _) in crawled(language, Role::Person) {
            let step = talker.clone().taps(&Tap::Home.encode());

            assert!(is_menu(seen(&step)));
        }
    }
}

#[test]
fn start_and_cancel_answer_on_every_screen() {
    for language in Language::ALL {
        for (talker, _) in crawled(language, Role::Person) {
            let mut talker = talker.clone();
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
        let screens = crawled(language, Role::Person);
        // A mark is that of words, which differ by language.
        let unmarked = |tap: Tap| match tap {
            Tap::Offer(craft, _) => Tap::Offer(craft, Mark::new(0)),
            Tap::Others(craft, _) => Tap::Others(craft, Mark::new(0)),
            Tap::OfferAgain(_) => Tap::OfferAgain(Mark::new(0)),
            Tap::Use(key, _) => Tap::Use(key, Mark::new(0)),
            tap => tap,
        };
        let screens = screens.iter().map(|(_, screen)| taps(screen).into_iter().map(unmarked));
        screens.map(Iterator::collect::<Vec<_>>).collect::<HashSet<_>>()
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
