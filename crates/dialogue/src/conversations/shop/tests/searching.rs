//! Looking for a model by words.

use domain::Language;

use super::{key, words};
use crate::event::Action;
use crate::example::{Needs, Somebody, taps_of, text_of};
use crate::state::State;
use crate::step::Effect;
use crate::tap::Tap;

#[test]
fn a_search_waits_for_words_and_shows_what_it_found() {
    for (language, typed) in [(Language::Russian, "убрать фон"), (Language::English, "Background")]
    {
        let asked = Somebody::new(language).taps(Tap::Search);
        assert_eq!(asked.state, State::Searching);

        let somebody = Somebody { state: State::Searching, ..Somebody::new(language) };
        let found = somebody.says(typed);
        assert_eq!(found.state, State::Menu);
        assert!(matches!(found.effects[..], [Effect::Say(_)]));
        assert!(taps_of(&found).contains(&Tap::Model(key("recraft-background"))));
        assert!(words(&found).contains(typed), "{}", words(&found));
        let action = Action::Said(typed.to_owned());
        assert_eq!(somebody.needs(action), Needs::OrderFacts(None));
    }
}

#[test]
fn a_search_that_finds_nothing_suggests_and_goes_on() {
    for language in Language::ALL {
        let somebody = Somebody { state: State::Searching, ..Somebody::new(language) };
        let step = somebody.says("qwertyuiop <b>&");

        assert_eq!(step.state, State::Searching);
        assert!(text_of(&step).contains("qwertyuiop &lt;b&gt;&amp;"), "{}", text_of(&step));
        assert_eq!(taps_of(&step), [Tap::Best, Tap::Home]);
        assert_eq!(somebody.says("\u{202E}").state, State::Searching);
    }
}

#[test]
fn whoever_does_anything_else_is_no_longer_searching() {
    for language in Language::ALL {
        let somebody = Somebody { state: State::Searching, ..Somebody::new(language) };

        for tap in [Tap::Home, Tap::Best, Tap::Help, Tap::Model(key("z-image"))] {
            assert_eq!(somebody.taps(tap.clone()).state, State::Menu, "{tap:?}");
        }
        for command in ["/menu", "/help", "/cancel", "/start", "/free"] {
            assert_eq!(somebody.says(command).state, State::Menu, "{command}");
        }
    }
}
