//! Puts the families of the catalogue into the program: adding one is adding a file.
//!
//! Writes the sorted list of `catalogue/*.toml` as an array of names and texts. A folder that cannot
//! be listed stops the build; what is in the files is checked by tests and by `trt catalogue check`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

const FOLDER: &str = "../../catalogue";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={FOLDER}");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(FOLDER);
    let list = Path::new(&env::var("OUT_DIR")?).join("families.rs");
    write_list(&list, &families(&folder)?)
}

#[expect(clippy::disallowed_methods, reason = "a build script has nothing else to do meanwhile")]
fn families(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_str().ok_or("a file of the catalogue has a name that is no text")?;
        if name.ends_with(".toml") {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

#[expect(clippy::disallowed_methods, reason = "a build script has nothing else to do meanwhile")]
fn write_list(list: &Path, names: &[String]) -> Result<(), Box<dyn Error>> {
    let mut text = String::from("&[\n");
    for name in names {
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{FOLDER}/{name}\")");
        text.push_str(&format!("    (\"catalogue/{name}\", include_str!({path})),\n"));
    }
    text.push_str("]\n");
    Ok(fs::write(list, text)?)
}
