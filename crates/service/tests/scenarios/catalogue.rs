//! `trt catalogue`, with the settings of the program and with those of a folder.

mod faults;
mod worked;

use std::path::{Path, PathBuf};

use serde_json::Value;
use testbed::process::{Builder, Process};
use testbed::{SOON, wait};

use crate::instance::program;

/// The page that says how a model is added.
const GUIDE: &str = include_str!("../../../../CONTRIBUTING.md");

/// The built-in families, as files.
const FAMILIES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../catalogue");

/// The model that the guide shows: a whole file.
fn example() -> &'static str {
    let (_, section) = GUIDE.split_once("\n## Adding a model\n").unwrap();
    let (_, block) = section.split_once("```toml\n").unwrap();
    block.split_once("```").unwrap().0
}

/// A settings folder of one test with these files in it.
async fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("catalogue").join(name);
    // What an earlier run has left there is not ours.
    let _ = tokio::fs::remove_dir_all(&folder).await;
    tokio::fs::create_dir_all(&folder).await.unwrap();
    for (file, text) in files {
        tokio::fs::write(folder.join(file), text).await.unwrap();
    }
    folder
}

/// `trt catalogue` with these arguments and no variables.
fn catalogue(arguments: &[&str]) -> Builder {
    program(&["catalogue"]).args(arguments)
}

/// How a command ended.
async fn code(process: &Process) -> Option<i32> {
    process.exit(SOON).await.unwrap().code()
}

/// The JSON that a command prints, which then ends well.
async fn json(builder: Builder) -> Value {
    let process = builder.arg("--json").start().unwrap();
    assert_eq!(code(&process).await, Some(0), "{}", process.tail());
    let line = process.line("", SOON).await.unwrap();
    serde_json::from_str(&line).unwrap()
}

/// The line, past or future, that begins like this.
async fn begins(process: &Process, start: &str) -> String {
    let line = wait::until(start, SOON, async || {
        process.lines().into_iter().find(|line| line.starts_with(start))
    });
    line.await.unwrap()
}

/// The command prints this sentence and ends with status 1.
async fn refuses(builder: Builder, sentence: &str) {
    let process = builder.start().unwrap();
    assert_eq!(code(&process).await, Some(1), "{}", process.tail());
    process.line(sentence, SOON).await.unwrap();
}

#[tokio::test]
async fn the_built_in_catalogue_passes_with_more_than_a_hundred_models() {
    let summary = json(catalogue(&["check"])).await;

    assert_eq!((&summary["ok"], &summary["mistakes"]), (&true.into(), &Value::Array(Vec::new())));
    let (models, on) = (summary["models"].as_u64().unwrap(), summary["on"].as_u64().unwrap());
    assert!(models >= 100, "{models}");
    assert!(on >= 70, "{on}");
    let kinds = summary["kinds"].as_array().unwrap();
    let counted: u64 = kinds.iter().map(|kind| kind["models"].as_u64().unwrap()).sum();
    assert_eq!(counted, models);
    for kind in kinds {
        assert!(kind["models"].as_u64().unwrap() > 0, "{kind}");
    }
    let shown = catalogue(&["check"]).start().unwrap();
    shown.line(&format!("{models} models, {on} on, every price above cost"), SOON).await.unwrap();
    assert_eq!(code(&shown).await, Some(0));
}

#[tokio::test]
async fn every_price_row_names_its_source_and_the_day_it_was_looked_at() {
    let models = json(catalogue(&["list"])).await;

    let mut rows = 0;
    for model in models.as_array().unwrap() {
        let (prices, more) = (model["rows"].as_array().unwrap(), &model["surcharges"]);
        for row in prices.iter().chain(more.as_array().unwrap()) {
            let source = &row["source"];
            assert!(!source["what"].as_str().unwrap().is_empty(), "{row}");
            let date: Vec<&str> = source["date"].as_str().unwrap().split('-').collect();
            assert_eq!(date.iter().map(|part| part.len()).collect::<Vec<_>>(), [4, 2, 2], "{row}");
            rows += 1;
        }
        assert!(model["on"] == false || !prices.is_empty(), "{model}");
    }
    assert!(rows >= 200, "{rows}");
}

#[tokio::test]
async fn models_are_listed_by_kind_and_by_whether_they_are_on() {
    let all = json(catalogue(&["list"])).await;
    let chosen = json(catalogue(&["list", "--on", "--kind", "speech-to-text"])).await;
    let avatars = json(catalogue(&["list", "--on", "--kind", "avatar"])).await;
    let table = catalogue(&["list"]).start().unwrap();

    assert!(all.as_array().unwrap().len() >= 100);
    assert_eq!(chosen, Value::Array(Vec::new()), "the only one is off");
    for avatar in avatars.as_array().unwrap() {
        assert_eq!((&avatar["kind"], &avatar["on"]), (&"avatar".into(), &true.into()));
    }
    let line = begins(&table, "z-image ").await;
    let cells: Vec<&str> =
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells, ["z-image", "text-to-image", "on", "0.64 ₽ · 1 ⭐", "Z-Image"]);
    // From one begun thousand of characters to five, and why it is not sold.
    let line = begins(&table, "elevenlabs-turbo ").await;
    assert!(line.contains("off  4.80 ₽ · 4 ⭐ .. 24 ₽ · 20 ⭐"), "{line}");
    assert!(line.contains("reported failing"), "{line}");
    assert_eq!(code(&table).await, Some(0));
}

#[tokio::test]
async fn an_order_is_shown_with_every_default_and_everything_about_its_money() {
    let process = catalogue(&["price", "z-image", "prompt=cat"]).start().unwrap();

    assert_eq!(code(&process).await, Some(0), "{}", process.tail());
    for line in [
        "z-image  Z-Image, text-to-image, on",
        "  prompt        cat",
        "  aspect_ratio  1:1  default",
        "0.8 credits, 0.004 USD",
        "catalogue/z-image.toml:42: 0.8 credits per image",
        "archived capture of its price endpoint, 2026-06-09",
        "price       0.64 ₽ · 1 ⭐  brings 0.006933 USD  the cost is 57.7 % of it",
        "light -7 %  0.60 ₽ · 1 ⭐  brings 0.0065 USD    the cost is 61.6 % of it",
        "pro -15 %   0.55 ₽ · 1 ⭐  brings 0.005958 USD  the cost is 67.2 % of it",
    ] {
        process.line(line, SOON).await.unwrap();
    }
}

#[tokio::test]
async fn what_has_no_price_is_refused_with_a_sentence() {
    let key = ["price", "z-imgae", "prompt=cat"];
    refuses(catalogue(&key), "trt: there is no model z-imgae; is z-image meant?").await;
    refuses(catalogue(&["price", "infinitalk"]), "trt: `audio_url` is missing").await;
    let value = ["price", "z-image", "prompt=cat", "aspect_ratio=5:4"];
    refuses(catalogue(&value), "`aspect_ratio` is 5:4, which is not offered; it can be 1:1,").await;
    let together = ["price", "runway", "prompt=cat", "duration=10", "quality=1080p"];
    refuses(catalogue(&together), "cannot be ordered together").await;
    let gone = ["price", "sora-2-t2v", "prompt=cat"];
    refuses(catalogue(&gone), "no price is known for this order; the model is off: ").await;
}

#[tokio::test]
async fn the_model_of_the_guide_in_a_new_file_is_listed_and_priced() {
    let place = folder("a-new-file", &[("clips.toml", example())]).await;
    let mut families = tokio::fs::read_dir(FAMILIES).await.unwrap();
    while let Some(family) = families.next_entry().await.unwrap() {
        tokio::fs::copy(family.path(), place.join(family.file_name())).await.unwrap();
    }
    let there = |arguments: &[&str]| catalogue(arguments).env("SETTINGS_DIR", &place);

    let (before, after) = (json(catalogue(&["check"])).await, json(there(&["check"])).await);
    let listed = json(there(&["list", "--on", "--kind", "text-to-video"])).await;
    let priced = json(there(&["price", "clip-maker", "prompt=fox", "duration=8"])).await;

    for count in ["models", "on"] {
        assert_eq!(after[count].as_u64(), before[count].as_u64().map(|before| before + 1));
    }
    let listed = listed.as_array().unwrap();
    let clip = listed.iter().find(|model| model["key"] == "clip-maker").unwrap();
    // 3 seconds at 4.5 credits and 10 at 9: 13.5 and 90 credits, each 80 kopecks.
    assert_eq!((&clip["from"]["minor"], &clip["to"]["minor"]), (&1_080.into(), &7_200.into()));
    assert_eq!(priced["order"]["resolution"], "720p");
    assert_eq!(priced["cost"]["credits"], "36");
    let shown = &priced["sales"][0]["price"]["shown"];
    assert_eq!(shown, "28.80 ₽ · 24 ⭐");
    let said = format!("36 credits, `{}`", shown.as_str().unwrap());
    assert!(GUIDE.contains(&said), "the guide says something else than {said}");
}

#[tokio::test]
async fn a_folder_without_families_keeps_the_built_in_ones_and_has_its_own_offers() {
    let offers = include_str!("../../../domain/offers.toml");
    let offers = offers.replace("\"RUB\"", "\"KZT\"").replace("markup = \"2.0\"", "markup = \"4\"");
    let files = [("offers.toml", offers.as_str()), ("notes.txt", "?"), (".draft.toml", "?")];
    let place = folder("offers-alone", &files).await;

    let order = ["price", "z-image", "prompt=cat"];
    let priced = json(catalogue(&order).env("SETTINGS_DIR", &place)).await;

    // 0.8 credits at 0.005 dollars, 80 tenge each, four times.
    assert_eq!(priced["sales"][0]["price"]["shown"], "1.28 ₸ · 2 ⭐");
}
