//! How long something takes, in words: seconds at first, then whole minutes, then hours.
//!
//! What our own generations took of late wins over what the catalogue says.

use std::time::Duration;

use domain::Language;
use domain::catalogue::Model;
use domain::generation::Pace;

use crate::html::Html;
use crate::texts::GenerationText;

/// From here on minutes are told instead of seconds.
const IN_MINUTES: u32 = 120;

/// And from here on hours.
const IN_HOURS: u32 = 2 * 3600;

/// Without a history of our own, so many times the usual time is long.
const LONG: u32 = 3;

/// So many seconds in words; what has begun counts as a whole one.
pub(crate) fn span(language: Language, seconds: u32) -> Html {
    match seconds {
        ..IN_MINUTES => GenerationText::Seconds { count: seconds as usize },
        IN_MINUTES..IN_HOURS => GenerationText::Minutes { count: seconds.div_ceil(60) as usize },
        IN_HOURS.. => GenerationText::Hours { count: seconds.div_ceil(3600) as usize },
    }
    .html(language)
}

/// How long something is to be waited for.
pub(crate) fn wait(language: Language, wait: Duration) -> Html {
    span(language, u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).max(1))
}

/// What a model usually takes, in seconds.
pub(super) fn usual_seconds(model: &Model, pace: Option<Pace>) -> u32 {
    pace.map_or(model.usual_seconds, |pace| pace.usual)
}

/// What a model usually takes: `20 s – 1 min`, or `about 20 s` if we have not seen enough of it.
pub(crate) fn usual_time(language: Language, model: &Model, pace: Option<Pace>) -> Html {
    let usual = usual_seconds(model, pace);
    let least = span(language, usual);
    match pace.map(|pace| span(language, pace.slow)) {
        Some(most) if most != least => {
            GenerationText::Between { least: &least, most: &most }.html(language)
        }
        _ => GenerationText::About { time: &least }.html(language),
    }
}

/// Whether it takes longer than such generations do.
pub(super) fn is_slow(model: &Model, pace: Option<Pace>, seconds: u32) -> bool {
    let long = pace.map_or(model.usual_seconds.saturating_mul(LONG), |pace| pace.slow);
    seconds > long
}
