//! The page with the contact, questions to people, and their answers.

use domain::Language;

use crate::example::{Somebody, only_screen, taps_of, text_of};
use crate::scene::BotFacts;
use crate::screen::Press;
use crate::tap::Tap;

fn with_contact(contact: Option<&str>) -> Somebody {
    let bot = BotFacts { support: contact.map(str::to_owned), ..BotFacts::default() };
    Somebody { bot, ..Somebody::new(Language::English) }
}

#[test]
fn the_contact_and_the_number_to_name_are_shown() {
    for command in ["/support", "/paysupport"] {
        let step = with_contact(Some("@trt_help")).says(command);

        assert!(text_of(&step).contains("@trt_help"), "{command}");
        assert!(text_of(&step).contains("<code>7</code>"), "{command}");
        let link = Press::Link("https://t.me/trt_help".to_owned());
        assert_eq!(only_screen(&step).keyboard[0][0].press, link);
        assert_eq!(taps_of(&step), [Tap::Help, Tap::Home]);
    }
}

#[test]
fn a_contact_that_is_no_name_on_telegram_is_only_shown() {
    for contact in ["help@example.org", "@a b", "@<b>", "@", "+1 <555>"] {
        let step = with_contact(Some(contact)).says("/support");

        assert_eq!(only_screen(&step).keyboard.len(), 1, "{contact}");
        assert!(!text_of(&step).contains("<555>"));
    }
}

#[test]
fn without_a_contact_the_page_says_so() {
    for contact in [None, Some(" ")] {
        let step = with_contact(contact).says("/paysupport");

        assert!(text_of(&step).contains("no contact"), "{}", text_of(&step));
        assert_eq!(taps_of(&step), [Tap::Help, Tap::Home]);
    }
}
