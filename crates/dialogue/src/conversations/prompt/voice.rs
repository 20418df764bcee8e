//! A voice message: a wish that was spoken, which nobody here can hear yet.
//!
//! ```text
//! a voice message  ->  "I cannot listen yet: please write it."     [Suno: cover · from 10 ⭐] ... [Main menu]
//!                  ->  "I can write down what you said."            (where a model that listens is on)
//! ```
//!
//! Whoever speaks means words, and not a recording; what can be made of that is offered below all the same.

use domain::catalogue::Kind;

use super::media;
use crate::conversations::order::{is_open, is_too_heavy, kind_of, picked};
use crate::event::{MediaKind, Sent};
use crate::facts::Reply;
use crate::scene::{OrderScene, Scene};
use crate::screen::Screen;
use crate::state::{OfferedFiles, Prompt, State};
use crate::step::Step;
use crate::texts::texts;

texts! { Text;
    CannotListen = "prompt-voice",
    CannotListenOffers = "prompt-voice-offers",
    CanListen = "prompt-voice-listen",
}

/// The person spoke instead of writing; none if this is no such message.
pub(crate) fn on_voice<'a>(scene: &'a Scene<'a>, sent: &'a Sent) -> Option<Reply<'a>> {
    if !matches!(sent.kind, MediaKind::Voice | MediaKind::VideoNote) || is_too_heavy(sent) {
        return None;
    }
    let file = picked(sent, kind_of(sent)?);
    let caption = sent.caption.as_deref().and_then(Prompt::from_person);
    Some(Reply::ordering(scene, move |scene| {
        let offer = OfferedFiles::new(vec![file], caption);
        let offers = media::models(scene, &offer);
        let words = match (listens(scene), !offers.keyboard.is_empty()) {
            (true, true) => Text::CanListen,
            (_, true) => Text::CannotListenOffers,
            (_, false) => Text::CannotListen,
        };
        let screen = Screen { text: words.html(scene.language), ..offers };
        Step::to(State::OfferedFiles(offer)).say(screen.homeward(scene.language))
    }))
}

/// Whether a model writes down what is said.
fn listens(scene: &OrderScene<'_>) -> bool {
    let mut models = scene.prices.catalogue.models().iter();
    models.any(|model| model.kind == Kind::SpeechToText && is_open(scene, model))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::{Catalogue, Language};

    use crate::event::MediaKind;
    use crate::example::{Somebody, facts, prices, sent, taps_of, text_of};
    use crate::facts::OrderFacts;
    use crate::scene::PriceList;
    use crate::state::State;
    use crate::tap::Tap;

    /// The family with a model that listens.
    const FAMILY: &str = include_str!("../../../../../catalogue/elevenlabs.toml");

    #[test]
    fn who_speaks_is_told_to_write_and_may_still_use_the_recording() {
        for (language, words) in [
            (Language::Russian, "Слушать я пока не умею"),
            (Language::English, "I cannot listen yet"),
        ] {
            for kind in [MediaKind::Voice, MediaKind::VideoNote] {
                let step = Somebody::new(language).sends(sent(kind, "v"));

                assert!(text_of(&step).starts_with(words), "{kind:?}: {}", text_of(&step));
                assert_eq!(text_of(&step).lines().count(), 1, "{}", text_of(&step));
                assert!(
                    matches!(&step.state, State::OfferedFiles(offer) if offer.files.len() == 1)
                );
                assert_eq!(taps_of(&step).last(), Some(&Tap::Home));
            }
            let step = Somebody::new(language).sends(sent(MediaKind::Voice, "v"));
            assert!(taps_of(&step).iter().any(|tap| matches!(tap, Tap::Use(..))), "a cover of it");
            let paused = OrderFacts { is_paused: true, ..facts(0) };
            let step = Somebody { facts: paused, ..Somebody::new(language) };
            let step = step.sends(sent(MediaKind::Voice, "v"));
            assert_eq!(taps_of(&step), [Tap::Home], "nothing can be made of it now");
        }
    }

    #[test]
    fn where_a_model_listens_it_is_offered() {
        // None is on today: this one is as it would stand in the catalogue.
        let on = "state = \"verified\"\non = true\n";
        let off = "state = \"gone\"\non = false\noff_because = \"Its page is gone and the family is reported failing.\"\n";
        let listens = FAMILY.rsplit_once("[[model]]").unwrap();
        assert!(listens.1.contains("speech-to-text") && listens.1.contains(off), "{}", listens.1);
        let family = format!("{}[[model]]{}", listens.0, listens.1.replace(off, on));
        let catalogue = Catalogue::read(&[("elevenlabs.toml".to_owned(), family)]).unwrap();
        let offers = prices().offers.clone();
        let prices = Arc::new(PriceList { catalogue, offers });
        let somebody = Somebody { prices, ..Somebody::new(Language::English) };

        let step = somebody.sends(sent(MediaKind::Voice, "v"));
        assert!(text_of(&step).starts_with("I can write down"), "{}", text_of(&step));
    }

    #[test]
    fn in_an_order_that_asks_for_a_recording_a_voice_message_is_one() {
        let somebody = Somebody::new(Language::English);
        let key = domain::ModelKey::new("suno-cover").unwrap();
        let ordering = somebody.after(&somebody.taps(Tap::Order(key)));

        let step = ordering.sends(sent(MediaKind::Voice, "v"));
        assert!(!text_of(&step).contains("listen"), "{}", text_of(&step));
    }
}
