//! The one match that finds the conversation for an event.
//!
//! ```text
//! private   /command ─→ its page; /start and /cancel win in every state
//!           text     ─→ offered back as a prompt
//!           media    ─→ answered, its caption offered as a prompt
//!           tap      ─→ its screen; unknown data ─→ a fresh menu
//!           /admin and its buttons ─→ for admins; unknown to everybody else
//!           blocked, returned ─→ remembered, without a word
//! group     a command with our name ─→ one line with a link; all else ─→ silence
//! channel   silence
//! ```
//!
//! A new state does not compile until it says what becomes of a deed in it.

use domain::{InboxId, Language};

use crate::commands::{Command, Spoken};
use crate::counter::{Counter, History, JobRecord};
use crate::event::{BotFacts, ChatKind, Deed, Event, Known, Person, Role, Shelf};
use crate::needs::{Books, Card};
use crate::state::State;
use crate::step::{Effect, Step};
use crate::tap::Tap;
use crate::{
    admin, cancel, groups, help, history, language, menu, order, privacy, prompt, settings, shop,
    start, support, terms, unknown,
};

/// What every conversation can see.
pub(crate) struct Scene<'a> {
    /// The language to answer in.
    pub(crate) language: Language,
    /// With whom we talk.
    pub(crate) person: &'a Person,
    /// Where the conversation stands.
    pub(crate) state: &'a State,
    /// Facts about the bot.
    pub(crate) bot: &'a BotFacts,
    /// The update this is about.
    pub(crate) update: InboxId,
    /// What the person may do.
    pub(crate) role: Role,
    /// Their books, where they are needed.
    pub(crate) books: Option<&'a Books>,
    /// The other person, where one is meant and the bot has met them.
    pub(crate) card: Option<&'a Card>,
    /// What is sold and for how much.
    pub(crate) shelf: &'a Shelf,
    /// What ordering looks at, where it is needed.
    pub(crate) counter: Option<&'a Counter>,
    /// What the person made before, where it is needed.
    pub(crate) history: Option<&'a History>,
    /// The generation in question, where there is one and it is theirs.
    pub(crate) job: Option<&'a JobRecord>,
}

impl Scene<'_> {
    /// A step that leaves the conversation where it is.
    pub(crate) fn stay(&self) -> Step {
        Step::to(self.state.clone())
    }
}

/// Decides what follows from an event.
pub fn decide(event: &Event, known: &Known) -> Step {
    let scene = scene_of(event, known);
    match event.chat.kind {
        ChatKind::Private => in_private(&scene, &event.deed),
        ChatKind::Group => groups::on_deed(&scene, &event.deed),
        ChatKind::Channel => scene.stay(),
    }
}

/// What the conversations can see of an event.
pub(crate) fn scene_of<'a>(event: &'a Event, known: &'a Known) -> Scene<'a> {
    let tag = event.person.language_tag.as_deref();
    Scene {
        language: known.language.unwrap_or_else(|| Language::guess(tag)),
        person: &event.person,
        state: &known.state,
        bot: &known.bot,
        update: known.update,
        role: known.role,
        books: known.books.as_ref(),
        card: known.card.as_ref(),
        shelf: &known.shelf,
        counter: known.counter.as_ref(),
        history: known.history.as_ref(),
        job: known.job.as_ref(),
    }
}

fn in_private(scene: &Scene<'_>, deed: &Deed) -> Step {
    if let Deed::SentText(text) = deed {
        return on_text_file(scene, text);
    }
    let step = match scene.state {
        // None of them waits for words: whatever comes begins something of its own.
        State::Menu | State::OfferedPrompt(_) | State::Adjusting(_) | State::OfferedFiles(..) => {
            on_deed(scene, deed)
        }
        State::Ordering(draft) => match deed {
            Deed::Said(text) if Spoken::parse(text).is_none() => order::on_text(scene, draft, text),
            Deed::SentMedia(sent) => order::on_file(scene, draft, sent),
            _ => on_deed(scene, deed),
        },
        State::Searching => match deed {
            Deed::Said(text) if Spoken::parse(text).is_none() => shop::on_words(scene, text),
            // Whoever does anything else no longer looks for a model: their next words are no search.
            _ => on_deed(&Scene { state: &State::Menu, ..*scene }, deed),
        },
    };
    match deed {
        Deed::Said(text) if Spoken::parse(text).is_none() => step,
        // Only the next text can be the rest of a long one.
        _ => Step { state: step.state.closed(), ..step },
    }
}

/// A text as a whole: it is the rest of nothing, and nothing that comes is the rest of it.
fn on_text_file(scene: &Scene<'_>, text: &str) -> Step {
    let state = scene.state.clone().closed();
    let scene = Scene { state: &state, ..*scene };
    let step = match scene.state {
        State::Ordering(draft) => order::on_text(&scene, draft, text),
        State::Menu
        | State::OfferedPrompt(_)
        | State::Adjusting(_)
        | State::OfferedFiles(..)
        | State::Searching => prompt::on_text(&scene, text),
    };
    Step { state: step.state.closed(), ..step }
}

fn on_deed(scene: &Scene<'_>, deed: &Deed) -> Step {
    match deed {
        Deed::Said(text) => match Spoken::parse(text) {
            Some(spoken) => on_command(scene, &spoken),
            None => prompt::on_text(scene, text),
        },
        Deed::Tapped { data, message: _ } => {
            Tap::decode(data).map_or_else(|| unknown::on_tap(scene), |tap| on_tap(scene, tap))
        }
        Deed::SentMedia(sent) => prompt::on_media(scene, sent),
        Deed::SentText(text) => prompt::on_text(scene, text),
        Deed::Blocked => scene.stay().and(Effect::Reachable(false)),
        Deed::Returned => scene.stay().and(Effect::Reachable(true)),
        Deed::Other => unknown::on_kind(scene),
    }
}

fn on_command(scene: &Scene<'_>, spoken: &Spoken<'_>) -> Step {
    match spoken.command(scene.role) {
        Some(Command::Start) => start::on_start(scene, spoken.rest),
        Some(Command::Cancel) => cancel::on_cancel(scene),
        Some(Command::Menu) => menu::on_menu(scene),
        Some(Command::Section(section)) => menu::on_section(scene, section),
        Some(Command::Settings) => settings::on_settings(scene),
        Some(Command::Language) => language::on_languages(scene),
        Some(Command::Help) => help::on_help(scene),
        Some(Command::Support) => support::on_support(scene),
        Some(Command::PaySupport) => support::on_paysupport(scene),
        Some(Command::Terms) => terms::on_terms(scene),
        Some(Command::Privacy) => privacy::on_privacy(scene),
        Some(Command::Admin) => admin::on_admin(scene, spoken.rest),
        Some(Command::Generate) => order::on_generate(scene, spoken.rest),
        Some(Command::Later) => unknown::on_later(scene, spoken.name),
        None => unknown::on_command(scene),
    }
}

fn on_tap(scene: &Scene<'_>, tap: Tap) -> Step {
    match tap {
        Tap::Home => menu::on_menu(scene),
        Tap::Section(section) => menu::on_section(scene, section),
        Tap::Help => help::on_help(scene),
        Tap::Support => support::on_support(scene),
        Tap::Terms => terms::on_terms(scene),
        Tap::Privacy => privacy::on_privacy(scene),
        Tap::Settings => settings::on_settings(scene),
        Tap::Languages => language::on_languages(scene),
        Tap::Choose(language) => language::on_choice(scene, language),
        Tap::Offer(craft, mark) => prompt::on_offer(scene, craft, mark),
        Tap::OfferAgain(mark) => prompt::on_offer_again(scene, mark),
        Tap::Confirm(_) | Tap::Refrain(_) if scene.role != Role::Admin => unknown::on_tap(scene),
        Tap::Confirm(mark) => admin::on_confirm(scene, mark),
        Tap::Refrain(mark) => admin::on_refrain(scene, mark),
        Tap::Models(kind, page) => shop::on_models(scene, kind, page),
        Tap::Best => shop::on_best(scene),
        Tap::Search => shop::on_search(scene),
        Tap::Model(key) => shop::on_model(scene, &key),
        Tap::Favour(key, kept) => shop::on_favour(scene, &key, kept),
        Tap::Order(key) => order::on_order(scene, &key),
        Tap::Example(key, number) => order::on_example(scene, &key, number),
        Tap::Answer(key, input, value) => order::on_answer(scene, &key, &input, &value),
        Tap::Skip(key, input) => order::on_skip(scene, &key, &input),
        Tap::Enough(key, input) => order::on_enough(scene, &key, &input),
        Tap::Change(key, input) => order::on_change(scene, &key, &input),
        Tap::Go(mark) => order::on_go(scene, mark),
        Tap::Discard => order::on_discard(scene),
        Tap::Use(key, mark) => prompt::on_use(scene, &key, mark),
        Tap::Job(id, deed) => history::on_job(scene, id, deed),
        Tap::Past(page) => history::on_history(scene, page),
        Tap::FullQuality(wanted) => settings::on_full_quality(scene, wanted),
    }
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::decide;
    use crate::event::{ChatKind, Deed, Known};
    use crate::example::{Somebody, text_of};
    use crate::state::State;
    use crate::step::{Effect, Step};

    fn stranger_says(tag: Option<&str>, chosen: Option<Language>) -> Step {
        let somebody = Somebody { name: "", ..Somebody::new(Language::English) };
        let mut event = somebody.event(Deed::Said("/help".to_owned()));
        event.person.language_tag = tag.map(str::to_owned);
        decide(&event, &Known { language: chosen, ..somebody.known() })
    }

    #[test]
    fn the_chosen_language_wins_over_the_guessed_one() {
        let guessed = stranger_says(Some("ru-RU"), None);
        let chosen = stranger_says(Some("ru-RU"), Some(Language::English));

        assert!(text_of(&guessed).contains("Помощь"));
        assert!(text_of(&chosen).contains("Help"));
    }

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
            assert_eq!(somebody.says(command).state, somebody.state, "{command}");
        }
    }

    #[test]
    fn who_blocks_the_bot_is_remembered_and_not_spoken_to() {
        let somebody = Somebody::with_text(Language::English, "a cat");

        let (blocked, returned) = (somebody.does(Deed::Blocked), somebody.does(Deed::Returned));

        assert_eq!(blocked.effects, [Effect::Reachable(false)]);
        assert_eq!(returned.effects, [Effect::Reachable(true)]);
        assert_eq!((blocked.state, returned.state), (somebody.state.clone(), somebody.state));
    }

    #[test]
    fn a_channel_is_met_with_silence() {
        let place = ChatKind::Channel;
        let somebody = Somebody { place, ..Somebody::new(Language::English) };

        for deed in [Deed::Said("/start".to_owned()), Deed::Other, Deed::Blocked] {
            assert_eq!(somebody.does(deed).effects, []);
        }
    }
}
