//! Tables that are written in English elsewhere, and get their Russian words here.
//!
//! ```text
//!   docs/metrics.md ── headings and words below ──────────────────────────────> docs/ru/metrics.md
//!   docs/faults.md ── cells, as doctor, notices and alerts have them in both ──> docs/ru/faults.md
//! ```
//!
//! What a metric means is said by the program, in English, and stays so.

use std::collections::BTreeMap;

use crate::pages;

const OF_METRICS: &str = "# Метрики

Что показывает `/metrics`, в текстовом формате Prometheus. При заданном `CONSOLE_TOKEN` спросит этот токен. Всё отвечается из
памяти, отвечает база или нет: что взято из неё, тому столько же, сколько последнему взгляду, несколько секунд. Чего не
знают, то `NaN`.

У меток слова из закрытых наборов или модели каталога: ни номеров людей, ни чатов, ни сообщений здесь нет.

Один экземпляр никогда не показывает больше рядов, чем {series}, вместе с корзинами гистограмм и со встроенным каталогом.

| показывает | значит |
| --- | --- |
| каждый своё | каждый экземпляр считает и меряет сам себя |
| все одно | каждый показывает, что прочёл в базе: берите `max` |
| активный | считает тот, кто активен; другие показывают, что насчитали, пока были: берите `sum` от `increase` |

Английскую страницу пишет из `crates/service/src/metrics/table.rs` и названных там таблиц их тест, эту — из английской, тоже с
`BLESS=1`. Что метрика значит, сказано словами программы, по-английски.
";

const OF_FAULTS: &str = "# Отказы: что их показывает и что делать

Английскую страницу пишет из `deploy/prometheus/alerts.yaml`, [доктора](doctor.md) и [уведомлений](notices.md) тест
`crates/service/tests/scenarios/alerts/faults.rs` с `BLESS=1`; эту — из неё, тоже тест.

Отказ показывают трое. Алерт Prometheus видит все экземпляры и будит кого-нибудь (page) или ждёт утра (ticket). `trt check`
смотрит, когда его запускают, и видит то, что между нами и миром. Уведомление говорит администраторам сам бот, пока есть
активный экземпляр.
";

/// Headings, heads of tables and words of the two pages.
const WORDS: &[(&str, &str)] = &[
    ("## How often loops come round", "## Как часто проходят циклы"),
    (
        "The longest time between two rounds while all is well. Each runs in a task of `/health`.",
        "Самое долгое время между двумя проходами, пока всё хорошо. Каждый идёт в задаче из `/health`.",
    ),
    ("## The role", "## Роль"),
    ("## The database", "## База данных"),
    ("## The inbox and the outbox", "## Входящее и исходящее"),
    ("## Generations", "## Генерации"),
    ("## Money", "## Деньги"),
    ("## Loops and tasks", "## Циклы и задачи"),
    ("## Operators", "## Администраторы"),
    ("## The process", "## Процесс"),
    ("## Traces", "## Трассы"),
    ("## What wakes somebody", "## Что будит"),
    ("## What waits for the morning", "## Что ждёт утра"),
    ("## What `trt check` tells apart", "## Что различает `trt check`"),
    ("## What the bot tells by itself", "## Что говорит сам бот"),
    ("metric", "метрика"),
    ("kind", "вид"),
    ("labels", "метки"),
    ("shown by", "показывает"),
    ("meaning", "значение"),
    ("gauge", "уровень"),
    ("counter", "счётчик"),
    ("histogram", "гистограмма"),
    ("each its own", "каждый своё"),
    ("all the same", "все одно"),
    ("the active one", "активный"),
    ("loop", "цикл"),
    ("task", "задача"),
    ("comes round within", "проходит за"),
    ("fault", "отказ"),
    ("alert", "алерт"),
    ("`trt check`", "`trt check`"),
    ("notice", "уведомление"),
    ("what to do", "что делать"),
];

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split(" |").map(|cell| cell.trim().to_owned()).collect()
}

/// The rows of all tables of a page, as they stand.
fn rows(page: &str) -> impl Iterator<Item = Vec<String>> {
    page.lines().filter(|line| line.starts_with('|')).map(cells)
}

/// What the cells of an English page are called in the Russian one, which has the same tables.
fn beside(name: &str, words: &mut BTreeMap<String, String>) {
    let (english, russian) =
        (pages::read(&format!("docs/{name}")), pages::read(&format!("docs/ru/{name}")));
    for (english, russian) in rows(&english).zip(rows(&russian)) {
        words.extend(english.into_iter().zip(russian));
    }
}

/// A page below its first heading, with every heading and cell in its Russian words where there are some.
fn translated(page: &str, words: &BTreeMap<String, String>) -> String {
    let said = |text: &str| words.get(text).cloned().unwrap_or_else(|| text.to_owned());
    let mut text = String::new();
    for line in page.lines() {
        let line = match line.starts_with('|') {
            true => {
                let cells: Vec<String> = cells(line).iter().map(|cell| said(cell)).collect();
                let cells = cells.iter().map(|cell| match cell.as_str() {
                    "" => " |".to_owned(),
                    cell => format!(" {cell} |"),
                });
                format!("|{}", cells.collect::<String>())
            }
            false => said(line),
        };
        text += &format!("{line}\n");
    }
    text
}

/// What stands behind the introduction of a page.
fn behind_introduction(page: &str) -> &str {
    page.find("\n## ").map_or("", |at| &page[at..])
}

fn of_words() -> BTreeMap<String, String> {
    WORDS.iter().map(|(english, russian)| ((*english).to_owned(), (*russian).to_owned())).collect()
}

#[test]
fn cells_get_the_words_that_they_have_in_both_languages() {
    let words = BTreeMap::from([("cause".to_owned(), "причина".to_owned())]);

    let text = translated("## A\n\n| cause | `b` | |\n| --- | --- | --- |\n", &words);

    assert_eq!(text, "## A\n\n| причина | `b` | |\n| --- | --- | --- |\n");
}

#[test]
fn the_russian_page_of_metrics_is_the_english_one_with_russian_headings() {
    let page = pages::read("docs/metrics.md");
    let series = page.split_once("more than ").and_then(|(_, rest)| rest.split(' ').next());
    let head = OF_METRICS.replace("{series}", series.expect("the page says how many series"));

    let text = head + &translated(behind_introduction(&page), &of_words());

    pages::is_written("docs/ru/metrics.md", &text);
}

#[test]
fn the_russian_page_of_faults_is_made_of_the_pages_it_names() {
    let page = pages::read("docs/faults.md");
    let mut words = BTreeMap::new();
    for name in ["doctor.md", "notices.md", "when-it-breaks.md"] {
        beside(name, &mut words);
    }
    words.extend(of_words());

    let text = OF_FAULTS.to_owned() + &translated(behind_introduction(&page), &words);

    pages::is_written("docs/ru/faults.md", &text);
}
