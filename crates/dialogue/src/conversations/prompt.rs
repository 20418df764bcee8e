//! A text or a file out of the blue: what can be made of it, one tap away; never silence.
//!
//! ```text
//! "a cat on the moon"      ->  the confirmation with the model used last, else a free one:
//!                              [Make it · free] [Another model] [Video] [Music] ...        (an order)
//! its rest, cut off        ->  joined; the last message changes
//! [Video]                  ->  the same with the model used last for videos
//! [Another model]          ->  [Z-Image · free] [Imagen 4 · 6 ⭐ · 6.40 ₽] ... [Back] [Main menu]
//! [Z-Image · free]         ->  the confirmation with it
//! a wish of the greeting   ->  the same as typing it
//! "thanks", a smile        ->  a few words, the menu
//! words with a card open   ->  an order for the model of that card
//! [Video] under an older   ->  that message brought up to date
//! a text nothing can take  ->  so it is said                               (OfferedPrompt)
//! ```
//!
//! Files are in [`media`], what is only said in passing in [`chatter`].

use domain::catalogue::{Model, ModelKey};

use crate::conversations::menu::{self, with_menu};
use crate::conversations::order::{self, Place, offers};
use crate::conversations::unknown;
use crate::facts::Reply;
use crate::html::{Html, MESSAGE_UNITS};
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::state::{Mark, Prompt, State};
use crate::step::Step;
use crate::tap::{Craft, Tap};
use crate::texts::{labels, texts};

pub(crate) mod chatter;
mod media;
mod voice;

pub(crate) use self::media::{
    instead_of_order, on_card_media, on_file_models, on_media, on_start, on_words_for_files,
};
pub(crate) use self::voice::on_voice;

texts! { Text<'a>;
    Chatter = "prompt-chatter",
    OfferedCaption { kind: &'a str } = "prompt-offer-caption",
    PromptGone = "prompt-gone",
    PromptImage { quote: &'a Html } = "prompt-image",
    PromptNoModel { quote: &'a Html } = "prompt-no-model",
    PromptSound { quote: &'a Html } = "prompt-sound",
    PromptVideo { quote: &'a Html } = "prompt-video",
    SentMedia { kind: &'a str } = "prompt-media",
}

labels! { Label;
    Image = "prompt-button-image",
    Others = "prompt-button-others",
    Sound = "prompt-button-sound",
    Video = "prompt-button-video",
}

/// How much of a text is quoted above a list, in UTF-16 units.
const QUOTED: usize = 300;

/// The person wrote something that is no command.
pub(crate) fn on_text<'a>(scene: &'a Scene<'a>, text: &str) -> Reply<'a> {
    let (joined, place) = match &scene.state {
        State::OfferedPrompt(prompt) if prompt.is_open() => {
            (Prompt::from_person(&format!("{}{text}", prompt.as_str())), Place::Last)
        }
        _ => (Prompt::from_person(text), Place::New),
    };
    let Some(prompt) = joined else { return Reply::Now(unknown::on_kind(scene)) };
    if chatter::is_chatter(prompt.as_str()) {
        let words = Text::Chatter.html(scene.language);
        return Reply::Now(scene.stay().say(with_menu(scene.language, words)));
    }
    let prompt = prompt.open_if(scene.is_cut(text));
    Reply::ordering(scene, move |scene| wish(scene, Craft::Image, &prompt, place, None))
}

/// The person takes a wish of the greeting.
pub(crate) fn on_wish<'a>(scene: &'a Scene<'a>, number: u8) -> Reply<'a> {
    match menu::wish(scene.language, number).as_deref().and_then(Prompt::from_person) {
        Some(prompt) => Reply::ordering(scene, move |scene| {
            wish(scene, Craft::Image, &prompt, Place::Here, None)
        }),
        None => Reply::Now(unknown::on_tap(scene)),
    }
}

/// The person wrote something while the card of a model is open: it is for that model.
pub(crate) fn on_card_words<'a>(
    scene: &'a Scene<'a>,
    key: &'a ModelKey,
    text: &'a str,
) -> Reply<'a> {
    let Some(prompt) = Prompt::from_person(text).filter(|it| !chatter::is_chatter(it.as_str()))
    else {
        return on_text(scene, text);
    };
    Reply::ordering_from(scene, key.clone(), move |scene, key| {
        let model = scene.prices.catalogue.model(key).filter(|model| order::is_open(scene, model));
        match model.filter(|model| order::first_text(model).is_some()) {
            Some(model) => offers::use_words(scene, model, &prompt, Place::New),
            None => wish(scene, Craft::Image, &prompt, Place::New, None),
        }
    })
}

/// What is made of a text at once: an order at its confirmation, with the model that comes first.
pub(super) fn wish(
    scene: &OrderScene<'_>,
    craft: Craft,
    prompt: &Prompt,
    place: Place,
    note: Option<Html>,
) -> Step {
    match offers::first_for_words(scene, craft, prompt) {
        Some(model) => offers::use_words_after(scene, model, prompt, place, note),
        None => {
            let screen = nothing_for(scene, craft, prompt);
            place.put(Step::to(State::OfferedPrompt(prompt.clone())), screen)
        }
    }
}

/// The person wants another thing made of the text.
pub(crate) fn on_offer<'a>(scene: &'a Scene<'a>, craft: Craft, mark: Mark) -> Reply<'a> {
    with_prompt(scene, mark, move |scene, prompt| wish(scene, craft, prompt, Place::Here, None))
}

/// The person wants to see other models for the text.
pub(crate) fn on_others<'a>(scene: &'a Scene<'a>, craft: Craft, mark: Mark) -> Reply<'a> {
    with_prompt(scene, mark, move |scene, prompt| {
        let found = offers::for_words(scene, craft, prompt);
        if found.is_empty() {
            return scene.stay().show(nothing_for(scene, craft, prompt));
        }
        let quote = Html::quoted(prompt.as_str(), QUOTED);
        let words = match craft {
            Craft::Image => Text::PromptImage { quote: &quote },
            Craft::Video => Text::PromptVideo { quote: &quote },
            Craft::Sound => Text::PromptSound { quote: &quote },
        };
        let button = |offer: &offers::Offer<'_>| {
            let tap = Tap::Use(offer.model.key.clone(), mark);
            [Button::new(offer.label(scene), tap)]
        };
        let screen = Screen::bare(words.html(scene.language));
        let screen = found.iter().map(button).fold(screen, Screen::row);
        scene.stay().show(screen.backward(scene.language, Tap::OfferAgain(mark)))
    })
}

/// The person goes back to the order for the text.
pub(crate) fn on_offer_again<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    match &scene.state {
        State::Ordering(draft) => order::on_present(scene, draft, Place::Here, None),
        _ => on_offer(scene, Craft::Image, mark),
    }
}

/// The person wants to use what they sent for a model.
pub(crate) fn on_use<'a>(scene: &'a Scene<'a>, key: ModelKey, mark: Mark) -> Reply<'a> {
    if let State::OfferedFiles(offer) = &scene.state {
        return media::on_use(scene, offer, key, mark);
    }
    if text_in_hand(scene).is_none_or(|prompt| prompt.mark() != mark) {
        return out_of_date(scene);
    }
    Reply::ordering_from(scene, key, move |scene, key| {
        let with = |model: &Model| match text_in_hand(scene) {
            Some(prompt) => offers::use_words(scene, model, &prompt, Place::Here),
            None => gone(scene),
        };
        order::with_model(scene, key, with)
    })
}

/// The buttons that make something else of a text, or have another model make it.
pub(super) fn other_ways(scene: &Scene<'_>, craft: Craft, mark: Mark) -> Vec<Button> {
    let language = scene.language;
    let others = Button::new(Label::Others.words(language), Tap::Others(craft, mark));
    let crafts = Craft::ALL.into_iter().filter(|other| *other != craft);
    let button = |other: Craft| Button::new(label(other).words(language), Tap::Offer(other, mark));
    std::iter::once(others).chain(crafts.map(button)).collect()
}

const fn label(craft: Craft) -> Label {
    match craft {
        Craft::Image => Label::Image,
        Craft::Video => Label::Video,
        Craft::Sound => Label::Sound,
    }
}

/// The text that can be made into something: of the order in front of the person, or one that nothing took.
fn text_in_hand(scene: &Scene<'_>) -> Option<Prompt> {
    match &scene.state {
        State::OfferedPrompt(prompt) => Some(prompt.clone()),
        State::Ordering(draft) => {
            let input = order::first_text(scene.prices.catalogue.model(&draft.model)?)?;
            Prompt::from_person(draft.words(&input.name)?)
        }
        State::Menu
        | State::OfferedFiles(_)
        | State::Looking(_)
        | State::Adjusting(_)
        | State::Searching
        | State::NamingStars
        | State::NamingPromo
        | State::Transfer(_)
        | State::Refunding(_)
        | State::Talking(_) => None,
    }
}

/// What follows with the text that a button is about, if it is still the one in hand.
fn with_prompt<'a>(
    scene: &'a Scene<'a>,
    mark: Mark,
    then: impl FnOnce(&OrderScene<'_>, &Prompt) -> Step + Send + 'a,
) -> Reply<'a> {
    match text_in_hand(scene).filter(|prompt| prompt.mark() == mark) {
        Some(prompt) => Reply::ordering(scene, move |scene| then(scene, &prompt)),
        None => out_of_date(scene),
    }
}

/// A button about a text or files that are no longer the ones in hand: its message shows how things stand.
fn out_of_date<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    match &scene.state {
        State::Ordering(draft) => order::on_present(scene, draft, Place::Refreshed, None),
        State::OfferedFiles(offer) => media::on_present(scene, offer, Place::Refreshed),
        State::OfferedPrompt(prompt) => Reply::ordering(scene, move |scene| {
            wish(scene, Craft::Image, prompt, Place::Refreshed, None)
        }),
        State::Menu
        | State::Looking(_)
        | State::Adjusting(_)
        | State::Searching
        | State::NamingStars
        | State::NamingPromo
        | State::Transfer(_)
        | State::Refunding(_)
        | State::Talking(_) => Reply::Now(gone(scene)),
    }
}

/// The button is about something that we no longer have.
fn gone(scene: &Scene<'_>) -> Step {
    scene.stay().refresh(with_menu(scene.language, Text::PromptGone.html(scene.language)))
}

/// Nothing takes this text now; something else may be made of it.
fn nothing_for(scene: &OrderScene<'_>, craft: Craft, prompt: &Prompt) -> Screen {
    let words = around(prompt, |quote| Text::PromptNoModel { quote }.html(scene.language));
    let mark = prompt.mark();
    let crafts = Craft::ALL.into_iter().filter(|other| *other != craft);
    let crafts =
        crafts.map(|it| Button::new(label(it).words(scene.language), Tap::Offer(it, mark)));
    Screen::bare(words).row(crafts).homeward(scene.language)
}

/// The words around a quotation of as much as is shown.
fn around(prompt: &Prompt, words: impl Fn(&Html) -> Html) -> Html {
    let room = MESSAGE_UNITS.saturating_sub(words(&Html::default()).units());
    words(&Html::quoted(prompt.as_str(), room.min(QUOTED)))
}

#[cfg(test)]
mod tests;
