//! The settings files: those in `SETTINGS_DIR`, or else those that are part of the program.
//!
//! ```text
//!   SETTINGS_DIR ── a family there ──> its catalogue ──┐
//!        │      └── none ───────────> built in ────────┼── prices above cost ──> Settings
//!        ├──────── offers.toml ─────> its offers ──────┤
//!        └──────── none ────────────> built in ────────┘
//! ```
//!
//! A folder with families replaces the built-in catalogue as a whole: what an operator has taken out
//! must not come back from the program. `trt serve`, `trt check`, `trt smoke` and `trt catalogue` all
//! read here, so what one of them accepts the others accept.
//!
//! On failure: every mistake of every file is found in one go and named with its file and line, and
//! nothing starts with settings that were understood in part.

mod fault;
mod folder;

use std::path::Path;
use std::sync::Arc;

use domain::{Catalogue, Mistake, Offers};

pub(crate) use self::fault::{Fault, Faults};
use self::folder::{File, Files};

/// What is sold, and for how much; checked together.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) catalogue: Arc<Catalogue>,
    /// Currency, rates, packs and plans.
    pub(crate) offers: Arc<Offers>,
}

/// Where a part of the settings comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    BuiltIn,
    /// The folder of `SETTINGS_DIR`.
    Folder,
}

/// One part of the settings, or everything that is wrong with it.
#[derive(Debug)]
pub(crate) struct Part<T> {
    pub(crate) origin: Origin,
    pub(crate) content: Result<Arc<T>, Vec<Fault>>,
}

/// Each part by itself, for those who tell about each of them.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) catalogue: Part<Catalogue>,
    pub(crate) offers: Part<Offers>,
    /// Prices that do not bring what they must; empty as well when a part could not be read.
    pub(crate) below_cost: Vec<Fault>,
}

pub(crate) async fn read(folder: Option<&Path>) -> Result<Settings, Faults> {
    match load(folder).await {
        Ok(loaded) => loaded.settled(),
        Err(unreadable) => Err(Faults(vec![unreadable])),
    }
}

/// Reads each part of the settings, whatever is wrong with the others.
pub(crate) async fn load(folder: Option<&Path>) -> Result<Loaded, Fault> {
    let files = match folder {
        Some(folder) => Files::read(folder).await?,
        None => Files::default(),
    };
    Ok(Loaded::of(files))
}

impl Loaded {
    fn of(files: Files) -> Self {
        let catalogue = match files.families {
            families if families.is_empty() => {
                Part::new(Origin::BuiltIn, Vec::new(), Catalogue::built_in())
            }
            families => {
                let (unreadable, texts) = readable(families);
                Part::new(Origin::Folder, unreadable, Catalogue::read(&texts))
            }
        };
        let offers = match files.offers {
            None => Part::new(Origin::BuiltIn, Vec::new(), Offers::built_in()),
            Some(File { name, text: Ok(text) }) => {
                Part::new(Origin::Folder, Vec::new(), Offers::read(&name, &text))
            }
            Some(File { name, text: Err(why) }) => {
                let content = Err(vec![Fault::File { name, why }]);
                Part { origin: Origin::Folder, content }
            }
        };
        let below_cost = match (&catalogue.content, &offers.content) {
            (Ok(catalogue), Ok(offers)) => catalogue.below_cost(offers),
            _ => Vec::new(),
        };
        Self { catalogue, offers, below_cost: faults(below_cost).collect() }
    }

    /// All parts together, if nothing is wrong with any.
    fn settled(self) -> Result<Settings, Faults> {
        match (self.catalogue.content, self.offers.content) {
            (Ok(catalogue), Ok(offers)) if self.below_cost.is_empty() => {
                Ok(Settings { catalogue, offers })
            }
            (catalogue, offers) => {
                let found = [catalogue.err(), offers.err(), Some(self.below_cost)];
                Err(Faults(found.into_iter().flatten().flatten().collect()))
            }
        }
    }
}

impl<T> Part<T> {
    fn new(origin: Origin, mut unreadable: Vec<Fault>, read: Result<T, Vec<Mistake>>) -> Self {
        let content = match read {
            Ok(content) if unreadable.is_empty() => Ok(Arc::new(content)),
            read => {
                unreadable.extend(faults(read.err().unwrap_or_default()));
                Err(unreadable)
            }
        };
        Self { origin, content }
    }
}

fn faults(mistakes: Vec<Mistake>) -> impl Iterator<Item = Fault> {
    mistakes.into_iter().map(Fault::Mistake)
}

/// The files that have a text, beside what is wrong with the others.
fn readable(files: Vec<File>) -> (Vec<Fault>, Vec<(String, String)>) {
    let (mut unreadable, mut texts) = (Vec::new(), Vec::new());
    for File { name, text } in files {
        match text {
            Ok(text) => texts.push((name, text)),
            Err(why) => unreadable.push(Fault::File { name, why }),
        }
    }
    (unreadable, texts)
}

#[cfg(test)]
mod tests {
    use domain::{Catalogue, Offers};

    use super::{Fault, File, Files, Loaded, Origin};

    const FAMILY: &str = include_str!("../../../catalogue/z-image.toml");
    const OFFERS: &str = include_str!("../../domain/offers.toml");

    fn file(name: &str, text: &str) -> File {
        File { name: name.to_owned(), text: Ok(text.to_owned()) }
    }

    #[test]
    fn what_the_folder_does_not_have_stays_built_in() {
        let nothing = Loaded::of(Files::default());
        let families = vec![file("my/z-image.toml", FAMILY)];
        let family = Loaded::of(Files { families, offers: None });
        let offers = Some(file("my/offers.toml", &OFFERS.replace("\"RUB\"", "\"EUR\"")));
        let offers = Loaded::of(Files { families: Vec::new(), offers });

        let all = Catalogue::built_in().unwrap();
        assert_eq!(
            (nothing.catalogue.origin, nothing.offers.origin),
            (Origin::BuiltIn, Origin::BuiltIn)
        );
        assert_eq!(*nothing.settled().unwrap().catalogue, all);
        assert_eq!(
            (family.catalogue.origin, family.offers.origin),
            (Origin::Folder, Origin::BuiltIn)
        );
        let family = family.settled().unwrap();
        assert_eq!(family.catalogue.models().len(), 1, "a family replaces the whole catalogue");
        assert_eq!(*family.offers, Offers::built_in().unwrap());
        let offers = offers.settled().unwrap();
        assert_eq!(offers.offers.currency.word(), "EUR");
        assert_eq!(*offers.catalogue, all);
    }

    #[test]
    fn the_mistakes_of_all_files_are_found_together() {
        let unreadable = File { name: "my/a.toml".to_owned(), text: Err("no leave".to_owned()) };
        let broken = file("my/b.toml", &FAMILY.replace("results = 1", "results = 0"));
        let offers = Some(file("my/offers.toml", &OFFERS.replace("\"RUB\"", "\"shells\"")));
        let loaded = Loaded::of(Files { families: vec![unreadable, broken], offers });

        let found = loaded.settled().unwrap_err().to_string();

        let lines: Vec<&str> = found.lines().collect();
        assert_eq!(lines.len(), 4, "{found}");
        assert_eq!(lines[0], "the settings have 3 mistakes:");
        assert_eq!(lines[1], "  my/a.toml cannot be read: no leave");
        assert!(lines[2].starts_with("  my/b.toml:"), "{found}");
        assert!(lines[3].starts_with("  my/offers.toml:6: `currency` is \"shells\""), "{found}");
    }

    #[test]
    fn a_price_that_cannot_be_true_is_found_at_its_row() {
        let family = FAMILY.replace("credits = \"0.8\"", "credits = \"100000000\"");
        let offers = OFFERS
            .replace("usd_rate = \"80\"", "usd_rate = \"1000000\"")
            .replace("markup = \"2.0\"", "markup = \"1000000\"");
        let families = vec![file("my/z-image.toml", &family)];
        let offers = Some(file("my/offers.toml", &offers));
        let loaded = Loaded::of(Files { families, offers });

        let [Fault::Mistake(mistake)] = loaded.below_cost.as_slice() else {
            panic!("{:?}", loaded.below_cost)
        };
        let row = 1 + family[..family.find("[[model.price]]").unwrap()].matches('\n').count();
        assert_eq!((mistake.file.as_str(), mistake.line), ("my/z-image.toml", row));
        assert!(mistake.what.contains("too large to be true"), "{}", mistake.what);
        assert!(loaded.settled().is_err());
    }
}
