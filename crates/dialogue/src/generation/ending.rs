//! Why a generation came to nothing, in words, and what can be done about it.

use domain::Money;
use domain::catalogue::{Form, Media};
use domain::generation::{Failure, FileRef};
use domain::offers::Discount;

use super::time::span;
use super::{GenerationFacts, NextBest};
use crate::amounts::{in_one, priced};
use crate::conversations::shop::cut;
use crate::conversations::support;
use crate::html::Html;
use crate::screen::Button;
use crate::tap::{GenerationAction, JobTap, Tap};
use crate::texts::{GenerationLabel, GenerationText};

/// So many signs a button has at most.
const MOST_SIGNS: usize = 32;

/// What happened.
pub(super) fn why(facts: &GenerationFacts<'_>, failure: Failure, discount: Discount) -> Html {
    match failure {
        Failure::Policy => GenerationText::WhyPolicy,
        Failure::BadInput => GenerationText::WhyBadInput,
        Failure::FileGone => GenerationText::WhyFileGone,
        Failure::Provider => GenerationText::WhyProvider,
        Failure::ModelClosed => GenerationText::WhyModelClosed,
        Failure::Paused => GenerationText::WhyPaused,
        Failure::Timeout => GenerationText::WhyTimeout,
        Failure::Empty => GenerationText::WhyEmpty,
        Failure::Undelivered => GenerationText::WhyUndelivered,
        Failure::Waited => GenerationText::WhyWaited,
        Failure::Dearer => return dearer(facts, discount),
        Failure::Unmeasurable => GenerationText::WhyUnmeasurable,
        Failure::Oversized => return oversized(facts),
        Failure::Unknown => GenerationText::WhyUnknown,
    }
    .html(facts.language)
}

/// Whether another model may make what this one could not.
pub(super) const fn may_be_made_elsewhere(failure: Failure) -> bool {
    match failure {
        Failure::Policy
        | Failure::BadInput
        | Failure::Provider
        | Failure::ModelClosed
        | Failure::Timeout
        | Failure::Empty
        | Failure::Waited
        | Failure::Unknown => true,
        Failure::FileGone
        | Failure::Paused
        | Failure::Undelivered
        | Failure::Dearer
        | Failure::Unmeasurable
        | Failure::Oversized => false,
    }
}

/// What may help.
pub(super) fn next(facts: &GenerationFacts<'_>, failure: Failure, best: Option<&NextBest>) -> Html {
    if let Some(best) = best {
        let text = match (failure, facts.words()) {
            (Failure::Policy, Some(_)) => GenerationText::NextWordsOrModel { model: &best.title },
            (_, Some(_)) => GenerationText::NextModelWords { model: &best.title },
            (_, None) => GenerationText::NextModel { model: &best.title },
        };
        return text.html(facts.language);
    }
    match failure {
        Failure::Policy => GenerationText::NextPolicy,
        Failure::BadInput => GenerationText::NextBadInput,
        Failure::FileGone => GenerationText::NextFileGone,
        Failure::Provider | Failure::Timeout | Failure::Empty | Failure::Undelivered => {
            GenerationText::NextAgain
        }
        Failure::ModelClosed | Failure::Waited => GenerationText::NextOther,
        Failure::Paused => GenerationText::NextPaused,
        Failure::Dearer => GenerationText::NextDearer,
        Failure::Unmeasurable => GenerationText::NextUnmeasurable,
        Failure::Oversized => GenerationText::NextOversized,
        Failure::Unknown => GenerationText::NextUnknown,
    }
    .html(facts.language)
}

/// The buttons for it, row by row, without the way to the menu.
pub(super) fn ways(
    facts: &GenerationFacts<'_>,
    failure: Failure,
    discount: Discount,
    best: Option<&NextBest>,
) -> Vec<Vec<Button>> {
    let again = || action(facts, GenerationLabel::Again, GenerationAction::Again);
    let reword = || action(facts, GenerationLabel::Reword, GenerationAction::Reword);
    let support = || support::button(facts.language);
    let others = || {
        let model = facts.model?;
        let words = GenerationLabel::Others.words(facts.language);
        Some(Button::new(words, Tap::Models(model.kind, 0)))
    };
    let ways = match failure {
        // The same words again would be refused again.
        Failure::Policy if facts.words().is_some() => vec![vec![reword()]],
        Failure::Policy
        | Failure::BadInput
        | Failure::FileGone
        | Failure::Paused
        | Failure::Undelivered
        | Failure::Unmeasurable
        | Failure::Oversized => vec![vec![again()]],
        Failure::Dearer => vec![vec![at_the_true_price(facts, discount)]],
        Failure::ModelClosed => others().map_or_else(Vec::new, |others| vec![vec![others]]),
        Failure::Provider | Failure::Timeout | Failure::Empty | Failure::Waited => {
            let others = others().map(|others| vec![others]);
            std::iter::once(vec![again()]).chain(others).collect()
        }
        Failure::Unknown => vec![vec![again(), support()]],
    };
    best.map(|best| vec![instead(facts, best)]).into_iter().chain(ways).collect()
}

/// The button that orders the same from another model. Its name is cut so that the price stays.
fn instead(facts: &GenerationFacts<'_>, best: &NextBest) -> Button {
    let price = if best.price == Money::ZERO {
        GenerationLabel::Free.words(facts.language)
    } else {
        in_one(facts.language, facts.offers, best.price)
    };
    let begins = GenerationLabel::Instead.words(facts.language);
    let taken = begins.chars().count() + price.chars().count() + 4;
    let title = cut(&best.title, MOST_SIGNS.saturating_sub(taken));
    let words = format!("{begins} {title} · {price}");
    Button::new(words, Tap::Job(JobTap::Instead(facts.id, best.model.clone()))).success()
}

/// A button that does something about this generation.
pub(super) fn action(
    facts: &GenerationFacts<'_>,
    label: GenerationLabel,
    action: GenerationAction,
) -> Button {
    Button::new(label.words(facts.language), Tap::Generation(facts.id, action))
}

/// What the order costs its person now that its files were measured.
fn true_price(facts: &GenerationFacts<'_>, discount: Discount) -> Option<Money> {
    let model = facts.model?;
    let cost = model.cost(&facts.brief.order(model).ok()?).ok()?;
    facts.offers.price(cost, discount)
}

/// The button that begins the order anew. What is free is not priced on it: it may be free again.
fn at_the_true_price(facts: &GenerationFacts<'_>, discount: Discount) -> Button {
    let again = GenerationLabel::Again.words(facts.language);
    let words = match true_price(facts, discount).filter(|_| !facts.is_free) {
        Some(price) => format!("{again} · {}", priced(facts.language, facts.offers, price)),
        None => again,
    };
    Button::new(words, Tap::Generation(facts.id, GenerationAction::Again))
}

/// How long all files play by which the price is measured, in started seconds; none for pictures.
fn seconds(facts: &GenerationFacts<'_>) -> Option<u32> {
    let files = facts.model.into_iter().flat_map(|model| facts.brief.priced_files(model));
    let lengths: Vec<u32> = files.filter_map(|file| file.milliseconds).collect();
    (!lengths.is_empty()).then(|| {
        let sum = lengths.iter().fold(0_u32, |sum, length| sum.saturating_add(*length));
        sum.div_ceil(1000)
    })
}

/// The largest picture by which the price is measured.
fn largest(facts: &GenerationFacts<'_>) -> Option<(u32, u32)> {
    let files = facts.model.into_iter().flat_map(|model| facts.brief.priced_files(model));
    let area = |(width, height): &(u32, u32)| u64::from(*width) * u64::from(*height);
    files.filter_map(|file: &FileRef| file.pixels).max_by_key(area)
}

/// The file is more than was paid for: what it is and what that costs.
fn dearer(facts: &GenerationFacts<'_>, discount: Discount) -> Html {
    let price = true_price(facts, discount).filter(|_| !facts.is_free);
    let price = price.map(|price| priced(facts.language, facts.offers, price));
    let length = seconds(facts).map(|seconds| span(facts.language, seconds));
    let size = largest(facts).map(|(width, height)| format!("{width} × {height}"));
    match (&length, &size, &price) {
        (Some(length), _, Some(price)) => GenerationText::WhyLonger { length, price },
        (Some(length), _, None) => GenerationText::WhyLongerFree { length },
        (None, Some(size), Some(price)) => GenerationText::WhyLarger { size, price },
        (None, Some(size), None) => GenerationText::WhyLargerFree { size },
        (None, None, _) => GenerationText::WhyDearer,
    }
    .html(facts.language)
}

/// The file is more than the model takes: what it is and what would do.
fn oversized(facts: &GenerationFacts<'_>) -> Html {
    let inputs = facts
        .model
        .into_iter()
        .flat_map(|model| model.inputs.iter().filter(|input| model.is_priced_by(&input.name)));
    let mut limits = inputs.filter_map(|input| match &input.form {
        Form::Media(media) => Some(media),
        _ => None,
    });
    let most = limits.next().map(|media: &Media| (media.max_seconds, media.max_side));
    let length = seconds(facts).map(|seconds| span(facts.language, seconds));
    let size = largest(facts).map(|(width, height)| format!("{width} × {height}"));
    match (most, &length, &size) {
        (Some((Some(most), _)), Some(length), _) => {
            GenerationText::WhyTooLong { length, most: &span(facts.language, most) }
                .html(facts.language)
        }
        (Some((_, Some(most))), None, Some(size)) => {
            GenerationText::WhyTooLarge { size, most: most as usize }.html(facts.language)
        }
        _ => GenerationText::WhyOversized.html(facts.language),
    }
}
