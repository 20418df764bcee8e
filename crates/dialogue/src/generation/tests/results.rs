//! What is said with a result.

use domain::catalogue::Output;
use domain::generation::Brief;
use domain::{Language, Money};

use super::super::{GenerationFacts, Onward, Share, caption, links, result, text};
use super::{actions, brief, facts, generation, shown};
use crate::example::prices;
use crate::screen::Press;
use crate::tap::{GenerationAction, JobTap, Tap};

#[test]
fn a_caption_holds_the_words_as_far_as_they_fit() {
    let prices = prices();
    for language in Language::ALL {
        let short = brief("a <cat>");
        let html = caption(&facts(language, &prices, &short));
        assert_eq!(html.as_str(), "<b>Z-Image</b>\n<blockquote>a &lt;cat&gt;</blockquote>");

        for words in ["\u{1D11E}".repeat(5_000), "&".repeat(5_000), "слово ".repeat(1_000)] {
            let long = brief(&words);
            let units = caption(&facts(language, &prices, &long)).units();
            assert!((1_000..=1_024).contains(&units), "{units}");
        }
        let none = Brief::default();
        assert_eq!(caption(&facts(language, &prices, &none)).as_str(), "<b>Z-Image</b>");
    }
}

#[test]
fn a_result_has_the_buttons_that_make_sense_for_it() {
    let (prices, words, none) = (prices(), brief("a cat"), Brief::default());
    let bare = Onward::default();
    for language in Language::ALL {
        let facts = facts(language, &prices, &words);
        let all = [
            GenerationAction::Vary,
            GenerationAction::Again,
            GenerationAction::Reword,
            GenerationAction::Upscale,
            GenerationAction::Animate,
            GenerationAction::File,
            GenerationAction::Receipt,
        ];
        assert_eq!(actions(&result(&facts, Output::Image, &bare)), all.map(generation));
        let video = [
            GenerationAction::Vary,
            GenerationAction::Again,
            GenerationAction::Reword,
            GenerationAction::File,
            GenerationAction::Receipt,
        ];
        assert_eq!(actions(&result(&facts, Output::Video, &bare)), video.map(generation));
        let wordless = GenerationFacts { brief: &none, ..facts };
        let audio = [GenerationAction::Vary, GenerationAction::Again, GenerationAction::Receipt];
        assert_eq!(actions(&result(&wordless, Output::Audio, &bare)), audio.map(generation));
    }
}

#[test]
fn a_variation_has_its_price_on_it_and_a_result_can_be_sent_to_a_friend() {
    let (prices, words) = (prices(), brief("a cat"));
    let facts = facts(Language::Russian, &prices, &words);
    let plain = |text: &str| text.replace('\u{A0}', " ");
    let onward = |repeat, share| Onward { repeat: Some(Money::new(repeat)), share: Some(share) };

    let screen = result(&facts, Output::Image, &onward(400, Share::Inline));
    assert_eq!(plain(&screen.keyboard[0][0].text), "\u{1F3B2} Вариант · 4 ₽");
    let vary = Tap::Job(JobTap::Vary(facts.id, Money::new(400)));
    assert_eq!(screen.keyboard[0][0].press, Press::Data(vary));
    assert_eq!(screen.keyboard[1][1].press, Press::Inline("4".to_owned()), "by its own number");

    let link = Share::Link("https://t.me/trt_bot?start=ref_1".to_owned());
    let screen = result(&facts, Output::Text, &onward(0, link));
    assert_eq!(screen.keyboard[0][0].text, "\u{1F3B2} Вариант · бесплатно");
    let Press::Link(address) = &screen.keyboard[1][1].press else { panic!("a link") };
    assert!(address.starts_with("https://t.me/share/url?url=https%3A%2F%2Ft.me"), "{address}");
    let screen = result(&facts, Output::Text, &onward(0, Share::Inline));
    assert_eq!(screen.keyboard[1].len(), 1, "words cannot be found again");
}

#[test]
fn words_come_whole_if_they_fit_and_are_said_to_be_cut_if_not() {
    let (prices, brief) = (prices(), brief("a song"));
    for (language, cut) in [
        (Language::Russian, "Текст длиннее одного сообщения"),
        (Language::English, "is longer than"),
    ] {
        let facts = facts(language, &prices, &brief);
        let whole = text(&facts, "Verse <1>\nChorus", &Onward::default());
        let quote = "<blockquote>Verse &lt;1&gt;\nChorus</blockquote>";
        assert_eq!(shown(&whole), format!("<b>Z-Image</b>\n{quote}"));
        assert!(!shown(&whole).contains(cut));

        let long = text(&facts, &"la & la ".repeat(2_000), &Onward::default());
        assert!(shown(&long).contains(cut), "{}", shown(&long));
        assert!((4_000..=4_096).contains(&long.text.units()));
        assert!(actions(&long).contains(&generation(GenerationAction::Receipt)));
    }
}

#[test]
fn links_are_links_and_what_is_no_address_is_left_out() {
    let (prices, brief) = (prices(), brief("a cat"));
    let addresses = ["https://a.example/1?x=\"<>&y", "javascript:alert(1)", "https://a.example/2"];
    for (language, name) in [(Language::Russian, "Файл"), (Language::English, "File")] {
        let facts = facts(language, &prices, &brief);
        let screen = links(&facts, &addresses.map(str::to_owned), &Onward::default());

        let first = "<a href=\"https://a.example/1?x=&quot;&lt;&gt;&amp;y\">";
        assert!(shown(&screen).contains(&format!("{first}{name} 1</a>")), "{}", shown(&screen));
        assert!(shown(&screen).contains(&format!("https://a.example/2\">{name} 2</a>")));
        assert!(!shown(&screen).contains("javascript"));
    }
}
