//! Words that orders must not hold: admins see the list, add to it and take off it.
//!
//! ```text
//! /admin guard                 ->  the words of the settings, and those that were added here
//! /admin guard add <word>      ->  "From now on orders with it are refused"       (logged)
//! /admin guard remove <word>   ->  "It is off the list"                           (logged)
//! /admin guard anything        ->  the form
//! ```
//!
//! What is part of the program can be neither seen nor taken away here, and the words of the settings only in their
//! file. A word counts from the commit that adds it.

use domain::AdminAction;
use domain::guard::GuardWord;
use domain::ledger::Actor;

use super::sections;
use crate::facts::Reply;
use crate::html::{Html, one_line};
use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::{Effect, GuardDeed, LogEntry, Step};
use crate::tap::AdminTap;
use crate::texts::texts;

texts! { Text<'a>;
    Added { word: &'a str } = "guard-added",
    Already { word: &'a str } = "guard-already",
    Form = "guard-form",
    Full { most: usize } = "guard-full",
    List { own: &'a str, settings: &'a str } = "guard-list",
    NoWord = "guard-no-word",
    NotThere { word: &'a str } = "guard-not-there",
    Removed { word: &'a str } = "guard-removed",
}

/// More words than these are a matter for the settings.
const MOST: usize = 200;

/// So much of a list is shown, in characters.
const SHOWN: usize = 600;

/// An admin looks at the list, or changes it.
pub(super) fn on_request(scene: &Scene<'_>, words: &str) -> Step {
    let (order, word) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    match order.to_ascii_lowercase().as_str() {
        "" => scene.stay().say(Screen::bare(listed(scene)).homeward(scene.language)),
        "add" => change(scene, word, add),
        "remove" => change(scene, word, remove),
        _ => say(scene, Text::Form),
    }
}

fn change(scene: &Scene<'_>, word: &str, then: impl Fn(&Scene<'_>, GuardWord) -> Step) -> Step {
    match GuardWord::read(word) {
        Some(word) => then(scene, word),
        None => say(scene, Text::NoWord),
    }
}

fn add(scene: &Scene<'_>, word: GuardWord) -> Step {
    if scene.bot.guard.contains(&word) || scene.prices.offers.guard.contains(&word) {
        return say(scene, Text::Already { word: word.as_str() });
    }
    if scene.bot.guard.len() >= MOST {
        return say(scene, Text::Full { most: MOST });
    }
    let step = say(scene, Text::Added { word: word.as_str() });
    let entry = entry(scene, AdminAction::GuardAdd, &word);
    step.and(Effect::Log(entry)).and(Effect::Guard(GuardDeed::Add(word)))
}

fn remove(scene: &Scene<'_>, word: GuardWord) -> Step {
    if !scene.bot.guard.contains(&word) {
        return say(scene, Text::NotThere { word: word.as_str() });
    }
    let step = say(scene, Text::Removed { word: word.as_str() });
    let entry = entry(scene, AdminAction::GuardRemove, &word);
    step.and(Effect::Log(entry)).and(Effect::Guard(GuardDeed::Remove(word)))
}

fn entry(scene: &Scene<'_>, action: AdminAction, word: &GuardWord) -> LogEntry {
    let (before, after) = match action {
        AdminAction::GuardRemove => ("refused", "allowed"),
        _ => ("allowed", "refused"),
    };
    LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action,
        subject: format!("guard:{word}"),
        before: before.to_owned(),
        after: after.to_owned(),
        details: String::new(),
        reason: format!("/admin guard {word}"),
    }
}

/// An admin taps the section.
pub(super) fn on_section<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let screen = sections::inward(scene, Screen::bare(listed(scene)), AdminTap::Menu);
    Reply::Now(scene.stay().show(screen))
}

fn listed(scene: &Scene<'_>) -> Html {
    let joined = |words: &[GuardWord]| {
        let words: Vec<&str> = words.iter().map(GuardWord::as_str).collect();
        if words.is_empty() { "–".to_owned() } else { one_line(&words.join(", "), SHOWN) }
    };
    let (own, settings) = (joined(&scene.bot.guard), joined(&scene.prices.offers.guard));
    Text::List { own: &own, settings: &settings }.html(scene.language)
}

fn say(scene: &Scene<'_>, text: Text<'_>) -> Step {
    scene.stay().say(Screen::bare(text.html(scene.language)).homeward(scene.language))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::guard::GuardWord;
    use domain::{AdminAction, Language};

    use crate::example::{Somebody, text_of};
    use crate::scene::BotFacts;
    use crate::step::{Effect, GuardDeed};

    fn admin(words: &[&str]) -> Somebody {
        let somebody = Somebody::admin(Language::English);
        let guard = words.iter().map(|word| GuardWord::read(word).unwrap()).collect();
        let bot = BotFacts { guard: Arc::new(guard), ..somebody.bot.clone() };
        Somebody { bot, ..somebody }
    }

    #[test]
    fn a_word_is_added_and_taken_away_once_and_logged() {
        let step = admin(&[]).says("/admin guard add Casino*");
        let deed = |step: &crate::step::Step| {
            step.effects.iter().find_map(|effect| match effect {
                Effect::Guard(deed) => Some(deed.clone()),
                _ => None,
            })
        };
        let logged = |step: &crate::step::Step| {
            step.effects.iter().find_map(|effect| match effect {
                Effect::Log(entry) => Some(entry.action),
                _ => None,
            })
        };
        let word = GuardWord::read("casino*").unwrap();
        assert_eq!(deed(&step), Some(GuardDeed::Add(word.clone())));
        assert_eq!(logged(&step), Some(AdminAction::GuardAdd));

        let there = admin(&["casino*"]);
        assert_eq!(deed(&there.says("/admin guard add casino*")), None);
        assert!(text_of(&there.says("/admin guard")).contains("casino*"));
        let step = there.says("/admin guard remove CASINO*");
        assert_eq!(deed(&step), Some(GuardDeed::Remove(word)));
        assert_eq!(logged(&step), Some(AdminAction::GuardRemove));
        for wrong in ["remove casino*", "add a*", "add two words", "add", "drop casino"] {
            let step = admin(&[]).says(&format!("/admin guard {wrong}"));
            assert_eq!((deed(&step), logged(&step)), (None, None), "{wrong}");
        }
    }

    #[test]
    fn an_order_with_such_a_word_is_refused_and_counted() {
        let words = "a roulette table in a Casino, at night";
        let bot = admin(&["casino*"]).bot;
        let somebody = Somebody { bot, ..Somebody::new(Language::English) };

        let refused = somebody.says(&format!("/generate z-image {words}"));

        assert!(refused.effects.contains(&Effect::Guard(GuardDeed::Refused)), "{refused:?}");
        let step = Somebody::new(Language::English).says(&format!("/generate z-image {words}"));
        assert!(!step.effects.contains(&Effect::Guard(GuardDeed::Refused)));
    }
}
