//! The page of models, `docs/models.md`, in both languages; its test writes it with `BLESS=1`.

use domain::Language;
use domain::catalogue::{Model, State};

use super::list::range_shown;
use crate::settings::{self, Settings};

/// The kinds as people read them.
const RUSSIAN: &str = include_str!("../../../../../locales/ru/shop.ftl");
const ENGLISH: &str = include_str!("../../../../../locales/en/shop.ftl");

fn page(settings: &Settings, language: Language) -> String {
    let stats = settings.catalogue.stats();
    let (models, on) = (stats.models, stats.on);
    let mut page = match language {
        Language::English => format!(
            "# Every model and its price\n\n{models} models of the built-in catalogue, {on} of them on sale, each from \
             its least to its greatest price. The price of one order, step by step: `trt catalogue price KEY`. What the \
             states mean: [the catalogue](../catalogue/README.md).\n\n\
             This page is written from `catalogue/` and `crates/domain/offers.toml` by a test, with `BLESS=1`.\n"
        ),
        Language::Russian => format!(
            "# Все модели и цены\n\nВстроенный каталог: моделей {models}, из них продаётся {on}; у каждой цена от самой \
             низкой до самой высокой. Цена одного заказа по шагам: `trt catalogue price KEY`. Что значат состояния: \
             [каталог](../../catalogue/README.md).\n\n\
             Эту страницу пишет тест из `catalogue/` и `crates/domain/offers.toml`, с `BLESS=1`.\n"
        ),
    };
    for (kind, ..) in stats.kinds {
        let (texts, head) = match language {
            Language::English => (ENGLISH, "| key | title | price | state |"),
            Language::Russian => (RUSSIAN, "| ключ | название | цена | состояние |"),
        };
        let label = format!("shop-kind-{kind} = ");
        let label = texts.lines().find_map(|line| line.strip_prefix(&label)).unwrap();
        page += &format!("\n## {label}\n\n`{kind}`\n\n{head}\n| --- | --- | --- | --- |\n");
        let models = settings.catalogue.models().iter().filter(|model| model.kind == kind);
        page.extend(models.map(|model| row(model, settings, language)));
    }
    page
}

fn row(model: &Model, settings: &Settings, language: Language) -> String {
    let Model { key, title, state, off_because, on, .. } = model;
    let (title, sold, off, none) = match language {
        Language::English => (&title.en, "on sale", "off", "no price"),
        Language::Russian => (&title.ru, "продаётся", "не продаётся", "нет цены"),
    };
    let price = range_shown(model, &settings.offers).unwrap_or_else(|| none.to_owned());
    let state = match (on, off_because, language) {
        (true, ..) => sold.to_owned(),
        (false, Some(why), Language::English) => format!("{off}: {why}"),
        _ => format!("{off}: {}", because(*state)),
    };
    format!("| `{key}` | {title} | {price} | {} |\n", state.replace('|', "\\|"))
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

#[tokio::test]
async fn the_page_of_models_has_the_built_in_catalogue() {
    let settings = settings::read(None).await.unwrap();
    for (file, language) in
        [("docs/models.md", Language::English), ("docs/ru/models.md", Language::Russian)]
    {
        let text = page(&settings, language);
        let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("BLESS").is_some() {
            tokio::fs::write(&path, &text).await.unwrap();
        }
        let written = tokio::fs::read_to_string(&path).await.unwrap_or_default();
        assert!(written == text, "{file} is not what the catalogue says: BLESS=1");
    }
}
