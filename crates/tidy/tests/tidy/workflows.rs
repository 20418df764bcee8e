//! Rule: the forge runs what people run, with no more rights than it needs, and shows no secret.
//!
//! A workflow cannot be tried before it is pushed, and one that fails at the first real release is
//! found by those who wait for it. What can be known beforehand is held here:
//!
//! * it parses, and every job has an end (`timeout-minutes`);
//! * every `run` is one line: `./dev` with a command that there is, or a script of the tree. What is
//!   longer belongs into a script, which a person can run as well;
//! * actions are pinned by the digest of a commit, with its version beside it for people;
//! * rights are `contents: read`, unless the one job that publishes says what else it needs;
//! * nothing but the numbers of a matrix gets into a command line: the name of a branch is text of a
//!   stranger there. Secrets come by `env` or `with`, and no script shows its commands;
//! * code of a stranger never runs with our rights: no `pull_request_target`.

use serde_norway::Value;

use crate::assert_none;
use crate::tree::{self, Tree};

const FOLDER: &str = ".github/workflows/";

/// The one job that may write, and what.
const WRITES: &[(&str, &str, &[&str])] =
    &[(".github/workflows/release.yaml", "publish", &["contents", "packages"])];

/// The tree and the commands that a workflow can name.
struct Known<'a> {
    tree: &'a Tree,
    commands: Vec<&'a str>,
}

impl<'a> Known<'a> {
    /// Reads the commands of `dev` from its last `case`.
    fn of(tree: &'a Tree, script: &'a str) -> Self {
        let table = script.rsplit("case $command in").next().unwrap_or_default();
        let names = table.lines().filter_map(|line| line.split_once(") ").map(|(name, _)| name));
        Self { tree, commands: names.flat_map(|names| names.split(" | ")).collect() }
    }

    fn fault(&self, line: &str) -> Option<String> {
        let mut words = line.split_whitespace();
        match (words.next()?, words.next()) {
            _ if line.trim().contains('\n') => Some("is more than one line".to_owned()),
            _ if line.replace("${{ matrix.", "").contains("${{") => {
                Some("puts text of others into a command; hand it over by `env`".to_owned())
            }
            ("./dev", Some(name)) if self.commands.contains(&name) => None,
            ("./dev", _) => Some("names no command of ./dev".to_owned()),
            (script, _) if tree::is_script(script) && self.tree.contains(script) => None,
            _ => Some("is neither ./dev nor a script of the tree".to_owned()),
        }
    }
}

/// Everything that is wrong with a workflow.
fn violations(path: &str, text: &str, known: &Known<'_>) -> Vec<String> {
    let flow: Value = match serde_norway::from_str(text) {
        Ok(flow) => flow,
        Err(error) => return vec![format!("{path}: is no YAML: {error}")],
    };
    let mut found = Vec::new();
    let mut wrong = |what: String| found.push(format!("{path}: {what}"));
    if rights(&flow["permissions"]) != [("contents", "read")] {
        wrong("the rights of the whole are not `contents: read`".to_owned());
    }
    if text.contains("pull_request_target") {
        wrong("pull_request_target runs the code of strangers with our rights".to_owned());
    }
    let jobs = flow["jobs"].as_mapping();
    if jobs.is_none_or(|jobs| jobs.is_empty()) {
        wrong("has no jobs".to_owned());
    }
    for (name, job) in jobs.into_iter().flatten() {
        let name = name.as_str().unwrap_or_default();
        if job["timeout-minutes"].as_u64().is_none() {
            wrong(format!("{name} has no timeout-minutes"));
        }
        let may = WRITES.iter().find(|(file, job, _)| (*file, *job) == (path, name));
        for (right, how) in rights(&job["permissions"]) {
            if how != "read" && !may.is_some_and(|(_, _, rights)| rights.contains(&right)) {
                wrong(format!("{name} may not have {right}: {how}"));
            }
        }
        for step in job["steps"].as_sequence().into_iter().flatten() {
            if let Some(line) = step["run"].as_str()
                && let Some(fault) = known.fault(line)
            {
                wrong(format!("{name}: `{}` {fault}", line.trim()));
            }
            let checks_out = step["uses"].as_str().is_some_and(|used| used.contains("/checkout@"));
            if checks_out && step["with"]["persist-credentials"] != Value::Bool(false) {
                wrong(format!("{name} leaves the token in the clone: persist-credentials: false"));
            }
        }
    }
    found.extend(lines(path, text));
    found
}

/// What is wrong with single lines: actions without a digest, secrets where they could be shown.
fn lines(path: &str, text: &str) -> Vec<String> {
    let wrong = text.lines().enumerate().filter_map(|(place, line)| {
        let place = place + 1;
        if let Some((_, used)) = line.split_once("uses: ")
            && !is_pinned(used)
        {
            return Some(format!("{path}:{place}: `{used}` is not pinned: name@digest # version"));
        }
        let code = line.split(" #").next().unwrap_or_default();
        let (name, value) = code.split_once(':')?;
        let is_handed = name.starts_with("          ") && value.trim().ends_with("}}");
        (value.contains("secrets.") && !is_handed)
            .then(|| format!("{path}:{place}: a secret outside of `env` and `with`"))
    });
    wrong.collect()
}

fn is_pinned(used: &str) -> bool {
    let Some((action, version)) = used.split_once(" # v") else { return false };
    let digest = action.split_once('@').map(|(_, digest)| digest);
    let is_digest =
        |digest: &str| digest.len() == 40 && digest.chars().all(|c| c.is_ascii_hexdigit());
    digest.is_some_and(is_digest) && version.starts_with(|c: char| c.is_ascii_digit())
}

fn rights(permissions: &Value) -> Vec<(&str, &str)> {
    if let Some(all) = permissions.as_str() {
        return vec![("everything", all)];
    }
    let rows = permissions.as_mapping().into_iter().flatten();
    rows.filter_map(|(right, how)| Some((right.as_str()?, how.as_str()?))).collect()
}

/// What is wrong with a script of the forge: it would show its variables.
fn script_faults(path: &str, text: &str) -> Vec<String> {
    let shows = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.first() == Some(&"set")
            && words.iter().any(|word| word.starts_with('-') && word.contains('x'))
            || words.first() == Some(&"env")
            || words.first() == Some(&"printenv")
            || line.contains("TOKEN") && line.contains("echo")
    };
    text.lines().filter(shows).map(|line| format!("{path}: `{line}` shows secrets")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Known, Tree, script_faults, violations};

    const GOOD: &str = "name: test
on: push
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@0123456789012345678901234567890123456789 # v7.0.1
        with:
          persist-credentials: false
      - run: ./dev test
      - run: .github/build.sh ${{ matrix.platform }}
        env:
          GH_TOKEN: ${{ secrets.GITHUB_TOKEN }}
";

    fn check(text: &str) -> Vec<String> {
        let tree = Tree::of([".github/build.sh", "dev"]);
        let known =
            Known::of(&tree, "case $command in\ntest) test_all \"$@\" ;;\nhelp | -h) help ;;\n");
        violations(".github/workflows/test.yaml", text, &known)
    }

    #[test]
    fn a_workflow_that_runs_what_people_run_is_fine() {
        assert_eq!(check(GOOD), [""; 0]);
        assert_eq!(check(&GOOD.replace("./dev test", "./dev help")), [""; 0]);
    }

    #[test]
    fn each_fault_is_found() {
        for (from, to, words) in [
            ("name: test", "name: [", "is no YAML"),
            ("contents: read", "contents: write", "the rights of the whole"),
            ("permissions:\n  contents: read", "permissions: write-all", "the rights of the whole"),
            ("on: push", "on: pull_request_target", "code of strangers"),
            ("    timeout-minutes: 20\n", "", "no timeout-minutes"),
            (
                "timeout-minutes: 20",
                "timeout-minutes: 20\n    permissions: { packages: write }",
                "may not",
            ),
            ("./dev test", "./dev tset", "names no command"),
            ("./dev test", "cargo test", "is neither ./dev nor"),
            ("./dev test", "|\n          ./dev test\n          ./dev help", "more than one line"),
            (".github/build.sh", ".github/gone.sh", "is neither"),
            ("matrix.platform", "github.head_ref", "text of others"),
            ("0123456789012345678901234567890123456789 # v7.0.1", "v7", "is not pinned"),
            (
                "          persist-credentials: false",
                "          fetch-depth: 0",
                "leaves the token",
            ),
            ("name: test", "name: ${{ secrets.KEY }}", "a secret outside"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let found = check(&GOOD.replacen(from, to, 1));
            assert!(found.iter().any(|one| one.contains(words)), "{words}: {found:?}");
        }
    }

    #[test]
    fn a_script_that_shows_its_variables_is_found() {
        assert_eq!(script_faults("a.sh", "set -eu\ngh release create \"$TAG\"\n"), [""; 0]);
        for line in ["set -eux", "env", "printenv GH_TOKEN", "echo \"$GH_TOKEN\""] {
            assert_eq!(script_faults("a.sh", line).len(), 1, "{line}");
        }
    }
}

#[test]
fn the_forge_runs_what_people_run_and_shows_no_secret() {
    let tree = Tree::walk();
    let script = tree::read("dev");
    let known = Known::of(&tree, &script);
    let flows: Vec<&String> = tree.files.iter().filter(|path| path.starts_with(FOLDER)).collect();
    assert!(flows.len() >= 3, "test, slow and release: {flows:?}");
    let mut found: Vec<String> =
        flows.iter().flat_map(|path| violations(path, &tree::read(path), &known)).collect();
    let scripts = tree.ending(".sh").filter(|path| path.starts_with(".github/"));
    found.extend(scripts.flat_map(|path| script_faults(path, &tree::read(path))));
    assert_none(&found);
}
