//! Another model for what one could not make: the next best of its kind, with the words and the files kept.
//!
//! ```text
//!   models of the kind ── open, take the words and every file ── priced as they stand ──> nearest to what was paid
//! ```
//!
//! Settings come along where the other model has one of that name and takes the value; where they do not go together
//! there, its own stand.

use domain::Money;
use domain::catalogue::{Answer, Form, MediaKind, Model, ModelKey, Value};
use domain::generation::Brief;

use super::asking::{is_asked, is_settled};
use super::fit::fit;
use super::go::variant_of;
use super::terms::{Terms, terms};
use super::{anew, first_text};
use crate::draft::{Given, Picked};
use crate::facts::OrderFacts;
use crate::scene::PriceList;

/// The answers of an order, input by input.
pub(crate) type Answers = Vec<(String, Given)>;

/// The model that is offered in place of one that failed, and what the order costs there as it stands.
pub(crate) fn next_best(
    prices: &PriceList,
    facts: &OrderFacts,
    failed: &Model,
    brief: &Brief,
    paid: Money,
) -> Option<(ModelKey, Money)> {
    let models = prices.catalogue.models().iter();
    let others = models.filter(|model| model.kind == failed.kind && model.key != failed.key);
    let offered = others.filter_map(|model| {
        let (_, terms) = fitting(prices, facts, failed, model, brief)?;
        let is_closed = !model.on
            || facts.is_paused
            || facts.is_closed(model)
            || facts.closed_variants.contains(&variant_of(model, &terms))
            || facts.is_too_dear(terms.cost);
        (!is_closed).then_some((model, terms.price))
    });
    let far =
        |price: Money| price.minus(paid).map_or(i64::MAX, |apart| apart.get().saturating_abs());
    let nearest = offered.min_by_key(|(_, price)| far(*price));
    nearest.map(|(model, price)| (model.key.clone(), price))
}

/// What an order costs at another model as it stands, with the answers that it takes; none if it does not take them.
pub(crate) fn answers(
    prices: &PriceList,
    facts: &OrderFacts,
    failed: &Model,
    model: &Model,
    brief: &Brief,
) -> Option<Answers> {
    fitting(prices, facts, failed, model, brief).map(|(answers, _)| answers)
}

/// What the same costs its person there.
pub(crate) fn price(
    prices: &PriceList,
    facts: &OrderFacts,
    failed: &Model,
    model: &Model,
    brief: &Brief,
) -> Option<Money> {
    fitting(prices, facts, failed, model, brief).map(|(_, terms)| terms.price)
}

fn fitting(
    prices: &PriceList,
    facts: &OrderFacts,
    failed: &Model,
    model: &Model,
    brief: &Brief,
) -> Option<(Answers, Terms)> {
    let content = content(failed, model, brief)?;
    let settings = brief.values.iter().filter_map(|(name, value)| setting(model, name, value));
    let all: Answers = content.iter().cloned().chain(settings).collect();
    [all, content].into_iter().find_map(|answers| {
        let draft = anew::draft(model, &answers);
        let is_whole =
            model.inputs.iter().all(|input| !is_asked(input) || is_settled(input, &draft));
        Some((answers, terms(prices, facts, model, &draft).ok().filter(|_| is_whole)?))
    })
}

/// The words and the files, each where the other model takes it; none if one of them has no place there.
fn content(failed: &Model, model: &Model, brief: &Brief) -> Option<Answers> {
    let mut answers = Answers::new();
    if let Some(words) = brief.words(failed).filter(|words| !words.trim().is_empty()) {
        let input = first_text(model)?;
        let value = Value::Text(words.to_owned());
        input.takes(&Answer::Value(value.clone())).ok()?;
        answers.push((input.name.clone(), Given::Value(value)));
    }
    for (_, files) in &brief.files {
        let files: Vec<Picked> = files.iter().map(Picked::of).collect();
        let kind = files.first()?.kind;
        answers.push((place(model, kind, &files, &answers)?, Given::Files(files)));
    }
    Some(answers)
}

/// The first input that takes these files and has none yet.
fn place(model: &Model, kind: MediaKind, files: &[Picked], taken: &Answers) -> Option<String> {
    let takes = |input: &&domain::catalogue::Input| {
        let Form::Media(media) = &input.form else { return false };
        let count = u32::try_from(files.len()).unwrap_or(u32::MAX);
        is_asked(input)
            && media.kind == kind
            && (media.min_items..=media.max_items.max(1)).contains(&count)
            && taken.iter().all(|(name, _)| *name != input.name)
            && files.iter().all(|file| fit(model, input, media, file).is_ok())
    };
    model.inputs.iter().find(takes).map(|input| input.name.clone())
}

fn setting(model: &Model, name: &str, value: &Value) -> Option<(String, Given)> {
    let input = model.input(name).filter(|input| is_asked(input))?;
    let is_setting = !matches!(input.form, Form::Text { .. } | Form::Media(_));
    let is_taken = is_setting && input.takes(&Answer::Value(value.clone())).is_ok();
    is_taken.then(|| (name.to_owned(), Given::Value(value.clone())))
}

#[cfg(test)]
mod tests;
