//! What a machine that knows the rules of accessibility finds on the page: axe-core, in the same browser.
//!
//! It is installed by npm for this test, into the folder of the build, and skipped where npm or the network is
//! missing. Nothing serious or critical may be found, in both schemes and both widths, on the stage and in the chats.

use std::path::PathBuf;

use serde_json::{Value, json};
use simulator::world::PATIENCE;
use testbed::process::Process;
use testbed::skip;

use super::eyes::Person;
use super::{LOOKS, PHONE, ends, opened};

/// The program and its version.
const AXE: &str = "axe-core@4.10.3";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_serious_is_found_by_a_machine_that_knows_the_rules() {
    let Some(axe) = installed().await else { return };
    let Some((_browser, demo, person)) = opened(10).await else { return };
    person.cards(2).await;
    person.value(&axe).await;
    let knows = "return typeof axe.run === 'function'";
    person.sees("axe-core", knows).await;

    for look in LOOKS {
        person.looks(look).await;
        let tabs: &[&str] = if look.sides == PHONE { &["John", "Stage"] } else { &[""] };
        for tab in tabs {
            if !tab.is_empty() {
                person.picks_tab(tab).await;
            }
            let found = person.findings().await;
            assert_eq!(found, json!([]), "{look:?} {tab}");
        }
    }
    // Without this an axe that looks at nothing would be content as well.
    person.value("document.querySelector('#crowd button').textContent = ''").await;
    person.value("document.querySelector('#crowd-size').id = 'nobody'").await;
    assert_ne!(person.findings().await, json!([]), "a slider without a name is found");
    ends(demo, person).await;
}

/// The text of axe-core, from where npm has put it; nothing where it cannot be had.
async fn installed() -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("axe");
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.exists() {
        let install = Process::build("npm", "npm")
            .args(["install", "--silent", "--no-save", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg(AXE)
            .start();
        let ended = match install {
            Ok(install) => install.exit(PATIENCE).await.ok(),
            Err(_) => None,
        };
        if !ended.is_some_and(|status| status.success()) {
            skip::because("npm cannot install axe-core");
            return None;
        }
    }
    // As a script of the page it would name itself a module.
    Some(tokio::fs::read_to_string(file).await.unwrap())
}

impl Person {
    /// Everything serious or critical, with the rule and the places.
    async fn findings(&self) -> Value {
        self.waits_for(
            "const done = arguments[arguments.length - 1]; \
             axe.run(document).then(({ violations }) => done(violations \
               .filter(({ impact }) => ['serious', 'critical'].includes(impact)) \
               .map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html.slice(0, 160)) }))))",
        )
        .await
    }
}
