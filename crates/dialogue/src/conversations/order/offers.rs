//! Which models can do something with a text or with files, and what happens when one is chosen.
//!
//! ```text
//!   a text, a craft ──> up to six models that make it of words: used last, free now, cheapest
//!   files ────────────> up to two models of each kind that begin with such a file
//!   [one of them] ────> an order with the text or the files in it, the last settings, the photo's own shape
//! ```
//!
//! Only what is on and open is offered, and only what can take the very text: a model with a shorter limit
//! is left out. A file that the chosen model does not take is said so, and another one is asked for.

use domain::catalogue::Form;
use domain::catalogue::{Answer, Input, Kind, Media, MediaKind, Model, Value};

use super::asking::{Place, is_asked, must_ask, proceed};
use super::fit::fit;
use super::standing::{self, Price};
use super::{files, first_text, guard, is_open, ratio};
use crate::conversations::shop::wide;
use crate::draft::{Draft, Given, Picked};
use crate::html::Html;
use crate::scene::OrderScene;
use crate::state::Prompt;
use crate::step::Step;
use crate::tap::Craft;
use crate::texts::{OrderLabel, OrderText};

/// How many models are offered for a text.
const FOR_WORDS: usize = 6;

/// How many models of each kind are offered for files, and how many in all.
const OF_KIND: usize = 2;
const FOR_FILES: usize = 8;

/// What is done with files, in the order in which it is offered.
const FILE_KINDS: &[Kind] = &[
    Kind::ImageEdit,
    Kind::ImageToVideo,
    Kind::Upscale,
    Kind::BackgroundRemoval,
    Kind::Avatar,
    Kind::VideoToVideo,
    Kind::VideoUpscale,
    Kind::LipSync,
    Kind::Music,
    Kind::AudioTools,
    Kind::SpeechToText,
];

/// A model that can be used.
pub(crate) struct Offer<'a> {
    pub(crate) model: &'a Model,
    /// What it costs as it stands.
    price: Price,
}

impl Offer<'_> {
    /// What stands on the button that chooses it.
    pub(crate) fn label(&self, scene: &OrderScene<'_>) -> String {
        let title = self.model.title.in_language(scene.language);
        wide(title, &self.price.words(scene.language, &scene.prices))
    }
}

/// The kinds that make something of a text, what people mean most first: a song is no sound.
const fn kinds_of(craft: Craft) -> &'static [Kind] {
    match craft {
        Craft::Image => &[Kind::TextToImage],
        Craft::Video => &[Kind::TextToVideo],
        Craft::Sound => &[Kind::Music, Kind::Sound, Kind::Speech],
    }
}

/// The models that make something of a text: what the person used last, what is free now, the cheapest.
pub(crate) fn for_words<'a>(
    scene: &'a OrderScene<'_>,
    craft: Craft,
    prompt: &Prompt,
) -> Vec<Offer<'a>> {
    let kinds = kinds_of(craft);
    let place = |model: &Model| kinds.iter().position(|kind| *kind == model.kind);
    let models = scene.prices.catalogue.models().iter();
    let models = models.filter(|model| place(model).is_some() && is_open(scene, model));
    let takes_it = |model: &&Model| {
        let value = Answer::Value(Value::Text(prompt.as_str().to_owned()));
        first_text(model).is_some_and(|input| input.takes(&value).is_ok())
    };
    let models = models.filter(|model| !needs_files(model)).filter(takes_it);
    let mut offers: Vec<Offer<'a>> =
        models.filter_map(|model| as_it_stands(scene, model)).collect();
    offers.sort_by_key(|offer| {
        (!is_last(scene, offer.model), place(offer.model), offer.price.least())
    });
    offers.truncate(FOR_WORDS);
    offers
}

/// The model with which a text begins.
pub(crate) fn first_for_words<'a>(
    scene: &'a OrderScene<'_>,
    craft: Craft,
    prompt: &Prompt,
) -> Option<&'a Model> {
    for_words(scene, craft, prompt).first().map(|offer| offer.model)
}

/// The models that begin with files of a kind.
pub(crate) fn for_files<'a>(scene: &'a OrderScene<'_>, kind: MediaKind) -> Vec<Offer<'a>> {
    let of = |wanted: &Kind| of_kind(scene, *wanted, kind).into_iter().take(OF_KIND);
    FILE_KINDS.iter().flat_map(of).take(FOR_FILES).collect()
}

/// The model of a kind with which such files begin.
pub(crate) fn first_for_files<'a>(
    scene: &'a OrderScene<'_>,
    kind: Kind,
    files: &[Picked],
) -> Option<&'a Model> {
    let offers = of_kind(scene, kind, files.first()?.kind);
    let takes = |offer: &&Offer<'_>| {
        media_input(offer.model, files).is_some_and(|(input, media)| {
            files.iter().all(|file| fit(offer.model, input, media, file).is_ok())
        })
    };
    offers.iter().find(takes).map(|offer| offer.model)
}

/// The models of a kind that begin with a file of another kind, in the order in which they are offered.
fn of_kind<'a>(scene: &'a OrderScene<'_>, kind: Kind, media: MediaKind) -> Vec<Offer<'a>> {
    let models = scene.prices.catalogue.models().iter();
    let models = models.filter(|model| model.kind == kind && is_open(scene, model));
    let models = models.filter(|model| takes(model, media));
    let mut offers: Vec<Offer<'a>> =
        models.filter_map(|model| as_it_stands(scene, model)).collect();
    offers.sort_by_key(|offer| (!is_last(scene, offer.model), offer.price.least()));
    offers
}

/// Whether a model begins with a file of this kind.
pub(crate) fn takes(model: &Model, kind: MediaKind) -> bool {
    let first = model.inputs.iter().find_map(|input| media_of(input).map(|media| (input, media)));
    first.is_some_and(|(input, media)| must_ask(input) && media.kind == kind)
}

fn needs_files(model: &Model) -> bool {
    model.inputs.iter().any(|input| must_ask(input) && media_of(input).is_some())
}

/// Whether it is what the person used last of its kind.
fn is_last(scene: &OrderScene<'_>, model: &Model) -> bool {
    scene.facts.last.iter().any(|last| last.model == model.key)
}

fn as_it_stands<'a>(scene: &OrderScene<'_>, model: &'a Model) -> Option<Offer<'a>> {
    let draft = standing::draft(scene.facts, model);
    let price = standing::price(&scene.prices, scene.facts, model, &draft)?;
    Some(Offer { model, price })
}

/// Begins an order with a text.
pub(crate) fn use_words(
    scene: &OrderScene<'_>,
    model: &Model,
    prompt: &Prompt,
    place: Place,
) -> Step {
    use_words_after(scene, model, prompt, place, None)
}

/// The same with something said above it.
pub(crate) fn use_words_after(
    scene: &OrderScene<'_>,
    model: &Model,
    prompt: &Prompt,
    place: Place,
    note: Option<Html>,
) -> Step {
    let draft = standing::draft(scene.facts, model);
    match first_text(model) {
        Some(input) => super::words::take_after(scene, model, draft, input, prompt, place, note),
        None => proceed(scene, model, draft, place, note),
    }
}

/// Begins an order with files, and with what stood below them as its words.
pub(crate) fn use_files(
    scene: &OrderScene<'_>,
    model: &Model,
    files: &[Picked],
    words: Option<&Prompt>,
    place: Place,
) -> Step {
    let (draft, note) = with_files(scene, model, files, words);
    proceed(scene, model, draft, place, note)
}

/// A draft with files and words, and what is to be said about the files that were left out.
pub(crate) fn with_files(
    scene: &OrderScene<'_>,
    model: &Model,
    files: &[Picked],
    words: Option<&Prompt>,
) -> (Draft, Option<Html>) {
    let language = scene.language;
    let mut draft = standing::draft(scene.facts, model);
    let Some((input, media)) = media_input(model, files) else { return (draft, None) };
    let most = usize::try_from(media.max_items.max(1)).unwrap_or(usize::MAX);
    let tried = files.iter().map(|file| (file, fit(model, input, media, file)));
    let fits = tried.clone().filter(|(_, verdict)| verdict.is_ok()).take(most);
    let good: Vec<Picked> = fits.map(|(file, _)| file.clone()).collect();
    let misfit = tried.filter_map(|(_, verdict)| verdict.err()).next();
    let note = match misfit {
        Some(misfit) => Some(files::words(language, media, misfit)),
        None if good.len() < files.len() && most == 1 => {
            Some(OrderText::FirstOfAlbum.html(language))
        }
        None if good.len() < files.len() => Some(OrderText::Full { most }.html(language)),
        None => None,
    };
    shape(model, &mut draft, good.first().and_then(|file| file.pixels));
    if !good.is_empty() {
        draft.answer(&input.name, Given::Files(good));
    }
    say(scene, model, &mut draft, words);
    (draft, note)
}

/// What is made of a photo has the photo's own shape.
fn shape(model: &Model, draft: &mut Draft, pixels: Option<(u32, u32)>) {
    let Some(pixels) = pixels else { return };
    for input in model.inputs.iter().filter(|input| is_asked(input)) {
        if let Some(value) = ratio::nearest(input, pixels) {
            let before = draft.clone();
            draft.answer(&input.name, Given::Value(value));
            if model.draft(draft.for_catalogue()).is_err() {
                *draft = before;
            }
        }
    }
}

/// Takes the words for an order; a photo comes to life without any.
fn say(scene: &OrderScene<'_>, model: &Model, draft: &mut Draft, words: Option<&Prompt>) {
    let Some(input) = first_text(model) else { return };
    let said = words.map(|words| words.as_str().to_owned());
    let said = said.filter(|words| !guard::refuses(scene, words));
    let by_itself = || {
        let is_asked_for = model.kind == Kind::ImageToVideo && must_ask(input);
        is_asked_for.then(|| OrderLabel::AnimateWords.words(scene.language))
    };
    if let Some(words) = said.or_else(by_itself) {
        let value = Value::Text(words);
        // Words that will not do are asked for, with their limit.
        if input.takes(&Answer::Value(value.clone())).is_ok() {
            draft.answer(&input.name, Given::Value(value));
        }
    }
}

/// The input of a model that takes such files.
fn media_input<'m>(model: &'m Model, files: &[Picked]) -> Option<(&'m Input, &'m Media)> {
    let kind = files.first()?.kind;
    let mut inputs = model.inputs.iter().filter_map(|input| Some((input, media_of(input)?)));
    inputs.find(|(_, media)| media.kind == kind)
}

/// What an input takes, if that is files.
fn media_of(input: &Input) -> Option<&Media> {
    match &input.form {
        Form::Media(media) if is_asked(input) => Some(media),
        _ => None,
    }
}
