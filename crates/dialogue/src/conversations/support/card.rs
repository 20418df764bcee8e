//! What operators are told of a question: who asks, what, and how they stand.
//!
//! It is not an answer of [`decide`](crate::decide): the service says it where operators read.

use domain::offers::Offers;
use domain::{Language, Money, PersonId};

use super::Text;
use crate::conversations::admin::payment_lines;
use crate::conversations::balance::sums;
use crate::facts::PaymentLine;
use crate::html::{Html, one_line};
use crate::screen::Screen;

/// The longest name that is shown.
const MAX_NAME: usize = 64;

/// What is left of a message for what the person says.
const WORDS_UNITS: usize = 2_000;

/// A question, and who asks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportCard<'a> {
    /// Its number.
    pub number: i64,
    /// Who asks.
    pub person: PersonId,
    /// What they are called.
    pub name: &'a str,
    /// What they say; empty: only a file.
    pub words: &'a str,
    /// What they may spend.
    pub balance: Money,
    /// What they owe.
    pub owed: Money,
    /// Their last payments, the latest first.
    pub payments: &'a [PaymentLine],
}

/// A question for operators.
pub fn support_card(language: Language, offers: &Offers, card: &SupportCard<'_>) -> Screen {
    let number = card.number.to_string();
    let name = one_line(card.name, MAX_NAME);
    let head = Text::Card {
        number: &number,
        name: if name.is_empty() { "–" } else { &name },
        person: &card.person.to_string(),
        balance: &sums(language, offers.currency, card.balance, card.owed),
    };
    let mut words = head.html(language);
    if !card.words.is_empty() {
        let quote = Html::quoted(card.words, WORDS_UNITS);
        words = words.then(&Text::CardWords { words: &quote }.html(language));
    }
    words = words.then(&match card.payments {
        [] => Text::CardNoPayments.html(language),
        payments => {
            let lines = payment_lines(language, offers, payments);
            Html::lines([Text::CardPayments.html(language), lines])
        }
    });
    Screen::bare(words.then(&Text::CardAnswer { number: &number }.html(language)))
}

/// What stands below a file that comes with a question.
pub fn support_file(language: Language, number: i64) -> Html {
    Text::CardFile { number: &number.to_string() }.html(language)
}
