//! What holds for every conversation.

mod lookups;
mod routes;

use domain::Language;

use crate::event::{Action, ChatKind};
use crate::example::{Somebody, text_of};
use crate::state::State;
use crate::step::{Effect, Kept};

#[test]
fn start_and_cancel_win_in_every_state() {
    for command in ["/start", "/cancel", "/START@TRT_bot", " /Cancel now"] {
        let step = Somebody::with_text(Language::English, "a cat").says(command);

        assert_eq!(step.state, State::Menu, "{command}");
        assert!(!text_of(&step).contains("a cat"));
    }
}

#[test]
fn looking_around_does_not_lose_the_text_that_was_sent() {
    let somebody = Somebody::with_text(Language::English, "a cat");

    for command in ["/menu", "/help", "/settings", "/balance", "/nonsense"] {
        let elsewhere = somebody.says(command).state;
        assert_eq!(elsewhere.taken_up(), somebody.state, "{command}");
    }
}

#[test]
fn who_blocks_the_bot_is_remembered_and_not_spoken_to() {
    let somebody = Somebody::with_text(Language::English, "a cat");

    let (blocked, returned) = (somebody.does(Action::Blocked), somebody.does(Action::Returned));

    assert_eq!(blocked.effects, [Effect::Keep(Kept::Reachable(false))]);
    assert_eq!(returned.effects, [Effect::Keep(Kept::Reachable(true))]);
    assert_eq!((blocked.state, returned.state), (somebody.state.clone(), somebody.state));
}

#[test]
fn a_channel_is_met_with_silence() {
    let place = ChatKind::Channel;
    let somebody = Somebody { place, ..Somebody::new(Language::English) };

    for action in [Action::Said("/start".to_owned()), Action::Other, Action::Blocked] {
        assert_eq!(somebody.does(action).effects, []);
    }
}
