//! Files that were sent out of the blue, the words that belong to them, and the prices that were named.

use domain::ModelKey;
use serde::{Deserialize, Serialize};

use super::Prompt;
use crate::draft::{Picked, Quote};

/// Files of which something can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedFiles {
    /// The files, in the order of their coming; never none.
    pub files: Vec<Picked>,
    /// What was written below or after them.
    pub words: Option<Prompt>,
    /// What each model was offered for that could begin at once.
    pub quotes: Vec<(ModelKey, Quote)>,
}

/// The stored form.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredOffer {
    files: Vec<Picked>,
    text: Option<String>,
    #[serde(default)]
    quotes: Vec<(String, Quote)>,
}

impl OfferedFiles {
    /// Files without words, for which no price was named yet.
    pub(crate) fn new(files: Vec<Picked>, words: Option<Prompt>) -> Self {
        Self { files, words, quotes: Vec::new() }
    }

    pub(super) fn to_stored(&self) -> StoredOffer {
        StoredOffer {
            files: self.files.clone(),
            text: self.words.as_ref().map(|prompt| prompt.as_str().to_owned()),
            quotes: self.quotes.iter().map(|(key, quote)| (key.to_string(), *quote)).collect(),
        }
    }
}

impl StoredOffer {
    /// The files, if there are any.
    pub(super) fn read(self) -> Option<OfferedFiles> {
        let quotes = self.quotes.into_iter();
        let quotes = quotes.filter_map(|(key, quote)| Some((ModelKey::new(&key)?, quote)));
        let words = self.text.as_deref().and_then(Prompt::from_person);
        let offer = OfferedFiles { files: self.files, words, quotes: quotes.collect() };
        (!offer.files.is_empty()).then_some(offer)
    }
}
