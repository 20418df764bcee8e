//! Where the person goes by what they do: on with what they are at, back to it, or elsewhere.
//!
//! ```text
//!   [Main menu], /balance, a list, a card  ──> elsewhere: what they were at is left, its buttons go on working
//!   a button of the order or of the offer  ──> back: what was left is in front of them again
//!   money, the answer to a question        ──> on: nothing is left for it
//! ```
//!
//! Words and files go where the person looks; what they left is never taken up by them.

use domain::ModelKey;

use crate::commands::Spoken;
use crate::event::Action;
use crate::scene::Scene;
use crate::state::State;
use crate::tap::{GrowthTap, Tap};

/// Where something leads.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Leads {
    /// Away from what they are at.
    Elsewhere,
    /// To the card of a model.
    Card(ModelKey),
    /// To what they left.
    Back,
    /// On with what they are at.
    On,
}

/// Puts the state as what the person does finds it.
pub(crate) fn follow(scene: &Scene<'_>, state: State) -> State {
    let leads = match &scene.event.action {
        Action::Tapped { data, .. } => Tap::decode(data).map_or(Leads::On, |tap| tap_leads(&tap)),
        Action::Said(text) => match Spoken::parse(text) {
            Some(spoken) => match spoken.command(scene.role) {
                Some(command) => command_leads(command.word),
                None => Leads::On,
            },
            None => Leads::On,
        },
        Action::SentMedia(_)
        | Action::SentText(_)
        | Action::Blocked
        | Action::Returned
        | Action::Other => Leads::On,
    };
    match leads {
        Leads::Elsewhere => state.looking_at(None),
        Leads::Card(key) => state.looking_at(Some(key)),
        Leads::Back => state.taken_up(),
        Leads::On => state,
    }
}

fn command_leads(word: &str) -> Leads {
    match word {
        // What is put away is what was left as well.
        "cancel" => Leads::Back,
        // The way to the money for an order is no way from it.
        "topup" | "subscribe" | "promo" => Leads::On,
        _ => Leads::Elsewhere,
    }
}

fn tap_leads(tap: &Tap) -> Leads {
    match tap {
        Tap::Offer(..)
        | Tap::OfferAgain(_)
        | Tap::Others(..)
        | Tap::Order(_)
        | Tap::Example(..)
        | Tap::Answer(..)
        | Tap::Skip(..)
        | Tap::Enough(..)
        | Tap::Change(..)
        | Tap::Former(..)
        | Tap::Go(_)
        | Tap::Discard
        | Tap::Use(..)
        | Tap::Start(..)
        | Tap::FileModels(_)
        | Tap::Growth(GrowthTap::Joined(_))
        | Tap::Pay(_, Some(_)) => Leads::Back,
        Tap::Home
        | Tap::Section(_)
        | Tap::Help
        | Tap::Support
        | Tap::PaySupport
        | Tap::Terms
        | Tap::Privacy
        | Tap::Own(_)
        | Tap::Settings
        | Tap::Languages
        | Tap::Choose(_)
        | Tap::FullQuality(_)
        | Tap::Models(..)
        | Tap::Kinds
        | Tap::Best
        | Tap::Trending
        | Tap::Search
        | Tap::Wish(_)
        | Tap::Past(_) => Leads::Elsewhere,
        Tap::Model(key) | Tap::Favour(key, _) => Leads::Card(key.clone()),
        // A result is looked at beside the order that is in front of the person.
        Tap::Generation(..)
        | Tap::Job(_)
        | Tap::TopUp
        | Tap::NameStars
        | Tap::Pay(_, None)
        | Tap::Plans
        | Tap::EndPlan(_)
        | Tap::CancelPlan(_)
        | Tap::ResumePlan(_)
        | Tap::Confirm(_)
        | Tap::Refrain(_)
        | Tap::Growth(_)
        | Tap::Transfer(_)
        | Tap::Admin(_)
        | Tap::Talk(_) => Leads::On,
    }
}
