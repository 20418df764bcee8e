//! The screen of each input: what is wanted, what is allowed, and the ways on and out.
//!
//! ```text
//! words    "Describe ...", the limit, examples to take        [Example 1] [Example 2]
//! choice   the values, each with its price if prices differ   [5 s · 10 ⭐ · 12 ₽] ...
//! number   a few of them to tap, any to type
//! files    the kind, the limits, how many there are           [That is all (3)] [Start over]
//! all      [Without it] or [Back] where there is a way round, [Put away] [Main menu]
//! ```

use domain::catalogue::{Form, Input, Media, Model, Refusal, Value, Whole};
use domain::{Language, Money};

use super::asking::{is_settled, must_ask};
use super::fit::MAX_MEGABYTES;
use super::terms::full_price;
use super::{first_text, names};
use crate::amounts::priced;
use crate::draft::{Draft, Given};
use crate::html::Html;
use crate::scene::OrderScene;
use crate::screen::{self, Button, Screen};
use crate::tap::Tap;
use crate::texts::{OrderLabel, OrderPhrase, OrderText};

/// Buttons for a number that can be typed as well.
const NUMBERS: i128 = 6;

/// Labels of at most so many characters stand three in a row.
const SHORT: usize = 10;

/// How much of an earlier text is quoted, in UTF-16 units.
const QUOTED: usize = 700;

/// The screen that asks an input.
pub(super) fn screen(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    input: &Input,
    note: Option<Html>,
) -> Screen {
    let language = scene.language;
    let name = names::of(language, input);
    let (words, rows) = match &input.form {
        Form::Text { max_length, .. } => {
            text(scene, model, draft, input, usize::try_from(*max_length).unwrap_or(usize::MAX))
        }
        Form::Choice { values, .. } => choice(scene, model, draft, input, values),
        Form::Switch { .. } => {
            let both = [Value::Switch(true), Value::Switch(false)];
            choice(scene, model, draft, input, &both)
        }
        Form::Whole(whole) => {
            let values: Vec<Value> = some_of(*whole).into_iter().map(Value::Whole).collect();
            let (_, rows) = choice(scene, model, draft, input, &values);
            let (min, max) = (whole.min.to_string(), whole.max.to_string());
            let words = OrderText::AskNumber { name: &name, min: &min, max: &max }.html(language);
            (words, rows)
        }
        Form::Media(media) => (file(language, draft, input, media), Vec::new()),
        // Never asked; the ways out are all there is.
        Form::Fixed(_) => (OrderText::AskChoice { name: &name }.html(language), Vec::new()),
    };
    let page = head(language, model, draft, input).then(&words);
    let page = note.map_or(page.clone(), |note| note.then(&page));
    let screen = rows.into_iter().fold(Screen::bare(page), Screen::row);
    let screen = ways(language, model, draft, input).into_iter().fold(screen, Screen::row);
    screen.row([discard(language), screen::home(language)])
}

/// The model, and which step this is where there are several.
fn head(language: Language, model: &Model, draft: &Draft, input: &Input) -> Html {
    let title = model.title.in_language(language);
    let steps: Vec<&Input> = model.inputs.iter().filter(|input| must_ask(input)).collect();
    let is_on_the_way = steps.iter().any(|step| !is_settled(step, draft));
    match steps.iter().position(|step| step.name == input.name) {
        Some(at) if is_on_the_way && steps.len() > 1 => {
            OrderText::Step { title, number: at + 1, count: steps.len() }.html(language)
        }
        Some(_) | None => OrderText::StepAlone { title }.html(language),
    }
}

fn text(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    input: &Input,
    most: usize,
) -> (Html, Vec<Vec<Button>>) {
    let language = scene.language;
    let (field, name) = (input.name.as_str(), names::of(language, input));
    let mut words = OrderText::AskWords { field, name: &name, most }.html(language);
    if let Some(old) = draft.words(&input.name).filter(|_| is_settled(input, draft)) {
        let quote = Html::quoted(old, QUOTED);
        words = words.then(&OrderText::NowWords { quote: &quote }.html(language));
    }
    if first_text(model).is_none_or(|first| first.name != input.name) {
        return (words, Vec::new());
    }
    let mut buttons = Vec::new();
    for (number, example) in (0_u8..).zip(&model.examples) {
        let shown = usize::from(number) + 1;
        let example = example.in_language(language);
        words = words.then(&OrderText::Example { number: shown, words: example }.html(language));
        let label = OrderPhrase::TakeExample { number: shown }.words(language);
        buttons.push(Button::new(label, Tap::Example(model.key.clone(), number)));
    }
    (words, buttons.chunks(2).map(<[Button]>::to_vec).collect())
}

fn choice(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    input: &Input,
    values: &[Value],
) -> (Html, Vec<Vec<Button>>) {
    let language = scene.language;
    let name = names::of(language, input);
    let label = |value: &Value| names::of_value(language, &input.name, value);
    let mut words = OrderText::AskChoice { name: &name }.html(language);
    let now = match draft.given(&input.name) {
        Some(Given::Value(value)) => Some(value.clone()),
        _ => input.default(),
    };
    if let Some(value) = now {
        words = words.then(&OrderText::Now { value: &label(&value) }.html(language));
    }
    let tried: Vec<(&Value, Trial)> =
        values.iter().map(|value| (value, try_out(scene, model, draft, input, value))).collect();
    let barred: Vec<String> =
        tried.iter().filter(|(_, trial)| trial.is_barred).map(|(value, _)| label(value)).collect();
    if !barred.is_empty() {
        words = words.then(&OrderText::Barred { values: &barred.join(", ") }.html(language));
    }
    let offered = tried.iter().filter(|(_, trial)| !trial.is_barred);
    let is_priced = offered.clone().any(|(_, trial)| trial.price != tried[0].1.price);
    let button = |(value, trial): &(&Value, Trial)| {
        let price = trial.price.filter(|_| is_priced);
        let price = price.map(|price| priced(language, &scene.prices.offers, price));
        let text =
            price.map_or_else(|| label(value), |price| format!("{} · {price}", label(value)));
        let tap = Tap::Answer(model.key.clone(), input.name.clone(), value.to_string());
        Button::new(text, tap)
    };
    let buttons: Vec<Button> = offered.map(button).collect();
    let is_short = buttons.iter().all(|button| button.text.chars().count() <= SHORT);
    let row = if is_short { 3 } else { 2 };
    (words, buttons.chunks(row).map(<[Button]>::to_vec).collect())
}

/// What would be with another value.
struct Trial {
    price: Option<Money>,
    /// It does not go together with the rest.
    is_barred: bool,
}

fn try_out(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    input: &Input,
    value: &Value,
) -> Trial {
    let mut other = draft.clone();
    other.answer(&input.name, Given::Value(value.clone()));
    let is_barred = matches!(model.draft(other.for_catalogue()), Err(Refusal::Forbidden { .. }));
    Trial { price: full_price(&scene.prices.offers, scene.facts, model, &other), is_barred }
}

/// A few numbers of a range: its ends, some between them, and the default.
pub(super) fn some_of(whole: Whole) -> Vec<i64> {
    let (min, step) = (i128::from(whole.min), i128::from(whole.step.max(1)));
    let last = (i128::from(whole.max) - min) / step;
    let parts = (NUMBERS - 1).min(last.max(0));
    let at = |part: i128| if parts == 0 { min } else { min + step * (last * part / parts) };
    let mut numbers: Vec<i64> =
        (0..=parts).filter_map(|part| i64::try_from(at(part)).ok()).chain(whole.default).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn file(language: Language, draft: &Draft, input: &Input, media: &Media) -> Html {
    let name = names::of(language, input);
    let ask = OrderText::AskFile { name: &name, kind: media.kind.word() }.html(language);
    let limits = limits(language, media);
    let words = Html::lines([ask, OrderText::Limits { limits: &limits }.html(language)]);
    match (draft.files_of(&input.name).len(), usize::try_from(media.max_items)) {
        (0, _) => words,
        (count, Ok(most)) if most > 1 => {
            words.then(&OrderText::FilesSoFar { count, most }.html(language))
        }
        _ => words.then(&OrderText::FileThere.html(language)),
    }
}

/// What a file may be, in a few words.
fn limits(language: Language, media: &Media) -> String {
    let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let formats = media.formats.iter().map(|format| format.to_uppercase()).collect::<Vec<_>>();
    let mut limits = Vec::new();
    if !formats.is_empty() {
        limits.push(formats.join(", "));
    }
    let most = number(media.max_mb.min(MAX_MEGABYTES));
    limits.push(OrderPhrase::UpToMegabytes { most }.words(language));
    if let Some(most) = media.max_seconds {
        limits.push(OrderPhrase::UpToSeconds { most: number(most) }.words(language));
    }
    if let Some(most) = media.max_side {
        limits.push(OrderPhrase::UpToPixels { most: number(most) }.words(language));
    }
    if media.max_items > 1 {
        limits.push(OrderPhrase::UpToFiles { most: number(media.max_items) }.words(language));
    }
    limits.join("; ")
}

/// The ways on that do not need an answer.
fn ways(language: Language, model: &Model, draft: &Draft, input: &Input) -> Vec<Vec<Button>> {
    let button =
        |text, tap: fn(_, _) -> Tap| Button::new(text, tap(model.key.clone(), input.name.clone()));
    let is_list = matches!(&input.form, Form::Media(media) if media.max_items > 1);
    let count = draft.files_of(&input.name).len();
    let mut row = Vec::new();
    if is_list && count > 0 {
        let enough = format!("{} ({count})", OrderLabel::Enough.words(language));
        row.push(button(enough, Tap::Enough));
    } else if is_settled(input, draft) && draft.given(&input.name) != Some(&Given::Skipped) {
        row.push(button(screen::Label::Back.words(language), Tap::Enough));
    }
    if input.can_be_skipped() {
        row.push(button(OrderLabel::Without.words(language), Tap::Skip));
    } else if is_list && count > 0 {
        row.push(button(OrderLabel::StartOver.words(language), Tap::Skip));
    }
    if row.is_empty() { Vec::new() } else { vec![row] }
}

/// The button that puts the order away.
pub(super) fn discard(language: Language) -> Button {
    Button::new(OrderLabel::Discard.words(language), Tap::Discard)
}
