//! What is said about money that went back, about test payments, and to operators about money.
//!
//! ```text
//!   gone back ──> the person: see [`crate::paying`] ── the admin who decided it: "It went back"
//!   refused ────> the person: "Your balance is as it was" ── the admin: why, and how to ask again
//!   a test ─────> "It has arrived" ... "It went well"
//!   any of it ──> operators, once a minute for each kind, with how often
//! ```
//!
//! These are not answers of [`decide`](crate::decide): the service says them when Telegram tells of money.

use domain::ledger::Taken;
use domain::offers::Offers;
use domain::payment::MoneyNews;
use domain::{Language, Money, PersonId};

use crate::amounts::{counted, shown};
use crate::conversations::admin::goes_back;
use crate::conversations::menu::Section;
use crate::html::one_line;
use crate::screen::{self, Screen};
use crate::texts::texts;

texts! { Text<'a>;
    CallRefused { person: &'a str, subject: &'a str } = "news-call-refused",
    CallRefusedSeveral { count: usize, person: &'a str, subject: &'a str } = "news-call-refused-several",
    CallWaiting { person: &'a str, subject: &'a str } = "news-call-waiting",
    CallWaitingSeveral { count: usize, person: &'a str, subject: &'a str } = "news-call-waiting-several",
    Done { person: &'a str, stars: &'a str, taken: &'a str, owed: &'a str } = "refund-done",
    Refund { stars: &'a str, person: &'a str } = "news-refund",
    RefundSeveral { count: usize, stars: &'a str } = "news-refund-several",
    RefundRefused { stars: &'a str, person: &'a str, subject: &'a str } = "news-refund-refused",
    RefundRefusedSeveral { count: usize, stars: &'a str, person: &'a str, subject: &'a str } = "news-refund-refused-several",
    Refused { person: &'a str, stars: &'a str, problem: &'a str, charge: &'a str } = "refund-refused",
    RefusedNotice { balance: &'a str } = "refund-refused-notice",
    Sale { stars: &'a str, person: &'a str } = "news-sale",
    SaleSeveral { count: usize, stars: &'a str } = "news-sale-several",
    TestDone { balance: &'a str } = "paytest-done",
    TestPaid = "paytest-paid",
    TestRefused { problem: &'a str, charge: &'a str } = "paytest-refused",
    Unbooked { person: &'a str } = "news-unbooked",
    UnbookedSeveral { count: usize } = "news-unbooked-several",
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

/// What happened of one kind since operators were last told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewsOfMoney<'a> {
    /// What.
    pub event: MoneyNews,
    /// How often.
    pub count: u32,
    /// How many whole Stars together.
    pub stars: i64,
    /// Whose it was, the last time.
    pub person: PersonId,
    /// What it was about, the last time.
    pub subject: &'a str,
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

/// Something about money, for operators.
pub fn money_news(language: Language, news: NewsOfMoney<'_>) -> Screen {
    let count = usize::try_from(news.count).unwrap_or(usize::MAX);
    let (person, stars) = (news.person.to_string(), stars(news.stars));
    let (person, stars) = (person.as_str(), stars.as_str());
    let subject = &one_line(news.subject, MAX_PROBLEM);
    let text = match (news.event, count > 1) {
        (MoneyNews::Sale, false) => Text::Sale { stars, person },
        (MoneyNews::Sale, true) => Text::SaleSeveral { count, stars },
        (MoneyNews::Refund, false) => Text::Refund { stars, person },
        (MoneyNews::Refund, true) => Text::RefundSeveral { count, stars },
        (MoneyNews::RefundRefused, false) => Text::RefundRefused { stars, person, subject },
        (MoneyNews::RefundRefused, true) => {
            Text::RefundRefusedSeveral { count, stars, person, subject }
        }
        (MoneyNews::CallRefused, false) => Text::CallRefused { person, subject },
        (MoneyNews::CallRefused, true) => Text::CallRefusedSeveral { count, person, subject },
        (MoneyNews::CallWaiting, false) => Text::CallWaiting { person, subject },
        (MoneyNews::CallWaiting, true) => Text::CallWaitingSeveral { count, person, subject },
        (MoneyNews::Unbooked, false) => Text::Unbooked { person },
        (MoneyNews::Unbooked, true) => Text::UnbookedSeveral { count },
    };
    Screen::bare(text.html(language))
}

fn stars(stars: i64) -> String {
    counted(u32::try_from(stars).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use domain::payment::MoneyNews;
    use domain::{Language, PersonId};

    use super::{NewsOfMoney, money_news};

    #[test]
    fn every_kind_of_news_has_words_of_its_own_for_one_and_for_several() {
        for language in Language::ALL {
            let mut all = HashSet::new();
            for event in MoneyNews::ALL {
                for count in [1, 12] {
                    let person = PersonId::new(8);
                    let news =
                        NewsOfMoney { event: *event, count, stars: 640, person, subject: "<why>" };
                    let words = money_news(language, news).text.into_string();
                    assert!(!words.contains("<why>"), "what Telegram says is escaped: {words}");
                    all.insert(words);
                }
            }
            assert_eq!(all.len(), MoneyNews::ALL.len() * 2, "{all:?}");
        }
    }
}
