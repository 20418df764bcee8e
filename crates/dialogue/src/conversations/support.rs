//! The way to a human.
//!
//! ```text
//! /support, [Support]     ->  the contact, the number to name [Write] [Back] [Main menu]
//! /paysupport             ->  the same, and that topping up is not open yet
//! without a contact       ->  says so
//! ```
//!
//! The contact is what the operator wrote. When it is a name on Telegram it also becomes a button;
//! anything else is only shown, since a wrong address would make Telegram refuse the whole message.

use domain::Language;

use crate::html::{Html, one_line};
use crate::scene::Scene;
use crate::screen::{Button, Press, Screen};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Support { contact: &'a str, number: &'a str } = "pages-support",
    SupportUnknown = "pages-support-unknown",
    PaySupport = "pages-paysupport",
}

labels! { Label;
    Support = "pages-button-support",
    WriteToSupport = "pages-button-write-to-support",
}

/// The longest contact that is shown.
const MAX_CONTACT: usize = 200;

/// The person wants to talk to a human.
pub(crate) fn on_support(scene: &Scene<'_>) -> Step {
    let contact = contact(scene);
    answer(scene, words(scene, contact.as_deref()), contact.as_deref())
}

/// The person has a question about a payment.
pub(crate) fn on_paysupport(scene: &Scene<'_>) -> Step {
    let contact = contact(scene);
    let words = Text::PaySupport.html(scene.language).then(&words(scene, contact.as_deref()));
    answer(scene, words, contact.as_deref())
}

/// The button that leads here.
pub(crate) fn button(language: Language) -> Button {
    Button::new(Label::Support.words(language), Tap::Support)
}

fn contact(scene: &Scene<'_>) -> Option<String> {
    let contact = one_line(scene.bot.support.as_deref()?, MAX_CONTACT);
    (!contact.is_empty()).then_some(contact)
}

fn words(scene: &Scene<'_>, contact: Option<&str>) -> Html {
    let number = scene.event.person.id.to_string();
    match contact {
        Some(contact) => Text::Support { contact, number: &number },
        None => Text::SupportUnknown,
    }
    .html(scene.language)
}

fn answer(scene: &Scene<'_>, words: Html, contact: Option<&str>) -> Step {
    let screen = Screen::bare(words);
    let screen = match contact.and_then(username) {
        Some(name) => {
            let text = Label::WriteToSupport.words(scene.language);
            screen.row([Button { text, press: Press::Link(format!("https://t.me/{name}")) }])
        }
        None => screen,
    };
    scene.stay().show(screen.backward(scene.language, Tap::Help))
}

/// The name in `@name`, if it is one that Telegram could have given.
fn username(contact: &str) -> Option<&str> {
    let name = contact.strip_prefix('@')?;
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (plain && (4..=32).contains(&name.len())).then_some(name)
}

#[cfg(test)]
mod tests {
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
}
