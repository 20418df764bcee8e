//! How a draft is written down between two messages, and read again by any release.
//!
//! An answer is kept with its type, as `{"text":"5"}` or `{"whole":5}`: to a model these differ.

use domain::catalogue::{ModelKey, Value};
use serde::{Deserialize, Serialize};

use super::{Draft, Given, Picked, Quote};

/// The stored form of a draft.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredDraft {
    model: String,
    answers: Vec<(String, StoredGiven)>,
    asking: Option<String>,
    quote: Option<Quote>,
    #[serde(default)]
    open: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    former: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredGiven {
    Text(String),
    Whole(i64),
    Switch(bool),
    Files(Vec<Picked>),
    Skipped,
}

impl From<&Draft> for StoredDraft {
    fn from(draft: &Draft) -> Self {
        let given = |given: &Given| match given {
            Given::Value(Value::Text(text)) => StoredGiven::Text(text.clone()),
            Given::Value(Value::Whole(number)) => StoredGiven::Whole(*number),
            Given::Value(Value::Switch(on)) => StoredGiven::Switch(*on),
            Given::Files(files) => StoredGiven::Files(files.clone()),
            Given::Skipped => StoredGiven::Skipped,
        };
        let answers = draft.answers.iter().map(|(name, one)| (name.clone(), given(one)));
        Self {
            model: draft.model.to_string(),
            answers: answers.collect(),
            asking: draft.asking.clone(),
            quote: draft.quote,
            open: draft.is_open,
            former: draft.former.clone(),
        }
    }
}

impl StoredDraft {
    /// The draft, if it can still be read.
    pub(crate) fn read(self) -> Option<Draft> {
        let given = |given| match given {
            StoredGiven::Text(text) => Given::Value(Value::Text(text)),
            StoredGiven::Whole(number) => Given::Value(Value::Whole(number)),
            StoredGiven::Switch(on) => Given::Value(Value::Switch(on)),
            StoredGiven::Files(files) => Given::Files(files),
            StoredGiven::Skipped => Given::Skipped,
        };
        Some(Draft {
            model: ModelKey::new(&self.model)?,
            answers: self.answers.into_iter().map(|(name, one)| (name, given(one))).collect(),
            asking: self.asking,
            quote: self.quote,
            is_open: self.open,
            former: self.former,
        })
    }
}

/// How typed numbers and words are written into JSON.
macro_rules! as_number {
    ($module:ident, $kind:ty) => {
        pub(super) mod $module {
            use serde::{Deserialize, Deserializer, Serializer};

            pub(in crate::draft) fn serialize<S: Serializer>(
                one: &$kind,
                to: S,
            ) -> Result<S::Ok, S::Error> {
                to.serialize_i64(one.get())
            }

            pub(in crate::draft) fn deserialize<'d, D: Deserializer<'d>>(
                from: D,
            ) -> Result<$kind, D::Error> {
                i64::deserialize(from).map(<$kind>::new)
            }
        }
    };
}

as_number!(inbox_id, domain::InboxId);
as_number!(money, domain::Money);
as_number!(credits, domain::Credits);

pub(super) mod kind {
    use domain::catalogue::MediaKind;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::draft) fn serialize<S: Serializer>(
        kind: &MediaKind,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(kind.word())
    }

    pub(in crate::draft) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<MediaKind, D::Error> {
        let word = String::deserialize(from)?;
        MediaKind::from_word(&word).ok_or_else(|| D::Error::custom("no kind of file"))
    }
}
