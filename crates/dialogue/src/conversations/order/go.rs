//! The start: everything is looked at again, then the work begins or the person hears why not.
//!
//! ```text
//!   Go(mark) ──┬── not the quote of the present order ──> its message shows where it stands
//!              ├── closed, its variant, paused ──┐
//!              ├── more than the provider has left │
//!              ├── words that are never passed on │
//!              ├── another price than the quote ──┼──> the confirmation with the reason above it
//!              ├── too many at the same time      │
//!              ├── more than one may spend so fast ─┤
//!              ├── too little money, a debt ──────┘
//!              ├── free, for members of a channel: see [`gate`]
//!              └── all is well ──> Begin, and the state is the menu
//! ```
//!
//! The state no longer has the quote once the work has begun, so a second tap cannot begin it twice. The
//! service keeps that promise once more by the number of the quote.

use domain::catalogue::{Form, Model};
use domain::generation::Brief;
use domain::ledger::{Purse, Refusal, rules};
use domain::offers::{Limit, Rest};
use domain::{GenerationId, Money};

use super::asking::{Place, proceed, show_again};
use super::terms::{Terms, terms};
use super::{closed_words, gate, guard, is_open, model_of, present};
use crate::amounts::{priced, shown};
use crate::conversations::menu::Section;
use crate::draft::{Draft, Quote};
use crate::facts::Reply;
use crate::generation::{self, GenerationFacts};
use crate::html::Html;
use crate::scene::{OrderScene, Scene};
use crate::screen::{self, Screen};
use crate::state::{Mark, State};
use crate::step::{ConfirmedOrder, Effect, Step};
use crate::texts::OrderText;

/// The person wants what was quoted.
pub(crate) fn on_go<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    let State::Ordering(draft) = &scene.state else { return Reply::Now(already(scene)) };
    let Some(quote) = draft.quote.filter(|quote| quote.mark() == mark) else {
        return present(scene, draft, move |scene, model| {
            let note = OrderText::OldPrice.html(scene.language);
            show_again(scene, model, draft, Place::Refreshed, note)
        });
    };
    Reply::WithCheckout(
        draft.model.clone(),
        Box::new(move |checkout| {
            let scene = OrderScene::new(scene, &checkout.order);
            let start = |model| start(&scene, model, draft, quote, &checkout.purse);
            model_of(&scene, draft).map_or_else(|step| *step, start)
        }),
    )
}

/// Begins an order at the price that was named, unless something stands against it.
pub(crate) fn start(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    quote: Quote,
    purse: &Purse,
) -> Step {
    let terms = match terms(&scene.prices, scene.facts, model, draft) {
        Ok(terms) => terms,
        // It no longer fits the catalogue: the wizard asks for what is wrong now.
        Err(_) => return proceed(scene, model, draft.clone(), Place::Here, None),
    };
    match hurdle(scene, model, draft, quote, &terms, purse) {
        Some(Hurdle { words, limit }) => {
            counted(proceed(scene, model, draft.clone(), Place::Here, Some(words)), limit)
        }
        None => gate::instead(scene, model, draft, quote, Place::Here).unwrap_or_else(|| {
            let begun = begun(scene, model, draft, quote, &terms, None);
            Step::to(State::Menu).and(begun)
        }),
    }
}

/// What stands against a start.
pub(super) struct Hurdle {
    /// What the person reads.
    pub(super) words: Html,
    /// They would spend faster than one may.
    pub(super) limit: Option<Limit>,
}

/// The same step, with a limit that was reached counted.
pub(super) fn counted(step: Step, limit: Option<Limit>) -> Step {
    match limit {
        Some(limit) => step.and(Effect::Limited(limit)),
        None => step,
    }
}

/// What stands against the start; nothing is charged.
pub(super) fn hurdle(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    quote: Quote,
    terms: &Terms,
    purse: &Purse,
) -> Option<Hurdle> {
    if let Some(words) = in_the_way(scene, model, draft, quote, terms) {
        return Some(Hurdle { words, limit: None });
    }
    if quote.is_free {
        return None;
    }
    // Whoever would have to wait is not asked to pay first.
    let limited = too_fast(scene, terms.price);
    limited.or_else(|| Some(Hurdle { words: shortage(scene, purse, terms.price)?, limit: None }))
}

/// What is wrong with the order itself, or with its time.
fn in_the_way(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    quote: Quote,
    terms: &Terms,
) -> Option<Html> {
    let language = scene.language;
    if !is_open(scene, model) {
        return Some(closed_words(scene, model));
    }
    let texts = model.inputs.iter().filter(|input| matches!(input.form, Form::Text { .. }));
    let mut words = texts.filter_map(|input| draft.words(&input.name));
    if words.any(|words| guard::refuses(scene, words)) {
        return Some(OrderText::Guarded.html(language));
    }
    if scene.facts.closed_variants.contains(&variant_of(model, terms)) {
        return Some(closed_words(scene, model));
    }
    if scene.facts.is_too_dear(terms.cost) {
        return Some(OrderText::TooDear.html(language));
    }
    if terms.price != quote.price || terms.cost != quote.cost {
        return Some(OrderText::NewPrice.html(language));
    }
    let is_full = scene.facts.generations >= scene.facts.jobs(&scene.prices.offers);
    is_full.then(|| too_many(scene))
}

/// The person would spend faster than one may: when it goes on.
fn too_fast(scene: &OrderScene<'_>, price: Money) -> Option<Hurdle> {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let Rest { limit, wait } = offers.limits.rest(&scene.facts.spent, price)?;
    let most = priced(language, offers, offers.limits.amount(limit)?);
    let (most, wait) = (most.as_str(), &generation::wait(language, wait));
    let words = match limit {
        Limit::SpendPerHour => OrderText::LimitHour { most, wait },
        _ => OrderText::LimitDay { most, wait },
    };
    Some(Hurdle { words: words.html(language), limit: Some(limit) })
}

/// As many orders as may go at the same time are in work: how many that is, by which plan, and with which plan it
/// would be more.
fn too_many(scene: &OrderScene<'_>) -> Html {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let most = scene.facts.jobs(offers);
    let number = |jobs: u32| usize::try_from(jobs).unwrap_or(usize::MAX);
    let count = number(most);
    let words = match offers.busiest_with(&scene.facts.plans) {
        Some(plan) => OrderText::TooManyWithPlan { plan: plan.title.in_language(language), count },
        None => OrderText::TooManyGenerations { count },
    };
    let words = words.html(language);
    let more = offers.plans.iter().filter_map(|plan| Some((plan, plan.jobs?)));
    match more.filter(|(_, jobs)| *jobs > most).min_by_key(|(_, jobs)| *jobs) {
        Some((plan, jobs)) => {
            let (plan, count) = (plan.title.in_language(language), number(jobs));
            words.then(&OrderText::MoreWithPlan { plan, count }.html(language))
        }
        None => words,
    }
}

/// What is missing in the purse, in words.
fn shortage(scene: &OrderScene<'_>, purse: &Purse, price: Money) -> Option<Html> {
    let language = scene.language;
    match rules::split(purse, price) {
        Ok(_) => None,
        Err(Refusal::Short { missing }) => {
            let missing = priced(language, &scene.prices.offers, missing);
            Some(OrderText::Short { missing: &missing }.html(language))
        }
        Err(Refusal::InDebt { owed }) => {
            let owed = shown(language, scene.bot.currency, owed);
            Some(OrderText::InDebt { owed: &owed }.html(language))
        }
        Err(Refusal::Nonsense | Refusal::Stranger(_)) => Some(OrderText::PurseAway.html(language)),
    }
}

/// The order as it begins and the message that tells how it goes, as another one of what it repeats.
pub(super) fn begun(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    quote: Quote,
    terms: &Terms,
    repeats: Option<GenerationId>,
) -> Effect {
    let brief = Brief::of(&terms.order, draft.files(model));
    let order = ConfirmedOrder {
        quote: quote.named_at,
        model: model.key.clone(),
        brief: brief.to_text(),
        price: quote.price,
        cost: quote.cost,
        is_free: quote.is_free,
        variant: variant_of(model, terms),
        repeats,
    };
    let facts = GenerationFacts {
        // It has no number yet; whoever writes the row adds the button that needs it.
        id: GenerationId::new(0),
        number: 0,
        language: scene.language,
        model: Some(model),
        brief: &brief,
        price: quote.price,
        is_free: quote.is_free,
        offers: &scene.prices.offers,
    };
    Effect::Begin(order, generation::waiting(&facts, scene.facts.pace))
}

/// The variant of a model that an order is for: what one row of its prices covers.
pub(super) fn variant_of(model: &Model, terms: &Terms) -> String {
    model.price_of(&terms.order).map(|price| model.variant(price)).unwrap_or_default()
}

/// There is no order to begin: it has begun already, or was put away.
pub(crate) fn already(scene: &Scene<'_>) -> Step {
    let language = scene.language;
    let screen = Screen::bare(OrderText::AlreadyGone.html(language))
        .row([Section::History.button(language), screen::home(language)]);
    scene.stay().refresh(screen)
}
