//! Why a generation came to nothing, in words, and what can be done about it.

use domain::generation::Failure;

use super::JobFacts;
use crate::html::Html;
use crate::screen::Button;
use crate::tap::{JobDeed, Tap};
use crate::texts::{JobLabel, JobText, Label};

/// What happened.
pub(super) fn why(facts: &JobFacts<'_>, failure: Failure) -> Html {
    match failure {
        Failure::Policy => JobText::WhyPolicy,
        Failure::BadInput => JobText::WhyBadInput,
        Failure::FileGone => JobText::WhyFileGone,
        Failure::Provider => JobText::WhyProvider,
        Failure::ModelClosed => JobText::WhyModelClosed,
        Failure::Paused => JobText::WhyPaused,
        Failure::Timeout => JobText::WhyTimeout,
        Failure::Empty => JobText::WhyEmpty,
        Failure::Undelivered => JobText::WhyUndelivered,
        Failure::Waited => JobText::WhyWaited,
        Failure::Unknown => JobText::WhyUnknown,
    }
    .html(facts.language)
}

/// What may help.
pub(super) fn next(facts: &JobFacts<'_>, failure: Failure) -> Html {
    match failure {
        Failure::Policy => JobText::NextPolicy,
        Failure::BadInput => JobText::NextBadInput,
        Failure::FileGone => JobText::NextFileGone,
        Failure::Provider | Failure::Timeout | Failure::Empty | Failure::Undelivered => {
            JobText::NextAgain
        }
        Failure::ModelClosed | Failure::Waited => JobText::NextOther,
        Failure::Paused => JobText::NextPaused,
        Failure::Unknown => JobText::NextUnknown,
    }
    .html(facts.language)
}

/// The buttons for it, row by row, without the way to the menu.
pub(super) fn ways(facts: &JobFacts<'_>, failure: Failure) -> Vec<Vec<Button>> {
    let again = || deed(facts, JobLabel::Again, JobDeed::Again);
    let reword = || deed(facts, JobLabel::Reword, JobDeed::Reword);
    let support = || Button::new(Label::Support.words(facts.language), Tap::Support);
    let others = || {
        let model = facts.model?;
        let words = JobLabel::Others.words(facts.language);
        Some(Button::new(words, Tap::Models(model.kind, 0)))
    };
    match failure {
        // The same words again would be refused again.
        Failure::Policy if facts.words().is_some() => vec![vec![reword()]],
        Failure::Policy
        | Failure::BadInput
        | Failure::FileGone
        | Failure::Paused
        | Failure::Undelivered => vec![vec![again()]],
        Failure::ModelClosed => others().map_or_else(Vec::new, |others| vec![vec![others]]),
        Failure::Provider | Failure::Timeout | Failure::Empty | Failure::Waited => {
            let others = others().map(|others| vec![others]);
            std::iter::once(vec![again()]).chain(others).collect()
        }
        Failure::Unknown => vec![vec![again(), support()]],
    }
}

/// A button that does something about this generation.
pub(super) fn deed(facts: &JobFacts<'_>, label: JobLabel, deed: JobDeed) -> Button {
    Button::new(label.words(facts.language), Tap::Job(facts.id, deed))
}
