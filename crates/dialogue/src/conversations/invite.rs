//! `/invite`: the person's own link, what it brings, and what it has brought.
//!
//! ```text
//! /invite   ->  "Your link: https://t.me/trt_bot?start=ref_5f0c..."
//!               "When a friend tops up for the first time, you get 13 ⭐ · 15 ₽"   (unless nothing is given)
//!               "Came: 3, topped up: 1", or that nobody has come yet              [Share] [Main menu]
//!           ->  "Your link is not ready yet"                     (before Telegram has told us our name)
//! a friend pays for the first time  ->  "You get 13 ⭐ · 15 ₽" [Main menu]         (see [`reward_screen`])
//! ```
//!
//! Looking changes no state. Whose link somebody came by is kept by [`start`](super::start).

use std::fmt::Write;

use domain::offers::Offers;
use domain::{Language, Money};

use crate::amounts::priced;
use crate::facts::{Invitations, Reply};
use crate::generation::invite_link;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Counts { came: usize, paid: usize } = "invite-counts",
    Link { link: &'a str } = "invite-link",
    NoLink = "invite-no-link",
    Nobody = "invite-nobody",
    Rewarded { amount: &'a str } = "referral-rewarded",
    Rule { amount: &'a str } = "invite-rule",
}

labels! { Label;
    Share = "invite-button-share",
    ShareWords = "invite-share-words",
}

/// The person wants to invite somebody.
pub(crate) fn on_invite<'a>(scene: &'a Scene<'a>, _rest: &'a str) -> Reply<'a> {
    Reply::WithInvitations(Box::new(|found| {
        scene.stay().show(page(scene, found).homeward(scene.language))
    }))
}

/// What somebody is told whose guest has paid for the first time.
pub fn reward_screen(language: Language, offers: &Offers, reward: Money) -> Screen {
    let amount = priced(language, offers, reward);
    Screen::bare(Text::Rewarded { amount: &amount }.html(language)).homeward(language)
}

fn page(scene: &Scene<'_>, found: &Invitations) -> Screen {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let Some(name) = &scene.bot.username else {
        return Screen::bare(Text::NoLink.html(language));
    };
    let link = invite_link(name, Some(&found.code));
    let mut words = Text::Link { link: &link }.html(language);
    if offers.referral.is_positive() {
        let amount = priced(language, offers, offers.referral);
        words = words.then(&Text::Rule { amount: &amount }.html(language));
    }
    let counts = match found.came {
        0 => Text::Nobody,
        _ => Text::Counts { came: found.came as usize, paid: found.paid as usize },
    };
    let text = Label::Share.words(language);
    let share = Button::link(text, share_link(language, &link));
    Screen::bare(words.then(&counts.html(language))).row([share])
}

/// The address at which Telegram asks whom to send the link to.
pub(crate) fn share_link(language: Language, link: &str) -> String {
    let words = Label::ShareWords.words(language);
    format!("https://t.me/share/url?url={}&text={}", in_address(link), in_address(&words))
}

/// A text as a part of an address.
fn in_address(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            // Writing into a text cannot fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::{Language, Money};

    use super::reward_screen;
    use crate::event::Action;
    use crate::example::{Needs, Somebody, only_screen, prices, taps_of, text_of};
    use crate::facts::Invitations;
    use crate::scene::{BotFacts, PriceList};
    use crate::screen::Press;
    use crate::step::Effect;
    use crate::tap::Tap;

    fn host(language: Language, came: u32, paid: u32) -> Somebody {
        let invitations = Invitations { code: "5f0c1a2b3d".to_owned(), came, paid };
        Somebody { invitations, ..Somebody::with_text(language, "a cat") }
    }

    #[test]
    fn the_page_has_the_link_the_rule_and_what_came_of_it() {
        for (language, amount) in
            [(Language::Russian, "15 ₽ · 13 ⭐"), (Language::English, "13 ⭐ · 15 ₽")]
        {
            let host = host(language, 31, 17);
            let step = host.says("/invite");

            let text = text_of(&step).replace('\u{A0}', " ");
            for words in ["https://t.me/trt_bot?start=ref_5f0c1a2b3d", amount, "31", "17"] {
                assert!(text.contains(words), "{words}: {text}");
            }
            assert!(matches!(step.effects[..], [Effect::Show(_)]));
            assert_eq!(
                (step.state.taken_up(), taps_of(&host.says("/invite"))),
                (host.state, vec![Tap::Home])
            );
            assert_eq!(
                Somebody::new(language).needs(Action::Said("/invite".to_owned())),
                Needs::Invitations
            );
        }
    }

    #[test]
    fn the_link_is_shared_by_a_button() {
        let step = host(Language::English, 0, 0).says("/invite");

        let Press::Link(link) = &only_screen(&step).keyboard[0][0].press else {
            panic!("{step:?}");
        };
        let shared = "https://t.me/share/url?\
                      url=https%3A%2F%2Ft.me%2Ftrt_bot%3Fstart%3Dref_5f0c1a2b3d&text=Pictures%2C";
        assert!(link.starts_with(shared), "{link}");
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%:/?=&".contains(&byte);
        for language in Language::ALL {
            let step = host(language, 0, 0).says("/invite");
            let Press::Link(link) = &only_screen(&step).keyboard[0][0].press else {
                panic!("{step:?}");
            };
            assert!(link.bytes().all(is_plain), "{link}");
        }
    }

    #[test]
    fn where_nothing_is_given_nothing_is_promised() {
        let mut offers = prices().offers.clone();
        offers.referral = Money::ZERO;
        let catalogue = prices().catalogue.clone();
        let prices = Arc::new(PriceList { catalogue, offers });

        for language in Language::ALL {
            let (giving, not) = (host(language, 0, 0), host(language, 0, 0));
            let not = Somebody { prices: Arc::clone(&prices), ..not };

            assert!(text_of(&giving.says("/invite")).contains('⭐'));
            assert!(!text_of(&not.says("/invite")).contains('⭐'));
        }
    }

    #[test]
    fn before_we_know_our_name_there_is_no_link() {
        let nameless = Somebody { bot: BotFacts::default(), ..host(Language::English, 0, 0) };
        let step = nameless.says("/invite");

        assert!(!text_of(&step).contains("t.me"), "{}", text_of(&step));
        assert_eq!(taps_of(&step), [Tap::Home]);
    }

    #[test]
    fn a_reward_is_told_with_its_amount_and_a_way_on() {
        for language in Language::ALL {
            let screen = reward_screen(language, &prices().offers, Money::new(1_500));

            let text = screen.text.as_str().replace('\u{A0}', " ");
            assert!(text.contains("15 ₽") && text.contains("13 ⭐"), "{text}");
            assert_eq!(screen.keyboard.len(), 1);
        }
    }
}
