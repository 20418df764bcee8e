//! `./dev ...` and `trt-sim ...`: the commands that the script and the simulators have.

use super::shell::{Typed, typed};
use crate::assert_none;
use crate::pages::{self, Page};

/// The one script for people.
pub(crate) const DEV: &str = "dev";

/// Where the simulators read their command line.
const SIMULATORS: &str = "crates/simulator/src/main.rs";

/// The commands that the script takes.
pub(crate) fn arms(script: &str) -> Vec<String> {
    let cases = script.rsplit_once("case $command in").map_or("", |(_, cases)| cases);
    let word = |line: &str| {
        let (word, _) = line.split_once(')')?;
        let word = word.split(' ').next()?;
        word.chars().all(|c| c.is_ascii_lowercase()).then(|| word.to_owned())
    };
    cases.lines().filter_map(word).filter(|word| !word.is_empty()).collect()
}

/// The benchmarks that it runs.
fn benchmarks(script: &str) -> Vec<String> {
    let list = script.lines().find_map(|line| line.strip_prefix("benchmarks='"));
    list.unwrap_or_default().trim_end_matches('\'').split(' ').map(str::to_owned).collect()
}

/// The commands of the simulators, from the variants of their command line.
pub(crate) fn simulators(source: &str) -> Vec<String> {
    let (_, rest) = source.split_once("enum Command {").unwrap_or_default();
    let body = rest.split("\n}").next().unwrap_or_default();
    let variant = |line: &str| {
        let name = line.strip_prefix("    ")?.split([' ', '{', '(', ',']).next()?;
        name.starts_with(|c: char| c.is_ascii_uppercase()).then(|| name.to_ascii_lowercase())
    };
    body.lines().filter_map(variant).collect()
}

/// What is wrong with a command of one of the two.
fn fault(typed: &Typed, dev: &str, simulator: &str) -> Option<String> {
    let [program, rest @ ..] = typed.words.as_slice() else { return None };
    let fault = |what| Some(format!("{}: {what}", typed.place));
    let first = rest.first();
    match program.rsplit('/').next()? {
        "dev" => {
            let arms = arms(dev);
            let name = first.filter(|name| *name != "...")?;
            if !arms.contains(name) {
                return fault(format!("./dev has no command {name}, only {}", arms.join(", ")));
            }
            let known = benchmarks(dev);
            let bench = rest.get(1).filter(|bench| bench.chars().all(|c| c.is_ascii_lowercase()));
            let bench = bench.filter(|bench| name == "bench" && !known.contains(bench))?;
            fault(format!("there is no benchmark {bench}"))
        }
        "trt-sim" => {
            let known = simulators(simulator);
            let name = first.filter(|name| !known.contains(name))?;
            fault(format!("trt-sim has no command {name}, only {}", known.join(", ")))
        }
        _ => None,
    }
}

fn violations(pages: &[Page], dev: &str, simulator: &str) -> Vec<String> {
    let typed = pages.iter().flat_map(typed);
    typed.filter_map(|typed| fault(&typed, dev, simulator)).collect()
}

#[test]
fn a_command_that_a_script_does_not_have_is_found() {
    let dev = "benchmarks='a b'\ncase $command in\ntest) x ;;\nbench) y ;;\nhelp | -h) z ;;\n*)\n    n ;;\nesac\n";
    let simulator =
        "enum Command {\n    /// Runs.\n    Demo {\n        a: B,\n    },\n    Kie,\n}\n";
    let text = "`./dev test` `./dev bench a` `./dev bench c` `./dev dance` `./dev help` `trt-sim kie` \
                `trt-sim radio` `trt-sim`\n";

    let found = violations(&[Page::new("a.md", text)], dev, simulator);

    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[1].contains("./dev has no command dance, only test, bench, help"));
    assert!(found[2].contains("trt-sim has no command radio, only demo, kie"));
}

#[test]
fn every_command_of_a_page_is_one_of_the_scripts() {
    let (dev, simulator) = (pages::read(DEV), pages::read(SIMULATORS));
    assert!(!simulators(&simulator).is_empty(), "the simulators' command line is somewhere else");

    assert_none(&violations(&pages::all(), &dev, &simulator));
}
