//! The tree as the rules see it: every file below the repository root, and its text.
//!
//! The walk reads the file system and does not ask git: git refuses to work in a clone that
//! belongs to another user, and a new file must obey the rules before it is added. Folders are
//! known by the files in them, as in git, so an empty folder does not exist.
//!
//! Paths are relative to the root and written with `/`. A [`Tree`] can also be made from a list
//! of names, which is how the rules are tested without touching the disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Names at the root that are not part of the tree: git's own folder, what cargo builds, what
/// `./dev run` keeps, and what editors leave. The last four stand in `.gitignore`, too.
pub(crate) const OUTSIDE: &[&str] = &[".git", "target", ".trt", ".idea", ".vscode"];

/// The files and folders of a repository.
pub(crate) struct Tree {
    pub(crate) files: BTreeSet<String>,
    pub(crate) folders: BTreeSet<String>,
}

impl Tree {
    /// Reads the repository that this crate is part of.
    pub(crate) fn walk() -> Tree {
        let mut found = Vec::new();
        collect(&root(), "", &mut found);
        let tree = Tree::of(found);
        // A walk that starts in the wrong folder would find nothing and keep every rule green.
        assert!(tree.contains("Cargo.lock"), "{} is not the repository root", root().display());
        tree
    }

    /// Makes a tree from the paths of its files.
    pub(crate) fn of(files: impl IntoIterator<Item = impl Into<String>>) -> Tree {
        let files: BTreeSet<String> = files.into_iter().map(Into::into).collect();
        let mut folders = BTreeSet::from([String::new()]);
        for file in &files {
            let mut folder = folder_of(file);
            while folders.insert(folder.to_owned()) {
                folder = folder_of(folder);
            }
        }
        Tree { files, folders }
    }

    /// Says whether a file or a folder of this path exists.
    pub(crate) fn contains(&self, path: &str) -> bool {
        self.files.contains(path) || self.folders.contains(path)
    }

    /// Lists the files with this ending, such as `.rs`.
    pub(crate) fn ending(&self, ending: &str) -> impl Iterator<Item = &String> {
        self.files.iter().filter(move |path| path.ends_with(ending))
    }
}

/// Says whether a file is a shell script: the entry point `dev`, all of `.ci`, and `*.sh`.
pub(crate) fn is_script(path: &str) -> bool {
    path == "dev" || path.starts_with(".ci/") || path.ends_with(".sh")
}

/// The text of one file of the repository.
pub(crate) fn read(path: &str) -> String {
    match std::fs::read_to_string(root().join(path)) {
        Ok(text) => text,
        Err(error) => panic!("{path}: cannot be read as text: {error}"),
    }
}

/// The folder that holds this path; the root is the empty string.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Follows a relative path from a folder; nothing when it leaves the repository.
pub(crate) fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The repository root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn collect(at: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(at).expect("a folder of the tree can be listed") {
        let entry = entry.expect("a folder of the tree can be listed to its end");
        let name = entry.file_name().into_string().expect("names in the tree are UTF-8");
        if name == "node_modules" || (prefix.is_empty() && OUTSIDE.contains(&name.as_str())) {
            continue;
        }
        let path = format!("{prefix}{name}");
        // A link to a folder counts as a file, so that a circle of links cannot trap the walk.
        if entry.file_type().expect("an entry has a type").is_dir() {
            collect(&entry.path(), &format!("{path}/"), found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn folders_are_known_by_the_files_in_them() {
    let tree = Tree::of(["crates/tidy/src/lib.rs", "dev"]);

    let folders: Vec<&str> = tree.folders.iter().map(String::as_str).collect();
    assert_eq!(folders, ["", "crates", "crates/tidy", "crates/tidy/src"]);
    assert!(tree.contains("crates/tidy") && tree.contains("dev"));
    assert!(!tree.contains("crates/tid"));
}

#[test]
fn a_relative_path_is_followed_and_may_not_leave_the_repository() {
    assert_eq!(resolve("docs/decisions", "../a.md").as_deref(), Some("docs/a.md"));
    assert_eq!(resolve("", "./dev").as_deref(), Some("dev"));
    assert_eq!(resolve("docs", "..").as_deref(), Some(""));
    assert_eq!(resolve("docs", "../../a.md"), None);
}

#[test]
fn the_walk_finds_this_file_and_nothing_outside_the_tree() {
    let tree = Tree::walk();

    assert!(tree.contains("crates/tidy/tests/tidy/tree.rs"));
    assert!(OUTSIDE.iter().all(|name| !tree.contains(name)));
}
