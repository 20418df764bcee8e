//! What is said about money that went back, and about test payments.
//!
//! ```text
//!   gone back ──> the person: see [`crate::paying`] ── the admin who decided it: "It went back"
//!   refused ────> the person: "Your balance is as it was" ── the admin: why, and how to ask again
//!   a test ─────> "It has arrived" ... "It went well"
//!   any of it ──> operators: see [`crate::notices`]
//! ```
//!
//! These are not answers of [`decide`](crate::decide): the service says them when Telegram tells of money.

use domain::ledger::Taken;
use domain::offers::Offers;
use domain::{Language, Money, PersonId};

use crate::amounts::{counted, shown};
use crate::conversations::admin::goes_back;
use crate::conversations::menu::Section;
use crate::html::one_line;
use crate::screen::{self, Screen};
use crate::texts::texts;

texts! { Text<'a>;
    Done { person: &'a str, stars: &'a str, taken: &'a str, owed: &'a str } = "refund-done",
    Refused { person: &'a str, stars: &'a str, problem: &'a str, charge: &'a str } = "refund-refused",
    RefusedNotice { balance: &'a str } = "refund-refused-notice",
    TestDone { balance: &'a str } = "paytest-done",
    TestPaid = "paytest-paid",
    TestRefused { problem: &'a str, charge: &'a str } = "paytest-refused",
}

/// What Telegram says is shown up to here, in characters.
const MAX_PROBLEM: usize = 200;

/// A payment that went back, or was to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundedPayment<'a> {
    /// Telegram's name for it.
    pub charge: &'a str,
    /// Who paid.
    pub person: PersonId,
    /// How many whole Stars.
    pub stars: i64,
}

/// A payment went back: to the admin who decided it.
pub fn refund_done(
    language: Language,
    offers: &Offers,
    payment: RefundedPayment<'_>,
    taken: Taken,
) -> Screen {
    let money = |amount| shown(language, offers.currency, amount);
    let text = Text::Done {
        person: &payment.person.to_string(),
        stars: &stars(payment.stars),
        taken: &money(goes_back(taken)),
        owed: &money(taken.owed),
    };
    Screen::bare(text.html(language)).homeward(language)
}

/// Telegram refused to give a payment back: to the admin who decided it.
pub fn refund_refused(language: Language, payment: RefundedPayment<'_>, problem: &str) -> Screen {
    let text = Text::Refused {
        person: &payment.person.to_string(),
        stars: &stars(payment.stars),
        problem: &one_line(problem, MAX_PROBLEM),
        charge: payment.charge,
    };
    Screen::bare(text.html(language)).homeward(language)
}

/// The same, to the person.
pub fn refund_refused_notice(language: Language, offers: &Offers, balance: Money) -> Screen {
    let balance = shown(language, offers.currency, balance);
    let words = Text::RefusedNotice { balance: &balance }.html(language);
    Screen::bare(words).row([Section::Balance.button(language), screen::home(language)])
}

/// A test payment has arrived.
pub fn test_paid(language: Language) -> Screen {
    Screen::bare(Text::TestPaid.html(language)).homeward(language)
}

/// A test payment went back.
pub fn test_done(language: Language, offers: &Offers, balance: Money) -> Screen {
    let balance = shown(language, offers.currency, balance);
    Screen::bare(Text::TestDone { balance: &balance }.html(language)).homeward(language)
}

/// Telegram refused to give a test payment back.
pub fn test_refused(language: Language, charge: &str, problem: &str) -> Screen {
    let problem = one_line(problem, MAX_PROBLEM);
    let text = Text::TestRefused { problem: &problem, charge };
    Screen::bare(text.html(language)).homeward(language)
}

fn stars(stars: i64) -> String {
    counted(u32::try_from(stars).unwrap_or(u32::MAX))
}
