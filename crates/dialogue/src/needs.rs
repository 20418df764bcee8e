//! What must be looked up before an event can be decided, and what was found.
//!
//! ```text
//!   event, known ── needs ──┬──> Nothing: almost always
//!                           ├──> Books: the person's own balance
//!                           ├──> Counter: what ordering and the shelf look at
//!                           ├──> Till: the same with the person's accounts locked, to begin an order
//!                           ├──> History, Job: what they made before, and one of it
//!                           └──> Card: somebody else's accounts, locked
//!   what was found goes into Known ──> decide
//! ```
//!
//! A decision has no way to ask for more while it is made. So it says beforehand what it will look
//! at, and whoever loads it does so in the transaction that the decision belongs to. An update that
//! needs nothing costs no query. Only an admin can make anybody look at somebody else.

use domain::catalogue::ModelKey;
use domain::ledger::{Kind, Purse};
use domain::{GenerationId, Language, Money, PersonId};

use crate::commands::{Command, Spoken};
use crate::event::{ChatKind, Deed, Event, Known, Role};
use crate::menu::Section;
use crate::state::State;
use crate::tap::Tap;
use crate::{admin, order, prompt, start};

/// What a decision will look at, beyond the conversation itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// The books of the person: [`Books`].
    Books,
    /// Somebody else, with their accounts locked: [`Card`].
    Card(PersonId),
    /// What ordering looks at, with the pace of this model: [`Counter`](crate::counter::Counter).
    Counter(Option<ModelKey>),
    /// The same, with the person's accounts locked: an order for this model may begin.
    Till(ModelKey),
    /// A page of what the person made before: [`History`](crate::counter::History).
    History(u16),
    /// One generation of the person: [`JobRecord`](crate::counter::JobRecord). It brings the
    /// [`Counter`](crate::counter::Counter) along: what is done about it may be another order.
    Job(GenerationId),
}

/// What a person sees of the books.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Books {
    /// What may be spent.
    pub available: Money,
    /// Set apart for running generations.
    pub held: Money,
    /// Owed; not negative.
    pub owed: Money,
    /// The last operations, the latest first.
    pub movements: Vec<Movement>,
}

/// An operation as its person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// What it was about.
    pub kind: Kind,
    /// What it did to what may be spent.
    pub change: Money,
    /// When, ready to be shown.
    pub at: String,
}

/// Somebody else, whom the bot has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// Their accounts, locked until the decision is written.
    pub purse: Purse,
    /// The language they are spoken to in.
    pub language: Language,
    /// Whether our messages reach them.
    pub is_reachable: bool,
}

/// What must be looked up for an event; what `known` holds of it already is not looked at.
pub fn needs(event: &Event, known: &Known) -> Needs {
    if event.chat.kind != ChatKind::Private {
        return Needs::Nothing;
    }
    match &event.deed {
        Deed::Said(text) => {
            let words = || order::needs_of_words(known, text);
            Spoken::parse(text).map_or_else(words, |spoken| of_command(&spoken, known))
        }
        Deed::Tapped { data, message: _ } => {
            Tap::decode(data).map_or(Needs::Nothing, |tap| of_tap(tap, known))
        }
        Deed::SentMedia(sent) => order::needs_of_file(known, sent),
        Deed::SentText(text) => order::needs_of_words(known, text),
        Deed::Blocked | Deed::Returned | Deed::Other => Needs::Nothing,
    }
}

fn of_command(spoken: &Spoken<'_>, known: &Known) -> Needs {
    match spoken.command(known.role) {
        Some(Command::Section(section)) => of_section(section),
        Some(Command::Admin) => admin::needs(spoken.rest, known.bot.currency),
        Some(
            Command::Cancel
            | Command::Menu
            | Command::Language
            | Command::Help
            | Command::Support
            | Command::PaySupport
            | Command::Terms
            | Command::Privacy
            | Command::Later,
        )
        | None => Needs::Nothing,
        Some(Command::Start) => start::needs(spoken.rest),
        Some(Command::Settings) => Needs::Counter(None),
        Some(Command::Generate) => order::needs_of_generate(spoken.rest, known),
    }
}

fn of_tap(tap: Tap, known: &Known) -> Needs {
    match tap {
        Tap::Section(section) => of_section(section),
        Tap::Confirm(mark) => match (&known.state, known.role) {
            (State::Adjusting(correction), Role::Admin) if correction.mark() == mark => {
                Needs::Card(correction.person())
            }
            _ => Needs::Nothing,
        },
        Tap::Models(..) | Tap::Best | Tap::Settings | Tap::FullQuality(_) => Needs::Counter(None),
        Tap::Model(key) | Tap::Favour(key, _) | Tap::Order(key) | Tap::Example(key, _) => {
            Needs::Counter(Some(key))
        }
        Tap::Answer(..) | Tap::Skip(..) | Tap::Enough(..) | Tap::Change(..) => {
            order::needs_of_step(known)
        }
        Tap::Use(key, mark) => order::needs_of_use(known, key, mark),
        Tap::Offer(_, mark) => prompt::needs_of_offer(known, mark),
        Tap::Go(mark) => order::needs_of_go(known, mark),
        Tap::Job(id, _) => Needs::Job(id),
        Tap::Past(page) => Needs::History(page),
        Tap::Home
        | Tap::Help
        | Tap::Support
        | Tap::Terms
        | Tap::Privacy
        | Tap::Search
        | Tap::Languages
        | Tap::Choose(_)
        | Tap::Discard
        | Tap::OfferAgain(_)
        | Tap::Refrain(_) => Needs::Nothing,
    }
}

const fn of_section(section: Section) -> Needs {
    match section {
        Section::Balance => Needs::Books,
        Section::History => Needs::History(0),
        Section::Image | Section::Video | Section::Sound | Section::Tools | Section::Free => {
            Needs::Counter(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::{Language, PersonId};

    use super::Needs;
    use crate::event::{ChatKind, Deed, Role};
    use crate::example::{Somebody, correction};
    use crate::menu::Section;
    use crate::state::State;
    use crate::tap::Tap;

    fn with(role: Role, state: State) -> Somebody {
        Somebody { role, state, ..Somebody::new(Language::English) }
    }

    fn said(role: Role, text: &str) -> Needs {
        with(role, State::Menu).needs(Deed::Said(text.to_owned()))
    }

    fn tapped(role: Role, state: &State, tap: Tap) -> Needs {
        with(role, state.clone()).needs(Deed::Tapped { data: tap.encode(), message: None })
    }

    #[test]
    fn the_books_are_opened_only_for_who_asks_for_them() {
        for role in [Role::Person, Role::Admin] {
            for text in ["/balance", "/BALANCE@trt_bot", "/topup", "/subscribe"] {
                assert_eq!(said(role, text), Needs::Books, "{text}");
            }
            for text in ["balance", "/menu", "/start", "/help", "a cat", "/nonsense", ""] {
                assert_eq!(said(role, text), Needs::Nothing, "{text}");
            }
            for section in Section::ALL {
                let expected = match section {
                    Section::Balance => Needs::Books,
                    Section::History => Needs::History(0),
                    _ => Needs::Counter(None),
                };
                assert_eq!(tapped(role, &State::Menu, Tap::Section(section)), expected);
            }
            for tap in [Tap::Settings, Tap::FullQuality(true)] {
                assert_eq!(tapped(role, &State::Menu, tap), Needs::Counter(None));
            }
            assert_eq!(said(role, "/settings"), Needs::Counter(None));
            for deed in [Deed::Blocked, Deed::Returned, Deed::Other] {
                assert_eq!(with(role, State::Menu).needs(deed), Needs::Nothing);
            }
        }
    }

    #[test]
    fn only_an_admin_makes_us_look_at_somebody_else() {
        let correction = correction("8 10 a mistake", 1);
        let confirm = Tap::Confirm(correction.mark());
        let waiting = State::Adjusting(correction);
        let target = Needs::Card(PersonId::new(8));

        assert_eq!(said(Role::Admin, "/admin adjust 8 10 a mistake"), target);
        assert_eq!(said(Role::Person, "/admin adjust 8 10 a mistake"), Needs::Nothing);
        assert_eq!(tapped(Role::Admin, &waiting, confirm.clone()), target);
        assert_eq!(tapped(Role::Person, &waiting, confirm), Needs::Nothing);
    }

    #[test]
    fn nobody_is_locked_for_a_command_with_a_mistake_or_a_button_that_is_too_old() {
        for text in ["/admin", "/admin adjust", "/admin adjust 8 10", "/admin adjust x 10 why"] {
            assert_eq!(said(Role::Admin, text), Needs::Nothing, "{text}");
        }
        let (older, newer) = (correction("8 10 a mistake", 1), correction("8 10 a mistake", 2));
        for state in [State::Menu, State::Adjusting(newer)] {
            assert_eq!(tapped(Role::Admin, &state, Tap::Confirm(older.mark())), Needs::Nothing);
        }
        let refrain = Tap::Refrain(older.mark());
        assert_eq!(tapped(Role::Admin, &State::Adjusting(older), refrain), Needs::Nothing);
    }

    #[test]
    fn nothing_is_looked_up_for_a_group_or_a_channel() {
        for place in [ChatKind::Group, ChatKind::Channel] {
            let admin = Somebody { place, ..with(Role::Admin, State::Menu) };
            for text in ["/balance", "/balance@trt_bot", "/admin adjust 8 10 why"] {
                assert_eq!(admin.needs(Deed::Said(text.to_owned())), Needs::Nothing, "{text}");
            }
        }
    }

    #[test]
    fn what_was_not_asked_for_is_not_looked_at() {
        for language in Language::ALL {
            let full = Somebody::admin(language);
            let bare = Somebody { books: None, card: None, ..Somebody::admin(language) };
            for text in ["/start", "/menu", "/help", "/admin", "/admin adjust 8 x y", "a cat"] {
                assert_eq!(said(Role::Admin, text), Needs::Nothing, "{text}");
                assert_eq!(full.says(text), bare.says(text), "{text}");
            }
        }
    }
}
