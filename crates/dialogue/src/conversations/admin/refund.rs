//! Giving a payment back: looked at, asked, begun, told.
//!
//! ```text
//! /admin refund stx81              ->  what it would do, and how to do it; nothing waits
//! /admin refund stx81 it was blurred
//!                                  ->  "Give this payment back?" [Confirm] [Cancel] [Main menu]
//! [Confirm]                        ->  taken from the balance, the rest owed, logged, Telegram asked
//! [Confirm] once more, or too late ->  "It no longer waits"; nothing changes
//! gone back, or on its way         ->  says so; nothing changes
//! too many of the person's, or by this admin, of late
//!                                  ->  says which limit, and when it goes on; counted, operators are told
//! ```
//!
//! The one state of this conversation is [`State::Refunding`]. What is shown is worked out from locked accounts by
//! the rule that takes the money, and worked out anew at the confirmation. What Telegram answers is told later, by
//! [`crate::refunding`].
//!
//! On failure: a payment that nobody knows, or that is not ours any more, is said and changes nothing.

#[cfg(test)]
pub(super) mod tests;

use domain::AdminAction;
use domain::ledger::{Actor, Purse, Taken, rules};
use domain::offers::{Limit, Rest};

use super::adjust::{net, sums_of};
use super::payments::{described, goes_back};
use crate::amounts::{counted, recorded, shown};
use crate::conversations::admin;
use crate::facts::{PaymentFacts, PaymentStanding, Reply};
use crate::generation;
use crate::html::{Html, clean, one_line};
use crate::paying::plan_title;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::{Mark, State};
use crate::step::{DecidedRefund, Effect, LogEntry, Step};
use crate::tap::Tap;
use crate::texts::texts;

texts! { Text<'a>;
    Already = "refund-already",
    Begun { person: &'a str, stars: &'a str, taken: &'a str, owed: &'a str } = "refund-begun",
    Brought { amount: &'a str } = "refund-brought",
    BroughtBonus { amount: &'a str, bonus: &'a str } = "refund-brought-bonus",
    Cancelled = "refund-cancelled",
    EndsPlan { plan: &'a str, until: &'a str } = "refund-ends-plan",
    Form = "refund-form",
    Impossible = "refund-impossible",
    InHand = "refund-in-hand",
    LimitAdmin { most: usize, wait: &'a Html } = "refund-limit-admin",
    LimitPerson { most: usize, wait: &'a Html } = "refund-limit-person",
    NeedsReason { charge: &'a str } = "refund-needs-reason",
    Older = "refund-older",
    Question = "refund-question",
    Reason { reason: &'a Html } = "refund-reason",
    RefusedBefore { problem: &'a str } = "refund-refused-before",
    Takes { taken: &'a str, owed: &'a str, before: &'a Html, after: &'a Html } = "refund-takes",
    TakesDebt = "refund-takes-debt",
    TakesReward { reward: &'a str, referrer: &'a str } = "refund-takes-reward",
    Unknown { charge: &'a str } = "refund-unknown",
}

/// The longest charge that is looked for, and the longest reason, in characters.
const MAX_CHARGE: usize = 256;
const MAX_REASON: usize = 200;

/// A payment that is to go back, once that is confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundQuestion {
    charge: String,
    reason: String,
    mark: Mark,
}

impl RefundQuestion {
    /// A question, if it is a complete one: this is also how a stored one is read back.
    pub(crate) fn new(charge: &str, reason: &str, mark: Mark) -> Option<Self> {
        let reason = one_line(reason, MAX_REASON).trim_end().to_owned();
        let charge = read_charge(charge)?;
        (!reason.is_empty()).then_some(Self { charge, reason, mark })
    }

    /// Telegram's name for the payment.
    pub fn charge(&self) -> &str {
        &self.charge
    }

    /// Why.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What its buttons carry.
    pub fn mark(&self) -> Mark {
        self.mark
    }
}

/// An admin typed a charge, and perhaps a reason.
pub(super) fn on_request<'a>(scene: &'a Scene<'a>, words: &str) -> Reply<'a> {
    let (charge, reason) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let Some(charge) = read_charge(charge) else {
        return Reply::Now(scene.stay().say(page(scene, Text::Form.html(scene.language))));
    };
    let question = RefundQuestion::new(&charge, reason, Mark::of(scene.update));
    let wanted = charge.clone();
    let look = move |facts: &Option<PaymentFacts>| match (forecast(scene, facts.as_ref()), question)
    {
        (Ok(forecast), Some(question)) => match limited(scene, forecast.facts) {
            Some((words, limit)) => {
                scene.stay().say(page(scene, words)).and(Effect::Limited(limit))
            }
            None => ask(scene, &forecast, question),
        },
        (Ok(forecast), None) => {
            let form = Text::NeedsReason { charge: &forecast.facts.payment.charge };
            let words = forecast.words(scene).then(&form.html(scene.language));
            scene.stay().say(page(scene, words))
        }
        (Err(None), _) => {
            let unknown = Text::Unknown { charge: &charge }.html(scene.language);
            scene.stay().say(page(scene, unknown))
        }
        (Err(Some(words)), _) => scene.stay().say(page(scene, words.html(scene.language))),
    };
    Reply::WithPayment(wanted, Box::new(look))
}

/// An admin confirms.
pub(super) fn on_confirm<'a>(
    scene: &'a Scene<'a>,
    question: &'a RefundQuestion,
    mark: Mark,
) -> Reply<'a> {
    if question.mark != mark {
        return Reply::Now(scene.stay().refresh(page(scene, Text::Older.html(scene.language))));
    }
    let make = move |facts: &Option<PaymentFacts>| match forecast(scene, facts.as_ref()) {
        Ok(forecast) => match limited(scene, forecast.facts) {
            Some((words, limit)) => over(scene, words).and(Effect::Limited(limit)),
            None => begin(scene, &forecast, question),
        },
        Err(words) => {
            let unknown = Text::Unknown { charge: &question.charge };
            over(scene, words.unwrap_or(unknown).html(scene.language))
        }
    };
    Reply::WithPayment(question.charge.clone(), Box::new(make))
}

/// An admin takes the question back.
pub(super) fn on_refrain(scene: &Scene<'_>, question: &RefundQuestion, mark: Mark) -> Step {
    match question.mark == mark {
        true => over(scene, Text::Cancelled.html(scene.language)),
        false => scene.stay().refresh(page(scene, Text::Older.html(scene.language))),
    }
}

/// What a refund would do.
struct Forecast<'a> {
    facts: &'a PaymentFacts,
    taken: Taken,
    after: Purse,
}

/// Works out what a refund does, or what is said because there is nothing to give back; nothing: nobody knows the
/// payment.
fn forecast<'a>(
    scene: &Scene<'_>,
    facts: Option<&'a PaymentFacts>,
) -> Result<Forecast<'a>, Option<Text<'static>>> {
    let facts = facts.ok_or(None)?;
    let PaymentFacts { payment, purse, .. } = facts;
    match payment.standing {
        PaymentStanding::Refunded => return Err(Some(Text::Already)),
        PaymentStanding::Refunding => return Err(Some(Text::InHand)),
        PaymentStanding::Paid => {}
    }
    let admin = Actor::Admin(scene.event.person.id);
    let refund = rules::refund(purse, &payment.charge, 1, payment.amount, payment.bonus, admin);
    let (posting, taken) = refund.map_err(|_| Some(Text::Impossible))?;
    Ok(Forecast { facts, taken, after: purse.after(&posting) })
}

/// Why it has to wait, and which limit that is.
fn limited(scene: &Scene<'_>, facts: &PaymentFacts) -> Option<(Html, Limit)> {
    let Rest { limit, wait } = facts.rest?;
    let limits = &scene.prices.offers.limits;
    let number = |most: u32| usize::try_from(most).unwrap_or(usize::MAX);
    let wait = &generation::wait(scene.language, wait);
    let text = match limit {
        Limit::RefundsPerAdmin => Text::LimitAdmin { most: number(limits.refunds_per_admin), wait },
        _ => Text::LimitPerson { most: number(limits.refunds_per_person), wait },
    };
    Some((text.html(scene.language), limit))
}

impl Forecast<'_> {
    fn words(&self, scene: &Scene<'_>) -> Html {
        let (language, facts) = (scene.language, self.facts);
        let money = |amount| shown(language, scene.bot.currency, amount);
        let payment = &facts.payment;
        let brought = match payment.bonus.is_positive() {
            true => {
                Text::BroughtBonus { amount: &money(payment.amount), bonus: &money(payment.bonus) }
                    .html(language)
            }
            false => Text::Brought { amount: &money(payment.amount) }.html(language),
        };
        let takes = Text::Takes {
            taken: &money(goes_back(self.taken)),
            owed: &money(self.taken.owed),
            before: &sums_of(scene, language, &facts.purse),
            after: &sums_of(scene, language, &self.after),
        };
        let payment = Html::lines([described(scene, payment), brought]);
        let mut words = payment.then(&takes.html(language));
        if self.taken.owed.is_positive() {
            words = words.then(&Text::TakesDebt.html(language));
        }
        if let Some((referrer, reward)) = facts.reward {
            let (reward, referrer) = (money(reward), referrer.to_string());
            let reward = Text::TakesReward { reward: &reward, referrer: &referrer };
            words = words.then(&reward.html(language));
        }
        if let Some((plan, until)) = &facts.plan {
            let plan = plan_title(&scene.prices.offers, language, plan);
            words = words.then(&Text::EndsPlan { plan, until }.html(language));
        }
        if let Some(problem) = &facts.refused {
            let problem = one_line(problem, MAX_REASON);
            words = words.then(&Text::RefusedBefore { problem: &problem }.html(language));
        }
        words
    }
}

fn ask(scene: &Scene<'_>, forecast: &Forecast<'_>, question: RefundQuestion) -> Step {
    let language = scene.language;
    let reason = Html::quoted(&question.reason, MAX_REASON * 2);
    let words = Text::Question.html(language).then(&forecast.words(scene));
    let words = words.then(&Text::Reason { reason: &reason }.html(language));
    let button = |label: admin::Label, tap| Button::new(label.words(language), tap);
    let confirm = button(admin::Label::AdjustConfirm, Tap::Confirm(question.mark));
    let refrain = button(admin::Label::AdjustCancel, Tap::Refrain(question.mark));
    let screen = Screen::bare(words).row([confirm, refrain]).homeward(language);
    Step::to(State::Refunding(question)).say(screen)
}

/// Begins a refund that was confirmed.
fn begin(scene: &Scene<'_>, forecast: &Forecast<'_>, question: &RefundQuestion) -> Step {
    let (language, currency) = (scene.language, scene.bot.currency);
    let (payment, taken) = (&forecast.facts.payment, forecast.taken);
    let begun = Text::Begun {
        person: &payment.person.to_string(),
        stars: &counted(payment.stars),
        taken: &shown(language, currency, goes_back(taken)),
        owed: &shown(language, currency, taken.owed),
    };
    let record = |amount| recorded(currency, amount);
    let entry = LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action: AdminAction::Refund,
        subject: format!("payment:{}", payment.charge),
        before: record(net(&forecast.facts.purse)),
        after: record(net(&forecast.after)),
        details: format!(
            "{} stars of person {}, taken {}, owed {}",
            payment.stars,
            payment.person,
            record(goes_back(taken)),
            record(taken.owed),
        ),
        reason: question.reason.clone(),
    };
    let (charge, reason) = (question.charge.clone(), question.reason.clone());
    let decided = DecidedRefund { person: payment.person, charge, reason };
    Step::to(State::Menu)
        .and(Effect::Refund(decided))
        .and(Effect::Log(entry))
        .show(page(scene, begun.html(language)))
}

/// What is said when `/cancel` takes the question back.
pub(crate) fn cancelled(scene: &Scene<'_>) -> Html {
    Text::Cancelled.html(scene.language)
}

fn read_charge(word: &str) -> Option<String> {
    let charge: String = clean(word.trim()).take(MAX_CHARGE).collect();
    (!charge.is_empty() && !charge.contains(char::is_whitespace)).then_some(charge)
}

fn over(scene: &Scene<'_>, words: Html) -> Step {
    Step::to(State::Menu).show(page(scene, words))
}

fn page(scene: &Scene<'_>, words: Html) -> Screen {
    Screen::bare(words).homeward(scene.language)
}
