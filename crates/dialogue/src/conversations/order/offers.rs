//! Which models can do something with a text or with files, and what happens when one is chosen.
//!
//! ```text
//!   a text, a craft ──> up to six models that make it of words, the cheapest first
//!   files ────────────> up to two models of each kind that begin with such a file
//!   [one of them] ────> an order with the text or the files in it, at its first open question
//! ```
//!
//! Only what is on and open is offered, and only what can take the very text: a model with a shorter limit
//! is left out. A file that the chosen model does not take is said so, and another one is asked for.

use domain::Money;
use domain::catalogue::{Answer, Form, Input, Kind, Media, MediaKind, Model, Value};

use super::asking::{Place, is_asked, must_ask};
use super::files;
use super::fit::fit;
use super::terms::full_price;
use super::{begin, first_text, guard, is_open};
use crate::amounts::priced;
use crate::conversations::shop::wide;
use crate::draft::{Draft, Given, Picked};
use crate::scene::OrderScene;
use crate::state::Prompt;
use crate::step::Step;
use crate::tap::Craft;
use crate::texts::{OrderText, ShopLabel};

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
    /// What it costs with what is known, or the least.
    price: Money,
    /// Whether more answers can make it dearer.
    is_least: bool,
}

impl Offer<'_> {
    /// What stands on the button that chooses it.
    pub(crate) fn label(&self, scene: &OrderScene<'_>) -> String {
        let language = scene.language;
        let price = priced(language, &scene.prices.offers, self.price);
        let title = self.model.title.in_language(language);
        if self.is_least {
            let from = ShopLabel::FromMark.words(language);
            return wide(title, &format!("{from}\u{A0}{price}"));
        }
        wide(title, &price)
    }
}

/// The models that make something of a text.
pub(crate) fn for_words<'a>(
    scene: &'a OrderScene<'_>,
    craft: Craft,
    prompt: &Prompt,
) -> Vec<Offer<'a>> {
    let kinds: &[Kind] = match craft {
        Craft::Image => &[Kind::TextToImage],
        Craft::Video => &[Kind::TextToVideo],
        Craft::Sound => &[Kind::Music, Kind::Sound, Kind::Speech],
    };
    let models = scene.prices.catalogue.models().iter();
    let needs_files = |model: &Model| {
        model.inputs.iter().any(|input| must_ask(input) && media_of(input).is_some())
    };
    let models = models.filter(|model| kinds.contains(&model.kind) && is_open(scene, model));
    let models = models.filter(|model| !needs_files(model));
    let with_words = |model: &'a Model| {
        let input = first_text(model)?;
        let value = Value::Text(prompt.as_str().to_owned());
        let mut draft = Draft::new(model.key.clone());
        input.takes(&Answer::Value(value.clone())).ok()?;
        draft.answer(&input.name, Given::Value(value));
        offer(scene, model, &draft)
    };
    let mut offers: Vec<Offer<'a>> = models.filter_map(with_words).collect();
    offers.sort_by_key(|offer| offer.price);
    offers.truncate(FOR_WORDS);
    offers
}

/// The models that begin with files of a kind.
pub(crate) fn for_files<'a>(scene: &'a OrderScene<'_>, kind: MediaKind) -> Vec<Offer<'a>> {
    let begins_so = |model: &&Model| {
        let first = model.inputs.iter().find_map(|input| media_of(input).map(|m| (input, m)));
        first.is_some_and(|(input, media)| must_ask(input) && media.kind == kind)
    };
    let mut all = Vec::new();
    for wanted in FILE_KINDS {
        let models = scene.prices.catalogue.models().iter();
        let models = models.filter(|model| model.kind == *wanted && is_open(scene, model));
        let alone = |model: &'a Model| offer(scene, model, &Draft::new(model.key.clone()));
        let mut offers: Vec<Offer<'a>> = models.filter(begins_so).filter_map(alone).collect();
        offers.sort_by_key(|offer| offer.price);
        all.extend(offers.into_iter().take(OF_KIND));
    }
    all.truncate(FOR_FILES);
    all
}

/// A model with what a draft of it costs as far as is known; the least where that depends on more.
fn offer<'a>(scene: &'a OrderScene<'_>, model: &'a Model, draft: &Draft) -> Option<Offer<'a>> {
    let offers = &scene.prices.offers;
    let known = full_price(offers, scene.facts, model, draft);
    let price = known.or_else(|| scene.facts.price(offers, model.cost_range()?.0))?;
    Some(Offer { model, price, is_least: known.is_none() })
}

/// Begins an order with a text.
pub(crate) fn use_words(scene: &OrderScene<'_>, model: &Model, prompt: &Prompt) -> Step {
    let Some(input) = first_text(model) else {
        return begin(scene, model, Vec::new(), Place::Here, None);
    };
    super::words::take(
        scene,
        model,
        Draft::new(model.key.clone()),
        input,
        prompt.as_str(),
        Place::Here,
    )
}

/// Begins an order with files, and with what stood below them as its words.
pub(crate) fn use_files(
    scene: &OrderScene<'_>,
    model: &Model,
    files: &[Picked],
    caption: Option<&Prompt>,
) -> Step {
    let language = scene.language;
    let kind = files.first().map(|file| file.kind);
    let inputs = model.inputs.iter().filter_map(|input| Some((input, media_of(input)?)));
    let Some((input, media)) = inputs.clone().find(|(_, media)| Some(media.kind) == kind) else {
        return begin(scene, model, Vec::new(), Place::Here, None);
    };
    let most = usize::try_from(media.max_items.max(1)).unwrap_or(usize::MAX);
    let tried = files.iter().map(|file| (file, fit(model, input, media, file)));
    let good: Vec<Picked> = tried
        .clone()
        .filter(|(_, verdict)| verdict.is_ok())
        .take(most)
        .map(|(file, _)| file.clone())
        .collect();
    let misfit = tried.filter_map(|(_, verdict)| verdict.err()).next();
    let note = match misfit {
        Some(misfit) => Some(files::words(language, media, misfit)),
        None if good.len() < files.len() && most == 1 => {
            Some(OrderText::FirstOfAlbum.html(language))
        }
        None if good.len() < files.len() => Some(OrderText::Full { most }.html(language)),
        None => None,
    };
    let mut answers = Vec::new();
    if !good.is_empty() {
        answers.push((input.name.clone(), Given::Files(good)));
    }
    let words = caption.filter(|caption| !guard::refuses(caption.as_str()));
    if let (Some(input), Some(words)) = (first_text(model), words) {
        let value = Value::Text(words.as_str().to_owned());
        // Words that will not do are asked for, with their limit.
        if input.takes(&Answer::Value(value.clone())).is_ok() {
            answers.push((input.name.clone(), Given::Value(value)));
        }
    }
    begin(scene, model, answers, Place::Here, note)
}

/// What an input takes, if that is files.
fn media_of(input: &Input) -> Option<&Media> {
    match &input.form {
        Form::Media(media) if is_asked(input) => Some(media),
        _ => None,
    }
}
