//! A result in the chat of a friend: what stands below it, and the way to the bot.

use domain::Language;

use crate::conversations::start::StartPayload;
use crate::html::Html;
use crate::screen::{Button, Screen};
use crate::texts::{GenerationLabel, GenerationText};

/// The link to the bot by which somebody's friends come; without a code it is just the bot's.
pub fn invite_link(username: &str, code: Option<&str>) -> String {
    match code {
        Some(code) => {
            let payload = StartPayload::Referral(code.to_owned()).to_text();
            format!("https://t.me/{username}?start={payload}")
        }
        None => format!("https://t.me/{username}"),
    }
}

/// What a friend sees of a result by a model of this name, with the link to the bot.
pub fn shared(language: Language, title: &str, link: &str) -> Screen {
    let button = Button::link(GenerationLabel::MakeYours.words(language), link.to_owned());
    Screen::bare(shared_caption(language, title)).row([button])
}

fn shared_caption(language: Language, title: &str) -> Html {
    GenerationText::CaptionBare { title }.html(language)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::{invite_link, shared};
    use crate::screen::Press;

    #[test]
    fn a_friend_comes_by_the_link_of_who_sent_it() {
        assert_eq!(invite_link("trt_bot", Some("5f0c")), "https://t.me/trt_bot?start=ref_5f0c");
        assert_eq!(invite_link("trt_bot", None), "https://t.me/trt_bot");

        let screen = shared(Language::English, "Z-Image", "https://t.me/trt_bot");
        assert_eq!(screen.text.as_str(), "<b>Z-Image</b>");
        assert_eq!(screen.keyboard[0][0].press, Press::Link("https://t.me/trt_bot".to_owned()));
    }
}
