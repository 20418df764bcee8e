//! Words that orders must not hold: admins see the lists, add to them and take off them.
//!
//! ```text
//! /admin guard                          ->  the lists as they count now
//! /admin guard add [LIST] <word>        ->  "From now on orders with it are refused"       (logged)
//! /admin guard remove [LIST] <word>     ->  "It is off the list"                           (logged)
//! /admin guard anything                 ->  the form
//! ```
//!
//! LIST is `always`, `minors` or `sexual`. Without one a word is added to `always`, and taken off the first list that
//! has it. What comes from the settings can be taken off as well, and stays off. A word counts from the commit that
//! changes it.

use domain::AdminAction;
use domain::guard::{GuardChange, GuardList, GuardWord};
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
    Added { word: &'a str, list: &'a str } = "guard-added",
    Already { word: &'a str, list: &'a str } = "guard-already",
    Form = "guard-form",
    Full { most: usize } = "guard-full",
    List { always: &'a str, minors: &'a str, sexual: &'a str } = "guard-list",
    NoWord = "guard-no-word",
    NotThere { word: &'a str } = "guard-not-there",
    Removed { word: &'a str, list: &'a str } = "guard-removed",
}

/// More words than these on a list are a matter for the settings.
const MOST: usize = 500;

/// So much of a list is shown, in characters.
const SHOWN: usize = 1_000;

/// An admin looks at the lists, or changes one.
pub(super) fn on_request(scene: &Scene<'_>, words: &str) -> Step {
    let (order, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let is_listed = match order.to_ascii_lowercase().as_str() {
        "" => return scene.stay().say(Screen::bare(listed(scene)).homeward(scene.language)),
        "add" => true,
        "remove" => false,
        _ => return say(scene, Text::Form),
    };
    let (list, word) = read(rest.trim());
    let Some(word) = GuardWord::read(word) else { return say(scene, Text::NoWord) };
    let list = match (list, is_listed) {
        (Some(list), _) => Some(list),
        (None, true) => Some(GuardList::Always),
        (None, false) => scene.bot.guard.list_of(&word),
    };
    match list {
        Some(list) => change(scene, GuardChange { list, word, is_listed }),
        None => say(scene, Text::NotThere { word: word.as_str() }),
    }
}

/// The list that is named before a word, if one is, and the word.
fn read(words: &str) -> (Option<GuardList>, &str) {
    let named = words.split_once(char::is_whitespace);
    let list = |name: &str| GuardList::from_word(&name.to_ascii_lowercase());
    named.and_then(|(name, word)| Some((Some(list(name)?), word.trim()))).unwrap_or((None, words))
}

fn change(scene: &Scene<'_>, change: GuardChange) -> Step {
    let (list, word) = (change.list.word(), change.word.as_str());
    let stands = scene.bot.guard.list(change.list);
    let text = match (change.is_listed, stands.contains(&change.word)) {
        (true, true) => return say(scene, Text::Already { word, list }),
        (false, false) => return say(scene, Text::NotThere { word }),
        (true, false) if stands.len() >= MOST => return say(scene, Text::Full { most: MOST }),
        (true, false) => Text::Added { word, list },
        (false, true) => Text::Removed { word, list },
    };
    let step = say(scene, text).and(Effect::Log(entry(scene, &change)));
    step.and(Effect::Guard(GuardDeed::Change(change)))
}

fn entry(scene: &Scene<'_>, change: &GuardChange) -> LogEntry {
    let (action, before, after) = match change.is_listed {
        true => (AdminAction::GuardAdd, "allowed", "refused"),
        false => (AdminAction::GuardRemove, "refused", "allowed"),
    };
    LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action,
        subject: format!("guard:{}:{}", change.list, change.word),
        before: before.to_owned(),
        after: after.to_owned(),
        details: String::new(),
        reason: format!("/admin guard {}", change.word),
    }
}

/// An admin taps the section.
pub(super) fn on_section<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let screen = sections::inward(scene, Screen::bare(listed(scene)), AdminTap::Menu);
    Reply::Now(scene.stay().show(screen))
}

fn listed(scene: &Scene<'_>) -> Html {
    let joined = |list: GuardList| {
        let words: Vec<&str> = scene.bot.guard.list(list).iter().map(GuardWord::as_str).collect();
        if words.is_empty() { "–".to_owned() } else { one_line(&words.join(", "), SHOWN) }
    };
    let (always, minors) = (joined(GuardList::Always), joined(GuardList::Minors));
    let text = Text::List { always: &always, minors: &minors, sexual: &joined(GuardList::Sexual) };
    text.html(scene.language)
}

fn say(scene: &Scene<'_>, text: Text<'_>) -> Step {
    scene.stay().say(Screen::bare(text.html(scene.language)).homeward(scene.language))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::guard::{GuardChange, GuardList, GuardWord};
    use domain::{AdminAction, Language};

    use crate::example::{Somebody, text_of};
    use crate::scene::BotFacts;
    use crate::step::{Effect, GuardDeed, Step};

    fn admin(words: &[&str]) -> Somebody {
        let somebody = Somebody::admin(Language::English);
        let mut guard = somebody.prices.offers.guard.clone();
        guard.add(GuardList::Always, words.iter().map(|word| GuardWord::read(word).unwrap()));
        let bot = BotFacts { guard: Arc::new(guard), ..somebody.bot.clone() };
        Somebody { bot, ..somebody }
    }

    fn changed(step: &Step) -> Option<(GuardList, String, bool)> {
        step.effects.iter().find_map(|effect| match effect {
            Effect::Guard(GuardDeed::Change(GuardChange { list, word, is_listed })) => {
                Some((*list, word.to_string(), *is_listed))
            }
            _ => None,
        })
    }

    fn logged(step: &Step) -> Option<AdminAction> {
        step.effects.iter().find_map(|effect| match effect {
            Effect::Log(entry) => Some(entry.action),
            _ => None,
        })
    }

    #[test]
    fn a_word_is_added_and_taken_away_once_and_logged() {
        let step = admin(&[]).says("/admin guard add Casino*");
        assert_eq!(changed(&step), Some((GuardList::Always, "casino*".to_owned(), true)));
        assert_eq!(logged(&step), Some(AdminAction::GuardAdd));

        let there = admin(&["casino*"]);
        assert_eq!(changed(&there.says("/admin guard add casino*")), None);
        assert!(text_of(&there.says("/admin guard")).contains("casino*"));
        let step = there.says("/admin guard remove CASINO*");
        assert_eq!(changed(&step), Some((GuardList::Always, "casino*".to_owned(), false)));
        assert_eq!(logged(&step), Some(AdminAction::GuardRemove));
        for wrong in [
            "remove casino*",
            "remove minors casino*",
            "add a*",
            "add two words",
            "add all words",
            "add",
            "add minors",
            "drop casino",
        ] {
            let step = admin(&[]).says(&format!("/admin guard {wrong}"));
            let is_word = wrong == "add minors";
            assert_eq!(
                (changed(&step).is_some(), logged(&step).is_some()),
                (is_word, is_word),
                "{wrong}"
            );
        }
    }

    #[test]
    fn words_that_are_part_of_the_program_can_be_seen_and_taken_off_their_list() {
        let admin = admin(&[]);
        let listed = admin.says("/admin guard");
        let page = text_of(&listed);
        for word in ["lolicon", "preteen*", "школьни*", "хентай"] {
            assert!(page.contains(word), "{word}: {page}");
        }

        let step = admin.says("/admin guard remove kid");
        assert_eq!(changed(&step), Some((GuardList::Minors, "kid".to_owned(), false)));
        let step = admin.says("/admin guard remove Sexual nude");
        assert_eq!(changed(&step), Some((GuardList::Sexual, "nude".to_owned(), false)));
        let step = admin.says("/admin guard add minors juvenile*");
        assert_eq!(changed(&step), Some((GuardList::Minors, "juvenile*".to_owned(), true)));
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
