//! How long a generation takes, in words: seconds at first, then whole minutes.
//!
//! What our own generations took of late wins over what the catalogue says.

use domain::Language;
use domain::catalogue::Model;
use domain::generation::Pace;

use crate::html::Html;
use crate::texts::GenerationText;

/// From here on minutes are told instead of seconds.
const IN_MINUTES: u32 = 120;

/// Without a history of our own, so many times the usual time is long.
const LONG: u32 = 3;

/// So many seconds in words; a started minute counts as one.
pub(super) fn span(language: Language, seconds: u32) -> Html {
    if seconds < IN_MINUTES {
        GenerationText::Seconds { count: seconds as usize }.html(language)
    } else {
        GenerationText::Minutes { count: seconds.div_ceil(60) as usize }.html(language)
    }
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
