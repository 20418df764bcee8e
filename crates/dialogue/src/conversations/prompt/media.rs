//! Files out of the blue: what can be made of them, each one tap away.
//!
//! ```text
//! a photo                  ->  [Animate · 20 ⭐] [Edit · 4 ⭐] [Enlarge · 1 ⭐] [Remove background · 1 ⭐] [More models]
//! [Animate · 20 ⭐]         ->  the status message: it has begun              (the price was named on the button)
//! [Edit · 4 ⭐]             ->  "What shall I change?", since no words came with it
//! words after it, a caption->  the same offer with the words, editing first
//! the next file of an album->  it joins the others; the last message changes
//! a video, a recording     ->  the models that begin with such a file
//! a photo, a card is open  ->  an order for that model, if it begins with such a file
//! a sticker, an odd file   ->  "I cannot work with it"; its caption is taken like a text
//! more than 20 MB          ->  the limit and a way round it
//! ```
//!
//! The prices are frozen as quotes of the files that are kept: a button starts one generation at the price that
//! stands on it, or none.

use domain::ModelKey;
use domain::catalogue::MediaKind as FileKind;

use super::{Text, chatter, gone, out_of_date, wish};
use crate::conversations::order::{self, Place, deeds, is_too_heavy, kind_of, offers, picked};
use crate::draft::Picked;
use crate::event::{MediaKind, Sent};
use crate::facts::Reply;
use crate::html::Html;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::state::{Mark, OfferedFiles, Prompt, State};
use crate::step::Step;
use crate::tap::{Craft, Tap};
use crate::texts::{OrderLabel, OrderText};

/// How many files are kept: more than an album has, as many as the most patient model takes.
const MOST_FILES: usize = 16;

/// How much of the words is quoted, in UTF-16 units.
const QUOTED: usize = 300;

/// The person sent a file.
pub(crate) fn on_media<'a>(scene: &'a Scene<'a>, sent: &'a Sent) -> Reply<'a> {
    let caption = sent.caption.as_deref().and_then(Prompt::from_person);
    let file = match usable(scene, sent) {
        Ok(file) => file,
        Err(note) => return odd(scene, caption, note),
    };
    let (offer, place) = match &scene.state {
        State::OfferedFiles(old) if belongs(&old.files, &file) => {
            let mut files = old.files.clone();
            files.push(file);
            files.truncate(MOST_FILES);
            (OfferedFiles::new(files, old.words.clone().or(caption)), Place::Last)
        }
        _ => (OfferedFiles::new(vec![file], caption), Place::New),
    };
    Reply::ordering(scene, move |scene| present(scene, offer, place, None))
}

/// The person sent a file while the card of a model is open.
pub(crate) fn on_card_media<'a>(
    scene: &'a Scene<'a>,
    key: &'a ModelKey,
    sent: &'a Sent,
) -> Reply<'a> {
    let Ok(file) = usable(scene, sent) else { return on_media(scene, sent) };
    let caption = sent.caption.as_deref().and_then(Prompt::from_person);
    Reply::ordering_from(scene, key.clone(), move |scene, key| {
        let model = scene.prices.catalogue.model(key).filter(|model| order::is_open(scene, model));
        let files = std::slice::from_ref(&file);
        match model.filter(|model| offers::takes(model, file.kind)) {
            Some(model) => offers::use_files(scene, model, files, caption.as_ref(), Place::New),
            None => present(scene, OfferedFiles::new(vec![file], caption), Place::New, None),
        }
    })
}

/// Words that came after the files belong to them.
pub(crate) fn on_words_for_files<'a>(
    scene: &'a Scene<'a>,
    offer: &'a OfferedFiles,
    text: &str,
) -> Reply<'a> {
    let words = Prompt::from_person(text).filter(|it| !chatter::is_chatter(it.as_str()));
    let words = words.or_else(|| offer.words.clone());
    let offer = OfferedFiles::new(offer.files.clone(), words);
    Reply::ordering(scene, move |scene| present(scene, offer, Place::New, None))
}

/// A file that the present order has no use for: what can be made of it is offered, the words go along.
pub(crate) fn instead_of_order(
    scene: &OrderScene<'_>,
    file: Picked,
    words: Option<Prompt>,
) -> Step {
    present(scene, OfferedFiles::new(vec![file], words), Place::New, None)
}

/// Shows again what can be made of the files.
pub(super) fn on_present<'a>(
    scene: &'a Scene<'a>,
    offer: &'a OfferedFiles,
    place: Place,
) -> Reply<'a> {
    Reply::ordering(scene, move |scene| present(scene, offer.clone(), place, None))
}

/// The person taps what begins at once.
pub(crate) fn on_start<'a>(scene: &'a Scene<'a>, key: ModelKey, mark: Mark) -> Reply<'a> {
    let State::OfferedFiles(offer) = &scene.state else {
        return match &scene.state {
            State::Ordering(_) => out_of_date(scene),
            _ => Reply::Now(order::already(scene)),
        };
    };
    let quoted = offer.quotes.iter().find(|(model, quote)| *model == key && quote.mark() == mark);
    let Some((_, quote)) = quoted.cloned() else { return out_of_date(scene) };
    Reply::WithCheckout(
        key.clone(),
        Box::new(move |checkout| {
            let scene = OrderScene::new(scene, &checkout.order);
            let Some(model) = scene.prices.catalogue.model(&key) else { return gone(&scene) };
            let (draft, _) = offers::with_files(&scene, model, &offer.files, offer.words.as_ref());
            order::start(&scene, model, &draft, quote, &checkout.purse)
        }),
    )
}

/// The person wants to use the files for a model.
pub(super) fn on_use<'a>(
    scene: &'a Scene<'a>,
    offer: &'a OfferedFiles,
    key: ModelKey,
    mark: Mark,
) -> Reply<'a> {
    if Mark::of_files(&offer.files) != mark {
        return on_present(scene, offer, Place::Refreshed);
    }
    Reply::ordering_from(scene, key, move |scene, key| {
        let words = offer.words.as_ref();
        order::with_model(scene, key, |model| {
            offers::use_files(scene, model, &offer.files, words, Place::Here)
        })
    })
}

/// The person wants to see every model for the files.
pub(crate) fn on_file_models<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    let State::OfferedFiles(offer) = &scene.state else { return out_of_date(scene) };
    if Mark::of_files(&offer.files) != mark {
        return out_of_date(scene);
    }
    Reply::ordering(scene, move |scene| {
        let screen = models(scene, offer).homeward(scene.language);
        scene.stay().show(screen)
    })
}

/// What can be made of the files, with the prices that are held to.
fn present(scene: &OrderScene<'_>, offer: OfferedFiles, place: Place, note: Option<Html>) -> Step {
    let language = scene.language;
    let mark = Mark::of_files(&offer.files);
    let deeds = deeds::of(scene, &offer);
    if deeds.is_empty() {
        let screen = models(scene, &offer).homeward(language);
        return place.put(Step::to(State::OfferedFiles(offer)), screen);
    }
    let page = head(scene, &offer, true);
    let page = note.map_or(page.clone(), |note| note.then(&page));
    let buttons = deeds.iter().map(|deed| [deed.button(scene, mark)]);
    let screen = buttons.fold(Screen::bare(page), Screen::row);
    let more = Button::new(OrderLabel::MoreModels.words(language), Tap::FileModels(mark));
    let screen = screen.row([more]).homeward(language);
    let quotes = deeds.into_iter().filter_map(deeds::Deed::quoted).collect();
    place.put(Step::to(State::OfferedFiles(OfferedFiles { quotes, ..offer })), screen)
}

/// Every model that begins with such files.
fn models(scene: &OrderScene<'_>, offer: &OfferedFiles) -> Screen {
    let mark = Mark::of_files(&offer.files);
    let found = offers::for_files(scene, kind(offer));
    let button = |offer: &offers::Offer<'_>| {
        let tap = Tap::Use(offer.model.key.clone(), mark);
        [Button::new(offer.label(scene), tap)]
    };
    let page = Screen::bare(head(scene, offer, !found.is_empty()));
    found.iter().map(button).fold(page, Screen::row)
}

fn head(scene: &OrderScene<'_>, offer: &OfferedFiles, is_there_something: bool) -> Html {
    let language = scene.language;
    let head = match is_there_something {
        true => OrderText::FilesOffered { kind: kind(offer).word(), count: offer.files.len() },
        false => OrderText::FilesNoModel,
    };
    let page = head.html(language);
    match &offer.words {
        Some(words) => {
            let quote = Html::quoted(words.as_str(), QUOTED);
            Html::lines([page, OrderText::FilesCaption { quote: &quote }.html(language)])
        }
        None => page,
    }
}

fn kind(offer: &OfferedFiles) -> FileKind {
    offer.files.first().map_or(FileKind::Image, |file| file.kind)
}

/// Whether a file is the next one of an album.
fn belongs(files: &[Picked], file: &Picked) -> bool {
    let is_next = |last: &Picked| last.album == file.album && last.kind == file.kind;
    file.album.is_some() && files.last().is_some_and(is_next)
}

/// A file with which something can be begun; otherwise what is said about it.
fn usable(scene: &Scene<'_>, sent: &Sent) -> Result<Picked, Html> {
    match kind_of(sent) {
        None => Err(Text::SentMedia { kind: word_for(sent.kind) }.html(scene.language)),
        Some(_) if is_too_heavy(sent) => Err(OrderText::TooHeavyForTelegram.html(scene.language)),
        Some(kind) => Ok(picked(sent, kind)),
    }
}

/// A file that no model can use; its caption is a wish all the same.
fn odd<'a>(scene: &'a Scene<'a>, caption: Option<Prompt>, note: Html) -> Reply<'a> {
    match caption {
        None => Reply::Now(scene.stay().say(Screen::bare(note).homeward(scene.language))),
        Some(prompt) => Reply::ordering(scene, move |scene| {
            let note = Text::OfferedCaption { kind: "file" }.html(scene.language);
            wish(scene, Craft::Image, &prompt, Place::New, Some(note))
        }),
    }
}

/// The word by which the texts tell the files apart that no model can use.
const fn word_for(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Sticker => "sticker",
        MediaKind::Photo
        | MediaKind::Video
        | MediaKind::Animation
        | MediaKind::VideoNote
        | MediaKind::Audio
        | MediaKind::Voice
        | MediaKind::Document => "file",
    }
}

#[cfg(test)]
mod tests;
