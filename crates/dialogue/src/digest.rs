//! The daily digest: what a day came to, on one screen.
//!
//! ```text
//! at a fixed hour      ->  yesterday, to operators: said by the service
//! /admin digest        ->  today so far, to whoever asks: see [`crate::conversations::admin`]
//! ```
//!
//! The margin is that of the books: what was bought and spent, as Telegram pays it out, less what KIE charged.

use std::fmt::Write;

use domain::offers::Offers;
use domain::{Credits, Language, Stars};

use crate::amounts::{counted, shown};
use crate::facts::DayFacts;
use crate::html::{Html, one_line};
use crate::screen::Screen;
use crate::texts::texts;

texts! { Text<'a>;
    Credits { left: &'a str, runs: &'a str, time: usize } = "digest-credits",
    Money {
        payments: usize,
        stars: &'a str,
        back: &'a str,
        transferred: &'a str,
        spent: &'a str,
        bought: &'a str,
        credits: &'a str,
        cost: &'a str,
        margin: &'a str
    } = "digest-money",
    Orders { delivered: usize, failed: usize, models: &'a str } = "digest-orders",
    People { new: usize, active: usize, paying: usize } = "digest-people",
    Title { day: &'a str, until: &'a str } = "digest-title",
    Trouble { takeovers: usize, differences: usize, dead: usize } = "digest-trouble",
}

/// The longest name of a model.
const MAX_MODEL: usize = 24;

/// The digest of a day.
pub fn digest(language: Language, offers: &Offers, day: &DayFacts) -> Screen {
    let until = if day.is_today { "now" } else { "night" };
    let title = Text::Title { day: &day.day, until }.html(language);
    let people =
        Text::People { new: whole(day.new), active: whole(day.active), paying: whole(day.paying) };
    let trouble = Text::Trouble {
        takeovers: whole(day.takeovers),
        differences: whole(day.differences),
        dead: whole(day.dead),
    };
    let (delivered, failed) = (whole(day.delivered), whole(day.failed));
    let orders = Text::Orders { delivered, failed, models: &models(day) };
    let parts = [people, orders, trouble].map(|text| text.html(language));
    let rest = parts.into_iter().chain(credits(language, day));
    let page = title.then(&money(language, offers, day)).then(&Html::lines(rest));
    Screen::bare(page)
}

fn money(language: Language, offers: &Offers, day: &DayFacts) -> Html {
    let money = |amount| shown(language, offers.currency, amount);
    let brings = offers.net_micro_usd(day.bought).unwrap_or_default();
    let costs = day.cost.micro_usd().unwrap_or_default();
    let text = Text::Money {
        payments: whole(day.payments),
        stars: &stars(day.stars),
        back: &stars(day.stars_back),
        transferred: &money(day.transferred),
        spent: &money(day.spent),
        bought: &money(day.bought),
        credits: &tenths(day.cost),
        cost: &dollars(costs),
        margin: &dollars(brings.saturating_sub(costs)),
    };
    text.html(language)
}

/// What KIE has left, and how long that lasts.
fn credits(language: Language, day: &DayFacts) -> Option<Html> {
    let left = day.credits?;
    let hours = day.daily_use.filter(|daily| daily.is_positive()).map(|daily| {
        let hours = i128::from(left.get().max(0)) * 24 / i128::from(daily.get());
        usize::try_from(hours).unwrap_or(usize::MAX)
    });
    let (runs, time) = match hours {
        None => ("long", 0),
        Some(hours) if hours < 48 => ("hours", hours),
        Some(hours) => ("days", hours / 24),
    };
    Some(Text::Credits { left: &tenths(left), runs, time }.html(language))
}

/// The models that failed most, each with how often; the word for none, if there are none.
fn models(day: &DayFacts) -> String {
    let one = |(model, times): &(String, u32)| format!("{} {times}", one_line(model, MAX_MODEL));
    if day.failing.is_empty() {
        return "none".to_owned();
    }
    day.failing.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn stars(stars: Stars) -> String {
    counted(stars.rounded_up())
}

/// Credits with one decimal, the rest cut off.
fn tenths(credits: Credits) -> String {
    let (whole, tenth) = (credits.get() / 1_000_000, credits.get() % 1_000_000 / 100_000);
    format!("{whole}.{}", tenth.abs())
}

/// Millionths of a dollar as dollars and cents, rounded against us.
fn dollars(micro: i64) -> String {
    let cents = micro.div_euclid(10_000);
    let size = cents.unsigned_abs();
    let mut text = String::from(if cents < 0 { "\u{2212}" } else { "" });
    // A string takes whatever is written.
    let _ = write!(text, "${}.{:02}", size / 100, size % 100);
    text
}

fn whole(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
