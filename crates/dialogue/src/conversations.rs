//! The table: what a person did, what must be looked up for it, and the conversation that answers.
//!
//! ```text
//! private   /command ─→ its line of COMMANDS; /start and /cancel win in every state
//!           text     ─→ what the person looks at: an order, a card, files; else a wish, answered with an order
//!           media    ─→ the same
//!           tap      ─→ its screen; unknown data ─→ a fresh menu
//!           /admin and its buttons ─→ for admins; unknown to everybody else
//!           blocked, returned ─→ remembered, without a word
//! a reply of an admin to a question of somebody ─→ the answer to it, in private and in a group
//! banned    help, and what is their right; all else ─→ one line, once a minute
//! group     a command with our name ─→ one line with a link; all else ─→ silence; where admins work
//!           together `/admin` and its buttons ─→ as in private
//! channel   silence
//! ```
//!
//! A button, a state or a kind of message without its line does not compile; a command without its line
//! fails a test. What a conversation is given is what its line says is looked up.

pub(crate) mod admin;
pub(crate) mod balance;
mod banned;
pub(crate) mod broadcast;
mod cancel;
mod groups;
mod help;
pub(crate) mod history;
pub(crate) mod invite;
mod language;
pub(crate) mod leads;
pub(crate) mod menu;
pub(crate) mod order;
pub(crate) mod own_data;
mod plans;
pub(crate) mod promo;
mod prompt;
mod settings;
pub(crate) mod shop;
pub(crate) mod start;
pub(crate) mod support;
mod talking;
pub(crate) mod topup;
pub(crate) mod transfer;
mod unknown;

use self::menu::Section;
use self::order::StepButton;
use crate::commands::Spoken;
use crate::event::{Action, ChatKind};
use crate::facts::Reply;
use crate::scene::{Role, Scene};
use crate::state::{Looking, State, TransferTalk};
use crate::step::{Effect, Kept};
use crate::tap::{OwnTap, Tap};

/// A command: who has it, its description in Telegram's own list if it is there, and what it opens.
pub(crate) struct Command {
    pub(crate) word: &'static str,
    pub(crate) role: Role,
    pub(crate) listed: Option<&'static str>,
    opens: Opens,
}

/// What a command opens, given what stands behind it.
type Opens = for<'a> fn(&'a Scene<'a>, &'a str) -> Reply<'a>;

/// Every command, in the order in which Telegram lists them.
pub(crate) const COMMANDS: &[Command] = &[
    listed("start", "profile-command-start", start::on_start),
    listed("menu", "profile-command-menu", |scene, _| on_tap(scene, Tap::Home)),
    listed("models", "profile-command-models", |scene, _| on_tap(scene, Tap::Kinds)),
    listed("best", "profile-command-best", |scene, _| on_tap(scene, Tap::Best)),
    listed("search", "profile-command-search", shop::on_search_for),
    listed("balance", "profile-command-balance", |scene, _| on_section(scene, Section::Balance)),
    listed("topup", "profile-command-topup", topup::on_command),
    listed("subscribe", "profile-command-subscribe", |scene, _| on_tap(scene, Tap::Plans)),
    listed("history", "profile-command-history", |scene, _| on_section(scene, Section::History)),
    listed("free", "profile-command-free", |scene, _| on_section(scene, Section::Free)),
    listed("invite", "profile-command-invite", invite::on_invite),
    listed("promo", "profile-command-promo", promo::on_command),
    listed("settings", "profile-command-settings", |scene, _| on_tap(scene, Tap::Settings)),
    listed("language", "profile-command-language", |scene, _| on_tap(scene, Tap::Languages)),
    listed("help", "profile-command-help", |scene, _| on_tap(scene, Tap::Help)),
    listed("cancel", "profile-command-cancel", |scene, _| Reply::Now(cancel::on_cancel(scene))),
    listed("support", "profile-command-support", support::on_support),
    listed("paysupport", "profile-command-paysupport", support::on_paysupport),
    listed("terms", "profile-command-terms", |scene, _| on_tap(scene, Tap::Terms)),
    listed("privacy", "profile-command-privacy", |scene, _| on_tap(scene, Tap::Privacy)),
    unlisted("generate", order::on_generate),
    unlisted("my_data", |scene, _| on_tap(scene, Tap::Own(OwnTap::Data))),
    unlisted("delete_me", |scene, _| on_tap(scene, Tap::Own(OwnTap::Leave))),
    // To everybody else it is a command that nobody has ever heard of.
    Command { role: Role::Admin, ..unlisted("admin", admin::on_admin) },
];

const fn listed(word: &'static str, description: &'static str, opens: Opens) -> Command {
    Command { listed: Some(description), ..unlisted(word, opens) }
}

const fn unlisted(word: &'static str, opens: Opens) -> Command {
    Command { word, role: Role::Person, listed: None, opens }
}

/// Decides what follows from what happened.
pub fn decide<'a>(scene: &'a mut Scene<'_>) -> Reply<'a> {
    match scene.event.chat.kind {
        ChatKind::Private => {
            scene.settle();
            in_private(scene)
        }
        ChatKind::Group => in_group(scene),
        ChatKind::Channel => Reply::Now(scene.stay()),
    }
}

fn in_group<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    if scene.role == Role::Banned {
        return Reply::Now(scene.stay());
    }
    admin::in_their_chat(scene).unwrap_or_else(|| Reply::Now(groups::on_action(scene)))
}

fn in_private<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    if scene.role == Role::Banned
        && let Some(step) = banned::on_action(scene)
    {
        return Reply::Now(step);
    }
    if let Some(reply) = support::on_reply(scene) {
        return reply;
    }
    match &scene.event.action {
        Action::Said(text) => match Spoken::parse(text) {
            Some(spoken) => on_command(scene, &spoken),
            None => on_words(scene, text),
        },
        Action::Tapped { data, message: _ } => match Tap::decode(data) {
            Some(tap) => on_tap(scene, tap),
            None => Reply::Now(unknown::on_tap(scene)),
        },
        Action::SentMedia(sent) => match &scene.state {
            State::Ordering(draft) => order::on_file(scene, draft, sent),
            State::Transfer(TransferTalk::Showing(id)) => transfer::on_file(scene, *id, sent),
            State::Talking(talk) => talking::on_file(scene, talk, sent),
            State::Looking(Looking { card: Some(key), .. }) => {
                prompt::on_card_media(scene, key, sent)
            }
            State::Menu
            | State::OfferedPrompt(_)
            | State::Adjusting(_)
            | State::OfferedFiles(_)
            | State::Looking(_)
            | State::Searching
            | State::NamingStars
            | State::NamingPromo
            | State::Transfer(_)
            | State::Refunding(_) => {
                prompt::on_voice(scene, sent).unwrap_or_else(|| prompt::on_media(scene, sent))
            }
        },
        Action::SentText(text) => on_words(scene, text),
        Action::Blocked => Reply::Now(scene.stay().and(Effect::Keep(Kept::Reachable(false)))),
        Action::Returned => Reply::Now(scene.stay().and(Effect::Keep(Kept::Reachable(true)))),
        Action::Other => match &scene.state {
            State::Talking(talk) => talking::on_kind(scene, talk),
            _ => Reply::Now(unknown::on_kind(scene)),
        },
    }
}

fn on_command<'a>(scene: &'a Scene<'a>, spoken: &Spoken<'a>) -> Reply<'a> {
    match spoken.command(scene.role) {
        Some(command) => (command.opens)(scene, spoken.rest),
        None => Reply::Now(unknown::on_command(scene)),
    }
}

/// Words that are no command, typed or in a file.
fn on_words<'a>(scene: &'a Scene<'a>, text: &'a str) -> Reply<'a> {
    match &scene.state {
        State::Ordering(draft) => order::on_text(scene, draft, text),
        // A file is no search.
        State::Searching if scene.typed().is_some() => {
            Reply::ordering(scene, |scene| shop::on_words(scene, text))
        }
        State::NamingStars => topup::on_words(scene, text),
        State::NamingPromo => promo::on_words(scene, text),
        State::Transfer(talk) => transfer::on_words(scene, talk, text),
        State::Talking(talk) => talking::on_words(scene, talk, text),
        State::OfferedFiles(offer) => prompt::on_words_for_files(scene, offer, text),
        State::Looking(Looking { card: Some(key), .. }) => prompt::on_card_words(scene, key, text),
        State::Menu
        | State::OfferedPrompt(_)
        | State::Adjusting(_)
        | State::Looking(_)
        | State::Refunding(_)
        | State::Searching => prompt::on_text(scene, text),
    }
}

fn on_tap<'a>(scene: &'a Scene<'a>, tap: Tap) -> Reply<'a> {
    if tap.role() == Role::Admin && scene.role != Role::Admin {
        return Reply::Now(unknown::on_tap(scene));
    }
    match tap {
        Tap::Home => Reply::Now(menu::on_menu(scene)),
        Tap::Section(section) => on_section(scene, section),
        Tap::Help => Reply::Now(help::on_help(scene)),
        Tap::Support => support::on_support(scene, ""),
        Tap::PaySupport => support::on_paysupport(scene, ""),
        Tap::Talk(tap) => talking::on_tap(scene, tap),
        Tap::Terms => Reply::Now(help::on_terms(scene)),
        Tap::Privacy => Reply::Now(help::on_privacy(scene)),
        Tap::Own(tap) => own_data::on_tap(scene, tap),
        Tap::Languages => Reply::Now(language::on_languages(scene)),
        Tap::Choose(language) => Reply::Now(language::on_choice(scene, language)),
        Tap::Settings => Reply::ordering(scene, settings::on_settings),
        Tap::FullQuality(wanted) => settings::on_full_quality(scene, wanted),
        Tap::Offer(craft, mark) => prompt::on_offer(scene, craft, mark),
        Tap::OfferAgain(mark) => prompt::on_offer_again(scene, mark),
        Tap::Others(craft, mark) => prompt::on_others(scene, craft, mark),
        Tap::Wish(number) => prompt::on_wish(scene, number),
        Tap::Use(key, mark) => prompt::on_use(scene, key, mark),
        Tap::Start(key, mark) => prompt::on_start(scene, key, mark),
        Tap::FileModels(mark) => prompt::on_file_models(scene, mark),
        Tap::Confirm(mark) => admin::on_confirm(scene, mark),
        Tap::Refrain(mark) => admin::on_refrain(scene, mark),
        Tap::Transfer(tap) => admin::on_transfer(scene, tap),
        Tap::Growth(tap) => admin::growth::on_tap(scene, tap),
        Tap::Admin(tap) => admin::on_tap(scene, tap),
        Tap::Models(kind, page) => shop::on_models(scene, kind, page),
        Tap::Kinds => Reply::ordering(scene, shop::on_kinds),
        Tap::Best => Reply::ordering(scene, shop::on_best),
        Tap::Trending => Reply::ordering(scene, shop::on_trending),
        Tap::Search => Reply::Now(shop::on_search(scene)),
        Tap::Model(key) => Reply::ordering_from(scene, key, shop::on_model),
        Tap::Favour(key, kept) => {
            Reply::ordering_from(scene, key, move |scene, key| shop::on_favour(scene, key, kept))
        }
        Tap::Order(key) => Reply::ordering_from(scene, key, order::on_order),
        Tap::Example(key, number) => Reply::ordering_from(scene, key, move |scene, key| {
            order::on_example(scene, key, number)
        }),
        Tap::Answer(key, input, value) => {
            order::on_step(scene, key, input, StepButton::Value(value))
        }
        Tap::Skip(key, input) => order::on_step(scene, key, input, StepButton::Skip),
        Tap::Enough(key, input) => order::on_step(scene, key, input, StepButton::Enough),
        Tap::Change(key, input) => order::on_step(scene, key, input, StepButton::Change),
        Tap::Former(key, input) => order::on_step(scene, key, input, StepButton::Former),
        Tap::Go(mark) => order::on_go(scene, mark),
        Tap::Discard => Reply::Now(order::on_discard(scene)),
        Tap::Generation(id, action) => Reply::WithGeneration(
            id,
            Box::new(move |past| history::on_generation(scene, past, action)),
        ),
        Tap::Job(tap) => history::on_job(scene, tap),
        Tap::TopUp => topup::on_topup(scene),
        Tap::NameStars => Reply::Now(topup::on_name_stars(scene)),
        Tap::Pay(bill, mark) => topup::on_pay(scene, bill, mark),
        Tap::Plans => plans::on_plans(scene),
        Tap::EndPlan(key) => plans::on_end(scene, key),
        Tap::CancelPlan(key) => plans::on_cancel(scene, key),
        Tap::ResumePlan(key) => plans::on_resume(scene, key),
        Tap::Past(page) => {
            Reply::WithHistory(page, Box::new(move |found| history::on_history(scene, found, page)))
        }
    }
}

fn on_section<'a>(scene: &'a Scene<'a>, section: Section) -> Reply<'a> {
    match section {
        Section::Balance => {
            Reply::WithBalance(Box::new(|balance| balance::on_balance(scene, balance)))
        }
        Section::History => on_tap(scene, Tap::Past(0)),
        Section::Free => Reply::ordering(scene, shop::on_free),
        Section::Image | Section::Video | Section::Sound | Section::Tools => {
            Reply::ordering(scene, move |scene| shop::on_section(scene, section))
        }
    }
}

#[cfg(test)]
mod tests;
