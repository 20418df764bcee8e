//! What was made before, its receipts, and what can be done with a result.
//!
//! ```text
//! /history, [History]  ->  six generations, the latest first [#17 · Z-Image · a cat] … [Older] [Main menu]
//! [one of them]        ->  its receipt, see [`receipt`], with what can be done about it
//! [Again] [A variation] [Change the words]    ->  an order with the same answers, see `order`
//! [Enlarge] [Bring to life]                   ->  an order with the picture as its file
//! [Send again] [As a file]                    ->  "Sending it"                    (it is sent)
//! [Cancel]   in the queue   ->  "Taking it back"                     (it is taken back)
//!            being made     ->  that it cannot be stopped, and when the money returns
//!            over           ->  that it is over
//! a generation of somebody else, or gone      ->  one sentence for both
//! ```
//!
//! What a button of a generation answers is always a new message: the tapped one may be the result
//! itself.

mod deeds;
mod receipt;

#[cfg(test)]
mod tests;

use domain::generation::Brief;

use crate::amounts::priced;
use crate::conversations::menu::Section;
use crate::conversations::shop::{WIDE, cut};
use crate::facts::{GenerationRecord, GenerationStatus, HistoryPage, PastOrder};
use crate::html::Html;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::{GenerationAction, Tap};
use crate::texts::{JobLabel, JobText};

/// So much of the words stands in a line.
const MAX_WORDS: usize = 60;

/// The person looks at what they made.
pub(crate) fn on_history(scene: &Scene<'_>, history: &HistoryPage, page: u16) -> Step {
    let language = scene.language;
    let jobs = history.jobs.get(..HistoryPage::PAGE).unwrap_or(&history.jobs);
    if jobs.is_empty() && page == 0 {
        let image = Section::Image.button(language);
        let screen = Screen::bare(JobText::HistoryEmpty.html(language)).row([image]);
        return scene.stay().show(screen.homeward(language));
    }
    let words = match (jobs, page) {
        ([], _) => JobText::HistoryNoMore.html(language),
        (jobs, 0) => with_lines(scene, JobText::HistoryPage, jobs),
        (jobs, page) => {
            let heading = JobText::HistoryPageNumber { page: usize::from(page) + 1 };
            with_lines(scene, heading, jobs)
        }
    };
    let screen = jobs.iter().fold(Screen::bare(words), |screen, job| {
        screen.row([Button::new(name(scene, job), Tap::Job(job.id, GenerationAction::Receipt))])
    });
    let turn = |label: JobLabel, to: Option<u16>| {
        to.map(|to| Button::new(label.words(language), Tap::Past(to)))
    };
    let older = page.checked_add(1).filter(|_| history.has_more && !jobs.is_empty());
    let turns = [turn(JobLabel::Newer, page.checked_sub(1)), turn(JobLabel::Older, older)];
    let turns: Vec<Button> = turns.into_iter().flatten().collect();
    let screen = if turns.is_empty() { screen } else { screen.row(turns) };
    scene.stay().show(screen.homeward(language))
}

/// The person does something about a generation.
pub(crate) fn on_job(scene: &Scene<'_>, past: &PastOrder, deed: GenerationAction) -> Step {
    // Whoever guesses numbers learns nothing: gone and somebody else's sound the same.
    let Some(job) = &past.generation else {
        return say(scene, JobText::NotYours.html(scene.language));
    };
    deeds::on_deed(&OrderScene::new(scene, &past.order), job, deed)
}

/// A sentence as a new message, with the way to the history.
fn say(scene: &Scene<'_>, words: Html) -> Step {
    let screen = Screen::bare(words).backward(scene.language, Tap::Past(0));
    scene.stay().say(screen)
}

fn with_lines(scene: &Scene<'_>, heading: JobText<'_>, jobs: &[GenerationRecord]) -> Html {
    let lines = jobs.iter().map(|job| line(scene, job));
    heading.html(scene.language).then(&Html::lines(lines))
}

fn line(scene: &Scene<'_>, job: &GenerationRecord) -> Html {
    let (title, price) = (title(scene, job), price(scene, job));
    let standing = standing(job.standing).words(scene.language);
    let (at, title, price, standing) = (&job.at, &title, &price, &standing);
    let words = words(scene, job).map(|words| cut(&words, MAX_WORDS));
    match &words {
        Some(words) => JobText::HistoryLineWords { at, title, price, standing, words },
        None => JobText::HistoryLine { at, title, price, standing },
    }
    .html(scene.language)
}

/// What stands on the button of a generation: `#17 · Z-Image · a cat on the…`.
fn name(scene: &Scene<'_>, job: &GenerationRecord) -> String {
    let name = format!("#{} · {}", job.id, title(scene, job));
    match words(scene, job) {
        Some(words) => cut(&format!("{name} · {words}"), WIDE),
        None => cut(&name, WIDE),
    }
}

/// What its model is called; its key if the catalogue no longer has it.
fn title(scene: &Scene<'_>, job: &GenerationRecord) -> String {
    let title =
        |model: &domain::catalogue::Model| model.title.in_language(scene.language).to_owned();
    deeds::model(scene, job).map_or_else(|| job.model.clone(), title)
}

/// The words that were ordered, if there were any.
fn words(scene: &Scene<'_>, job: &GenerationRecord) -> Option<String> {
    let brief = Brief::from_text(&job.brief)?;
    let words = brief.words(deeds::model(scene, job)?)?;
    (!words.trim().is_empty()).then(|| words.to_owned())
}

/// What it cost, in both units or that it was free.
fn price(scene: &Scene<'_>, job: &GenerationRecord) -> String {
    if job.is_free {
        JobLabel::Free.words(scene.language)
    } else {
        priced(scene.language, &scene.shelf.offers, job.price)
    }
}

const fn standing(standing: GenerationStatus) -> JobLabel {
    match standing {
        GenerationStatus::Waiting => JobLabel::StandingWaiting,
        GenerationStatus::Working => JobLabel::StandingWorking,
        GenerationStatus::Arriving => JobLabel::StandingArriving,
        GenerationStatus::Delivered => JobLabel::StandingDelivered,
        GenerationStatus::Failed(_) => JobLabel::StandingFailed,
        GenerationStatus::Cancelled => JobLabel::StandingCancelled,
    }
}
