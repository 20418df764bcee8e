//! The files of a settings folder: every `*.toml` of a family, and `offers.toml`.
//!
//! Hidden files are left out: editors and mounted volumes keep theirs there. Everything else that is
//! no TOML file is somebody's own.

use std::io;
use std::path::Path;

use super::fault::Fault;

/// The file with the offers.
const OFFERS: &str = "offers.toml";

/// A file by the name to call it by, with its text or why there is none.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) text: Result<String, String>,
}

/// The files of a folder; none of them without one.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Families of models, in the order of their names.
    pub(super) families: Vec<File>,
    pub(super) offers: Option<File>,
}

impl Files {
    pub(super) async fn read(folder: &Path) -> Result<Self, Fault> {
        let names =
            names(folder).await.map_err(|error| Fault::Folder { why: error.to_string() })?;
        let mut files = Self::default();
        for name in names {
            let path = folder.join(&name);
            let text = tokio::fs::read_to_string(&path).await.map_err(|error| error.to_string());
            let file = File { name: path.display().to_string(), text };
            if name == OFFERS {
                files.offers = Some(file);
            } else {
                files.families.push(file);
            }
        }
        Ok(files)
    }
}

async fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut entries = tokio::fs::read_dir(folder).await?;
    let mut names = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".toml") && !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Fault, Files};

    fn here(folder: &str) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
    }

    #[tokio::test]
    async fn families_are_read_in_order_and_other_files_left_alone() {
        let files = Files::read(&here("../../catalogue")).await.unwrap();

        let names: Vec<&str> = files.families.iter().map(|file| file.name.as_str()).collect();
        assert!(names.is_sorted());
        assert!(names.iter().any(|name| name.ends_with("catalogue/z-image.toml")), "{names:?}");
        assert!(names.iter().all(|name| name.ends_with(".toml")), "{names:?}");
        assert!(files.offers.is_none());
    }

    #[tokio::test]
    async fn the_offers_are_known_by_their_name() {
        let files = Files::read(&here("../domain")).await.unwrap();

        let offers = files.offers.unwrap();
        assert!(offers.name.ends_with("domain/offers.toml"), "{}", offers.name);
        assert!(offers.text.unwrap().contains("currency"));
    }

    #[tokio::test]
    async fn a_folder_that_is_not_there_is_a_fault_and_not_an_empty_one() {
        for place in ["no/such/folder", "Cargo.toml"] {
            let fault = Files::read(&here(place)).await.unwrap_err();

            assert!(matches!(fault, Fault::Folder { .. }), "{fault}");
            assert!(!fault.to_string().contains(place), "{fault}");
        }
    }
}
