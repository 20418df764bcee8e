//! What operators are told of a question: who asks, what, and how they stand.
//!
//! It is not an answer of [`decide`](crate::decide): the service says it where operators read.

use domain::offers::Offers;
use domain::{Language, Money, PersonId, SupportTopic};

use super::{Label, Text};
use crate::conversations::admin::payment_lines;
use crate::conversations::balance::sums;
use crate::facts::{GenerationRecord, GenerationStatus, PaymentLine, RunningPlan};
use crate::html::{Html, one_line};
use crate::moments::moment;
use crate::paying::plan_title;
use crate::screen::{Button, Screen};
use crate::tap::{TalkTap, Tap};

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
    /// What it is about.
    pub topic: SupportTopic,
    /// Their last payments, the latest first.
    pub payments: &'a [PaymentLine],
    /// What they ordered last, the latest first.
    pub orders: &'a [GenerationRecord],
    /// The plans that they have now.
    pub plans: &'a [RunningPlan],
    /// The numbers of their questions that are not closed.
    pub open: &'a [i64],
}

/// A question for operators.
pub fn support_card(language: Language, offers: &Offers, card: &SupportCard<'_>) -> Screen {
    let number = card.number.to_string();
    let name = one_line(card.name, MAX_NAME);
    let head = Text::Card {
        topic: card.topic.word(),
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
    if let Some(about) = about(language, offers, card) {
        words = words.then(&about);
    }
    words = words.then(&match card.payments {
        [] => Text::CardNoPayments.html(language),
        payments => {
            let lines = payment_lines(language, offers, payments);
            Html::lines([Text::CardPayments.html(language), lines])
        }
    });
    let words = words.then(&Text::CardAnswer { number: &number }.html(language));
    let look = Tap::Talk(TalkTap::Case(card.number));
    let close = Tap::Talk(TalkTap::CloseCase(card.number));
    Screen::bare(words).row([
        Button::new(Label::Look.words(language), look),
        Button::new(Label::Close.words(language), close),
    ])
}

/// What they have and do here, line by line; nothing of somebody new.
fn about(language: Language, offers: &Offers, card: &SupportCard<'_>) -> Option<Html> {
    let mut lines = Vec::new();
    if !card.plans.is_empty() {
        let plans = card.plans.iter().map(|plan| plan_title(offers, language, &plan.key));
        let plans = plans.collect::<Vec<_>>().join(", ");
        lines.push(Text::CardPlans { plans: &plans }.html(language));
    }
    if card.open.len() > 1 {
        let numbers: Vec<String> = card.open.iter().map(i64::to_string).collect();
        lines.push(Text::CardOpen { numbers: &numbers.join(", ") }.html(language));
    }
    if !card.orders.is_empty() {
        lines.push(Text::CardOrders.html(language));
    }
    lines.extend(card.orders.iter().map(|order| {
        Text::CardOrder {
            model: &one_line(&order.model, MAX_NAME),
            at: &moment(language, offers, &order.at),
            state: state_of(order.status),
        }
        .html(language)
    }));
    (!lines.is_empty()).then(|| Html::lines(lines))
}

const fn state_of(status: GenerationStatus) -> &'static str {
    match status {
        GenerationStatus::Waiting | GenerationStatus::Working | GenerationStatus::Arriving => {
            "working"
        }
        GenerationStatus::Delivered => "delivered",
        GenerationStatus::Failed(_) => "failed",
        GenerationStatus::Cancelled => "cancelled",
    }
}

/// What stands below a file that comes with a question.
pub fn support_file(language: Language, number: i64) -> Html {
    Text::CardFile { number: &number.to_string() }.html(language)
}
