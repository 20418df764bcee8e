//! The page of models, from the catalogue and the offers that are part of the program.

use domain::catalogue::{Model, State};
use domain::offers::Discount;
use domain::{Catalogue, Credits, Language, Offers};

use crate::pages;

fn page(language: Language) -> String {
    let catalogue = Catalogue::built_in().expect("the built-in catalogue is in order");
    let offers = Offers::built_in().expect("the built-in offers are in order");
    let stats = catalogue.stats();
    let (models, on) = (stats.models, stats.on);
    let (mut page, texts, head) = match language {
        Language::English => (
            format!(
                "# Every model and its price\n\n{models} models of the built-in catalogue, {on} of them on sale, each \
                 from its least to its greatest price. The\nprice of one order, step by step: `trt catalogue price \
                 KEY`. What the states mean: [the catalogue](../catalogue/README.md).\n\n\
                 This page is written from `catalogue/` and `crates/domain/offers.toml` by a test, with `BLESS=1`.\n"
            ),
            pages::read("locales/en/shop.ftl"),
            "| key | title | price | state |",
        ),
        Language::Russian => (
            format!(
                "# Все модели и цены\n\nВстроенный каталог: моделей {models}, из них продаётся {on}; у каждой цена от \
                 самой низкой до самой высокой. Цена одного\nзаказа по шагам: `trt catalogue price KEY`. Что значат \
                 состояния: [каталог](../../catalogue/README.md).\n\n\
                 Эту страницу пишет тест из `catalogue/` и `crates/domain/offers.toml`, с `BLESS=1`.\n"
            ),
            pages::read("locales/ru/shop.ftl"),
            "| ключ | название | цена | состояние |",
        ),
    };
    for (kind, ..) in stats.kinds {
        let label = format!("shop-kind-{kind} = ");
        let label = texts.lines().find_map(|line| line.strip_prefix(&label));
        let label = label.expect("each kind has its words");
        page += &format!("\n## {label}\n\n`{kind}`\n\n{head}\n| --- | --- | --- | --- |\n");
        let models = catalogue.models().iter().filter(|model| model.kind == kind);
        page.extend(models.map(|model| row(model, &offers, language)));
    }
    page
}

fn row(model: &Model, offers: &Offers, language: Language) -> String {
    let Model { key, title, state, off_because, on, .. } = model;
    let (title, sold, off, none) = match language {
        Language::English => (&title.en, "on sale", "off", "no price"),
        Language::Russian => (&title.ru, "продаётся", "не продаётся", "нет цены"),
    };
    let price = prices(model, offers).unwrap_or_else(|| none.to_owned());
    let state = match (on, off_because, language) {
        (true, ..) => sold.to_owned(),
        (false, Some(why), Language::English) => format!("{off}: {why}"),
        _ => format!("{off}: {}", because(*state)),
    };
    format!("| `{key}` | {title} | {price} | {} |\n", state.replace('|', "\\|"))
}

/// From the least to the greatest price, as on a button.
fn prices(model: &Model, offers: &Offers) -> Option<String> {
    let (least, most) = model.cost_range()?;
    let (least, most) = (shown(least, offers)?, shown(most, offers)?);
    Some(if least == most { least } else { format!("{least} .. {most}") })
}

fn shown(cost: Credits, offers: &Offers) -> Option<String> {
    let price = offers.price(cost, Discount::NONE)?;
    let stars = offers.stars(price)?.rounded_up();
    let minor = 10_i64.pow(offers.currency.digits());
    let (whole, rest) = (price.get() / minor, price.get() % minor);
    let amount = if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:02}") };
    Some(format!("{amount} {} · {stars} ⭐", offers.currency.symbol()))
}

/// Why a model is off, in Russian: what is written down of it is English, for the operator.
fn because(state: State) -> &'static str {
    match state {
        State::Verified => "проверена, но выключена",
        State::Unverified => "не проверена",
        State::Failing => "не работает у KIE",
        State::Gone => "её больше нет у KIE",
    }
}

#[test]
fn the_page_of_models_has_every_model_of_the_catalogue() {
    pages::is_written("docs/models.md", &page(Language::English));
    pages::is_written("docs/ru/models.md", &page(Language::Russian));
}
