//! The payments of somebody, so that an admin finds a charge; and what is not in the books.
//!
//! ```text
//! /admin payments 8   ->  their last payments with their charges [Main menu]
//! /admin payments     ->  what Telegram told of and nothing has booked, and the form [Main menu]
//! ```
//!
//! Nothing is changed here.

use domain::Money;
use domain::ledger::Taken;
use domain::offers::Offers;
use domain::payment::Item;
use domain::{Language, PersonId};

use super::correction::read_person;
use crate::amounts::counted;
use crate::facts::{PaymentLine, PaymentList, PaymentStanding, Reply, UnbookedLine};
use crate::html::{Html, one_line};
use crate::moments::moment;
use crate::paying::plan_title;
use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::Step;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Form = "payments-form",
    Line { at: &'a str, stars: &'a str, what: &'a str, state: &'a str, charge: &'a str } = "payments-line",
    None { person: &'a str } = "payments-none",
    Page { person: &'a str } = "payments-page",
    Payment { person: &'a str, at: &'a str, stars: &'a str, what: &'a str, charge: &'a str } = "refund-payment",
    Unbooked = "payments-unbooked",
    UnbookedLine {
        at: &'a str,
        kind: &'a str,
        amount: &'a str,
        currency: &'a str,
        person: &'a str,
        charge: &'a str
    } = "payments-unbooked-line",
    UnbookedNone = "payments-unbooked-none",
}

labels! { Label;
    Amount = "payments-what-amount",
    Other = "payments-what-other",
    Pack = "payments-what-pack",
    Plan = "payments-what-plan",
    Test = "payments-what-test",
}

/// A charge of Telegram is shown up to here; none is longer.
const MAX_CHARGE: usize = 256;

/// An admin looks at payments.
pub(super) fn on_request<'a>(scene: &'a Scene<'a>, words: &str) -> Reply<'a> {
    match (words, read_person(words)) {
        ("", _) => {
            let page = |found: &PaymentList| say(scene, unbooked(scene, &found.unbooked));
            Reply::WithPayments(None, Box::new(page))
        }
        (_, Some(person)) => Reply::WithPayments(
            Some(person),
            Box::new(move |found| say(scene, list(scene, person, &found.payments))),
        ),
        (_, None) => Reply::Now(say(scene, Text::Form.html(scene.language))),
    }
}

pub(super) fn list(scene: &Scene<'_>, person: PersonId, payments: &[PaymentLine]) -> Html {
    let (language, person) = (scene.language, person.to_string());
    if payments.is_empty() {
        return Text::None { person: &person }.html(language);
    }
    let lines = lines(language, &scene.prices.offers, payments);
    Text::Page { person: &person }.html(language).then(&lines)
}

/// Payments, each with its charge.
pub(crate) fn lines(language: Language, offers: &Offers, payments: &[PaymentLine]) -> Html {
    let line = |payment: &PaymentLine| {
        let state = match payment.standing {
            PaymentStanding::Paid => "paid",
            PaymentStanding::Refunding => "refunding",
            PaymentStanding::Refunded => "refunded",
        };
        Text::Line {
            at: &moment(language, offers, &payment.at),
            stars: &counted(payment.stars),
            what: &what(language, offers, payment.item.as_ref()),
            state,
            charge: &one_line(&payment.charge, MAX_CHARGE),
        }
        .html(language)
    };
    Html::lines(payments.iter().map(line))
}

fn unbooked(scene: &Scene<'_>, told: &[UnbookedLine]) -> Html {
    let language = scene.language;
    let form = Text::Form.html(language);
    if told.is_empty() {
        return Text::UnbookedNone.html(language).then(&form);
    }
    let line = |one: &UnbookedLine| {
        Text::UnbookedLine {
            at: &moment(language, &scene.prices.offers, &one.at),
            kind: if one.is_refund { "refund" } else { "payment" },
            amount: &one.amount.to_string(),
            currency: &one_line(&one.currency, 8),
            person: &one.person.to_string(),
            charge: &one_line(&one.charge, MAX_CHARGE),
        }
        .html(language)
    };
    let lines = Html::lines(told.iter().map(line));
    Text::Unbooked.html(language).then(&lines).then(&form)
}

/// A payment, as a refund of it is asked about.
pub(super) fn described(scene: &Scene<'_>, payment: &PaymentLine) -> Html {
    Text::Payment {
        person: &payment.person.to_string(),
        at: &moment(scene.language, &scene.prices.offers, &payment.at),
        stars: &counted(payment.stars),
        what: &what(scene.language, &scene.prices.offers, payment.item.as_ref()),
        charge: &payment.charge,
    }
    .html(scene.language)
}

/// What leaves the balance, of whichever kind.
pub(crate) fn goes_back(taken: Taken) -> Money {
    taken.taken.plus(taken.bonus).unwrap_or(taken.taken)
}

/// What was sold, in a few words.
fn what(language: Language, offers: &Offers, item: Option<&Item>) -> String {
    let words = |label: Label| label.words(language);
    match item {
        Some(Item::Pack(key)) => {
            let title =
                offers.pack(key).map_or(key.as_str(), |one| one.title.in_language(language));
            format!("{} {title}", words(Label::Pack))
        }
        Some(Item::Plan(key)) => {
            format!("{} {}", words(Label::Plan), plan_title(offers, language, key))
        }
        Some(Item::Amount) => words(Label::Amount),
        Some(Item::Test) => words(Label::Test),
        None => words(Label::Other),
    }
}

fn say(scene: &Scene<'_>, words: Html) -> Step {
    scene.stay().say(Screen::bare(words).homeward(scene.language))
}
