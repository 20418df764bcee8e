//! The front page: its first screen says what this is, for whom, why and how to try it, and its table of models is
//! what the catalogue says.
//!
//! `BLESS=1` writes the tables anew.

use std::path::{Path, PathBuf};

use pulldown_cmark::{Options, Parser, html};
use serde_json::{Value, json};
use testbed::browser::Browser;
use testbed::process::Process;
use testbed::{Error, skip};

use super::DESK;
use super::eyes::{Look, Person};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A front page: its file, what its first screen must hold, and its words for the table.
struct Front {
    file: &'static str,
    first_screen: [&'static str; 4],
    head: &'static str,
    kinds: [(&'static str, &'static str); 13],
    language: &'static str,
}

const FRONTS: [Front; 2] = [
    Front {
        file: "README.md",
        first_screen: ["Telegram bot that sells", "For whom:", "Why:", "./dev demo"],
        head: "| what | models | from | such as |",
        kinds: [
            ("text-to-image", "pictures from words"),
            ("image-edit", "photos edited by words"),
            ("upscale", "photos enlarged"),
            ("background-removal", "backgrounds removed"),
            ("text-to-video", "films from words"),
            ("image-to-video", "photos brought to life"),
            ("video-to-video", "films changed"),
            ("video-upscale", "films enlarged"),
            ("avatar", "photos that talk"),
            ("lip-sync", "lips in time"),
            ("music", "songs"),
            ("sound", "sounds"),
            ("lyrics", "lyrics"),
        ],
        language: "en",
    },
    Front {
        file: "README.ru.md",
        first_screen: ["Телеграм-бот, который продаёт", "Для кого:", "Зачем:", "./dev demo"],
        head: "| что | моделей | от | например |",
        kinds: [
            ("text-to-image", "картинки по словам"),
            ("image-edit", "правка фото словами"),
            ("upscale", "увеличение фото"),
            ("background-removal", "удаление фона"),
            ("text-to-video", "видео по словам"),
            ("image-to-video", "оживление фото"),
            ("video-to-video", "переделка видео"),
            ("video-upscale", "увеличение видео"),
            ("avatar", "говорящие фото"),
            ("lip-sync", "губы в такт"),
            ("music", "песни"),
            ("sound", "звуки"),
            ("lyrics", "тексты песен"),
        ],
        language: "ru",
    },
];

const BEGIN: &str = "<!-- models -->\n";
const END: &str = "<!-- /models -->";

/// Models of a kind that are named.
const NAMED: usize = 3;

#[tokio::test]
async fn the_first_screen_of_the_front_page_says_what_for_whom_why_and_how_to_try() {
    let browser = match Browser::start().await {
        Err(missing @ Error::NoProgram { .. }) => return skip::because(missing),
        started => started.unwrap(),
    };
    let person = Person::at(&browser, "about:blank").await;
    for front in FRONTS {
        let page = rendered(front.file).await;
        person.goes_to(&format!("file://{}", page.display())).await;
        person.looks(Look { sides: DESK, is_dark: false }).await;
        let loaded =
            "return [...document.images].every((one) => one.complete && one.naturalWidth > 0)";
        person.sees("every picture", loaded).await;
        for words in front.first_screen {
            let bottom = format!(
                "return [...document.querySelectorAll('p, pre')].find((one) => one.textContent.includes('{words}'))\
                 ?.getBoundingClientRect().bottom ?? 9999"
            );
            let bottom = person.value(&bottom).await.as_f64().unwrap();
            assert!(bottom <= f64::from(DESK.1), "{}: \"{words}\" ends at {bottom}", front.file);
        }
        let film = "const box = document.images[0].getBoundingClientRect(); return box.bottom <= innerHeight && box.width > 300";
        assert_eq!(person.value(film).await, json!(true), "{}: the film is to be seen", front.file);
    }
    person.leaves().await;
}

/// The page as a forge shows it, in a file of the build.
async fn rendered(file: &str) -> PathBuf {
    let text = tokio::fs::read_to_string(Path::new(ROOT).join(file)).await.unwrap();
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(&text, Options::ENABLE_TABLES));
    let root = tokio::fs::canonicalize(ROOT).await.unwrap();
    let page = format!(
        "<!doctype html><meta charset=utf-8><base href=\"file://{}/\"><style>\
         body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 1012px; margin: 0 auto; padding: 32px; }}\
         h1, h2 {{ border-bottom: 1px solid #d1d9e0; padding-bottom: .3em; margin: 24px 0 16px; }} h1 {{ margin-top: 0; }}\
         p, pre, table {{ margin: 0 0 16px; }} pre {{ background: #f6f8fa; padding: 16px; overflow: auto; font-size: 85%; }}\
         img {{ max-width: 100%; }} td, th {{ border: 1px solid #d1d9e0; padding: 6px 13px; }} \
         table {{ border-collapse: collapse; }}</style>{body}",
        root.display()
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{file}.html"));
    tokio::fs::write(&path, page).await.unwrap();
    path
}

#[tokio::test]
async fn the_table_of_models_is_what_the_catalogue_says() {
    let listing = Process::build("trt catalogue list", env!("CARGO_BIN_EXE_trt"))
        .args(["catalogue", "list", "--json"])
        .start()
        .unwrap();
    assert!(listing.exit(testbed::SOON).await.unwrap().success(), "{}", listing.tail());
    let listed = listing.all_lines(testbed::SOON).await.unwrap().join("\n");
    let models: Vec<Value> = serde_json::from_str(&listed).unwrap();
    for front in FRONTS {
        let path = Path::new(ROOT).join(front.file);
        let text = tokio::fs::read_to_string(&path).await.unwrap();
        let (before, rest) = text.split_once(BEGIN).unwrap();
        let (told, after) = rest.split_once(END).unwrap();
        let table = table(&front, &models);
        if std::env::var_os("BLESS").is_some() {
            tokio::fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).await.unwrap();
        } else {
            assert_eq!(told, table, "BLESS=1 writes the table of {} anew", front.file);
        }
    }
}

fn table(front: &Front, models: &[Value]) -> String {
    let on: Vec<&Value> = models.iter().filter(|model| model["on"] == true).collect();
    let mut table = format!("{}\n| --- | --- | --- | --- |\n", front.head);
    let mut count = 0;
    for (kind, words) in front.kinds {
        let mut own: Vec<&&Value> = on.iter().filter(|model| model["kind"] == kind).collect();
        own.sort_by_key(|model| model["from"]["minor"].as_i64());
        let Some(cheapest) = own.first() else { continue };
        count += own.len();
        let titles = own.iter().filter_map(|model| model["title"][front.language].as_str());
        let named: Vec<&str> = titles.take(NAMED).collect();
        let from = cheapest["from"]["shown"].as_str().unwrap();
        table += &format!("| {words} | {} | {from} | {} |\n", own.len(), named.join(", "));
    }
    assert_eq!(count, on.len(), "a kind of models has no words here");
    table
}
