//! Groups, where the bot is a guest.
//!
//! ```text
//! /anything@our_bot   ->  "I work in private: open the bot"   (one line with a link)
//! /start@other_bot    ->  silence
//! /start, /help       ->  silence: every bot of the group hears them
//! a reply of an admin ->  the answer to the question that the message told of; "Sent"
//! anything else       ->  silence
//! ```
//!
//! Nothing about a person is ever shown or changed here: neither their state nor their language.

use crate::commands::Spoken;
use crate::conversations::support;
use crate::event::Action;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::Step;
use crate::texts::texts;

texts! { Text<'a>;
    GroupLine { link: &'a str } = "trouble-group-line",
}

/// Something happened in a group.
pub(crate) fn on_action(scene: &Scene<'_>) -> Step {
    if let Some(step) = support::on_admins_reply(scene) {
        return step;
    }
    match &scene.event.action {
        Action::Said(text) => match our_name(scene, text) {
            Some(name) => scene.stay().say(line(scene, name)),
            None => scene.stay(),
        },
        Action::Tapped { .. }
        | Action::SentMedia(..)
        | Action::SentText(_)
        | Action::Blocked
        | Action::Returned
        | Action::Other => scene.stay(),
    }
}

/// Our name, if this is a command that names us. Before we know it, nobody can mean us by it.
fn our_name<'a>(scene: &'a Scene<'_>, text: &str) -> Option<&'a str> {
    let named = Spoken::parse(text)?.bot?;
    scene.bot.username.as_deref().filter(|ours| ours.eq_ignore_ascii_case(named))
}

fn line(scene: &Scene<'_>, name: &str) -> Screen {
    Screen::bare(Text::GroupLine { link: &format!("https://t.me/{name}") }.html(scene.language))
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::event::{Action, ChatKind, MediaKind, Sent};
    use crate::example::{Somebody, only_screen, sent, text_of};
    use crate::scene::BotFacts;
    use crate::tap::Tap;

    fn member(language: Language) -> Somebody {
        Somebody { place: ChatKind::Group, ..Somebody::with_text(language, "a cat") }
    }

    #[test]
    fn a_command_for_us_gets_one_line_with_a_link_and_no_buttons() {
        for language in Language::ALL {
            for command in ["/help@trt_bot", "/start@trt_bot ref_a", "/x@TRT_Bot"] {
                let step = member(language).says(command);

                let text = text_of(&step);
                assert!(text.contains("<a href=\"https://t.me/trt_bot\">"), "{command}: {text}");
                assert!(!text.contains('\n'), "{text}");
                assert!(only_screen(&step).keyboard.is_empty());
                assert_eq!(step.effects.len(), 1, "a group changes nothing about a person");
                assert_eq!(step.state, member(language).state);
            }
        }
    }

    #[test]
    fn everything_else_is_met_with_silence() {
        let caption = Some("/start".to_owned());
        let actions = [
            Action::Said("hello".to_owned()),
            Action::Said("/weather".to_owned()),
            Action::Said("/start".to_owned()),
            Action::Said("/HELP".to_owned()),
            Action::Said("/start@other_bot".to_owned()),
            Action::Said("/start@trt_bot2".to_owned()),
            Action::Tapped { data: Tap::Home.encode(), message: None },
            Action::Tapped { data: Tap::Choose(Language::Russian).encode(), message: None },
            Action::SentMedia(Sent { caption, ..sent(MediaKind::Photo, "a") }),
            Action::Blocked,
            Action::Returned,
            Action::Other,
        ];
        for action in actions {
            let step = member(Language::English).does(action.clone());

            assert_eq!(step.effects, [], "{action:?}");
            assert_eq!(step.state, member(Language::English).state);
        }
    }

    #[test]
    fn before_we_know_our_name_nobody_can_mean_us() {
        let member = Somebody { bot: BotFacts::default(), ..member(Language::English) };

        assert_eq!(member.says("/start@trt_bot").effects, []);
    }
}
