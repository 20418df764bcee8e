//! The list of variables, beside the page that is written from it.

use super::{GROUPS, Is, Means, Needed, REFUSED, Variable, all, nearest};

/// The page about configuration.
fn page() -> String {
    let mut page = "# Configuration\n\n\
        Everything is set by variables of the environment; a blank one counts as missing. `trt check` reads\n\
        them as `trt serve` does and says everything that is wrong with them at once.\n\n\
        This page is written from `crates/service/src/config/variables.rs`, by its test with `BLESS=1`.\n"
        .to_owned();
    for (heading, variables) in GROUPS {
        page += &format!("\n## {heading}\n\n| variable | when it is not set | what it is |\n");
        page += "| --- | --- | --- |\n";
        page.extend(variables.iter().map(row));
    }
    page += "\n## Refused\n\nVariables of the predecessor that would promise what is not true.\n\n";
    for (name, reason, cure) in REFUSED {
        page += &format!("- `{name}` {reason}; {cure}.\n");
    }
    page
}

fn row(Variable { name, unset, is_secret, meaning }: &Variable) -> String {
    let unset = match unset {
        Needed => "must be set".to_owned(),
        Is(value) => format!("`{value}`"),
        Means(words) => (*words).to_owned(),
    };
    let secret = if *is_secret { " (secret)" } else { "" };
    format!("| `{name}` | {unset} | {meaning}{secret} |\n")
}

#[test]
fn the_page_about_configuration_says_what_this_list_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page()).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == page(), "docs/configuration.md is not what the list says: BLESS=1");
}

#[test]
fn every_variable_of_the_list_is_read_somewhere() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut sources = std::fs::read_to_string(format!("{folder}/logging.rs")).unwrap();
    sources += &std::fs::read_to_string(format!("{folder}/config.rs")).unwrap();
    for entry in std::fs::read_dir(format!("{folder}/config")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.ends_with("variables.rs") && !path.ends_with("tests.rs") {
            sources += &std::fs::read_to_string(path).unwrap();
        }
    }
    for Variable { name, .. } in all() {
        assert!(sources.contains(&format!("\"{name}\"")), "{name} is read nowhere");
    }
}

#[test]
fn a_misspelt_name_finds_the_right_one() {
    let table = [
        ("LOCK_HEARTBEAT_SECOND", "LOCK_HEARTBEAT_SECONDS"),
        ("LOCK_HARTBEAT_SECONDS", "LOCK_HEARTBEAT_SECONDS"),
        ("TELEGRAM_TOKEN", "TELEGRAM_BOT_TOKEN"),
        ("KIE_KEY", "KIE_API_KEY"),
        ("WEBHOOK_URL", "WEBHOOK_BASE_URL"),
        ("PASSIVE_MOD", "PASSIVE_MODE"),
    ];
    for (misspelt, meant) in table {
        assert_eq!(nearest(misspelt), meant);
    }
}
