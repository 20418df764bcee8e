//! `UPPER_CASE` and `[tables]`: variables of the environment, and what stands in an offers.toml.
//!
//! `docs/configuration.md` is written from the variables that the program reads. What is sold stands in
//! `crates/domain/offers.toml`: each of its tables and keys is explained in `docs/offers.md`, with its value.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::unused;
use crate::assert_none;
use crate::pages::{self, Page};

const VARIABLES: &str = "docs/configuration.md";
const OFFERS: &str = "crates/domain/offers.toml";
const EXPLAINED: &str = "docs/offers.md";

/// Variables that are none of the program's, each with whose it is.
const FOREIGN: &[(&str, &str)] = &[
    ("POSTGRES_PASSWORD", "compose's database"),
    ("READER_URL", "an address of the reader's own"),
    ("RESTORED_URL", "an address of the reader's own"),
    ("TRT_COMMIT", "a build"),
];

/// The tables of a catalogue, which are explained in its own README.
const OF_MODELS: &[&str] = &["source", "model", "model.input", "model.price", "model.free"];

/// The names in capitals with an underscore, or before an equals sign.
fn variables(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name = |word: &str| {
        let capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().all(capital)
            && word.trim_matches('_').contains('_')
    };
    text.split(|c| !is_part(c)).filter(|word| is_name(word)).collect()
}

/// The tables that a page names in brackets.
fn tables(page: &Page) -> Vec<(usize, String)> {
    let mut tables = Vec::new();
    for code in page.code().into_iter().filter(|code| code.fence.is_none()) {
        let name = code.text.trim_start_matches('[').split(']').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_lowercase() || c == '.' || c == '_';
        if code.text.starts_with('[') && !name.is_empty() && name.chars().all(plain) {
            tables.push((code.line, name.to_owned()));
        }
    }
    tables
}

fn violations(pages: &[Page], known: &BTreeSet<&str>, sold: &BTreeSet<&str>) -> Vec<String> {
    let mut violations = Vec::new();
    for page in pages {
        for (index, line) in page.text.lines().enumerate() {
            let strangers = variables(line).into_iter().filter(|name| !known.contains(name));
            violations.extend(
                strangers
                    .map(|name| format!("{}:{}: {VARIABLES} has no {name}", page.path, index + 1)),
            );
        }
        for (line, name) in tables(page).into_iter().filter(|(_, name)| !sold.contains(&**name)) {
            violations.push(format!("{}:{line}: {OFFERS} has no [{name}]", page.path));
        }
    }
    violations
}

/// Every setting of the offers as a page should name it: `[table] key`, or the key alone at the top.
fn keys(offers: &Table) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for (name, value) in offers {
        let tables: Vec<&Table> = match value {
            Value::Table(table) => vec![table],
            Value::Array(list) => list.iter().filter_map(Value::as_table).collect(),
            _ => {
                keys.insert(name.clone());
                continue;
            }
        };
        keys.extend(
            tables.iter().flat_map(|table| table.keys()).map(|key| format!("[{name}] {key}")),
        );
    }
    keys
}

#[test]
fn a_setting_that_is_gone_is_found() {
    let text = "`DATABASE_URL`, GONE_URL=x, ACTIVE, `[free] per_day`, `[lunch]`, `[LOCK]`\n";
    let (known, sold) = (BTreeSet::from(["DATABASE_URL"]), BTreeSet::from(["free"]));

    let found = violations(&[Page::new("a.md", text)], &known, &sold);

    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].ends_with("has no GONE_URL") && found[1].ends_with("has no [lunch]"));
}

#[test]
fn the_keys_of_the_offers_are_found() {
    let offers: Table = "a = 1\n[b]\nc = 2\n[[d]]\ne = 3\n[[d]]\nf = 4\n".parse().expect("TOML");

    assert_eq!(keys(&offers), ["a", "[b] c", "[d] e", "[d] f"].map(str::to_owned).into());
}

#[test]
fn every_setting_on_a_page_is_one_that_is_read() {
    let pages = pages::for_operators();
    let page = pages::read(VARIABLES);
    let mut known = variables(&page);
    known.insert("PORT");
    assert!(known.len() > 20, "{VARIABLES} lists {} variables", known.len());
    known.extend(FOREIGN.iter().map(|(name, _)| name));
    let offers: Table = pages::read(OFFERS).parse().expect("the offers are TOML");
    let mut sold: BTreeSet<&str> = offers.keys().map(String::as_str).collect();
    sold.extend(OF_MODELS);

    let mut found = violations(&pages, &known, &sold);
    let others = |name: &str| pages.iter().any(|page| variables(&page.text).contains(name));
    found.extend(unused(FOREIGN, others));

    assert_none(&found);
}

#[test]
fn every_setting_of_the_offers_is_explained_and_no_other() {
    let offers: Table = pages::read(OFFERS).parse().expect("the offers are TOML");
    let pages = pages::all();
    let page = pages.iter().find(|page| page.path == EXPLAINED).expect("the offers have a page");
    let rows = page.text.lines().filter_map(|line| line.strip_prefix("| `"));
    let named: BTreeSet<String> = rows
        .filter_map(|row| Some(row.split_once('`')?.0.replace("[[", "[").replace("]]", "]")))
        .collect();
    // A setting that is commented out there is one all the same.
    let mut keys = keys(&offers);
    keys.extend(["free_channel", "[guard] refused"].map(str::to_owned));

    let absent = keys.difference(&named).map(|key| format!("{EXPLAINED}: does not explain {key}"));
    let strange = named.difference(&keys).map(|key| format!("{EXPLAINED}: {OFFERS} has no {key}"));
    assert_none(&absent.chain(strange).collect::<Vec<_>>());
}
