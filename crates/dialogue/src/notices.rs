//! What operators are told without asking: what happened, how often, and what to do next.
//!
//! ```text
//!   happened once ────> what it was about ─┐
//!   several times ────> how often, the last ┴──> one short message with a command to go on with
//! ```
//!
//! These are not answers of [`decide`](crate::decide): the service says them, each kind at most once in its pause.
//! Nobody is named but by id.

use domain::generation::Cause;
use domain::payment::DifferenceKind;
use domain::{Language, News, PersonId};

use crate::amounts::counted;
use crate::html::{Html, one_line};
use crate::screen::Screen;
use crate::texts::texts;
use crate::trouble::{
    DifferenceLine, closed_notice, credits_notice, dear_closed_notice, differences_notice,
    losses_notice, opened_notice,
};

texts! { Text<'a>;
    AuditFinding { subject: &'a str, details: &'a str } = "news-audit-finding",
    AuditFindingSeveral { count: usize, names: &'a Html } = "news-audit-finding-several",
    CallRefused { person: &'a str, subject: &'a str } = "news-call-refused",
    CallRefusedSeveral { count: usize, person: &'a str, subject: &'a str } = "news-call-refused-several",
    CallWaiting { person: &'a str, subject: &'a str } = "news-call-waiting",
    CallWaitingSeveral { count: usize, person: &'a str, subject: &'a str } = "news-call-waiting-several",
    ClosedSeveral { count: usize, names: &'a Html } = "news-closed-several",
    DeadSend { subject: &'a str, details: &'a str } = "news-dead-send",
    DeadSendSeveral { count: usize, names: &'a Html } = "news-dead-send-several",
    DeadUpdate { subject: &'a str } = "news-dead-update",
    DeadUpdateSeveral { count: usize, names: &'a Html } = "news-dead-update-several",
    Handovers { details: &'a str } = "news-handovers",
    KieTrouble { subject: &'a str } = "news-provider-trouble",
    OpenedSeveral { count: usize, names: &'a Html } = "news-opened-several",
    PaymentRefused { person: &'a str, subject: &'a str } = "news-payment-refused",
    PaymentRefusedSeveral { count: usize, person: &'a str, subject: &'a str } = "news-payment-refused-several",
    Refund { stars: &'a str, person: &'a str } = "news-refund",
    RefundSeveral { count: usize, stars: &'a str } = "news-refund-several",
    RefundLimit { person: &'a str } = "news-refund-limit",
    RefundLimitSeveral { count: usize, person: &'a str } = "news-refund-limit-several",
    RefundRefused { stars: &'a str, person: &'a str, subject: &'a str } = "news-refund-refused",
    RefundRefusedSeveral { count: usize, stars: &'a str, person: &'a str, subject: &'a str } = "news-refund-refused-several",
    Sale { stars: &'a str, person: &'a str } = "news-sale",
    SaleSeveral { count: usize, stars: &'a str } = "news-sale-several",
    SpendLimit { person: &'a str } = "news-spend-limit",
    SpendLimitSeveral { count: usize, person: &'a str } = "news-spend-limit-several",
    Takeover { subject: &'a str, details: &'a str } = "news-takeover",
    TakeoverSeveral { count: usize, names: &'a Html } = "news-takeover-several",
    Unbooked { person: &'a str } = "news-unbooked",
    UnbookedSeveral { count: usize } = "news-unbooked-several",
    Webhook { subject: &'a str, details: &'a str } = "news-webhook",
    WebhookSeveral { count: usize, subject: &'a str, details: &'a str } = "news-webhook-several",
}

/// What others say is shown up to here, in characters.
const MAX_WORDS: usize = 200;

/// The longest name of something.
const MAX_NAME: usize = 64;

/// The subject of everything that is too dear for what is left.
const DEAR: &str = "cost";

/// What happened of one kind since operators were last told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heard<'a> {
    /// What.
    pub news: News,
    /// How often.
    pub count: u32,
    /// How many whole Stars together.
    pub stars: i64,
    /// Whose it was, the last time, if it was anybody's.
    pub person: Option<PersonId>,
    /// What it was about and what stands beside it, the last of it first.
    pub last: &'a [(&'a str, &'a str)],
}

/// What operators are told of it.
pub fn notice(language: Language, heard: Heard<'_>) -> Screen {
    match heard.news {
        News::Sale
        | News::Refund
        | News::RefundRefused
        | News::CallRefused
        | News::CallWaiting
        | News::PaymentRefused
        | News::SpendLimit
        | News::RefundLimit
        | News::Unbooked => of_money(language, heard),
        News::Closed | News::Opened => of_closures(language, heard),
        News::PaymentLearned | News::RefundLearned | News::Difference => {
            of_differences(language, heard)
        }
        News::CreditsLow | News::LossesSpent => of_credits(language, heard),
        News::DeadUpdate
        | News::DeadSend
        | News::KieTrouble
        | News::Takeover
        | News::Handovers
        | News::Webhook
        | News::AuditFinding => of_trouble(language, heard),
    }
}

impl Heard<'_> {
    fn times(&self) -> usize {
        usize::try_from(self.count).unwrap_or(usize::MAX)
    }

    /// What it was about the last time, and what stands beside it.
    fn newest(&self) -> (String, String) {
        let (subject, details) = self.last.first().copied().unwrap_or_default();
        (one_line(subject, MAX_WORDS), one_line(details, MAX_WORDS))
    }

    /// The last subjects, to be copied.
    fn names(&self) -> Html {
        let name = |(name, _): &(&str, &str)| {
            format!("<code>{}</code>", Html::escaped(&one_line(name, MAX_NAME)).into_string())
        };
        let names: Vec<String> = self.last.iter().map(name).collect();
        Html::of_own_markup(names.join(", "))
    }
}

fn of_money(language: Language, heard: Heard<'_>) -> Screen {
    let person = heard.person.map(|person| person.to_string()).unwrap_or_default();
    let (person, stars) = (person.as_str(), stars(heard.stars));
    let (stars, count, (subject, _)) = (stars.as_str(), heard.times(), heard.newest());
    let subject = subject.as_str();
    let text = match (heard.news, count > 1) {
        (News::Refund, false) => Text::Refund { stars, person },
        (News::Refund, true) => Text::RefundSeveral { count, stars },
        (News::RefundRefused, false) => Text::RefundRefused { stars, person, subject },
        (News::RefundRefused, true) => Text::RefundRefusedSeveral { count, stars, person, subject },
        (News::CallRefused, false) => Text::CallRefused { person, subject },
        (News::CallRefused, true) => Text::CallRefusedSeveral { count, person, subject },
        (News::CallWaiting, false) => Text::CallWaiting { person, subject },
        (News::CallWaiting, true) => Text::CallWaitingSeveral { count, person, subject },
        (News::PaymentRefused, false) => Text::PaymentRefused { person, subject },
        (News::PaymentRefused, true) => Text::PaymentRefusedSeveral { count, person, subject },
        (News::SpendLimit, false) => Text::SpendLimit { person },
        (News::SpendLimit, true) => Text::SpendLimitSeveral { count, person },
        (News::RefundLimit, false) => Text::RefundLimit { person },
        (News::RefundLimit, true) => Text::RefundLimitSeveral { count, person },
        (News::Unbooked, false) => Text::Unbooked { person },
        (News::Unbooked, true) => Text::UnbookedSeveral { count },
        (_, false) => Text::Sale { stars, person },
        (_, true) => Text::SaleSeveral { count, stars },
    };
    Screen::bare(text.html(language))
}

fn of_trouble(language: Language, heard: Heard<'_>) -> Screen {
    let (count, names, (subject, details)) = (heard.times(), heard.names(), heard.newest());
    let (names, subject, details) = (&names, subject.as_str(), details.as_str());
    let text = match (heard.news, count > 1) {
        (News::DeadUpdate, false) => Text::DeadUpdate { subject },
        (News::DeadUpdate, true) => Text::DeadUpdateSeveral { count, names },
        (News::DeadSend, false) => Text::DeadSend { subject, details },
        (News::DeadSend, true) => Text::DeadSendSeveral { count, names },
        (News::Takeover, false) => Text::Takeover { subject, details },
        (News::Takeover, true) => Text::TakeoverSeveral { count, names },
        (News::Webhook, false) => Text::Webhook { subject, details },
        (News::Webhook, true) => Text::WebhookSeveral { count, subject, details },
        (News::AuditFinding, false) => Text::AuditFinding { subject, details },
        (News::AuditFinding, true) => Text::AuditFindingSeveral { count, names },
        // The last one says how it stands.
        (News::Handovers, _) => Text::Handovers { details },
        (_, _) => Text::KieTrouble { subject },
    };
    Screen::bare(text.html(language))
}

fn of_closures(language: Language, heard: Heard<'_>) -> Screen {
    let (count, (subject, details)) = (heard.times(), heard.newest());
    let names = &heard.names();
    match (heard.news, count > 1) {
        (News::Opened, false) => opened_notice(language, &subject),
        (News::Opened, true) => Screen::bare(Text::OpenedSeveral { count, names }.html(language)),
        (_, true) => Screen::bare(Text::ClosedSeveral { count, names }.html(language)),
        (_, false) if subject == DEAR => dear_closed_notice(language, number(&details)),
        (_, false) => {
            let cause = Cause::from_word(&details).unwrap_or(Cause::Operator);
            closed_notice(language, &subject, cause)
        }
    }
}

/// How much is left, or lost, and what a day takes, or may lose: the last time says it.
fn of_credits(language: Language, heard: Heard<'_>) -> Screen {
    let (subject, details) = heard.newest();
    match heard.news {
        News::LossesSpent => losses_notice(language, number(&subject), number(&details)),
        _ => credits_notice(language, number(&subject), number(&details)),
    }
}

/// The subject of a difference is what differs; beside it stand its number and its kind.
fn of_differences(language: Language, heard: Heard<'_>) -> Screen {
    let count = heard.times();
    match heard.news {
        News::PaymentLearned => return differences_notice(language, count, 0, &[], 0),
        News::RefundLearned => return differences_notice(language, 0, count, &[], 0),
        _ => {}
    }
    let lines: Vec<DifferenceLine<'_>> =
        heard.last.iter().filter_map(|(subject, details)| difference(subject, details)).collect();
    let more = count.saturating_sub(lines.len());
    differences_notice(language, 0, 0, &lines, more)
}

fn difference<'a>(subject: &'a str, details: &str) -> Option<DifferenceLine<'a>> {
    let (id, kind) = details.split_once(' ')?;
    Some(DifferenceLine { id: id.parse().ok()?, kind: DifferenceKind::from_word(kind)?, subject })
}

fn number(digits: &str) -> usize {
    digits.parse().unwrap_or_default()
}

fn stars(stars: i64) -> String {
    counted(u32::try_from(stars).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
