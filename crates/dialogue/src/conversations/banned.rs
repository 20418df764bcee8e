//! Somebody who was banned: one line once a minute, and what is their right all the same.
//!
//! ```text
//! anything                                   ->  "You can't use the bot", once a minute
//! /support, /paysupport, /terms, /privacy,
//! /my_data, /delete_me and their buttons     ->  as for everybody
//! ```
//!
//! What they had ordered is finished and brought. Nothing they say changes where the conversation stands.

use crate::commands::Spoken;
use crate::event::Action;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::state::{State, Talk};
use crate::step::{Effect, Step};
use crate::tap::Tap;
use crate::texts::texts;

texts! { Text;
    Banned = "desk-you-are-banned",
}

/// The commands that everybody keeps.
const KEPT: [&str; 6] = ["support", "paysupport", "terms", "privacy", "my_data", "delete_me"];

/// What follows for somebody who is banned; none: the same as for everybody.
pub(super) fn on_action(scene: &Scene<'_>) -> Option<Step> {
    let is_kept = match &scene.event.action {
        Action::Blocked | Action::Returned => true,
        Action::Said(text) => match Spoken::parse(text) {
            Some(spoken) => KEPT.iter().any(|word| spoken.name.eq_ignore_ascii_case(word)),
            None => is_asking(scene),
        },
        Action::Tapped { data, .. } => Tap::decode(data).is_some_and(|tap| is_kept(&tap)),
        Action::SentMedia(_) | Action::SentText(_) | Action::Other => is_asking(scene),
    };
    let words = || Screen::bare(Text::Banned.html(scene.language));
    (!is_kept).then(|| scene.stay().and(Effect::TellBanned(words())))
}

fn is_asking(scene: &Scene<'_>) -> bool {
    matches!(scene.state, State::Talking(Talk::Support(..)))
}

/// The buttons that everybody keeps.
const fn is_kept(tap: &Tap) -> bool {
    matches!(tap, Tap::Support | Tap::PaySupport | Tap::Terms | Tap::Privacy)
}

#[cfg(test)]
mod tests {
    use domain::{Language, SupportTopic};

    use crate::example::Somebody;
    use crate::scene::Role;
    use crate::state::{State, Talk};
    use crate::step::Effect;
    use crate::tap::Tap;

    fn banned() -> Somebody {
        Somebody { role: Role::Banned, ..Somebody::new(Language::English) }
    }

    #[test]
    fn whoever_is_banned_is_only_told_so() {
        for words in ["/start", "/menu", "/admin", "/balance", "/generate z-image a cat", "a cat"] {
            let step = banned().says(words);
            assert!(matches!(step.effects[..], [Effect::TellBanned(_)]), "{words}: {step:?}");
            assert_eq!(step.state, State::Menu);
        }
        for tap in [Tap::Home, Tap::TopUp, Tap::Best] {
            let step = banned().taps(tap);
            assert!(matches!(step.effects[..], [Effect::TellBanned(_)]), "{step:?}");
        }
    }

    #[test]
    fn help_and_what_is_their_right_stay_open() {
        let everybody = Somebody::new(Language::English);
        for words in ["/support", "/PaySupport", "/terms", "/privacy", "/delete_me", "/my_data"] {
            assert_eq!(banned().says(words), everybody.says(words), "{words}");
        }
        let asking = Somebody {
            state: State::Talking(Talk::Support(SupportTopic::General, None)),
            ..banned()
        };
        let step = asking.says("why was I banned?");
        assert!(step.effects.iter().any(|one| matches!(one, Effect::AskSupport(..))), "{step:?}");
    }
}
