//! The settings: the language, whether files come as they were made, and whether news do.
//!
//! ```text
//! /settings, [Settings]     ->  "Language: English" "Pictures also as files: off" "News: on"
//!                               [Change language] [Send files too] [No news] [Back] [Main menu]
//! [Send files too]          ->  the same, with "on"                     (the choice is kept)
//! [No news]                 ->  the same, with "off"                    (the choice is kept)
//! [No more news] below news ->  "No more news from me" [Have them again] [Main menu]
//! ```

use crate::conversations::language;
use crate::facts::Reply;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::step::{Effect, Kept, Step, TalkDeed};
use crate::tap::{TalkTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    NewsOff = "pages-settings-news-off",
    NewsOn = "pages-settings-news-on",
    NewsStopped = "pages-news-stopped",
    Settings { language: &'a str } = "pages-settings",
    SettingsFilesOff = "pages-settings-files-off",
    SettingsFilesOn = "pages-settings-files-on",
}

labels! { Label;
    FilesOff = "pages-button-files-off",
    FilesOn = "pages-button-files-on",
    Language = "pages-button-language",
    NewsOff = "pages-button-news-off",
    NewsOn = "pages-button-news-on",
}

/// The person wants to see what they can choose.
pub(crate) fn on_settings(scene: &OrderScene<'_>) -> Step {
    let facts = scene.facts;
    scene.stay().show(page(scene, facts.full_quality, !facts.news_off))
}

/// The person chooses whether files come as they were made.
pub(crate) fn on_full_quality<'a>(scene: &'a Scene<'a>, wanted: bool) -> Reply<'a> {
    Reply::ordering(scene, move |scene| {
        let page = page(scene, wanted, !scene.facts.news_off);
        scene.stay().and(Effect::Keep(Kept::FullQuality(wanted))).show(page)
    })
}

/// The person chooses whether news come.
pub(crate) fn on_news<'a>(scene: &'a Scene<'a>, wanted: bool) -> Reply<'a> {
    Reply::ordering(scene, move |scene| {
        let page = page(scene, scene.facts.full_quality, wanted);
        scene.stay().and(Effect::Talk(TalkDeed::News(wanted))).show(page)
    })
}

/// The person has enough of news; the message below which they said so stays as it is.
pub(crate) fn on_stop_news(scene: &Scene<'_>) -> Step {
    let language = scene.language;
    let again = Button::new(Label::NewsOn.words(language), Tap::Talk(TalkTap::News(true)));
    let screen = Screen::bare(Text::NewsStopped.html(language)).row([again]).homeward(language);
    scene.stay().and(Effect::Talk(TalkDeed::News(false))).say(screen)
}

fn page(scene: &Scene<'_>, full_quality: bool, news: bool) -> Screen {
    let language = scene.language;
    let name = language::name(scene.language);
    let words = Text::Settings { language: &name }.html(language);
    let languages = Button::new(Label::Language.words(language), Tap::Languages);
    let (files, button) = match full_quality {
        true => (Text::SettingsFilesOn, Label::FilesOff),
        false => (Text::SettingsFilesOff, Label::FilesOn),
    };
    let (told, other) = match news {
        true => (Text::NewsOn, Label::NewsOff),
        false => (Text::NewsOff, Label::NewsOn),
    };
    let change = Tap::FullQuality(!full_quality);
    let turn = Tap::Talk(TalkTap::News(!news));
    Screen::bare(words.then(&told.html(language)).then(&files.html(language)))
        .row([languages])
        .row([Button::new(button.words(language), change)])
        .row([Button::new(other.words(language), turn)])
        .backward(language, Tap::Help)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use crate::example::{Somebody, taps_of, text_of};
    use crate::facts::OrderFacts;
    use crate::step::{Effect, Kept, TalkDeed};
    use crate::tap::{TalkTap, Tap};

    fn with(language: Language, full_quality: bool) -> Somebody {
        let facts = OrderFacts { full_quality, ..OrderFacts::default() };
        Somebody { facts, ..Somebody::new(language) }
    }

    #[test]
    fn the_settings_name_the_language_and_offer_to_change_it() {
        for (language, name) in [(Language::Russian, "Русский"), (Language::English, "English")]
        {
            let step = with(language, false).says("/settings");

            assert!(text_of(&step).contains(name));
            let files = Tap::FullQuality(true);
            let news = Tap::Talk(TalkTap::News(false));
            assert_eq!(taps_of(&step), [Tap::Languages, files, news, Tap::Help, Tap::Home]);
        }
    }

    #[test]
    fn files_as_made_are_told_and_can_be_turned_on_and_off() {
        let words =
            [(Language::Russian, "включено", "выключено"), (Language::English, "on", "off")];
        for (language, on, off) in words {
            for (is_on, now, then) in [(false, off, on), (true, on, off)] {
                let somebody = with(language, is_on);

                assert!(text_of(&somebody.says("/settings")).ends_with(&format!("<b>{now}</b>")));
                let step = somebody.taps(Tap::FullQuality(!is_on));
                assert!(step.effects.contains(&Effect::Keep(Kept::FullQuality(!is_on))));
                assert!(text_of(&step).ends_with(&format!("<b>{then}</b>")), "{}", text_of(&step));
                assert!(taps_of(&step).contains(&Tap::FullQuality(is_on)));
            }
        }
    }

    #[test]
    fn news_can_be_turned_off_and_on_here_and_below_every_broadcast() {
        let somebody = with(Language::English, false);
        assert!(text_of(&somebody.says("/settings")).contains("News: <b>on</b>"));

        let step = somebody.taps(Tap::Talk(TalkTap::News(false)));
        assert!(step.effects.contains(&Effect::Talk(TalkDeed::News(false))));
        assert!(text_of(&step).contains("News: <b>off</b>"), "{}", text_of(&step));
        assert!(taps_of(&step).contains(&Tap::Talk(TalkTap::News(true))));

        let step = somebody.taps(Tap::Talk(TalkTap::StopNews));
        assert!(step.effects.contains(&Effect::Talk(TalkDeed::News(false))));
        let is_said = |effect: &Effect| matches!(effect, Effect::Say(_));
        assert!(step.effects.iter().any(is_said), "the news stay as they are");
    }
}
