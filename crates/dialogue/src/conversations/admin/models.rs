//! Models as admins look at them: what each brought and cost, on, off, free of charge.
//!
//! ```text
//! /admin models               ->  the models that sold in 30 days: delivered, paid, charged, margin
//! /admin model z-image        ->  its price, what KIE charged, whether it is closed [Off] or [On]
//! /admin model z-image off    ->  nobody can order it until an admin says on
//! /admin model z-image free 3 1  ->  three a day, one an hour; 0: no longer free
//! ```
//!
//! On failure: a key that is none, or limits that are none, are said and change nothing.

use domain::catalogue::{FreeLimits, Model, ModelKey};
use domain::{AdminAction, Credits, Money};

use super::deeds::{Act, act, split};
use super::sections::{inward, said};
use crate::amounts::{priced, shown};
use crate::facts::{ClosureLine, DeskLook, ModelSales, ModelsDesk, Reply};
use crate::html::{Html, one_line};
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::step::{Deed, Step};
use crate::tap::{AdminTap, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Card {
        title: &'a str,
        key: &'a str,
        price: &'a str,
        listed: &'a str,
        free: &'a str
    } = "desk-model",
    Closed { cause: &'a str, note: &'a str } = "desk-model-closed",
    FreeDone { key: &'a str, free: &'a str } = "desk-model-free-done",
    Form = "desk-model-form",
    NoModel { key: &'a str } = "desk-no-model",
    None = "desk-models-none",
    OffDone { key: &'a str } = "desk-model-off-done",
    OnDone { key: &'a str } = "desk-model-on-done",
    Page = "desk-models",
    Sold {
        key: &'a str,
        delivered: &'a str,
        paid: &'a str,
        charged: &'a str,
        margin: &'a str
    } = "desk-model-sold",
}

labels! { Label;
    Off = "desk-button-off",
    On = "desk-button-on",
}

/// So many models are on the page.
const SHOWN: usize = 6;

/// More times a day or an hour is not free use any more.
const MOST: u32 = 1_000;

/// The section of the menu.
pub(super) fn on_section<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithDesk(DeskLook::Models(Box::new(|desk| list(scene, desk))))
}

/// The card of a model.
pub(super) fn on_model<'a>(scene: &'a Scene<'a>, key: &ModelKey) -> Reply<'a> {
    let Some(model) = scene.prices.catalogue.model(key) else {
        return Reply::Now(said(scene, Text::NoModel { key: key.as_str() }.html(scene.language)));
    };
    Reply::WithDesk(DeskLook::Models(Box::new(move |desk| card(scene, model, desk))))
}

/// A model is switched on or off.
pub(super) fn on_switch<'a>(
    scene: &'a Scene<'a>,
    key: &ModelKey,
    is_on: bool,
    why: &str,
) -> Reply<'a> {
    let language = scene.language;
    let name = key.as_str();
    if scene.prices.catalogue.model(key).is_none() {
        return Reply::Now(said(scene, Text::NoModel { key: name }.html(language)));
    }
    let (action, deed, change, done) = match is_on {
        true => (
            AdminAction::ClosuresOpen,
            Deed::Open(name.to_owned()),
            ("closed", "open"),
            Text::OnDone { key: name },
        ),
        false => (
            AdminAction::ClosuresClose,
            Deed::Shut(key.clone()),
            ("open", "closed"),
            Text::OffDone { key: name },
        ),
    };
    let (subject, done) = (format!("model:{name}"), done.html(language));
    let back = AdminTap::Model(key.clone());
    Reply::Now(act(scene, Act { action, deed, subject, change, reason: why, done, back }))
}

/// An admin typed something about a model.
pub(super) fn on_words<'a>(scene: &'a Scene<'a>, words: &str) -> Reply<'a> {
    let (key, rest) = split(words);
    let Some(key) = ModelKey::new(&key.to_ascii_lowercase()) else {
        return Reply::Now(said(scene, Text::Form.html(scene.language)));
    };
    let (what, rest) = split(rest);
    match what.to_ascii_lowercase().as_str() {
        "" => on_model(scene, &key),
        "on" => on_switch(scene, &key, true, rest),
        "off" => on_switch(scene, &key, false, rest),
        "free" => Reply::Now(free(scene, &key, rest)),
        _ => Reply::Now(said(scene, Text::Form.html(scene.language))),
    }
}

fn free(scene: &Scene<'_>, key: &ModelKey, words: &str) -> Step {
    let language = scene.language;
    let Some(model) = scene.prices.catalogue.model(key) else {
        return said(scene, Text::NoModel { key: key.as_str() }.html(language));
    };
    let Some((limits, why)) = limits(scene, words) else {
        return said(scene, Text::Form.html(language));
    };
    let (before, after) = (rule(model.free), rule(limits));
    let (day, hour) = limits.map_or((0, 0), |one| (one.per_day, one.per_hour));
    let done = Text::FreeDone { key: key.as_str(), free: &after }.html(language);
    let (action, deed) = (AdminAction::ModelFree, Deed::Free(key.clone(), day, hour));
    let (subject, back) = (format!("model:{key}"), AdminTap::Model(key.clone()));
    let change = (before.as_str(), after.as_str());
    act(scene, Act { action, deed, subject, change, reason: why, done, back })
}

/// `3 1 why`: three a day, one an hour; without numbers as often as anything is free; 0: not free.
fn limits<'w>(scene: &Scene<'_>, words: &'w str) -> Option<(Option<FreeLimits>, &'w str)> {
    let usual = scene.prices.offers.free;
    let (day, rest) = split(words);
    if day.is_empty() {
        let limits = FreeLimits { per_day: usual.per_day, per_hour: usual.per_hour };
        return Some((Some(limits), ""));
    }
    let per_day = count(day)?;
    let (hour, why) = split(rest);
    let (per_hour, why) = match (hour, count(hour)) {
        ("", _) => (per_day, ""),
        (_, Some(per_hour)) => (per_hour, why),
        // Words, not half a number.
        (word, None) if word.chars().all(char::is_alphabetic) => (per_day, rest),
        (_, None) => return None,
    };
    if per_day == 0 {
        return Some((None, why));
    }
    let sane = (1..=per_day).contains(&per_hour);
    sane.then_some((Some(FreeLimits { per_day, per_hour }), why))
}

fn count(word: &str) -> Option<u32> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|number| is_number && *number <= MOST)
}

fn rule(limits: Option<FreeLimits>) -> String {
    limits.map_or_else(
        || "0".to_owned(),
        |FreeLimits { per_day, per_hour }| format!("{per_day}/24h, {per_hour}/1h"),
    )
}

fn list(scene: &Scene<'_>, desk: &ModelsDesk) -> Step {
    let language = scene.language;
    let mut sales: Vec<&ModelSales> = desk.sales.iter().collect();
    sales.sort_by_key(|one| (-one.revenue.get(), -one.delivered));
    sales.truncate(SHOWN);
    let heading = Text::Page.html(language);
    let lines = sales.iter().map(|one| sold(scene, one));
    let words = match sales.is_empty() {
        true => heading.then(&Text::None.html(language)),
        false => heading.then(&Html::lines(lines)),
    };
    let keys: Vec<ModelKey> = sales.iter().filter_map(|one| ModelKey::new(&one.model)).collect();
    let button =
        |key: &ModelKey| Button::new(key.to_string(), Tap::Admin(AdminTap::Model(key.clone())));
    let rows = keys.chunks(2).map(|pair| pair.iter().map(button).collect::<Vec<_>>());
    let screen = rows.fold(Screen::bare(words), Screen::row);
    scene.stay().show(inward(scene, screen, AdminTap::Menu))
}

fn card(scene: &Scene<'_>, model: &Model, desk: &ModelsDesk) -> Step {
    let language = scene.language;
    let cost = model.cost_range().map(|(least, _)| least);
    let offers = &scene.prices.offers;
    let price = cost.and_then(|cost| offers.price(cost, offers.discount(&[])));
    let mut words = Text::Card {
        title: model.title.in_language(language),
        key: model.key.as_str(),
        price: &price.map_or_else(|| "-".to_owned(), |price| priced(language, offers, price)),
        listed: &cost.map_or_else(|| "-".to_owned(), credits),
        free: &rule(model.free),
    }
    .html(language);
    if let Some(one) = desk.sales.iter().find(|one| one.model == model.key.as_str()) {
        words = words.then(&sold(scene, one));
    }
    let closed = desk.closures.iter().find(|one| one.subject == model.key.as_str());
    if let Some(ClosureLine { cause, note, .. }) = closed {
        words = words.then(&Text::Closed { cause, note: &one_line(note, 120) }.html(language));
    }
    let button = match closed {
        Some(_) => Button::new(
            Label::On.words(language),
            Tap::Admin(AdminTap::Switch(model.key.clone(), true)),
        ),
        None => Button::new(
            Label::Off.words(language),
            Tap::Admin(AdminTap::Switch(model.key.clone(), false)),
        )
        .danger(),
    };
    let samples =
        Button::new(model.title.in_language(language).to_owned(), Tap::Model(model.key.clone()));
    let screen = Screen::bare(words).row([button]).row([samples]);
    let models = AdminTap::Section(super::AdminSection::Models);
    scene.stay().show(inward(scene, screen, models))
}

/// What a model brought and cost, and what stays of a hundred.
fn sold(scene: &Scene<'_>, one: &ModelSales) -> Html {
    let language = scene.language;
    let brings = scene.prices.offers.net_credits(one.bought);
    let margin = brings.and_then(|brings| margin(brings, one.cost));
    Text::Sold {
        key: &one.model,
        delivered: &one.delivered.to_string(),
        paid: &shown(language, scene.bot.currency, one.revenue.max(Money::ZERO)),
        charged: &credits(one.cost),
        margin: &margin.map_or_else(|| "-".to_owned(), |margin| format!("{margin} %")),
    }
    .html(language)
}

/// Of a hundred credits that came in, so many stayed.
fn margin(brings: Credits, cost: Credits) -> Option<i64> {
    let stays = brings.get().checked_sub(cost.get())?;
    (brings.get() > 0).then(|| i128::from(stays) * 100 / i128::from(brings.get()))?.try_into().ok()
}

/// Credits with at most two decimals.
fn credits(amount: Credits) -> String {
    let hundredths = amount.get() / 10_000;
    format!("{}.{:02}", hundredths / 100, (hundredths % 100).abs())
}

#[cfg(test)]
mod tests {
    use domain::Credits;

    use super::{credits, margin};

    #[test]
    fn a_margin_is_what_stays_of_a_hundred() {
        assert_eq!(margin(Credits::new(2_000), Credits::new(500)), Some(75));
        assert_eq!(margin(Credits::new(1_000), Credits::new(3_000)), Some(-200));
        assert_eq!(margin(Credits::ZERO, Credits::new(1)), None);
        assert_eq!(credits(Credits::new(12_345_678)), "12.34");
    }
}
