//! The numbers of the last days or weeks: as words, and as a picture, which says more of so many.
//!
//! ```text
//! /admin stats, [By day]  ->  14 days together, the last 5 one by one, models that fail [By week], and a picture
//! [By week]               ->  12 weeks together, the last 5 one by one, ...             [By day], and a picture
//! ```
//!
//! It shows what the books say and computes margins as `trt books margin` does.

use domain::Money;
use domain::stats::{Failing, Period, Span, Stats};

use super::whole_stars;
use crate::amounts::{counted, shown};
use crate::chart::{Chart, Form, Panel, Row};
use crate::facts::{Growth, Reply};
use crate::html::Html;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Effect, GrowthDeed, Step};
use crate::tap::{GrowthTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Failing { model: &'a str, failed: usize, ended: usize } = "growth-stats-failing",
    FailingTitle = "growth-stats-failing-title",
    NoneFailing = "growth-stats-none-failing",
    Page {
        span: &'a str,
        count: usize,
        came: usize,
        paid: usize,
        share: usize,
        returned: usize,
        rate: usize,
        stars: &'a str,
        revenue: &'a str,
        cost: &'a str,
        margin: &'a str
    } = "growth-stats",
    PeriodLine {
        begins: &'a str,
        came: usize,
        stars: &'a str,
        revenue: &'a str,
        cost: &'a str,
        margin: &'a str
    } = "growth-stats-line",
    Periods { span: &'a str } = "growth-stats-periods",
    Picture { span: &'a str, zone: &'a str } = "growth-stats-picture",
    Transferred { amount: &'a str } = "growth-stats-transferred",
}

labels! { Label;
    Active = "growth-chart-active",
    Came = "growth-chart-came",
    Cost = "growth-chart-cost",
    Day = "growth-button-day",
    Margin = "growth-chart-margin",
    Money = "growth-chart-money",
    Paid = "growth-chart-paid",
    People = "growth-chart-people",
    Revenue = "growth-chart-revenue",
    Stars = "growth-chart-stars",
    StarsIn = "growth-chart-stars-in",
    TitleDay = "growth-chart-title-day",
    TitleWeek = "growth-chart-title-week",
    Week = "growth-button-week",
}

/// So many are looked at, and so many of them are told one by one.
const DAYS: u32 = 14;
const WEEKS: u32 = 12;
const TOLD: usize = 5;

/// An admin wants them.
pub(super) fn on_stats<'a>(scene: &'a Scene<'a>, span: Span) -> Reply<'a> {
    let count = match span {
        Span::Day => DAYS,
        Span::Week => WEEKS,
    };
    let then = |stats: &Stats| tell(scene, stats);
    Reply::WithGrowth(Growth::Stats(span, count, Box::new(then)))
}

fn tell(scene: &Scene<'_>, stats: &Stats) -> Step {
    let (language, span) = (scene.language, stats.span);
    let (other, label) = match span {
        Span::Day => (Span::Week, Label::Week),
        Span::Week => (Span::Day, Label::Day),
    };
    let button = Button::new(label.words(language), Tap::Growth(GrowthTap::Stats(other)));
    let screen = Screen::bare(page(scene, stats)).row([button]).homeward(language);
    let zone = scene.prices.offers.time_zone.as_str();
    let below = Text::Picture { span: span.word(), zone }.html(language);
    scene.stay().show(screen).and(Effect::Growth(GrowthDeed::Picture(picture(scene, stats), below)))
}

/// Everything in words.
fn page(scene: &Scene<'_>, stats: &Stats) -> Html {
    let (language, periods) = (scene.language, &stats.periods);
    let money = |amount| shown(language, scene.bot.currency, amount);
    let count =
        |of: fn(&Period) -> u32| number(periods.iter().map(of).fold(0, u32::saturating_add));
    let sum = |of: &dyn Fn(&Period) -> Money| {
        let add = |sum: Money, period: &Period| sum.plus(of(period)).unwrap_or(sum);
        periods.iter().fold(Money::ZERO, add)
    };
    let stars = periods.iter().map(|one| one.stars.get()).fold(0, i64::saturating_add);
    let (came, paid) = (count(|one| one.came), count(|one| one.paid));
    let returned = count(|one| one.returned);
    let together = Text::Page {
        span: stats.span.word(),
        count: periods.len(),
        came,
        paid,
        share: percent(paid, came),
        returned,
        rate: percent(returned, came),
        stars: &counted(whole_stars(domain::Stars::new(stars))),
        revenue: &money(sum(&|one| one.revenue)),
        cost: &money(sum(&|one| cost(scene, one))),
        margin: &money(sum(&|one| margin(scene, one))),
    };
    let mut words = together.html(language);
    let transferred = sum(&|one| one.transferred);
    if transferred.is_positive() {
        let amount = money(transferred);
        words = Html::lines([words, Text::Transferred { amount: &amount }.html(language)]);
    }
    let told = periods.iter().skip(periods.len().saturating_sub(TOLD));
    let lines = told.map(|one| line(scene, one));
    let title = Text::Periods { span: stats.span.word() }.html(language);
    let words = words.then(&Html::lines(std::iter::once(title).chain(lines)));
    words.then(&failing(scene, &stats.failing))
}

fn line(scene: &Scene<'_>, period: &Period) -> Html {
    let money = |amount| shown(scene.language, scene.bot.currency, amount);
    Text::PeriodLine {
        begins: &period.begins,
        came: number(period.came),
        stars: &counted(whole_stars(period.stars)),
        revenue: &money(period.revenue),
        cost: &money(cost(scene, period)),
        margin: &money(margin(scene, period)),
    }
    .html(scene.language)
}

fn failing(scene: &Scene<'_>, failing: &[Failing]) -> Html {
    let language = scene.language;
    if failing.is_empty() {
        return Text::NoneFailing.html(language);
    }
    let line = |one: &Failing| {
        // What the catalogue no longer has is named by its key.
        let key = domain::ModelKey::new(&one.model);
        let model = key.as_ref().and_then(|key| scene.prices.catalogue.model(key));
        let model = model.map_or(one.model.as_str(), |model| model.title.in_language(language));
        Text::Failing { model, failed: number(one.failed), ended: number(one.ended) }.html(language)
    };
    let title = Text::FailingTitle.html(language);
    Html::lines(std::iter::once(title).chain(failing.iter().map(line)))
}

/// The picture: people, Stars and money, one above the other.
fn picture(scene: &Scene<'_>, stats: &Stats) -> Chart {
    let words = |label: Label| label.words(scene.language);
    let row = |label: Label, form: Form, of: &dyn Fn(&Period) -> i64| Row {
        name: words(label),
        form,
        values: stats.periods.iter().map(of).collect(),
    };
    let people = Panel {
        title: words(Label::People),
        unit: 1,
        rows: vec![
            row(Label::Came, Form::Bars, &|one| i64::from(one.came)),
            row(Label::Active, Form::Line, &|one| i64::from(one.active)),
            row(Label::Paid, Form::Line, &|one| i64::from(one.paid)),
        ],
    };
    let stars = Panel {
        title: words(Label::Stars),
        unit: 1_000_000_000,
        rows: vec![row(Label::StarsIn, Form::Bars, &|one| one.stars.get())],
    };
    let money = Panel {
        title: format!("{}, {}", words(Label::Money), scene.bot.currency),
        unit: 100,
        rows: vec![
            row(Label::Revenue, Form::Bars, &|one| one.revenue.get()),
            row(Label::Cost, Form::Bars, &|one| cost(scene, one).get()),
            row(Label::Margin, Form::Line, &|one| margin(scene, one).get()),
        ],
    };
    let title = match stats.span {
        Span::Day => Label::TitleDay,
        Span::Week => Label::TitleWeek,
    };
    Chart {
        title: words(title),
        labels: stats.periods.iter().map(|one| one.begins.clone()).collect(),
        panels: vec![people, stars, money],
    }
}

fn cost(scene: &Scene<'_>, period: &Period) -> Money {
    period.cost_in(&scene.prices.offers).unwrap_or(Money::ZERO)
}

fn margin(scene: &Scene<'_>, period: &Period) -> Money {
    period.margin_in(&scene.prices.offers).unwrap_or(Money::ZERO)
}

fn number(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// So many of so many in per cent, rounded down.
fn percent(part: usize, all: usize) -> usize {
    part.saturating_mul(100).checked_div(all).unwrap_or_default()
}
