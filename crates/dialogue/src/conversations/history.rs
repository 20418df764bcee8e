//! What was made before, its receipts, and what can be done with a result.
//!
//! ```text
//! /history, [History]  ->  six generations, the latest first [#17 · Z-Image · a cat] … [Older] [Main menu]
//! [one of them]        ->  its receipt, see [`receipt`], with what can be done about it
//! [A variation · 4 ₽]                         ->  it is made at once, another way, see [`vary`]
//! [Again] [Change the words]                  ->  an order with the same answers, see `order`
//! [Try Imagen 4 · 6 ₽]                        ->  the same ordered from another model
//! [Enlarge] [Bring to life]                   ->  an order with the picture as its file
//! [Send again] [As a file]                    ->  "Sending it"                    (it is sent)
//! [Cancel]   in the queue   ->  (it is taken back; its status message says so)
//!            being made     ->  that it cannot be stopped, and when the money returns
//!            over           ->  that it is over
//! [Show as a sample]   ->  see [`samples`]                  (for admins)
//! a generation of somebody else, or gone      ->  one sentence for both
//! ```
//!
//! What a button of a generation answers is always a new message: the tapped one may be the result
//! itself.

mod actions;
mod receipt;
mod samples;
pub(crate) mod vary;

#[cfg(test)]
mod tests;

use domain::generation::Brief;

use crate::amounts::priced;
use crate::conversations::menu::Section;
use crate::conversations::shop::{WIDE, cut};
use crate::facts::{GenerationRecord, GenerationStatus, HistoryPage, PastOrder, Reorder, Reply};
use crate::html::Html;
use crate::moments::moment;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::step::Step;
use crate::tap::{GenerationAction, JobTap, Tap};
use crate::texts::{GenerationLabel, GenerationText};

/// So much of the words stands in a line.
const MAX_WORDS: usize = 60;

/// The person looks at what they made.
pub(crate) fn on_history(scene: &Scene<'_>, history: &HistoryPage, page: u16) -> Step {
    let language = scene.language;
    let generations = history.generations.get(..HistoryPage::PAGE).unwrap_or(&history.generations);
    if generations.is_empty() && page == 0 {
        let image = Section::Image.button(language);
        let screen = Screen::bare(GenerationText::HistoryEmpty.html(language)).row([image]);
        return scene.stay().show(screen.homeward(language));
    }
    let words = match (generations, page) {
        ([], _) => GenerationText::HistoryNoMore.html(language),
        (generations, 0) => with_lines(scene, GenerationText::HistoryPage, generations),
        (generations, page) => {
            let heading = GenerationText::HistoryPageNumber { page: usize::from(page) + 1 };
            with_lines(scene, heading, generations)
        }
    };
    let screen = generations.iter().fold(Screen::bare(words), |screen, generation| {
        screen.row([Button::new(
            name(scene, generation),
            Tap::Generation(generation.id, GenerationAction::Receipt),
        )])
    });
    let turn = |label: GenerationLabel, to: Option<u16>| {
        to.map(|to| Button::new(label.words(language), Tap::Past(to)))
    };
    let older = page.checked_add(1).filter(|_| history.has_more && !generations.is_empty());
    let turns =
        [turn(GenerationLabel::Newer, page.checked_sub(1)), turn(GenerationLabel::Older, older)];
    let turns: Vec<Button> = turns.into_iter().flatten().collect();
    let screen = if turns.is_empty() { screen } else { screen.row(turns) };
    scene.stay().show(screen.homeward(language))
}

/// The person does something about a generation.
pub(crate) fn on_generation(scene: &Scene<'_>, past: &PastOrder, action: GenerationAction) -> Step {
    // Whoever guesses numbers learns nothing: gone and somebody else's sound the same.
    let Some(generation) = &past.generation else {
        return say(scene, GenerationText::NotYours.html(scene.language));
    };
    match action {
        GenerationAction::Sample => samples::on_show(scene, generation, &past.showable),
        GenerationAction::Unsample => samples::on_take_away(scene, generation, &past.showable),
        _ => actions::on_action(&OrderScene::new(scene, &past.order), past, generation, action),
    }
}

/// The person does something about a generation that takes the locked accounts, or another model.
pub(crate) fn on_job<'a>(scene: &'a Scene<'a>, tap: JobTap) -> Reply<'a> {
    let model = match &tap {
        JobTap::Instead(_, key) => Some(key.clone()),
        JobTap::Vary(..) | JobTap::Recall(_) => None,
    };
    Reply::WithReorder(
        tap.generation(),
        model,
        Box::new(move |found| on_reorder(scene, found, &tap)),
    )
}

fn on_reorder(scene: &Scene<'_>, found: &Reorder, tap: &JobTap) -> Step {
    let Some(generation) = &found.past.generation else {
        return say(scene, GenerationText::NotYours.html(scene.language));
    };
    let order = OrderScene::new(scene, &found.past.order);
    match tap {
        // Of twenty taps one has begun it.
        JobTap::Vary(..) if found.past.is_repeated => scene.stay(),
        JobTap::Vary(_, price) => vary::on_vary(&order, generation, *price, &found.purse),
        JobTap::Instead(_, key) => vary::on_instead(&order, generation, key),
        JobTap::Recall(_) => actions::recall(&order, generation),
    }
}

/// A sentence as a new message, with the way to the history.
fn say(scene: &Scene<'_>, words: Html) -> Step {
    let screen = Screen::bare(words).backward(scene.language, Tap::Past(0));
    scene.stay().say(screen)
}

fn with_lines(
    scene: &Scene<'_>,
    heading: GenerationText<'_>,
    generations: &[GenerationRecord],
) -> Html {
    let lines = generations.iter().map(|generation| line(scene, generation));
    heading.html(scene.language).then(&Html::lines(lines))
}

pub(super) fn line(scene: &Scene<'_>, generation: &GenerationRecord) -> Html {
    let (title, price) = (title(scene, generation), price(scene, generation));
    let standing = standing(generation.status).words(scene.language);
    let at = &moment(scene.language, &scene.prices.offers, &generation.at);
    let (title, price, standing) = (&title, &price, &standing);
    let words = words(scene, generation).map(|words| cut(&words, MAX_WORDS));
    match &words {
        Some(words) => GenerationText::HistoryLineWords { at, title, price, standing, words },
        None => GenerationText::HistoryLine { at, title, price, standing },
    }
    .html(scene.language)
}

/// What stands on the button of a generation: `#17 · Z-Image · a cat on the…`.
pub(super) fn name(scene: &Scene<'_>, generation: &GenerationRecord) -> String {
    let name = format!("#{} · {}", generation.number, title(scene, generation));
    match words(scene, generation) {
        Some(words) => cut(&format!("{name} · {words}"), WIDE),
        None => cut(&name, WIDE),
    }
}

/// What its model is called; its key if the catalogue no longer has it.
fn title(scene: &Scene<'_>, generation: &GenerationRecord) -> String {
    let title =
        |model: &domain::catalogue::Model| model.title.in_language(scene.language).to_owned();
    actions::model(scene, generation).map_or_else(|| generation.model.clone(), title)
}

/// The words that were ordered, if there were any.
fn words(scene: &Scene<'_>, generation: &GenerationRecord) -> Option<String> {
    let brief = Brief::from_text(&generation.brief)?;
    let words = brief.words(actions::model(scene, generation)?)?;
    (!words.trim().is_empty()).then(|| words.to_owned())
}

/// What it cost, in both units or that it was free.
fn price(scene: &Scene<'_>, generation: &GenerationRecord) -> String {
    if generation.is_free {
        GenerationLabel::Free.words(scene.language)
    } else {
        priced(scene.language, &scene.prices.offers, generation.price)
    }
}

const fn standing(standing: GenerationStatus) -> GenerationLabel {
    match standing {
        GenerationStatus::Waiting => GenerationLabel::StatusWaiting,
        GenerationStatus::Working => GenerationLabel::StatusWorking,
        GenerationStatus::Arriving => GenerationLabel::StatusArriving,
        GenerationStatus::Delivered => GenerationLabel::StatusDelivered,
        GenerationStatus::Failed(_) => GenerationLabel::StatusFailed,
        GenerationStatus::Cancelled => GenerationLabel::StatusCancelled,
    }
}
