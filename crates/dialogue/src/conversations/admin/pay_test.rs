//! The test payment: one Star of an admin, that goes back by itself.
//!
//! ```text
//! /admin pay test     ->  "Here's an invoice" and the invoice of one Star
//! paid                ->  "It has arrived" ... "It went well", said when Telegram tells: see [`crate::refunding`]
//! /admin pay anything ->  the form
//! ```
//!
//! On failure: what Telegram refuses is said with how to try again.

use crate::paying::invoice_words;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::{Effect, InvoiceOffer, Step};
use crate::texts::texts;

texts! { Text;
    Moment = "paytest-moment",
    Unknown = "paytest-unknown",
}

/// An admin wants to see whether payments work.
pub(super) fn on_request(scene: &Scene<'_>, words: &str) -> Step {
    let say = |text: Text| {
        scene.stay().say(Screen::bare(text.html(scene.language)).homeward(scene.language))
    };
    let offers = &scene.prices.offers;
    let sale = offers.test_sale().filter(|_| words.eq_ignore_ascii_case("test"));
    let Some(sale) = sale else { return say(Text::Unknown) };
    let words = invoice_words(scene.language, offers, &sale, None);
    say(Text::Moment).and(Effect::Invoice(InvoiceOffer { sale, words, kept: None }))
}
