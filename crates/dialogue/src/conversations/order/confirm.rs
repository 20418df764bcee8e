//! The confirmation: every value, the price, the balance, the time, and the button that starts the work.
//!
//! ```text
//! Z-Image
//! Description: a cat · Aspect ratio: 1:1
//! Price: 1 ⭐ · 0.60 ₽ · 7 % off with Light · Balance: 100 ₽ · Usually 20–40 s
//! [Make it · 1 ⭐ · 0.60 ₽] [Another model] [Video] [Music] [Description] [Aspect ratio] [Put away] [Main menu]
//! too little money        ->  [Pay what is missing · 1 ⭐ · 0.60 ₽] comes first
//! words took the place of others -> [The words before]
//! ```
//!
//! The price is frozen here as a [`Quote`], marked by the update that named it. As long as nothing
//! changes the quote stays the same, so that a second look does not spoil the button of the first.

use domain::Language;
use domain::catalogue::{Answer, Form, Input, Model, Value};

use super::asking::{Place, ask, is_asked, proceed};
use super::terms::{Free, NoTerms, Terms, terms};
use super::{first_text, names, steps};
use crate::amounts::{priced, shown};
use crate::conversations::menu::with_menu;
use crate::conversations::{prompt, topup};
use crate::draft::{Draft, Given, Quote};
use crate::generation::usual_time;
use crate::html::Html;
use crate::scene::OrderScene;
use crate::screen::{self, Button, Screen};
use crate::state::{Prompt, State};
use crate::step::Step;
use crate::tap::{Craft, Tap};
use crate::texts::{OrderLabel, OrderText};

/// How much of each text is quoted, in UTF-16 units: the longest of all leave room for the rest.
const QUOTED: usize = 700;

/// Shows the confirmation, or what stands in its way.
pub(super) fn confirm(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: Draft,
    place: Place,
    note: Option<Html>,
) -> Step {
    match terms(&scene.prices, scene.facts, model, &draft) {
        Ok(terms) => {
            let quote = quote(scene, &draft, &terms);
            let draft = Draft { asking: None, quote: Some(quote), ..draft };
            let screen = screen(scene, model, &draft, &terms, quote, note);
            place.put(Step::to(State::Ordering(draft)), screen)
        }
        Err(NoTerms::NotTogether) => start_over(scene, model, draft, place),
        Err(NoTerms::Unmeasured(name)) => match model.input(&name) {
            Some(input) => {
                let note = OrderText::Unmeasured.html(scene.language);
                ask(scene, model, draft, input, place, Some(note))
            }
            None => impossible(scene, place),
        },
        Err(NoTerms::Impossible) => impossible(scene, place),
    }
}

/// The price of an order as it is named now.
pub(super) fn quote_of(scene: &OrderScene<'_>, terms: &Terms) -> Quote {
    Quote {
        named_at: scene.update,
        price: terms.price,
        cost: terms.cost,
        is_free: matches!(terms.free, Free::Left(_)),
    }
}

/// The quote of a draft: the one that was named, if it still holds, else a new one.
fn quote(scene: &OrderScene<'_>, draft: &Draft, terms: &Terms) -> Quote {
    let new = quote_of(scene, terms);
    let holds = |old: &Quote| Quote { named_at: new.named_at, ..*old } == new;
    draft.quote.filter(holds).unwrap_or(new)
}

/// Settings that no longer go together are set back to what goes together: the defaults.
fn start_over(scene: &OrderScene<'_>, model: &Model, mut draft: Draft, place: Place) -> Step {
    let before = draft.answers.len();
    let is_content = |name: &str| {
        let form = model.input(name).map(|input| &input.form);
        matches!(form, Some(Form::Text { .. } | Form::Media(_)))
    };
    draft.answers.retain(|(name, _)| is_content(name));
    if draft.answers.len() == before {
        return impossible(scene, place);
    }
    let note = OrderText::NotTogether.html(scene.language);
    proceed(scene, model, draft, place, Some(note))
}

/// The catalogue has no price for what was ordered; a checked one always has.
fn impossible(scene: &OrderScene<'_>, place: Place) -> Step {
    place.put(
        Step::to(State::Menu),
        with_menu(scene.language, OrderText::Impossible.html(scene.language)),
    )
}

fn screen(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    terms: &Terms,
    quote: Quote,
    note: Option<Html>,
) -> Screen {
    let language = scene.language;
    let title = model.title.in_language(language);
    let head = OrderText::Confirm { title }.html(language);
    // Nothing is set apart: a quotation stands out by itself.
    let parts = [head, values(language, model, draft, terms), sums(scene, model, terms)];
    let page = Html::lines(parts);
    let page = note.map_or(page.clone(), |note| note.then(&page));
    let missing = terms.price.minus(scene.facts.available).filter(|missing| missing.is_positive());
    let go = Button::new(go_label(scene, terms), Tap::Go(quote.mark()));
    let mut rows = match missing {
        None => vec![vec![go.success()]],
        // What helps comes first.
        Some(missing) => {
            let mut ways = topup::ways(scene, missing, quote.mark());
            ways.push(vec![go]);
            ways
        }
    };
    rows.extend(other_ways(scene, model, draft));
    rows.extend(changes(language, model, draft));
    let screen = rows.into_iter().fold(Screen::bare(page), Screen::row);
    screen.row([steps::discard(language), screen::home(language)])
}

/// The ways to something else: another model, another thing made of the same words, the words before.
fn other_ways(scene: &OrderScene<'_>, model: &Model, draft: &Draft) -> Vec<Vec<Button>> {
    let Some(input) = first_text(model) else { return Vec::new() };
    let has_files = draft.answers.iter().any(|(_, given)| matches!(given, Given::Files(_)));
    let words = draft.words(&input.name).and_then(Prompt::from_person).filter(|_| !has_files);
    let craft = Craft::of(model.kind).zip(words);
    let others = craft.map(|(craft, words)| prompt::other_ways(scene, craft, words.mark()));
    let former = draft.former.as_ref().map(|_| {
        let tap = Tap::Former(model.key.clone(), input.name.clone());
        vec![Button::new(OrderLabel::Former.words(scene.language), tap)]
    });
    former.into_iter().chain(others).collect()
}

fn go_label(scene: &OrderScene<'_>, terms: &Terms) -> String {
    let language = scene.language;
    match terms.free {
        Free::Left(_) => OrderLabel::GoFree.words(language),
        Free::Never | Free::HourUsed | Free::DayUsed | Free::BudgetUsed => {
            let price = priced(language, &scene.prices.offers, terms.price);
            format!("{} · {price}", OrderLabel::Go.words(language))
        }
    }
}

/// Every value that people have a say in, the defaults included.
fn values(language: Language, model: &Model, draft: &Draft, terms: &Terms) -> Html {
    let line = |input: &Input| {
        let name = names::of(language, input);
        let line = match (&input.form, terms.order.answer(&input.name)?) {
            (_, Answer::Files(_)) => {
                let count = draft.files_of(&input.name).len();
                OrderText::LineFiles { name: &name, count }.html(language)
            }
            (Form::Text { .. }, Answer::Value(Value::Text(words))) => {
                let quote = Html::quoted(words, QUOTED);
                match first_text(model).is_some_and(|first| first.name == input.name) {
                    true => OrderText::Words { quote: &quote },
                    false => OrderText::LineWords { name: &name, quote: &quote },
                }
                .html(language)
            }
            (_, Answer::Value(value)) => {
                let value = names::of_value(language, &input.name, value);
                OrderText::Line { name: &name, value: &value }.html(language)
            }
        };
        Some(line)
    };
    Html::lines(model.inputs.iter().filter(|input| is_asked(input)).filter_map(line))
}

/// What it costs, what there is, how long it takes.
fn sums(scene: &OrderScene<'_>, model: &Model, terms: &Terms) -> Html {
    let language = scene.language;
    let price = priced(language, &scene.prices.offers, terms.price);
    let mut price = vec![OrderText::Price { price: &price }.html(language)];
    price.extend(scene.facts.cheaper(&scene.prices.offers).map(|(percent, plan)| {
        OrderText::Discount { percent, plan: plan.title.in_language(language) }.html(language)
    }));
    if is_measured(model, terms) {
        price.push(OrderText::Measured.html(language));
    }
    let with = |more: OrderText<'_>| {
        price.iter().cloned().chain([more.html(language)]).collect::<Vec<_>>()
    };
    let mut lines = match terms.free {
        Free::Never => price,
        Free::Left(left) => {
            let count = usize::try_from(left).unwrap_or(usize::MAX);
            vec![OrderText::PriceFree { count }.html(language)]
        }
        Free::HourUsed => with(OrderText::FreeHour),
        Free::DayUsed => with(OrderText::FreeDay),
        Free::BudgetUsed => with(OrderText::FreeBudget),
    };
    let amount = shown(language, scene.bot.currency, scene.facts.available);
    lines.push(OrderText::Balance { amount: &amount }.html(language));
    let time = usual_time(language, model, scene.facts.pace);
    lines.push(OrderText::Time { time: &time }.html(language));
    Html::lines(lines)
}

/// Whether a file is measured for the price, which then is the most that it can be.
fn is_measured(model: &Model, terms: &Terms) -> bool {
    let measure = model.price_of(&terms.order).ok().and_then(|price| price.measure.as_deref());
    measure.is_some_and(|name| matches!(terms.order.answer(name), Some(Answer::Files(_))))
}

/// A button for everything that can be answered differently, two in a row.
fn changes(language: Language, model: &Model, draft: &Draft) -> Vec<Vec<Button>> {
    let button = |input: &Input| {
        let name = names::of(language, input);
        let is_there = match draft.given(&input.name) {
            Some(Given::Value(_) | Given::Files(_)) => true,
            Some(Given::Skipped) | None => input.default().is_some(),
        };
        let text = if is_there { name } else { format!("+ {name}") };
        Button::new(text, Tap::Change(model.key.clone(), input.name.clone()))
    };
    let buttons: Vec<Button> =
        model.inputs.iter().filter(|input| is_asked(input)).map(button).collect();
    buttons.chunks(2).map(<[Button]>::to_vec).collect()
}
