//! What is said about plans when Telegram has answered, or their time is up.
//!
//! ```text
//!   asked for ──> its link, or that there is none
//!   not to be renewed ──> Telegram agreed, or did not; another plan took its place; it is over
//! ```

use domain::Language;
use domain::offers::{Offers, Plan};

use crate::amounts::{counted, priced};
use crate::screen::{Button, Screen};
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Cancelled { plan: &'a str, until: &'a str } = "paying-plan-cancelled",
    Link { plan: &'a str, price: &'a str, included: &'a str, discount: usize } = "paying-plan-link",
    NotCancelled { plan: &'a str } = "paying-plan-not-cancelled",
    Over { plan: &'a str } = "paying-plan-over",
    Refused = "paying-plan-refused",
    Replaced { plan: &'a str, until: &'a str } = "paying-plan-replaced",
}

labels! { Label;
    Plans = "paying-button-plans",
    Subscribe = "paying-button-subscribe",
}

/// The link by which a plan is paid.
pub fn plan_link(language: Language, offers: &Offers, plan: &Plan, link: &str) -> Screen {
    let price = counted(plan.stars);
    let text = Text::Link {
        plan: plan.title.in_language(language),
        price: &price,
        included: &priced(language, offers, plan.included),
        discount: usize::from(plan.discount),
    };
    let label = format!("{} · {price}", Label::Subscribe.words(language));
    let button = Button::link(label, link.to_owned()).success();
    Screen::bare(text.html(language)).row([button]).homeward(language)
}

/// Telegram did not give a link.
pub fn plan_refused(language: Language) -> Screen {
    let plans = Button::new(Label::Plans.words(language), Tap::Plans);
    Screen::bare(Text::Refused.html(language)).row([plans]).homeward(language)
}

/// Telegram agreed that a plan is not renewed.
pub fn plan_cancelled(language: Language, plan: &str, until: &str) -> Screen {
    let plans = Button::new(Label::Plans.words(language), Tap::Plans);
    Screen::bare(Text::Cancelled { plan, until }.html(language)).row([plans]).homeward(language)
}

/// Telegram did not: it is renewed as before.
pub fn plan_not_cancelled(language: Language, plan: &str) -> Screen {
    let plans = Button::new(Label::Plans.words(language), Tap::Plans);
    Screen::bare(Text::NotCancelled { plan }.html(language)).row([plans]).homeward(language)
}

/// A plan is over; what was not spent stays.
pub fn plan_over(language: Language, plan: &str) -> Screen {
    let plans = Button::new(Label::Plans.words(language), Tap::Plans);
    Screen::bare(Text::Over { plan }.html(language)).row([plans]).homeward(language)
}

/// Another plan was paid for: the former one is not renewed.
pub fn plan_replaced(language: Language, plan: &str, until: &str) -> Screen {
    Screen::bare(Text::Replaced { plan, until }.html(language)).homeward(language)
}
