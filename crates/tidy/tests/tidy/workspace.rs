//! The rooms as cargo knows them: each crate of the workspace, its folder and its dependencies.
//!
//! Cargo itself is asked, not the manifests: it has already resolved inheritance, renames and the
//! list of members. Of crates from elsewhere only the names are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::tree;

/// One room, without its name.
#[derive(Debug, PartialEq)]
pub(crate) struct Room {
    /// Relative to the root.
    pub(crate) folder: String,
    /// Other rooms it is built with, build dependencies included.
    pub(crate) depends_on: BTreeSet<String>,
    /// Other rooms its tests are built with.
    pub(crate) in_tests_also: BTreeSet<String>,
}

/// Asks cargo for the rooms of this workspace, by name.
pub(crate) fn actual() -> BTreeMap<String, Room> {
    rooms(&metadata())
}

/// The crates that each room is built with, those of its tests left out.
pub(crate) fn libraries() -> BTreeMap<String, BTreeSet<String>> {
    let libraries = |package| {
        let dependencies = list(package, "dependencies").iter();
        let built_with = dependencies.filter(|dependency| dependency["kind"] != "dev");
        built_with.map(|dependency| text(dependency, "name").to_owned()).collect()
    };
    let packages = metadata();
    let packages = list(&packages, "packages").iter();
    packages.map(|package| (text(package, "name").to_owned(), libraries(package))).collect()
}

fn metadata() -> Value {
    // Cargo tells a test which cargo runs it; without that, the one that built it will do.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let answer = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(tree::root())
        .output()
        .expect("cargo can be started");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    serde_json::from_slice(&answer.stdout).expect("cargo metadata answers in JSON")
}

/// The rooms in the answer of `cargo metadata`.
fn rooms(metadata: &Value) -> BTreeMap<String, Room> {
    let packages = list(metadata, "packages");
    let members: BTreeSet<&str> = packages.iter().map(|package| text(package, "name")).collect();
    let root = text(metadata, "workspace_root");
    let room = |package| {
        let manifest = Path::new(text(package, "manifest_path"));
        let folder = manifest.parent().and_then(|folder| folder.strip_prefix(root).ok());
        let dependencies = |for_tests: bool| {
            list(package, "dependencies")
                .iter()
                // A crate of a registry has no path, even when it is named like a room.
                .filter(|dependency| dependency["path"].is_string())
                .filter(|dependency| (dependency["kind"] == "dev") == for_tests)
                .map(|dependency| text(dependency, "name"))
                .filter(|name| members.contains(name))
                .map(str::to_owned)
                .collect()
        };
        Room {
            folder: folder.expect("a room is below the root").display().to_string(),
            depends_on: dependencies(false),
            in_tests_also: dependencies(true),
        }
    };
    packages.iter().map(|package| (text(package, "name").to_owned(), room(package))).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("cargo metadata has this text")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect("cargo metadata has this list")
}

#[test]
fn dependencies_between_rooms_are_kept_by_their_kind() {
    let package = |name: &str, dependencies: Value| {
        let manifest = format!("/tree/crates/{name}/Cargo.toml");
        json!({ "name": name, "manifest_path": manifest, "dependencies": dependencies })
    };
    let dependencies = json!([
        { "name": "store", "kind": null, "path": "/tree/crates/store" },
        { "name": "codegen", "kind": "build", "path": "/tree/crates/codegen" },
        { "name": "testbed", "kind": "dev", "path": "/tree/crates/testbed" },
        { "name": "tokio", "kind": null },
        { "name": "elsewhere", "kind": null, "path": "/elsewhere" },
    ]);
    let metadata = json!({ "workspace_root": "/tree", "packages": [
        package("shop", dependencies),
        package("store", json!([])),
        package("codegen", json!([])),
        package("testbed", json!([{ "name": "store", "kind": null }])),
    ] });

    let rooms = rooms(&metadata);

    let shop = Room {
        folder: "crates/shop".into(),
        depends_on: ["codegen", "store"].map(str::to_owned).into(),
        in_tests_also: ["testbed"].map(str::to_owned).into(),
    };
    assert_eq!(rooms["shop"], shop);
    assert!(rooms["testbed"].depends_on.is_empty());
    assert_eq!(rooms.len(), 4);
}

#[test]
fn cargo_knows_this_crate() {
    assert_eq!(actual()["tidy"].folder, "crates/tidy");
}
