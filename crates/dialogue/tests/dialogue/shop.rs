//! What is sold, what a person has, and what they made before.

use std::sync::{Arc, LazyLock};

use dialogue::{
    GenerationRecord, GenerationStatus, HistoryPage, MediaKind, OrderFacts, PriceList, Sent,
};
use domain::catalogue::{self, Value};
use domain::generation::{Brief, Failure};
use domain::{Catalogue, GenerationId, ModelKey, Money, Offers};

/// Families with a model for each way of being asked; few enough to press every button of each.
const FAMILIES: &[(&str, &str)] = &[
    ("z-image.toml", include_str!("../../../../catalogue/z-image.toml")),
    ("recraft.toml", include_str!("../../../../catalogue/recraft.toml")),
    ("suno.toml", include_str!("../../../../catalogue/suno.toml")),
    ("volcengine.toml", include_str!("../../../../catalogue/volcengine.toml")),
    ("omnihuman.toml", include_str!("../../../../catalogue/omnihuman.toml")),
    ("every-input.toml", EVERY_INPUT),
];

/// A model that asks for whatever can be asked, with few values each.
const EVERY_INPUT: &str = r#"
[source.page]
what = "made up for tests"
date = 2026-10-01

[[model]]
key = "every-input"
id = "vendor/every-input"
route = "market"
kind = "image-edit"
output = "image"
state = "verified"
on = true
source = "page"
usual_seconds = 30
results = 2
title = { ru = "Всё сразу <b>", en = "Everything & more" }
benefit = { ru = "Спрашивает обо всём", en = "Asks for everything" }
examples = [
  { ru = "Лиса", en = "A fox" },
  { ru = "Волк", en = "A wolf" },
]
input = [
  { name = "image_urls", type = "image", required = true, list = true, min_items = 1, max_items = 2, max_mb = 10 },
  { name = "prompt", type = "text", required = true, max_length = 100 },
  { name = "style", type = "text", required = false, max_length = 100 },
  { name = "mask_url", type = "image", required = false, max_mb = 10 },
  { name = "resolution", type = "choice", required = true, values = ["1K", "2K"] },
  { name = "n", type = "whole", required = true, min = 1, max = 2 },
  { name = "sound", type = "switch", required = true },
]
price = [
  { when = { resolution = "1K" }, credits = "1", per = "image", measure = "n", source = "page" },
  { when = { resolution = "2K" }, credits = "2", per = "image", measure = "n", source = "page" },
]
"#;

/// A small shop.
pub(crate) fn prices() -> Arc<PriceList> {
    static SMALL: LazyLock<Arc<PriceList>> = LazyLock::new(|| {
        let files = FAMILIES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let catalogue = Catalogue::read(&files.collect::<Vec<_>>()).unwrap();
        Arc::new(PriceList { catalogue, offers: Offers::built_in().unwrap() })
    });
    Arc::clone(&SMALL)
}

/// Everything that is part of the program.
pub(crate) fn whole_shelf() -> Arc<PriceList> {
    static WHOLE: LazyLock<Arc<PriceList>> = LazyLock::new(|| {
        let (catalogue, offers) = (Catalogue::built_in().unwrap(), Offers::built_in().unwrap());
        Arc::new(PriceList { catalogue, offers })
    });
    Arc::clone(&WHOLE)
}

/// Somebody with a hundred roubles, a favourite, and a model that is closed.
pub(crate) fn facts() -> OrderFacts {
    let key = |text| ModelKey::new(text).unwrap();
    OrderFacts {
        available: Money::new(10_000),
        closed: vec![key("suno-sounds")],
        favourites: vec![key("suno-song")],
        ..OrderFacts::default()
    }
}

/// Eight generations of every status, six on the first page.
pub(crate) fn history(page: u16) -> HistoryPage {
    let ids: &[i64] = match page {
        0 => &[1, 2, 3, 4, 5, 6],
        1 => &[7, 8],
        _ => &[],
    };
    let generations = ids.iter().filter_map(|id| generation(GenerationId::new(*id))).collect();
    HistoryPage { generations, has_more: page == 0 }
}

/// The generation with this number, if it is theirs.
pub(crate) fn generation(id: GenerationId) -> Option<GenerationRecord> {
    let status = match id.get() {
        1 => GenerationStatus::Waiting,
        2 => GenerationStatus::Working,
        3 => GenerationStatus::Arriving,
        4 | 7 | 8 => GenerationStatus::Delivered,
        5 => GenerationStatus::Failed(Failure::Policy),
        6 => GenerationStatus::Cancelled,
        _ => return None,
    };
    let model = match id.get() {
        7 => "no-longer-there",
        8 => "recraft-upscale",
        _ => "z-image",
    };
    let words = Value::Text("a <cat> & a dog".to_owned());
    let values =
        if model == "recraft-upscale" { vec![] } else { vec![("prompt".to_owned(), words)] };
    Some(GenerationRecord {
        id,
        number: id.get(),
        model: model.to_owned(),
        brief: Brief { values, files: Vec::new() }.to_text(),
        price: Money::new(77),
        is_free: id.get() == 2,
        status,
        at: "31.12 23:59".to_owned(),
        ended: (status == GenerationStatus::Delivered).then(|| "01.01 00:00".to_owned()),
        files: 1,
        file_ids: vec![(catalogue::MediaKind::Image, "AgADexample".to_owned())],
    })
}

/// A file of some kind.
pub(crate) fn sent(kind: MediaKind, caption: Option<String>) -> Sent {
    Sent {
        kind,
        file: "AgADexample".to_owned(),
        unique: "AQADexample".to_owned(),
        bytes: Some(100_000),
        mime: None,
        name: None,
        milliseconds: Some(5_000),
        pixels: Some((640, 480)),
        caption,
        album: None,
    }
}
