//! The list of variables, beside the page and the example of an environment file that are written from it.

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

/// The example of an environment file: what must be set is there to be filled in, the rest is a comment.
fn example() -> String {
    let mut example = "# Settings of TRT, for systemd, docker --env-file and compose --env-file. Fill in the first ones; take the\n\
        # mark from any other that you change. Nobody but the bot need be able to read this file.\n\
        #\n\
        # Written from crates/service/src/config/variables.rs, by its test with BLESS=1.\n"
        .to_owned();
    let needed = all().filter(|variable| matches!(variable.unset, Needed));
    example += &needed.map(|variable| entry(variable, "")).collect::<String>();
    for (heading, variables) in GROUPS {
        example += &format!("\n# --- {heading}\n");
        let others = variables.iter().filter(|variable| !matches!(variable.unset, Needed));
        example.extend(others.map(|variable| entry(variable, "#")));
    }
    example
}

fn entry(Variable { name, unset, is_secret, meaning }: &Variable, mark: &str) -> String {
    let value = if let Is(value) = unset { value } else { "" };
    let unset = match unset {
        Means(words) => format!("; when it is not set: {words}"),
        Needed | Is(_) => String::new(),
    };
    let secret = if *is_secret { " (secret)" } else { "" };
    let words = format!("{meaning}{secret}{unset}").replace('`', "");
    format!("\n# {words}\n{mark}{name}={value}\n")
}

/// Holds a written file against what it should be; with `BLESS` it is written anew.
async fn is_written(file: &str, text: &str) {
    let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        tokio::fs::write(&path, text).await.unwrap();
    }
    let written = tokio::fs::read_to_string(&path).await.unwrap_or_default();
    assert!(written == text, "{file} is not what the list says: BLESS=1");
}

#[tokio::test]
async fn the_page_about_configuration_says_what_this_list_says() {
    is_written("docs/configuration.md", &page()).await;
}

#[tokio::test]
async fn the_example_of_an_environment_file_has_this_list() {
    is_written("deploy/env.example", &example()).await;
}

#[tokio::test]
async fn every_variable_of_the_list_is_read_somewhere() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut paths = vec![format!("{folder}/logging.rs"), format!("{folder}/config.rs")];
    let mut entries = tokio::fs::read_dir(format!("{folder}/config")).await.unwrap();
    while let Some(entry) = entries.next_entry().await.unwrap() {
        let name = entry.file_name().into_string().unwrap();
        if name.ends_with(".rs") && !["variables.rs", "tests.rs"].contains(&name.as_str()) {
            paths.push(format!("{folder}/config/{name}"));
        }
    }
    let mut sources = String::new();
    for path in paths {
        sources += &tokio::fs::read_to_string(path).await.unwrap();
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
