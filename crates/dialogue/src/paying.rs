//! What is said about paying: the invoice, why a payment may not begin, and what came of it.
//!
//! ```text
//!   invoice ──> "Balance +60 ₽ ..." [Pay 50 ⭐]      pre-checkout ──> a refusal in words, nothing charged
//!   paid ──> "+60 ₽, balance 72 ₽"                   a kept order begins with it, or waits for a tap
//! ```
//!
//! What is said about plans besides is in [`plans`].
//!
//! These are not answers of [`decide`](crate::decide): the service says them when Telegram tells of money.

mod plans;

use domain::offers::{Offers, PlanKey};
use domain::payment::{Item, Refused, Sale};
use domain::{Language, Money};

pub use self::plans::{
    plan_cancelled, plan_link, plan_not_cancelled, plan_over, plan_refused, plan_replaced,
};
use crate::amounts::{priced, shown};
use crate::conversations::menu::Section;
use crate::html::{Html, one_line};
use crate::screen::{self, Button, Screen};
use crate::state::Mark;
use crate::tap::Tap;
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Credited { amount: &'a str, balance: &'a str } = "paying-credited",
    CreditedBonus { amount: &'a str, bonus: &'a str, balance: &'a str } = "paying-credited-bonus",
    Debt { owed: &'a str } = "paying-debt",
    KeptBegins = "paying-kept-begins",
    KeptNot = "paying-kept-not",
    OrderWaits = "paying-order-waits",
    PlanCredited { plan: &'a str, until: &'a str, amount: &'a str, balance: &'a str } = "paying-plan-credited",
    Refunded { amount: &'a str, balance: &'a str } = "paying-refunded",
    RefundedPlan { plan: &'a str } = "paying-refunded-plan",
}

labels! { Label;
    Go = "paying-button-go",
    InvoiceTitle = "paying-invoice-title",
    InvoiceTest = "paying-invoice-test",
    RefusedAway = "paying-refused-away",
    RefusedChanged = "paying-refused-changed",
    RefusedExpired = "paying-refused-expired",
    RefusedNotYours = "paying-refused-not-yours",
    RefusedPaid = "paying-refused-paid",
    RefusedSubscribed = "paying-refused-subscribed",
    RefusedUnknown = "paying-refused-unknown",
}

/// Sentences of an invoice: plain, with arguments.
mod plain {
    use crate::texts::texts;

    texts! { Line<'a>;
        Brings { amount: &'a str } = "paying-invoice-brings",
        BringsBonus { amount: &'a str, bonus: &'a str } = "paying-invoice-brings-bonus",
        Kept { model: &'a str, price: &'a str } = "paying-invoice-kept",
        Plan { included: &'a str, discount: usize } = "paying-invoice-plan",
        Test = "paying-invoice-test-words",
    }
}

/// Telegram takes no longer title and description.
const LONGEST_TITLE: usize = 32;
const LONGEST_DESCRIPTION: usize = 255;

/// What stands on an invoice: plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceWords {
    /// What it sells, in a few words.
    pub title: String,
    /// What it brings, and what follows.
    pub description: String,
}

/// An order that a payment begins, as the invoice names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptWords<'a> {
    /// The model.
    pub model: &'a str,
    /// What it costs.
    pub price: Money,
}

/// Who paid, and how they stand after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credited {
    /// What was bought.
    pub amount: Money,
    /// What came on top.
    pub bonus: Money,
    /// What may be spent now.
    pub balance: Money,
    /// What is still owed.
    pub owed: Money,
}

/// What follows a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum After<'a> {
    /// Nothing more.
    Nothing,
    /// The order it was for has begun.
    Begun,
    /// The order it was for has not begun: the person looks at it again.
    NotBegun,
    /// Another order waits for the person's word.
    Waits(Mark),
    /// A plan runs until then.
    Plan {
        /// To what.
        plan: &'a str,
        /// Until when, ready to be shown.
        until: &'a str,
        /// An order that waits for the person's word, at the lower price of the plan.
        waits: Option<Mark>,
    },
}

impl After<'_> {
    /// The quote of an order that waits for the person's word.
    const fn waits(&self) -> Option<Mark> {
        match self {
            Self::Waits(mark) => Some(*mark),
            Self::Plan { waits, .. } => *waits,
            Self::Nothing | Self::Begun | Self::NotBegun => None,
        }
    }
}

/// What a payment that went back took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refunded {
    /// From the balance.
    pub taken: Money,
    /// What had been spent, and is owed now.
    pub owed: Money,
    /// What may be spent now.
    pub balance: Money,
}

/// A payment went back, and with it the plan that it paid for.
pub fn refunded(
    language: Language,
    offers: &Offers,
    sums: Refunded,
    plan: Option<&PlanKey>,
) -> Screen {
    let money = |amount| shown(language, offers.currency, amount);
    let (amount, balance) = (money(sums.taken), money(sums.balance));
    let words = Text::Refunded { amount: &amount, balance: &balance }.html(language);
    let words = match sums.owed.is_positive() {
        true => words.then(&Text::Debt { owed: &money(sums.owed) }.html(language)),
        false => words,
    };
    let words = match plan {
        Some(plan) => {
            let plan = plan_title(offers, language, plan);
            words.then(&Text::RefundedPlan { plan }.html(language))
        }
        None => words,
    };
    Screen::bare(words).row([Section::Balance.button(language), screen::home(language)])
}

/// The name of a plan; one that is gone from the offers is called by its key.
pub(crate) fn plan_title<'a>(offers: &'a Offers, language: Language, key: &'a PlanKey) -> &'a str {
    offers.plan(key).map_or(key.as_str(), |plan| plan.title.in_language(language))
}

/// What stands on the invoice of a sale.
pub fn invoice_words(
    language: Language,
    offers: &Offers,
    sale: &Sale,
    kept: Option<KeptWords<'_>>,
) -> InvoiceWords {
    let amount = shown(language, offers.currency, sale.amount);
    let (title, brings) = match &sale.item {
        Item::Pack(key) => {
            let title = offers.pack(key).map(|pack| pack.title.in_language(language).to_owned());
            (title, brings(language, offers, sale, &amount))
        }
        Item::Amount => (None, brings(language, offers, sale, &amount)),
        Item::Plan(key) => {
            let plan = offers.plan(key);
            let discount = plan.map_or(0, |plan| usize::from(plan.discount));
            let included = priced(language, offers, sale.amount);
            let words = plain::Line::Plan { included: &included, discount }.html(language);
            (plan.map(|plan| plan.title.in_language(language).to_owned()), words)
        }
        Item::Test => (Some(Label::InvoiceTest.words(language)), plain::Line::Test.html(language)),
    };
    let mut description = brings.as_str().to_owned();
    if let Some(kept) = kept {
        let price = priced(language, offers, kept.price);
        let words = plain::Line::Kept { model: kept.model, price: &price }.html(language);
        description = format!("{description} {}", words.as_str());
    }
    InvoiceWords {
        title: one_line(
            &title.unwrap_or_else(|| Label::InvoiceTitle.words(language)),
            LONGEST_TITLE,
        ),
        description: one_line(&description, LONGEST_DESCRIPTION),
    }
}

fn brings(language: Language, offers: &Offers, sale: &Sale, amount: &str) -> Html {
    if !sale.bonus.is_positive() {
        return plain::Line::Brings { amount }.html(language);
    }
    let bonus = shown(language, offers.currency, sale.bonus);
    plain::Line::BringsBonus { amount, bonus: &bonus }.html(language)
}

/// Why a payment may not begin, as plain text for Telegram to show; nothing was charged.
pub fn refusal(language: Language, refused: Refused) -> String {
    match refused {
        Refused::Unknown => Label::RefusedUnknown,
        Refused::NotYours => Label::RefusedNotYours,
        Refused::Changed => Label::RefusedChanged,
        Refused::Expired => Label::RefusedExpired,
        Refused::Paid => Label::RefusedPaid,
        Refused::Subscribed => Label::RefusedSubscribed,
    }
    .words(language)
}

/// Nobody can look the invoice up for the moment.
pub fn refusal_away(language: Language) -> String {
    Label::RefusedAway.words(language)
}

/// What came of a payment.
pub fn credited(language: Language, offers: &Offers, paid: Credited, after: &After<'_>) -> Screen {
    let money = |amount| shown(language, offers.currency, amount);
    let (amount, balance) = (money(paid.amount), money(paid.balance));
    let words = match after {
        After::Plan { plan, until, .. } => {
            Text::PlanCredited { plan, until, amount: &amount, balance: &balance }.html(language)
        }
        _ if paid.bonus.is_positive() => {
            let bonus = money(paid.bonus);
            Text::CreditedBonus { amount: &amount, bonus: &bonus, balance: &balance }.html(language)
        }
        _ => Text::Credited { amount: &amount, balance: &balance }.html(language),
    };
    let words = match paid.owed.is_positive() {
        true => words.then(&Text::Debt { owed: &money(paid.owed) }.html(language)),
        false => words,
    };
    let words = match after {
        After::Begun => words.then(&Text::KeptBegins.html(language)),
        After::NotBegun => words.then(&Text::KeptNot.html(language)),
        _ if after.waits().is_some() => words.then(&Text::OrderWaits.html(language)),
        After::Nothing | After::Waits(_) | After::Plan { .. } => words,
    };
    let screen = Screen::bare(words);
    match after.waits() {
        Some(mark) => screen.row([Button::new(Label::Go.words(language), Tap::Go(mark))]),
        None => screen,
    }
    .row([Section::Balance.button(language), screen::home(language)])
}

#[cfg(test)]
mod tests {
    use domain::offers::PackKey;
    use domain::payment::Refused;
    use domain::{Language, Money};

    use super::{After, Credited, KeptWords, credited, invoice_words, refusal, refusal_away};
    use crate::example::prices;
    use crate::screen::Press;
    use crate::state::Mark;
    use crate::tap::Tap;

    #[test]
    fn every_invoice_fits_into_what_telegram_takes() {
        let prices = prices();
        let offers = &prices.offers;
        let packs = offers.packs.iter().filter_map(|pack| offers.pack_sale(&pack.key));
        let plans = offers.plans.iter().filter_map(|plan| offers.plan_sale(&plan.key));
        let sales: Vec<_> = packs.chain(plans).chain(offers.amount_sale(10_000)).collect();
        for language in Language::ALL {
            for sale in &sales {
                let kept = KeptWords { model: &"long ".repeat(40), price: Money::new(123_456) };
                for kept in [None, Some(kept)] {
                    let words = invoice_words(language, offers, sale, kept);
                    assert!((1..=32).contains(&words.title.chars().count()), "{words:?}");
                    assert!((1..=255).contains(&words.description.chars().count()), "{words:?}");
                    assert!(!words.description.contains('<'), "{words:?}");
                }
            }
        }
        let large = offers.pack_sale(&PackKey::new("stars-500").unwrap()).unwrap();
        let words = invoice_words(Language::English, offers, &large, None).description;
        assert!(
            words.replace('\u{A0}', " ").contains("600 ₽ for your balance and a bonus of 18 ₽"),
            "{words}"
        );
    }

    #[test]
    fn every_refusal_says_that_nothing_was_charged() {
        let all = [
            Refused::Unknown,
            Refused::NotYours,
            Refused::Changed,
            Refused::Expired,
            Refused::Paid,
            Refused::Subscribed,
        ];
        for (language, charged) in
            [(Language::Russian, "не списан"), (Language::English, "othing was charged")]
        {
            let words = all.map(|refused| refusal(language, refused));
            let mut words: Vec<String> = words.into();
            words.push(refusal_away(language));
            assert!(words.iter().all(|words| words.contains(charged)), "{words:?}");
            words.dedup();
            assert_eq!(words.len(), 7, "each has words of its own");
        }
    }

    #[test]
    fn any_payment_but_its_own_offers_the_order_that_waits() {
        let prices = prices();
        let money = Money::new(100);
        let paid = Credited { amount: money, bonus: Money::ZERO, balance: money, owed: money };
        let go = |after: &After<'_>| {
            let screen = credited(Language::English, &prices.offers, paid, after);
            let mut taps = screen.keyboard.into_iter().flatten().map(|button| button.press);
            taps.any(|press| press == Press::Data(Tap::Go(Mark::new(7))))
        };
        let plan = |waits| After::Plan { plan: "Light", until: "18.12.2026", waits };

        assert!(go(&After::Waits(Mark::new(7))) && go(&plan(Some(Mark::new(7)))));
        assert!(![After::Nothing, After::Begun, After::NotBegun, plan(None)].iter().any(go));
    }

    #[test]
    fn a_payment_is_told_with_the_balance_after_it() {
        let prices = prices();
        let paid = Credited {
            amount: Money::new(6_000),
            bonus: Money::new(180),
            balance: Money::new(7_200),
            owed: Money::ZERO,
        };
        for language in Language::ALL {
            let screen = credited(language, &prices.offers, paid, &After::Nothing);
            let text = screen.text.as_str().replace('\u{A0}', " ");
            assert!(text.contains("60 ₽") && text.contains("72 ₽"), "{text}");
        }
    }
}
